import Workspace

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The SQL of a filter.
///
/// A condition is an expression of the full-text index, which finds the rows quickly and may find some too many (``HistoryFacets``), or an
/// exact condition on their columns, or both.
struct HistoryQuery {
    private(set) var conditions: [String] = []
    private(set) var values: [SQLValue] = []
    /// The expressions of the index, which must all match.
    private var matches: [String] = []
    private var ranges: [Range<Date>] = []
    /// The index over the few rows that are pinned or tagged; nil if the filter asks for neither.
    private var fewRows: String?

    init(_ filter: HistoryFilter) {
        for condition in filter.conditions { add(condition) }
        for range in ranges {
            conditions += ["\(key) >= ?", "\(key) < ?"]
            values += [range.lowerBound, range.upperBound].map { .integer(HistoryKey.first(at: $0)) }
        }
        guard !matches.isEmpty else { return }
        conditions.insert("search MATCH ?", at: 0)
        values.insert(.text(matches.map { "(\($0))" }.joined(separator: " AND ")), at: 0)
    }

    /// Restricts the query to rows after this position.
    mutating func restrict(toRowsAfter cursor: HistoryCursor) {
        conditions.append("\(key) < coalesce((SELECT key FROM exchange WHERE id = ?), ?)")
        values += [.text(cursor.id), .integer(HistoryKey.key(startedAt: cursor.startedAt, id: cursor.id))]
    }

    /// The tables and conditions.
    var source: String {
        let rows = fewRows.map { "exchange INDEXED BY \($0)" } ?? "exchange"
        let tables =
            matches.isEmpty
            ? rows
            : fewRows == nil ? "search JOIN exchange ON exchange.key = search.rowid" : "\(rows) CROSS JOIN search ON search.rowid = key"
        return conditions.isEmpty ? tables : "\(tables) WHERE \(conditions.joined(separator: " AND "))"
    }

    /// The column that orders the list, in the table that is read first: each can be read backwards from any position.
    var key: String { matches.isEmpty || fewRows != nil ? "exchange.key" : "search.rowid" }

    private mutating func add(_ condition: HistoryFilter.Condition) {
        switch condition {
        case .pinned: fewRows = "exchangeByPin"
        case .tag: fewRows = "exchangeByTag"
        case .sent(let range):
            ranges.append(range)
            return
        case .not(.words(let words)): return matches.append("\(HistoryFacets.any) NOT \(HistoryFacets.words(words))")
        case .not(.not(let condition)): return add(condition)
        default: matches += HistoryFacets.expression(condition).map { [$0] } ?? []
        }
        guard let exact = Self.exact(condition) else { return }
        conditions.append(exact.sql)
        values += exact.values
    }

    /// The condition on the columns of a row; nil if the index alone decides.
    private static func exact(_ condition: HistoryFilter.Condition) -> (sql: String, values: [SQLValue])? {
        switch condition {
        case .words: nil
        case .phrase(let text): ("instr(lower((SELECT text FROM search WHERE rowid = exchange.key)), ?) > 0", [folded(text)])
        case .method(let text): ("instr(lower(method), ?) = 1", [folded(text)])
        case .host(let text): ("instr(substr(\(behindScheme), 1, instr(\(behindScheme) || '/', '/') - 1), ?) > 0", [folded(text)])
        case .path(let text): ("instr(\(behindScheme), ?) > 0", [folded(text)])
        case .status(let range): ("status BETWEEN ? AND ?", [.integer(Int64(range.lowerBound)), .integer(Int64(range.upperBound))])
        case .environment(let name): ("instr(lower(coalesce(environment, '')), ?) = 1", [folded(name)])
        case .place(let text):
            ("(instr('/' || lower(coalesce(requestPath, '')), '/' || ?) > 0 OR instr(lower(name), ?) = 1)", [folded(text), folded(text)])
        case .duration(let bounds): within(bounds, "duration")
        case .size(let bounds): within(bounds, "byteCount")
        case .sent(let range):
            ("exchange.key >= ? AND exchange.key < ?", [range.lowerBound, range.upperBound].map { .integer(HistoryKey.first(at: $0)) })
        case .tag(let tag): ("tags <> '' AND instr(' ' || lower(tags), ' ' || ?) > 0", [folded(tag)])
        case .pinned: ("isPinned = 1", [])
        case .failed: ("errorCode IS NOT NULL", [])
        case .not(let condition): exact(condition).map { ("NOT coalesce(\($0.sql), 0)", $0.values) }
        }
    }

    private static let behindScheme = "lower(iif(instr(url, '://') > 0, substr(url, instr(url, '://') + 3), url))"

    private static func within(_ bounds: FilterBounds, _ column: String) -> (sql: String, values: [SQLValue]) {
        let ends = [(">=", bounds.lower), ("<=", bounds.upper)].compactMap { sign, value in value.map { (sign, $0) } }
        guard !ends.isEmpty else { return ("1", []) }
        return (ends.map { "\(column) \($0.0) ?" }.joined(separator: " AND "), ends.map { .real($0.1) })
    }

    /// ASCII letters in lower case, as SQLite's `lower` gives them.
    private static func folded(_ text: String) -> SQLValue {
        .text(
            String(
                String.UnicodeScalarView(
                    text.unicodeScalars.map { $0.isASCII ? $0.properties.lowercaseMapping.unicodeScalars.first ?? $0 : $0 })))
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
