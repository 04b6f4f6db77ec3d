import Screen

/// A style in 64 bits, so that shipped themes are constant data that costs nothing at the start.
///
/// Bits 0–25 are the foreground, 26–51 the background, from 52 on the attributes. A colour is 0 for the terminal's own, 1 << 24 with the
/// number of one of the sixteen, or 2 << 24 with red, green and blue.
struct PackedStyle: Hashable {
    let bits: UInt64

    /// The style.
    var style: Style {
        Style(
            foreground: Self.color(bits & 0x3FF_FFFF), background: Self.color(bits >> 26 & 0x3FF_FFFF),
            attributes: Style.Attributes(rawValue: UInt8(truncatingIfNeeded: bits >> 52)))
    }

    private static func color(_ bits: UInt64) -> Color {
        switch bits >> 24 {
        case 1: .ansi(UInt8(truncatingIfNeeded: bits))
        case 2:
            .rgb(
                UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8), UInt8(truncatingIfNeeded: bits))
        default: .terminal
        }
    }
}
