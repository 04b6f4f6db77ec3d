import Engine
import HTTP
import Platform
import Screen
import Query
import Workspace

/// Sends entries of the history again, one after the other or several at once.
final class Replayer: Sendable {
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
    private let jobs: Int
    private let pace: Pace?

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
        jobs = max(1, words.number("jobs") ?? 1)
        pace = words.number("rate").map { Pace(rate: max(1, $0)) }
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
        try await RecordQueue.finish(recording) {
            try await concurrently(entries, atOnce: jobs) { entry in
                try await self.pace?.wait()
                return try await self.replay(entry, originals.exchange(entry.id), isConfirmed)
            } taking: { _, result in
                try take(result)
                return .next
            }
        }
    }

    private func replay(_ entry: ExchangeSummary, _ original: Exchange?, _ isConfirmed: Bool) async throws -> RunResult {
        var result = RunResult(title: "\(entry.method) \(entry.url)", iteration: 1, file: entry.origin.requestPath)
        result.failsByStatus = failsByStatus
        do {
            guard let original, let place = places[entry.origin.workspace] else {
                throw CommandError("no longer in the history", code: 3)
            }
            let resolved = try await resolve(original, place)
            try check(resolved, original, isConfirmed)
            reportMissingParts(of: original)
            let sent = try await place.sender.send(resolved, draft: original.draft, repeats: original.id)
            guard !Task.isCancelled else {
                // Outside of the cancelled task, which could not find the secrets of captures.
                if let recording { _ = try await Task { try await recording.record(sent) }.value } else { sent.exchange.removeBodyFile() }
                throw CancellationError()
            }
            var isMasked = false
            defer { if !isMasked { sent.exchange.removeBodyFile() } }
            result.title = "\(sent.exchange.request.method) \(sent.exchange.request.url)"
            result.mask = sent.mask
            isMasked = keepsExchanges
            try await finish(sent, of: original, &result)
        } catch let failure as CommandError {
            result.refusal = failure.text
        }
        return result
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
        func now(_ job: SendJob) async throws -> ResolvedSend {
            var job = job
            (job.prompted, job.promptedSecrets) = (variables.values, variables.secretNames)
            return try await Resolution.resolve(job, in: place.workspace)
        }
        switch replay.way {
        case .resolved(let job)?: return try await now(job)
        case .asSent(let job)?:
            var options: ResolvedSend?
            if let job { options = try await now(job) }
            let again = replay.asSent(with: options)
            if let problem = replay.problem(of: again) { throw CommandError(problem, code: 3) }
            return again
        case nil: throw CommandError(replay.problem(of: nil) ?? "", code: 3)
        }
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

    /// Compares the new exchange with the entry, and stores it.
    private func finish(_ sent: LiveSender.Result, of original: Exchange, _ result: inout RunResult) async throws {
        guard keepsExchanges else { return result.exchange = sent.exchange }
        let exchange = await CapturedSecrets().masked(sent.exchange, sent.mask)
        // A report without a history has the beginning of a large body.
        result.exchange = recording == nil ? exchange.withoutBodyFile() : exchange
        var isRecorded = false
        defer { if !isRecorded { exchange.removeBodyFile() } }
        if let difference, exchange.response != nil {
            result.differences = try ResponseDifference(original, exchange, difference).problems
        }
        try await recording?.add(exchange)
        isRecorded = recording != nil
    }
}
