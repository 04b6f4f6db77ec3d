import Workspace

/// A filter in SQL.
struct HistoryQuery {
    private(set) var conditions: [String] = []
    private(set) var values: [SQLValue] = []
    /// Whether the full-text index takes part.
    private let isSearch: Bool

    init(_ filter: HistoryFilter) {
        isSearch = !filter.words.isEmpty
        if isSearch {
            // A word holds letters and digits only, so that it cannot end the quotes.
            add("search MATCH ?", .text(filter.words.map { "\"\($0)\"*" }.joined(separator: " ")))
        }
        add("workspace = ?", filter.workspace.map(SQLValue.text))
        add("requestPath = ?", filter.requestPath.map(SQLValue.text))
        add("environment = ?", filter.environment.map(SQLValue.text))
        add("method = ?", filter.method.map(SQLValue.text))
        if let statuses = filter.statuses {
            add("status >= ?", .integer(Int64(statuses.lowerBound)))
            add("status <= ?", .integer(Int64(statuses.upperBound)))
        }
        if filter.onlyFailed { conditions.append("errorCode IS NOT NULL") }
        if filter.onlyPinned { conditions.append("isPinned = 1") }
        add("\(key) >= ?", filter.since.map { .integer(HistoryKey.first(at: $0)) })
        add("\(key) < ?", filter.until.map { .integer(HistoryKey.first(at: $0)) })
    }

    /// Leaves only rows after this place.
    mutating func goOn(after cursor: HistoryCursor) {
        conditions.append("\(key) < coalesce((SELECT key FROM exchange WHERE id = ?), ?)")
        values += [.text(cursor.id), .integer(HistoryKey.key(startedAt: cursor.startedAt, id: cursor.id))]
    }

    /// The tables with the conditions.
    var source: String {
        let tables = isSearch ? "search JOIN exchange ON exchange.key = search.rowid" : "exchange"
        return conditions.isEmpty ? tables : "\(tables) WHERE \(conditions.joined(separator: " AND "))"
    }

    /// The column that orders the list, in the table that is read first: each can be read backwards from any place.
    var key: String { isSearch ? "search.rowid" : "exchange.key" }

    private mutating func add(_ condition: String, _ value: SQLValue?) {
        guard let value else { return }
        conditions.append(condition)
        values.append(value)
    }
}
