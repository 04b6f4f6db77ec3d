/// Bits of 64 bytes, the lowest for the first byte.
extension UInt64 {
    /// All bits below a place from 0 to 64.
    @inline(__always)
    static func below(_ place: Int) -> UInt64 {
        place >= 64 ? ~0 : (1 &<< UInt64(truncatingIfNeeded: place)) &- 1
    }

    /// The lowest bit alone.
    @inline(__always)
    var lowest: UInt64 { self & (~self &+ 1) }
}
