import Interchange
import Platform
import Widgets
import Workspace

/// The Text tab, which shows the whole request as text.
enum RequestDocument {
    /// Writes the request as text, unless the text there is not a valid request.
    static func show(_ state: inout RequestState) {
        guard state.documentProblem == nil else { return }
        let text = HTTPText.write(state.draft)
        state.documentSnapshot = state.snapshot
        guard !state.document.text.hasSameBytes(as: text) else { return }
        state.document.replaceAll(with: text)
        state.documentVersion = state.document.version
        state.documentDoubt = HTTPText.doubt(about: text)
    }

    /// Discards the typed text and writes the request as text.
    static func rewrite(_ state: inout RequestState) {
        (state.documentProblem, state.documentBase) = (nil, nil)
        state.documentVersion = state.document.version
        show(&state)
        state.noteChange()
    }

    /// The maximum length of a text that is rewritten at each key in the URL; a longer one is rewritten when typing ends.
    private static let maxFollowed = 16 << 10

    /// Rewrites the text if another part of the request changed while the text is shown.
    static func rewriteIfShown(_ request: inout RequestState, whileTyping: Bool = false) {
        guard request.tab == .text, !(request.part == .content && request.isEditingText), request.documentSnapshot != request.snapshot,
            !whileTyping || !request.document.isLonger(than: maxFollowed)
        else { return }
        show(&request)
    }

    /// Discards changes, and keeps a text that is not a valid request for undo.
    static func discard(_ state: inout RequestState, _ load: (inout RequestState) -> Void) {
        let kept = state.documentProblem == nil ? nil : (text: state.document.text, base: state.documentBase)
        let before = state.history.changeNumber
        load(&state)
        let now = state.history.changeNumber
        state.discardedText = kept.map { DiscardedText(text: $0.text, base: $0.base, changeNumber: now, hasOtherChanges: now != before) }
    }

    private static func undoDiscard(_ state: inout RequestState) -> Bool {
        guard state.canUndoDiscard, let discarded = state.discardedText else { return false }
        state.discardedText = nil
        if discarded.hasOtherChanges { _ = state.undo() }
        restore(&state, discarded.text, base: discarded.base)
        return true
    }

    /// Undoes the last typing in a text that is not a valid request, or its discarding; false if the request itself has newer changes to
    /// undo.
    static func undo(_ state: inout RequestState) -> Bool {
        if undoDiscard(&state) { return true }
        guard state.section == .document, state.documentProblem != nil, state.document.undo() != nil else {
            return false
        }
        parseOrReset(&state)
        return true
    }

    /// Redoes the change that ``undo(_:)`` undid.
    static func redo(_ state: inout RequestState) -> Bool {
        guard state.section == .document, state.document.redo() != nil else { return false }
        parseOrReset(&state)
        return true
    }

    private static func parseOrReset(_ state: inout RequestState) {
        if state.document.version == state.documentVersion {
            (state.documentProblem, state.documentBase) = (nil, nil)
            state.noteChange()
        } else {
            parse(&state)
        }
    }

    /// Shows an autosaved text that is not a valid request, to be corrected; `base` is the request when the text became invalid.
    static func restore(_ state: inout RequestState, _ text: String, base: RequestDraft?) {
        state.tab = .text
        state.part = .content
        state.sectionIndex = 0
        state.document.replaceAll(with: text)
        state.documentBase = base
        parse(&state)
    }

    /// Parses the text into the request, or stores the reason why it is not valid.
    static func parse(_ state: inout RequestState) {
        guard state.tab == .text, state.document.version != state.documentVersion else { return }
        let (text, parts) = (state.document.text, state.draft)
        do throws(HTTPTextError) {
            let merge = try DraftMerge(of: state.documentBase ?? parts, parts: parts) { base throws(HTTPTextError) in
                try HTTPText.read(text, over: base)
            }
            (state.documentProblem, state.documentBase) = (nil, nil)
            state.documentDoubt = HTTPText.doubt(about: text)
            state.documentVersion = state.document.version
            apply(&state, merge)
        } catch {
            if state.documentProblem == nil, state.documentBase == nil { state.documentBase = parts }
            (state.documentProblem, state.documentProblemLine) = (error.description, error.line - 1)
        }
        state.noteChange()
    }

    /// Merges the changes of the text and of the tabs into the request, and asks about conflicts.
    private static func apply(_ state: inout RequestState, _ merge: DraftMerge) {
        state.fill(merge.draft)
        // If the tabs contain more, the text is rewritten.
        state.documentSnapshot = merge.isText ? state.snapshot : nil
        guard !merge.disputed.isEmpty else { return }
        state.dispute = RequestState.Dispute(items: merge.disputed, alternative: merge.alternative)
    }

    /// The question whether to keep the text or the tabs, asked once; nil if they agree.
    static func nextQuestion(_ state: inout RequestState) -> Question<RequestMessage>? {
        guard let dispute = state.dispute else { return nil }
        state.dispute = nil
        return Question(
            title: "The text and the tabs differ",
            text: "The tabs were changed while the text was invalid. Which version should be kept?", items: dispute.items,
            choices: [
                Question<RequestMessage>.Choice("x", "Keep the text", []),
                Question<RequestMessage>.Choice("t", "Keep the tabs", [.replaceContent(dispute.alternative)]),
            ])
    }
}
