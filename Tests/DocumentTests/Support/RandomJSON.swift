import Hashing

/// JSON of all shapes from a seed, with space where it is allowed.
struct RandomJSON: RandomNumberGenerator {
    private var generator: SplitMix64

    /// The first number of a seed is the start, since the numbers of a start follow those of the one before it.
    init(seed: UInt64) {
        var start = SplitMix64(seed: seed)
        generator = SplitMix64(seed: start.next())
    }

    mutating func next() -> UInt64 { generator.next() }

    /// A value of about that many bytes.
    mutating func value(size: Int) -> String {
        guard size > 8 else { return scalar() }
        let isObject = Bool.random(using: &self)
        var text = isObject ? "{" : "["
        var isFirst = true
        while text.utf8.count < size {
            text += (isFirst ? "" : ",") + space()
            if isObject { text += string() + space() + ":" + space() }
            text += value(size: Int.random(in: 0...max(1, size / 3), using: &self)) + space()
            isFirst = false
        }
        return text + (isObject ? "}" : "]")
    }

    mutating func scalar() -> String {
        switch Int.random(in: 0..<9, using: &self) {
        case 0: "true"
        case 1: "null"
        case 2: "{" + space() + "}"
        case 3: "[" + space() + "]"
        case 4: "-12.50e+3"
        default: string()
        }
    }

    mutating func string() -> String {
        let pieces = ["a", "é", "日本", "\\\"", "\\\\", "{", "}", "[", ",", ":", " ", "\\n", "\\ud83d\\ude00", "😀"]
        let isLong = Int.random(in: 0..<200, using: &self) == 0
        let count = Int.random(in: 0..<(isLong ? 9000 : 12), using: &self)
        return "\"" + (0..<count).map { _ in pieces.randomElement(using: &self) ?? "" }.joined() + "\""
    }

    mutating func space() -> String {
        switch Int.random(in: 0..<40, using: &self) {
        case 0: "\n"
        case 1: " "
        case 2: "\r\n\t"
        case 3: String(repeating: " ", count: Int.random(in: 0..<3000, using: &self) / 40)
        default: ""
        }
    }

    /// The same text with some bytes replaced by others that matter.
    mutating func damaged(_ bytes: [UInt8], times: Int) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<times where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &self)
            bytes[place] = Array("{}[],:\"\\ \n0\u{1}é".utf8).randomElement(using: &self) ?? 0
        }
        return bytes
    }
}
