import HTTP
package import Workspace

/// A history entry to be sent again.
///
/// It goes as it was sent where its request is known in whole; else, and for other variables, its draft is resolved anew.
package struct Replay: Sendable {
    /// The way to send an entry again.
    package enum Way: Sendable {
        /// The request as it was sent. The job, where one is needed, resolves the secrets of its options, which the history does not keep.
        case asSent(options: SendJob?)
        /// The draft, resolved anew.
        case resolved(SendJob)
    }

    /// The reason why an entry without a draft and without its whole request is not sent.
    private static let noSecrets = "the history keeps no secrets and no long bodies, and there is no draft to get them from again"

    /// The entry.
    package let exchange: Exchange
    private let draft: RequestDraft?
    /// True to send the bytes that were sent.
    private let isAsSent: Bool
    private let captured: CapturedValues
    /// The file of the environment to resolve the draft for; nil to look for the name in the request's collection.
    package var environmentPath: String?
    /// The name of that environment; the one that the entry was sent to, unless another is given.
    private let environment: String?
    private let isForOther: Bool

    /// Takes an entry.
    ///
    /// - Parameters:
    ///   - draft: the draft with its secrets, where it is still known; the entry's own by default.
    ///   - isAsSent: false to resolve the draft anew.
    ///   - environment: another environment than that of the entry, which the draft is resolved for.
    package init(
        _ exchange: Exchange, draft: RequestDraft? = nil, isAsSent: Bool = true, environment: String? = nil,
        captured: CapturedValues = CapturedValues()
    ) {
        self.exchange = exchange
        self.draft = draft ?? exchange.draft
        self.isAsSent = isAsSent && environment == nil
        self.environment = environment ?? exchange.origin.environment
        isForOther = environment != nil
        self.captured = captured
    }

    /// The way to send it; nil where neither the whole request nor a draft is known.
    package var way: Way? {
        guard isAsSent, exchange.isRequestWhole else {
            guard var job else { return exchange.isRequestWhole && !isForOther ? .asSent(options: nil) : nil }
            job.original = exchange.id
            if isAsSent { job.optionsAsSent = exchange.options }
            return .resolved(job)
        }
        guard exchange.options?.labelsOfMissingSecrets.isEmpty != true else { return .asSent(options: nil) }
        return .asSent(options: optionsJob)
    }

    /// The job that resolves the options, of an entry that goes as it was sent; nil without a draft.
    package var optionsJob: SendJob? {
        guard var job else { return nil }
        job.repeats = exchange.id
        job.optionsAsSent = exchange.options
        return job
    }

    private var job: SendJob? {
        guard let draft else { return nil }
        var job = SendJob(
            draft: draft, path: exchange.origin.requestPath, environmentPath: environmentPath, environmentName: environment)
        job.captured = captured
        // What the history holds was not typed here and now.
        job.isTyped = false
        return job
    }

    /// The request as it was sent, in the way it was sent; secrets in that are what the draft says `now`. Of what was kept when the way was
    /// not, the draft says all of it.
    package func asSent(with now: ResolvedSend?) -> ResolvedSend {
        let said = now?.options ?? RequestOptions()
        let options = exchange.options?.restoringSecrets(from: said) ?? said
        var request = exchange.requestAsSent
        options.apply(to: &request)
        return ResolvedSend(request: request, mask: now?.mask ?? SecretMask(), origin: exchange.origin, options: options)
    }

    /// The reason why it cannot be sent: no way is known, or options of `again` lack their secrets. Nil if it can.
    package func problem(of again: ResolvedSend?) -> String? {
        guard let again else { return "\(exchange.request.method) \(exchange.request.url): \(Self.noSecrets)" }
        let missing = again.options.labelsOfMissingSecrets
        guard !missing.isEmpty else { return nil }
        return "\(exchange.request.method) \(exchange.request.url): \(missing.joined(separator: ", ")): \(Self.noSecrets)"
    }
}

/// The extent of replaying history entries, for the question that is asked once for all of them.
package struct ReplayExtent: Sendable, Equatable {
    /// The entries by method, host and environment: `3 × POST at api.example.org, environment live`.
    package let groups: [String]
    /// The number of requests that may change something.
    package let unsafeCount: Int
    /// The protected environments that such requests go to.
    package let protectedNames: [String]

    /// Looks at entries.
    ///
    /// - Parameters:
    ///   - environment: the environment that they are resolved anew for; nil for their own.
    ///   - known: the environments that an entry can be sent to.
    ///   - host: the host that an entry goes to in another environment; nil where it is not known.
    package init(
        _ entries: [ExchangeSummary], environment: String?, known: (ExchangeSummary) -> [EnvironmentSummary],
        host: (ExchangeSummary) -> String? = { _ in nil }
    ) {
        let groups = Dictionary(grouping: entries) { entry in
            let host = environment == nil ? entry.host : host(entry)
            return entry.method + (host.map { " at \($0)" } ?? "")
                + ((environment ?? entry.origin.environment).map { ", environment \($0)" } ?? "")
        }
        self.groups = groups.map { "\($0.value.count) × \($0.key)" }.sorted()
        let unsafe = entries.filter { !SendConfirmation.isSafe($0.method) }
        unsafeCount = unsafe.count
        let names = unsafe.compactMap { entry -> String? in
            let name = environment ?? entry.origin.environment
            return known(entry).first { $0.name == name && $0.isProtected }?.name
        }
        protectedNames = Set(names).sorted()
    }

    /// Sentences about the risk; empty if nothing is changed anywhere.
    package var risk: String {
        let names = protectedNames.map { "“\($0)”" }.joined(separator: ", ")
        let sentences = [unsafeCount == 0 ? nil : "\(unsafeCount) may change something.", names.isEmpty ? nil : "Protected: \(names)."]
        return sentences.compactMap(\.self).joined(separator: " ")
    }
}
