import Workspace

/// Shows requests of files.
enum RequestOpening {
    /// The edited request when it is still open, else what is on disk.
    static func open(_ state: inout AppState, path: String) -> [Effect] {
        if state.request.path == path {
            state.opening = nil
            return ApplicationUpdate.update(&state, .focus(.request))
        }
        RequestEditing.finish(&state)
        park(&state)
        if let index = state.parked.firstIndex(where: { $0.path == path }) {
            state.opening = nil
            state.request = state.parked.remove(at: index)
            return ApplicationUpdate.update(&state, .focus(.request))
        }
        state.opening = OpeningRequest(path: path)
        return [.workspace(.readRequest(path: path))]
    }

    /// Puts a request with unsaved changes aside, so that opening another loses nothing.
    static func park(_ state: inout AppState) {
        if state.request.hasUnsavedChanges { state.parked.append(state.request) }
    }
}
