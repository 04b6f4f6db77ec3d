public import Screen

/// Text of many lines that is edited: what is in it, the cursor, the view and the history.
///
/// Keys and the mouse come with the rectangle that the area is drawn in. A change costs the lines that it touches, and a frame those that
/// are seen, however long the text is.
public struct TextAreaState: Equatable, Sendable {
    /// Whether lines go on in the next row instead of leaving the view.
    public var wraps = false
    /// Whether lines are numbered.
    public var showsLineNumbers = true
    var content: EditableText
    var keys: EditorKeys
    var viewport = TextViewport()
    /// Whether the view goes where the cursor goes; not after the wheel was turned.
    var followsCursor = true
    var find: FindState?
    /// What was looked for last.
    var search: TextSearch?
    /// Whether that was towards the start.
    var lookedBackward = false
    var drag: Drag?

    /// What the pointer holds while a button is down.
    enum Drag: Equatable, Sendable {
        case text
        case scrollbar(grip: Int)
    }

    /// An area with `text`, the cursor at its start and nothing to undo.
    public init(text: String = "", preset: EditorPreset = .standard) {
        content = EditableText(text)
        keys = EditorKeys(preset)
    }

    // MARK: What is there

    /// The whole text; costs its length.
    public var text: String { content.text }
    /// Grows with every change, and is all that has to be compared to know of one.
    public var revision: Int { content.revision }
    /// Whether there is no text.
    public var isEmpty: Bool { content.isEmpty }
    /// Which text there is: the same again after a change was undone, so that it tells whether the text is what it was.
    public var version: Int { content.history.version }
    /// The number of the change that would be undone next, which grows with each; 0 when there is none.
    public var stepNumber: Int { content.history.stepNumber }
    /// At least 1.
    public var lineCount: Int { content.lines.count }

    /// Whether the text has more bytes than that; costs as many steps at most.
    public func isLonger(than byteCount: Int) -> Bool {
        var count = -1
        for line in content.lines {
            count += line.count + 1
            if count > byteCount { return true }
        }
        return false
    }
    /// A line without its end, from 0.
    public func line(_ number: Int) -> String { content.lines[number].text }
    /// Where the next character goes.
    public var cursor: TextPosition { content.cursor }
    /// The column of the cursor, from 0, as it is seen.
    public var cursorColumn: Int { content.lines[cursor.line].column(at: cursor.offset) }
    /// What is selected, nil when nothing is.
    public var selectedText: String? { selectedRange.map(content.text(in:)) }
    /// Where it is, nil when nothing is selected.
    public var selectedRange: Range<TextPosition>? { keys.selection(in: content) }
    /// What the editor's mode is called, such as `NORMAL`; nil for editors without modes, and while what to find is typed.
    public var modeName: String? { find == nil ? keys.modeName : nil }
    /// Whether a prefix was pressed, so that the next key is a command.
    public var isPrefixed: Bool { find == nil && keys.isPrefixed }
    /// Whether a printable key would put itself into the text or into what is looked for.
    public var takesText: Bool { find != nil || keys.takesText }
    /// Whether `key` would be for the text or for what is looked for, and not for whoever is around the area.
    public func takes(_ key: Key) -> Bool { find == nil ? keys.takes(key) : findTakes(key) }
    /// Whose keys the area has; setting it begins in that editor's first mode.
    public var preset: EditorPreset {
        get { keys.preset }
        set {
            guard newValue != keys.preset else { return }
            content.endStep()
            keys = EditorKeys(newValue)
        }
    }

    // MARK: Changes from outside

    /// Puts `new` in the place of all, as formatting does; undo takes it back, and the cursor stays on its line.
    public mutating func replaceAll(with new: String) {
        let old = cursor
        content.replace(.zero..<content.end, with: new)
        moveCursor(to: TextPosition(line: min(old.line, lineCount - 1), offset: old.offset))
    }

    /// Whether the same lines stand there; costs nothing between copies of one text.
    public func hasSameText(as other: TextAreaState) -> Bool { content.lines == other.content.lines }

    /// Takes the text, the cursor and the history of a copy that was changed elsewhere; the view and the mode stay.
    public mutating func takeText(of copy: TextAreaState) {
        followsCursor = true
        content = copy.content
    }

    /// Puts `new` in the place of what stands between two places, as completing a word does; undo takes it back.
    public mutating func replace(_ range: Range<TextPosition>, with new: String) {
        followsCursor = true
        let (start, end) = (content.clamped(range.lowerBound), content.clamped(range.upperBound))
        content.replace(start..<max(start, end), with: new)
    }

    /// Puts pasted text in the place of the selection, as it is but for ends of lines, which all are `\n` then.
    public mutating func paste(_ text: String) -> TextInputOutcome {
        followsCursor = true
        if find != nil { return pasteIntoFind(text) }
        keys.paste(Self.unified(text), into: &content)
        return .pasted(text)
    }

    /// Puts the cursor to the nearest place there is, and the view where it is seen.
    public mutating func moveCursor(to position: TextPosition, selecting: Bool = false) {
        followsCursor = true
        content.moveCursor(to: position, selecting: selecting)
    }

    /// Gives what is selected for the clipboard, and with `cuts` takes it out of the text; nil when nothing is selected.
    public mutating func copySelection(cuts: Bool) -> TextInputOutcome? {
        guard let range = selectedRange else { return nil }
        let text = content.text(in: range)
        guard cuts else { return .copied(text) }
        replace(range, with: "")
        keys.leaveSelection()
        return .cut(text)
    }

    /// Takes the last change back; nil when there is none.
    public mutating func undo() -> TextInputOutcome? {
        followsCursor = true
        return content.undo() ? .changed : nil
    }

    /// Brings the change back that was undone last; nil when there is none.
    public mutating func redo() -> TextInputOutcome? {
        followsCursor = true
        return content.redo() ? .changed : nil
    }

    /// Scrolls by `rows` and leaves the cursor where it is.
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

    /// What is seen: around the cursor while the view follows it.
    func currentViewport(_ viewer: TextViewer) -> TextViewport {
        followsCursor ? viewer.revealing(cursor, from: viewport) : viewer.clamped(viewport)
    }

    /// The cells in which is typed: those of what is looked for, or else the cursor's row; empty while that is not seen.
    public func typedCells(in rect: Rect) -> Rect {
        let layout = layout(rect)
        if !layout.find.isEmpty { return layout.find }
        let viewer = viewer(in: rect)
        let row = viewer.rows(of: currentViewport(viewer)).firstIndex(of: viewer.row(of: cursor))
        return row.map { layout.text.row($0) } ?? .empty
    }

    /// Keeps what is seen now; a viewer must not outlive this, or the next edit would copy all lines.
    mutating func settleView(in rect: Rect) {
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

    /// What is to be said of the last key; nothing of those that are typed to find something.
    public var remark: EditorRemark? { keys.remark }

    /// Edits as `key` says, in the keys of the area's preset; nil for what is not for the text.
    public mutating func handle(_ key: Key, in rect: Rect) -> TextInputOutcome? {
        if find != nil { return handleFind(key) }
        settleView(in: rect)
        if wraps, let outcome = moveByRows(key, in: rect) { return outcome }
        let old = (content.revision, content.selection)
        let reply = keys.handle(key, on: &content, page: max(1, layout(rect).text.height))
        if old != (content.revision, content.selection) { followsCursor = true }
        return follow(reply, in: rect)
    }

    private mutating func follow(_ reply: EditorReply, in rect: Rect) -> TextInputOutcome? {
        switch reply {
        case .ignored: return nil
        case .done(let outcome): return outcome
        case .openFind(let backward): openFind(backward: backward)
        case .findAgain(let direction): findAgain(direction)
        case .findWord(let word, let backward): findWord(word, backward: backward)
        case .scroll(let rows): scroll(by: rows, in: rect)
        case .align(let share):
            viewport = viewer(in: rect).aligned(cursor, share: share, from: viewport)
            followsCursor = false
        }
        return .moved
    }

    /// Where lines are wrapped, the arrows go by what is seen.
    private mutating func moveByRows(_ key: Key, in rect: Rect) -> TextInputOutcome? {
        guard key.code == .up || key.code == .down, key.modifiers.isSubset(of: .shift), keys.movesByRows else { return nil }
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

    /// Handles the mouse over the area that is drawn in `rect`; drags that began inside may leave it.
    ///
    /// A click places the cursor, with Shift it selects up to there, on a line's number it selects the line; a double-click selects a
    /// word, a triple one the line. What a drag has selected is `copied` when the button goes up. The wheel scrolls, with Shift sideways. The
    /// right button places the cursor beside what is selected, for a menu.
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

    /// Whether a drag over the text has left it for where there is more of it.
    public func scrolls(draggedTo point: Point, in rect: Rect) -> Bool {
        guard drag == .text else { return false }
        let text = layout(rect).text
        let first = currentViewport(viewer(in: rect))
        return point.y < text.minY ? first.line > 0 || first.row > 0 : point.y >= text.maxY && cursor != content.end
    }

    /// What the menu does, it does where it was opened, or with the selection under the pointer.
    private mutating func pressForMenu(at point: Point, in rect: Rect) -> TextInputOutcome {
        settleView(in: rect)
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
        settleView(in: rect)
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
            settleView(in: rect)
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

    /// The place under a cell; above and below the text the rows that would be there.
    private func place(under point: Point, in rect: Rect) -> TextPosition {
        let viewer = viewer(in: rect)
        let viewport = currentViewport(viewer)
        let text = layout(rect).text
        guard let row = viewer.place(point.y - text.minY, below: viewport) else { return content.end }
        return viewer.position(column: point.x - text.minX + viewport.column, on: row)
    }
}

extension EditableText {
    /// A line with its end.
    func wholeLine(_ number: Int) -> Range<TextPosition> {
        let start = TextPosition(line: number, offset: 0)
        guard number + 1 < lines.count else { return start..<end }
        return start..<TextPosition(line: number + 1, offset: 0)
    }
}
