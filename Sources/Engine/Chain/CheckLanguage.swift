import Document
package import Query
import Workspace

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
                return Self.sentence("JSONPath", error.message, at: error.place)
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

    /// A problem after the name of the language, which the query does not contain; some messages begin with it already.
    private static func sentence(_ language: String, _ message: String, at place: Int?) -> String {
        let text = message.hasPrefix("\(language): ") ? String(message.dropFirst(language.count + 2)) : message
        return "\(language), \(place.map { "character \($0): " } ?? "")\(text)"
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
            return Self.sentence(self == .jq ? "jq" : "XPath", error.message, at: error.place)
        }
    }

    /// The syntax error of each query; empty for a valid one.
    package static func problems(of queries: [String], in worker: QueryWorker) async -> [String: String] {
        var problems: [String: String] = [:]
        for query in queries where !Task.isCancelled { problems[query] = await CheckLanguage(query).problem(query, in: worker) ?? "" }
        return problems
    }
}
