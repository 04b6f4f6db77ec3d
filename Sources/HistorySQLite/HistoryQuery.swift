import Workspace

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The SQL of a filter.
struct HistoryQuery {
    private(set) var conditions: [String] = []
    private(set) var values: [SQLValue] = []
    /// True if the full-text index is used.
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

    /// Restricts the query to rows after this position.
    mutating func restrict(toRowsAfter cursor: HistoryCursor) {
        conditions.append("\(key) < coalesce((SELECT key FROM exchange WHERE id = ?), ?)")
        values += [.text(cursor.id), .integer(HistoryKey.key(startedAt: cursor.startedAt, id: cursor.id))]
    }

    /// The tables and conditions.
    var source: String {
        let tables = isSearch ? "search JOIN exchange ON exchange.key = search.rowid" : "exchange"
        return conditions.isEmpty ? tables : "\(tables) WHERE \(conditions.joined(separator: " AND "))"
    }

    /// The column that orders the list, in the table that is read first: each can be read backwards from any position.
    var key: String { isSearch ? "search.rowid" : "exchange.key" }

    private mutating func add(_ condition: String, _ value: SQLValue?) {
        guard let value else { return }
        conditions.append(condition)
        values.append(value)
    }
}

/// The key of a row. Keys are in the order of the list, so that pages and searches read from the end without sorting.
///
/// The upper bits are microseconds since 1970; the lower ten come from the id, which orders exchanges of the same microsecond.
enum HistoryKey {
    private static let idBitCount = 10
    private static let step = Int64(1) << idBitCount

    /// The key of an exchange; if it is taken, the next free one is used.
    static func key(startedAt: Date, id: String) -> Int64 { first(at: startedAt) + idBits(id) }

    /// The smallest key at a time.
    static func first(at time: Date) -> Int64 {
        // The range that the multiplication can hold: the years 1688 to 2252.
        let microseconds = min(max(time.timeIntervalSince1970 * 1e6, -8.9e15), 8.9e15)
        return Int64(microseconds.rounded()) * step
    }

    /// The first ten bits of a UUID in text; for other ids, bits that mostly keep their order.
    private static func idBits(_ id: String) -> Int64 {
        let digits = (Array(id.utf8.prefix(3)) + [0, 0, 0]).prefix(3).map { byte in
            byte == 0 ? 0 : Int64(Character(Unicode.Scalar(byte)).hexDigitValue ?? 15)
        }
        return digits.reduce(0) { $0 << 4 | $1 } >> 2 & (step - 1)
    }
}
