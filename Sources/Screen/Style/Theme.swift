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

    /// What the role looks like.
    public subscript(role: StyleRole) -> Style { styles[Int(role.rawValue)] }

    /// What a cell looks like: as its role, and on the background of its backdrop.
    ///
    /// A backdrop without a background of its own, as in a theme without colours, gives its attributes instead.
    public func style(of cell: CellStyle) -> Style {
        var style = self[cell.role]
        guard let backdrop = cell.backdrop.map({ self[$0] }) else { return style }
        style.background = backdrop.background
        style.attributes.formUnion(backdrop.attributes.intersection([.reverse, .underline]))
        if backdrop.background == .terminal { style.attributes.formUnion(backdrop.attributes) }
        return style
    }
}
