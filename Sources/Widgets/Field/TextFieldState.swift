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
}
