import Workspace

extension AppState {
    /// The request in front.
    public internal(set) var request: RequestState {
        get { tabs.front.request }
        _modify { yield &tabs.front.request }
    }

    /// The response to the request in front.
    public internal(set) var response: ResponseState {
        get { tabs.front.response }
        _modify { yield &tabs.front.response }
    }

    /// The open requests in the order of their tabs.
    var openRequests: [RequestState] { tabs.all.map(\.request) }

    /// The open requests that are there at the next start: those with a file, and those with a draft.
    private var returningRequests: [Tab] { tabs.all.filter { $0.request.path != nil || $0.request.needsDraft } }

    /// The open requests of which drafts are kept, each with its place among those that are there at the next start.
    var draftsToKeep: [(tab: Int, request: RequestState)] {
        returningRequests.enumerated().filter(\.element.request.needsDraft).map { ($0, $1.request) }
    }

    /// The position of the request in front among those that come back at the next start; nil if it does not.
    var frontToKeep: Int? { returningRequests.firstIndex { $0.id == response.owner } }

    /// True if any open request has unsaved changes.
    var hasUnsavedRequests: Bool { tabs.all.contains(where: \.request.hasUnsavedChanges) }

    /// True if the request of a file has unsaved changes.
    func isUnsaved(_ path: String) -> Bool {
        tabs.all.contains { $0.request.path == path && $0.request.hasUnsavedChanges }
    }

    /// Changes each open request.
    mutating func forEachRequest(_ change: (inout RequestState) -> Void) {
        tabs.forEach { change(&$0.request) }
    }

    /// Changes the response of each tab.
    mutating func forEachResponse(_ change: (inout ResponseState) -> Void) {
        tabs.forEach { change(&$0.response) }
    }
}
