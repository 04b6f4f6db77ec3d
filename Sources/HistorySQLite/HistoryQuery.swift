import Platform
import Workspace

/// The SQL of a filter.
///
/// A condition is an expression of the full-text index, which finds the rows quickly, possibly too many (``HistoryFacets``), or an
/// exact condition on their columns, or both.
struct HistoryQuery {
    private(set) var conditions: [String] = []
    private(set) var values: [SQLValue] = []
    /// The expressions of the index, which must all match.
    private var matches: [String] = []
    private var ranges: [Range<Date>] = []
    /// The index over the few rows that are pinned or tagged; nil if the filter asks for neither.
    private var partialIndex: String?
    /// True if only the full-text index can find the rows; otherwise those outside it are found by their columns.
    let searchesText: Bool

    init(_ filter: HistoryFilter) {
        let asked = filter.conditions
        searchesText = filter.searchesText
        for condition in asked { add(condition) }
        for range in ranges {
            conditions += ["\(key) >= ?", "\(key) < ?"]
            values += [range.lowerBound, range.upperBound].map { .integer(HistoryKey.first(at: $0)) }
        }
        guard !matches.isEmpty else { return }
        // Exchanges that wait to be indexed again are searched like those outside the index: an earlier version indexed too few words.
        conditions.append("search.rowid NOT IN (SELECT key FROM unindexed)")
        conditions.insert("search MATCH ?", at: 0)
        values.insert(.text(matches.map { "(\($0))" }.joined(separator: " AND ")), at: 0)
    }

    /// Restricts the query to rows with smaller keys, which come later in the list.
    mutating func restrict(toKeysBefore end: Int64) {
        conditions.append("\(key) < ?")
        values.append(.integer(end))
    }

    /// Restricts the query to rows with greater keys, which come earlier in the list.
    mutating func restrict(toKeysAfter start: Int64) {
        conditions.append("\(key) > ?")
        values.append(.integer(start))
    }

    /// Adds the function that records each row that is read, and ends the query at its deadline.
    mutating func limitTime() {
        if !conditions.isEmpty { conditions.insert("reached(\(key))", at: matches.isEmpty ? 0 : 1) }
    }

    /// A copy with whole words instead of their beginnings, as far as the database knows them.
    func completed(in database: Database) throws -> HistoryQuery {
        guard !matches.isEmpty, case .text(let expression)? = values.first else { return self }
        var query = self
        query.values[0] = .text(try database.completed(expression))
        return query
    }

    /// The tables and conditions.
    var source: String {
        let rows = partialIndex.map { "exchange INDEXED BY \($0)" } ?? "exchange"
        let tables =
            matches.isEmpty
            ? rows
            : partialIndex == nil
                ? "search JOIN exchange ON exchange.key = search.rowid" : "\(rows) CROSS JOIN search ON search.rowid = key"
        return conditions.isEmpty ? tables : "\(tables) WHERE \(conditions.joined(separator: " AND "))"
    }

    /// True if rows are found by the full-text index.
    var usesIndex: Bool { !matches.isEmpty }

    /// The column that orders the list, in the table that is read first: each can be read backwards from any position.
    var key: String { matches.isEmpty || partialIndex != nil ? "exchange.key" : "search.rowid" }

    private mutating func add(_ condition: HistoryFilter.Condition) {
        switch condition {
        case .pinned: partialIndex = "exchangeByPin"
        case .tag: partialIndex = "exchangeByTag"
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

    /// The name of the request's file in lower case.
    private static let fileName = {
        let path = "lower(coalesce(requestPath, ''))"
        return "replace(\(path), rtrim(\(path), replace(\(path), '/', '')), '')"
    }()

    /// The condition on the columns of a row; nil if the index alone decides.
    private static func exact(_ condition: HistoryFilter.Condition) -> (sql: String, values: [SQLValue])? {
        switch condition {
        case .words: nil
        case .phrase(let text): ("instr(lower((SELECT text FROM search WHERE rowid = exchange.key)), ?) > 0", [folded(text)])
        case .method(let text): ("instr(lower(method), ?) = 1", [folded(text)])
        case .host(let text): ("instr(substr(\(afterScheme), 1, instr(\(afterScheme) || '/', '/') - 1), ?) > 0", [folded(text)])
        case .path(let text): ("instr(\(afterScheme), ?) > 0", [folded(text)])
        case .status(let range): ("status BETWEEN ? AND ?", [.integer(Int64(range.lowerBound)), .integer(Int64(range.upperBound))])
        case .environment(let name): ("instr(lower(coalesce(environment, '')), ?) = 1", [folded(name)])
        case .workspace(let name): ("instr(\(workspaceName), ?) = 1", [folded(name)])
        case .place(let text):
            ("(instr('/' || lower(coalesce(requestPath, '')), '/' || ?) > 0 OR instr(lower(name), ?) = 1)", [folded(text), folded(text)])
        case .request(let text):
            ("(instr(lower(name), ?) = 1 OR instr(\(fileName), ?) = 1)", [folded(text), folded(text)])
        case .duration(let bounds): within(bounds, "duration")
        case .size(let bounds): within(bounds, "byteCount")
        case .sent(let range):
            ("exchange.key >= ? AND exchange.key < ?", [range.lowerBound, range.upperBound].map { .integer(HistoryKey.first(at: $0)) })
        case .tag(let tag): ("tags <> '' AND instr(' ' || lower(tags), ' ' || ?) > 0", [folded(tag)])
        case .pinned: ("isPinned = 1", [])
        case .failed: ("errorCode IS NOT NULL", [])
        case .not(let condition): exact(condition).map { negation(of: condition, $0) }
        }
    }

    /// Negates a condition. Only the index can tell whether part of a URL or a phrase begins at the start of a word.
    private static func negation(
        of condition: HistoryFilter.Condition, _ exact: (sql: String, values: [SQLValue])
    ) -> (sql: String, values: [SQLValue]) {
        guard let words = HistoryFacets.expression(condition), HistoryFacets.expression(.not(condition)) != nil else {
            return ("NOT coalesce(\(exact.sql), 0)", exact.values)
        }
        let isInIndex = "exchange.key IN (SELECT rowid FROM search WHERE search MATCH ?)"
        return ("NOT (coalesce(\(exact.sql), 0) AND \(isInIndex))", exact.values + [.text(words)])
    }

    /// The part of the path after the last slash.
    private static let workspaceName = "lower(replace(workspace, rtrim(workspace, replace(workspace, '/', '')), ''))"
    private static let afterScheme = "lower(iif(instr(url, '://') > 0, substr(url, instr(url, '://') + 3), url))"

    private static func within(_ bounds: FilterBounds, _ column: String) -> (sql: String, values: [SQLValue]) {
        let ends = [(">=", bounds.lower), ("<=", bounds.upper)].compactMap { sign, value in value.map { (sign, $0) } }
        guard !ends.isEmpty else { return ("1", []) }
        return (ends.map { "\(column) \($0.0) ?" }.joined(separator: " AND "), ends.map { .real($0.1) })
    }

    /// ASCII letters in lower case, as by SQLite's `lower`.
    private static func folded(_ text: String) -> SQLValue {
        .text(
            String(
                String.UnicodeScalarView(
                    text.unicodeScalars.map { $0.isASCII ? $0.properties.lowercaseMapping.unicodeScalars.first ?? $0 : $0 })))
    }
}

/// Words in the full-text index that stand for columns, so that a rare status is found among a million rows without reading them.
///
/// Each begins with U+E000, which is not typed, and a letter for its column. A duration or a size is the number of its digits and the first of
/// them, so that a range is a few words.
enum HistoryFacets {
    /// A word that every row has.
    static let any = quoted("a")
    private static let sign = "\u{E000}"
    /// The end of the text that never changes; notes follow.
    private static let notesSign = "\u{E001}"
    private static let maxDigitCount = 19

    /// The text of an exchange in the index; notes are at its end alone, where they can be replaced.
    static func searchedText(of exchange: Exchange) -> String {
        var bare = exchange
        bare.notes = Exchange.Notes()
        return bare.searchedText + "\n" + text(exchange.summary) + text(exchange.notes)
    }

    /// The words of a row.
    static func text(_ row: ExchangeSummary) -> String {
        var words = [
            "a", "w" + row.origin.workspaceName, "m" + row.method, "t" + digits(row.duration * 1e6), "z" + digits(Double(row.byteCount)),
        ]
        if let status = row.status { words.append("s\(status)") }
        if row.errorCode != nil { words.append("f") }
        if let environment = row.origin.environment { words.append("e" + environment) }
        words += (row.origin.requestPath ?? "").split(separator: "/").map { "c" + $0 }
        return words.map { sign + $0 }.joined(separator: " ") + places(of: row.url)
    }

    /// The words of the host, and of the URL after the scheme.
    private static func places(of url: String) -> String {
        let rest = url.withoutScheme
        let words =
            HistoryFilter.words(of: String(rest.prefix { $0 != "/" })).map { "h" + $0 }
            + HistoryFilter.words(of: String(rest)).map { "u" + $0 }
        return words.map { " " + sign + $0 }.joined()
    }

    /// The text after ``text(_:)`` with the notes of a row.
    static func text(_ notes: Exchange.Notes) -> String {
        notes.isEmpty ? "" : "\n\(notesSign)\n\(notes.text)\n\(notes.tags.joined(separator: " "))"
    }

    /// Replaces the notes in the index: the text and the key of the row are to be bound.
    static let replaceNotes =
        "UPDATE search SET text = substr(text, 1, instr(text || char(10, 57345), char(10, 57345)) - 1) || ? WHERE rowid = ?"

    /// The expression of a condition; nil if there is none.
    static func expression(_ condition: HistoryFilter.Condition) -> String? {
        switch condition {
        case .words(let texts): words(texts)
        case .phrase(let text): words(HistoryFilter.words(of: text))
        case .host(let text): prefixes("h", text)
        case .path(let text): prefixes("u", text)
        case .method(let text): prefix("m", text)
        case .status(let range): statuses(range)
        case .environment(let name): prefix("e", name)
        case .workspace(let name): prefix("w", name)
        case .place(let text), .request(let text): place(text)
        case .duration(let bounds): range("t", bounds, scale: 1e6)
        case .size(let bounds): range("z", bounds, scale: 1)
        case .failed: quoted("f")
        // All rows of the index; `exact` then tests each of them.
        case .not(.phrase), .not(.host), .not(.path): any
        case .sent, .tag, .pinned, .not: nil
        }
    }

    /// The expression for all these words, each as a prefix.
    static func words(_ words: [String]) -> String {
        // A word holds letters and digits only, so that it cannot end the quotes.
        words.isEmpty ? any : "(" + words.map { "\"\($0)\"*" }.joined(separator: " AND ") + ")"
    }

    /// The expression for the words of a host or path, each as a prefix.
    private static func prefixes(_ letter: String, _ text: String) -> String {
        let words = HistoryFilter.words(of: text)
        return words.isEmpty ? any : words.map { prefix(letter, $0) }.joined(separator: " AND ")
    }

    /// The expression for the steps of a path; for a single step, also for the words of a name.
    private static func place(_ text: String) -> String {
        let steps = text.split(separator: "/").map { prefix("c", String($0)) }
        let files = steps.isEmpty ? any : steps.joined(separator: " AND ")
        return steps.count > 1 ? files : "(\(files)) OR \(words(HistoryFilter.words(of: text)))"
    }

    private static func quoted(_ word: String) -> String { "\"\(sign)\(word)\"" }

    private static func prefix(_ letter: String, _ text: String) -> String {
        "\"\(HistoryFilter.words(of: sign + letter + text).first ?? sign)\"*"
    }

    private static func statuses(_ range: ClosedRange<Int>) -> String {
        guard range.count > 1 else { return quoted("s\(range.lowerBound)") }
        let classes = Set(range.clamped(to: 0...999).map { $0 / 100 }).sorted()
        return classes.map { quoted("s\($0)") + "*" }.joined(separator: " OR ")
    }

    private static func digits(_ value: Double) -> String {
        let digits = String(Int64(min(max(value, 0), 9e18)))
        return (digits.count < 10 ? "0" : "") + "\(digits.count)" + digits.prefix(1)
    }

    /// The words of all numbers within the bounds, and of some just outside: a word holds only the first digit.
    private static func range(_ letter: String, _ bounds: FilterBounds, scale: Double) -> String {
        var parts: [String] = []
        if let lower = bounds.lower {
            let start = digits(lower * scale)
            parts.append(words(letter, start, rest: (Int(start.prefix(2)) ?? 0) + 1..<maxDigitCount + 1, digits: start.suffix(1)..."9"))
        }
        if let upper = bounds.upper {
            let end = digits(upper * scale)
            parts.append(words(letter, end, rest: 1..<max(1, Int(end.prefix(2)) ?? 1), digits: "0"...end.suffix(1)))
        }
        return parts.isEmpty ? any : parts.map { "(\($0))" }.joined(separator: " AND ")
    }

    private static func words(_ letter: String, _ end: String, rest: Range<Int>, digits: ClosedRange<Substring>) -> String {
        let near = (0...9).map { Substring(String($0)) }.filter { digits.contains($0) }.map { quoted(letter + end.prefix(2) + $0) }
        let far = rest.map { quoted(letter + ($0 < 10 ? "0" : "") + "\($0)") + "*" }
        return (near + far).joined(separator: " OR ")
    }
}
