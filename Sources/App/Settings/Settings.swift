import HTTP
public import Screen
public import Widgets

/// What the user set in `config.json`; nil where nothing is said.
public struct Settings: Sendable, Equatable {
    /// How much of the history is kept.
    public struct History: Sendable, Equatable {
        /// The most exchanges.
        public var count: Int?
        /// The oldest that is kept, in days.
        public var days: Double?
        /// The most bytes.
        public var byteCount: Int64?
        /// The oldest that is kept, as a duration.
        public var age: Duration? { days.map { Seconds(nearest: $0 * 86_400).duration } }

        /// Nothing said.
        public init() {}
    }

    /// How much is taken from outside, and asked for at once.
    public struct Limits: Sendable, Equatable {
        /// The most bytes of an answer's body; nil for any number, since bodies go to files.
        public var responseByteCount: Int64?
        /// The most requests on their way; others wait for their turn. Nil for any number.
        public var requestsAtOnce: Int?

        /// No limits.
        public init() {}
    }

    /// A theme's name.
    public var theme: String?
    /// Where request and response stand to each other.
    public var arrangement: LayoutState.Arrangement?
    /// Whether lines and signs are drawn in ASCII; nil to find out from the terminal.
    public var usesASCII: Bool?
    /// Whether nothing moves or goes by itself: messages stay until they are dismissed.
    public var reducesMotion = false
    /// How pictures are shown.
    public var pictures = PictureMode.auto
    /// The program that edits texts, with its arguments.
    public var editor: String?
    /// The program that shows answers, with its arguments.
    public var pager: String?
    /// How much is taken from outside, and asked for at once.
    public var limits = Limits()
    /// Whether answers are kept and used again as HTTP allows (RFC 9111).
    public var usesCache = false
    /// Whose keys texts are edited with.
    public var editorKeys: EditorPreset?
    /// How much of the history is kept.
    public var history = History()

    /// Nothing said.
    public init() {}

    /// Whether a terminal that calls itself `name` shows few signs beside ASCII: old ones, and the console of Linux with its small font.
    public static func isPlainTerminal(_ name: String) -> Bool {
        ["linux", "vt52", "vt100", "vt102", "vt220", "vt320", "ansi", "cons25", "sun", "wsvt25"]
            .contains { name == $0 || name.hasPrefix($0 + "-") }
    }
}
