/// Where long containers end, so that what is nested deep is not passed over again from each of its levels.
///
/// The table is made when more bytes have been passed over than the text has, several times: ordinary queries never need it.
final class ContainerEnds {
    /// Shorter containers are passed over faster than they are looked up.
    static let shortest = 64
    private static let patience = 4

    private var passedCount = 0
    private var ends: [Int: Int]?

    /// The end of a container that is longer than ``shortest``; nil where it must be looked for.
    func end(of start: Int, in text: JSONText) -> Int? {
        if ends == nil, passedCount > Self.patience * text.bytes.count { ends = Self.table(text) }
        return ends?[start]
    }

    /// Takes note of what it cost to find an end.
    func note(passed byteCount: Int) { passedCount += byteCount }

    private static func table(_ text: JSONText) -> [Int: Int] {
        var ends: [Int: Int] = [:]
        var open: [Int] = []
        var offset = 0
        while offset < text.bytes.count {
            switch text.bytes[offset] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(offset)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if let start = open.popLast(), offset - start >= shortest { ends[start] = offset + 1 }
            case UInt8(ascii: "\""):
                offset = text.endOfString(offset)
                continue
            default: break
            }
            offset += 1
        }
        return ends
    }
}
