import Document
import Engine
import HTTP
import Query
import Widgets
import Workspace

/// The response to an open request, and its view.
struct ResponseState: Sendable, Equatable {
    /// The tab that it belongs to.
    let owner: TabID
    /// The request in flight that is shown; nil if there is none.
    var sending: InFlightRequest?
    /// A request that waits for secrets; the earlier response is kept.
    var resolving: InFlightRequest?
    /// The reasons why the last request was not sent; nil if it was. The earlier response is kept.
    var refusal: String?
    /// The shown exchange: in flight, ended, or opened from the history.
    var shownID: Exchange.ID?
    /// The history entry that the last session showed; nil once it was read, or another is shown.
    var awaitedEntry: Exchange.ID?
    /// The history entry that was shown before the request in flight.
    private var earlierID: Exchange.ID?
    /// The history entry that the next start shows; while a request is in flight, the one before it.
    var entryToStore: Exchange.ID? { exchange?.id ?? awaitedEntry ?? (sending == nil ? nil : earlierID) }
    /// The head of the response, once it has arrived.
    var head: ResponseHead?
    /// The exchange so far, while its body arrives; nil if it has ended or nothing is known.
    var arriving: Exchange?
    /// The exchange with all that is known of it: its hops, its trace and its measurements.
    var known: Exchange? { exchange ?? arriving }
    /// The whole exchange, once it has ended.
    var exchange: Exchange? {
        didSet { headerParts = HTTPHeaderParts(exchange?.response?.headerBytes ?? []) }
    }
    /// The trailers and interim responses of the exchange.
    private(set) var headerParts = HTTPHeaderParts([])
    /// The results of captures and assertions; nil before they ran.
    var checks: CheckReport?
    /// The shown tab.
    var tab = ResponseTab.body {
        didSet {
            lines = ListState()
            lineMatch = nil
            if tab != oldValue { endTyping(in: oldValue) }
        }
    }
    /// The cursor and the view of the body.
    var viewer = BodyViewerState()
    private var searches: [ResponseTab: ResponseSearch] = [:]
    /// The query on the body; nil if none is open.
    var query: BodyQuery?
    /// The keys in the body, after a query was begun.
    var keys: SurveyedKeys?
    private var lastLayer = 0
    /// The layer of the shown form of the body, as declared by the response or chosen by the user.
    var readingLayer = 0
    /// The view of the other tabs' lines.
    var lines = ListState()
    /// The offset of the current match.
    var lineMatch: Int?

    /// True if there is nothing to show: no response, no request in flight, and no reason why a request was not sent.
    var isEmpty: Bool { awaited == nil && head == nil && exchange == nil && refusal == nil }

    /// True if the pane shows why the request was not sent, instead of a response or an earlier failure.
    var showsRefusal: Bool { awaited == nil && head == nil && refusal != nil && !showsLines }

    /// True if the exchange was opened from the history, so that it may belong to another request.
    private(set) var isFromHistory = false
    /// The exchange that the tab sent last, once another one was shown.
    private var lastID: Exchange.ID?
    /// The exchange that the tab sent last, while another one is shown; nil if there is none.
    var hiddenID: Exchange.ID? { lastID == shownID ? nil : lastID }
    /// True if the tab sent the shown request itself, so that the response is one to the request of the tab.
    var isOwn: Bool { !isReplayOfOther && (!isFromHistory || exchange?.repeats == nil && lastID == shownID) }
    /// True if the last request replayed another exchange than that of the tab, so that it may belong to another request.
    private(set) var isReplayOfOther = false
    /// The exchange that the tab sent last.
    private var ownID: Exchange.ID? { isFromHistory || isReplayOfOther ? lastID : exchange?.id }
    /// The request that the pane shows as waiting, for secrets or for a response; nil if a response is shown.
    var awaited: InFlightRequest? {
        if let resolving, resolving.isSeen { return resolving }
        return head == nil && !isEarlier ? sending : nil
    }

    /// True if a response has arrived since the tab was last in front.
    var hasNews = false

    /// Creates an empty response.
    init(owner: TabID = 0) { self.owner = owner }

    /// The body that contains the shown part; nil while no part is shown.
    var part: BodyHandle?

    /// The body as it arrived, also while a part of it is shown.
    var wholeBody: BodyHandle? { part ?? viewer.body }

    /// True if the response ended without a body.
    var hasEmptyBody: Bool { exchange?.response?.body.byteCount == 0 && (viewer.body?.document.bytes.count ?? 0) == 0 }

    /// The view in the body tab: the result of a query, or else the body.
    var shown: BodyViewerState {
        get { query.flatMap { $0.viewer.body == nil ? nil : $0.viewer } ?? viewer }
        set { if query?.viewer.body != nil { query?.viewer = newValue } else { viewer = newValue } }
    }

    /// The search in the shown tab; nil if none is open.
    var search: ResponseSearch? {
        get { searches[tab] }
        set { searches[tab] = newValue }
    }

    /// The search in the body, which continues while other tabs are shown; nil if none is open.
    var bodySearch: ResponseSearch? {
        get { searches[.body] }
        set { searches[.body] = newValue }
    }

    /// The offset of the current match in this tab.
    var matchOffset: Int? { tab == .body ? shown.matchOffset : lineMatch }

    /// True if the lines of a tab other than the body are visible.
    var showsLines: Bool {
        guard tab != .body, awaited == nil else { return false }
        return head != nil || exchange.map { $0.error == nil || tab == .trace || tab == .sent && !$0.hops.isEmpty } ?? false
    }

    /// A new layer number, for another form of the body or for a result.
    mutating func newLayer() -> Int {
        lastLayer += 1
        return lastLayer
    }

    /// True while the previous response is shown for a moment after sending, so that fast responses do not flicker.
    private(set) var isEarlier = false

    /// The query on the previous response of this tab, which is run on the next one too; nil without one.
    var earlierQuery: String?
    /// The search in the body of the previous response, which is continued in the next one; nil without one.
    var earlierSearch: ResponseSearch?

    /// The problems of the body that was sent, which the server may refuse.
    private(set) var sentFaults: [String] = []

    mutating func begin(_ sending: InFlightRequest) {
        self.sending = sending
        sentFaults = sending.faults
        refusal = nil
        let entryID = ownID
        isReplayOfOther = sending.repeats != nil && sending.repeats != entryID
        (shownID, lastID) = (sending.id, isReplayOfOther ? entryID : nil)
        earlierID = exchange?.id ?? awaitedEntry ?? earlierID
        (awaitedEntry, arriving) = (nil, nil)
        isEarlier = head != nil || exchange != nil
        if isEarlier {
            // A command runs only when it is asked for.
            earlierQuery = query.flatMap { $0.query(of: viewer)?.kind == .shell ? nil : $0.field.text }
            earlierSearch = query == nil ? bodySearch : nil
        }
        hasNews = false
        isScrolled = false
    }

    /// Stops showing the previous response, since the new one takes longer.
    mutating func forgetEarlier() {
        guard isEarlier else { return }
        isFromHistory = false
        isEarlier = false
        checks = nil
        head = nil
        exchange = nil
        forgetBody()
    }

    mutating func show(_ head: ResponseHead) {
        forgetEarlier()
        sending?.progress.phase = .receiving
        self.head = head
        forgetBody()
    }

    /// True if the cursor stays on the last row while more arrives: it is in view on the last row, or the body is a stream that the user
    /// has not scrolled.
    var followsEnd: Bool {
        guard tab == .body, query == nil, viewer.table == nil else { return false }
        let last = viewer.rowCount - 1
        return isStream && !isScrolled || last > 0 && viewer.list.selected == last && !viewer.isScrolledAway
    }

    /// True for a body whose newest part matters most: events, and lines or parts without a known length that take a second or more.
    private var isStream: Bool {
        guard let headers = head?.headers, let type = headers["Content-Type"]?.lowercased() else { return false }
        if type.hasPrefix("text/event-stream") { return true }
        guard let sending, sending.tenths >= 10, headers["Content-Length"] == nil else { return false }
        return type.hasPrefix("text/plain") || type.hasPrefix("multipart/x-mixed-replace") || wholeBody?.document.kind == .jsonLines
    }

    /// True if the user has moved in the body since its request was sent.
    var isScrolled = false

    mutating func grow(_ body: BodyHandle) {
        guard body.exchange == shownID, body.layer == readingLayer else { return }
        if viewer.body?.layer == body.layer { viewer.update(body) } else { viewer.show(body) }
    }

    mutating func finish(_ exchange: Exchange) {
        forgetEarlier()
        (sending, arriving) = (nil, nil)
        self.exchange = exchange
    }

    /// Records whether the shown exchange is pinned.
    mutating func setPinned(_ isPinned: Bool, _ id: Exchange.ID) {
        if exchange?.id == id { exchange?.isPinned = isPinned }
    }

    /// Shows an entry of the history.
    ///
    /// - Parameter isLast: true if the tab sent it last, in an earlier session.
    mutating func open(_ exchange: Exchange, isLast: Bool = false) {
        if isLast { lastID = exchange.id } else if !isFromHistory, let shown = ownID ?? self.exchange?.id { lastID = shown }
        isReplayOfOther = false
        refusal = nil
        sentFaults = []
        shownID = exchange.id
        awaitedEntry = nil
        (earlierQuery, earlierSearch) = (nil, nil)
        isFromHistory = true
        (sending, arriving) = (nil, nil)
        isEarlier = false
        checks = nil
        self.exchange = exchange
        head = exchange.response.map {
            ResponseHead(status: HTTPStatus(rawValue: $0.status), reason: $0.reason, version: $0.version, headers: $0.headers)
        }
        forgetBody()
    }

    /// Puts the response into the background: frees data that can be computed from the body again, and ends typing.
    mutating func suspend() {
        keys = nil
        endTyping(in: tab)
        shown.table?.freeRows()
    }

    /// Ends typing in the bars below a tab.
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

/// The tabs of the response pane.
enum ResponseTab: String, CaseIterable, Sendable {
    case body, headers, cookies, timing, trace, tls, sent, tests

    var title: String {
        switch self {
        case .body: "Body"
        case .headers: "Headers"
        case .cookies: "Cookies"
        case .timing: "Timing"
        case .trace: "Trace"
        case .tls: "TLS"
        case .sent: "Sent"
        case .tests: "Tests"
        }
    }

    /// The name of the tab in the title of its command.
    var name: String {
        switch self {
        case .body, .headers, .cookies: "response \(rawValue)"
        case .timing, .trace: rawValue
        case .tests: "test results"
        case .tls: "TLS certificates"
        case .sent: "sent request"
        }
    }

    /// Other words by which the palette finds the command of the tab.
    var synonyms: [String] {
        switch self {
        case .body: ["payload", "content", "preview"]
        case .headers: ["fields", "meta"]
        case .cookies: ["set-cookie", "session"]
        case .timing: ["duration", "response time", "waterfall", "performance"]
        case .trace: ["redirects", "retries", "console"]
        case .tls: ["SSL", "HTTPS", "handshake"]
        case .sent: ["raw request", "wire"]
        case .tests: ["assertions", "captures", "passed"]
        }
    }
}

extension ResponseState {
    /// The tabs with their titles; a sign tells whether tests failed or passed.
    var tabs: [(ResponseTab, String)] { ResponseTab.allCases.map { ($0, $0.title + ($0 == .tests ? testSign : "")) } }

    private var testSign: String {
        guard let checks, !checks.isEmpty else { return "" }
        return checks.failureCount > 0 ? " ✗\(checks.failureCount)" : " ✓\(checks.assertions.count + checks.captures.count)"
    }
}
