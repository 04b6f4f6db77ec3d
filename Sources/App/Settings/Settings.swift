public import Engine
import HTTP
public import Screen
public import Widgets

/// The settings of `config.json`; nil for values that are not set.
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

        /// No values set.
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
    /// The arrangement of request and response.
    public var arrangement: LayoutState.Arrangement?
    /// True to draw lines and signs in ASCII; nil detects it from the terminal.
    public var usesASCII: Bool?
    /// True if nothing moves or disappears by itself: toasts stay until they are dismissed.
    public var reducesMotion = false
    /// How pictures are shown.
    public var pictures = PictureMode.auto
    /// The program that edits texts, with its arguments.
    public var editor: String?
    /// The program that shows answers, with its arguments.
    public var pager: String?
    /// How much is taken from outside, and asked for at once.
    public var limits = Limits()
    /// True to store and reuse responses as HTTP allows (RFC 9111).
    public var usesCache = false
    /// Asks before the program ends.
    public var confirmsQuit = false
    /// Adds `User-Agent` and `Accept` to requests that say nothing of them.
    public var addsAutomaticHeaders = true
    /// The editing key preset: standard, vim or emacs.
    public var editorKeys: EditorPreset?
    /// How much of the history is kept.
    public var history = History()

    /// No values set.
    public init() {}

    /// The part of the settings that the chain of loaders takes.
    public var chain: ChainSettings {
        var chain = ChainSettings()
        chain.responseByteCount = limits.responseByteCount
        chain.requestsAtOnce = limits.requestsAtOnce
        chain.usesCache = usesCache
        chain.addsAutomaticHeaders = addsAutomaticHeaders
        return chain
    }

    /// True for terminals that show few characters beside ASCII: old ones, and the Linux console with its small font.
    public static func isPlainTerminal(_ name: String) -> Bool {
        ["linux", "vt52", "vt100", "vt102", "vt220", "vt320", "ansi", "cons25", "sun", "wsvt25"]
            .contains { name == $0 || name.hasPrefix($0 + "-") }
    }
}
