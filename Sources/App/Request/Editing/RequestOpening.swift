import Workspace

/// Shows requests of files.
enum RequestOpening {
    /// The edited request when it is still open, else what is on disk.
    static func open(_ state: inout AppState, path: String) -> [Effect] {
        if let index = state.tabs.index(ofPath: path) {
            state.opening = nil
            return TabUpdate.select(&state, index)
        }
        state.opening = OpeningRequest(path: path)
        return [.workspace(.readRequest(path: path))]
    }
}
