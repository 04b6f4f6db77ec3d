import JSON
import Platform
public import Workspace

/// A column of an exchange's row in the list, by its name in the table `exchange`. Its number is its place in ``Database/columns``, where the
/// key is before all others.
///
/// A new one needs a member of ``ExchangeSummary``, a case with its value here, an argument where the row is read below, and a migration that
/// adds it to the table.
enum ExchangeColumn: String, CaseIterable {
    case id, startedAt, duration, workspace, requestPath, name, environment, method, url, status, errorCode, byteCount, isPinned, note, tags
    case repeats

    /// The names of all columns, separated by commas.
    static let names = allCases.map(\.rawValue).joined(separator: ", ")
    private static let all = allCases

    /// The column's number in ``Database/columns``.
    var number: Int32 { Int32(Self.all.firstIndex(of: self)! + 1) }

    /// The value that is stored for an exchange.
    func value(of row: ExchangeSummary) -> SQLValue {
        switch self {
        case .id: .text(row.id)
        case .startedAt: .real(row.startedAt.timeIntervalSinceReferenceDate)
        case .duration: .real(row.duration)
        case .workspace: .text(row.origin.workspace)
        case .requestPath: .text(orNull: row.origin.requestPath)
        case .name: .text(row.origin.name)
        case .environment: .text(orNull: row.origin.environment)
        case .method: .text(row.method)
        case .url: .text(row.url)
        case .status: .integer(orNull: row.status)
        case .errorCode: .text(orNull: row.errorCode)
        case .byteCount: .integer(row.byteCount)
        case .isPinned: .flag(row.isPinned)
        case .note: .text(row.notes.text)
        case .tags: .text(row.notes.storedTags)
        case .repeats: .text(orNull: row.repeats)
        }
    }
}

extension SQLRow {
    fileprivate func text(_ column: ExchangeColumn) -> String { text(column.number) }
    fileprivate func optionalText(_ column: ExchangeColumn) -> String? { optionalText(column.number) }
    fileprivate func integer(_ column: ExchangeColumn) -> Int64 { integer(column.number) }
    fileprivate func optionalInteger(_ column: ExchangeColumn) -> Int64? { optionalInteger(column.number) }
    fileprivate func real(_ column: ExchangeColumn) -> Double { real(column.number) }
    fileprivate func flag(_ column: ExchangeColumn) -> Bool { flag(column.number) }
}

extension Database {
    /// The key and the columns of a row in the list.
    static let columns = "exchange.key, " + ExchangeColumn.names
    private static let wholeRow = "SELECT \(columns), json FROM exchange LEFT JOIN detail ON detail.key = exchange.key WHERE"
    /// The place of the JSON in a whole row, after all ``columns``.
    private static let detailColumn = Int32(1 + ExchangeColumn.allCases.count)

    /// The rows that were found before a deadline, and the key at which the search continues; nil at its end.
    func summaries(
        _ query: HistoryQuery, limit: Int, until deadline: ContinuousClock.Instant, oldestFirst: Bool = false
    ) throws -> (rows: [ExchangeSummary], rest: Int64?) {
        var query = try query.completed(in: self)
        query.limitTime()
        let sql = "SELECT \(Self.columns) FROM \(query.source) ORDER BY \(query.key) \(oldestFirst ? "ASC" : "DESC") LIMIT ?"
        var found: [ExchangeSummary] = []
        let rest = try untilDeadline(deadline) {
            _ = try rows(sql, query.values + [.integer(Int64(limit))]) { found.append(ExchangeSummary($0)) }
        }
        return (found, rest)
    }

    /// The rows with greater keys, the oldest first, that were found before a deadline, with those outside the index, and the key at which
    /// the search continues; nil at its end.
    func oldest(
        after start: Int64?, limit: Int, _ filter: HistoryFilter, until deadline: ContinuousClock.Instant, _ location: HistoryLocation
    ) throws -> (rows: [ExchangeSummary], rest: Int64?) {
        var query = HistoryQuery(filter)
        if let start { query.restrict(toKeysAfter: start) }
        let entries = try summaries(query, limit: limit, until: deadline, oldestFirst: true)
        guard query.usesIndex else { return entries }
        let keys = (start.map { $0 + 1 } ?? .min)..<(entries.rest.map { $0 + 1 } ?? .max)
        let others = try unindexed(matching: filter, location, keys: keys, limit: limit, oldestFirst: true).compactMap(\.self)
        guard !others.isEmpty else { return entries }
        let rows = (entries.rows + others).sorted { $1.cursor.isBefore($0.cursor) }
        return (Array(rows.prefix(limit)), rows.count < limit ? entries.rest : nil)
    }

    /// The key of a position in the list, whether its exchange is still there or not.
    func key(of cursor: HistoryCursor) throws -> Int64 {
        try integer("SELECT key FROM exchange WHERE id = ?", .text(cursor.id)) ?? HistoryKey.key(startedAt: cursor.startedAt, id: cursor.id)
    }

    func count(_ filter: HistoryFilter) throws -> Int {
        let query = HistoryQuery(filter)
        if query.conditions.isEmpty { return Int(try integer("SELECT exchangeCount FROM total") ?? 0) }
        let values = try query.completed(in: self).values
        return Int(try rows("SELECT count(*) FROM \(query.source)", values) { $0.integer(0) }.first ?? 0)
    }

    func exchange(_ id: Exchange.ID, _ part: StoredExchange.Part, _ location: HistoryLocation) throws -> StoredExchange? {
        try exchange("id = ?", .text(id), part, location)
    }

    func exchange(key: Int64, _ part: StoredExchange.Part, _ location: HistoryLocation) throws -> StoredExchange? {
        try exchange("exchange.key = ?", .integer(key), part, location)
    }

    private func exchange(
        _ condition: String, _ value: SQLValue, _ part: StoredExchange.Part, _ location: HistoryLocation
    ) throws -> StoredExchange? {
        let matches = try rows("\(Self.wholeRow) \(condition)", [value]) {
            ($0.integer(0), ExchangeSummary($0), $0.blob(Self.detailColumn))
        }
        guard let (key, row, json) = matches.first else { return nil }
        let end = row.startedAt.addingTimeInterval(row.duration)
        return StoredExchange(row: row, part: part, json: json, bodies: try bodies(key, part, location, storedFrom: end))
    }

    /// The ids with a prefix, found in the index of the ids: they are between the prefix and the prefix followed by the last character.
    func ids(beginningWith text: String, limit: Int) throws -> [Exchange.ID] {
        try rows(
            "SELECT id FROM exchange WHERE id >= ? AND id < ? ORDER BY id LIMIT ?",
            [.text(text), .text(text + "\u{10FFFF}"), .integer(Int64(limit))]
        ) { $0.text(0) }
    }

    func savedFilters() throws -> [SavedFilter] {
        try rows("SELECT name, text FROM savedFilter ORDER BY name") { SavedFilter(name: $0.text(0), text: $0.text(1)) }
    }

    private func bodies(
        _ key: Int64, _ part: StoredExchange.Part, _ location: HistoryLocation, storedFrom end: Date
    ) throws -> [PreparedBody.Role: ExchangeBody] {
        let last: PreparedBody.Role = part == .request ? .request : .response
        let sql = "SELECT role, byteCount, isComplete, bytes, file FROM body WHERE key = ? AND role <= ?"
        let matches = try rows(sql, [.integer(key), .integer(last.rawValue)]) { row in
            (row.integer(0), ExchangeBody(row, location, storedFrom: end))
        }
        return matches.reduce(into: [:]) { bodies, pair in
            if let role = PreparedBody.Role(rawValue: pair.0) { bodies[role] = pair.1 }
        }
    }
}

extension SQLiteHistoryStore {
    /// Rows before `cursor`, oldest first. A long search lets other calls pass from time to time.
    public func list(before cursor: HistoryCursor?, limit: Int, filter: HistoryFilter) async throws(HistoryError) -> [ExchangeSummary] {
        if HistoryQuery(filter).searchesText { try await index() }
        var rows: [ExchangeSummary] = []
        var rest: Int64?
        repeat {
            let (start, left) = (rest, limit - rows.count)
            let page = try await read { [location] database in
                try database.reading {
                    let first = try start ?? cursor.map { try database.key(of: $0) }
                    return try database.oldest(after: first, limit: left, filter, until: .now + Self.searchPatience, location)
                }
            }
            rows += page.rows
            rest = page.rest
            if rest != nil { await Task.yield() }
        } while rest != nil
        return rows
    }
}

extension ExchangeSummary {
    /// A row of ``Database/columns``.
    init(_ row: SQLRow) {
        self.init(
            id: row.text(.id), startedAt: Date(timeIntervalSinceReferenceDate: row.real(.startedAt)), duration: row.real(.duration),
            origin: .init(
                workspace: row.text(.workspace), requestPath: row.optionalText(.requestPath), name: row.text(.name),
                environment: row.optionalText(.environment)),
            method: row.text(.method), url: row.text(.url), status: row.optionalInteger(.status).map { Int($0) },
            errorCode: row.optionalText(.errorCode), byteCount: row.integer(.byteCount), isPinned: row.flag(.isPinned),
            notes: .init(text: row.text(.note), tags: row.text(.tags).split(separator: " ").map(String.init)),
            repeats: row.optionalText(.repeats))
    }
}

extension ExchangeBody {
    /// The body of an exchange that ended at a time. A file that is missing, or is not the one that was stored, gives no bytes.
    fileprivate init(_ row: SQLRow, _ location: HistoryLocation, storedFrom end: Date) {
        guard let hash = row.optionalText(4) else {
            self.init(storage: .bytes(row.blob(3)), byteCount: row.integer(1), isComplete: row.flag(2))
            return
        }
        let path = location.path(ofBody: hash)
        let (byteCount, isComplete) = (row.integer(1), row.flag(2))
        let status = access(path, R_OK) == 0 ? FileStatus(of: path) : nil
        // Of a shorter file, what is there is shown as a part.
        guard let status, isComplete && status.byteCount < byteCount || !Self.isChanged(path, status, hash, since: end) else {
            self.init(storage: .bytes([]), byteCount: byteCount, isComplete: false)
            return
        }
        self.init(storage: .file(path), byteCount: byteCount, isComplete: isComplete && status.byteCount == byteCount)
    }

    /// True if a file has other bytes than those that were stored. It is read only if it was written later: reading gigabytes takes seconds.
    private static func isChanged(_ path: String, _ status: FileStatus, _ hash: String, since end: Date) -> Bool {
        // A copy of another file is written after the exchange.
        guard Double(status.changeSeconds) > end.timeIntervalSince1970 + 2, let file = try? Descriptor(opening: path, O_RDONLY) else {
            return false
        }
        return (try? BodyPreparer.digest(of: file) { _ in })?.hash != hash
    }
}

/// An exchange as stored in the database. Its JSON parts are parsed on demand, so that no query waits for them.
struct StoredExchange: Sendable {
    /// The parts of an exchange that are read.
    enum Part {
        /// The request alone.
        case request
        /// The searched members, without draft and transfers.
        case searched
        /// Everything.
        case all
    }

    fileprivate let row: ExchangeSummary
    fileprivate let part: Part
    fileprivate let json: [UInt8]
    fileprivate let bodies: [PreparedBody.Role: ExchangeBody]

    /// The exchange, without parts that were not asked for or cannot be parsed.
    var exchange: Exchange {
        let omitted: Set<String> =
            switch part {
            case .request: ExchangeDetail.membersOfOutcome
            case .searched: ExchangeDetail.unsearchedMembers
            case .all: []
            }
        return Exchange(row, ExchangeDetail(stored: (try? JSONValue(parsing: json, omitting: omitted)) ?? .null), bodies)
    }
}

extension Exchange {
    fileprivate init(_ row: ExchangeSummary, _ detail: ExchangeDetail, _ bodies: [PreparedBody.Role: ExchangeBody]) {
        var response = detail.response
        response?.status = row.status ?? 0
        response?.body = bodies[.response] ?? ExchangeBody()
        var request = Request(
            method: row.method, url: row.url, headers: detail.requestHeaders, jarCookies: detail.jarCookies,
            environmentHeaders: detail.environmentHeaders, headerBytes: detail.requestHeaderBytes, body: bodies[.request] ?? ExchangeBody())
        request.hasOneTimeCredentials = detail.hasOneTimeCredentials
        self.init(
            id: row.id, startedAt: row.startedAt, duration: row.duration, origin: row.origin, draft: detail.draft, options: detail.options,
            request: request, hops: detail.hops, response: response,
            error: row.errorCode.map { Failure(code: $0, message: detail.errorMessage) }, trace: detail.trace, isPinned: row.isPinned,
            notes: row.notes, repeats: row.repeats, offline: detail.offline)
    }
}
