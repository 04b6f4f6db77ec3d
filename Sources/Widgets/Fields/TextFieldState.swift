public import Screen

/// A line of text that is edited: what is in it, the cursor, the selection and the history.
public struct TextFieldState: Equatable, Sendable {
    /// Whether the text is a secret: each grapheme is shown as a dot, and nothing of it can be copied.
    public var isMasked: Bool
    var content: EditableText
    /// The column that a click found at the left edge; nil while the view follows the cursor.
    var pinnedScroll: Int?
    var isDragging = false

    /// A field with `text`, the cursor at its end and nothing to undo. Line ends become spaces.
    public init(text: String = "", isMasked: Bool = false) {
        content = EditableText(Self.oneLine(text))
        self.isMasked = isMasked
        content.move(.textEnd)
    }

    /// What is in the field, without a line end.
    public var text: String { content.text }
    /// UTF-8 bytes before the cursor.
    public var cursor: Int { content.cursor.offset }
    /// What is selected, nil when nothing is.
    public var selectedText: String? { content.selectedText }
    /// The UTF-8 offsets of what is selected, nil when nothing is.
    public var selectedRange: Range<Int>? { content.selection.range.map { $0.lowerBound.offset..<$0.upperBound.offset } }

    /// Edits as `key` says; nil for keys that are not for a field, such as Tab and the arrows up and down.
    public mutating func handle(_ key: Key) -> TextInputOutcome? {
        if key.modifiers.isEmpty, key.code == .enter { return .submitted }
        if key.modifiers.isEmpty, key.code == .escape { return .cancelled }
        return StandardKeymap.command(for: key).flatMap { apply($0) }
    }

    /// Whether `key` would be for a field, and not for whoever is around it.
    public static func takes(_ key: Key) -> Bool {
        [Key(.enter), Key(.escape)].contains(key) || StandardKeymap.command(for: key) != nil
    }

    /// Puts pasted text in the place of the selection; line ends become spaces, and those at its end go.
    public mutating func paste(_ text: String) -> TextInputOutcome {
        content.insert(Self.oneLine(text))
        return .pasted(text)
    }

    /// Puts `new` in the place of the bytes in `range`, as completing a word does; undo takes it back.
    public mutating func replace(_ range: Range<Int>, with new: String) {
        let (start, end) = (place(range.lowerBound), place(range.upperBound))
        content.replace(start..<max(start, end), with: Self.oneLine(new))
    }

    /// Puts `new` in the place of all; undo takes it back.
    public mutating func replaceAll(with new: String) {
        replace(0..<text.utf8.count, with: new)
    }

    /// Puts the cursor to the UTF-8 offset `offset`, or the nearest place there is.
    public mutating func moveCursor(to offset: Int, selecting: Bool = false) {
        content.moveCursor(to: place(offset), selecting: selecting)
    }

    /// Selects everything, so that typing replaces it.
    public mutating func selectAll() {
        content.select(.zero..<content.end)
    }

    /// Takes the last change back; nil when there is none.
    public mutating func undo() -> TextInputOutcome? { content.undo() ? .changed : nil }

    /// Brings the change back that was undone last; nil when there is none.
    public mutating func redo() -> TextInputOutcome? { content.redo() ? .changed : nil }

    private mutating func apply(_ command: EditCommand) -> TextInputOutcome? {
        switch command {
        case .newline, .indent, .outdent: return nil
        case .move(.up), .move(.down), .move(.pageUp), .move(.pageDown): return nil
        case .select(.up), .select(.pageUp): return content.apply(.select(.textStart))
        case .select(.down), .select(.pageDown): return content.apply(.select(.textEnd))
        case .move(.indentation): return content.apply(.move(.lineStart))
        case .select(.indentation): return content.apply(.select(.lineStart))
        case .copy, .cut: return isMasked && selectedRange != nil ? .moved : content.apply(command)
        default: return content.apply(command)
        }
    }

    private func place(_ offset: Int) -> TextPosition { content.clamped(TextPosition(line: 0, offset: offset)) }

    /// `text` on one line: an end of a line becomes a space, and those at the very end go.
    private static func oneLine(_ text: String) -> String {
        guard text.utf8.contains(where: isLineEnd) else { return text }
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let trimmed = lines.map { $0.last == UInt8(ascii: "\r") ? Substring($0.dropLast()) : Substring($0) }
        let kept = trimmed.prefix((trimmed.lastIndex { !$0.isEmpty } ?? 0) + 1)
        return kept.joined(separator: " ")
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") }

    /// Handles the mouse over the field that is drawn in `rect`; a drag that began inside may leave it.
    ///
    /// A click places the cursor, with Shift it selects up to there; a double-click selects a word, a triple one all. What a drag has
    /// selected is `copied` when the button goes up. The right button places the cursor beside what is selected, for a menu. Nil when the event is not for the field.
    public mutating func handle(_ event: MouseEvent, in rect: Rect) -> TextInputOutcome? {
        switch event.action {
        case .press(.left, let count) where rect.contains(event.position):
            press(count: count, at: event, in: rect)
            return .moved
        case .press(.middle, _) where rect.contains(event.position):
            content.moveCursor(to: place(under: event.position, in: rect))
            return .wantsPaste
        case .press(.right, _) where rect.contains(event.position):
            let place = place(under: event.position, in: rect)
            pinnedScroll = scroll(width: rect.width)
            // What the menu does, it does where it was opened, or with the selection under the pointer.
            if selectedRange?.contains(place.offset) != true { content.moveCursor(to: place) }
            return .moved
        case .drag(.left) where isDragging:
            content.moveCursor(to: place(under: event.position, in: rect), selecting: true)
            pinnedScroll = scroll(width: rect.width)
            return .moved
        case .release(.left) where isDragging:
            isDragging = false
            guard let selectedText, !isMasked else { return .moved }
            return .copied(selectedText)
        default:
            return nil
        }
    }

    private mutating func press(count: Int, at event: MouseEvent, in rect: Rect) {
        let place = place(under: event.position, in: rect)
        pinnedScroll = scroll(width: rect.width)
        switch count {
        case 1:
            content.moveCursor(to: place, selecting: event.modifiers.contains(.shift))
            isDragging = true
        case 2:
            content.select(isMasked ? .zero..<content.end : content.word(at: place))
        default:
            selectAll()
        }
    }

    private func place(under point: Point, in rect: Rect) -> TextPosition {
        let column = scroll(width: rect.width) + point.x - rect.minX
        return TextPosition(line: 0, offset: offset(inShown: shown.boundary(nearColumn: column)))
    }

    /// What a field shows beside its text.
    public struct Look: Sendable {
        /// What stands in the field while it is empty.
        public var placeholder: String
        /// Pieces of the text in a role of their own, later ones over earlier ones.
        public var spans: [TextSpan]
        /// How the text looks; what is behind it is `field`, or `fieldFocused`, unless there is a backdrop.
        public var role: StyleRole?
        /// What is behind the text instead, for a field that is no box, such as a cell of a table.
        public var backdrop: StyleRole?

        /// Takes what a field shows beside its text.
        public init(placeholder: String = "", spans: [TextSpan] = [], role: StyleRole? = nil, backdrop: StyleRole? = nil) {
            self.placeholder = placeholder
            self.spans = spans
            self.role = role
            self.backdrop = backdrop
        }
    }

    /// Draws the field in the first row of `rect`, and with `isFocused` its cursor and selection.
    public func draw(in rect: Rect, on canvas: inout Canvas, isFocused: Bool, look: Look = Look()) {
        let row = rect.row(0)
        guard !row.isEmpty else { return }
        let backdrop = look.backdrop ?? (isFocused ? .fieldFocused : .field)
        canvas.fill(row, style: CellStyle(backdrop))
        if content.isEmpty {
            canvas.write(look.placeholder, at: row.origin, style: CellStyle(.placeholder, on: backdrop), columns: row.width)
        }
        let scroll = scroll(width: row.width)
        let style = CellStyle(look.role ?? backdrop, on: backdrop)
        let painter = LinePainter(line: shown, scroll: scroll, rect: row, style: style)
        painter.draw(spans: isMasked ? [] : look.spans, on: &canvas)
        guard isFocused else { return drawCuts(in: row, scroll: scroll, style: CellStyle(.textMuted, on: backdrop), on: &canvas) }
        if let range = selectedRange {
            painter.highlight(shownOffset(range.lowerBound)..<shownOffset(range.upperBound), .selection, on: &canvas)
        }
        canvas.cursor = Cursor(at: Point(x: row.minX + cursorColumn - scroll, y: row.minY))
    }

    /// A sign at each end behind which the text goes on.
    private func drawCuts(in row: Rect, scroll: Int, style: CellStyle, on canvas: inout Canvas) {
        let ends = [(0, scroll > 0), (row.width - 1, shown.columns > scroll + row.width)]
        for (column, isCut) in ends where isCut {
            canvas.write("…", at: Point(x: row.minX + column, y: row.minY), style: style)
        }
    }

    /// The column in which the cursor stands when the field is drawn in `rect`, for what is to be shown below it.
    public func cursorPoint(in rect: Rect) -> Point {
        Point(x: rect.minX + cursorColumn - scroll(width: rect.width), y: rect.minY)
    }

    /// The line as it is shown, which for a secret is a dot for each grapheme.
    var shown: TextLine {
        isMasked ? TextLine(String(repeating: "•", count: text.count)) : content.lines[0]
    }

    /// The first column that is shown in `width` columns: as near as can be to the pinned one, or else with the cursor in the middle.
    func scroll(width: Int) -> Int {
        let most = max(0, shown.columns + 1 - width)
        guard let pinnedScroll else { return min(max(0, cursorColumn - width / 2), most) }
        return min(max(pinnedScroll, cursorColumn - width + 1), cursorColumn, most)
    }

    private var cursorColumn: Int { shown.column(at: shownOffset(cursor)) }

    private func shownOffset(_ offset: Int) -> Int {
        isMasked ? content.lines[0].slice(0..<offset).count * Self.dotBytes : offset
    }

    /// The offset in the text of what is shown at `offset`.
    func offset(inShown offset: Int) -> Int {
        guard isMasked else { return offset }
        let line = content.lines[0]
        return line.utf8Offset(of: line.text.index(line.text.startIndex, offsetBy: offset / Self.dotBytes))
    }

    private static let dotBytes = "•".utf8.count
}
