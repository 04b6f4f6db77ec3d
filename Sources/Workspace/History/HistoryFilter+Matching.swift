import HTTP

extension HistoryFilter {
    /// How much of a body is searched, in bytes.
    static let searchedBodyByteCount = 64 << 10

    /// Whether the exchange is one of those to list. Every store gives the same answer for the same filter.
    func matches(_ exchange: Exchange) -> Bool {
        matchesOrigin(exchange.origin)
            && method.map { $0 == exchange.request.method } ?? true
            && statuses.map { $0.contains(exchange.response?.status ?? .min) } ?? true
            && (!onlyFailed || exchange.error != nil)
            && (!onlyPinned || exchange.isPinned)
            && since.map { exchange.startedAt >= $0 } ?? true
            && until.map { exchange.startedAt < $0 } ?? true
            && matchesText(exchange)
    }

    private func matchesOrigin(_ origin: Exchange.Origin) -> Bool {
        workspace.map { $0 == origin.workspace } ?? true
            && requestPath.map { $0 == origin.requestPath } ?? true
            && environment.map { $0 == origin.environment } ?? true
    }

    private func matchesText(_ exchange: Exchange) -> Bool {
        let wanted = Self.words(of: text)
        guard !wanted.isEmpty else { return true }
        let words = Set(Self.words(of: Self.searchedText(of: exchange)))
        return wanted.allSatisfy { part in words.contains { $0.hasPrefix(part) } }
    }

    private static func words(of text: String) -> [Substring] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }
    }

    private static func searchedText(of exchange: Exchange) -> String {
        let request = exchange.request
        let fields = request.headers.fields + (exchange.response?.headers.fields ?? [])
        let bodies = [request.body, exchange.response?.body].compactMap { $0 }
        let parts =
            [exchange.origin.name, request.method, request.url] + fields.map { "\($0.name) \($0.value)" } + bodies.map(beginning)
        return parts.joined(separator: "\n")
    }

    private static func beginning(of body: ExchangeBody) -> String {
        guard case .bytes(let bytes) = body.storage else { return "" }
        return String(validating: bytes.prefix(searchedBodyByteCount), as: UTF8.self) ?? ""
    }
}
