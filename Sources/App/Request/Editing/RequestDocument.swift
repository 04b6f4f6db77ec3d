import Interchange
import Widgets
import Workspace

/// The tab that shows the whole request as text.
enum RequestDocument {
    /// Writes the request anew, unless what was typed there is no request yet.
    static func show(_ state: inout RequestState) {
        guard state.documentProblem == nil else { return }
        let text = HTTPText.write(state.draft)
        state.documentMark = state.mark
        guard state.document.text != text else { return }
        state.document.replaceAll(with: text)
        state.documentVersion = state.document.version
        state.documentDoubt = HTTPText.doubt(about: text)
    }

    /// Lets go of what was typed as text.
    static func writeAnew(_ state: inout RequestState) {
        (state.documentProblem, state.documentBase) = (nil, nil)
        state.documentVersion = state.document.version
        show(&state)
        state.noteChange()
    }

    /// So long a text is written anew at each key of the URL; a longer one when typing has ended.
    private static let mostFollowed = 16 << 10

    /// Writes the request anew where something else of it was changed while its text is shown.
    static func follow(_ state: inout RequestState, whileTyping: Bool = false) {
        let request = state
        guard request.tab == .text, !(request.part == .content && request.isEditingText), request.documentMark != request.mark,
            !whileTyping || !request.document.isLonger(than: mostFollowed)
        else { return }
        show(&state)
    }

    /// Takes back what was typed last in a text that is no request; false where the request itself has more to take back.
    static func undo(_ state: inout RequestState) -> Bool {
        guard state.section == .document, state.documentProblem != nil, state.document.undo() != nil else {
            return false
        }
        follow(&state)
        return true
    }

    /// Brings back what was taken back so.
    static func redo(_ state: inout RequestState) -> Bool {
        guard state.section == .document, state.document.redo() != nil else { return false }
        follow(&state)
        return true
    }

    private static func follow(_ state: inout RequestState) {
        if state.document.version == state.documentVersion {
            (state.documentProblem, state.documentBase) = (nil, nil)
            state.noteChange()
        } else {
            take(&state)
        }
    }

    /// Shows a text that an earlier run left unread, to be mended; `base` is what the request was when it became unreadable.
    static func bringBack(_ state: inout RequestState, _ text: String, base: RequestDraft?) {
        state.tab = .text
        state.part = .content
        state.sectionIndex = 0
        state.document.replaceAll(with: text)
        state.documentBase = base
        take(&state)
    }

    /// Takes the request that the text says, or keeps the text with the reason why it says none.
    static func take(_ state: inout RequestState) {
        guard state.tab == .text, state.document.version != state.documentVersion else { return }
        let (text, parts) = (state.document.text, state.draft)
        do throws(HTTPTextError) {
            let merge = try DraftMerge(of: state.documentBase ?? parts, parts: parts) { base throws(HTTPTextError) in
                try HTTPText.read(text, over: base)
            }
            (state.documentProblem, state.documentBase) = (nil, nil)
            state.documentDoubt = HTTPText.doubt(about: text)
            state.documentVersion = state.document.version
            take(&state, merge)
        } catch {
            if state.documentProblem == nil, state.documentBase == nil { state.documentBase = parts }
            (state.documentProblem, state.documentFaultLine) = (error.description, error.line - 1)
        }
        state.noteChange()
    }

    /// Puts what became of the text and of the tabs meanwhile into the request, and asks where both changed the same.
    private static func take(_ state: inout RequestState, _ merge: DraftMerge) {
        state.fill(merge.draft)
        // Where the tabs have more to say, the text is written anew.
        state.documentMark = merge.isText ? state.mark : nil
        guard !merge.disputed.isEmpty else { return }
        state.dispute = RequestState.Dispute(items: merge.disputed, alternative: merge.alternative)
    }

    /// The question which of the text and the tabs counts, once; nil where they agree.
    static func takeQuestion(_ state: inout RequestState) -> Question<RequestMessage>? {
        guard let dispute = state.dispute else { return nil }
        state.dispute = nil
        return Question(
            title: "The text and the tabs differ",
            text: "While the text could not be read, the tabs were changed too. Which of both counts?", items: dispute.items,
            choices: [
                Question<RequestMessage>.Choice("x", "Keep the text", []),
                Question<RequestMessage>.Choice("t", "Take the tabs", [.take(dispute.alternative)]),
            ])
    }
}
