import Engine
import HTTP
import Platform
import Screen
import Query
import Workspace

/// `apus replay`: sends entries of the history again.
enum ReplayCommand {
    static let spec = CommandSpec(
        "replay", "Send entries of the history again",
        operands: [OperandSpec("ID", "the id of an entry or its beginning, as printed by apus history", .any, .entry)],
        options: [OptionSpec.environment] + OptionSpec.values + [
            OptionSpec("filter", value: "FILTER", "Replay the entries that match a history filter"),
            OptionSpec("limit", "n", value: "N", "Replay only the newest N of them (0: all)", .count),
            OptionSpec("same-bytes", "b", "Send the same bytes again, without today's variables; secrets and signatures are made again"),
            .jobs, .rate,
            OptionSpec("compare", "c", "Compare each response with that of its entry; exit code 1 if one differs"),
        ] + DifferenceOptions.rules + [
            OptionSpec("fail", "f", "Count 4xx and 5xx responses as failures; exit code 4 if nothing else failed"),
            .report, .quiet,
            OptionSpec("no-history", "Do not store the new exchanges in the history"),
            OptionSpec("yes", "y", "Send requests that may change data, also to protected environments"),
            .trust,
        ],
        details: [
            "IDs and --filter select together; an entry that both select is sent once. The oldest entry is sent first. Each request is resolved again with today's variables, in its workspace and the environment that it "
                + "was sent to. --environment chooses another one; --same-bytes sends it unchanged. An entry without a workspace is resolved in "
                + "that of the current folder.",
            "Methods other than GET, HEAD, OPTIONS and TRACE need a confirmation: --yes, or one question on a terminal.",
            "The new entries refer to the old ones. Exit code 1: a response differs. 3: a request was not sent or got no response.",
        ],
        examples: [
            .init("apus replay 3f2a9c1e", "send an entry again"),
            .init(
                "apus replay --filter 'collection:star-wars method:get' -e staging --compare",
                "compare another environment with the history"),
            .init(
                "apus replay --filter pinned --same-bytes -J 8 --rate 20 --compare --ignore-times", "check in CI that nothing has changed"),
        ])

    static func run(_ words: CommandWords, _ context: CommandContext) async throws -> Int32 {
        for other in ["environment", "variable"] { try words.refuseCombining(other, "same-bytes") }
        try words.refuse("limit", without: "filter")
        for rule in DifferenceOptions.rules { try words.refuse(rule.name, without: "compare") }
        try words.refuse("ignore-header", without: "headers")
        let history = try await context.live.openHistory()
        let entries = try await entries(words, in: history, context.streams)
        words.raiseDescriptorLimit()
        let replay = try CommandReplay(words, context, entries, history)
        let isConfirmed = try await replay.confirm()
        let output = try RunOutput(words, context, total: entries.count)
        return try await output.carryOut { take in try await replay.run(isConfirmed: isConfirmed, take) }
    }

    /// The entries to send, the oldest first.
    private static func entries(
        _ words: CommandWords, in history: any HistoryStore, _ streams: CommandStreams
    ) async throws -> [ExchangeSummary] {
        var entries: [ExchangeSummary] = []
        for id in words.operands { entries.append(try await history.entry(id).summary) }
        if let text = words.value("filter") {
            guard !text.allSatisfy(\.isWhitespace) else { throw UsageError("--filter needs a filter, such as host:example.org") }
            let filter = try HistoryFilter(text, of: words)
            try await HistoryCommand.pages(of: filter, in: history, limit: words.number("limit") ?? 0, streams) { entries += $0 }
            if entries.isEmpty { throw CommandError("no entry of the history matches \(text)", code: 2) }
        }
        guard !entries.isEmpty else { throw UsageError("missing ID: an entry of apus history, or --filter FILTER") }
        var ids: Set<Exchange.ID> = []
        return entries.filter { ids.insert($0.id).inserted }.sorted { $1.cursor.isBefore($0.cursor) }
    }
}

/// Sends entries of the history again as the words of a command say.
private final class CommandReplay: Sendable {
    /// The workspace of entries, with its loader chain.
    private struct Place: Sendable {
        let store: WorkspaceStore?
        let workspace: FileWorkspace
        let sender: LiveSender
    }

    private let entries: [ExchangeSummary]
    private let history: any HistoryStore
    private let streams: CommandStreams
    /// The places by the workspace folder of the entries.
    private let places: [String: Place]
    private let variables: SendVariables
    private let environment: String?
    private let isAsSent: Bool
    /// True to send everything without a confirmation.
    private let sendsAnything: Bool
    /// Stores the new exchanges; nil to store none.
    private let recording: RecordQueue?
    private let difference: DifferenceOptions?
    /// False if only the outcome of each request is printed.
    private let keepsExchanges: Bool
    /// True if a 4xx or 5xx response is a failure.
    private let failsByStatus: Bool
    private let speed: JobSpeed

    init(_ words: CommandWords, _ context: CommandContext, _ entries: [ExchangeSummary], _ history: any HistoryStore) throws {
        self.entries = entries
        self.history = history
        streams = context.streams
        variables = try SendVariables(words, context)
        environment = words.value("environment")
        isAsSent = words.has("same-bytes")
        sendsAnything = words.has("yes")
        recording = words.has("no-history") ? nil : RecordQueue(history)
        difference = words.has("compare") ? try DifferenceOptions(words) : nil
        failsByStatus = words.has("fail")
        let jobs = max(1, words.number("jobs") ?? 1)
        let interval = words.number("rate").map { Duration.seconds(1) / max(1, $0) }
        speed = JobSpeed(.init(atOnce: jobs, interval: interval), isFixed: true)
        let live = context.live
        let chain = live.chain.sending(atOnce: jobs)
        keepsExchanges = recording != nil || difference != nil || !words.values("report").isEmpty
        let content: ExchangeRecorder.Content = keepsExchanges ? .all : .outcome
        let keepsBodies = recording != nil || difference != nil
        var places: [String: Place] = [:]
        let here = words.workspaceFolder
        let withFiles = Set(entries.filter { $0.origin.requestPath != nil }.map(\.origin.workspace))
        for folder in Set(entries.map(\.origin.workspace)) {
            // Another workspace than that of its file would resolve an entry with other variables and secrets.
            let isKept = !words.has("workspace") && (withFiles.contains(folder) || Self.isWorkspace(folder))
            let used = isKept ? folder : here ?? folder
            let store = Self.isWorkspace(used) ? try? WorkspaceStore(opening: used) : nil
            places[folder] = Place(
                store: store, workspace: live.workspace(used, words.has("trust")),
                sender: LiveSender(content, makeBodyPath: { keepsBodies ? live.makeBodyPath() : nil }) { recorder in
                    live.makeLoader(recorder, used, chain)
                })
        }
        self.places = places
    }

    private static func isWorkspace(_ folder: String) -> Bool { FileStatus.isFolder(folder + "/collections") }

    /// Asks once for all requests that may change data.
    ///
    /// - Returns: true if they were confirmed, false if there are none.
    /// - Throws: a ``CommandError`` with code 3 that names hosts and counts, if they are not confirmed.
    func confirm() async throws -> Bool {
        if sendsAnything { return true }
        guard entries.contains(where: { !SendConfirmation.isSafe($0.method) }) else { return false }
        let hosts = try await hosts()
        let extent = ReplayExtent(entries, environment: environment) { [places] entry in
            guard let store = places[entry.origin.workspace]?.store else { return [] }
            if let path = entry.origin.requestPath { return store.environments(of: WorkspacePath.collection(of: path) ?? "") }
            return (try? store.topLevel().environments.values.flatMap(\.self)) ?? []
        } host: {
            hosts[$0.id]
        }
        let details = (extent.groups.map { "  \($0)" } + [extent.risk]).map { VisibleText.escaping($0) }
        if try await streams.confirm("replay \(CountText.of(entries.count, "request"))?\n\(details.joined(separator: "\n"))") {
            return true
        }
        throw CommandError("not sent; --yes sends them", details: details, code: 3)
    }

    /// The hosts, in another environment, of the entries that may change data and can be resolved, by entry id.
    private func hosts() async throws -> [Exchange.ID: String] {
        guard environment != nil else { return [:] }
        var hosts: [Exchange.ID: String] = [:]
        for entry in entries where !SendConfirmation.isSafe(entry.method) {
            guard let original = try await history.exchange(entry.id), let place = places[entry.origin.workspace] else { continue }
            await place.workspace.readOnce()
            hosts[entry.id] = try? await resolve(original, place).host
        }
        return hosts
    }

    /// Sends all entries; `take` gets each result as soon as it is available.
    ///
    /// - Throws: the error of `take`, or a `CancellationError`; running requests are cancelled.
    func run(isConfirmed: Bool, _ take: (RunResult) throws -> Void) async throws {
        for place in places.values { await place.workspace.readOnce() }
        let originals = OriginalEntries(entries.map(\.id), in: history, areWhole: difference != nil)
        let runner = ReplayRunner(
            reading: { try await originals.exchange(at: $0) },
            sending: { original in try await self.refusing { try await self.send(original, isConfirmed) } },
            finishing: { sent, _, original, result in
                try await self.refusing { try await self.finish(sent, of: original, &result) }
            })
        try await RecordQueue.finish(recording) {
            try await runner.run(0..<entries.count, at: speed, from: { self.emptyResult(of: self.entries[$0]) }, beginning: { _ in }) {
                try take($1)
            }
        }
    }

    private func emptyResult(of entry: ExchangeSummary) -> RunResult {
        var result = RunResult(title: "\(entry.method) \(entry.url)", iteration: 1, file: entry.origin.requestPath)
        result.failsByStatus = failsByStatus
        return result
    }

    private func send(_ original: Exchange, _ isConfirmed: Bool) async throws -> LiveSender.Result {
        guard let place = places[original.origin.workspace] else { throw RunError("no longer in the history") }
        let resolved = try await resolve(original, place)
        try check(resolved, original, isConfirmed)
        reportMissingParts(of: original)
        return try await place.sender.send(resolved, draft: original.draft, repeats: original.id)
    }

    /// Lets an error of a command refuse an entry, and makes every reason fit for a terminal.
    private func refusing<Value>(_ work: () async throws -> Value) async throws -> Value {
        do { return try await work() } catch let failure as CommandError {
            throw RunError(failure.text)
        } catch let refusal as RunError {
            throw RunError(VisibleText.escaping(refusal.reason))
        }
    }

    /// Reports bodies of an entry that are not stored whole, so that it cannot be sent or compared as it was.
    private func reportMissingParts(of original: Exchange) {
        let entry = "apus replay: \(original.id.prefix(8)): the stored body of the"
        if isAsSent, !original.request.body.isComplete {
            streams.writeError(line: "\(entry) request is incomplete; it is sent with the body that the request has now")
        }
        if difference != nil, original.response?.body.isComplete == false {
            streams.writeError(line: "\(entry) response is incomplete; the missing part counts as a difference")
        }
    }

    /// The file of the environment for an entry; nil for none.
    private func environmentPath(of original: Exchange, _ place: Place) throws -> String? {
        guard let name = environment ?? (isAsSent ? nil : original.origin.environment) else { return nil }
        return try EnvironmentSummary.path(named: name, of: original.origin.requestPath, in: place.store)
    }

    private func resolve(_ original: Exchange, _ place: Place) async throws -> ResolvedSend {
        var replay = Replay(original, isAsSent: isAsSent, environment: environment)
        replay.environmentPath = try environmentPath(of: original, place)
        return try await replay.resolved { job in
            var job = job
            (job.prompted, job.promptedSecrets) = (variables.values, variables.secretNames)
            return try await Resolution.resolve(job, in: place.workspace)
        }.request
    }

    /// Refuses requests that were not confirmed: with a method, a server or an environment that was not known at the question.
    private func check(_ resolved: ResolvedSend, _ original: Exchange, _ isConfirmed: Bool) throws {
        let method = resolved.request.method.rawValue
        guard !sendsAnything, !SendConfirmation.isSafe(method) else { return }
        guard isConfirmed else { throw CommandError("not sent: \(method) may change data; --yes sends it", code: 3) }
        guard let question = SendConfirmation(resolved), question.environment != environment else { return }
        guard environment == nil else {
            throw CommandError("not sent: the environment “\(question.environment)” is protected; --yes sends it", code: 3)
        }
        guard question.host != WebURL(original.request.url)?.host else { return }
        throw CommandError("not sent: it goes to a different server, \(question.host ?? "an unknown one"); --yes sends it", code: 3)
    }

    /// Compares the new exchange with the entry, unless that is nil, and stores it.
    private func finish(_ sent: LiveSender.Result, of original: Exchange?, _ result: inout RunResult) async throws {
        guard keepsExchanges else { return result.exchange = sent.exchange }
        let exchange = await CapturedSecrets().masked(sent.exchange, sent.mask)
        // A report without a history has the beginning of a large body.
        result.exchange = recording == nil ? exchange.withoutBodyFile() : exchange
        var isRecorded = false
        defer { if !isRecorded { exchange.removeBodyFile() } }
        if let original, let difference, exchange.response != nil {
            result.differences = try ResponseDifference(original, exchange, difference).problems
        }
        try await recording?.add(exchange)
        isRecorded = recording != nil
    }
}
