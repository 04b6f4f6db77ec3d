public import Screen

/// An editable text of many lines: text, cursor, view and undo history.
///
/// Keys and mouse events come with the rectangle in which the area is drawn. An edit costs time in proportion to the lines it touches, a
/// frame in proportion to the visible lines, regardless of the length of the text.
public struct TextAreaState: Equatable, Sendable {
    /// True if long lines wrap into further rows.
    public var wraps = false
    /// True if line numbers are shown.
    public var showsLineNumbers = true
    var content: EditableText
    var keys: EditorKeys
    var viewport = TextViewport()
    /// True if the view follows the cursor; false after scrolling by wheel or scrollbar.
    var followsCursor = true
    var find: FindState?
    /// The last search.
    var search: TextSearch?
    /// True if the last search went towards the start.
    var lookedBackward = false
    var drag: Drag?

    /// The part that a mouse drag started on.
    enum Drag: Equatable, Sendable {
        case text
        case scrollbar(grip: Int)
    }

    /// Creates an area with `text`, the cursor at the start and an empty history.
    public init(text: String = "", preset: EditorPreset = .standard) {
        content = EditableText(text)
        keys = EditorKeys(preset)
    }

    // MARK: Content

    /// The whole text; takes time in proportion to its length.
    public var text: String { content.text }
    /// True if there is no text.
    public var isEmpty: Bool { content.isEmpty }
    /// Identifies the text: undo restores the earlier version, so equal versions mean equal text.
    public var version: Int { content.history.version }
    /// The number of undo steps that led to the text; each step adds one.
    public var stepNumber: Int { content.history.stepNumber }
    /// The number of lines, at least 1.
    public var lineCount: Int { content.lines.count }

    /// True if the text has more than `byteCount` bytes; takes at most `byteCount` steps.
    public func isLonger(than byteCount: Int) -> Bool {
        var count = -1
        for line in content.lines {
            count += line.count + 1
            if count > byteCount { return true }
        }
        return false
    }
    /// The text of line `number`, from 0, without its line end.
    public func line(_ number: Int) -> String { content.lines[number].text }
    /// The position at which the next character is inserted.
    public var cursor: TextPosition { content.cursor }
    /// The column of the cursor on its line, from 0.
    public var cursorColumn: Int { content.lines[cursor.line].column(at: cursor.offset) }
    /// The selected text; nil without a selection.
    public var selectedText: String? { selectedRange.map(content.text(in:)) }
    /// The selected range; nil without a selection.
    public var selectedRange: Range<TextPosition>? { keys.selection(in: content) }
    /// The name of the editor's mode, such as `NORMAL`; nil for presets without modes and while the find bar is open.
    public var modeName: String? { find == nil ? keys.modeName : nil }
    /// True after a prefix key: the next key completes a command.
    public var isPrefixed: Bool { find == nil && keys.isPrefixed }
    /// True if a printable key is inserted into the text or the find bar.
    public var takesText: Bool { find != nil || keys.takesText }
    /// True if the area or its find bar handles `key`; false if it belongs to the caller.
    public func handles(_ key: Key) -> Bool { find == nil ? keys.handles(key) : findHandles(key) }
    /// The editing key preset. Setting it starts in the first mode of the preset.
    public var preset: EditorPreset {
        get { keys.preset }
        set {
            guard newValue != keys.preset else { return }
            content.endStep()
            keys = EditorKeys(newValue)
        }
    }

    // MARK: Editing by the owner

    /// Replaces the whole text, for example after formatting, as one undo step. The cursor keeps its line and offset where possible.
    public mutating func replaceAll(with new: String) {
        let old = cursor
        content.replace(.zero..<content.end, with: new)
        moveCursor(to: TextPosition(line: min(old.line, lineCount - 1), offset: old.offset))
    }

    /// True if both areas have the same lines; fast for copies of one text.
    public func hasSameText(as other: TextAreaState) -> Bool { content.lines == other.content.lines }

    /// Adopts text, cursor and history of a copy that was edited elsewhere; view and mode stay.
    public mutating func copyText(of copy: TextAreaState) {
        followsCursor = true
        content = copy.content
    }

    /// Replaces the text in `range` as one undo step, for example to complete a word.
    public mutating func replace(_ range: Range<TextPosition>, with new: String) {
        followsCursor = true
        let (start, end) = (content.clamped(range.lowerBound), content.clamped(range.upperBound))
        content.replace(start..<max(start, end), with: new)
    }

    /// Replaces the selection with pasted text; all line ends become `\n`.
    public mutating func paste(_ text: String) -> TextInputOutcome {
        followsCursor = true
        if find != nil { return pasteIntoFind(text) }
        keys.paste(Self.unified(text), into: &content)
        return .pasted(text)
    }

    /// Moves the cursor to the nearest valid position and scrolls it into view.
    public mutating func moveCursor(to position: TextPosition, selecting: Bool = false) {
        followsCursor = true
        content.moveCursor(to: position, selecting: selecting)
    }

    /// Returns the selected text for the clipboard and, with `cuts`, removes it; nil without a selection.
    public mutating func copySelection(cuts: Bool) -> TextInputOutcome? {
        guard let range = selectedRange else { return nil }
        let text = content.text(in: range)
        guard cuts else { return .copied(text) }
        replace(range, with: "")
        keys.leaveSelection()
        return .cut(text)
    }

    /// Reverts the last change; nil if there is none.
    public mutating func undo() -> TextInputOutcome? {
        followsCursor = true
        return content.undo() ? .changed : nil
    }

    /// Applies the last reverted change again; nil if there is none.
    public mutating func redo() -> TextInputOutcome? {
        followsCursor = true
        return content.redo() ? .changed : nil
    }

    /// Scrolls the view by `rows` without moving the cursor.
    public mutating func scroll(by rows: Int, in rect: Rect) {
        let viewer = viewer(in: rect)
        viewport = viewer.moved(currentViewport(viewer), by: rows)
        followsCursor = false
    }

    // MARK: The view

    func layout(_ rect: Rect) -> TextAreaLayout {
        TextAreaLayout(rect, lineCount: lineCount, showsLineNumbers: showsLineNumbers, findRows: find?.rows ?? 0)
    }

    func viewer(in rect: Rect) -> TextViewer {
        let layout = layout(rect)
        return TextViewer(lines: content.lines, height: max(1, layout.text.height), width: layout.textColumns, wraps: wraps)
    }

    /// The visible part: around the cursor while the view follows it.
    func currentViewport(_ viewer: TextViewer) -> TextViewport {
        followsCursor ? viewer.revealing(cursor, from: viewport) : viewer.clamped(viewport)
    }

    /// The cells of the text input: the find bar, or else the cursor's row; empty if it is not visible.
    public func typedCells(in rect: Rect) -> Rect {
        let layout = layout(rect)
        if !layout.find.isEmpty { return layout.find }
        let viewer = viewer(in: rect)
        let row = viewer.rows(of: currentViewport(viewer)).firstIndex(of: viewer.row(of: cursor))
        return row.map { layout.text.row($0) } ?? .empty
    }

    /// Stores the visible part. No viewer may be alive during an edit, because its copy of the lines would force a copy of the whole array.
    mutating func storeViewport(in rect: Rect) {
        viewport = currentViewport(viewer(in: rect))
    }

    private static func unified(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\r")) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var last: UInt8 = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\r") { bytes.append(UInt8(ascii: "\n")) }
            if byte != UInt8(ascii: "\r"), byte != UInt8(ascii: "\n") || last != UInt8(ascii: "\r") { bytes.append(byte) }
            last = byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Keys

    /// The notice about the last key, not counting keys typed into the find bar.
    public var remark: EditorRemark? { keys.remark }

    /// Applies `key` with the area's key preset; nil if the key is not for the area.
    ///
    /// - Parameter closesBrackets: completes brackets and quotes while keys are text.
    public mutating func handle(_ key: Key, in rect: Rect, closesBrackets: Bool = false) -> TextInputOutcome? {
        if find != nil { return handleFind(key) }
        storeViewport(in: rect)
        if wraps, let outcome = moveByRows(key, in: rect) { return outcome }
        guard case .characters(let characters) = key.code else { return press(key, in: rect, closesBrackets: closesBrackets) }
        let outcomes = characters.map { press(.character($0), in: rect, closesBrackets: closesBrackets) }
        return outcomes.contains(.changed) ? .changed : outcomes.last ?? nil
    }

    private mutating func press(_ key: Key, in rect: Rect, closesBrackets: Bool) -> TextInputOutcome? {
        let old = (content.revision, content.selection)
        let pair = closesBrackets && keys.takesText && !keys.isPrefixed ? BracketPairs.action(for: key, in: content) : nil
        let reply = handle(key, page: max(1, layout(rect).text.height), completing: pair)
        if old != (content.revision, content.selection) { followsCursor = true }
        return apply(reply, in: rect)
    }

    private mutating func handle(_ key: Key, page: Int, completing pair: BracketPairs.Action?) -> EditorReply {
        guard let pair else { return keys.handle(key, on: &content, page: page) }
        content.beginStep()
        defer { content.endStep(continuesTyping: true) }
        if pair == .typeOver || pair == .deletePair { content.deleteNext() }
        let reply = keys.handle(key, on: &content, page: page)
        if case .close(let character) = pair { content.insertAfter(String(character)) }
        return reply
    }

    private mutating func apply(_ reply: EditorReply, in rect: Rect) -> TextInputOutcome? {
        switch reply {
        case .ignored: return nil
        case .done(let outcome): return outcome
        case .openFind(let backward): openFind(backward: backward)
        case .findAgain(let steps): findAgain(steps)
        case .findWord(let word, let backward, let count): findWord(word, backward: backward, count: count)
        case .scroll(let rows): scroll(by: rows, in: rect)
        case .align(let share):
            viewport = viewer(in: rect).aligned(cursor, share: share, from: viewport)
            followsCursor = false
        case .goToRow(let share, let count): goToRow(share, count: count, in: rect)
        }
        return .moved
    }

    private mutating func goToRow(_ share: Double, count: Int, in rect: Rect) {
        let viewer = viewer(in: rect)
        let rows = viewer.rows(of: currentViewport(viewer))
        let row = Int(Double(rows.count - 1) * share) + (share == 0 ? count - 1 : share == 1 ? 1 - count : 0)
        let line = rows[min(max(0, row), rows.count - 1)].line
        moveCursor(to: TextPosition(line: line, offset: content.lines[line].indentation))
    }

    /// Moves up or down by wrapped rows.
    private mutating func moveByRows(_ key: Key, in rect: Rect) -> TextInputOutcome? {
        guard key.code == .up || key.code == .down, key.modifiers.isSubset(of: .shift), keys.takesText else { return nil }
        let viewer = viewer(in: rect)
        let here = viewer.row(of: cursor)
        let wrapped = viewer.wrapped(here.line)
        let start = wrapped.range(ofRow: here.row).lowerBound
        let column = content.goalColumn ?? content.lines[here.line].column(at: cursor.offset, from: start)
        guard let target = viewer.neighbor(of: here, step: key.code == .up ? -1 : 1) else { return nil }
        moveCursor(to: viewer.position(column: column, on: target), selecting: key.modifiers.contains(.shift))
        content.goalColumn = column
        return .moved
    }

    // MARK: Mouse

    /// Handles the mouse for an area drawn in `rect`; a drag that began inside may leave it.
    ///
    /// A click places the cursor, Shift+click extends the selection, a click on a line number selects the line. A double-click selects a
    /// word, a triple-click a line. The end of a drag reports the selection as `copied`. The wheel scrolls, with Shift sideways. The right
    /// button places the cursor outside the selection, for a context menu.
    public mutating func handle(_ event: MouseEvent, in rect: Rect) -> TextInputOutcome? {
        if drag != nil { return handleDrag(event, in: rect) }
        guard rect.contains(event.position) else { return nil }
        let layout = layout(rect)
        if layout.find.contains(event.position) { return handleFind(event, in: layout.find) }
        switch event.action {
        case .wheelUp: return wheel(-ListState.wheelRows, event, in: rect)
        case .wheelDown: return wheel(ListState.wheelRows, event, in: rect)
        case .press(.left, let count): return press(count: count, event, in: rect)
        case .press(.middle, _):
            moveCursor(to: place(under: event.position, in: rect))
            return .wantsPaste
        case .press(.right, _): return pressForMenu(at: event.position, in: rect)
        default: return nil
        }
    }

    /// True if a text selection is dragged beyond the edge of the view and the text continues there.
    public func scrolls(draggedTo point: Point, in rect: Rect) -> Bool {
        guard drag == .text else { return false }
        let text = layout(rect).text
        let first = currentViewport(viewer(in: rect))
        return point.y < text.minY ? first.line > 0 || first.row > 0 : point.y >= text.maxY && cursor != content.end
    }

    /// Moves the cursor to the place of the context menu, unless the menu was opened on the selection.
    private mutating func pressForMenu(at point: Point, in rect: Rect) -> TextInputOutcome {
        storeViewport(in: rect)
        let place = place(under: point, in: rect)
        if let range = selectedRange, range.contains(place) { return .moved }
        keys.leaveSelection()
        moveCursor(to: place)
        return .moved
    }

    private mutating func wheel(_ rows: Int, _ event: MouseEvent, in rect: Rect) -> TextInputOutcome {
        scroll(by: event.modifiers.contains(.shift) ? 0 : rows, in: rect)
        if event.modifiers.contains(.shift), !wraps { viewport.column = max(0, viewport.column + rows * 2) }
        return .moved
    }

    private mutating func press(count: Int, _ event: MouseEvent, in rect: Rect) -> TextInputOutcome {
        let layout = layout(rect)
        if layout.scrollbar.contains(event.position), lineCount > layout.text.height {
            drag = .scrollbar(grip: scrollbar(rect).grip(at: event.position.y - layout.scrollbar.minY))
            return dragScrollbar(event, in: rect)
        }
        storeViewport(in: rect)
        keys.leaveSelection()
        let place = place(under: event.position, in: rect)
        endFind()
        switch (count, layout.gutter.contains(event.position)) {
        case (1, false):
            content.moveCursor(to: place, selecting: event.modifiers.contains(.shift))
            drag = .text
        case (2, false): content.select(content.word(at: place))
        default: content.select(content.wholeLine(place.line))
        }
        return .moved
    }

    private mutating func handleDrag(_ event: MouseEvent, in rect: Rect) -> TextInputOutcome? {
        switch (event.action, drag) {
        case (.drag, .scrollbar): return dragScrollbar(event, in: rect)
        case (.drag, .text):
            storeViewport(in: rect)
            moveCursor(to: place(under: event.position, in: rect), selecting: true)
            return .moved
        case (.release, let held):
            drag = nil
            return held == .text ? selectedText.map { .copied($0) } ?? .moved : .moved
        default: return nil
        }
    }

    private mutating func dragScrollbar(_ event: MouseEvent, in rect: Rect) -> TextInputOutcome {
        guard case .scrollbar(let grip) = drag else { return .moved }
        followsCursor = false
        viewport.line = scrollbar(rect).first(at: event.position.y - rect.minY, grip: grip)
        viewport.row = 0
        return .moved
    }

    func scrollbar(_ rect: Rect) -> Scrollbar {
        Scrollbar(count: lineCount, height: layout(rect).text.height, first: currentViewport(viewer(in: rect)).line)
    }

    /// The position under a cell, also for cells above and below the view.
    private func place(under point: Point, in rect: Rect) -> TextPosition {
        let viewer = viewer(in: rect)
        let viewport = currentViewport(viewer)
        let text = layout(rect).text
        guard let row = viewer.place(point.y - text.minY, below: viewport) else { return content.end }
        return viewer.position(column: point.x - text.minX + viewport.column, on: row)
    }
}

extension EditableText {
    /// The range of a line with its line end.
    func wholeLine(_ number: Int) -> Range<TextPosition> {
        let start = TextPosition(line: number, offset: 0)
        guard number + 1 < lines.count else { return start..<end }
        return start..<TextPosition(line: number + 1, offset: 0)
    }
}
