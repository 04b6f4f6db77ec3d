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
    }

    /// Lets go of what was typed as text.
    static func writeAnew(_ state: inout AppState) {
        state.request.documentProblem = nil
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
            state.request.documentProblem = nil
            state.request.noteChange()
        } else {
            take(&state)
        }
    }

    /// Shows a text that an earlier run left unread, to be mended.
    static func bringBack(_ state: inout AppState, _ text: String) {
        state.request.tab = .text
        state.request.part = .content
        state.request.sectionIndex = 0
        state.request.document.replaceAll(with: text)
        take(&state)
    }

    /// Takes the request that the text says, or keeps the text with the reason why it says none.
    static func take(_ state: inout AppState) {
        guard state.request.tab == .text, state.request.document.version != state.request.documentVersion else { return }
        do throws(HTTPTextError) {
            let draft = try HTTPText.read(state.request.document.text, over: state.request.draft)
            state.request.documentProblem = nil
            state.request.documentVersion = state.request.document.version
            state.request.fill(draft)
            state.request.documentMark = state.request.mark
        } catch {
            state.request.documentProblem = error.description
        }
        state.request.noteChange()
    }
}
