import Document
import Screen
import Widgets

/// A window with lines to read.
struct TextWindow<Sent: Sendable>: Sendable {
    /// A styled line.
    typealias Line = TextLine

    /// The window's title.
    let title: String
    /// The unwrapped lines.
    let lines: [Line]
    /// The view.
    var list = ListState()
    /// The message that closing sends.
    let closing: Sent?
    /// The text that one key copies, with its name; nil for none.
    let copies: Copied?

    init(_ title: String, _ lines: [Line], closing: Sent? = nil, copies: Copied? = nil) {
        self.title = title
        self.lines = lines
        self.closing = closing
        self.copies = copies
    }

    /// The lines wrapped to a width; the parts of a line keep its indentation.
    func wrapped(columns: Int) -> [Line] {
        lines.flatMap { line in
            guard TextWidth.columns(of: line.text) > columns else { return [line] }
            let indentation = String(line.text.prefix { $0 == " " }.prefix(columns / 2))
            return TextWrap.lines(line.text, columns: columns - indentation.count).map {
                Line(indentation + $0, line.role, syntax: line.syntax)
            }
        }
    }

    /// The same window with another message.
    func map<Other: Sendable>(_ change: (Sent) -> Other) -> TextWindow<Other> {
        var window = TextWindow<Other>(title, lines, closing: closing.map(change), copies: copies)
        window.list = list
        return window
    }
}

extension TextWindow: Equatable where Sent: Equatable {}

extension TextWindow: WindowContent {
    var scopes: [CommandScope] { [.textWindow, .window] }
    var showsOwnKeys: Bool { true }

    func layout(_ context: WindowContext) -> WindowFrame.Layout {
        let most = min(ReadingColumns.max, max(1, context.body.width - WindowFrame.sideColumns))
        let widest = lines.map { TextWidth.columns(of: $0.text) }.max() ?? 0
        let columns = min(most, max(widest + 1, 40))
        return WindowFrame(title).layout(content: Size(width: columns, height: wrapped(columns: columns - 1).count), in: context.body)
    }

    func draw(_ layout: WindowFrame.Layout, _ context: WindowContext, on canvas: inout Canvas) {
        WindowFrame(title).draw(layout, on: &canvas) { rect, canvas in
            let lines = wrapped(columns: rect.width - 1)
            // A text that fits has no cursor row.
            let list = lines.count > rect.height ? self.list : ListState(selected: lines.count)
            list.draw(in: rect, on: &canvas, count: lines.count, isFocused: true) { index, row, backdrop, canvas in
                canvas.write(lines[index].text, in: row, style: CellStyle(lines[index].role, on: backdrop))
                lines[index].drawSyntax(in: row, on: backdrop, &canvas)
            }
        }
    }

    mutating func press(_ key: Key, _ context: WindowContext) -> [WindowStep] {
        if [Key(.escape), Key(.enter), .function(1), .character("?")].contains(key) { return cancelled() }
        if key == .character("y"), let copies { return [.copy(copies.text, name: copies.name)] }
        let content = layout(context).content
        _ = list.handle(key, count: wrapped(columns: content.width - 1).count, height: content.height)
        return []
    }

    mutating func handle(_ event: MouseEvent, _ layout: WindowFrame.Layout, _ context: WindowContext) -> [WindowStep] {
        _ = list.handle(event, in: layout.content, count: wrapped(columns: layout.content.width - 1).count)
        return []
    }

    func selectable(_ layout: WindowFrame.Layout, at point: Point) -> Rect? { layout.content }
}

/// The width of windows with text: long lines are hard to read.
enum ReadingColumns {
    /// The maximum width of a line.
    static let max = 116
}

/// A styled line.
struct TextLine: Sendable, Equatable {
    /// The text of the line.
    let text: String
    /// The style role of the line.
    let role: StyleRole
    /// The language for syntax colours.
    let syntax: ContentKind?

    /// Creates a line; plain text by default.
    init(_ text: String = "", _ role: StyleRole = .text, syntax: ContentKind? = nil) {
        self.text = text
        self.role = role
        self.syntax = syntax
    }

    /// Draws the syntax colours over the line.
    func drawSyntax(in row: Rect, on backdrop: StyleRole?, _ canvas: inout Canvas) {
        guard let syntax else { return }
        Self.drawSyntax(syntax, of: text, 0..<text.utf8.count, in: row, on: backdrop, &canvas)
    }

    /// Draws the syntax colours over a piece of a line, given in UTF-8 offsets of the line.
    static func drawSyntax(
        _ kind: ContentKind, of line: String, _ piece: Range<Int>, in row: Rect, on backdrop: StyleRole?, _ canvas: inout Canvas
    ) {
        func slice(_ range: Range<Int>) -> String {
            let start = line.utf8.index(line.startIndex, offsetBy: range.lowerBound)
            return String(line[start..<line.utf8.index(start, offsetBy: range.count)])
        }
        for span in LineSyntax.spans(of: line, visible: piece, as: kind) where span.range.overlaps(piece) {
            let shown = span.range.clamped(to: piece)
            let rest = row.splitLeft(TextWidth.columns(of: slice(piece.lowerBound..<shown.lowerBound))).rest
            canvas.write(slice(shown), in: rest, style: CellStyle(SyntaxStyle.role(span.kind), on: backdrop))
        }
    }
}

/// A text in a window that one key copies.
struct Copied: Sendable, Equatable {
    let text: String
    /// The name in the notification.
    let name: String
}
