public import Document
public import Widgets

/// A search in what a tab of the answer shows: what is typed, and what was found so far.
public struct ResponseSearch: Sendable, Equatable {
    /// The search text.
    public internal(set) var field = TextFieldState()
    /// True while it is typed.
    public internal(set) var isTyping = true
    /// True if the text is a regular expression.
    public internal(set) var isRegularExpression = false
    /// The matches so far; nil before the first result.
    public private(set) var results: SearchResults?
    /// The text and query that the results belong to, for text at hand.
    private(set) var searched: (text: [UInt8], query: SearchQuery?)?
    /// True once a match was shown.
    var hasShown = false
    /// Why it cannot be looked for.
    public internal(set) var problem: String?
    /// The byte that the cursor was on when the search began: the first match behind it is shown.
    let anchor: Int

    /// Text at hand is searched while a key waits: about a twentieth of a second, where an innocent pattern takes a hundredth of that.
    private static let stepLimit = 4_000_000

    /// The match to show first.
    var first: SearchResults.Match? {
        results.flatMap { $0.next(from: anchor) ?? ($0.isComplete ? $0.match(0) : nil) }
    }

    /// The query; nil while nothing is typed.
    var query: SearchQuery? {
        field.text.isEmpty ? nil : SearchQuery(field.text, isRegularExpression: isRegularExpression)
    }

    /// Takes what a search found, when it is still the one that is wanted.
    mutating func take(_ found: SearchResults) -> Bool {
        guard found.pattern.query == query else { return false }
        results = found
        problem = nil
        return true
    }

    /// Searches text that is at hand, and short, unless that was done.
    mutating func search(_ text: [UInt8]) {
        let query = query
        guard searched?.text != text || searched?.query != query else { return }
        forgetResults()
        searched = (text, query)
        guard let query else { return }
        do throws(DocumentError) {
            results = SearchResults(try SearchPattern(query, stepLimit: Self.stepLimit), in: text)
        } catch {
            problem = error.message
        }
    }

    /// Forgets what an earlier text found.
    mutating func forgetResults() {
        results = nil
        searched = nil
        hasShown = false
        problem = nil
    }

    /// The results are compared by how far the search is.
    public static func == (left: ResponseSearch, right: ResponseSearch) -> Bool {
        left.field == right.field && left.isTyping == right.isTyping && left.isRegularExpression == right.isRegularExpression
            && left.results?.count == right.results?.count && left.results?.end == right.results?.end && left.problem == right.problem
    }
}

/// The matches of a search in a body so far.
public struct FoundInBody: Sendable, Equatable {
    /// The body that is searched.
    public let body: BodyHandle
    /// The matches so far.
    public let results: SearchResults

    /// The same when they are the same step of the same search.
    public static func == (left: FoundInBody, right: FoundInBody) -> Bool {
        left.body == right.body && left.results.pattern.query == right.results.pattern.query && left.results.end == right.results.end
    }
}
