import Screen
import Widgets

/// Keys of emacs where one line is typed: each is that of an ordinary field, and behind `^X` stand those of the program.
enum EmacsLine {
    /// The key that leads from a text to the program's keys.
    static let prefix = Key.control("x")

    static func isPrefix(_ key: Key) -> Bool { key == prefix }

    /// The keys to press for `key`, and whether the text is passed over.
    static func keys(_ state: inout AppState, for key: Key) -> (keys: [Key], isProgram: Bool) {
        let isProgram = state.isAfterControlX
        state.isAfterControlX = false
        guard state.typesLineInEmacs else {
            state.isLineMarkSet = false
            return ([key], false)
        }
        if isProgram { return ([key], key != Key(.escape) && key != .control("g")) }
        if isPrefix(key) {
            state.isAfterControlX = true
            return ([], false)
        }
        if state.response.search?.isTyping == true, state.focus == .response, state.windows.isEmpty {
            // As in emacs' own search, the same key goes on.
            if key == .control("s") { return ([Key(.down)], false) }
            if key == .control("r") { return ([Key(.up)], false) }
        }
        return (edit(&state, key), false)
    }

    /// The keys of a field for one of emacs. While the mark is set, moving selects; whatever else is done with that ends it.
    private static func edit(_ state: inout AppState, _ key: Key) -> [Key] {
        if EmacsFieldKeymap.setsMark(key) {
            state.isLineMarkSet = true
            return []
        }
        guard state.isLineMarkSet else { return EmacsFieldKeymap.keys(for: key) ?? [key] }
        if let selecting = EmacsFieldKeymap.selectingKey(for: key) { return [selecting] }
        state.isLineMarkSet = false
        return EmacsFieldKeymap.keysOnRegion(for: key) ?? EmacsFieldKeymap.keys(for: key) ?? [key]
    }
}
