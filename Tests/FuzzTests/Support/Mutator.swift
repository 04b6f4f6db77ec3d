import Hashing

/// Makes inputs that are nearly right out of inputs that are right: those get furthest into a parser.
struct Mutator {
    private static let longest = 4096
    private static let numbers = [
        "0", "-1", "1e999", "2147483648", "18446744073709551616", "00000000000000000000001", "9223372036854775807", "-9223372036854775808",
        "1e22", "1e300", "-1e300", "inf", "nan",
    ]
    /// Bytes that are difficult for parsers of every kind: controls, line ends, wrong and overlong UTF-8, surrogates, marks of direction.
    private static let oddities: [[UInt8]] = [
        [0], [0x0D, 0x0A], [0x0A], [0x1B, 0x5B], [0x7F], [0x80], [0xC0, 0x80], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80],
        [0xF4, 0x90, 0x80, 0x80],
        [0xFF, 0xFE], [0xEF, 0xBB, 0xBF], [0xE2, 0x80, 0xAE], [0xF0, 0x9F, 0x98], [0x25, 0x25, 0x30], [0x5C, 0x75, 0x64, 0x38, 0x30, 0x30],
    ]

    private let seeds: [[UInt8]]
    private let tokens: [[UInt8]]
    private var random: SplitMix64

    /// - Parameter tokens: pieces that mean something to the parser.
    init(seeds: [String], tokens: [String], seed: UInt64) {
        self.seeds = seeds.map { Array($0.utf8) }
        self.tokens = Self.oddities + (tokens + Self.numbers).map { Array($0.utf8) }
        random = SplitMix64(seed: seed)
    }

    /// The next input, of at most 4 KiB.
    mutating func next() -> [UInt8] {
        var bytes = seeds.isEmpty ? [] : seeds[random.next(below: seeds.count)]
        for _ in 0...random.next(below: 6) { change(&bytes) }
        return Array(bytes.prefix(Self.longest))
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = random.next(below: bytes.count + 1)
        let end = min(bytes.count, place + 1 + random.next(below: 16))
        switch random.next(below: 9) {
        case 0: bytes.insert(contentsOf: tokens[random.next(below: tokens.count)], at: place)
        case 1: bytes.removeSubrange(place..<max(place, end))
        case 2: if place < bytes.count { bytes[place] ^= 1 << UInt8(random.next(below: 8)) }
        case 3: if place < bytes.count { bytes[place] = UInt8(truncatingIfNeeded: random.next()) }
        case 4: bytes.insert(contentsOf: bytes[place..<max(place, end)], at: random.next(below: bytes.count + 1))
        case 5: bytes.removeSubrange(place...)
        case 6: bytes.replaceSubrange(place..<max(place, end), with: tokens[random.next(below: tokens.count)])
        case 7: replaceNumber(in: &bytes, after: place)
        default: splice(&bytes, at: place)
        }
    }

    /// Replaces the first number with another one.
    private mutating func replaceNumber(in bytes: inout [UInt8], after place: Int) {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let start = bytes[place...].firstIndex(where: digits.contains) else { return }
        let end = bytes[start...].firstIndex { !digits.contains($0) } ?? bytes.endIndex
        bytes.replaceSubrange(start..<end, with: Self.numbers[random.next(below: Self.numbers.count)].utf8)
    }

    /// Continues with the end of another seed, or repeats a token many times.
    private mutating func splice(_ bytes: inout [UInt8], at place: Int) {
        if random.next(below: 4) == 0 {
            let token = tokens[random.next(below: tokens.count)]
            for _ in 0..<random.next(below: 200) { bytes.insert(contentsOf: token, at: place) }
        } else if !seeds.isEmpty {
            let other = seeds[random.next(below: seeds.count)]
            bytes = Array(bytes[..<place] + other[random.next(below: other.count + 1)...])
        }
    }
}
