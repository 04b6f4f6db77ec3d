import Interchange
import Widgets
import Workspace

/// The tab that shows the whole request as text.
enum RequestDocument {
    /// Writes the request anew, unless what was typed there is no request yet.
    static func show(_ state: inout AppState) {
        guard state.request.documentProblem == nil else { return }
        let text = HTTPText.write(state.request.draft)
        guard state.request.document.text != text else { return }
        state.request.document.replaceAll(with: text)
        state.request.documentVersion = state.request.document.version
    }

    /// Takes the request that the text says, or keeps the text with the reason why it says none.
    static func take(_ state: inout AppState) {
        guard state.request.tab == .text, state.request.document.version != state.request.documentVersion else { return }
        do throws(HTTPTextError) {
            let draft = try HTTPText.read(state.request.document.text, over: state.request.draft)
            state.request.documentProblem = nil
            state.request.documentVersion = state.request.document.version
            state.request.fill(draft)
        } catch {
            state.request.documentProblem = error.description
        }
        state.request.noteChange()
    }
}
