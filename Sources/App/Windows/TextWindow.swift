import Document
import Engine
import Screen
import Widgets
import Workspace

/// The kind of lines in a window.
enum TextWindowContent: Sendable, Equatable {
    case text
    /// The preview of a request.
    case preview
    /// The request as code of the target with this id.
    case code(String)
    /// A line with the reason for a wait.
    case waiting
}

/// A window with lines to read.
struct TextWindow<Sent: Sendable>: Sendable {
    /// The window's title.
    let title: String
    /// The unwrapped lines.
    let lines: [StyledLine]
    let content: TextWindowContent
    /// The cursor and the view.
    var list = ListState()
    /// The message that closing sends.
    let closing: Sent?
    /// The text that one key copies, with its name; nil for none.
    let copies: Copied?

    init(_ title: String, _ lines: [StyledLine], _ content: TextWindowContent = .text, closing: Sent? = nil, copies: Copied? = nil) {
        (self.title, self.lines, self.content, self.closing, self.copies) = (title, lines, content, closing, copies)
    }

    /// Creates a window that waits for something.
    init(_ title: String, waitingFor text: String) {
        self.init(title, [StyledLine(text.prefix(1).uppercased() + text.dropFirst() + "…", note: "Esc cancels")], .waiting)
    }

    /// Creates a window with a preview, whose request has styled parts.
    init(_ preview: SendPreview, _ keys: KeyNames, spansOfRequest: (String) -> [TextSpan] = { _ in [] }) {
        var problems = preview.problems.map { StyledLine(PreviewLine(AuthFields.naming($0.text), note: $0.note, kind: $0.kind)) }
        if preview.problems.contains(where: { $0.kind == .warning }) {
            let ways = [
                ("request.showProblem", "goes to the next problem in the request"), ("request.variables", "goes to its variables"),
                ("environment.edit", "edits the environment"),
            ]
            let advice = ways.compactMap { id, way in keys.shown(id).map { "\($0) \(way)" } }
            problems.append(StyledLine(advice.joined(separator: ", "), .textMuted))
        }
        if !problems.isEmpty { problems.append(StyledLine()) }
        let copies = preview.curl.map { Copied(masked: $0, name: "the request as curl") }
        self.init(
            SendPurpose.preview.title, problems + preview.lines.map { StyledLine($0, spansOfRequest: spansOfRequest) }, .preview,
            copies: copies)
    }

    /// The rows of the lines in a width.
    func rows(columns: Int) -> [StyledLine.Row] { lines.flatMap { $0.rows(columns: columns) } }

    /// The same window with another message.
    func map<Other: Sendable>(_ change: (Sent) -> Other) -> TextWindow<Other> {
        var window = TextWindow<Other>(title, lines, content, closing: closing.map(change), copies: copies)
        window.list = list
        return window
    }
}

extension TextWindow: Equatable where Sent: Equatable {}

extension TextWindow: WindowContent {
    private static var minColumns: Int { 40 }
    private static var minPreviewRows: Int { 8 }

    var scopes: [CommandScope] { [isReport ? .reportWindow : .textWindow, .window] }
    var showsOwnKeys: Bool { !isReport }
    private var isReport: Bool { content == .preview || content == .waiting }
    var copiesOpen: SendPurpose? {
        switch content {
        case .preview: .copy(withSecrets: true)
        case .code(let target): .code(target, withSecrets: true)
        case .text, .waiting: nil
        }
    }
    var closeLabel: String { content == .waiting ? "cancel" : "close" }

    func disabledReason(of key: Key) -> String? {
        [.character("y"), .character("Y")].contains(key) && copies == nil ? "there is nothing to copy" : nil
    }

    func layout(_ context: WindowContext) -> WindowFrame.Layout {
        let most = context.columns(upTo: ReadingColumns.max)
        let widest = lines.map { TextWidth.columns(of: $0.text) }.max() ?? 0
        let columns = isReport ? most : min(most, max(widest + 1, Self.minColumns))
        let count = rows(columns: columns - 1).count
        let height =
            switch content {
            case .text, .code: count
            case .preview: max(Self.minPreviewRows, count)
            // Most previews need the whole height.
            case .waiting: context.body.height
            }
        return WindowFrame(title).layout(content: Size(width: columns, height: height), in: context.body)
    }

    func draw(_ layout: WindowFrame.Layout, _ context: WindowContext, on canvas: inout Canvas) {
        WindowFrame(title).draw(layout, on: &canvas) { rect, canvas in
            let rows = rows(columns: rect.width - 1)
            // A text that fits has no cursor row.
            let list = isReport || rows.count > rect.height ? self.list : ListState(selected: rows.count)
            list.draw(in: rect, on: &canvas, count: rows.count, isFocused: true) { index, row, backdrop, canvas in
                rows[index].draw(in: row, on: backdrop, &canvas)
            }
        }
    }

    mutating func press(_ key: Key, _ context: WindowContext) -> [WindowStep] {
        switch key {
        case Key(.escape), Key(.enter): return cancelled()
        case .function(1) where !isReport, .character("?") where !isReport, .function(7) where isReport:
            return cancelled()
        case .function(5) where isReport: return cancelled() + [.output(.sendPreview)]
        case .character("y") where copiesOpen != nil: return copies == nil ? [] : copiesOpen.map { [.output(.copyShown($0))] } ?? []
        case .character("y"): return copies.map { [.copy($0.text, name: $0.name)] } ?? []
        case .character("Y") where copiesOpen != nil: return copies.map { [.copy($0.text, name: $0.name)] } ?? []
        default:
            let area = layout(context).content
            _ = list.handle(key, count: rows(columns: area.width - 1).count, height: area.height)
            return []
        }
    }

    func cancelled() -> [WindowStep] {
        content == .waiting ? [.close, .output(.giveUpPreview)] : [.close, .choose(.cancelled)]
    }

    mutating func handle(_ event: MouseEvent, _ layout: WindowFrame.Layout, _ context: WindowContext) -> [WindowStep] {
        _ = list.handle(event, in: layout.content, count: rows(columns: layout.content.width - 1).count)
        return []
    }

    func selectable(_ layout: WindowFrame.Layout, at point: Point) -> Rect? { layout.content }
}

/// The width of windows with text: long lines are hard to read.
enum ReadingColumns {
    /// The maximum width of a line.
    static let max = 116
}

struct StyledLine: Sendable, Equatable {
    let text: String
    let role: StyleRole
    /// The language for syntax colours.
    let syntax: ContentKind?
    /// A muted text after the line, or below it if there is no room.
    let note: String
    /// True if the text up to the first colon is the name of a header.
    let isHeader: Bool
    /// The columns by which its rows after the first one are indented further.
    private(set) var hanging: Int
    /// Parts in other styles, of which later ones win.
    private(set) var spans: [TextSpan] = []

    /// Creates a line; plain text by default.
    init(
        _ text: String = "", _ role: StyleRole = .text, syntax: ContentKind? = nil, note: String = "", isHeader: Bool = false,
        hanging: Int = 0
    ) {
        (self.text, self.role, self.syntax, self.note) = (text, role, syntax, note)
        (self.isHeader, self.hanging) = (isHeader, hanging)
    }

    /// Creates a line of a preview, with the styles of the parts of a request.
    init(_ line: PreviewLine, spansOfRequest: (String) -> [TextSpan] = { _ in [] }) {
        switch line.kind {
        case .heading: self.init(line.text, .modalTitle, note: line.note)
        case .text, .request: self.init(line.text, note: line.note)
        case .header: self.init(line.text, note: line.note, isHeader: true)
        case .body(let kind): self.init(line.text, syntax: kind, note: line.note)
        case .note: self.init(line.text, .textMuted, note: line.note)
        case .warning: self.init(line.text, .warning, note: line.note)
        }
        hanging = 2
        if line.kind == .request { spans = spansOfRequest(line.text) }
    }

    /// A row of a window: a line or a part of it.
    struct Row: Sendable, Equatable {
        /// The row's own text.
        let text: String
        let line: StyledLine
        /// The part of the line, in UTF-8 offsets.
        let range: Range<Int>
        /// The note at the end of the row.
        var note = ""
    }

    /// The line in rows that fit, broken after spaces if possible.
    func rows(columns: Int) -> [Row] {
        let width = TextWidth.columns(of: text) + (note.isEmpty ? 0 : 2 + TextWidth.columns(of: note))
        guard width > columns else { return [Row(text: text, line: self, range: 0..<text.utf8.count, note: note)] }
        return pieces(columns: columns) + (note.isEmpty ? [] : StyledLine("  " + note, .textMuted).pieces(columns: columns))
    }

    private func pieces(columns: Int) -> [Row] {
        let indent = String(text.prefix { $0 == " " }.prefix(columns / 2)) + String(repeating: " ", count: min(hanging, columns / 3))
        var rows: [Row] = []
        var rest = text[...]
        while !rest.isEmpty {
            let begin = rows.isEmpty ? "" : indent
            var head = TextWidth.prefix(of: rest, columns: columns - begin.count)
            guard !head.isEmpty else { break }
            if head.endIndex < rest.endIndex, let space = head.lastIndex(of: " "), head[..<space].contains(where: { $0 != " " }) {
                head = head[...space]
            }
            let start = text.utf8.distance(from: text.startIndex, to: head.startIndex)
            rows.append(Row(text: begin + head, line: self, range: start..<start + head.utf8.count))
            rest = rest[head.endIndex...]
        }
        return rows
    }
}

extension StyledLine.Row {
    func draw(in row: Rect, on backdrop: StyleRole?, _ canvas: inout Canvas) {
        let used = canvas.write(text, in: row, style: CellStyle(line.role, on: backdrop))
        if line.isHeader, range.lowerBound == 0 {
            canvas.write(text.prefix { $0 != ":" }, in: row, style: CellStyle(.headerName, on: backdrop))
        }
        let syntax = line.syntax.map { LineSyntax.spans(of: line.text, visible: range, as: $0) } ?? []
        let spans = line.spans + syntax.map { TextSpan($0.range, SyntaxStyle.role($0.kind)) }
        Self.draw(spans, of: line.text, range, in: row.splitLeft(text.utf8.count - range.count).rest, on: backdrop, &canvas)
        canvas.write(note, in: row.splitLeft(used + 2).rest, style: CellStyle(.textMuted, on: backdrop))
    }

    /// Draws styled parts over a piece of a line, given in UTF-8 offsets of the line.
    private static func draw(
        _ spans: [TextSpan], of line: String, _ piece: Range<Int>, in row: Rect, on backdrop: StyleRole?, _ canvas: inout Canvas
    ) {
        func slice(_ range: Range<Int>) -> String {
            let start = line.utf8.index(line.startIndex, offsetBy: range.lowerBound)
            return String(line[start..<line.utf8.index(start, offsetBy: range.count)])
        }
        for span in spans where span.range.overlaps(piece) {
            let shown = span.range.clamped(to: piece)
            let rest = row.splitLeft(TextWidth.columns(of: slice(piece.lowerBound..<shown.lowerBound))).rest
            canvas.write(slice(shown), in: rest, style: CellStyle(span.role, on: backdrop))
        }
    }
}

/// A text in a window that one key copies.
struct Copied: Sendable, Equatable {
    let text: String
    /// The name in the notification.
    let name: String
}

extension Copied {
    /// Creates a text in which secrets may be masked; its name then says so.
    init(masked text: String, name: String) {
        self.init(text: text, name: name + (text.has(SecretMask.sign) ? ", without its secrets" : ""))
    }
}
