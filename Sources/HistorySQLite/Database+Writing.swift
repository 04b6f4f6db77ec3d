import CSQLite
import JSON
import Platform
public import Workspace

extension Database {
    /// The statements that store an exchange with small bodies.
    private enum Storing {
        static let find = "SELECT key FROM exchange WHERE id = ?"
        static let findKey = "SELECT 1 FROM exchange WHERE key = ?"
        static let row = """
            INSERT OR ROLLBACK INTO exchange (key, storedByteCount, \(ExchangeColumn.names))
            VALUES (?, ?\(String(repeating: ", ?", count: ExchangeColumn.allCases.count)))
            """
        static let detail = "INSERT OR ROLLBACK INTO detail (key, json) VALUES (?, ?)"
        static let unindexed = "INSERT OR ROLLBACK INTO unindexed (key) VALUES (?)"
        static let body = "INSERT OR ROLLBACK INTO body (key, role, byteCount, isComplete, bytes, file) VALUES (?, ?, ?, ?, ?, ?)"
        static let totals = "SELECT exchangeCount - pinnedCount, byteCount FROM total"
        static let unusedFiles = "SELECT hash FROM file WHERE useCount = 0"

        static let all = ["BEGIN IMMEDIATE", find, findKey, row, detail, unindexed, body, "COMMIT", totals, unusedFiles]
    }

    /// Prepares the statements that store an exchange, for a command that stores only one and has time while it waits for the response.
    func prepareStoring() throws { try prepare(Storing.all) }

    /// Writes whole exchanges, all or none of them; each replaces one with the same id.
    func insert(_ entries: [HistoryEntry], _ location: HistoryLocation) throws {
        // Registered before the files are in place, so that a crash in between leaves no file that is never removed.
        for body in entries.flatMap(\.bodies) { try registerFile(of: body) }
        try transaction { for entry in entries { try insert(entry, location) } }
        for path in entries.flatMap(\.bodies).compactMap(\.incomingPath) { unlink(path) }
    }

    /// Writes the exchanges that other processes have left in files, and removes these; an exchange that is there already keeps its place.
    /// Ends where nothing can be written now. Returns the ids of those that were not there.
    func insertWaiting(_ location: HistoryLocation) -> [Exchange.ID] {
        var ids: [Exchange.ID] = []
        for path in WaitingEntry.paths(location) {
            // Read before the transaction: nothing need be locked for one that waits for a later version.
            guard let entry = WaitingEntry.entry(at: path) else { continue }
            do {
                let isNew = try transaction { () -> Bool in
                    // A process that has stored it before has removed the file by now, and perhaps its exchange too.
                    guard access(path, F_OK) == 0, try key(of: entry.id) == nil else { return false }
                    try insert(entry, location)
                    return true
                }
                unlink(path)
                if isNew { ids.append(entry.id) }
            } catch let error as SQLError where error.primaryCode == SQLITE_CONSTRAINT {
                WaitingEntry.setAside(path)
            } catch {
                return ids
            }
        }
        return ids
    }

    /// Writes everything but the words of the index, which are written later, for many exchanges at once.
    private func insert(_ entry: HistoryEntry, _ location: HistoryLocation) throws {
        if let old = try key(of: entry.id) { try run("DELETE FROM exchange WHERE key = ?", .integer(old)) }
        let key = try freeKey(HistoryKey.key(startedAt: entry.startedAt, id: entry.id))
        // A conflict rolls the transaction back, as any error does: SQLite need not keep the pages as they were before each statement.
        _ = try rows(Storing.row, [.integer(key), .integer(entry.storedByteCount)] + entry.row) { _ in () }
        try run(Storing.detail, .integer(key), .utf8(entry.detail))
        try run(Storing.unindexed, .integer(key))
        for body in entry.bodies where !body.isEmptyAndWhole { try insert(body, key: key, location) }
    }

    private func key(of id: Exchange.ID) throws -> Int64? { try integer(Storing.find, .text(id)) }

    private func freeKey(_ wanted: Int64) throws -> Int64 {
        var key = wanted
        while try integer(Storing.findKey, .integer(key)) != nil { key += 1 }
        return key
    }

    private func registerFile(of body: PreparedBody) throws {
        guard case .file(let hash, let byteCount, _) = body.content else { return }
        try run("INSERT INTO file (hash, byteCount, useCount) VALUES (?, ?, 0) ON CONFLICT DO NOTHING", .text(hash), .integer(byteCount))
    }

    private func insert(_ body: PreparedBody, key: Int64, _ location: HistoryLocation) throws {
        let common: [SQLValue] = [.integer(key), .integer(body.role.rawValue), .integer(body.byteCount), .flag(body.isComplete)]
        switch body.content {
        case .bytes(let bytes):
            _ = try rows(Storing.body, common + [.blob(bytes), .null]) { _ in () }
        case .file(let hash, _, let incomingPath):
            try registerFile(of: body)
            let path = location.path(ofBody: hash)
            // The incoming file stays for another attempt, unless the target already exists and may have been changed.
            if link(incomingPath, path) != 0 {
                // Another program may have removed the folder.
                if errno == ENOENT { try makePrivateFolder(location.bodies) }
                // On the second attempt the file is in its place already.
                do throws(SystemError) { try moveFile(incomingPath, to: path) } catch  where FileStatus(of: path) != nil {
                } catch {
                    throw SystemError(error.number, path: path)
                }
            }
            _ = try rows(Storing.body, common + [.null, .text(hash)]) { _ in () }
        }
    }
}

extension Database {
    /// The maximum number of exchanges that are removed beside those that new ones displace: lowered limits take effect gradually, and no
    /// request is delayed.
    private static let maxRemovedCount = 99

    func setPinned(_ isPinned: Bool, _ ids: [Exchange.ID]) throws {
        keptByteCount = nil
        try transaction {
            for id in ids { try run("UPDATE exchange SET isPinned = ? WHERE id = ?", .flag(isPinned), .text(id)) }
        }
    }

    func setNotes(_ notes: Exchange.Notes, _ id: Exchange.ID) throws {
        try transaction {
            guard let key = try rows("SELECT key FROM exchange WHERE id = ?", [.text(id)], read: { $0.integer(0) }).first else { return }
            try run("UPDATE exchange SET note = ?, tags = ? WHERE key = ?", .text(notes.text), .text(notes.storedTags), .integer(key))
            try run(HistoryFacets.replaceNotes, .text(HistoryFacets.text(notes)), .integer(key))
            var words = WordList()
            words.add(HistoryFacets.text(notes))
            try list(words)
        }
    }

    func saveFilter(_ filter: SavedFilter) throws {
        guard !filter.text.isEmpty else { return try run("DELETE FROM savedFilter WHERE name = ?", .text(filter.name)) }
        try run("INSERT OR REPLACE INTO savedFilter (name, text) VALUES (?, ?)", .text(filter.name), .text(filter.text))
    }

    /// Deletes the exchanges that are not pinned; returns the number of pinned ones.
    func delete(_ ids: [Exchange.ID]) throws -> Int {
        let list = JSONValue.array(ids.map(JSONValue.string)).compactText
        // Another program may have pinned one meanwhile.
        try run("DELETE FROM exchange WHERE isPinned = 0 AND id IN (SELECT value FROM json_each(?))", .text(list))
        return Int(try integer("SELECT count(*) FROM exchange WHERE id IN (SELECT value FROM json_each(?))", .text(list)) ?? 0)
    }

    /// Keeps the text of a deletion, or forgets it.
    func noteDeletion(_ text: String, isOver: Bool) throws {
        try execute(HistorySchema.deletions)
        try run(isOver ? "DELETE FROM deletion WHERE text = ?" : "INSERT INTO deletion (text) VALUES (?)", .text(text))
    }

    func unfinishedDeletions() throws -> [String] {
        guard try integer("SELECT count(*) FROM sqlite_schema WHERE name = 'deletion'") == 1 else { return [] }
        return try rows("SELECT DISTINCT text FROM deletion") { $0.text(0) }
    }

    /// Removes the oldest exchanges over the limits, but neither new ones nor pinned ones. Of a history over its size, the bodies in files
    /// are removed while their exchanges stay: to remove many small ones would free next to nothing.
    func removeExcess(over limits: HistoryLimits, now: Date, keeping ids: Set<Exchange.ID>) throws {
        let isTooLarge = try byteCountOver(limits) > 0
        guard try isTooLarge || isOver(limits, now: now) else { return }
        try transaction {
            var keys = try oldest(but: ids)[...]
            while !keys.isEmpty, try isOver(limits, now: now) {
                // In one statement: at each, the index writes what it has collected.
                let list = JSONValue.array(keys.prefix(max(1, try countOver(limits))).map { .number(Int($0)) })
                try run("DELETE FROM exchange WHERE key IN (SELECT value FROM json_each(?))", .text(list.compactText))
                keys = keys.dropFirst(list.array?.count ?? keys.count)
            }
            if isTooLarge { try removeBodies(over: limits, keeping: ids) }
        }
        try execute("PRAGMA incremental_vacuum(256)")
    }

    /// The share of the whole size from which a body is large.
    private static let largeShare: Int64 = 64

    /// The bodies in files that no pinned exchange uses, the large ones first, and then the oldest.
    private static let removableBodies = """
        SELECT file.hash, file.byteCount, isNew FROM file JOIN (
          SELECT body.file AS hash, max(body.key) AS newest, max(isPinned) AS isPinned,
            max(id IN (SELECT value FROM json_each(?))) AS isNew
          FROM body JOIN exchange ON exchange.key = body.key WHERE body.file IS NOT NULL GROUP BY body.file
        ) AS used ON used.hash = file.hash
        WHERE NOT isPinned ORDER BY file.byteCount < ?, newest LIMIT ?
        """

    /// Removes bodies in files until the history has its size; their exchanges stay, without these bytes.
    private func removeBodies(over limits: HistoryLimits, keeping ids: Set<Exchange.ID>) throws {
        var excess = try byteCountOver(limits)
        let large = (limits.byteCount ?? 0) / Self.largeShare
        // Looking through all bodies again would find only what came since.
        let size = try totals().byteCount
        guard excess > 0, keptByteCount.map({ $0 > size || size - $0 >= large }) != false else { return }
        try execute(HistorySchema.bodiesByFile)
        let list = JSONValue.array(ids.map(JSONValue.string)).compactText
        let count = Self.maxRemovedCount + ids.count
        let values: [SQLValue] = [.text(list), .integer(large), .integer(Int64(count))]
        let bodies = try rows(Self.removableBodies, values) { (hash: $0.text(0), byteCount: $0.integer(1), isNew: $0.flag(2)) }
        for body in bodies where excess > 0 {
            if body.isNew {
                // The next exchange displaces a large one; small bodies need not make room for it.
                if body.byteCount >= large { excess -= body.byteCount }
                continue
            }
            try run("UPDATE body SET file = NULL, isComplete = 0 WHERE file = ?", .text(body.hash))
            try run("UPDATE file SET useCount = 0 WHERE hash = ?", .text(body.hash))
            excess -= body.byteCount
        }
        keptByteCount = try excess > 0 && bodies.count < count ? totals().byteCount : nil
    }

    /// The number of bytes over the size of the history; 0 if there are none.
    private func byteCountOver(_ limits: HistoryLimits) throws -> Int64 {
        try limits.byteCount.map { max(0, try totals().byteCount - $0) } ?? 0
    }

    private func totals() throws -> (count: Int64, byteCount: Int64) {
        try rows(Storing.totals) { ($0.integer(0), $0.integer(1)) }.first ?? (0, 0)
    }

    /// Removes the files of bodies that no exchange uses any more, within a transaction so that no other process starts to use one
    /// meanwhile.
    func removeUnusedFiles(_ location: HistoryLocation) throws {
        guard try !rows(Storing.unusedFiles, read: { $0.text(0) }).isEmpty else { return }
        try transaction {
            for hash in try rows(Storing.unusedFiles, read: { $0.text(0) }) {
                unlink(location.path(ofBody: hash))
                try run("DELETE FROM file WHERE hash = ?", .text(hash))
            }
        }
    }

    private func oldest(but ids: Set<Exchange.ID>) throws -> [Int64] {
        let count = Self.maxRemovedCount + ids.count
        let sql = "SELECT key, id FROM exchange WHERE isPinned = 0 ORDER BY key LIMIT ?"
        let entries = try rows(sql, [.integer(Int64(count + ids.count))]) { ($0.integer(0), $0.text(1)) }
        return entries.filter { !ids.contains($0.1) }.prefix(count).map(\.0)
    }

    /// The number of exchanges over the limit of their number.
    private func countOver(_ limits: HistoryLimits) throws -> Int {
        guard let count = limits.count else { return 0 }
        return Int(try integer("SELECT exchangeCount - pinnedCount FROM total") ?? 0) - count
    }

    /// True if exchanges are over a limit; bodies in files do not count.
    private func isOver(_ limits: HistoryLimits, now: Date) throws -> Bool {
        if let count = limits.count, try totals().count > count { return true }
        let excess = try byteCountOver(limits)
        if excess > 0, excess > (try integer("SELECT coalesce(sum(byteCount), 0) FROM file WHERE useCount > 0") ?? 0) { return true }
        guard let age = limits.age else { return false }
        let oldest = try integer("SELECT key FROM exchange WHERE isPinned = 0 ORDER BY key LIMIT 1")
        return oldest.map { $0 < HistoryKey.first(at: now.addingTimeInterval(-(age / .seconds(1)))) } ?? false
    }
}

extension SQLiteHistoryStore {
    /// Pins exchanges, so that limits do not remove them, or unpins them.
    public func setPinned(_ isPinned: Bool, _ ids: [Exchange.ID]) async throws(HistoryError) {
        try perform(.unwritable) { database in try database.setPinned(isPinned, ids) }
    }

    /// Replaces the note and the tags of an exchange, also in the full-text index.
    public func setNotes(_ notes: Exchange.Notes, _ id: Exchange.ID) async throws(HistoryError) {
        try perform(.unwritable) { database in try database.setNotes(notes, id) }
    }

    /// The filters that were saved, by name.
    public func savedFilters() async throws(HistoryError) -> [SavedFilter] {
        try await read { database in try database.savedFilters() }
    }

    /// Saves a filter instead of one with its name, or removes that if the text is empty.
    public func saveFilter(_ filter: SavedFilter) async throws(HistoryError) {
        try perform(.unwritable) { database in try database.saveFilter(filter) }
    }

    /// The number of exchanges that are deleted in one transaction.
    static let deletedAtOnce = 1_000

    /// Removes exchanges that are not pinned, and the bodies that no other exchange uses. Between groups of them, other calls and other
    /// processes get their turn.
    ///
    /// - Returns: the number of those that stay because they are pinned.
    @discardableResult public func delete(_ ids: [Exchange.ID]) async throws(HistoryError) -> Int {
        var (rest, keptCount) = (ids[...], 0)
        while !rest.isEmpty {
            let group = Array(rest.prefix(Self.deletedAtOnce))
            keptCount += try perform(.unwritable) { database in
                let count = try database.delete(group)
                try database.removeUnusedFiles(location)
                return count
            }
            rest = rest.dropFirst(group.count)
            if !rest.isEmpty { await giveOthersTheirTurn() }
        }
        return keptCount
    }

    /// Keeps the text of a deletion, or forgets it.
    public func noteDeletion(_ text: String, isOver: Bool) async throws(HistoryError) {
        try perform(.unwritable) { database in try database.noteDeletion(text, isOver: isOver) }
    }

    /// The texts of the deletions that have begun and not ended, also in other programs that run.
    public func unfinishedDeletions() async throws(HistoryError) -> [String] {
        try await read { database in try database.unfinishedDeletions() }
    }
}

/// Storing on the calling thread, which waits for the disk: for a process that sends one request and ends. More threads delay it
/// (docs/decisions/0001-libraries-opened-at-run-time.md), and so does opening the database: most exchanges are left in a file beside it
/// (docs/decisions/0026-waiting-entries.md).
extension SQLiteHistoryStore {
    /// Opens the database if ``recordHere(_:)`` will need it, unless another process does: then the exchange waits for it, not its request.
    ///
    /// - Throws: `unavailable` if there can be no history; `damaged` or `limited` as ``open(keepsIndexed:)``.
    public nonisolated func openHere() throws(HistoryError) {
        guard !WaitingEntry.hasRoom(location, limits), !HistoryDatabase.isBeingOpened(location) else { return }
        try here { store throws(HistoryError) in
            _ = try store.database()
            do throws(HistoryError) {
                try store.perform(.unwritable) { try $0.prepareStoring() }
            } catch  where error.code == .damaged {
                throw error
            } catch {
                // The exchange takes longer to store.
            }
        }
        bodies.removeAbandoned()
    }

    /// Leaves a small exchange in a file for the next process that uses the history. A large one, or one after many in files, is stored, and up to
    /// a hundred exchanges over the limits are removed.
    public nonisolated func recordHere(_ exchange: Exchange) throws(HistoryError) {
        let entry = try bodies.entryHere(for: exchange)
        do throws(HistoryError) {
            try here { store throws(HistoryError) in
                if store.connection == nil, WaitingEntry.hasRoom(location, limits), WaitingEntry.leave(entry, location) != nil { return }
                try store.write([entry])
            }
        } catch {
            bodies.removeFiles(of: entry)
            throw error
        }
    }

    private nonisolated func here(_ work: @Sendable (isolated SQLiteHistoryStore) throws(HistoryError) -> Void) throws(HistoryError) {
        try queue.runHere { assumeIsolated { store in Result { () throws(HistoryError) in try work(store) } } }.get()
    }
}
