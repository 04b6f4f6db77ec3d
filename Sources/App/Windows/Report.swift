import Engine
import Screen
import Widgets

/// A window of lines to read and scroll, such as a preview.
struct Report: Sendable, Equatable {
    /// A line of the report.
    typealias Line = PreviewLine

    /// The window's title.
    let title: String
    let lines: [Line]
    /// The text that `y` copies; nil for none.
    let copied: String?
    /// The cursor and the view.
    var list = ListState()
    /// True while the content is being computed.
    private(set) var isWaiting = false

    static let previewTitle = "Request preview (not sent)"
    private static let minRows = 8

    init(title: String, lines: [Line], copied: String? = nil) {
        self.title = title
        self.lines = lines
        self.copied = copied
    }

    /// A row of the window.
    struct Row: Equatable {
        /// The row's own text.
        let line: Line
        /// The whole line.
        let whole: String
        /// The part of the whole line, in UTF-8 offsets.
        let range: Range<Int>
    }

    /// The lines wrapped to a width; a note is after its line if there is room, else below it.
    func wrapped(columns: Int) -> [Row] {
        lines.flatMap { line -> [Row] in
            let width = TextWidth.columns(of: line.text) + (line.note.isEmpty ? 0 : 2 + TextWidth.columns(of: line.note))
            guard width > columns else { return [Row(line: line, whole: line.text, range: 0..<line.text.utf8.count)] }
            return Self.wrapped(line.text, line.kind, columns)
                + (line.note.isEmpty ? [] : Self.wrapped("  " + line.note, .note, columns))
        }
    }

    /// A text in pieces that fit, broken after spaces if possible; continuation lines are indented.
    private static func wrapped(_ text: String, _ kind: Line.Kind, _ columns: Int) -> [Row] {
        let indent = String(text.prefix { $0 == " " }) + "  "
        guard columns - indent.count > 8 else { return [Row(line: Line(text, kind: kind), whole: text, range: 0..<text.utf8.count)] }
        var lines: [Row] = []
        var rest = text[...]
        while !rest.isEmpty {
            let begin = lines.isEmpty ? "" : indent
            var head = TextWidth.prefix(of: rest, columns: columns - begin.count)
            guard !head.isEmpty else { break }
            if head.endIndex < rest.endIndex, let space = head.lastIndex(of: " "), head[..<space].contains(where: { $0 != " " }) {
                head = head[...space]
            }
            let start = text.utf8.distance(from: text.startIndex, to: head.startIndex)
            lines.append(Row(line: Line(begin + head, kind: kind), whole: text, range: start..<start + head.utf8.count))
            rest = rest[head.endIndex...]
        }
        return lines
    }

    /// Creates a report without content that waits for something.
    init(title: String, waitingFor text: String) {
        self.init(title: title, lines: [Line(text.prefix(1).uppercased() + text.dropFirst() + "…", note: "Esc cancels")])
        isWaiting = true
    }

    /// Creates a report on a preview.
    init(_ preview: SendPreview, _ keys: KeyNames) {
        var problems = preview.problems
        if problems.contains(where: { $0.kind == .warning }) {
            let ways = [
                ("request.showProblem", "goes to the next problem in the request"), ("request.variables", "to its variables"),
                ("environment.edit", "edits the environment"),
            ]
            let advice = ways.compactMap { id, way in keys.shown(id).map { "\($0) \(way)" } }
            problems.append(Line(advice.joined(separator: ", "), kind: .note))
        }
        if !problems.isEmpty { problems.append(Line("")) }
        self.init(title: Self.previewTitle, lines: problems + preview.lines, copied: preview.curl)
    }
}

extension Report: WindowContent {
    var scopes: [CommandScope] { [.reportWindow, .textWindow, .window] }
    var closeLabel: String { isWaiting ? "cancel" : "close" }

    func disabledReason(of key: Key) -> String? {
        [.character("y"), .character("Y")].contains(key) && copied == nil ? "there is nothing to copy" : nil
    }

    func layout(_ context: WindowContext) -> WindowFrame.Layout {
        let columns = min(ReadingColumns.max, max(1, context.body.width - WindowFrame.sideColumns))
        // A preview that is on its way gets the whole height at once, because most need it.
        let height = isWaiting ? context.body.height : max(Self.minRows, wrapped(columns: columns - 1).count)
        return WindowFrame(title).layout(content: Size(width: columns, height: height), in: context.body)
    }

    func draw(_ layout: WindowFrame.Layout, _ context: WindowContext, on canvas: inout Canvas) {
        WindowFrame(title).draw(layout, on: &canvas) { rect, canvas in
            let lines = wrapped(columns: rect.width - 1)
            list.draw(in: rect, on: &canvas, count: lines.count, isFocused: true) { index, row, backdrop, canvas in
                let line = lines[index].line
                let used = canvas.write(line.text, in: row, style: CellStyle(line.kind.role, on: backdrop))
                canvas.write(line.headerName, in: row, style: CellStyle(.headerName, on: backdrop))
                if case .body(let kind) = line.kind {
                    let indent = line.text.utf8.count - lines[index].range.count
                    TextLine.drawSyntax(
                        kind, of: lines[index].whole, lines[index].range, in: row.splitLeft(indent).rest, on: backdrop, &canvas)
                }
                canvas.write(line.note, in: row.splitLeft(used + 2).rest, style: CellStyle(.textMuted, on: backdrop))
            }
        }
    }

    mutating func press(_ key: Key, _ context: WindowContext) -> [WindowStep] {
        switch key {
        case Key(.escape), .function(7), Key(.enter): return cancelled()
        case .function(5): return cancelled() + [.output(.sendReport)]
        case .character("y"): return copied.map { [.copy($0, name: "the request as curl")] } ?? []
        case .character("Y"): return copied == nil ? [] : [.output(.copyReport)]
        default:
            let content = layout(context).content
            _ = list.handle(key, count: wrapped(columns: content.width - 1).count, height: content.height)
            return []
        }
    }

    func cancelled() -> [WindowStep] { isWaiting ? [.close, .output(.giveUpReport)] : [.close] }

    mutating func handle(_ event: MouseEvent, _ layout: WindowFrame.Layout, _ context: WindowContext) -> [WindowStep] {
        _ = list.handle(event, in: layout.content, count: wrapped(columns: layout.content.width - 1).count)
        return []
    }

    func selectable(_ layout: WindowFrame.Layout, at point: Point) -> Rect? { layout.content }
}

extension PreviewLine {
    /// The name of a header; empty for other lines and for the rest of a header that was wrapped.
    fileprivate var headerName: Substring { kind == .header && text.first != " " ? text.prefix { $0 != ":" } : "" }
}

extension PreviewLine.Kind {
    fileprivate var role: StyleRole {
        switch self {
        case .heading: .modalTitle
        case .text, .header, .body: .text
        case .note: .textMuted
        case .warning: .warning
        }
    }
}
