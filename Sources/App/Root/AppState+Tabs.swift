import Workspace

extension AppState {
    /// The request in the pane with its answer.
    var front: OpenRequest {
        get { OpenRequest(request: request, response: response) }
        set { (request, response) = (newValue.request, newValue.response) }
    }

    /// Everything that is open, in the order of the tabs.
    var openTabs: [OpenRequest] { tabs.left + [front] + tabs.right }

    /// The open requests in the order of their tabs.
    var openRequests: [RequestState] { openTabs.map(\.request) }

    /// The open requests with changes that are in no file.
    var unsavedRequests: [RequestState] { openRequests.filter(\.hasUnsavedChanges) }

    /// The tabs of those with changes, from 0.
    var unsavedTabs: [Int] { openTabs.indices.filter { openTabs[$0].request.hasUnsavedChanges } }

    /// Whether leaving now would lose changes.
    var hasUnsavedRequests: Bool { request.hasUnsavedChanges || tabs.others.contains(where: \.request.hasUnsavedChanges) }

    /// Whether the request of a file has changes that are not saved.
    func isUnsaved(_ path: String) -> Bool {
        (request.path == path && request.hasUnsavedChanges)
            || tabs.others.contains { $0.request.path == path && $0.request.hasUnsavedChanges }
    }

    /// Changes each open request.
    mutating func forEachRequest(_ change: (inout RequestState) -> Void) {
        change(&request)
        tabs.forEachOther { change(&$0.request) }
    }

    /// Changes each answer that is looked at in some tab.
    mutating func forEachResponse(_ change: (inout ResponseState) -> Void) {
        change(&response)
        tabs.forEachOther { change(&$0.response) }
    }

    /// Does something with the state as it would be with another open request in the pane: what was begun for a tab goes on while another
    /// is in front.
    /// - Returns: what the function gives; nil where that request is not open any more.
    mutating func with<Result>(_ id: OpenRequest.ID, _ work: (inout AppState) -> Result) -> Result? {
        if response.owner == id { return work(&self) }
        guard let index = openTabs.firstIndex(where: { $0.id == id }) else { return nil }
        let back = tabs.index
        front = tabs.select(index, leaving: front)
        defer { front = tabs.select(back, leaving: front) }
        return work(&self)
    }

    // MARK: On their way

    /// Whether the screen says that something is on its way that was sent for an open request.
    func isSending(_ id: OpenRequest.ID) -> Bool { inFlight.contains { $0.owner == id && $0.isSeen } }

    /// Whether something runs that a person waits for.
    var hasSomethingToCancel: Bool { nextToCancel != nil || response.query?.isRunning == true }

    /// What is cancelled first: the newest of the request in the pane, or else the newest of all.
    var nextToCancel: Sending? { inFlight.last { $0.owner == response.owner } ?? inFlight.last }

    /// How messages call what was sent.
    func title(of sending: Sending) -> String {
        guard let open = openTabs.first(where: { $0.id == sending.owner }) else { return "\(sending.method) \(sending.url)" }
        return "“\(open.request.name)”"
    }
}
