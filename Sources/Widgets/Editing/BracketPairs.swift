import Screen

/// The pairs of brackets and quotes that are completed while typing.
///
/// An action goes around the key interpreter, which sees the key as usual: vim repeats what was typed.
enum BracketPairs {
    /// A change beside that of the key itself.
    enum Action: Equatable {
        /// Inserts the closing character behind the one that is typed.
        case close(Character)
        /// Goes over the closing character, which is there already.
        case typeOver
        /// Deletes the closing character with the opening one.
        case deletePair
    }

    private static let closing: [Character: Character] = ["{": "}", "[": "]", "(": ")", "\"": "\""]

    /// The action that goes with a key; nil if the key stands for itself.
    static func action(for key: Key, in text: EditableText) -> Action? {
        guard text.selection.range == nil, key.modifiers.isEmpty else { return nil }
        let line = text.lines[text.cursor.line]
        let (before, next) = (line.character(before: text.cursor.offset), line.character(at: text.cursor.offset))
        if key.code == .backspace {
            return before.flatMap { closing[$0] }.map { $0 == next } == true ? .deletePair : nil
        }
        guard case .character(let typed) = key.code, before != "\\" else { return nil }
        if typed == next, closing.values.contains(typed) { return .typeOver }
        guard let close = closing[typed], next.map({ $0.isWhitespace || "}]),:;".contains($0) }) ?? true else { return nil }
        guard typed == "\"" else { return .close(close) }
        // A quote behind a word ends one, and so does one behind an odd number of them.
        let quotes = line.slice(0..<text.cursor.offset).count { $0 == "\"" }
        let isBehindWord = before.map { $0.isLetter || $0.isNumber } ?? false
        return isBehindWord || !quotes.isMultiple(of: 2) ? nil : .close(close)
    }
}

extension EditableText {
    /// Inserts a text behind the cursor.
    mutating func insertBehind(_ new: String) {
        let place = cursor
        insert(new)
        moveCursor(to: place)
    }

    /// Deletes the character behind the cursor.
    mutating func deleteNext() { replace(cursor..<after(cursor), with: "") }
}
