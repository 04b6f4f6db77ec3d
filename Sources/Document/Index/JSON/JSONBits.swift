import CDocumentScan

/// Strings and escapes among 64 bytes of JSON.
struct JSONBits {
    /// What is carried from one block to the next.
    struct Carry: Sendable {
        var isEscaped: UInt64 = 0
        var inString: UInt64 = 0
    }

    /// Bytes that a backslash hides.
    let escaped: UInt64
    /// Quotes that begin or end a string.
    let quote: UInt64
    /// Strings with the opening quote and without the closing one.
    let string: UInt64

    /// Bytes outside strings that no backslash hides.
    @inline(__always)
    var plain: UInt64 { ~(string | escaped) }

    @inline(__always)
    init(_ seen: scan_json, carry: inout Carry) {
        escaped = Self.escaped(seen.backslash, carry: &carry.isEscaped)
        quote = seen.quote & ~escaped
        string = Self.prefixXor(quote) ^ carry.inString
        carry.inString = string >> 63 == 1 ? ~0 : 0
    }

    /// The bytes that stand after an odd number of backslashes. Backslashes at odd places and at even places are told apart by where an
    /// addition carries to, as in "Parsing Gigabytes of JSON per Second" (Langdale, Lemire 2019), section 3.1.1.
    @inline(__always)
    private static func escaped(_ backslash: UInt64, carry: inout UInt64) -> UInt64 {
        guard backslash != 0 else {
            defer { carry = 0 }
            return carry
        }
        let odd: UInt64 = 0xAAAA_AAAA_AAAA_AAAA
        let potential = backslash & ~carry
        let maybeEscaped = potential << 1
        let series = (maybeEscaped | odd) &- potential
        let escapes = series ^ odd
        let escaped = escapes ^ (backslash | carry)
        carry = (escapes & backslash) >> 63
        return escaped
    }

    /// Each bit becomes the parity of itself and all lower bits.
    @inline(__always)
    private static func prefixXor(_ bits: UInt64) -> UInt64 {
        var bits = bits
        bits ^= bits << 1
        bits ^= bits << 2
        bits ^= bits << 4
        bits ^= bits << 8
        bits ^= bits << 16
        bits ^= bits << 32
        return bits
    }
}
