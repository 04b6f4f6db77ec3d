public import Engine
import Workspace

/// The responses selected by the words of `apus serve`.
public struct ServedResponses: Sendable {
    /// The responses; for the same request, the preferred one first.
    public let all: [ServedResponse]
    /// The number of stored responses; one with several paths is more than once in ``all``.
    public let count: Int

    /// Reads the history or the examples; nil without an option for either.
    ///
    /// - Throws: a ``UsageError`` for both options, a ``CommandError`` with code 2 if nothing is found.
    public init?(_ words: CommandWords, _ context: CommandContext) async throws {
        try words.refuseCombining("from-history", "from-examples")
        guard words.has("from-history") || words.has("from-examples") else { return nil }
        if words.has("from-history") {
            all = try await Self.history(words, context)
            count = all.count
        } else {
            let (first, others) = try Self.examples(words)
            (all, count) = (first + others, first.count)
        }
        if all.isEmpty { throw CommandError("there is no stored response to serve", code: 2) }
    }

    // MARK: History

    /// The newest complete response to each request.
    private static func history(_ words: CommandWords, _ context: CommandContext) async throws -> [ServedResponse] {
        let history = try await context.live.openHistory()
        let filter = try HistoryFilter(words.operands.joined(separator: " "), of: words)
        var known: Set<String> = []
        var responses: [ServedResponse] = []
        try await HistoryCommand.pages(of: filter, in: history, limit: 0, context.streams) { rows in
            for row in rows where row.isServable && !known.contains("\(row.method) \(row.url)") {
                guard let exchange = try await history.exchange(row.id), let response = ServedResponse(exchange) else { continue }
                known.insert("\(row.method) \(row.url)")
                responses.append(response)
            }
        }
        return responses
    }

    // MARK: Examples

    /// The examples with the path after the variable or the host, and those with the path of the variable's value before it, too.
    private static func examples(_ words: CommandWords) throws -> (first: [ServedResponse], others: [ServedResponse]) {
        let store = try words.requiredWorkspace()
        let requests = try store.tree().requests
        for word in words.operands where !requests.contains(where: { isWanted($0.path, [word]) }) {
            throw CommandError("there is no request or folder “\(word)”; apus list lists them", code: 2)
        }
        var reader = ResolutionReader(store)
        var found: [(example: SavedResponse, request: RequestDraft, path: String)] = []
        for path in requests.map(\.path) where isWanted(path, words.operands) {
            let draft = try store.draft(at: path)
            let examples = try store.savedResponses(of: path).content.examples
            found += examples.map { (example: $0, request: $0.request ?? draft, path: path) }
        }
        // One for any status is the last resort of its path.
        found = found.filter { $0.example.status != 0 } + found.filter { $0.example.status == 0 }
        var (first, others) = ([ServedResponse](), [ServedResponse]())
        for (example, request, path) in found {
            let response = ServedResponse(example, of: request, at: path)
            first.append(response)
            var whole = request
            whole.url = expanded(request, at: path, &reader)
            let other = ServedResponse(example, of: whole, at: path)
            if other.path != response.path { others.append(other) }
        }
        return (first, others)
    }

    /// The URL with the value of the variable at its beginning, as the request, its folders, its collection or the workspace define it.
    private static func expanded(_ draft: RequestDraft, at path: String, _ reader: inout ResolutionReader) -> String {
        var url = draft.url
        guard url.hasPrefix("{{"), !url.prefix(while: { $0 != "?" }).contains("://"),
            let input = try? reader.input(draft, requestPath: path, environmentPath: nil)
        else { return url }
        let scopes = input.scopes
        // A value may begin with another variable; no chain is longer without a circle.
        for _ in 0..<8 {
            guard case .reference(let name, let range)? = Template(url).parts.first, let base = scopes[name], !base.isSecret else { break }
            let isWhole = base.value.contains("://") || ["/", "{{"].contains(where: base.value.hasPrefix)
            url = (isWhole ? "" : "http://") + base.value + url[range.upperBound...]
        }
        return url
    }

    /// True if the words name the request or a folder around it, or if there are no words.
    private static func isWanted(_ path: String, _ words: [String]) -> Bool {
        let path = WorkspacePath.shown(path)
        return words.isEmpty || words.map(WorkspacePath.shown).contains { $0 == "." || path == $0 || path.hasPrefix($0 + "/") }
    }
}
