import Document
package import Query

/// The language of a query of a capture or an assertion, told by what it begins with.
package enum CheckLanguage: Equatable {
    /// A regular expression, behind `regex:`.
    case expression(String)
    case jsonPath, xpath, jq

    /// Tells the language of a query.
    package init(_ query: String) {
        let prefix = "regex:"
        if query.hasPrefix(prefix) {
            self = .expression(String(query.dropFirst(prefix.count)))
        } else if query.hasPrefix("/") || query.hasPrefix("(/") {
            self = .xpath
        } else {
            self = query.hasPrefix("$") ? .jsonPath : .jq
        }
    }

    /// Why the query cannot be read, as far as that costs nothing to find; nil where it can, and where a process of its own must look.
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

    /// Why a regular expression cannot be read; nil where it can.
    private static func problem(pattern: String) -> String? {
        do throws(DocumentError) {
            _ = try SearchPattern(SearchQuery(pattern, isRegularExpression: true))
            return nil
        } catch {
            return sentence("regular expression", error.message, at: error.place)
        }
    }

    /// The language first, since nobody has named it; some of the messages do so too.
    private static func sentence(_ language: String, _ message: String, at place: Int?) -> String {
        let text = message.hasPrefix("\(language): ") ? String(message.dropFirst(language.count + 2)) : message
        return "\(language), \(place.map { "character \($0): " } ?? "")\(text)"
    }

    /// True if the language runs in a child process only.
    package var needsProcess: Bool { self == .xpath || self == .jq }

    /// Asks such a process why the query cannot be read; nil where it can, and where nothing can be said of it.
    package func problem(_ query: String, in worker: QueryWorker) async -> String? {
        do throws(QueryError) {
            // A filter is compiled before there is a value, so that one that never ends does not begin.
            let body: QueryInput = .bytes(self == .jq ? Array(" ".utf8) : Array("<a/>".utf8))
            _ = try await worker.results(of: Query(self == .jq ? .jq : .xpath, query), in: body).collect()
            return nil
        } catch {
            // Which prefixes there are is known of the answer alone.
            guard error.code == .syntax, !error.message.lowercased().contains("prefix") else { return nil }
            return Self.sentence(self == .jq ? "jq" : "XPath", error.message, at: error.place)
        }
    }

    /// By the query, why it cannot be read; empty where it can.
    package static func problems(of queries: [String], in worker: QueryWorker) async -> [String: String] {
        var problems: [String: String] = [:]
        for query in queries where !Task.isCancelled { problems[query] = await CheckLanguage(query).problem(query, in: worker) ?? "" }
        return problems
    }
}
