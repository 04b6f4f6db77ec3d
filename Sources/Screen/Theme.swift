/// A theme: a style for every role.
public struct Theme: Hashable, Sendable {
    /// The kind of background that a theme is made for.
    public enum Appearance: String, Hashable, Sendable {
        case dark, light
    }

    /// The name by which a user selects the theme.
    public var name: String
    /// The background that it is made for.
    public var appearance: Appearance
    private var styles: [Style]

    /// Creates a theme from styles by role; a missing role looks like the terminal's own text.
    public init(name: String, appearance: Appearance, styles: [StyleRole: Style]) {
        self.name = name
        self.appearance = appearance
        self.styles = StyleRole.allCases.map { styles[$0] ?? Style() }
    }

    /// Creates a theme from styles in the order of the roles; missing roles at the end look like the terminal's own text.
    public init(name: String, appearance: Appearance, inOrder styles: [Style]) {
        self.name = name
        self.appearance = appearance
        let missing = [Style](repeating: Style(), count: max(0, StyleRole.allCases.count - styles.count))
        self.styles = Array(styles.prefix(StyleRole.allCases.count)) + missing
    }

    /// The style of a role.
    public subscript(role: StyleRole) -> Style { styles[Int(role.rawValue)] }

    /// The theme with colours of its own in place of the terminal's, for a terminal whose background is of the other kind.
    ///
    /// A theme without colours of its own stays unchanged: the terminal's sixteen colours fit its background.
    public var solid: Theme {
        func isOwn(_ color: Color) -> Bool { if case .rgb = color { true } else { false } }
        guard styles.contains(where: { isOwn($0.foreground) || isOwn($0.background) }) else { return self }
        let (text, base): (Color, Color) =
            appearance == .dark
            ? (.rgb(0xD6, 0xD9, 0xE0), .rgb(0x14, 0x16, 0x1B)) : (.rgb(0x24, 0x29, 0x2F), .rgb(0xFF, 0xFF, 0xFF))
        var theme = self
        theme.styles = styles.map { style in
            Style(
                foreground: style.foreground == .terminal ? text : style.foreground,
                background: style.background == .terminal ? base : style.background, attributes: style.attributes)
        }
        return theme
    }

    /// The style of a cell: the style of its role on the background of its backdrop.
    ///
    /// In themes with few colours or none, a backdrop can be a reversed style without a background. The whole cell then takes the style of
    /// the backdrop, with the weight of the role.
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

/// The colours and attributes of a role in a theme.
public struct Style: Hashable, Sendable {
    /// The attributes of text.
    public struct Attributes: OptionSet, Hashable, Sendable {
        /// One bit for each attribute.
        public let rawValue: UInt8
        /// Takes the bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Bold.
        public static let bold = Attributes(rawValue: 1)
        /// Faint.
        public static let dim = Attributes(rawValue: 2)
        /// Italic.
        public static let italic = Attributes(rawValue: 4)
        /// Underlined.
        public static let underline = Attributes(rawValue: 8)
        /// Foreground and background swapped.
        public static let reverse = Attributes(rawValue: 16)
    }

    /// The colour of the text.
    public var foreground: Color
    /// The colour behind it.
    public var background: Color
    /// The attributes of the text.
    public var attributes: Attributes

    /// Creates a style; colours that are not given are the terminal's own.
    public init(foreground: Color = .terminal, background: Color = .terminal, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }
}

/// A colour of a theme.
public enum Color: Hashable, Sendable {
    /// The terminal's own foreground or background.
    case terminal
    /// One of the terminal's sixteen colours, 0–15, as defined by the user's palette.
    case ansi(UInt8)
    /// Red, green and blue, each 0–255.
    case rgb(UInt8, UInt8, UInt8)
}
