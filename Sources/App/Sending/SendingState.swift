import Workspace

/// Requests in flight, and logins that wait for a person.
public struct SendingState: Sendable, Equatable {
    /// The requests in flight, the newest last; also those of tabs that were closed meanwhile.
    public internal(set) var inFlight: [InFlightRequest] = []
    /// Snapshots of the drafts in flight, until the history has them.
    var sentMarks: [TabID: DraftSnapshot] = [:]
    /// The windows of logins that were put aside.
    var loginsAside: [FormState] = []
    /// The tab of which a request ended a moment ago.
    var justEnded: TabID?
    /// The exchange that ended last in this session.
    var lastSent: ExchangeSummary?

    /// The history entries that are replayed, or were last.
    var replays: ReplaySet?

    /// True if the screen shows a request in flight.
    var isSeen: Bool { inFlight.contains(where: \.isSeen) }

    /// True if the screen shows a request in flight for a tab.
    func isSending(_ tab: TabID) -> Bool { inFlight.contains { $0.owner == tab && $0.isSeen } }

    /// The request to cancel first: the newest of a tab, else the newest of all.
    func nextToCancel(_ tab: TabID) -> InFlightRequest? { inFlight.last { $0.owner == tab } ?? inFlight.last }

    /// The request in flight with this id.
    func request(_ id: Exchange.ID?) -> InFlightRequest? { inFlight.first { $0.id == id } }

    /// Changes a request in flight.
    /// - Returns: the changed request; nil if it is not in flight.
    mutating func change(_ id: Exchange.ID, _ change: (inout InFlightRequest) -> Void) -> InFlightRequest? {
        guard let index = inFlight.firstIndex(where: { $0.id == id }) else { return nil }
        change(&inFlight[index])
        return inFlight[index]
    }

    /// Removes a request that is not in flight any more.
    mutating func remove(_ id: Exchange.ID) -> InFlightRequest? {
        inFlight.firstIndex { $0.id == id }.map { inFlight.remove(at: $0) }
    }

    /// True if a message changes the screen.
    func shows(_ message: SendingMessage) -> Bool {
        switch message {
        case .started(let request), .secret(.awaited(let request)): self.request(request.id)?.isSeen == true
        // The head of a response is shown with what comes of the body, or when it has taken its time.
        case .progressed(let id, _), .answered(let id, _): request(id)?.isSeen == true
        case .settled: false
        case .use, .run, .replay, .replayConfirmed, .replays, .compare, .copyAsCurl, .runTests, .captured, .login, .cancel,
            .forgetTypedSecrets, .secret,
            .question, .refused, .waited, .lingered, .grew, .finished, .checked, .previewed, .made, .failed:
            true
        }
    }
}
