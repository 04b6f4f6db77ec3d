import Document
import HTTP
public import Workspace
public import Widgets

/// The answer to an open request, and what is looked at of it.
public struct ResponseState: Sendable, Equatable {
    /// The open request whose answer it is.
    public let owner: Tab.ID
    /// What is on its way and shown; nil when nothing is.
    public internal(set) var sending: Sending?
    /// What waits for secrets before it is sent; what was looked at before stays behind it.
    var resolving: Sending?
    /// The exchange that is shown: on its way, answered, or opened from the history.
    public internal(set) var shownID: Exchange.ID?
    /// The head of the answer, once it is there.
    public internal(set) var answer: Answer?
    /// The whole exchange, once it is over.
    public internal(set) var exchange: Exchange?
    /// What came of the captures and assertions; nil before they were run.
    var checks: CheckReport?
    /// What of it is shown.
    public internal(set) var tab = ResponseTab.body {
        didSet {
            lines = ListState()
            lineMatch = nil
            if tab != oldValue { endTyping(in: oldValue) }
        }
    }
    /// The cursor and the view of the body.
    public internal(set) var viewer = BodyViewerState()
    /// What is searched for in each tab.
    private var searches: [ResponseTab: ResponseSearch] = [:]
    /// What is asked of the body; nil for nothing.
    public internal(set) var query: BodyQuery?
    /// The keys of the body, once a query has been begun.
    public internal(set) var keys: SurveyedKeys?
    private var lastLayer = 0
    /// The reading of the body that is shown: as the answer says, or as the user says.
    var readingLayer = 0
    /// The view of the other tabs' lines.
    public internal(set) var lines = ListState()
    /// Where in their text the match begins that was shown last.
    var lineMatch: Int?

    /// Whether the exchange was opened from the history, so that it may be of another request.
    private(set) var isFromHistory = false
    /// What the screen says that it is waited for: for secrets, or else for an answer of which nothing is there; nil where an answer is
    /// shown.
    var awaited: Sending? {
        if let resolving, resolving.isSeen { return resolving }
        return answer == nil && !isEarlier ? sending : nil
    }

    /// Whether it has come to its end since it was last looked at.
    var hasNews = false

    /// Nothing was sent yet.
    public init(owner: Tab.ID = 0) { self.owner = owner }

    /// The body that the shown part is of; nil while no part is shown.
    var part: BodyHandle?

    /// The body as it came, also while a part of it is shown.
    var wholeBody: BodyHandle? { part ?? viewer.body }

    /// Whether the answer came whole and without a body.
    var hasEmptyBody: Bool { exchange?.response?.body.byteCount == 0 && (viewer.body?.document.bytes.count ?? 0) == 0 }

    /// What stands in the body's tab: the result of a query, or else the body.
    var shown: BodyViewerState {
        get { query.flatMap { $0.viewer.body == nil ? nil : $0.viewer } ?? viewer }
        set { if query?.viewer.body != nil { query?.viewer = newValue } else { viewer = newValue } }
    }

    /// What is searched for in the tab that is shown; nil for nothing.
    public internal(set) var search: ResponseSearch? {
        get { searches[tab] }
        set { searches[tab] = newValue }
    }

    /// What is searched for in the body, which goes on behind other tabs; nil for nothing.
    var bodySearch: ResponseSearch? {
        get { searches[.body] }
        set { searches[.body] = newValue }
    }

    /// Where the match begins that was shown last in the tab that is shown.
    var matchOffset: Int? { tab == .body ? shown.matchOffset : lineMatch }

    /// Whether the lines of a tab beside the body are seen, not what stands in for them.
    var showsLines: Bool {
        guard tab != .body, awaited == nil else { return false }
        return answer != nil || exchange.map { tab == .trace || $0.error == nil } ?? false
    }

    /// A number for another reading of the body, or for a result.
    mutating func newLayer() -> Int {
        lastLayer += 1
        return lastLayer
    }

    /// Whether what is shown is the answer before the one that is on its way. Most come so soon that a word on the wait would only flicker.
    private(set) var isEarlier = false

    mutating func begin(_ sending: Sending) {
        self.sending = sending
        shownID = sending.id
        isEarlier = answer != nil || exchange != nil
        hasNews = false
    }

    /// The answer takes its time: what is shown now is the wait.
    mutating func forgetEarlier() {
        guard isEarlier else { return }
        isFromHistory = false
        isEarlier = false
        checks = nil
        answer = nil
        exchange = nil
        forgetBody()
    }

    /// Shows the head of an answer.
    mutating func show(_ answer: Answer) {
        forgetEarlier()
        sending?.progress.phase = "receiving"
        self.answer = answer
        forgetBody()
    }

    /// Whether the cursor was taken to the last row there is, where it stays while more arrives.
    var isAtEnd: Bool {
        let last = viewer.rowCount - 1
        return tab == .body && query == nil && viewer.table == nil && last > 0 && viewer.list.selected == last
    }

    mutating func grow(_ body: BodyHandle) {
        guard body.exchange == shownID, body.layer == readingLayer else { return }
        if viewer.body?.layer == body.layer { viewer.update(body) } else { viewer.show(body) }
    }

    mutating func finish(_ exchange: Exchange) {
        forgetEarlier()
        sending = nil
        self.exchange = exchange
    }

    /// Notes whether the exchange that is shown stays in the history.
    mutating func setPinned(_ isPinned: Bool, _ id: Exchange.ID) {
        if exchange?.id == id { exchange?.isPinned = isPinned }
    }

    /// Shows an exchange of the history.
    mutating func open(_ exchange: Exchange) {
        shownID = exchange.id
        isFromHistory = true
        sending = nil
        isEarlier = false
        checks = nil
        self.exchange = exchange
        answer = exchange.response.map {
            Answer(status: HTTPStatus(rawValue: $0.status), reason: $0.reason, version: $0.version, headers: $0.headers)
        }
        forgetBody()
    }

    /// Another request comes into the pane: what can be had again from the body goes, and nothing is being typed any more.
    mutating func rest() {
        keys = nil
        endTyping(in: tab)
        shown.table?.rest()
    }

    /// Nothing is being typed any more at the foot of a tab.
    private mutating func endTyping(in tab: ResponseTab) {
        searches[tab]?.isTyping = false
        query?.isTyping = false
        query?.completion = nil
    }

    private mutating func forgetBody() {
        viewer.show(nil)
        searches = [:]
        query = nil
        keys = nil
        readingLayer = 0
        part = nil
        lines = ListState()
        lineMatch = nil
    }
}
