public import Screen

/// The themes that come with the program, compiled in: picking one reads no file.
///
/// The files in `themes/` say what they are; `scripts/shipped-themes` writes the table from them.
public enum ShippedThemes {
    /// Every theme, in the order of a list for people.
    public static var all: [Theme] { table.map(theme) }

    /// The names of all, in that order.
    public static var names: [String] { table.map(\.name) }

    /// The theme of that name, if there is one.
    public static func named(_ name: String) -> Theme? {
        table.first { $0.name == name }.map(theme)
    }

    /// The theme for a terminal that nobody chose one for: as many colours as it has, on its own background.
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

    /// The theme on the terminal's own background, from which the user's own take what they do not name.
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
