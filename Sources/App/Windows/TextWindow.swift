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
struct TextWindow<Sent: Sendable & Equatable>: Sendable {
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
    let copies: CopiedText?

    init(_ title: String, _ lines: [StyledLine], _ content: TextWindowContent = .text, closing: Sent? = nil, copies: CopiedText? = nil) {
        (self.title, self.lines, self.content, self.closing, self.copies) = (title, lines, content, closing, copies)
    }

    /// Creates a window that waits for something.
    init(_ title: String, waitingFor text: String) {
        self.init(title, [StyledLine(text.prefix(1).uppercased() + text.dropFirst() + "…", note: "Esc cancels")], .waiting)
    }

    /// Creates a window with a preview, whose request has styled parts.
    init(_ preview: SendPreview, _ keys: KeyNames, spansOfRequest: (String) -> [TextSpan] = { _ in [] }) {
        var problems = preview.problems.map { StyledLine($0) }
        if preview.problems.contains(where: { $0.kind == .warning }) {
            let ways = [
                ("request.showProblem", "goes to the next problem in the request"), ("request.variables", "goes to its variables"),
                ("environment.edit", "edits the environment"),
            ]
            let advice = ways.compactMap { id, way in keys.shown(id).map { "\($0) \(way)" } }
            problems.append(StyledLine(advice.joined(separator: ", "), .textMuted))
        }
        if !problems.isEmpty { problems.append(StyledLine()) }
        let copies = preview.curl.map { CopiedText(masked: $0, name: "the request as curl") }
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

extension TextWindow: Equatable {}

extension TextWindow: ChoosingWindow {
    var listsCommands: Bool { true }
    func messages(for choice: WindowChoice) -> [Sent] {
        if case .cancelled = choice, let closing { [closing] } else { [] }
    }

    func sending<Other: Sendable & Equatable>(_ change: @escaping @Sendable (Sent) -> Other) -> Window<Other> { Window(map(change)) }

    private static var minColumns: Int { 40 }
    private static var minPreviewColumns: Int { 72 }
    private static var minPreviewRows: Int { 8 }

    var scopes: [CommandScope] { [isReport ? .reportWindow : .textWindow, .window] }
    var showsOwnKeys: Bool { !isReport }
    private var isReport: Bool { content == .preview || content == .waiting }
    var purposeWithSecrets: SendPurpose? {
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
        let fewest =
            switch content {
            case .text, .code: Self.minColumns
            case .preview: Self.minPreviewColumns
            case .waiting: most
            }
        let columns = min(most, max(widest + 1, fewest))
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
        case .character("y") where purposeWithSecrets != nil:
            return copies == nil ? [] : purposeWithSecrets.map { [.output(.copyShown($0))] } ?? []
        case .character("y"): return copies.map { [.copy($0.text, name: $0.name)] } ?? []
        case .character("Y") where purposeWithSecrets != nil: return copies.map { [.copy($0.text, name: $0.name)] } ?? []
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

extension Window {
    static func text(_ content: TextWindow<Sent>) -> Window { Window(content) }
}
