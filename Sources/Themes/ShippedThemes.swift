public import Screen

/// The themes that come with the program, compiled in, so that selecting one reads no file.
///
/// `scripts/shipped-themes` writes the table from the files in `themes/`.
public enum ShippedThemes {
    /// All themes, in the order in which they are listed.
    public static var all: [Theme] { table.map(theme) }

    /// The theme of that name, if there is one.
    public static func named(_ name: String) -> Theme? { table.first { $0.name == name }.map(theme) }

    /// The default theme for a terminal: with as many colours as it has, on its own background.
    public static func preferred(
        for capabilities: TerminalCapabilities, appearance: Theme.Appearance = .dark
    ) -> Theme {
        let name =
            switch capabilities.colors {
            case .none: "no-colours"
            case .sixteen: "sixteen-colours"
            case .indexed, .direct: appearance.rawValue
            }
        return named(name) ?? Theme(name: "plain", appearance: appearance, styles: [:])
    }

    /// The theme on the terminal's own background, which supplies the roles that a user's theme does not define.
    static func plain(_ appearance: Theme.Appearance) -> Theme {
        named(appearance.rawValue) ?? Theme(name: "plain", appearance: appearance, styles: [:])
    }

    struct Entry {
        var name: String
        var isLight: Bool
        /// A ``PackedStyle`` for each role, in the order of `StyleRole`.
        var styles: [UInt64]
    }

    private static func theme(_ entry: Entry) -> Theme {
        Theme(
            name: entry.name, appearance: entry.isLight ? .light : .dark, inOrder: entry.styles.map { PackedStyle(bits: $0).style })
    }
}

/// A style in 64 bits: shipped themes are constant data that costs nothing at start.
///
/// Bits 0–25 are the foreground, 26–51 the background, from 52 on the attributes. A colour is 0 for the terminal's own, 1 << 24 with the
/// number of one of the sixteen, or 2 << 24 with red, green and blue.
struct PackedStyle: Hashable {
    let bits: UInt64

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
