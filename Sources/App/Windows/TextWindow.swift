public import Screen
public import Widgets

/// A window with lines to read.
public struct TextWindow<Message: Sendable & Equatable>: Sendable, Equatable {
    /// A line in a role.
    public typealias Line = TextLine

    /// The window's title.
    public let title: String
    /// The lines, as long as they are; they are wrapped where they stand.
    public let lines: [Line]
    /// The view.
    public internal(set) var list = ListState()
    /// The message that closing sends.
    let closing: Message?

    init(_ title: String, _ lines: [Line], closing: Message? = nil) {
        self.title = title
        self.lines = lines
        self.closing = closing
    }

    /// The lines as they fit into so many columns.
    func wrapped(columns: Int) -> [Line] {
        lines.flatMap { line in
            // What fits keeps its indentation, which wrapping would lose.
            TextWidth.columns(of: line.text) <= columns ? [line] : TextWrap.lines(line.text, columns: columns).map { Line($0, line.role) }
        }
    }

    /// The same window with another message in it.
    func map<Other: Sendable & Equatable>(_ change: (Message) -> Other) -> TextWindow<Other> {
        var window = TextWindow<Other>(title, lines, closing: closing.map(change))
        window.list = list
        return window
    }
}

/// A line in a role.
public struct TextLine: Sendable, Equatable {
    /// The text of the line.
    public let text: String
    /// The style role of the line.
    public let role: StyleRole

    /// A line; plain text unless said otherwise.
    init(_ text: String = "", _ role: StyleRole = .text) {
        self.text = text
        self.role = role
    }
}
