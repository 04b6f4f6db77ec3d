public import Screen

/// An editable line of text: text, cursor, selection and undo history.
public struct TextFieldState: Equatable, Sendable {
    /// True for a secret: each grapheme is shown as a dot, and nothing can be copied.
    public var isMasked: Bool
    var content: EditableText
    /// The first visible column, fixed by a click; nil while the view follows the cursor.
    var pinnedScroll: Int?
    var isDragging = false

    /// Creates a field with `text`, the cursor at its end and an empty history. Line ends become spaces.
    public init(text: String = "", isMasked: Bool = false) {
        content = EditableText(Self.oneLine(text))
        self.isMasked = isMasked
        content.move(.textEnd)
    }

    /// The text of the field, without line ends.
    public var text: String { content.text }
    /// The position of the cursor in UTF-8 bytes.
    public var cursor: Int { content.cursor.offset }
    /// The selected text; nil without a selection.
    public var selectedText: String? { content.selectedText }
    /// The selected range in UTF-8 offsets; nil without a selection.
    public var selectedRange: Range<Int>? { content.selection.range.map { $0.lowerBound.offset..<$0.upperBound.offset } }

    /// Applies `key`; nil for keys that a field does not handle, such as Tab and the up and down arrows.
    public mutating func handle(_ key: Key) -> TextInputOutcome? {
        if case .characters(let characters) = key.code { return characters.map { handle(.character($0)) }.last ?? nil }
        if key.modifiers.isEmpty, key.code == .enter { return .submitted }
        if key.modifiers.isEmpty, key.code == .escape { return .cancelled }
        return StandardKeymap.command(for: key).flatMap { apply($0) }
    }

    /// True if a field handles `key`.
    public static func handles(_ key: Key) -> Bool {
        [Key(.enter), Key(.escape)].contains(key) || StandardKeymap.command(for: key) != nil
    }

    /// Replaces the selection with pasted text. Line ends become spaces; trailing ones are removed.
    public mutating func paste(_ text: String) -> TextInputOutcome {
        content.insert(Self.oneLine(text))
        return .pasted(text)
    }

    /// The step that a key asks for and this field does not have: true to undo a change before those of the field, false to redo one; nil for
    /// other keys.
    public func stepBeyond(_ key: Key) -> Bool? {
        switch StandardKeymap.command(for: key) {
        case .undo: content.history.undoable.isEmpty ? true : nil
        case .redo: content.history.redoable.isEmpty ? false : nil
        default: nil
        }
    }

    /// Replaces the bytes in `range` as one undo step, for example to complete a word.
    public mutating func replace(_ range: Range<Int>, with new: String) {
        let (start, end) = (place(range.lowerBound), place(range.upperBound))
        content.replace(start..<max(start, end), with: Self.oneLine(new))
    }

    /// Replaces the whole text as one undo step.
    public mutating func replaceAll(with new: String) { replace(0..<text.utf8.count, with: new) }

    /// Moves the cursor to the nearest valid position at UTF-8 offset `offset`.
    public mutating func moveCursor(to offset: Int) { content.moveCursor(to: place(offset)) }

    /// Selects the whole text, so that typing replaces it.
    public mutating func selectAll() { content.select(.zero..<content.end) }

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

    /// Joins the lines of `text` with spaces and drops trailing line ends.
    private static func oneLine(_ text: String) -> String {
        guard text.utf8.contains(where: isLineEnd) else { return text }
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let trimmed = lines.map { $0.last == UInt8(ascii: "\r") ? Substring($0.dropLast()) : Substring($0) }
        let kept = trimmed.prefix((trimmed.lastIndex { !$0.isEmpty } ?? 0) + 1)
        return kept.joined(separator: " ")
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") }

    // MARK: Mouse

    /// Handles the mouse for a field drawn in `rect`; a drag that began inside may leave it.
    ///
    /// A click places the cursor, Shift+click extends the selection, a double-click selects a word, a triple-click everything. The end of a
    /// drag reports the selection as `copied`. The right button places the cursor outside the selection, for a context menu. Nil if the
    /// event is not for the field.
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
            // The menu acts on the cursor's position, or on the selection if it was opened there.
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

    // MARK: Drawing

    /// The appearance of a field.
    public struct Look: Sendable {
        /// The text shown while the field is empty.
        public var placeholder: String
        /// Styled parts of the text; later spans win.
        public var spans: [TextSpan]
        /// The background of a field that is not a box, such as a table cell; nil for `field` or `fieldFocused`.
        public var backdrop: StyleRole?

        /// Creates an appearance.
        public init(placeholder: String = "", spans: [TextSpan] = [], backdrop: StyleRole? = nil) {
            self.placeholder = placeholder
            self.spans = spans
            self.backdrop = backdrop
        }
    }

    /// Draws the field in the first row of `rect`; with `isFocused` also the cursor and the selection.
    public func draw(in rect: Rect, on canvas: inout Canvas, isFocused: Bool, look: Look = Look()) {
        let row = rect.row(0)
        guard !row.isEmpty else { return }
        let backdrop = look.backdrop ?? (isFocused ? .fieldFocused : .field)
        canvas.fill(row, style: CellStyle(backdrop))
        if content.isEmpty {
            let placeholder = TextWidth.fitted(look.placeholder, columns: row.width)
            canvas.write(placeholder, at: row.origin, style: CellStyle(.placeholder, on: backdrop), columns: row.width)
        }
        let scroll = scroll(width: row.width)
        let style = CellStyle(isMasked ? .secret : backdrop, on: backdrop)
        let painter = LinePainter(line: shown, scroll: scroll, rect: row, style: style)
        painter.draw(spans: isMasked ? [] : look.spans, on: &canvas)
        guard isFocused else { return drawCuts(in: row, scroll: scroll, style: CellStyle(.textMuted, on: backdrop), on: &canvas) }
        if let range = selectedRange {
            painter.highlight(shownOffset(range.lowerBound)..<shownOffset(range.upperBound), .selection, on: &canvas)
        }
        canvas.cursor = Cursor(at: Point(x: row.minX + cursorColumn - scroll, y: row.minY))
    }

    /// Draws an ellipsis at each end where text is cut off.
    private func drawCuts(in row: Rect, scroll: Int, style: CellStyle, on canvas: inout Canvas) {
        let ends = [(0, scroll > 0), (row.width - 1, shown.columns > scroll + row.width)]
        for (column, isCut) in ends where isCut {
            canvas.write("…", at: Point(x: row.minX + column, y: row.minY), style: style)
        }
    }

    /// The cursor's cell if the field is drawn in `rect`, for popups.
    public func cursorPoint(in rect: Rect) -> Point {
        Point(x: rect.minX + cursorColumn - scroll(width: rect.width), y: rect.minY)
    }

    /// The displayed line: the text, or one dot for each grapheme of a secret.
    var shown: TextLine { isMasked ? TextLine(String(repeating: "•", count: text.count)) : content.lines[0] }

    /// The first visible column in `width` columns: close to the pinned column, or with the cursor in the middle.
    func scroll(width: Int) -> Int {
        let most = max(0, shown.columns + 1 - width)
        guard let pinnedScroll else { return min(max(0, cursorColumn - width / 2), most) }
        return min(max(pinnedScroll, cursorColumn - width + 1), cursorColumn, most)
    }

    private var cursorColumn: Int { shown.column(at: shownOffset(cursor)) }

    private func shownOffset(_ offset: Int) -> Int {
        isMasked ? content.lines[0].slice(0..<offset).count * Self.dotBytes : offset
    }

    /// The offset in the text for an offset in the displayed line.
    func offset(inShown offset: Int) -> Int {
        guard isMasked else { return offset }
        let line = content.lines[0]
        return line.utf8Offset(of: line.text.index(line.text.startIndex, offsetBy: offset / Self.dotBytes))
    }

    private static let dotBytes = "•".utf8.count
}
