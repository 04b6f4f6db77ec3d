import Engine
import Workspace

/// Requests in flight, and logins that wait for the user.
struct SendingState: Sendable, Equatable {
    /// The requests in flight, the newest last, including requests of closed tabs.
    var inFlight: [InFlightRequest] = []
    /// Snapshots of the drafts in flight, until the history contains them.
    var sentSnapshots: [TabID: DraftSnapshot] = [:]
    /// The pending logins whose windows are closed.
    var hiddenLogins: [PendingLogin] = []
    /// The tab whose request ended a moment ago.
    var justEnded: TabID?
    /// The unmasked responses that tabs show; tests that are run again compare secrets in them.
    var arrived: [Exchange.ID: ArrivedResponse] = [:]
    /// The ended exchange of this session that was started last.
    var lastSent: ExchangeSummary?

    /// True while all requests get stored responses.
    var isOffline = false
    /// The current or last set of replayed history entries.
    var replays: ReplayProgress?
    /// True while the servers of a replay in another environment are found.
    var isFindingHosts = false
    /// The speed of replaying several entries.
    var replaySpeed = ReplaySpeed.four
    /// True if a 4xx or 5xx response to one of several replayed entries is a failure.
    var replaysFailByStatus = false

    /// True if the screen shows a request in flight.
    var isSeen: Bool { inFlight.contains(where: \.isSeen) }

    /// True if the screen shows a request in flight for a tab.
    func isSending(_ tab: TabID) -> Bool { inFlight.contains { $0.owner == tab && $0.isSeen } }

    /// True while a replay of several entries has not ended, also if it is paused.
    var isReplaying: Bool { replays?.isOver == false }

    /// The request to cancel first: the newest of a tab, else the newest of all.
    func nextToCancel(_ tab: TabID) -> InFlightRequest? { inFlight.last { $0.owner == tab } ?? inFlight.last }

    func request(_ id: Exchange.ID?) -> InFlightRequest? { inFlight.first { $0.id == id } }

    /// Changes a request in flight.
    /// - Returns: the changed request; nil if it is not in flight.
    mutating func change(_ id: Exchange.ID, _ change: (inout InFlightRequest) -> Void) -> InFlightRequest? {
        guard let index = inFlight.firstIndex(where: { $0.id == id }) else { return nil }
        change(&inFlight[index])
        return inFlight[index]
    }

    /// Remembers an exchange that has ended as the last one, if it was started last.
    mutating func noteLast(_ exchange: Exchange) {
        if (lastSent?.startedAt ?? exchange.startedAt) <= exchange.startedAt { lastSent = exchange.summary }
    }

    /// Removes a request that is no longer in flight.
    mutating func remove(_ id: Exchange.ID) -> InFlightRequest? {
        inFlight.firstIndex { $0.id == id }.map { inFlight.remove(at: $0) }
    }

    /// True if a message changes the screen.
    func shows(_ message: SendingMessage) -> Bool {
        switch message {
        case .flight(.started(let request)), .secret(.awaited(let request)): self.request(request.id)?.isSeen == true
        // The head of a response is shown together with the body, or on its own if the body takes long.
        case .flight(.progressed(let id, _)), .flight(.responded(let id, _)): request(id)?.isSeen == true
        case .flight(.arriving(let exchange)): request(exchange.id)?.isSeen == true
        case .flight(.cancelGraceEnded): false
        case .use, .perform, .replay, .replayConfirmed, .replays, .compare, .runTests, .captured, .login, .cancel,
            .forgetTypedSecrets, .toggleOffline, .chain, .secret,
            .question, .notAnswered, .refused, .unresolved, .flight, .checked, .previewed, .coded, .made, .failed:
            true
        }
    }
}

/// The parts of the program's state that sending reads.
struct SendingContext {
    /// The parts of an open request that sending needs.
    struct OpenTab {
        let id: TabID
        let name: String
        /// The file of the request, or the place where it would be saved.
        let place: String?
        /// The exchange that its response pane shows.
        let shownID: Exchange.ID?
        let hasResponse: Bool
    }

    let frontTab: TabID
    /// The absolute path of the workspace.
    let workspace: String
    /// True if no window is open and nothing is being edited.
    let isIdle: Bool
    /// True if nothing on the screen may move by itself.
    let reducesMotion: Bool
    let keys: KeyNames
    /// The file of the request in front, or the place where it would be saved.
    let frontPlace: String?
    /// The environment of the request in front.
    let environment: EnvironmentSummary?
    /// The exchange that the response pane shows.
    let shown: Exchange?
    /// The body of `shown` as it was received; nil for none.
    let shownBody: BodyHandle?
    let tabs: @Sendable () -> [OpenTab]
    /// The environments that a request can be sent in: those of its collection and the workspace, or of all collections if it is in none.
    let environments: @Sendable (_ path: String?) -> [EnvironmentSummary]
    /// The collection that a file belongs to.
    let collection: @Sendable (_ path: String?) -> String
    /// The values captured from the responses of a collection.
    let captured: @Sendable (_ collection: String) -> CapturedValues
    /// The captured values of each collection; those for a request without a file have no name.
    let allCaptured: @Sendable () -> [String: CapturedValues]
    /// True if the response pane is visible and has nothing else to show than why the request in front is not sent.
    let showsReasons: Bool
    /// A sentence that tells how to go to the first problem of the request in front, for a message about a refusal; nil if it has none.
    var issueHint: String?

    /// The environments that a history entry can be sent in; none for an entry of another workspace.
    func environments(of entry: ExchangeSummary) -> [EnvironmentSummary] {
        guard entry.origin.workspace.isEmpty || entry.origin.workspace == workspace else { return [] }
        return environments(entry.origin.requestPath) + [environment].compactMap(\.self)
    }

    func tab(_ id: TabID) -> OpenTab? { tabs().first { $0.id == id } }

    /// The name of a request in flight in notifications.
    func title(of request: InFlightRequest) -> String {
        tab(request.owner).map { "“\($0.name)”" } ?? "\(request.method) \(request.url)"
    }
}

/// Requests of sending to other features.
indirect enum SendingOutput {
    /// Passes a step to the response of a tab, or to all responses if nil.
    case flightStep(FlightStep, TabID?)
    /// Shows the response pane of a tab if only one pane is visible.
    case showResponse(TabID)
    /// Selects the Tests tab of the response in front.
    case showTests
    /// Remembers the draft that a tab has sent.
    case noteSent(TabID, DraftSnapshot)
    /// Lists exchanges that have just ended in the history.
    case ended([ExchangeSummary])
    case addCaptured([String: CapturedValue], collection: String, environment: String?)
    case forgetCaptured(collection: String)
    /// Restores the forgotten values.
    case restoreCaptured(CapturedValues, collection: String)
    case forgetTypedSecrets
    /// Adds a sentence to the list of notifications; the screen shows it elsewhere.
    case note(String)
    /// Shows the window of a wait instead of an earlier one; closes it if nil.
    case showWait(TextWindow<SendingMessage>?)
    /// Shows the progress of a set of replays in its window, or closes it if nil.
    case showReplay(Question<SendingMessage>?)
    /// Unmarks all entries of the history.
    case clearMarks
    /// Compares two history entries.
    case compare(Exchange.ID, Exchange.ID)
    /// Compares the exchange of a replay with the replayed entry.
    case replayed(old: Exchange.ID, new: Exchange.ID)
    /// Compares the bodies of replayed entries with the bodies of the new exchanges.
    case compareBodies([(old: Exchange.ID, new: Exchange.ID)])
    /// Closes the window of a login.
    case closeLogin(Int)
}

typealias SendingOutcome = Outcome<SendingMessage, SendingEffect, SendingOutput>
