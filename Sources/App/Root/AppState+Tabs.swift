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

    /// Changes each answer that is looked at in some tab.
    mutating func forEachResponse(_ change: (inout ResponseState) -> Void) {
        tabs.forEach { change(&$0.response) }
    }

    /// Does something with the state as it would be with another open request in the pane: what was begun for a tab goes on while another
    /// is in front.
    /// - Returns: what the function gives; nil where that request is not open any more.
    mutating func with<Result>(_ id: Tab.ID, _ work: (inout AppState) -> Result) -> Result? {
        guard tabs[id] != nil else { return nil }
        let front = tabs.front.id
        tabs.select(id: id)
        defer { tabs.select(id: front) }
        return work(&self)
    }

    // MARK: On their way

    /// True if the screen shows a request in flight for a tab.
    func isSending(_ id: Tab.ID) -> Bool { inFlight.contains { $0.owner == id && $0.isSeen } }

    /// True if something runs that a person waits for.
    var hasSomethingToCancel: Bool { nextToCancel != nil || response.query?.isRunning == true }

    /// The request to cancel first: the newest of the tab in front, else the newest of all.
    var nextToCancel: Sending? { inFlight.last { $0.owner == response.owner } ?? inFlight.last }

    /// How messages call what was sent.
    func title(of sending: Sending) -> String {
        guard let open = tabs[sending.owner] else { return "\(sending.method) \(sending.url)" }
        return "“\(open.request.name)”"
    }
}
