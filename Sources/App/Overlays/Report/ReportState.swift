public import Widgets

/// A window of lines to read and scroll, such as what would be sent.
public struct ReportState: Sendable, Equatable {
    /// A line of the report.
    public struct Line: Sendable, Equatable {
        /// How it looks.
        public enum Kind: Sendable, Equatable {
            case heading, text, note, warning
        }

        /// What stands there.
        public let text: String
        /// What stands behind it, muted: where it comes from.
        public let note: String
        /// How it looks.
        public let kind: Kind

        /// Takes what stands there.
        public init(_ text: String, note: String = "", kind: Kind = .text) {
            self.text = text
            self.note = note
            self.kind = kind
        }
    }

    /// The window's title.
    public let title: String
    /// The lines.
    public let lines: [Line]
    /// What `y` copies; nil for nothing.
    public let copied: String?
    /// The cursor and the view.
    public var list = ListState()

    init(title: String, lines: [Line], copied: String? = nil) {
        self.title = title
        self.lines = lines
        self.copied = copied
    }

    /// What would be sent.
    init(_ preview: SendPreview) {
        self.init(title: "Will be sent (nothing was)", lines: preview.lines, copied: preview.curl)
    }
}
