import HTTP
package import Workspace

/// The replay of a history entry.
///
/// The request is sent unchanged if it is stored whole. Otherwise, its draft is resolved again for the parts that are missing: those that
/// contained a secret, credentials that are valid once, and bodies too long to store. To use other variables, all of the draft is resolved again.
package struct Replay: Sendable {
    /// The way to send an entry again.
    package enum Way: Sendable {
        /// The request as it was sent. The job, if needed, resolves the secrets in its options, which the history does not store.
        case asSent(options: SendJob?)
        /// The draft, resolved again.
        case resolved(SendJob)
    }

    /// The reason why an entry without a draft and without its whole request cannot be sent.
    private static let noSecrets = "the history stores no secrets and no long bodies, and there is no draft to resolve them again"

    /// The entry.
    package let exchange: Exchange
    private let knownDraft: RequestDraft?
    /// True to send the same bytes.
    private let isAsSent: Bool
    private let captured: CapturedValues
    /// The file of the environment for the draft; nil to look up its name in the request's collection.
    package var environmentPath: String?
    /// The name of that environment; by default that of the entry.
    private let environment: String?
    private let isForOther: Bool

    /// Creates a replay of an entry.
    ///
    /// - Parameters:
    ///   - draft: the draft with its secrets, if it is still known; by default that of the entry.
    ///   - isAsSent: false to resolve the draft again.
    ///   - environment: the environment for the draft, if it is not that of the entry.
    package init(
        _ exchange: Exchange, draft: RequestDraft? = nil, isAsSent: Bool = true, environment: String? = nil,
        captured: CapturedValues = CapturedValues()
    ) {
        self.exchange = exchange
        knownDraft = draft
        self.isAsSent = isAsSent && environment == nil
        self.environment = environment ?? exchange.origin.environment
        isForOther = environment != nil
        self.captured = captured
    }

    /// The way to send it; nil if neither the whole request nor a draft is known.
    package var way: Way? {
        guard isAsSent, exchange.isRequestWhole, !exchange.request.hasOneTimeCredentials || job == nil else {
            guard var job else { return exchange.isRequestWhole && !isForOther ? .asSent(options: nil) : nil }
            job.replay = .resolved(exchange.id)
            if isAsSent { (job.optionsAsSent, job.requestAsSent) = (exchange.options, exchange.request) }
            return .resolved(job)
        }
        guard exchange.options?.labelsOfMissingSecrets.isEmpty != true else { return .asSent(options: nil) }
        return .asSent(options: optionsJob)
    }

    /// The job that resolves the options of an entry that is sent unchanged; nil without a draft.
    package var optionsJob: SendJob? {
        guard var job else { return nil }
        job.replay = .asSent(exchange.id)
        job.optionsAsSent = exchange.options
        return job
    }

    /// The request to send, with its draft; jobs are resolved by `resolve`.
    ///
    /// - Throws: a ``RunError`` if it cannot be sent, or the error of `resolve`.
    package func resolved(
        by resolve: (SendJob) async throws -> ResolvedSend
    ) async throws -> (request: ResolvedSend, draft: RequestDraft?) {
        switch way {
        case .resolved(let job)?: return (try await resolve(job), job.draft)
        case .asSent(let job)?:
            var options: ResolvedSend?
            if let job { options = try await resolve(job) }
            let again = asSent(with: options)
            if let problem = problem(of: again) { throw RunError(problem) }
            return (again, exchange.draft)
        case nil: throw RunError(problem(of: nil) ?? "")
        }
    }

    private var job: SendJob? {
        guard let draft = knownDraft ?? exchange.draft else { return nil }
        var job = SendJob(
            draft: draft, path: exchange.origin.requestPath, environmentPath: environmentPath, environmentName: environment)
        job.captured = captured
        // The content of the history was not typed by the user now.
        job.isTyped = false
        return job
    }

    /// The request as it was sent, with the same options; secrets in the options come from `now`. For old entries without stored options,
    /// all options come from the draft.
    package func asSent(with now: ResolvedSend?) -> ResolvedSend {
        let present = now?.options ?? RequestOptions()
        let options = exchange.options?.restoringSecrets(from: present) ?? present
        var request = exchange.requestAsSent
        options.apply(to: &request)
        return ResolvedSend(request: request, mask: now?.mask ?? SecretMask(), origin: exchange.origin, options: options)
    }

    /// The reason why it cannot be sent: no way is known, or secrets in the options are missing in `again`. Nil if it can be sent.
    package func problem(of again: ResolvedSend?) -> String? {
        guard let again else { return "\(exchange.request.method) \(exchange.request.url): \(Self.noSecrets)" }
        let missing = again.options.labelsOfMissingSecrets
        guard !missing.isEmpty else { return nil }
        return "\(exchange.request.method) \(exchange.request.url): \(missing.joined(separator: ", ")): \(Self.noSecrets)"
    }
}

/// Entries of a replay that the question before it does not tell apart: one of them, and their number.
package struct ReplayGroup: Sendable, Hashable {
    /// The first entry of the group.
    package let entry: ExchangeSummary
    /// The number of entries in the group.
    package fileprivate(set) var count: Int
}

/// The groups of the entries of a replay, counted as they are read: the question then takes no time for each entry.
package struct ReplayGroups: Sendable {
    /// The properties that tell entries apart.
    private struct Key: Hashable {
        let method: String
        let host: String
        let environment: String?
        let workspace: String
        /// The collection, whose environments are known; nil for an entry outside all files.
        let collection: String?
    }

    private var groups: [Key: ReplayGroup] = [:]

    /// No entries.
    package init() {}

    /// The groups, in no order that means anything.
    package var all: [ReplayGroup] { groups.values.sorted { $0.entry.id < $1.entry.id } }

    /// Counts an entry.
    package mutating func add(_ entry: ExchangeSummary) {
        let origin = entry.origin
        let key = Key(
            method: entry.method, host: entry.host, environment: origin.environment, workspace: origin.workspace,
            collection: origin.requestPath.map { WorkspacePath.collection(of: $0) ?? "" })
        groups[key, default: ReplayGroup(entry: entry, count: 0)].count += 1
    }
}

/// The extent of a replay of history entries, for the question before it.
package struct ReplayExtent: Sendable, Equatable {
    /// The entries by method, host and environment, the largest group first: `3 × POST at api.example.org, environment live`.
    package let groups: [String]
    /// The number of requests that may change data.
    let unsafeCount: Int
    /// The names of the protected and the unknown environments to which the entries go.
    package let protectedNames: [String]
    /// The names of known environments among them, in quotes.
    private let knownTitles: [String]
    /// The names of unknown environments among them, in quotes, with the workspace if there are entries of several.
    private let unknownTitles: [String]

    /// Computes the extent of entries.
    ///
    /// - Parameters:
    ///   - environment: the environment in which they are resolved again; nil for their own, or if they are sent unchanged.
    ///   - known: the environments available for an entry.
    ///   - host: the host of an entry that is resolved again; nil if it is not known.
    package init(
        _ entries: [ExchangeSummary], environment: String?, known: (ExchangeSummary) -> [EnvironmentSummary],
        host: (ExchangeSummary) -> String? = { _ in nil }
    ) {
        self.init(groups: entries.map { ReplayGroup(entry: $0, count: 1) }, environment: environment, known: known, host: host)
    }

    /// Computes the extent of entries that were counted.
    package init(
        groups counted: [ReplayGroup], environment: String?, known: (ExchangeSummary) -> [EnvironmentSummary],
        host: (ExchangeSummary) -> String? = { _ in nil }
    ) {
        func title(of entry: ExchangeSummary) -> String {
            let host = host(entry) ?? (environment == nil ? entry.host : nil)
            let name = environment ?? entry.origin.environment
            let isProtected = known(entry).contains { $0.name == name && $0.isProtected }
            let place = name.map { ", \(isProtected ? "▲ " : "")environment \($0)" } ?? ""
            if let host { return "\(entry.method) at \(host)\(place)" }
            // Only resolving the request tells where it goes: its URL may name its server.
            let server = known(entry).first { $0.name == environment && !$0.host.isEmpty }.map { " at \($0.host)" } ?? ""
            return "\(entry.method)\(server)\(place), was at \(entry.host)"
        }
        var counts: [String: Int] = [:]
        for group in counted { counts[title(of: group.entry), default: 0] += group.count }
        let largest = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        groups = largest.map { "\(CountText.number($0.value)) × \($0.key)" }
        let unsafe = counted.filter { !SendConfirmation.isSafe($0.entry.method) }
        unsafeCount = unsafe.reduce(0) { $0 + $1.count }
        let isMixed = Set(unsafe.map(\.entry.origin.workspace)).count > 1
        let targets = unsafe.compactMap { group -> (name: String, isKnown: Bool, workspace: String)? in
            let name = environment ?? group.entry.origin.environment
            let known = known(group.entry)
            return Self.protectedName(name, known: known).map { name in
                (name, known.contains { $0.name == name }, isMixed ? " of “\(group.entry.origin.workspaceName)”" : "")
            }
        }
        protectedNames = Set(targets.map(\.name)).sorted()
        knownTitles = Set(targets.filter(\.isKnown).map { "“\($0.name)”" }).sorted()
        unknownTitles = Set(targets.filter { !$0.isKnown }.map { "“\($0.name)”\($0.workspace)" }).sorted()
    }

    /// The name of an environment in which requests that may change data must be confirmed; nil for any other. An environment that is not
    /// known counts as protected: it may have been renamed or deleted, or belong to another workspace.
    package static func protectedName(_ name: String?, known: [EnvironmentSummary]) -> String? {
        guard let name else { return nil }
        let named = known.filter { $0.name == name }
        return named.isEmpty || named.contains(where: \.isProtected) ? name : nil
    }

    /// Sentences about the risk; empty if no request can change data.
    package var risk: String {
        func list(_ names: [String], _ title: String) -> String? {
            names.isEmpty ? nil : "\(title): \(names.joined(separator: ", "))."
        }
        let sentences = [
            unsafeCount == 0 ? nil : "\(CountText.number(unsafeCount)) may change data.",
            list(knownTitles, "▲ Protected environments"),
            list(unknownTitles, "Unknown environments, possibly protected"),
        ]
        return sentences.compactMap(\.self).joined(separator: " ")
    }
}

/// Reads the history entries of a replay in groups, each before it is needed, so that sending rarely waits for the disk.
package actor OriginalEntries {
    /// The number of entries that are read together.
    private static let groupCount = 64

    /// The ids of the set, in the order of sending.
    private let ids: [Exchange.ID]
    private let history: any HistoryStore
    /// False to read only the requests.
    private let areWhole: Bool
    /// The groups that were read or are being read, by number.
    private var groups: [Int: Task<[Exchange.ID: Exchange], any Error>] = [:]

    /// Creates a reader of entries.
    ///
    /// - Parameter areWhole: false to read only the requests.
    package init(_ ids: [Exchange.ID], in history: any HistoryStore, areWhole: Bool) {
        self.ids = ids
        self.history = history
        self.areWhole = areWhole
    }

    /// The entry at a place of the set; nil if it is no longer in the history.
    ///
    /// - Throws: the error of reading its group.
    package func exchange(at place: Int) async throws -> Exchange? {
        let number = place / Self.groupCount
        let group = group(number)
        _ = self.group(number + 1)
        // An entry of a group that was dropped reads it again.
        groups[number - 2] = nil
        return try await group.value[ids[place]]
    }

    private func group(_ number: Int) -> Task<[Exchange.ID: Exchange], any Error> {
        if let known = groups[number] { return known }
        let wanted = Array(ids.dropFirst(number * Self.groupCount).prefix(Self.groupCount))
        let group = Task { [history, areWhole] in
            let exchanges = wanted.isEmpty ? [] : try await areWhole ? history.exchanges(wanted) : history.requests(wanted)
            return Dictionary(exchanges.map { ($0.id, $0) }) { $1 }
        }
        groups[number] = group
        return group
    }
}

/// Sends entries of the history again, in order and some at once. It holds only those in flight.
package struct ReplayRunner: Sendable {
    /// Reads the entry at a place of the set; nil if it is no longer in the history.
    package typealias Read = @Sendable (_ place: Int) async throws -> Exchange?
    /// Resolves an entry and sends it.
    package typealias Send = @Sendable (Exchange) async throws -> LiveSender.Result
    /// Stores the exchange of an entry, compares the two, and completes the result. After a cancellation it has no entry to compare with.
    package typealias Finish = @Sendable (LiveSender.Result, _ place: Int, Exchange?, inout RunResult) async throws -> Void

    private let read: Read
    private let send: Send
    private let finish: Finish

    /// Creates a runner. A ``RunError`` of a function refuses the entry, any other error ends the replay.
    package init(reading read: @escaping Read, sending send: @escaping Send, finishing finish: @escaping Finish) {
        self.read = read
        self.send = send
        self.finish = finish
    }

    /// Replays the entries at all places; `take` gets each result as soon as it is available, one at a time.
    ///
    /// - Parameters:
    ///   - empty: the result of an entry before it is read.
    ///   - begin: is told of each entry that starts.
    /// - Throws: the error of `take`, or a `CancellationError`; the exchanges in flight are cancelled and stored.
    package func run(
        _ places: Range<Int>, at speed: JobSpeed, from empty: @escaping @Sendable (_ place: Int) -> RunResult,
        beginning begin: @escaping @Sendable (_ place: Int) -> Void, _ take: (_ place: Int, RunResult) throws -> Void
    ) async throws {
        try await concurrently(places, at: speed) { place in
            begin(place)
            var result = empty(place)
            do {
                guard let original = try await read(place) else { throw RunError("no longer in the history") }
                try await replay(original, place, &result)
            } catch let refusal as RunError {
                result.refusal = refusal.reason
            }
            return result
        } taking: { place, result in
            try take(place, result)
            return .next
        }
    }

    private func replay(_ original: Exchange, _ place: Int, _ result: inout RunResult) async throws {
        let sent = try await send(original)
        guard !Task.isCancelled else {
            // Outside of the cancelled task, which could not find the secrets of captures.
            try await Task { [result] in
                var result = result
                try await finish(sent, place, nil, &result)
            }.value
            throw CancellationError()
        }
        result.title = "\(sent.exchange.request.method) \(sent.exchange.request.url)"
        result.mask = sent.mask
        try await finish(sent, place, original, &result)
    }
}
