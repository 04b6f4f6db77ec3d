public import Engine
import Screen
public import Widgets

/// A window of lines to read and scroll, such as what would be sent.
public struct Report: Sendable, Equatable {
    /// A line of the report.
    public typealias Line = PreviewLine

    /// The window's title.
    public let title: String
    /// The lines.
    public let lines: [Line]
    /// The text that `y` copies; nil for none.
    public let copied: String?
    /// The cursor and the view.
    public var list = ListState()
    /// True while the content is being computed.
    private(set) var isWaiting = false

    static let previewTitle = "Request preview (not sent)"

    init(title: String, lines: [Line], copied: String? = nil) {
        self.title = title
        self.lines = lines
        self.copied = copied
    }

    /// The lines as they fit into so many columns; a note stands behind its line where there is room, else below it.
    func wrapped(columns: Int) -> [Line] {
        lines.flatMap { line -> [Line] in
            let width = TextWidth.columns(of: line.text) + (line.note.isEmpty ? 0 : 2 + TextWidth.columns(of: line.note))
            guard width > columns else { return [line] }
            let texts = Self.wrapped(line.text, columns).map { Line($0, kind: line.kind) }
            return texts + (line.note.isEmpty ? [] : Self.wrapped("  " + line.note, columns).map { Line($0, kind: .note) })
        }
    }

    /// All of a text in pieces that fit, which break behind spaces where they can; what goes on with a line stands further right.
    private static func wrapped(_ text: String, _ columns: Int) -> [String] {
        let indent = String(text.prefix { $0 == " " }) + "  "
        guard columns - indent.count > 8 else { return [text] }
        var lines: [String] = []
        var rest = text[...]
        while !rest.isEmpty {
            let begin = lines.isEmpty ? "" : indent
            var head = TextWidth.prefix(of: rest, columns: columns - begin.count)
            guard !head.isEmpty else { break }
            if head.endIndex < rest.endIndex, let space = head.lastIndex(of: " "), head[..<space].contains(where: { $0 != " " }) {
                head = head[...space]
            }
            lines.append(begin + head)
            rest = rest[head.endIndex...]
        }
        return lines
    }

    /// A report that waits for something.
    init(title: String, waitingFor text: String) {
        self.init(title: title, lines: [Line(text.prefix(1).uppercased() + text.dropFirst() + "…", note: "Esc gives it up")])
        isWaiting = true
    }

    /// A report on the request that would be sent.
    init(_ preview: SendPreview) {
        self.init(title: Self.previewTitle, lines: preview.lines, copied: preview.curl)
    }
}
