import Engine
import HTTP
import Synchronization
import Workspace

/// Sends the requests of a plan, in order or many at once.
final class Runner: Sendable {
    private let plan: RunPlan
    private let workspace: FileWorkspace
    private let sender: LiveSender
    private let history: (any HistoryStore)?
    private let variables: [String: String]
    private let secretNames: Set<String>
    /// The file of the environment, by the collection.
    private let environments: [String: String]
    private let jobs: Int
    private let retries: Int
    private let delay: Duration?
    private let pace: Pace?
    private let isBailing: Bool
    private let isConfirmed: Bool
    private let bodyLimit = 64 << 20

    init(
        _ words: CommandWords, _ context: CommandContext, _ plan: RunPlan, _ variables: SendVariables, _ store: WorkspaceStore?,
        keeping history: (any HistoryStore)?
    ) throws {
        self.plan = plan
        self.variables = variables.values
        secretNames = variables.secretNames
        let folder = store?.root ?? "/"
        workspace = context.live.workspace(folder, words.has("trust"))
        jobs = max(1, words.number("jobs") ?? 1)
        retries = words.number("retry") ?? 0
        delay = words.duration("delay")
        pace = words.number("rate").map { Pace(rate: max(1, $0)) }
        isBailing = words.has("bail")
        isConfirmed = words.has("yes")
        self.history = history
        let live = context.live
        let chain = live.chain.sending(atOnce: jobs)
        let keepsBodies = history != nil
        sender = LiveSender(makeBodyPath: { keepsBodies ? live.makeBodyPath() : nil }) { recorder in
            live.makeLoader(recorder, folder, chain)
        }
        var environments: [String: String] = [:]
        for path in plan.items.compactMap(\.path) {
            let collection = WorkspaceTree.collection(of: path)
            if environments[collection] == nil {
                environments[collection] = try SendVariables.environmentPath(words, context, of: path, in: store)
            }
        }
        self.environments = environments
    }

    /// Runs all; `take` gets each result when it is there, one after the other.
    ///
    /// - Throws: what `take` throws, or a `CancellationError`; what is under way is cancelled.
    func run(_ take: (RunResult) throws -> Void) async throws {
        // One iteration has its requests at once; of several each is in order.
        let isSingle = plan.iterationCount == 1
        let units = isSingle ? plan.items.count : plan.iterationCount
        let shared = CapturedBox()
        var next = 0
        await workspace.readOnce()
        try await withThrowingTaskGroup(of: [RunResult].self) { group in
            func begin() {
                let unit = next
                next += 1
                group.addTask {
                    if isSingle { return [try await self.send(self.plan.items[unit], 0, shared)] }
                    return try await self.iterate(unit)
                }
            }
            while next < min(jobs, units) { begin() }
            while let results = try await group.next() {
                for result in results { try take(result) }
                if isBailing, results.contains(where: { !$0.isPassed }) {
                    group.cancelAll()
                    return
                }
                try Task.checkCancellation()
                if next < units { begin() }
            }
        }
    }

    private func iterate(_ iteration: Int) async throws -> [RunResult] {
        let captured = CapturedBox()
        var results: [RunResult] = []
        for item in plan.items {
            try Task.checkCancellation()
            results.append(try await send(item, iteration, captured))
            if isBailing, results.last?.isPassed == false { break }
        }
        return results
    }

    private func send(_ item: RunPlan.Item, _ iteration: Int, _ captured: CapturedBox) async throws -> RunResult {
        var result = RunResult(title: item.title, iteration: iteration + 1)
        for attempt in 1...(retries + 1) {
            if let delay { try await Task.sleep(for: delay) }
            try await pace?.wait()
            result = try await attemptOnce(item, iteration, captured)
            result.attempts = attempt
            if result.isPassed || result.refusal != nil { break }
        }
        return result
    }

    private func attemptOnce(_ item: RunPlan.Item, _ iteration: Int, _ captured: CapturedBox) async throws -> RunResult {
        var result = RunResult(title: item.title, iteration: iteration + 1)
        var job = SendJob(
            draft: item.draft, path: item.path, environmentPath: item.path.flatMap { environments[WorkspaceTree.collection(of: $0)] })
        job.prompted = variables.merging(plan.row(iteration)) { $1 }
        job.promptedSecrets = secretNames
        // What a file says was not typed here.
        job.isTyped = false
        job.captured = captured.values
        let resolved: ResolvedSend
        do {
            resolved = try await Resolution.resolve(job, in: workspace)
            if let question = SendConfirmation(resolved), !isConfirmed {
                throw CommandFailure("not sent: the environment “\(question.environment)” is protected; --yes sends", code: 3)
            }
        } catch let failure as CommandFailure {
            result.refusal = failure.message
            return result
        }
        let sent = try await sender.send(resolved, draft: item.draft)
        try Task.checkCancellation()
        result.exchange = sent.exchange
        result.mask = sent.mask
        if !(item.draft.captures.isEmpty && item.draft.assertions.isEmpty), let facts = ResponseFacts(sent.exchange, bodyLimit: bodyLimit) {
            let report = await ResponseChecks.run(item.draft.captures, item.draft.assertions, on: facts, LiveQueries.all)
            captured.merge(report.values, of: resolved.origin.environment)
            result.checks = report
        }
        if let history {
            // The masked exchange is what the results keep, too.
            let masked = await CapturedSecrets(queries: LiveQueries.all).masked(sent.exchange, sent.mask)
            result.exchange = masked
            try await history.record(masked)
        }
        return result
    }
}

/// The values that an iteration has captured so far.
private final class CapturedBox: Sendable {
    // Guards the values: the requests of a single iteration may go on at once.
    private let box = Mutex(CapturedValues())

    var values: CapturedValues { box.withLock { $0 } }

    func merge(_ new: [String: CapturedValue], of environment: String?) {
        guard !new.isEmpty else { return }
        box.withLock { $0.merge(new, of: environment) }
    }
}

/// Spreads the beginnings of requests evenly over time.
private actor Pace {
    private let interval: Duration
    private var next = ContinuousClock.now

    init(rate: Int) { interval = .seconds(1) / rate }

    /// Waits for the next place.
    func wait() async throws {
        let place = max(next, .now)
        next = place + interval
        try await Task.sleep(until: place, clock: .continuous)
    }
}
