/// What a role looks like in a theme.
public struct Style: Hashable, Sendable {
    /// How the text is set.
    public struct Attributes: OptionSet, Hashable, Sendable {
        /// One bit for each attribute.
        public let rawValue: UInt8
        /// Takes the bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Heavy.
        public static let bold = Attributes(rawValue: 1)
        /// Faint.
        public static let dim = Attributes(rawValue: 2)
        /// Slanted.
        public static let italic = Attributes(rawValue: 4)
        /// Underlined.
        public static let underline = Attributes(rawValue: 8)
        /// Foreground and background swapped.
        public static let reverse = Attributes(rawValue: 16)
    }

    /// The text's colour.
    public var foreground: Color
    /// The colour behind it.
    public var background: Color
    /// How it is set.
    public var attributes: Attributes

    /// Takes colours and attributes; what is not said is the terminal's own.
    public init(foreground: Color = .terminal, background: Color = .terminal, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }
}
