import Engine
public import HTTP
import Platform
public import Workspace

/// A response that `apus serve` gives, with the request that it belongs to.
public struct ServedResponse: Sendable {
    /// The id of the entry, or the path of the request with the name of the example.
    public let name: String
    /// The method's token.
    public let method: String
    /// The path of the URL; in examples with `:name` and `{{name}}`.
    public let path: String
    /// The query items, decoded; those with variables are left out.
    public let query: [(name: String, value: String)]
    /// The status code.
    public let status: Int
    /// The headers in order.
    public let headers: [HTTPHeaderField]
    /// The body.
    public let body: ExchangeBody
}

/// The responses that the words of `apus serve` select.
public struct ServedResponses: Sendable {
    /// The responses; of the same request the one to be given first.
    public let all: [ServedResponse]

    /// Reads the history or the examples; nil for words that name neither.
    ///
    /// - Throws: a ``UsageError`` for both, a ``CommandFailure`` with code 2 where nothing is found.
    public init?(_ words: CommandWords, _ context: CommandContext) async throws {
        switch (words.has("from-history"), words.has("from-examples")) {
        case (false, false): return nil
        case (true, true): throw UsageError("serve: --from-history and --from-examples do not go together")
        case (true, false): all = try await Self.history(words, context)
        case (false, true): all = try Self.examples(words)
        }
        if all.isEmpty { throw CommandFailure("there is no stored response to serve", code: 2) }
    }

    // MARK: History

    /// The newest response to each request.
    private static func history(_ words: CommandWords, _ context: CommandContext) async throws -> [ServedResponse] {
        let history = try await context.live.openHistory()
        let filter = try HistoryFilter(words.operands.joined(separator: " "), of: words)
        var known: Set<String> = []
        var found: [ServedResponse] = []
        try await HistoryCommand.pages(of: filter, in: history, limit: 0) { rows in
            for row in rows where row.status != nil && known.insert("\(row.method) \(row.url)").inserted {
                if let exchange = try await history.exchange(row.id), let response = ServedResponse(exchange) { found.append(response) }
            }
        }
        return found
    }

    // MARK: Examples

    private static func examples(_ words: CommandWords) throws -> [ServedResponse] {
        let store = try SendVariables.requiredWorkspace(words)
        do throws(WorkspaceError) {
            let requests = try store.tree().requests
            var found: [ServedResponse] = []
            for path in requests.map(\.path) where isWanted(path, words.operands) {
                let draft = try store.request(at: path).draft
                let examples = try store.savedResponses(of: path).content.answers
                found += examples.map { ServedResponse($0, of: $0.request ?? draft, at: path) }
            }
            return found
        } catch {
            throw CommandFailure(error.message, code: 2)
        }
    }

    /// True if the words name the request, or a folder around it; without words all are wanted.
    private static func isWanted(_ path: String, _ words: [String]) -> Bool {
        let path = shortPath(ofRequest: path)
        return words.isEmpty || words.map(shortPath(ofRequest:)).contains { $0 == "." || path == $0 || path.hasPrefix($0 + "/") }
    }
}

extension ServedResponse {
    /// The response of an entry; nil if it has none that is whole.
    fileprivate init?(_ exchange: Exchange) {
        guard let response = exchange.response, response.body.isComplete, let url = WebURL(exchange.request.url) else { return nil }
        self.init(
            name: exchange.id, method: exchange.request.method, path: url.pathname, query: Self.items(url.search.dropFirst()),
            status: response.status, headers: response.headers.fields, body: response.body)
    }

    fileprivate init(_ example: SavedResponse, of draft: RequestDraft, at path: String) {
        let url = draft.url.prefix { $0 != "#" }
        let written = url.firstIndex(of: "?").map { Self.items(url[url.index(after: $0)...]) } ?? []
        let rows = draft.query.filter(\.isEnabled).map { ($0.name, $0.value) }
        self.init(
            name: shortPath(ofRequest: path) + (example.name.isEmpty ? "" : ": \(example.name)"), method: draft.method,
            path: Self.path(ofURL: url.prefix { $0 != "?" }),
            query: (written + rows).filter { !($0.0 + $0.1).contains("{{") }, status: example.status,
            headers: example.headers.filter(\.isEnabled).map { HTTPHeaderField(name: $0.name, value: $0.value) },
            body: ExchangeBody(example.body))
    }

    /// The path of a URL as it is written: without a scheme and host, or the variable that stands for them.
    private static func path(ofURL url: Substring) -> String {
        var rest = url
        if let authority = rest.firstRange(of: "://") {
            rest = rest[authority.upperBound...].drop { $0 != "/" }
        } else if rest.hasPrefix("{{"), let end = rest.firstRange(of: "}}") {
            rest = rest[end.upperBound...]
        }
        return rest.hasPrefix("/") ? String(rest) : "/\(rest)"
    }

    private static func items(_ query: some StringProtocol) -> [(name: String, value: String)] {
        query.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (
                String(parts[0]).percentDecoded(plusIsSpace: true),
                parts.count < 2 ? "" : String(parts[1]).percentDecoded(plusIsSpace: true)
            )
        }
    }
}
