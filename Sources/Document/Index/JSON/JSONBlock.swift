import CDocumentScan

/// Which of 64 bytes of JSON are structure, one bit a byte.
struct JSONBlock {
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
    init(_ bytes: UnsafeRawPointer, carry: inout JSONBits.Carry, count: Int = 64) {
        let seen = scan_json_block(bytes)
        let bits = JSONBits(seen, carry: &carry)
        plain = bits.plain
        comma = seen.comma & plain
        open = seen.open & plain
        close = seen.close & plain
        shown = ~(seen.space & plain) & .below(count)
    }
}
