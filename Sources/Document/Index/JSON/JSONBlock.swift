import CDocumentScan

/// Which of 64 bytes of JSON are structure, one bit a byte.
struct JSONBlock {
    /// What is carried from one block to the next.
    struct Carry {
        var isEscaped: UInt64 = 0
        var inString: UInt64 = 0
    }

    /// Separators, opening and closing brackets outside strings.
    let comma: UInt64
    let open: UInt64
    let close: UInt64
    /// All bytes but space outside strings.
    let shown: UInt64
    /// Bytes outside strings that no backslash hides.
    let plain: UInt64

    /// - Parameters:
    ///   - bytes: 64 bytes.
    ///   - carry: from the block before, and for the next one.
    ///   - count: how many of the bytes count; the others must be space.
    @inline(__always)
    init(_ bytes: UnsafeRawPointer, carry: inout Carry, count: Int = 64) {
        let seen = scan_json_block(bytes)
        let escaped = Self.escaped(seen.backslash, carry: &carry.isEscaped)
        let string = Self.prefixXor(seen.quote & ~escaped) ^ carry.inString
        carry.inString = string >> 63 == 1 ? ~0 : 0
        plain = ~(string | escaped)
        comma = seen.comma & plain
        open = seen.open & plain
        close = seen.close & plain
        shown = ~(seen.space & plain) & .below(count)
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
