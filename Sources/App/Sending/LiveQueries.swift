import Document
import JSON
import Query
public import Workspace

/// The queries of captures and assertions.
public enum LiveQueries {
    /// Longer bodies are asked in a process of their own.
    private static let shortBody = 256 << 10
    private static let expressionPrefix = "regex:"

    /// All that this program can run.
    public static let all = BodyQueries(
        values: { query, body, type throws(CheckFailure) in try await values(of: query, in: body, type) },
        matches: { pattern, text throws(CheckFailure) in try !ranges(of: pattern, in: Array(text.utf8), limit: 1).isEmpty })

    /// What a query begins with says its language: `regex:`, `$` JSONPath, `/` XPath, and else jq.
    private static func values(of query: String, in body: [UInt8], _ type: String?) async throws(CheckFailure) -> [JSONValue] {
        if query.hasPrefix(expressionPrefix) { return try expression(String(query.dropFirst(expressionPrefix.count)), body) }
        do throws(QueryError) {
            if query.hasPrefix("/") || query.hasPrefix("(/") { return try await nodes(of: query, in: body, type) }
            guard query.hasPrefix("$") else { return try await QueryWorker().values(of: Query(.jq, query), in: .bytes(body)) }
            if body.count <= shortBody { return try JSONPath(query).values(in: body) }
            return try await QueryWorker().values(of: Query(.jsonPath, query), in: .bytes(body))
        } catch {
            throw CheckFailure(error.description)
        }
    }

    private static func nodes(of query: String, in body: [UInt8], _ type: String?) async throws(QueryError) -> [JSONValue] {
        let isHTML = type?.lowercased().contains("html") == true
        let found = try await QueryWorker().results(of: Query(isHTML ? .xpathHTML : .xpath, query), in: .bytes(body)).collect()
        return String(decoding: found, as: UTF8.self).split(separator: "\n").map { .string(String($0)) }
    }

    /// What the pattern finds; of a pattern with a group, what the first group finds.
    private static func expression(_ pattern: String, _ body: [UInt8]) throws(CheckFailure) -> [JSONValue] {
        let group = try? Regex(pattern)
        return try ranges(of: pattern, in: body, limit: 1000).map { range in
            let text = String(decoding: body[range], as: UTF8.self)
            let found = (try? group?.wholeMatch(in: text)).flatMap { $0 }
            guard let output = found?.output, output.count > 1, let first = output[1].substring else { return .string(text) }
            return .string(String(first))
        }
    }

    private static func ranges(of pattern: String, in bytes: [UInt8], limit: Int) throws(CheckFailure) -> [Range<Int>] {
        do throws(DocumentError) {
            let query = SearchQuery(pattern, isRegularExpression: true)
            return try SearchPattern(query).ranges(in: bytes, limit: limit)
        } catch {
            throw CheckFailure(error.message)
        }
    }
}
