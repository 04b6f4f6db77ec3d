import Workspace

/// Keeps secrets that a request takes out of its answer out of the history.
struct CapturedSecrets: Sendable {
    private static let bodyLimit = 64 << 20
    let queries: BodyQueries

    /// The exchange without the secrets that its captures find in it.
    func masked(_ exchange: Exchange) async -> Exchange {
        let captures = exchange.draft?.captures.filter { $0.isEnabled && $0.holdsSecret } ?? []
        guard !captures.isEmpty, let facts = AnswerFacts(exchange, bodyLimit: Self.bodyLimit) else { return exchange }
        let report = await AnswerChecks.run(captures, [], on: facts, queries)
        return exchange.masked(by: SecretMask(report.values.values.map(\.text)))
    }
}
