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

        /// Nothing said.
        public init() {}
    }

    /// A theme's name.
    public var theme: String?
    /// Where request and response stand to each other.
    public var arrangement: LayoutState.Arrangement?
    /// The program that edits texts, with its arguments.
    public var editor: String?
    /// Whose keys texts are edited with.
    public var editorKeys: EditorPreset?
    /// How much of the history is kept.
    public var history = History()

    /// Nothing said.
    public init() {}
}
