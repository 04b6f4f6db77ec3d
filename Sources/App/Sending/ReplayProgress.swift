import Engine
import Platform
import Synchronization
import Workspace

/// The progress of a replay of several history entries, a few at a time, with the results.
struct ReplayProgress: Sendable, Equatable {
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
    /// The way in which they are sent.
    let way: ReplayWay
    /// True if the entries go to several environments.
    let isOfSeveralEnvironments: Bool
    /// True if a 4xx or 5xx response is a failure.
    let failsByStatus: Bool
    /// The number of started entries.
    private(set) var begunCount = 0
    /// The places of the started entries that have not ended.
    private var running: Set<Int> = []
    /// The entries that failed, in the order of their end.
    private(set) var failures: [Failure] = []
    /// The entries with a new response, in the order of their end.
    private(set) var responses: [Change] = []
    /// The entries whose new response has another status.
    private(set) var changes: [Change] = []
    /// The differences of the bodies by new exchange; nil before the comparison.
    private(set) var differingBodies: [Exchange.ID: String]?
    /// True while the bodies are being compared.
    private(set) var isComparing = false
    /// True while no further entries are started.
    var isPaused = false
    private(set) var isCancelled = false
    /// True once nothing is in flight and nothing will be started.
    private(set) var isOver = false
    /// True while the window shows it.
    var isShown = true
    private var firstStart: Duration?
    private var lastEnd: Duration?

    init(_ entries: [ExchangeSummary], _ way: ReplayWay, failsByStatus: Bool = false) {
        self.entries = entries
        self.way = way
        isOfSeveralEnvironments = way.environment == nil && Set(entries.map(\.origin.environment)).count > 1
        self.failsByStatus = failsByStatus
    }

    /// The number of entries in flight.
    var inFlightCount: Int { running.count }

    /// The entries that were not sent because the replay was cancelled.
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

    /// Starts the comparison of the bodies, or records its result.
    mutating func compareBodies(_ differing: [Exchange.ID: String]? = nil) {
        isComparing = differing == nil
        differingBodies = differing
    }

    /// Records that the entry at a place has started.
    mutating func begin(_ place: Int) {
        begunCount = max(begunCount, place + 1)
        running.insert(place)
    }

    /// Records the new exchange of the entry at a place, which ended at a monotonic time.
    mutating func record(_ exchange: Exchange, at place: Int, _ moment: Duration) {
        guard running.remove(place) != nil else { return }
        let (entry, start) = (entries[place], moment - .seconds(exchange.duration))
        firstStart = min(firstStart ?? start, start)
        lastEnd = moment
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

    /// Records that the entry at a place was not sent.
    mutating func refuse(_ place: Int, _ reason: String) {
        guard running.remove(place) != nil else { return }
        failures.append(Failure(entry: entries[place], reason: reason))
    }

    /// Ends the replay; entries without a result were cancelled.
    mutating func end() {
        for place in running.sorted() { refuse(place, "cancelled") }
        isOver = true
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

    /// The setting of the runner.
    func setting(isPaused: Bool) -> JobSpeed.Setting { JobSpeed.Setting(atOnce: inFlight, interval: interval, isPaused: isPaused) }

    /// The next speed; wraps around.
    var next: ReplaySpeed {
        let all = Self.allCases
        return all.firstIndex(of: self).map { all[($0 + 1) % all.count] } ?? .four
    }
}

/// Messages about replaying many history entries.
indirect enum ReplayMessage: Sendable, Equatable {
    /// Asks once before entries are replayed.
    /// Of entries that are resolved, `hosts` are those to which they go, by id; nil until they were found. `groups` has the entries as they
    /// were counted while they were read; empty if they were not. `setting` is the letter of the setting that was changed, which stays selected.
    case ask(
        [ExchangeSummary], ReplayWay = .unchanged, hosts: [Exchange.ID: String]? = nil, groups: [ReplayGroup] = [],
        setting: Character? = nil)
    /// Says that finding the servers of that many requests takes long.
    case announceFinding(Int)
    /// Stops finding the servers, and asks nothing.
    case stopFinding
    /// Lists the environments for a replay.
    case chooseEnvironment([ExchangeSummary])
    case start([ExchangeSummary], ReplayWay)
    case pause(Bool)
    case setSpeed(ReplaySpeed)
    /// Sets whether a 4xx or 5xx response is a failure of the next replay.
    case setFailsByStatus(Bool)
    /// Compares the bodies of the new responses with the bodies of the entries.
    case compareBodies
    /// Lists the pairs that differ, to choose one for the comparison.
    case chooseDifference
    /// The bodies of these new exchanges differ from the bodies of their entries, each with the difference.
    case comparedBodies([Exchange.ID: String])
    case cancel
    case show
    case hide
    /// Entries have started or ended, by a monotonic time.
    case progressed([ReplayStep], at: Duration)
    /// The replay has ended, or was cancelled.
    case ended
}

/// A step of the entry at a place of a replay.
enum ReplayStep: Sendable, Equatable {
    case began(Int)
    /// The entry has a new exchange, with the response as it arrived.
    case sent(Int, Exchange, ArrivedResponse?)
    /// The entry was not sent, with the reason.
    case refused(Int, String)
}

/// Replays many history entries; finds the servers to which they go.
struct ReplayEffects: Sendable {
    let environment: AppEnvironment
    let history: HistoryEffects
    let typed: LastSentDrafts
    let sender: LiveSender
    let post: @Sendable (SendingMessage) -> Void
    private let speed = JobSpeed(.init(atOnce: 1))
    /// The captured values of each collection. The mutex guards them: captures change them while entries are resolved.
    private let captured = Shared(Mutex<[String: CapturedValues]>([:]))

    /// Sets the speed and the captured values before a replay starts; both can change while it runs.
    func prepare(_ job: ReplayRunJob) {
        speed.change(job.speed)
        useCaptured(job.captured)
    }

    /// Changes the speed of the replay in progress.
    func setSpeed(_ speed: JobSpeed.Setting) { self.speed.change(speed) }

    /// Uses these captured values, by collection, for the entries that are still to be sent.
    func useCaptured(_ values: [String: CapturedValues]) { captured.value.withLock { $0 = values } }

    /// Replays entries to their end, or until the task is cancelled, and reports its progress.
    func replay(_ job: ReplayRunJob) async {
        let steps = Batches<ReplayStep>()
        let originals = await history.originals(job.entries.map(\.id))
        let runner = ReplayRunner(
            reading: { place in
                do { return try await originals.exchange(at: place) } catch {
                    try Task.checkCancellation()
                    throw RunError("\(error)")
                }
            }, sending: { try await send($0, job.way) },
            finishing: { sent, place, _, result in
                // It is shown first and then stored.
                steps.add(.sent(place, HeldBody.hold(sent.exchange), sent.arrived))
                history.record(sent.exchange, hiding: sent.mask)
            })
        try? await steps.pass(to: { post(.replays(.progressed($0, at: environment.uptime()))) }) {
            try await runner.run(
                0..<job.entries.count, at: speed, from: { RunResult(title: job.entries[$0].id, iteration: 1) },
                beginning: { steps.add(.began($0)) }
            ) { place, result in
                if let reason = result.refusal { steps.add(.refused(place, reason)) }
            }
        }
        post(.replays(.ended))
    }

    private func send(_ exchange: Exchange, _ way: ReplayWay) async throws -> LiveSender.Result {
        var job = ReplayJob(exchange.id, owner: 0, isConfirmed: true)
        let collection = exchange.origin.requestPath.map { WorkspacePath.collection(of: $0) ?? $0 } ?? ""
        job.way = way
        job.captured = captured.value.withLock { $0[collection] } ?? CapturedValues()
        let replay = self.replay(of: exchange, way, job.captured)
        if let reason = problem(of: replay) { throw RunError(reason) }
        let resolved = try await replay.resolved { anew in
            try await resolve(anew.isForOptions ? job.completing(anew) : job.completing(anew, of: exchange))
        }
        let id = self.environment.makeID()
        if let draft = resolved.draft { typed.remember(draft, as: id) }
        return try await sender.send(resolved.request, draft: resolved.draft, as: id, repeats: exchange.id)
    }

    /// Resolves one of several entries; a question refuses it.
    private func resolve(_ job: SendJob) async throws -> ResolvedSend {
        let resolved: ResolvedSend
        do throws(SendError) {
            resolved = try await environment.workspace.resolve(job) { _ in }
        } catch {
            // The user knows why.
            try Task.checkCancellation()
            throw RunError(Self.refusal(error, of: job))
        }
        guard !job.isForOptions, let question = SendConfirmation(resolved), job.needs(question) else { return resolved }
        throw RunError("goes to the protected environment “\(question.environment)” at \(question.host ?? "an unknown server")")
    }

    private static func refusal(_ error: SendError, of job: SendJob) -> String {
        switch error {
        case .issues(let issues): SendProblems(issues, of: job).reasons.joined(separator: "; ")
        case .failed(let error): error.message
        case .permissions: "needs permissions: replay it alone"
        case .asks(let values): "asks for " + values.map(\.name).joined(separator: ", ")
        }
    }

    /// The replay of an entry, with its draft as typed if that is still known.
    func replay(of exchange: Exchange, _ way: ReplayWay, _ captured: CapturedValues) -> Replay {
        var replay = Replay(
            exchange, draft: typed.draft(of: exchange), isAsSent: way == .unchanged, environment: way.environment?.name, captured: captured)
        if exchange.origin.requestPath == nil { replay.environmentPath = way.environment?.path }
        return replay
    }

    /// The hosts to which entries go when they are resolved, as far as their URLs can be resolved without asking; no other secret is read.
    func hosts(of entries: [Exchange.ID], _ way: ReplayWay) async -> [Exchange.ID: String] {
        var hosts: [Exchange.ID: String] = [:]
        let originals = await history.originals(entries)
        for (place, id) in entries.enumerated() where !Task.isCancelled {
            guard let exchange = try? await originals.exchange(at: place) else { continue }
            let replay = replay(of: exchange, way, CapturedValues())
            guard problem(of: replay) == nil, case .resolved(var job)? = replay.way else { continue }
            job.isForTests = true
            let outline = try? await self.environment.workspace.outline(job) { _ in }
            hosts[id] = outline?.host.flatMap { outline?.placeholders.names(in: $0).isEmpty == true ? $0 : nil }
        }
        return hosts
    }

    /// The reason why a replay cannot be resolved here: another workspace has its variables, secrets and environments. Nil if it can, or
    /// if it is sent unchanged.
    func problem(of replay: Replay) -> String? {
        let (exchange, origin) = (replay.exchange, replay.exchange.origin)
        if case .asSent(nil)? = replay.way { return nil }
        guard !environment.workspace.owns(origin) else { return nil }
        return "\(exchange.request.method) \(exchange.request.url): open the workspace “\(origin.workspaceName)” to replay it"
    }
}

/// Passes on fast arrivals in batches, the first at once and no more than twenty a second.
final class Batches<Element: Sendable>: Sendable {
    // Guards the elements that were not passed on, which come from any thread.
    private let waiting = Mutex<[Element]>([])
    private let arrivals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    /// Creates batches for one call of ``pass(to:during:)``.
    init() { (arrivals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Adds an element to the next batch.
    func add(_ element: Element) {
        waiting.withLock { $0.append(element) }
        signal.yield()
    }

    /// Passes on all that is added during work, the rest when it has ended.
    func pass(to take: @escaping @Sendable ([Element]) -> Void, during work: () async throws -> Void) async throws {
        defer { flush(take) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                for await _ in arrivals {
                    flush(take)
                    try await Task.sleep(for: .milliseconds(50))
                }
            }
            try await work()
            group.cancelAll()
        }
    }

    private func flush(_ take: ([Element]) -> Void) {
        let batch = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        if !batch.isEmpty { take(batch) }
    }
}
