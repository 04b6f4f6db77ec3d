import Workspace

/// An open request whose file was deleted, as it was then.
struct DeletedTab: Sendable, Equatable {
    private static let mostKept = 50

    /// The deleted path: the request's file, or a folder around it.
    let deletedPath: String
    /// The place of its tab, from 0.
    let index: Int
    /// The request with its file.
    let request: RequestState
    /// The request that stayed open without a file, since it had changes; nil for one that was closed.
    let openID: TabID?

    /// Closes what was deleted with a path; what has unsaved changes stays as a request without a file.
    static func close(_ state: inout AppState, _ path: String) {
        func isGone(_ request: RequestState) -> Bool { request.path.map { $0 == path || $0.hasPrefix(path + "/") } ?? false }
        state.tabs.deleted.removeAll { $0.deletedPath == path }
        for (index, open) in state.tabs.all.enumerated() where isGone(open.request) {
            let id = open.request.hasUnsavedChanges ? open.id : nil
            state.tabs.deleted.append(DeletedTab(deletedPath: path, index: index, request: open.request, openID: id))
        }
        state.tabs.deleted = state.tabs.deleted.suffix(mostKept)
        state.forEachRequest { request in
            if isGone(request), request.hasUnsavedChanges { request.forgetFile() }
        }
        _ = state.tabs.closeOthers { isGone($0.request) }
        if isGone(state.request) { _ = TabUpdate.update(&state, .discard) }
        state.tabs.closed.removeAll(where: isGone)
    }

    /// Opens again what was closed when a path was deleted, where it was; who undoes in the tree goes on there.
    static func reopen(_ state: inout AppState, _ path: String) -> [Effect] {
        let tabs = state.tabs.deleted.filter { $0.deletedPath == path }
        state.tabs.deleted.removeAll { $0.deletedPath == path }
        return tabs.flatMap { $0.reopen(&state) }
    }

    private func reopen(_ state: inout AppState) -> [Effect] {
        guard let file = request.path, state.tabs.index(ofPath: file) == nil else { return [] }
        let isBack: Void? = openID.flatMap { id in
            state.tabs.update(id) {
                $0.request.path = file
                $0.request.saved = request.saved
                $0.request.savedMark = request.savedMark
                $0.request.noteChange()
            }
        }
        if isBack == nil {
            if state.request.isBlank { state.tabs.replaceFront(with: request) } else { state.tabs.insert(request, at: index) }
        }
        return [.workspace(.noteRequest(path: file))]
    }
}
