public import Workspace

/// History entries that are being replayed, a few at a time, with what came of them.
struct ReplaySet: Sendable, Equatable {
    /// An entry without a response, with the reason.
    struct Failure: Sendable, Equatable {
        let entry: ExchangeSummary
        let reason: String
    }

    /// An entry whose new response has another status.
    struct Change: Sendable, Equatable {
        let old: ExchangeSummary
        let new: ExchangeSummary
    }

    /// The requests in flight at a time.
    static let maxInFlight = 4

    /// The entries, in the order of sending.
    let entries: [ExchangeSummary]
    /// The environment that requests are resolved anew for; nil sends each as it was.
    let environment: String?
    /// The number of entries that were begun.
    private(set) var begunCount = 0
    private var running: [Exchange.ID: ExchangeSummary] = [:]
    /// The running entries whose end is noted already.
    private var noted: Set<Exchange.ID> = []
    /// The entries without a response, in the order in which they ended.
    private(set) var failures: [Failure] = []
    /// The entries with another status than before, in the order in which they ended.
    private(set) var changes: [Change] = []
    /// True while no further entries are begun.
    var isPaused = false
    private(set) var isCancelled = false
    /// True while the window shows it.
    var isShown = true
    private var firstEnd: Duration?
    private var lastEnd: Duration?

    init(_ entries: [ExchangeSummary], environment: String?) {
        self.entries = entries
        self.environment = environment
    }

    /// The entries in flight.
    var inFlight: [Exchange.ID] { running.keys.sorted() }

    /// True once nothing is in flight and nothing will be.
    var isOver: Bool { running.isEmpty && (isCancelled || begunCount == entries.count) }

    /// The number of entries that ended.
    var endedCount: Int { begunCount - running.count }

    /// Takes the entries to begin now.
    mutating func takeNext() -> [ExchangeSummary] {
        guard !isPaused, !isCancelled else { return [] }
        let next = Array(entries[begunCount...].prefix(max(0, Self.maxInFlight - running.count)))
        begunCount += next.count
        for entry in next { running[entry.id] = entry }
        return next
    }

    /// Notes the new exchange of an entry.
    mutating func note(_ exchange: Exchange) {
        guard let entry = exchange.repeats.flatMap({ running[$0] }), noted.insert(entry.id).inserted else { return }
        if exchange.response == nil, let error = exchange.error {
            failures.append(Failure(entry: entry, reason: error.message))
        } else if exchange.response?.status != entry.status {
            changes.append(Change(old: entry, new: exchange.summary))
        }
    }

    /// Notes that nothing was sent for an entry.
    mutating func refuse(_ id: Exchange.ID, _ reason: String) {
        guard let entry = running[id], noted.insert(id).inserted else { return }
        failures.append(Failure(entry: entry, reason: reason))
    }

    /// Ends an entry.
    mutating func end(_ id: Exchange.ID, at moment: Duration) {
        refuse(id, isCancelled ? "cancelled" : "not in the history any more")
        guard running.removeValue(forKey: id) != nil else { return }
        noted.remove(id)
        firstEnd = firstEnd ?? moment
        lastEnd = moment
    }

    mutating func cancel() { isCancelled = true }

    /// Requests a second since the first one ended; nil before there are two.
    var rate: Double? {
        guard let firstEnd, let lastEnd, endedCount > 1, lastEnd > firstEnd else { return nil }
        return Double(endedCount - 1) / ((lastEnd - firstEnd) / .seconds(1))
    }
}

/// Messages about replaying many history entries.
public enum ReplaySetMessage: Sendable, Equatable {
    /// Asks once before entries are replayed; in an environment they are resolved anew, else sent as they were.
    case ask([ExchangeSummary], environment: String? = nil)
    /// Lists the environments that the entries can be sent to.
    case chooseEnvironment([ExchangeSummary])
    case start([ExchangeSummary], environment: String?)
    case pause(Bool)
    case cancel
    case show
    case hide
    /// An entry was not sent, with the reason.
    case refused(Exchange.ID, String)
    /// The replay of an entry is over, at a moment since some fixed point.
    case ended(Exchange.ID, at: Duration)
}
