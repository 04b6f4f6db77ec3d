import Interchange
import Widgets
import Workspace

/// The tab that shows the whole request as text.
enum RequestDocument {
    /// Writes the request anew, unless what was typed there is no request yet.
    static func show(_ state: inout AppState) {
        guard state.request.documentProblem == nil else { return }
        let text = HTTPText.write(state.request.draft)
        state.request.documentMark = state.request.mark
        guard state.request.document.text != text else { return }
        state.request.document.replaceAll(with: text)
        state.request.documentVersion = state.request.document.version
        state.request.documentDoubt = HTTPText.doubt(about: text)
    }

    /// Lets go of what was typed as text.
    static func writeAnew(_ state: inout AppState) {
        (state.request.documentProblem, state.request.documentBase) = (nil, nil)
        state.request.documentVersion = state.request.document.version
        show(&state)
        state.request.noteChange()
    }

    /// So long a text is written anew at each key of the URL; a longer one when typing has ended.
    private static let mostFollowed = 16 << 10

    /// Writes the request anew where something else of it was changed while its text is shown.
    static func follow(_ state: inout AppState, whileTyping: Bool = false) {
        let request = state.request
        guard request.tab == .text, !(request.part == .content && request.isEditingText), request.documentMark != request.mark,
            !whileTyping || !request.document.isLonger(than: mostFollowed)
        else { return }
        show(&state)
    }

    /// Takes back what was typed last in a text that is no request; false where the request itself has more to take back.
    static func undo(_ state: inout AppState) -> Bool {
        guard state.request.section == .document, state.request.documentProblem != nil, state.request.document.undo() != nil else {
            return false
        }
        follow(&state)
        return true
    }

    /// Brings back what was taken back so.
    static func redo(_ state: inout AppState) -> Bool {
        guard state.request.section == .document, state.request.document.redo() != nil else { return false }
        follow(&state)
        return true
    }

    private static func follow(_ state: inout AppState) {
        if state.request.document.version == state.request.documentVersion {
            (state.request.documentProblem, state.request.documentBase) = (nil, nil)
            state.request.noteChange()
        } else {
            take(&state)
        }
    }

    /// Shows a text that an earlier run left unread, to be mended; `base` is what the request was when it became unreadable.
    static func bringBack(_ state: inout AppState, _ text: String, base: RequestDraft?) {
        state.request.tab = .text
        state.request.part = .content
        state.request.sectionIndex = 0
        state.request.document.replaceAll(with: text)
        state.request.documentBase = base
        take(&state)
    }

    /// Takes the request that the text says, or keeps the text with the reason why it says none.
    static func take(_ state: inout AppState) {
        guard state.request.tab == .text, state.request.document.version != state.request.documentVersion else { return }
        let (text, parts) = (state.request.document.text, state.request.draft)
        do throws(HTTPTextError) {
            let merge = try DraftMerge(of: state.request.documentBase ?? parts, parts: parts) { base throws(HTTPTextError) in
                try HTTPText.read(text, over: base)
            }
            (state.request.documentProblem, state.request.documentBase) = (nil, nil)
            state.request.documentDoubt = HTTPText.doubt(about: text)
            state.request.documentVersion = state.request.document.version
            take(&state, merge)
        } catch {
            if state.request.documentProblem == nil, state.request.documentBase == nil { state.request.documentBase = parts }
            (state.request.documentProblem, state.request.documentFaultLine) = (error.description, error.line - 1)
        }
        state.request.noteChange()
    }

    /// Puts what became of the text and of the tabs meanwhile into the request, and asks where both changed the same.
    private static func take(_ state: inout AppState, _ merge: DraftMerge) {
        state.request.fill(merge.draft)
        // Where the tabs have more to say, the text is written anew.
        state.request.documentMark = merge.isText ? state.request.mark : nil
        guard !merge.disputed.isEmpty else { return }
        state.windows.append(
            .confirm(
                Question(
                    title: "The text and the tabs differ",
                    text: "While the text could not be read, the tabs were changed too. Which of both counts?", items: merge.disputed,
                    choices: [
                        Question<Message>.Choice("x", "keep the text’s", []),
                        Question<Message>.Choice("t", "take the tabs’", [.request(.take(merge.alternative))]),
                    ])))
    }
}
