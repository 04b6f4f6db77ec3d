import Document
import JSON
package import Query
public import Workspace

/// The queries of captures and assertions.
public enum LiveQueries {
    /// The maximum size of a body that is queried in this process, and the maximum time; longer ones are queried in a child process.
    private static let shortBody = 256 << 10
    private static let shortTime = Duration.milliseconds(100)

    /// All queries, with a worker of their own for those that need a child process.
    public static let all = queries(in: QueryWorker())

    /// All queries; those that need a child process run in `worker`.
    package static func queries(in worker: QueryWorker) -> BodyQueries {
        BodyQueries(
            values: { query, body, type throws(CheckError) in try await values(of: query, in: body, type, worker) },
            matches: { pattern, text throws(CheckError) in try isFound(pattern, in: Array(text.utf8)) },
            findsNull: { CheckLanguage($0) == .jsonPath },
            text: { String(decoding: Document.utf8Text(of: $0, mediaType: $1), as: UTF8.self) })
    }

    private static func values(
        of query: String, in body: [UInt8], _ type: String?, _ worker: QueryWorker
    ) async throws(CheckError) -> [JSONValue] {
        let language = CheckLanguage(query)
        let body = Document.utf8Text(of: body, mediaType: type)
        if case .expression(let pattern) = language { return try expression(pattern, body) }
        do throws(QueryError) {
            if language == .xpath { return try await nodes(of: query, in: body, type, worker) }
            guard language == .jsonPath else { return try await worker.values(of: Query(.jq, query), in: .bytes(body)) }
            if body.count <= shortBody {
                do throws(QueryError) { return try JSONPath(query).values(in: body, within: shortTime) } catch {
                    // The child process has a larger limit, and is ended when the task is cancelled.
                    guard error.code == .limit else { throw error }
                }
            }
            return try await worker.values(of: Query(.jsonPath, query), in: .bytes(body))
        } catch {
            throw CheckError(error.description, found: error.found)
        }
    }

    private static func nodes(
        of query: String, in body: [UInt8], _ type: String?, _ worker: QueryWorker
    ) async throws(QueryError) -> [JSONValue] {
        let isHTML = type?.lowercased().contains("html") == true
        return try await worker.values(of: Query(isHTML ? .xpathHTML : .xpath, query), in: .bytes(body))
    }

    /// The matches of a pattern, at most 1,000, or of its first group if it has one; null for a match without that group.
    private static func expression(_ text: String, _ body: [UInt8]) throws(CheckError) -> [JSONValue] {
        do throws(DocumentError) {
            let pattern = try SearchPattern(SearchQuery(text, isRegularExpression: true))
            return try pattern.matches(in: body, limit: 1000).map { match in
                guard let range = pattern.hasGroup ? match.group : match.range else { return .null }
                return .string(String(decoding: body[range], as: UTF8.self))
            }
        } catch {
            throw CheckError(error.message)
        }
    }

    private static func isFound(_ text: String, in bytes: [UInt8]) throws(CheckError) -> Bool {
        do throws(DocumentError) {
            return try !SearchPattern(SearchQuery(text, isRegularExpression: true)).matches(in: bytes, limit: 1).isEmpty
        } catch {
            throw CheckError(error.message)
        }
    }
}
