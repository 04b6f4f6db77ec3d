import Engine
import Workspace

/// A set of history entries that are being replayed, a few at a time, with the results.
struct ReplaySet: Sendable, Equatable {
    /// An entry without a whole response, or with a status that counts as a failure, with the reason.
    struct Failure: Sendable, Equatable {
        let entry: ExchangeSummary
        let reason: String
    }

    /// An entry with its new exchange.
    struct Change: Sendable, Equatable {
        let old: ExchangeSummary
        let new: ExchangeSummary
    }

    /// The entries, in the order of sending.
    let entries: [ExchangeSummary]
    let ids: [Exchange.ID]
    /// The environment in which requests are resolved again; nil sends each unchanged.
    let environment: EnvironmentSummary?
    /// True if a 4xx or 5xx response is a failure.
    let failsByStatus: Bool
    /// The number of started entries.
    private(set) var begunCount = 0
    private var running: [Exchange.ID: ExchangeSummary] = [:]
    /// The running entries whose end has been recorded, with their durations.
    private var noted: [Exchange.ID: Duration] = [:]
    /// The entries that failed, in the order of their end.
    private(set) var failures: [Failure] = []
    /// The entries with a new response, in the order of their end.
    private(set) var responses: [Change] = []
    /// Those of them whose status changed.
    private(set) var changes: [Change] = []
    /// The differences of the bodies by new exchange; nil before the comparison.
    private(set) var differingBodies: [Exchange.ID: String]?
    /// True while the bodies are being compared.
    private(set) var isComparing = false
    /// True while the next request must wait because of the rate limit.
    private(set) var isWaiting = false
    /// True while no further entries are started.
    var isPaused = false
    private(set) var isCancelled = false
    /// True while the window shows it.
    var isShown = true
    private var firstStart: Duration?
    private var lastEnd: Duration?

    init(_ entries: [ExchangeSummary], environment: EnvironmentSummary?, failsByStatus: Bool = false) {
        self.entries = entries
        ids = entries.map(\.id)
        self.environment = environment
        self.failsByStatus = failsByStatus
    }

    /// The entries in flight.
    var inFlight: [Exchange.ID] { running.keys.sorted() }

    /// True once nothing is in flight and nothing will be started.
    var isOver: Bool { running.isEmpty && (isCancelled || begunCount == entries.count) }

    /// The entries that were not sent because the set was cancelled.
    var rest: [ExchangeSummary] { isCancelled ? Array(entries[begunCount...]) : [] }

    /// The number of entries that ended.
    var endedCount: Int { begunCount - running.count }

    /// The ids of the entries with a new response and of their new exchanges.
    var pairs: [(old: Exchange.ID, new: Exchange.ID)] { responses.map { ($0.old.id, $0.new.id) } }

    /// The entries with the same status but a different body.
    var bodyChanges: [Change] {
        guard let differingBodies, !differingBodies.isEmpty else { return [] }
        return responses.filter { $0.old.status == $0.new.status && differingBodies[$0.new.id] != nil }
    }

    var canCompare: Bool { isOver && differingBodies == nil && !isComparing && !responses.isEmpty }

    /// True if comparing the bodies takes so little that it needs no question.
    var isComparedAtOnce: Bool {
        canCompare && responses.count <= 100 && responses.reduce(0) { $0 + $1.old.byteCount + $1.new.byteCount } <= 20_000_000
    }

    /// Marks the entries to start now as started and returns them.
    mutating func startNext(_ speed: ReplaySpeed) -> [ExchangeSummary] {
        guard !isPaused, !isCancelled, !isWaiting else { return [] }
        let room = max(0, speed.inFlight - running.count)
        let next = Array(entries[begunCount...].prefix(speed.interval == nil ? room : min(1, room)))
        begunCount += next.count
        for entry in next { running[entry.id] = entry }
        isWaiting = speed.interval != nil && !next.isEmpty
        return next
    }

    /// Allows the next request to start.
    mutating func endWait() { isWaiting = false }

    /// Starts the comparison of the bodies, or records its result.
    mutating func compareBodies(_ differing: [Exchange.ID: String]? = nil) {
        isComparing = differing == nil
        differingBodies = differing
    }

    /// Records the new exchange of an entry.
    mutating func note(_ exchange: Exchange) {
        guard let entry = exchange.repeats.flatMap({ running[$0] }), noted[entry.id] == nil else { return }
        noted[entry.id] = .seconds(exchange.duration)
        if let error = exchange.error {
            failures.append(Failure(entry: entry, reason: error.message))
        } else {
            let change = Change(old: entry, new: exchange.summary)
            responses.append(change)
            if change.old.status != change.new.status { changes.append(change) }
            if failsByStatus, let reason = RunResult.problem(ofStatus: change.new.status) {
                failures.append(Failure(entry: entry, reason: reason))
            }
        }
    }

    /// Records that an entry was not sent.
    mutating func refuse(_ id: Exchange.ID, _ reason: String) {
        guard let entry = running[id], noted[id] == nil else { return }
        noted[id] = .zero
        failures.append(Failure(entry: entry, reason: reason))
    }

    /// Ends an entry.
    mutating func end(_ id: Exchange.ID, at moment: Duration) {
        refuse(id, isCancelled ? "cancelled" : "no longer in the history")
        guard running.removeValue(forKey: id) != nil else { return }
        let start = moment - (noted.removeValue(forKey: id) ?? .zero)
        firstStart = min(firstStart ?? start, start)
        lastEnd = moment
    }

    mutating func cancel() { isCancelled = true }

    /// Requests per second from the start of the first to the end of the last; nil before the second one ended.
    var rate: Double? {
        guard let firstStart, let lastEnd, endedCount > 1, lastEnd > firstStart else { return nil }
        return Double(endedCount) / ((lastEnd - firstStart) / .seconds(1))
    }
}

/// The speed of a replay of many entries.
enum ReplaySpeed: Sendable, Equatable, CaseIterable {
    case four, sixteen, everySecond, tenASecond, one

    /// The maximum number of requests in flight.
    var inFlight: Int {
        switch self {
        case .one: 1
        case .four, .everySecond: 4
        case .sixteen, .tenASecond: 16
        }
    }

    /// The time between the starts of requests; nil for none.
    var interval: Duration? {
        switch self {
        case .everySecond: .seconds(1)
        case .tenASecond: .milliseconds(100)
        case .one, .four, .sixteen: nil
        }
    }

    /// The speed in a few words.
    var title: String {
        switch self {
        case .one: "one at a time"
        case .four: "4 at a time"
        case .sixteen: "16 at a time"
        case .everySecond: "1 per second"
        case .tenASecond: "10 per second"
        }
    }

    /// The next speed; wraps around.
    var next: ReplaySpeed {
        let all = Self.allCases
        return all.firstIndex(of: self).map { all[($0 + 1) % all.count] } ?? .four
    }
}

/// Messages about replaying many history entries.
indirect enum ReplaySetMessage: Sendable, Equatable {
    /// Asks once before entries are replayed: resolved again if there is an environment, else unchanged.
    /// In another environment, `hosts` are those to which the entries go there, by id; nil until they were found. `groups` has the entries as they
    /// were counted while they were read; empty if they were not. `setting` is the letter of the setting that was changed, which stays selected.
    case ask(
        [ExchangeSummary], environment: EnvironmentSummary? = nil, hosts: [Exchange.ID: String]? = nil, groups: [ReplayGroup] = [],
        setting: Character? = nil)
    /// Says that finding the servers of that many requests takes long.
    case announceFinding(Int)
    /// Stops finding the servers, and asks nothing.
    case stopFinding
    /// Lists the environments for a replay.
    case chooseEnvironment([ExchangeSummary])
    case start([ExchangeSummary], environment: EnvironmentSummary?)
    case pause(Bool)
    case setSpeed(ReplaySpeed)
    /// Sets whether a 4xx or 5xx response is a failure of the next replay.
    case setFailsByStatus(Bool)
    /// The time between two starts has passed.
    case waited
    /// Compares the bodies of the new responses with those of the entries.
    case compareBodies
    /// Lists the pairs that differ, to compare one of them.
    case chooseDifference
    /// The bodies of these new exchanges differ from those of their entries, each with the difference.
    case comparedBodies([Exchange.ID: String])
    case cancel
    case show
    case hide
    /// An entry was not sent, with the reason.
    case refused(Exchange.ID, String)
    /// The replay of an entry has ended, at a monotonic time.
    case ended(Exchange.ID, at: Duration)
}
