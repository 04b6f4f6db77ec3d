import Engine
import JSON
import Platform
import Screen
import Workspace

/// `apus history`: lists sent requests.
enum HistoryCommand {
    static let spec = CommandSpec(
        "history", "List sent requests, newest first",
        operands: [OperandSpec("FILTER", "words and keys as in the history pane: status:5xx host:example.org", .any)],
        options: [
            OptionSpec("limit", "n", value: "N", "Print at most this many entries (default: 50; 0 for all)", .count),
            OptionSpec("count", "c", "Print only the number of entries"),
            OptionSpec("ids", "Print only ids, one per line, for apus replay and apus diff"),
            OptionSpec("json", "j", "Print JSON"),
            OptionSpec("full", "Print headers and bodies too, with --json"),
        ],
        details: [
            "The keys of a filter are \(FilterKey.allCases.map { "\($0.rawValue):" }.joined(separator: ", ")). pinned and failed have no "
                + "value. A dash before a term excludes its matches. Quote a filter for the shell as a whole, and put one that begins with a "
                + "dash after --.",
            "The columns are the beginning of the id, the local time, status, method, duration, size and URL. Any unique beginning "
                + "of an id can be used in its place.",
        ],
        examples: [
            .init("apus history status:5xx after:yesterday", "list the server errors since yesterday"),
            .init("apus history --ids -n 2 host:example.org | tac | xargs apus diff", "compare the last two responses of a host"),
        ])

    private static let pageSize = 500
    private static let defaultLimit = 50

    static func run(_ words: CommandWords, _ context: CommandContext) async throws -> Int32 {
        let filter = try HistoryFilter(words.operands.joined(separator: " "), of: words)
        try words.refuse("full", without: "json")
        try words.refuseCombining("count", "ids", "json")
        try words.refuseCombining("count", "limit")
        let history = try await context.live.openHistory()
        if words.has("count") {
            let count = try await context.streams.explaining(wait(for: filter)) { try await history.count(filter) }
            try context.streams.write("\(count)\n")
            return 0
        }
        let isJSON = words.has("json")
        let zone = TimeZoneOffsets.local()
        var isFirst = true
        if isJSON { try context.streams.write("[") }
        try await pages(of: filter, in: history, limit: words.number("limit") ?? defaultLimit, context.streams) { rows in
            for row in rows {
                guard isJSON else {
                    try context.streams.write(words.has("ids") ? row.id + "\n" : line(row, zone))
                    continue
                }
                guard let value = try await value(of: row, isFull: words.has("full"), in: history) else { continue }
                try context.streams.write((isFirst ? "\n" : ",\n") + value.prettyText.dropLast())
                isFirst = false
            }
        }
        if isJSON { try context.streams.write(isFirst ? "]\n" : "\n]\n") }
        return 0
    }

    /// The message about a search that takes long.
    private static func wait(for filter: HistoryFilter) -> String {
        filter.searchesText
            ? "apus: searching; entries sent since the last search are indexed first" : "apus: searching the history"
    }

    /// Passes the entries that match a filter to `take` in pages, newest first; at most `limit` of them, or all if that is 0. Reports a
    /// long search on standard error.
    static func pages(
        of filter: HistoryFilter, in history: any HistoryStore, limit: Int, _ streams: CommandStreams,
        _ take: ([ExchangeSummary]) async throws -> Void
    ) async throws {
        var remainingCount = limit == 0 ? Int.max : limit
        var cursor: HistoryCursor?
        while remainingCount > 0 {
            try Task.checkCancellation()
            let next = { try await history.list(after: cursor, limit: min(remainingCount, pageSize), filter: filter) }
            let rows = try await cursor == nil ? streams.explaining(wait(for: filter), next) : next()
            guard let last = rows.last else { return }
            try await take(rows)
            remainingCount -= rows.count
            cursor = last.cursor
        }
    }

    /// The JSON of an entry; nil if it was deleted meanwhile.
    private static func value(
        of row: ExchangeSummary, isFull: Bool, in history: any HistoryStore
    ) async throws(HistoryError) -> JSONValue? {
        guard isFull else { return ExchangeJSON.value(of: row) }
        return try await history.exchange(row.id).map { ExchangeJSON.value(of: row, $0) }
    }

    /// `3f2a9c1e  2026-11-23 12:01:05  201   POST     34 ms   1.2 kB  https://…`, escaped for a terminal; what failed is at the end.
    private static func line(_ row: ExchangeSummary, _ zone: TimeZoneOffsets) -> String {
        let time = TimeText.second(row.startedAt, in: zone)
        // A failure after the head: the body is incomplete.
        let status = row.status.map { "\($0)" + (row.errorCode == nil ? "" : "!") } ?? "ERR"
        let columns =
            [
                String(row.id.prefix(8)), time, status.padded(to: 4), row.method.padded(to: 7),
                TimeText.milliseconds(row.duration).padded(to: 9, atEnd: false), ByteText.count(row.byteCount).padded(to: 8, atEnd: false),
                row.url,
            ] + [row.failure].compactMap(\.self)
        return VisibleText.escaping(columns.joined(separator: "  ")) + "\n"
    }
}

extension String {
    /// The text, padded with spaces at its end or its start.
    fileprivate func padded(to width: Int, atEnd: Bool = true) -> String {
        let spaces = String(repeating: " ", count: max(0, width - count))
        return atEnd ? self + spaces : spaces + self
    }
}

extension HistoryFilter {
    /// Parses a filter on the command line.
    ///
    /// - Throws: a `UsageError` that names the first invalid term, or one without a value: it would select everything.
    init(_ text: String, of words: CommandWords) throws(UsageError) {
        let filter = FilterText(text)
        if let problem = filter.terms.compactMap(\.problem).first { throw UsageError(problem) }
        if let empty = filter.terms.first(where: \.isEmpty) { throw UsageError("The filter's term “\(empty.text)” has no value.") }
        if !text.count(where: { $0 == "\"" }).isMultiple(of: 2) { throw UsageError("The filter “\(text)” has a quote that is not closed.") }
        let isBlank = text.allSatisfy(\.isWhitespace)
        if filter.terms.isEmpty, !isBlank { throw UsageError("The filter “\(text)” has no text.") }
        self.init(text: text, now: Date(), timeZone: .local())
    }
}

extension HistoryStore {
    /// The entry with this id, or with the only id that begins with it.
    ///
    /// - Throws: a ``CommandError`` with code 2 if there is none or more than one.
    func entry(_ id: String) async throws -> Exchange {
        guard !id.isEmpty else { throw CommandError("the id of a history entry is empty", code: 2) }
        let ids = try await ids(beginningWith: id.lowercased(), limit: 2)
        guard let first = ids.first else { throw CommandError("there is no history entry “\(id)”; apus history lists them", code: 2) }
        guard ids.count == 1 || first == id.lowercased() else {
            throw CommandError("more than one history entry has an id that begins with “\(id)”: \(ids.joined(separator: ", "))", code: 2)
        }
        guard let exchange = try await exchange(first) else { throw CommandError("the history entry \(first) no longer exists", code: 2) }
        return exchange
    }
}
