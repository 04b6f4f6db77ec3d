import HTTP
public import Workspace
public import Widgets

/// The answer on the screen, and the requests that are on their way.
public struct ResponseState: Sendable, Equatable {
    /// The requests on their way, the newest last.
    public internal(set) var inFlight: [Sending] = []
    /// The exchange that is shown: on its way, answered, or opened from the history.
    public internal(set) var shownID: Exchange.ID?
    /// The head of the answer, once it is there.
    public internal(set) var answer: Answer?
    /// The whole exchange, once it is over.
    public internal(set) var exchange: Exchange?
    /// What came of the captures and assertions; nil before they were run.
    var checks: CheckReport?
    /// What of it is shown.
    public internal(set) var tab = ResponseTab.body
    /// The cursor and the view of the body.
    public internal(set) var viewer = BodyViewerState()
    /// What is searched for in the body; nil for nothing.
    public internal(set) var search: BodySearch?
    /// What is asked of the body; nil for nothing.
    public internal(set) var query: BodyQuery?
    /// The queries that were sent off in this session, the newest last.
    public internal(set) var queries: [String] = []
    /// The keys of the body, once a query has been begun.
    public internal(set) var keys: SurveyedKeys?
    private var lastLayer = 0
    /// The reading of the body that is shown: as the answer says, or as the user says.
    var readingLayer = 0
    /// The view of the other tabs' lines.
    public internal(set) var lines = ListState()

    /// Nothing was sent yet.
    public init() {}

    /// The body that the shown part is of; nil while no part is shown.
    var part: BodyHandle?

    /// The body as it came, also while a part of it is shown.
    var wholeBody: BodyHandle? { part ?? viewer.body }

    /// What stands in the body's tab: the result of a query, or else the body.
    var shown: BodyViewerState {
        get { query.flatMap { $0.viewer.body == nil ? nil : $0.viewer } ?? viewer }
        set { if query?.viewer.body != nil { query?.viewer = newValue } else { viewer = newValue } }
    }

    /// A number for another reading of the body, or for a result.
    mutating func newLayer() -> Int {
        lastLayer += 1
        return lastLayer
    }

    /// How many requests are on their way.
    public var countInFlight: Int { inFlight.count }
    /// The request that was sent last and is still on its way.
    public var newestInFlight: Exchange.ID? { inFlight.last?.id }
    /// The request that is shown while it is on its way.
    var shownInFlight: Sending? { inFlight.first { $0.id == shownID } }

    mutating func begin(_ sending: Sending) {
        inFlight.append(sending)
        shownID = sending.id
        checks = nil
        answer = nil
        exchange = nil
    }

    mutating func update(_ id: Exchange.ID, _ change: (inout Sending) -> Void) {
        guard let index = inFlight.firstIndex(where: { $0.id == id }) else { return }
        change(&inFlight[index])
    }

    /// Shows the head of an answer, unless another exchange is looked at meanwhile.
    mutating func show(_ answer: Answer, of id: Exchange.ID) {
        update(id) { $0.progress.phase = "receiving" }
        guard id == shownID else { return }
        self.answer = answer
        forgetBody()
    }

    mutating func grow(_ body: BodyHandle) {
        guard body.exchange == shownID, body.layer == readingLayer else { return }
        if viewer.body?.layer == body.layer { viewer.update(body) } else { viewer.show(body) }
    }

    mutating func finish(_ exchange: Exchange) {
        inFlight.removeAll { $0.id == exchange.id }
        if exchange.id == shownID { self.exchange = exchange }
    }

    /// Notes whether the exchange that is shown stays in the history.
    mutating func setPinned(_ isPinned: Bool, _ id: Exchange.ID) {
        if exchange?.id == id { exchange?.isPinned = isPinned }
    }

    /// Shows an exchange of the history.
    mutating func open(_ exchange: Exchange) {
        shownID = exchange.id
        checks = nil
        self.exchange = exchange
        answer = exchange.response.map {
            Answer(status: HTTPStatus(rawValue: $0.status), reason: $0.reason, version: $0.version, headers: $0.headers)
        }
        forgetBody()
    }

    private mutating func forgetBody() {
        viewer.show(nil)
        search = nil
        query = nil
        keys = nil
        readingLayer = 0
        part = nil
        lines = ListState()
    }
}
