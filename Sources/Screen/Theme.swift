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

    /// True if the theme keeps the terminal's background and has colours that fit only one kind of it.
    public var dependsOnBackground: Bool {
        self[.text].background == .terminal && hasOwnColors
    }

    private var hasOwnColors: Bool { styles.contains(where: \.hasOwnColors) }

    /// The theme for a terminal with the given standard theme. If that has only the terminal's colours, every role that has others looks as in it:
    /// the few colours of such a terminal would make chosen rows equal to their neighbours.
    public func limited(to standard: Theme?) -> Theme {
        guard let standard, !standard.hasOwnColors, hasOwnColors else { return self }
        var theme = self
        theme.styles = zip(styles, standard.styles).map { $0.hasOwnColors ? $1 : $0 }
        return theme
    }

    /// The theme as drawn on a terminal with the given background, which is nil until the terminal has reported it, and without a colour
    /// if it has reported only the kind.
    ///
    /// A theme with a background of its own stays unchanged. So does a theme without colours of its own: the terminal's sixteen colours fit
    /// its background.
    public func shown(on terminal: TerminalBackground?) -> Theme {
        guard let terminal, dependsOnBackground else { return self }
        if terminal.appearance != appearance { return solid.fitted(to: Self.own(appearance).background) }
        return terminal.color.map(fitted) ?? self
    }

    /// The colours that stand for the terminal's own.
    private static func own(_ appearance: Appearance) -> (text: Color, background: Color) {
        appearance == .dark
            ? (.rgb(0xD6, 0xD9, 0xE0), .rgb(0x14, 0x16, 0x1B)) : (.rgb(0x24, 0x29, 0x2F), .rgb(0xFF, 0xFF, 0xFF))
    }

    /// The theme with colours of its own instead of the terminal's, for a terminal whose background is of the other kind.
    private var solid: Theme {
        let (text, base) = Self.own(appearance)
        var theme = self
        theme.styles = styles.map { style in
            Style(
                foreground: style.foreground == .terminal ? text : style.foreground,
                background: style.background == .terminal ? base : style.background, attributes: style.attributes)
        }
        return theme
    }

    /// The roles that are drawn on the ground, the area around the panes.
    private static let groundRoles: [StyleRole] = [.surfaceBase, .titleBar, .titleBarAccent, .footer, .footerKey]

    /// The theme with its surfaces derived from a background. The ground around the panes differs from them, so that they need no frames.
    /// Fields and rows differ from the panes as much as from the background that the theme was made for.
    private func fitted(to background: Color) -> Theme {
        guard case .rgb = background, case .rgb = Self.own(appearance).background else { return self }
        let (ground, pane) = background.surfaces
        var theme = self
        theme.styles = styles.map { style in
            var style = style
            style.background = style.background.shifted(from: Self.own(appearance).background, to: pane)
            return style
        }
        for role in Self.groundRoles { theme.styles[Int(role.rawValue)].background = ground }
        if pane != background { theme.styles[Int(StyleRole.surfaceRaised.rawValue)].background = pane }
        theme.styles[Int(StyleRole.paneBorder.rawValue)].foreground = pane
        return theme
    }

    /// The theme with visible frames of the panes, for terminals that show the panes and the ground around them in the same colour.
    public var framed: Theme {
        var theme = self
        theme.styles[Int(StyleRole.paneBorder.rawValue)] = self[.tabRule]
        return theme
    }

    /// The style of a cell: the style of its role on the background of its backdrop.
    ///
    /// A backdrop can be a reversed style, as in themes with few colours or none, and for rows of a colour on which other colours would be
    /// lost. The whole cell then takes the style of the backdrop, with the weight of the role.
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

/// The background of a terminal.
public struct TerminalBackground: Hashable, Sendable {
    /// The kind of the background.
    public let appearance: Theme.Appearance
    /// The colour of the background; nil if the terminal has reported only the kind.
    public let color: Color?

    /// Creates a background.
    public init(_ appearance: Theme.Appearance, color: Color? = nil) {
        self.appearance = appearance
        self.color = color
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

    /// True if it has a colour that does not depend on the terminal.
    fileprivate var hasOwnColors: Bool { foreground.isOwn || background.isOwn }

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

    /// True for a colour that does not depend on the terminal.
    fileprivate var isOwn: Bool { if case .rgb = self { true } else { false } }

    /// The colours of the ground and of the panes on a terminal with this background. The panes keep it and the ground is darker. If it is
    /// almost black, the ground keeps it and the panes are lighter.
    fileprivate var surfaces: (ground: Color, pane: Color) {
        guard case .rgb(let red, let green, let blue) = self else { return (self, self) }
        if max(red, green, blue) < 0x18 { return (self, .rgb(red + 0x10, green + 0x11, blue + 0x17)) }
        let percent = min(red, green, blue) > 0x80 ? 88 : 70
        func darker(_ channel: UInt8) -> UInt8 { UInt8(Int(channel) * percent / 100) }
        return (.rgb(darker(red), darker(green), darker(blue)), self)
    }

    /// The maximum shift of a colour channel of a surface, so that text on it stays readable.
    private static let maxShift = 0x14

    /// A tint of the old background, shifted as far as the background moves away from black or white; other colours stay.
    fileprivate func shifted(from old: Color, to new: Color) -> Color {
        guard case .rgb(let red, let green, let blue) = self, case .rgb(let oldRed, let oldGreen, let oldBlue) = old,
            case .rgb(let newRed, let newGreen, let newBlue) = new
        else { return self }
        let isLight = oldRed > 0x80
        func isTint(_ channel: UInt8, _ base: UInt8) -> Bool { abs(Int(channel) - Int(base)) < 0x28 }
        guard isTint(red, oldRed), isTint(green, oldGreen), isTint(blue, oldBlue) else { return self }
        func level(_ channel: UInt8, _ old: UInt8, _ new: UInt8) -> UInt8 {
            let step = Int(new) - Int(old)
            return UInt8(
                max(0, min(255, Int(channel) + (isLight ? max(-Self.maxShift, min(0, step)) : min(Self.maxShift, max(0, step))))))
        }
        return .rgb(level(red, oldRed, newRed), level(green, oldGreen, newGreen), level(blue, oldBlue, newBlue))
    }
}
