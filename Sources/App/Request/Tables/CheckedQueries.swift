import Workspace

/// The syntax checks of the queries in captures and assertions.
struct CheckedQueries: Equatable, Sendable {
    /// A person writes fewer; beyond that what is known is found again.
    private static let most = 500
    /// By the query, why it cannot be read; empty where it can, or where that is being found out.
    private var known: [String: String] = [:]
    /// Those that another process has to look at, of the rows as they are.
    private(set) var unasked: [String] = []

    /// Begins to look at all rows anew.
    mutating func begin() {
        unasked = []
        if known.count >= Self.most { known = [:] }
    }

    /// Why a query cannot be read; nil where it can, and where that is not known yet. One with variables is not known before sending.
    mutating func problem(_ query: String) -> String? {
        guard !query.isEmpty, !query.contains("{{") else { return nil }
        if let found = known[query] { return found.isEmpty ? nil : found }
        let language = CheckLanguage(query)
        if language.needsProcess {
            unasked.append(query)
            return nil
        }
        let problem = language.problem(query)
        known[query] = problem ?? ""
        return problem
    }

    /// The same of a regular expression that stands by itself.
    mutating func problem(pattern: String) -> String? { pattern.isEmpty ? nil : problem("regex:" + pattern) }

    /// The queries to ask about, which are not given again.
    mutating func takeUnasked() -> [String] {
        for query in unasked { known[query] = "" }
        defer { unasked = [] }
        return unasked
    }

    /// Takes what was found.
    mutating func take(_ problems: [String: String]) { known.merge(problems) { $1 } }
}
