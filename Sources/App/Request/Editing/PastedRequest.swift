import Engine
import HTTP
import Interchange
import Widgets
import Workspace

/// Converts words in the URL bar to a request: a command of curl, wget or PowerShell, or HTTPie's short form.
enum PastedRequest {
    /// Reads a pasted command; nil if the text is only a URL.
    static func convert(_ state: inout RequestState, _ context: RequestContext, _ text: String) -> RequestOutcome? {
        PastedCommand(text).map { convert(&state, context, $0, text) }
    }

    /// Converts the words in the URL bar, then uses the request for the purpose; nil if the text is only a URL.
    ///
    /// - Parameter purpose: nil only converts the words; the user stays in the URL bar.
    static func convertTyped(_ state: inout RequestState, _ context: RequestContext, for purpose: SendPurpose?) -> RequestOutcome? {
        let text = state.url.text
        if let effects = convert(&state, context, text) { return begin(&state, context, purpose, after: effects, text) }
        guard HTTPieLine.isLine(text) else { return nil }
        let files = HTTPieLine.files(in: text)
        guard files.isEmpty else { return [.effect(.workspace(.readTexts(files, for: text, purpose)))] }
        return begin(&state, context, purpose, after: convertWords(&state, context, text, files: [:], for: purpose), text)
    }

    /// Converts words when the URL bar loses the focus, unless they need files: those wait until the request is used.
    static func convertLeft(_ state: inout RequestState, _ context: RequestContext) -> RequestOutcome {
        let text = state.url.text
        if let effects = convert(&state, context, text) { return effects }
        return HTTPieLine.isLine(text) && HTTPieLine.files(in: text).isEmpty
            ? convertWords(&state, context, text, files: [:], for: nil) : []
    }

    /// Converts the words after their files were read; does nothing if the URL bar has changed since.
    static func convert(
        _ state: inout RequestState, _ context: RequestContext, _ text: String, files: [String: String], for purpose: SendPurpose?
    ) -> RequestOutcome {
        guard state.url.text == text else { return [] }
        return begin(&state, context, purpose, after: convertWords(&state, context, text, files: files, for: purpose), text)
    }

    /// Uses the request for the purpose, unless something could not be read; then the text stays as typed.
    private static func begin(
        _ state: inout RequestState, _ context: RequestContext, _ purpose: SendPurpose?, after effects: RequestOutcome, _ text: String
    ) -> RequestOutcome {
        guard let purpose, state.url.text != text else { return effects }
        let isComposed = effects.steps.contains { if case .output(.compose) = $0 { true } else { false } }
        return effects + (isComposed ? [.next(.submit(purpose))] : RequestReducer.submit(&state, context, for: purpose))
    }

    private static func convertWords(
        _ state: inout RequestState, _ context: RequestContext, _ text: String, files: [String: String], for purpose: SendPurpose?
    ) -> RequestOutcome {
        do throws(ImportError) {
            if let outcome = try composeWords(&state, text, files: files, for: purpose) { return outcome }
            var base = state.draft
            (base.url, base.query) = ("", [])
            let before = base.method
            let isTyping = state.isTypingURL
            show(&state, context, try HTTPieLine.read(text, over: base, files: files))
            let method = state.base.method
            let undo = context.keys.shown("request.undo")
            guard purpose != nil || !isTyping else {
                return .notify(.done, "\(made(state.base)). Enter sends" + (undo.map { ", Esc \($0) undoes" } ?? ""), about: .draft)
            }
            guard method != before, !HTTPieLine.namesMethod(text) else { return [] }
            return .notify(.done, "Converted to \(method) with a body" + (undo.map { ". \($0) undoes" } ?? ""), about: .draft)
        } catch {
            return .notify(.error, error.message, about: .draft)
        }
    }

    /// Puts words with headers, a body or options into a request of their own; nil if the words fit into the one that is open: they only
    /// change its method, URL and query, or it is empty.
    private static func composeWords(
        _ state: inout RequestState, _ text: String, files: [String: String], for purpose: SendPurpose?
    ) throws(ImportError) -> RequestOutcome? {
        let draft = try HTTPieLine.read(text, files: files)
        var rest = draft
        (rest.method, rest.url, rest.query) = (RequestDraft().method, "", [])
        guard rest != RequestDraft() else { return nil }
        let isTyping = state.isTypingURL
        var before = state
        restoreURL(&before, text)
        guard !isEmpty(before, besides: text) else { return nil }
        state = before
        let composing: RequestOutcome = [.output(.compose(draft, typesURL: isTyping))]
        return purpose == nil
            ? composing + .notify(.done, made(draft) + ", a new request" + (isTyping ? ". Enter sends" : ""), about: .draft) : composing
    }

    /// True if a request has no content but these words, so that their conversion replaces nothing.
    private static func isEmpty(_ state: RequestState, besides text: String) -> Bool {
        var draft = state.draft
        if state.url.text == text { (draft.url, draft.query, draft.pathParameters) = ("", [], []) }
        return state.path == nil && !state.hasUnsavedChanges || draft == RequestDraft()
    }

    private static func made(_ draft: RequestDraft) -> String {
        let kind = draft.body.kind
        return "Converted to \(draft.method)"
            + (kind == .none ? "" : " with \(kind == .json ? "JSON" : kind == .xml ? "XML" : kind.rawValue) body")
    }

    /// Converts a command that was pasted while nothing is edited; nil for other texts.
    static func convertAnywhere(_ state: inout RequestState, _ context: RequestContext, _ text: String) -> RequestOutcome? {
        guard let command = PastedCommand(text) else { return nil }
        if (try? command.read(text)) != nil { return convert(&state, context, command, text) + [.output(.focus)] }
        // A command that cannot be converted stays in a URL bar, to be corrected.
        return paste(text, intoURLBarOf: &state, context)
    }

    /// A URL without the line breaks, and the spaces beside them, where a terminal or a mail has wrapped it.
    static func unwrapped(_ text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmed }
        let isOne = lines.count > 1 && lines.dropFirst().allSatisfy { !$0.contains("://") && !$0.contains(" ") }
        return isOne ? lines.joined() : text
    }

    /// Puts a URL that was pasted while nothing is edited into the URL bar of a new request; nil for other texts.
    static func insertURL(_ state: inout RequestState, _ context: RequestContext, _ text: String) -> RequestOutcome? {
        let url = unwrapped(text).trimmed
        guard ["http:", "https:"].contains(WebURL(url)?.protocol ?? ""), !url.contains(where: \.isWhitespace) else { return nil }
        return paste(url, intoURLBarOf: &state, context)
    }

    /// Pastes into the URL bar of the request if that is empty, else into that of a new one.
    private static func paste(_ text: String, intoURLBarOf state: inout RequestState, _ context: RequestContext) -> RequestOutcome {
        guard state.isBlank else { return [.output(.compose(RequestDraft(), typesURL: true)), .next(.paste(text))] }
        RequestEditing.finish(&state, context)
        state.typeURL()
        return [.output(.focus), .next(.paste(text))]
    }

    private static func convert(_ state: inout RequestState, _ context: RequestContext, _ command: PastedCommand, _ text: String)
        -> RequestOutcome
    {
        do throws(ImportError) {
            let imported = try command.read(text)
            let isTyping = context.isSelected && state.isTypingURL
            restoreURL(&state, text)
            let isBlank = isEmpty(state, besides: text)
            if isBlank { show(&state, context, imported.draft) }
            let composing: RequestOutcome = isBlank ? [] : [.output(.compose(imported.draft, typesURL: isTyping))]
            let losses = (imported.losses + imported.changes).joined(separator: "; ")
            let sentence = "Imported from \(command.program)"
            let done = sentence + (isBlank ? ". \(isTyping ? "Esc u" : "u") undoes" : "")
            return composing + (losses.isEmpty ? .notify(.done, done, about: .draft) : .notify(.warning, "\(sentence), but \(losses)"))
        } catch {
            // The text stays as pasted, so that it can be corrected.
            if state.url.text != text { keep(&state, text) }
            return .notify(.error, error.message, about: .draft)
        }
    }

    /// Restores the URL that was in the URL bar before the command was typed or pasted.
    private static func restoreURL(_ state: inout RequestState, _ text: String) {
        if state.url.text == text {
            state.restoreURL(stillTyping: false)
        } else if state.isTypingURL, state.url.text.isEmpty {
            state.restoreURL(stillTyping: true)
        }
    }

    private static func keep(_ state: inout RequestState, _ text: String) {
        guard state.isTypingURL else { return }
        _ = state.url.paste(text)
        RequestEditing.updateFromURL(&state)
    }

    /// Puts a draft into the pane, keeping name, docs and tests of the current request. While the URL bar is edited, it stays so: Enter
    /// sends.
    private static func show(_ state: inout RequestState, _ context: RequestContext, _ draft: RequestDraft) {
        let isTyping = state.isTypingURL
        RequestEditing.finish(&state, context)
        state.fill(draft)
        state.part = .url
        if draft.body.kind != .none { state.tab = .body }
        state.noteChange()
        state.isEditingText = isTyping
    }
}
