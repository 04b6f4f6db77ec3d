import Screen
import Widgets

extension AppState {
    /// The text of many lines that keys go to; nil where letters are commands, and where one line is typed.
    var typedArea: TextAreaState? {
        if let window = windows.last {
            guard case .sheet(let sheet) = window, sheet.page.isTyping else { return nil }
            return sheet.page.text
        }
        guard focus == .request, request.isEditingText, let path = request.currentArea else { return nil }
        return request[keyPath: path]
    }

    /// The one line of a pane that keys go to; nil where none is typed.
    var typedField: TextFieldState? {
        guard windows.isEmpty, layer == .edit else { return nil }
        switch focus {
        case .response where response.query?.isTyping == true: return response.query?.field
        case .response: return response.search?.field
        case .request where request.part == .url: return request.url
        case .request: return request.currentRows.flatMap { request[keyPath: $0].table.editor }
        case .tree, .history: return nil
        }
    }

    /// True if a single line is edited with the emacs preset.
    var typesLineInEmacs: Bool { editorPreset == .emacs && layer == .edit && typedArea == nil }

    /// True if the edited text takes `key`, so that no command gets it.
    func typingTakes(_ key: Key) -> Bool {
        if let typedArea { return typedArea.takes(key) }
        return TextFieldState.takes(key) || typesLineInEmacs && (EmacsLine.isPrefix(key) || EmacsFieldKeymap.takes(key))
    }

    /// The keys that start a command while something is typed, in their short form; nil where the text has all of them.
    ///
    /// In emacs `^X` leads from the text to the program.
    func keysWhileTyping(of command: AppCommand) -> String? {
        let sequences = keymap.keys(of: command)
        if let free = sequences.first(where: { $0.first.map(typingTakes) == false }) { return KeyNotation.show(free) }
        guard editorPreset == .emacs, typedArea?.isFinding != true, let first = sequences.first(where: { $0.first?.modifiers == .control })
        else { return nil }
        return KeyNotation.show([EmacsLine.prefix] + first)
    }

    /// The name of the layer: the mode of an editor that has modes.
    var layerName: String { typedArea?.modeName ?? layer.title }

    /// True if letters are inserted into a text.
    var lettersAreText: Bool { typedArea?.takesText ?? (layer == .edit) }
}

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
