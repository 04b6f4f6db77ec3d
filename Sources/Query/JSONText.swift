import JSON

/// A JSON text that is read in place: a value is the offset of its first byte, and its contents are found by scanning.
///
/// On invalid JSON, scanning stays within the bytes and always ends.
struct JSONText {
    enum Kind {
        case object, array, string, number, word
    }

    let bytes: UnsafeRawBufferPointer
    private let ends = ContainerEnds()

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    func kind(of value: Int) -> Kind {
        switch bytes[value] {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number
        default: .word
        }
    }

    /// The first offset from `offset` on that is not whitespace; a byte order mark counts as whitespace.
    @inline(__always)
    func skipSpace(_ offset: Int) -> Int {
        var offset = offset
        if offset == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
        while offset < bytes.count, bytes[offset] <= 0x20 { offset += 1 }
        return offset
    }

    /// The offset after the last byte of a value.
    func end(of value: Int) -> Int {
        switch kind(of: value) {
        case .object, .array: endOfContainer(value)
        case .string: endOfString(value)
        case .number, .word: endOfScalar(value)
        }
    }

    @inline(__always)
    func endOfString(_ start: Int) -> Int {
        var offset = start + 1
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\"") { return offset + 1 }
            offset += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        return bytes.count
    }

    private func endOfScalar(_ start: Int) -> Int {
        var offset = start
        while offset < bytes.count, !Self.endsScalar(bytes[offset]) { offset += 1 }
        // At least one byte is skipped, so that scanning makes progress on a stray separator.
        return max(offset, min(start + 1, bytes.count))
    }

    private func endOfContainer(_ start: Int) -> Int {
        var depth = 0
        var offset = start
        var isLong = false
        defer { if isLong { ends.count(passed: offset - start) } }
        while offset < bytes.count {
            if !isLong, offset - start > ContainerEnds.shortest {
                isLong = true
                if let end = ends.end(of: start, in: self) { return end }
            }
            switch bytes[offset] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return offset + 1 }
            case UInt8(ascii: "\""):
                offset = endOfString(offset)
                continue
            default: break
            }
            offset += 1
        }
        return bytes.count
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "{"),
            UInt8(ascii: "\""):
            true
        default: false
        }
    }

    // MARK: Strings, numbers and equality

    /// The maximum depth of values that are compared; each level costs stack.
    private static let depthLimit = 2000

    /// The decoded string in UTF-8; lone surrogates become U+FFFD.
    func string(_ range: Range<Int>) -> [UInt8] {
        let inner = range.lowerBound + 1..<Swift.max(range.lowerBound + 1, range.upperBound - 1)
        let raw = bytes[inner.clamped(to: 0..<bytes.count)]
        guard raw.contains(UInt8(ascii: "\\")) else { return Array(raw) }
        return JSONEscapes(decoding: raw).decoded
    }

    func string(_ value: Int) -> [UInt8] { string(value..<endOfString(value)) }

    /// True if the quoted name in a range is `name`.
    @inline(__always)
    func isName(_ range: Range<Int>, _ name: [UInt8]) -> Bool {
        let raw = bytes[range.lowerBound + 1..<Swift.max(range.lowerBound + 1, range.upperBound - 1)]
        if raw.count == name.count, raw.elementsEqual(name) { return !name.contains(UInt8(ascii: "\\")) }
        return raw.count > name.count && raw.contains(UInt8(ascii: "\\")) && JSONEscapes(decoding: raw).decoded == name
    }

    func number(_ value: Int) -> Double {
        Double(String(decoding: bytes[value..<end(of: value)], as: UTF8.self)) ?? .nan
    }

    func word(_ value: Int) -> Slice<UnsafeRawBufferPointer> { bytes[value..<end(of: value)] }

    /// The value of a member; of the last one if several have the name, as in ECMAScript.
    func member(_ name: [UInt8], of object: Int) -> Int? {
        var found: Int?
        for child in children(of: object) {
            if let place = child.name, isName(place, name) { found = child.value }
        }
        return found
    }

    /// True if two values are equal, in any order of members (RFC 9535, section 2.3.5.2.2).
    func areEqual(_ left: Int, _ right: Int, depth: Int = 0) throws(QueryError) -> Bool {
        guard depth < Self.depthLimit else {
            throw QueryError(.limit, "Values nested deeper than \(Self.depthLimit) levels cannot be compared.")
        }
        let kind = kind(of: left)
        guard kind == self.kind(of: right) else { return false }
        switch kind {
        case .string: return string(left) == string(right)
        case .number: return word(left).elementsEqual(word(right)) || number(left) == number(right)
        case .word: return word(left).elementsEqual(word(right))
        case .array: return try areEqualArrays(left, right, depth + 1)
        case .object: return try areEqualObjects(left, right, depth + 1)
        }
    }

    private func areEqualArrays(_ left: Int, _ right: Int, _ depth: Int) throws(QueryError) -> Bool {
        var others = children(of: right)
        for child in children(of: left) {
            guard let other = others.next(), try areEqual(child.value, other.value, depth: depth) else { return false }
        }
        return others.next() == nil
    }

    private func areEqualObjects(_ left: Int, _ right: Int, _ depth: Int) throws(QueryError) -> Bool {
        let members = members(of: left)
        let others = self.members(of: right)
        guard members.count == others.count else { return false }
        for (name, value) in members {
            guard let other = others[name], try areEqual(value, other, depth: depth) else { return false }
        }
        return true
    }

    private func members(of object: Int) -> [[UInt8]: Int] {
        var members: [[UInt8]: Int] = [:]
        for child in children(of: object) {
            if let name = child.name { members[string(name)] = child.value }
        }
        return members
    }

    // MARK: Children and descendants

    /// The children of a container, in order.
    struct Children: Sequence, IteratorProtocol {
        /// A value with the range of its name, including the quotes, if it has one.
        struct Child {
            var name: Range<Int>?
            var value: Int
        }

        private let text: JSONText
        private let isObject: Bool
        private var offset: Int
        private var last: Int?

        init(_ text: JSONText, of container: Int) {
            self.text = text
            isObject = text.kind(of: container) == .object
            offset = isObject || text.kind(of: container) == .array ? container + 1 : text.bytes.count
        }

        mutating func next() -> Child? {
            if let last { offset = text.end(of: last) }
            last = nil
            skipSeparators()
            guard offset < text.bytes.count, !isEnd(text.bytes[offset]) else { return nil }
            var child = Child(name: nil, value: offset)
            if isObject, text.kind(of: offset) == .string {
                child.name = offset..<text.endOfString(offset)
                offset = child.name?.upperBound ?? offset
                skipSeparators()
                guard offset < text.bytes.count, !isEnd(text.bytes[offset]) else { return nil }
                child.value = offset
            }
            last = child.value
            return child
        }

        private func isEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") }

        private mutating func skipSeparators() {
            while offset < text.bytes.count {
                let byte = text.bytes[offset]
                guard byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") else { return }
                offset += 1
            }
        }
    }

    func children(of container: Int) -> Children { Children(self, of: container) }

    /// A value and all its descendants, in the order of the text: each container before its children.
    struct Descendants: Sequence, IteratorProtocol {
        private let text: JSONText
        private var offset: Int
        private var depth = 0
        private var isDone = false

        init(_ text: JSONText, of value: Int) {
            self.text = text
            offset = value
        }

        mutating func next() -> Int? {
            while !isDone, offset < text.bytes.count {
                let place = offset
                switch text.bytes[place] {
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    depth += 1
                    offset += 1
                    return place
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    depth -= 1
                    offset += 1
                    isDone = depth <= 0
                case 0...0x20, UInt8(ascii: ","), UInt8(ascii: ":"): offset += 1
                default:
                    let isString = text.kind(of: place) == .string
                    offset = text.end(of: place)
                    // A string followed by a colon is a name, not a value.
                    if isString, isName() { continue }
                    isDone = depth == 0
                    return place
                }
            }
            return nil
        }

        private func isName() -> Bool {
            let next = text.skipSpace(offset)
            return next < text.bytes.count && text.bytes[next] == UInt8(ascii: ":")
        }
    }

    func descendants(of value: Int) -> Descendants { Descendants(self, of: value) }
}

/// A cache of the ends of long containers, so that deeply nested values are not scanned again from each level.
///
/// The table is built once the number of scanned bytes is several times that of the text, which ordinary queries never reach.
final class ContainerEnds {
    /// The minimum length in the table; shorter containers are scanned faster than they are looked up.
    static let shortest = 64
    private static let scanFactor = 4

    private var passedCount = 0
    private var ends: [Int: Int]?

    /// The end of a container longer than ``shortest``; nil if it must be found by scanning.
    func end(of start: Int, in text: JSONText) -> Int? {
        if ends == nil, passedCount > Self.scanFactor * text.bytes.count { ends = Self.table(text) }
        return ends?[start]
    }

    /// Counts the bytes scanned to find an end.
    func count(passed byteCount: Int) { passedCount += byteCount }

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
