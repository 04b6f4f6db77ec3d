import CDocumentScan

/// Searches for literal text, 64 positions at a time: the two bytes of the text that are rarest are compared at all positions at once, and
/// the other bytes only where both match.
struct LiteralMatcher: Sendable {
    private let needle: [UInt8]
    private let ignoresCase: Bool
    /// The offsets of the two rarest bytes in the needle.
    private let first: Int
    private let second: Int

    /// - Parameter ignoresCase: applies to ASCII letters only.
    init(_ needle: [UInt8], ignoresCase: Bool) {
        self.needle = ignoresCase ? needle.map(Self.lowercase) : needle
        self.ignoresCase = ignoresCase
        let order = self.needle.indices.sorted { Self.frequency(needle[$0]) < Self.frequency(needle[$1]) }
        first = order.first ?? 0
        second = order.dropFirst().first ?? first
    }

    func forEachMatch(in range: Range<Int>, of bytes: UnsafeRawBufferPointer, _ body: (Range<Int>) -> Bool) {
        guard let base = bytes.baseAddress else { return }
        let end = min(range.upperBound, bytes.count - needle.count + 1)
        var start = range.lowerBound
        var offset = start
        while offset < end {
            var candidates = candidates(at: base + offset, available: bytes.count - offset, wanted: end - offset)
            while candidates != 0 {
                let place = offset + candidates.trailingZeroBitCount
                candidates &= candidates &- 1
                guard place >= start, matches(base + place) else { continue }
                guard body(place..<place + needle.count) else { return }
                start = place + needle.count
            }
            offset += 64
        }
    }

    /// A bit mask of the 64 positions where both bytes match.
    @inline(__always)
    private func candidates(at place: UnsafeRawPointer, available: Int, wanted: Int) -> UInt64 {
        guard available >= 64 + needle.count else { return .below(wanted) }
        let found = equal(needle[first], at: place + first) & equal(needle[second], at: place + second)
        return found & .below(wanted)
    }

    @inline(__always)
    private func equal(_ byte: UInt8, at place: UnsafeRawPointer) -> UInt64 {
        guard ignoresCase, Self.isLowercase(byte) else { return scan_equal(scan_load(place), byte) }
        return scan_equal(scan_or(scan_load(place), 0x20), byte)
    }

    @inline(__always)
    private func matches(_ place: UnsafeRawPointer) -> Bool {
        for (index, byte) in needle.enumerated() {
            let other = place.load(fromByteOffset: index, as: UInt8.self)
            guard other == byte || (ignoresCase && Self.lowercase(other) == byte) else { return false }
        }
        return true
    }

    private static func isLowercase(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }

    /// The rough frequency of a byte in JSON, markup and prose.
    private static func frequency(_ byte: UInt8) -> Int {
        switch byte {
        case 0x20, 0x22: 9
        case UInt8(ascii: "e"), UInt8(ascii: "t"), UInt8(ascii: "a"), UInt8(ascii: "i"), UInt8(ascii: "n"), UInt8(ascii: "o"): 8
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "r"), UInt8(ascii: "s"), UInt8(ascii: "l"), UInt8(ascii: "d"): 7
        case UInt8(ascii: "0")...UInt8(ascii: "9"): 6
        case 0x61...0x7A: 5
        case 0x80...0xFF: 4
        case 0x41...0x5A: 3
        default: 2
        }
    }
}
