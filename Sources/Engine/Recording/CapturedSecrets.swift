import Platform
package import Workspace

/// Keeps the secrets of a large answer, and those that a request takes out of its answer, out of the history.
package struct CapturedSecrets: Sendable {
    private static let bodyLimit = 64 << 20
    private let queries: BodyQueries

    /// Takes what runs the queries of captures.
    package init(queries: BodyQueries) { self.queries = queries }

    /// The exchange without the secrets that its captures find in it, without cookies, and without the secrets of `mask` in a body that is a file.
    ///
    /// A file that is not kept for a secret in it is removed: it was made for the history alone.
    package func masked(_ exchange: Exchange, _ mask: SecretMask) async -> Exchange {
        let masked = exchange.masked(by: mask.adding(await captured(exchange))).concealingCookies()
        if case .file(let path)? = exchange.response?.body.storage, masked.response?.body.storage != .file(path) { unlink(path) }
        return masked
    }

    private func captured(_ exchange: Exchange) async -> [String] {
        let captures = exchange.draft?.captures.filter { $0.isEnabled && $0.holdsSecret } ?? []
        guard !captures.isEmpty, let facts = ResponseFacts(exchange, bodyLimit: Self.bodyLimit) else { return [] }
        return await ResponseChecks.run(captures, [], on: facts, queries).values.values.map(\.text)
    }
}
