/// One row of a view, ready to be drawn but for control characters: the text is as untrusted as the bytes it comes from.
public struct DisplayLine: Hashable, Sendable {
    /// Whether lines can be folded away below a row.
    public enum Fold: Hashable, Sendable {
        /// Nothing begins here.
        case none
        /// What begins here is shown.
        case expanded
        /// What begins here is hidden, in so many lines.
        case collapsed(hiddenLineCount: Int)
    }

    /// The row in the view, from zero, with folded rows left out.
    public var row: Int
    /// The number of the line, from zero, with folded lines counted. A long line has several rows.
    public var line: Int
    /// Whether the line began in an earlier row.
    public var isContinuation: Bool
    /// How many columns to leave free on the left; as deep as the document is nested, so it may be huge.
    public var indent: Int
    /// At most a few kilobytes, without line breaks. May hold control characters.
    public var text: String
    /// In order, without overlap; what lies between is plain.
    public var spans: [SyntaxSpan]
    /// What can be folded here.
    public var fold: Fold
    /// Where the row begins, in bytes of the document's text.
    public var offset: Int
    /// What a search has found here.
    public var matches: [Match] = []

    /// What a search has found.
    public struct Match: Hashable, Sendable {
        /// In UTF-8 bytes of the row's text: the part of the match that stands in this row.
        public var range: Range<Int>
        /// The whole match, in bytes of the document's text.
        public var source: Range<Int>
    }
}
