import Interchange
import Widgets
import Workspace

/// Takes a whole request out of words in the URL bar: a command of curl, wget or PowerShell, or HTTPie's short form.
enum PastedRequest {
    /// Reads a pasted command; nil if the text is just a URL.
    static func take(_ state: inout AppState, _ text: String) -> [Effect]? {
        PastedCommand(text).map { take(&state, $0, text) }
    }

    /// Takes words that stand in the URL bar, and does with the request what they are taken for; nil where there is just a URL.
    ///
    /// - Parameter purpose: nil where the request is all that they are taken for; who typed them goes on in the URL bar.
    static func takeTyped(_ state: inout AppState, for purpose: SendPurpose?) -> [Effect]? {
        let text = state.request.url.text
        if let effects = take(&state, text) { return begin(&state, purpose, after: effects, text) }
        guard HTTPieLine.isLine(text) else { return nil }
        let files = HTTPieLine.files(in: text)
        guard files.isEmpty else { return [.workspace(.readTexts(files, for: text, purpose))] }
        return begin(&state, purpose, after: takeWords(&state, text, files: [:], for: purpose), text)
    }

    /// Takes words that are left and need no files; those that do wait until something is done with the request.
    static func takeLeft(_ state: inout AppState) -> [Effect] {
        let text = state.request.url.text
        if let effects = take(&state, text) { return effects }
        return HTTPieLine.isLine(text) && HTTPieLine.files(in: text).isEmpty ? takeWords(&state, text, files: [:], for: nil) : []
    }

    /// The words once their files were read, and what they were taken for; nothing where other words stand there by now.
    static func take(_ state: inout AppState, _ text: String, files: [String: String], for purpose: SendPurpose?) -> [Effect] {
        guard state.request.url.text == text else { return [] }
        return begin(&state, purpose, after: takeWords(&state, text, files: files, for: purpose), text)
    }

    /// Goes on with the purpose, unless something could not be read; then the text stays as typed.
    private static func begin(_ state: inout AppState, _ purpose: SendPurpose?, after effects: [Effect], _ text: String) -> [Effect] {
        guard let purpose, state.request.url.text != text else { return effects }
        return effects + RequestSending.begin(&state, for: purpose)
    }

    private static func takeWords(
        _ state: inout AppState, _ text: String, files: [String: String], for purpose: SendPurpose?
    ) -> [Effect] {
        do throws(ImportError) {
            var base = state.request.draft
            (base.url, base.query) = ("", [])
            let before = base.method
            let isTyping = state.request.isTypingURL
            show(&state, try HTTPieLine.read(text, over: base, files: files))
            let method = state.request.base.method
            guard purpose != nil || !isTyping else { return state.say(.done, "\(made(state)): Enter sends it, Esc u takes it back") }
            guard method != before, !HTTPieLine.namesMethod(text) else { return [] }
            return state.say(.done, "The words behind the URL are a body now, and the request a \(method): u takes it back")
        } catch {
            return state.say(.error, error.message, about: .draft)
        }
    }

    private static func made(_ state: AppState) -> String {
        let kind = state.request.bodyKind
        return "The words are a \(state.request.base.method) request now" + (kind == .none ? "" : ", its body \(kind.rawValue)")
    }

    /// A command that is pasted where nothing is edited is meant as a request; nil for other texts.
    static func takeAnywhere(_ state: inout AppState, _ text: String) -> [Effect]? {
        guard let command = PastedCommand(text) else { return nil }
        if (try? command.read(text)) != nil { return take(&state, command, text) + ApplicationUpdate.update(&state, .focus(.request)) }
        // What cannot be read waits in a URL bar, to be mended.
        var effects = state.request.isBlank ? [] : RequestFiles.update(&state, .compose(RequestDraft()))
        effects += ApplicationUpdate.update(&state, .focus(.request))
        (state.request.part, state.request.isEditingText) = (.url, true)
        return effects + take(&state, command, text)
    }

    private static func take(_ state: inout AppState, _ command: PastedCommand, _ text: String) -> [Effect] {
        do throws(ImportError) {
            let imported = try command.read(text)
            let isTyping = state.focus == .request && state.request.isTypingURL
            giveBackURL(&state, text)
            let isBlank = state.request.path == nil && !state.request.hasUnsavedChanges || state.request.draft == RequestDraft()
            var effects: [Effect] = []
            if isBlank {
                show(&state, imported.draft)
            } else {
                effects = RequestFiles.update(&state, .compose(imported.draft))
                if isTyping { (state.request.part, state.request.isEditingText) = (.url, true) }
            }
            let losses = imported.losses.joined(separator: "; ")
            let sentence = "The \(command.program) command is a request now"
            let done = sentence + (isBlank ? ": \(isTyping ? "Esc u" : "u") takes it back" : "")
            return effects
                + (losses.isEmpty
                    ? state.say(.done, done) : state.say(.warning, "\(sentence), but \(losses)"))
        } catch {
            // The text stays as pasted, so that it can be mended.
            if state.request.url.text != text { keep(&state, text) }
            return state.say(.error, error.message, about: .draft)
        }
    }

    /// Restores the URL that was in the URL bar before the command was typed or pasted.
    private static func giveBackURL(_ state: inout AppState, _ text: String) {
        if state.request.url.text == text {
            state.request.giveBackURL(stillTyping: false)
        } else if state.request.isTypingURL, state.request.url.text.isEmpty {
            state.request.giveBackURL(stillTyping: true)
        }
    }

    private static func keep(_ state: inout AppState, _ text: String) {
        guard state.request.isTypingURL else { return }
        _ = state.request.url.paste(text)
        RequestEditing.followURL(&state)
    }

    /// Puts a draft into the pane; name, docs and tests of the request that is there stay. Who typed in the URL bar goes on there: Enter sends,
    /// and letters are no commands.
    private static func show(_ state: inout AppState, _ draft: RequestDraft) {
        let isTyping = state.request.isTypingURL
        RequestEditing.finish(&state)
        state.request.fill(draft)
        state.request.part = .url
        if draft.body.kind != .none { state.request.tab = .body }
        state.request.noteChange()
        state.request.isEditingText = isTyping
    }
}
