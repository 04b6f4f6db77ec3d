import Document
import JSON
package import Query
public import Workspace

/// The queries of captures and assertions.
public enum LiveQueries {
    /// The maximum size of a body that is queried in this process, and the maximum time; longer ones are queried in a child process.
    private static let shortBody = 256 << 10
    private static let shortTime = Duration.milliseconds(100)

    /// All queries, with a worker of their own for queries that need a child process.
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

/// The language of a capture's or assertion's query, identified by its beginning.
package enum CheckLanguage: Equatable {
    /// A regular expression, after `regex:`.
    case expression(String)
    case jsonPath, xpath, jq

    /// Identifies the language of a query.
    package init(_ query: String) {
        let prefix = "regex:"
        if query.hasPrefix(prefix) {
            self = .expression(String(query.dropFirst(prefix.count)))
        } else if XPathText.isLikely(query) {
            self = .xpath
        } else {
            self = JSONPathText.isLikely(query) ? .jsonPath : .jq
        }
    }

    /// The syntax error of the query, as far as this process can find it; nil if it is valid, or if a separate process must check it.
    package func problem(_ query: String) -> String? {
        switch self {
        case .expression(let pattern): return Self.problem(pattern: pattern)
        case .jsonPath:
            do throws(QueryError) {
                _ = try JSONPath(query)
                return nil
            } catch {
                return Self.sentence("JSONPath", error.text, at: error.place)
            }
        case .xpath, .jq: return nil
        }
    }

    /// The syntax error of a regular expression; nil if it is valid.
    private static func problem(pattern: String) -> String? {
        do throws(DocumentError) {
            _ = try SearchPattern(SearchQuery(pattern, isRegularExpression: true))
            return nil
        } catch {
            return sentence("regular expression", error.message, at: error.place)
        }
    }

    /// A problem after the name of the language, which the query does not contain.
    private static func sentence(_ language: String, _ text: String, at place: Int?) -> String {
        "\(language), \(place.map { "character \($0): " } ?? "")\(text)"
    }

    /// True if the language runs only in a child process.
    package var needsProcess: Bool { self == .xpath || self == .jq }

    /// The syntax error that a child process finds in the query; nil if it is valid or cannot be checked.
    package func problem(_ query: String, in worker: QueryWorker) async -> String? {
        guard needsProcess else { return problem(query) }
        if self == .jq, JQPath(query) != nil { return nil }
        do throws(QueryError) {
            // A filter is compiled before it gets a value, so that an endless filter never starts.
            let body: QueryInput = .bytes(self == .jq ? Array(" ".utf8) : Array("<a/>".utf8))
            _ = try await worker.results(of: Query(self == .jq ? .jq : .xpath, query), in: body).collect()
            return nil
        } catch {
            // The prefixes that a body declares are known only with the response.
            guard error.code == .syntax else { return nil }
            return Self.sentence(self == .jq ? "jq" : "XPath", error.text, at: error.place)
        }
    }

    /// The syntax error of each query; empty for a valid one.
    package static func problems(of queries: [String], in worker: QueryWorker) async -> [String: String] {
        var problems: [String: String] = [:]
        for query in queries where !Task.isCancelled { problems[query] = await CheckLanguage(query).problem(query, in: worker) ?? "" }
        return problems
    }
}
