import Screen
import Widgets

/// Keys of emacs where one line is typed: each is that of an ordinary field, and behind `^X` stand those of the program.
enum EmacsLine {
    /// What leads from a text to the program.
    static let prefix = Key.control("x")

    static func isPrefix(_ key: Key) -> Bool { key == prefix }

    /// The keys to press for `key`, and whether the text is passed over.
    static func keys(_ state: inout AppState, for key: Key) -> (keys: [Key], isProgram: Bool) {
        let isProgram = state.isAfterControlX
        state.isAfterControlX = false
        guard state.typesLineInEmacs else { return ([key], false) }
        if isProgram { return ([key], key != Key(.escape) && key != .control("g")) }
        if isPrefix(key) {
            state.isAfterControlX = true
            return ([], false)
        }
        if state.response.search?.isTyping == true, state.focus == .response, state.overlays.isEmpty {
            // As in emacs' own search, the same key goes on.
            if key == .control("s") { return ([Key(.down)], false) }
            if key == .control("r") { return ([Key(.up)], false) }
        }
        return (EmacsFieldKeymap.keys(for: key) ?? [key], false)
    }
}
