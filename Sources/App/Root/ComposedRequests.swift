import Workspace

/// Opens drafts that come from elsewhere than a file: new requests, and what was sent once.
enum ComposedRequests {
    /// Opens a draft as a new request; an empty one with the cursor in its URL.
    static func compose(_ state: inout AppState, _ draft: RequestDraft, keepsAnswer: Bool = false) -> [Effect] {
        state.opening = nil
        var request = RequestState(draft, preset: state.editorPreset)
        request.folder = state.folderOfNew
        request.saved = RequestDraft()
        if draft != RequestDraft() { request.savedMark = nil }
        request.noteChange()
        let effects = TabUpdate.show(&state, request, keepsAnswer: keepsAnswer) + ApplicationUpdate.update(&state, .focus(.request))
        if draft == RequestDraft() { state.editURL() }
        return effects + state.readVariables()
    }

    /// Opens what was sent once; a request that is open takes it as a change, which undo takes back.
    static func compose(_ state: inout AppState, _ draft: RequestDraft, from origin: Exchange.Origin) -> [Effect] {
        // A blank tab that shows a response to such a request, opened from the history, keeps that response.
        let keepsAnswer = state.request.isBlank && state.response.exchange?.origin == origin
        guard let path = origin.requestPath, origin.workspace.split(separator: "/").last.map(String.init) == state.workspace.name,
            state.workspace.tree.node(at: path) != nil
        else { return compose(&state, draft, keepsAnswer: keepsAnswer) }
        state.opening = nil
        var effects: [Effect]
        if let index = state.tabs.index(ofPath: path) {
            effects = TabUpdate.select(&state, index)
            state.finishEditing()
            // What other kinds of body hold is not replaced by that.
            state.request.fill(draft.takingUnused(of: state.request.draft, over: state.request.saved))
            state.request.noteChange()
        } else {
            var request = RequestState(state.stashedDrafts.completing(draft, of: path), path: path, preset: state.editorPreset)
            request.savedMark = nil
            request.noteChange()
            effects = TabUpdate.show(&state, request, keepsAnswer: keepsAnswer) + [.workspace(.noteRequest(path: path))]
        }
        return effects + ApplicationUpdate.update(&state, .focus(.request)) + state.readVariables()
    }
}
