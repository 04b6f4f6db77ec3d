public import Engine
import Workspace

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
            // What was given in place of the network is no response of a server.
            for row in rows where row.status != nil && !row.notes.tags.contains(Exchange.offlineTag) {
                guard known.insert("\(row.method) \(row.url)").inserted else { continue }
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
