/// A style for every role.
public struct Theme: Hashable, Sendable {
    /// Whether the theme is made for a dark or a light background.
    public enum Appearance: String, Hashable, Sendable {
        case dark, light
    }

    /// The name that a user picks it by.
    public var name: String
    /// The background that it is made for.
    public var appearance: Appearance
    private var styles: [Style]

    /// Takes a style for each role; a role that is not given looks like the terminal's own text.
    public init(name: String, appearance: Appearance, styles: [StyleRole: Style]) {
        self.name = name
        self.appearance = appearance
        self.styles = StyleRole.allCases.map { styles[$0] ?? Style() }
    }

    /// Takes styles in the order of the roles, from the first on; a role for which there is none looks like the terminal's own text.
    public init(name: String, appearance: Appearance, inOrder styles: [Style]) {
        self.name = name
        self.appearance = appearance
        let missing = [Style](repeating: Style(), count: max(0, StyleRole.allCases.count - styles.count))
        self.styles = Array(styles.prefix(StyleRole.allCases.count)) + missing
    }

    /// What the role looks like.
    public subscript(role: StyleRole) -> Style { styles[Int(role.rawValue)] }

    /// What a cell looks like: as its role says, on the background of its backdrop.
    ///
    /// A backdrop that is reversed has no background to give, as in themes of few colours or none: then the whole cell looks like it, with
    /// the role's weight.
    public func style(of cell: CellStyle) -> Style {
        var style = self[cell.role]
        guard let backdrop = cell.backdrop.map({ self[$0] }) else { return style }
        style.background = backdrop.background
        style.attributes.formUnion(backdrop.attributes.subtracting(.dim))
        if backdrop.attributes.contains(.reverse) {
            style.foreground = backdrop.foreground
            style.attributes.subtract(.dim)
        }
        return style
    }
}
