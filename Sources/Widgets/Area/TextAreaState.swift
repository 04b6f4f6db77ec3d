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
}
