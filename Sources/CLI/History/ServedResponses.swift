public import Engine
import Workspace

/// The responses selected by the words of `apus serve`.
public struct ServedResponses: Sendable {
    /// The responses; for the same request, the preferred one first.
    public let all: [ServedResponse]

    /// Reads the history or the examples; nil without an option for either.
    ///
    /// - Throws: a ``UsageError`` for both options, a ``CommandError`` with code 2 if nothing is found.
    public init?(_ words: CommandWords, _ context: CommandContext) async throws {
        try words.refuseCombining("from-history", "from-examples")
        guard words.has("from-history") || words.has("from-examples") else { return nil }
        all = words.has("from-history") ? try await Self.history(words, context) : try Self.examples(words)
        if all.isEmpty { throw CommandError("there is no stored response to serve", code: 2) }
    }

    // MARK: History

    /// The newest complete response to each request.
    private static func history(_ words: CommandWords, _ context: CommandContext) async throws -> [ServedResponse] {
        let history = try await context.live.openHistory()
        let filter = try HistoryFilter(words.operands.joined(separator: " "), of: words)
        var known: Set<String> = []
        var found: [ServedResponse] = []
        try await HistoryCommand.pages(of: filter, in: history, limit: 0, context.streams) { rows in
            for row in rows where row.isServable && !known.contains("\(row.method) \(row.url)") {
                guard let exchange = try await history.exchange(row.id), let response = ServedResponse(exchange) else { continue }
                known.insert("\(row.method) \(row.url)")
                found.append(response)
            }
        }
        return found
    }

    // MARK: Examples

    private static func examples(_ words: CommandWords) throws -> [ServedResponse] {
        let store = try words.requiredWorkspace()
        let requests = try store.tree().requests
        for word in words.operands where !requests.contains(where: { isWanted($0.path, [word]) }) {
            throw CommandError("there is no request or folder “\(word)”; apus list lists them", code: 2)
        }
        var found: [ServedResponse] = []
        for path in requests.map(\.path) where isWanted(path, words.operands) {
            let draft = try store.draft(at: path)
            let examples = try store.savedResponses(of: path).content.examples
            found += examples.map { ServedResponse($0, of: $0.request ?? draft, at: path) }
        }
        return found
    }

    /// True if the words name the request or a folder around it, or if there are no words.
    private static func isWanted(_ path: String, _ words: [String]) -> Bool {
        let path = WorkspacePath.shown(path)
        return words.isEmpty || words.map(WorkspacePath.shown).contains { $0 == "." || path == $0 || path.hasPrefix($0 + "/") }
    }
}
