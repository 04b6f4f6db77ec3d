import Screen
import Widgets

/// Dispatches an event from the terminal.
///
/// A key goes to the window on top, else to the text that is being edited, else to the focused pane's commands, those of every pane, and
/// those that always work.
enum InputUpdate {
    static func update(_ state: inout AppState, _ event: InputEvent) -> [Effect] {
        state.unusedKey = nil
        if event.endsSelection, state.selection?.copied != nil { state.selection = nil }
        switch event {
        case .key(let key) where state.screenLayout.isTooSmall: return pressUnseen(&state, key)
        case .mouse where state.screenLayout.isTooSmall, .paste where state.screenLayout.isTooSmall: return []
        case .key(let key):
            let key = state.meant(key)
            return state.hold(key) ? [] : press(&state, key)
        case .mouse(let event): return MouseUpdate.update(&state, event)
        case .paste(let text): return paste(&state, text)
        case .resized(let size): return resize(&state, size)
        case .appearance(let appearance, let background): return applyAppearance(&state, appearance, background)
        case .pasting(true):
            return state.notify(.warning, "Pasting: the rest has not arrived yet. Esc ends it", about: .pasting, stays: true)
        case .pasting(false): state.dismissToasts(about: .pasting)
        case .focused: break
        }
        return []
    }

    /// Handles a key while the screen is too small: only suspend, cancel and a quit without a question work.
    private static func pressUnseen(_ state: inout AppState, _ key: Key) -> [Effect] {
        guard case .command(let id) = state.keymap.match([key], in: [.everywhere]) else { return [] }
        switch id {
        case "application.suspend": return run(&state, id)
        case "application.cancel" where state.nextToCancel != nil: return run(&state, id)
        case "application.quit" where state.quitsAtOnce: return run(&state, id)
        default: return []
        }
    }

    private static func applyAppearance(_ state: inout AppState, _ appearance: Theme.Appearance, _ background: Color?) -> [Effect] {
        state.terminalBackground = TerminalBackground(appearance, color: background)
        state.followBackground()
        return []
    }

    private static func press(_ state: inout AppState, _ key: Key) -> [Effect] {
        if let effects = MouseUpdate.release(&state) { return effects }
        if let next = state.keyAfterEscape(key) { return press(&state, Key(.escape)) + press(&state, next) }
        let isAfterPrefix = state.typedArea?.isPrefixed == true
        let (keys, isProgram) = EmacsLine.keys(&state, for: key)
        return keys.flatMap { press(&state, $0, isProgram: isProgram, isAfterPrefix: isAfterPrefix || isProgram) }
    }

    /// Handles a key of the window on top, of the edited text unless the key is for the program, or of a command. The prefix is `^X` of emacs.
    private static func press(_ state: inout AppState, _ key: Key, isProgram: Bool, isAfterPrefix: Bool) -> [Effect] {
        if state.awaitsTypingPause, key.isLetter, let question = state.windows.last?.content as? Question<Message> {
            // The letter of an answer that is pressed again and again does not prolong the pause.
            return question.choices.contains { key == .character($0.key) } ? [] : [state.prolongTypingPause()]
        }
        if !state.windows.isEmpty {
            // Windows have no keys with this prefix; the key must not become text or another key there.
            if isProgram, key.isLetter { return ContinuationsUpdate.reportUnknown(&state, [EmacsLine.prefix, key]) }
            let isUnknown = isAfterPrefix && key.isLetter && !state.typingTakes(key)
            let effects = state.pressInWindow(key)
            return isUnknown ? effects + ContinuationsUpdate.reportUnknown(&state, [EmacsLine.prefix, key]) : effects
        }
        if !isProgram, state.layer == .edit, let effects = edit(&state, key) { return effects }
        if let effects = commandLine(&state, key) { return effects }
        let pending = state.pendingKeys
        let keys = pending + [key]
        state.pendingKeys = []
        switch state.keymap.match(keys, in: state.scopes) {
        // Where nothing runs, the key offers to quit.
        case .command("application.cancel"): return [.next(.application(.cancelOrQuit))]
        case .command(let id): return run(&state, command(id, state))
        case .prefix:
            state.pendingKeys = keys
            state.continuations = ListState()
            return []
        case .none:
            return ContinuationsUpdate.press(&state, key, after: pending.isEmpty && isAfterPrefix ? [EmacsLine.prefix] : pending)
        }
    }

    /// Handles the palette's key of an editor while letters are commands; nil for other keys.
    private static func commandLine(_ state: inout AppState, _ key: Key) -> [Effect]? {
        let id = "application.commandLine"
        guard state.layer == .edit, !state.lettersAreText, state.keymap.match([key], in: [.nav]) == .command(id) else { return nil }
        return run(&state, id)
    }

    /// The command that a key starts: the key that moves a row explains the word under the cursor where there is no row to move.
    private static func command(_ id: String, _ state: AppState) -> String {
        guard id == "request.moveRowUp", CommandTable.command(id)?.disabledReason(state) != nil else { return id }
        return "request.explain"
    }

    /// Runs a command, or shows why it is not available.
    static func run(_ state: inout AppState, _ id: String) -> [Effect] {
        guard let command = CommandTable.command(id) else { return [] }
        if let reason = command.disabledReason(state) { return state.notify(.warning, "\(command.title): \(reason)") }
        return [.next(command.message)]
    }

    private static func edit(_ state: inout AppState, _ key: Key) -> [Effect]? {
        switch state.focus {
        case .tree: state.pressInTree(key)
        case .request: state.pressInRequest(key)
        case .response: state.pressInResponse(key)
        case .history: state.pressInHistory(key)
        }
    }

    /// True for a text that is no path: the content of a file.
    private static func isContent(_ text: String) -> Bool { text.trimmed.contains(where: \.isNewline) || text.trimmed.first == "{" }

    private static func asksForSource(_ window: Window<Message>?) -> Bool {
        if let prompt = window?.content as? Prompt<Message> { prompt.kind == .source } else { false }
    }

    private static func paste(_ state: inout AppState, _ text: String) -> [Effect] {
        if !state.windows.isEmpty {
            guard asksForSource(state.windows.last), isContent(text) || text.trimmed.hasPrefix("curl ") else {
                return state.pasteInWindow(text)
            }
            state.windows.removeLast()
            return [.transfer(.readPasted(text))]
        }
        guard state.layer == .edit else {
            if let path = DroppedPath.path(in: text) { return [.transfer(.read(path, isAsked: false))] }
            if let effects = state.pasteUneditedInRequest(text) { return effects }
            // The content of a file, or a hint.
            if isContent(text) { return [.transfer(.readPasted(text))] }
            return state.notify(.warning, "Nothing is being edited. Start editing, then paste.")
        }
        switch state.focus {
        case .tree: return state.reduceCollections(.tree(.paste(text)))
        case .request: return state.reduceRequest(.paste(text))
        case .response: return state.reduceResponse(.paste(text))
        case .history: return state.reduceHistory(.paste(text))
        }
    }

    private static func resize(_ state: inout AppState, _ size: Size) -> [Effect] {
        state.size = size
        // Their cells are elsewhere now.
        state.selection = nil
        state.windows.removeAll { $0.content.isBoundToCells }
        return []
    }
}

extension AppState {
    /// Letters are for the text that was being typed until there is a pause, not answers to a question that has opened meanwhile.
    mutating func prolongTypingPause() -> Effect {
        awaitsTypingPause = true
        return .after(.milliseconds(600), .typingPause, .application(.typingPaused))
    }

    /// The key that is meant by one that only terminals with the Kitty keyboard protocol report, such as `^[` for Esc or Shift+Enter for Enter.
    /// Keys of commands and of texts stay.
    fileprivate func meant(_ key: Key) -> Key {
        guard let other = key.legacyForm, !TextFieldState.handles(key), editorPreset != .emacs || !typingTakes(key), !keymap.has(key)
        else { return key }
        if case .character = other.code { return key }
        // It sends as Alt+Enter does, which every terminal reports.
        return key == Key(.enter, .control) ? Key(.enter, .alt) : other
    }

    /// The key after Esc that arrived together with it in INSERT of vim, as over a slow connection: terminals report Alt so. Nil for other keys.
    fileprivate func keyAfterEscape(_ key: Key) -> Key? {
        guard editorPreset == .vim, key.modifiers == .alt, case .character(let character) = key.code, !keymap.has(key), let typedArea,
            typedArea.takesText, !typedArea.isFinding
        else { return nil }
        return .character(character)
    }

    /// Holds a key while a file is being read to be edited in a window, for which the key is meant. A key that closes or ends something
    /// is for the program, and the held keys are dropped.
    /// - Returns: true if the key is held.
    fileprivate mutating func hold(_ key: Key) -> Bool {
        guard heldKeys != nil else { return false }
        if key == Key(.escape) || [.control("c"), .control("q"), .control("z")].contains(key) {
            heldKeys = nil
            return false
        }
        heldKeys?.append(key)
        return true
    }

    /// Notes that a file is being read to be edited in a window.
    mutating func holdKeys(for effects: [Effect]) {
        for case .workspace(.settings(let effect)) in effects where effect.opensWindow { heldKeys = heldKeys ?? [] }
    }

    /// The held keys as events for the window that has opened, or for the panes if the file could not be read.
    mutating func releaseKeys() -> [Effect] { heldKeys.take()?.map { .next(.input(.key($0))) } ?? [] }
}

/// The popup after a prefix key.
enum ContinuationsUpdate {
    /// Handles a key that completes no sequence: arrows, PgUp, PgDn, Home and End scroll the popup; any other key closes it.
    static func press(_ state: inout AppState, _ key: Key, after pending: [Key]) -> [Effect] {
        guard !pending.isEmpty else {
            return key.isLetter ? reportUnknown(&state, [key]) : []
        }
        guard key.isNamed, let motion = ListMotion(key) else { return reportUnknown(&state, pending + [key]) }
        scroll(&state, motion, after: pending)
        return []
    }

    /// Reports keys without a meaning, unless they only cancel a prefix.
    static func reportUnknown(_ state: inout AppState, _ keys: [Key]) -> [Effect] {
        guard let last = keys.last, last != Key(.escape), last != .control("g") else { return [] }
        let help = state.keyNames.shown("application.help").map { ". \($0) shows all keys" } ?? ""
        let typed = keys.map { KeyNotation.show([$0]) }.joined(separator: " ")
        return state.notify(.warning, "\(typed): no command here\(help)", about: .keys)
    }

    /// Shows the message of an editor about its last key.
    static func notify(_ state: inout AppState, _ remark: EditorRemark?) -> [Effect] {
        switch remark {
        case nil: []
        case .unknown(let keys): reportUnknown(&state, keys)
        case .noBlocks: state.notify(.warning, "There is no VISUAL BLOCK here: whole lines are selected", about: .keys)
        }
    }

    private static func scroll(_ state: inout AppState, _ motion: ListMotion, after pending: [Key]) {
        state.pendingKeys = pending
        guard let popup = state.keysPopup, popup.lineCount > popup.list.height else {
            state.pendingKeys = []
            return
        }
        let height = popup.list.height
        state.continuations.scroll(by: motion.distance(height: height), count: popup.lineCount, height: height)
    }

    /// Handles the mouse: a click on a line presses its key, the wheel scrolls. A click elsewhere closes the popup and returns nil, so that
    /// the caller handles it.
    static func mouse(_ state: inout AppState, _ event: MouseEvent) -> [Effect]? {
        guard let popup = state.keysPopup, popup.frame.contains(event.position) else {
            if event.isPress { state.pendingKeys = [] }
            return nil
        }
        switch state.continuations.handle(event, in: popup.list, count: popup.lineCount) {
        case .selected(let line), .opened(let line):
            guard let command = popup.command(onLine: line, at: event.position.x) else { return [] }
            state.pendingKeys = []
            return InputUpdate.run(&state, command)
        case .menu, .scrolled, nil: return []
        }
    }
}

extension Key {
    /// True for a character without modifiers, or several, which is text while something is edited.
    var isLetter: Bool {
        switch code {
        case .character, .characters: modifiers.isSubset(of: .shift)
        default: false
        }
    }

    /// True for a key with a name, such as an arrow, without modifiers.
    fileprivate var isNamed: Bool { if case .character = code { false } else { modifiers.isEmpty } }
}

extension AppState {
    /// The multi-line text that gets the keys; nil in command mode and for single lines.
    var typedArea: TextAreaState? {
        if let window = windows.last {
            guard let tableWindow = window.content as? TableWindow, tableWindow.page.isTyping else { return nil }
            return tableWindow.page.text
        }
        guard focus == .request, request.isEditingText, let path = request.currentArea else { return nil }
        return request[keyPath: path]
    }

    /// The single line of a pane that gets the keys; nil if none is edited.
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

    /// True if the edited text handles `key`, so that no command gets it.
    func typingTakes(_ key: Key) -> Bool {
        if let typedArea { return typedArea.handles(key) }
        return TextFieldState.handles(key) || typesLineInEmacs && (key == EmacsLine.prefix || EmacsFieldKeymap.handles(key))
    }

    /// The keys that start a command during text input, in their short form; nil if the text handles all of them.
    ///
    /// In emacs `^X` begins the keys of commands.
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

    /// The characters that may do more than be inserted into the text that receives the keys, so that each is handled as one key; nil if
    /// letters are commands, or if the last key gives them another meaning.
    var charactersWithMeaning: Set<Character>? {
        guard lettersAreText, !screenLayout.isTooSmall, heldKeys == nil, pendingKeys.isEmpty, mouse.afterRelease == nil, !isAfterControlX,
            !isLineMarkSet, typedArea?.isPrefixed != true
        else { return nil }
        if let form = windows.last?.content as? FormState<Message>, form.hasChoices { return nil }
        // A colon ends the name of a header; a space goes to the next of a few words.
        let ofCells: Set<Character> = [":", " "]
        return windows.isEmpty && focus == .request && request.isEditingCell ? ofCells : []
    }
}

/// Emacs keys in single lines: each is converted to a key of an ordinary field; after `^X` the program's keys follow.
enum EmacsLine {
    /// The key that leads from a text to the program's keys.
    static let prefix = Key.control("x")

    /// The keys to press for `key`, and true if they are for the program and not for the text.
    static func keys(_ state: inout AppState, for key: Key) -> (keys: [Key], isProgram: Bool) {
        let isProgram = state.isAfterControlX
        state.isAfterControlX = false
        guard state.typesLineInEmacs else {
            state.isLineMarkSet = false
            // As in emacs, it closes what waits for an answer.
            let closes = key == .control("g") && state.editorPreset == .emacs && !state.windows.isEmpty && state.typedArea == nil
            return ([closes ? Key(.escape) : key], false)
        }
        if isProgram { return ([key], key != Key(.escape) && key != .control("g")) }
        if key == prefix {
            state.isAfterControlX = true
            return ([], false)
        }
        if state.response.search?.isTyping == true, state.focus == .response, state.windows.isEmpty {
            // As in emacs' own search, the same key finds the next match.
            if key == .control("s") { return ([Key(.down)], false) }
            if key == .control("r") { return ([Key(.up)], false) }
        }
        return (edit(&state, key), false)
    }

    /// The keys of a field for an emacs key. While the mark is set, moving selects; any other key removes the mark.
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

extension InputEvent {
    /// True if a copied selection is no longer shown after this event.
    fileprivate var endsSelection: Bool {
        switch self {
        case .key, .paste, .resized: true
        case .mouse(let event):
            switch event.action {
            case .press, .wheelUp, .wheelDown, .wheelLeft, .wheelRight: true
            case .drag, .release: false
            }
        case .appearance, .pasting, .focused: false
        }
    }
}
