import HTTP
import Interchange
import Synchronization
package import Workspace

/// The requests of a run, in order, and the variables of each iteration.
package struct RunPlan: Sendable {
    /// A request of the run.
    package struct Item: Sendable, Equatable {
        package var draft: RequestDraft
        /// The request's file in the workspace; nil if it has none.
        package let path: String?
        /// The request's place in another file; nil if it is not known.
        package let place: RequestPlace?
        /// The title in results.
        package let title: String
        /// Failed checks of its file that the draft does not have.
        package let failedChecks: [CheckReport.Checked]
        /// The secrets of the environment in its file; nil if it uses none of such a file.
        package let environmentSecrets: [String: String]?
        /// True if it has a script that is not run; its plan finds out.
        package fileprivate(set) var hasUnreadTests = false
        /// The reason why its file cannot be read; nil if it can.
        package private(set) var problem: String?

        /// Creates an item from a request and its file.
        ///
        /// - Parameter title: nil for the path as typed on the command line, or else the name, or method and URL.
        package init(
            draft: RequestDraft, path: String?, place: RequestPlace? = nil, title: String? = nil,
            failedChecks: [CheckReport.Checked] = [], environmentSecrets: [String: String]? = nil
        ) {
            self.draft = draft
            self.path = path
            self.place = place
            self.failedChecks = failedChecks
            self.environmentSecrets = environmentSecrets
            let line = "\(draft.method) \(TypedCredential.masked(url: draft.url))"
            self.title = title ?? path.map(WorkspacePath.shown) ?? (draft.name.isEmpty ? line : draft.name)
        }

        /// Creates an item for a file that cannot be read, which fails with the reason.
        package init(unreadable path: String, title: String? = nil, _ problem: String) {
            self.init(draft: RequestDraft(), path: path, title: title)
            self.problem = problem
        }
    }

    /// The requests in the order of sending.
    package let items: [Item]
    /// The variables of each iteration, which only variables of the command line override; at least one row.
    package let rows: [[String: String]]
    /// The number of passes over all rows.
    package let repetitions: Int

    /// Creates a plan; one iteration without variables by default.
    package init(_ items: [Item], rows: [[String: String]] = [[:]], repetitions: Int = 1) {
        var scripts = ScriptReadings()
        self.items = items.map { item in
            var item = item
            item.hasUnreadTests = scripts.leavesTests(of: item.draft)
            return item
        }
        self.rows = rows.isEmpty ? [[:]] : rows
        // Keeps the product of all three, the number of requests, within an Int.
        self.repetitions = min(max(1, repetitions), Int.max / max(1, items.count * self.rows.count))
    }

    var iterationCount: Int { rows.count * repetitions }

    package var requestCount: Int { items.count * iterationCount }

    func row(_ iteration: Int) -> [String: String] { rows[iteration % rows.count] }
}

package struct RunSettings: Sendable, Equatable {
    /// The maximum number of requests in flight, from 1.
    package var jobs = 1
    /// The maximum number of retries of a failed request.
    package var retries = 0
    /// The wait before each retry; nil for none.
    package var retryDelay: Duration?
    /// The wait before each request; nil for none.
    package var delay: Duration?
    /// The maximum number of requests started per second; nil for no limit.
    package var rate: Int?
    /// True to start no other request after the first failure; those in flight end, and their results count.
    package var stopsAtFailure = false
    /// True if a 4xx or 5xx response is a failure.
    package var failsByStatus = false

    /// Creates settings for one request after the other.
    package init() {}
}

/// The reason why a request of a run is not sent, as a sentence for the user.
package struct RunError: Error, Equatable {
    /// The sentence.
    package let reason: String

    /// Creates a refusal from its sentence.
    package init(_ reason: String) { self.reason = reason }
}

extension SendJob {
    /// Adds values of secret variables; those that are there already stay.
    package mutating func load(secrets: [String: String]) {
        prompted.merge(secrets) { value, _ in value }
        promptedSecrets.formUnion(secrets.keys)
    }

    /// Takes an environment of a file outside the workspace, with its secrets.
    package mutating func load(environment: CollectionTree.Environment?) {
        self.environment = environment?.draft
        load(secrets: environment?.secretValues ?? [:])
    }

    /// Takes the variables of a row of data. Values whose names sound secret are masked.
    package mutating func load(row: [String: String]) {
        prompted.merge(row) { value, _ in value }
        promptedSecrets.formUnion(row.keys.filter(SecretName.soundsSecret))
    }
}

/// Sends the requests of a plan, in order or concurrently, and checks their responses.
package final class Runner: Sendable {
    /// Resolves an item, with the variables of its row and the values captured so far.
    package typealias Resolve =
        @Sendable (RunPlan.Item, _ row: [String: String], CapturedValues) async throws(RunError) -> ResolvedSend
    /// Stores an exchange and returns it in its stored form.
    package typealias Record = @Sendable (LiveSender.Result) async throws -> Exchange
    /// Called when a request is about to be sent; its result is still empty.
    package typealias Begin = @Sendable (RunResult) -> Void
    /// Called with the result of a request that was cancelled with the run, after its connection was there.
    package typealias Cancelled = @Sendable (RunResult) -> Void

    private static let bodyLimit = 64 << 20
    private let plan: RunPlan
    private let settings: RunSettings
    private let sender: LiveSender
    private let pace: Pace?
    private let resolve: Resolve
    private let record: Record?
    private let begin: Begin?
    private let cancelled: Cancelled?
    private let contracts = ResponseContracts()

    /// Creates a run; without `record` nothing is stored.
    package init(
        _ plan: RunPlan, _ settings: RunSettings, by sender: LiveSender, resolve: @escaping Resolve, record: Record?,
        begin: Begin? = nil, cancelled: Cancelled? = nil
    ) {
        self.plan = plan
        self.settings = settings
        self.sender = sender
        self.resolve = resolve
        self.record = record
        self.begin = begin
        self.cancelled = cancelled
        pace = settings.rate.map { Pace(rate: max(1, $0)) }
    }

    /// Runs all requests; `take` gets each result as soon as it is available, one at a time.
    ///
    /// - Throws: the error of `take`, or a `CancellationError`; running requests are cancelled.
    package func run(_ take: (RunResult) throws -> Void) async throws {
        // In a single iteration, requests run concurrently; with several iterations, each runs in order.
        let isSingle = plan.iterationCount == 1
        let (shared, lastItem) = (IterationState(), plan.items.count - 1)
        guard lastItem >= 0 else { return }
        let first = (0..<(isSingle ? plan.items.count : plan.iterationCount)).lazy.map { number in
            // Iterations that run at the same time must not get each other's cookies.
            isSingle
                ? Place(iteration: 0, item: number, state: shared)
                : Place(iteration: number, item: 0, state: IterationState(self.settings.jobs > 1 ? CookieSession() : nil))
        }
        try await concurrently(first, at: JobSpeed(.init(atOnce: settings.jobs), isFixed: true)) { place in
            try await self.send(self.plan.items[place.item], place.iteration, place.state)
        } taking: { place, result in
            try take(result)
            if settings.stopsAtFailure, !result.isPassed { return .stop }
            return isSingle || place.item == lastItem ? .next : .start(place.next)
        }
    }

    /// A request of an iteration.
    private struct Place: Sendable {
        let iteration: Int
        let item: Int
        let state: IterationState

        var next: Place { Place(iteration: iteration, item: item + 1, state: state) }
    }

    private func send(_ item: RunPlan.Item, _ iteration: Int, _ state: IterationState) async throws -> RunResult {
        let empty = RunResult(title: item.title, iteration: iteration + 1, row: plan.row(iteration), file: item.path, place: item.place)
        var result = empty
        for attempt in 1...(max(0, settings.retries) + 1) {
            if attempt > 1, let delay = settings.retryDelay { try await Task.sleep(for: delay) }
            if let delay = settings.delay { try await Task.sleep(for: delay) }
            try await pace?.wait()
            if attempt == 1 { begin?(empty) }
            result = try await attemptOnce(item, empty, state)
            result.attempts = attempt
            if result.isPassed || result.refusal != nil { break }
        }
        return result
    }

    /// Fills an empty result by sending its request.
    private func attemptOnce(_ item: RunPlan.Item, _ empty: RunResult, _ state: IterationState) async throws -> RunResult {
        var result = empty
        var resolved: ResolvedSend
        result.hasUnreadTests = item.hasUnreadTests
        result.failsByStatus = settings.failsByStatus
        do throws(RunError) {
            if let problem = item.problem { throw RunError(problem) }
            resolved = try await resolve(item, empty.row, state.values)
        } catch {
            result.refusal = error.reason
            return result
        }
        resolved.request.cookieSession = state.cookies
        let sent = try await sender.send(resolved, draft: item.draft)
        guard !Task.isCancelled else { return try await stop(sent, result) }
        var isRecorded = false
        defer { if !isRecorded { sent.exchange.removeBodyFile() } }
        result.exchange = record == nil ? sent.exchange.withoutBodyFile() : sent.exchange
        result.mask = sent.mask
        let draft = item.draft
        let hasChecks =
            !(draft.captures.isEmpty && draft.assertions.isEmpty && item.failedChecks.isEmpty) || sent.exchange.origin.openAPI != nil
        if hasChecks, let facts = sent.facts(bodyLimit: Self.bodyLimit) {
            let report = await ResponseChecks.run(
                draft.captures, draft.assertions, expecting: sent.exchange.origin.expected, on: facts, LiveQueries.all
            )
            .adding(item.failedChecks).adding(contracts.checks(of: sent.exchange, facts))
            state.merge(report.values, of: resolved.origin.environment)
            result.checks = report
            result.mask = result.mask.adding(Set(report.captures.compactMap(\.value).filter(\.isSecret).map(\.text)))
        }
        isRecorded = true
        if let stored = try await store(sent) { result.exchange = stored }
        return result
    }

    /// Stores and reports a request that the cancellation of the run ended, unless it never had a connection.
    private func stop(_ sent: LiveSender.Result, _ result: RunResult) async throws -> RunResult {
        var result = result
        if sent.exchange.hasBeenSent {
            result.exchange = try await store(sent) ?? sent.exchange.withoutBodyFile()
            result.mask = sent.mask
            cancelled?(result)
        } else {
            sent.exchange.removeBodyFile()
        }
        throw CancellationError()
    }

    /// Stores an exchange, also if the run has been cancelled, and returns it in its stored form; nil if nothing is stored.
    private func store(_ sent: LiveSender.Result) async throws -> Exchange? {
        guard let record else {
            sent.exchange.removeBodyFile()
            return nil
        }
        // A cancelled task could not find the secrets of captures.
        return try await Task { try await record(sent) }.value
    }
}

extension Exchange {
    /// True if a part of it may have reached a server, or it has a response.
    fileprivate var hasBeenSent: Bool { response != nil || hops.contains { $0.metrics.connection != nil || $0.status != nil } }
}

/// The values that an iteration has captured so far, and its cookies.
private final class IterationState: Sendable {
    // Guards the values: the requests of a single iteration may run concurrently.
    private let box = Mutex(CapturedValues())
    /// The iteration's own cookies; nil if it uses those of the workspace.
    let cookies: CookieSession?

    init(_ cookies: CookieSession? = nil) { self.cookies = cookies }

    var values: CapturedValues { box.withLock { $0 } }

    func merge(_ new: [String: CapturedValue], of environment: String?) {
        guard !new.isEmpty else { return }
        box.withLock { $0.merge(new, of: environment) }
    }
}
