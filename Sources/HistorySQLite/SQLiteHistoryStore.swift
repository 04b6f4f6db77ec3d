import CSQLite
import HTTP
public import Platform
public import Workspace

/// The history on disk, in an SQLite database with large bodies in files next to it.
///
/// ```
/// Exchange ──BodyPreparer──► history-bodies/<SHA-256>   large bodies, shared by the exchanges that have them
///     │
///     └──SQLiteHistoryStore──► history.sqlite         exchange (rows of the list), detail, body, search (FTS5), file, total
/// ```
///
/// Several processes may write at once, by SQLite's write-ahead log and short transactions: exchanges that arrive together share one. Those
/// that a command leaves in files (``WaitingEntry``) are stored by the next call in any process.
///
/// Creating a store does not touch the disk; the database is opened on the first use, or by ``open()``. Everything runs on a thread of
/// the store's own. Queries stop if their task is cancelled (``HistoryError/Code/cancelled``).
///
/// If the database is damaged, it is moved to a folder next to it with its bodies, and a new one is created. That call throws
/// ``HistoryError/Code/damaged``, once, with a message that names the folder; the store continues with the new database. If another program
/// removes or replaces the database, the next exchange goes to the new one, and its call throws ``HistoryError/Code/replaced``.
///
/// If the folder cannot be written or the disk has no room for SQLite's shared memory, the database is opened without sharing, or only for
/// reading. The call that opens it throws ``HistoryError/Code/limited``, once, with the reason; the store stays open in this way.
public actor SQLiteHistoryStore: HistoryStore {
    struct Connection {
        let database: Database
        /// The number of the file, to notice that another process has set it aside.
        let fileNumber: UInt64
    }

    /// Exchanges to be written, and the result for the caller that waits for it.
    private struct Waiting {
        let entries: [HistoryEntry]
        let end: OneShot<HistoryError?>
    }

    /// The maximum number of exchanges in one transaction, so that other processes need not wait long.
    private static let maxBatch = 500
    /// The maximum time that indexing waits for another process that writes; queries work without it.
    static let indexingPatience = Duration.milliseconds(100)
    /// The maximum time that a search keeps other calls waiting.
    static let searchPatience = Duration.milliseconds(100)
    /// The size from which a write-ahead log is moved into the database at the end: each opening reads it.
    private static let keptLogByteCount = 1 << 20

    /// The paths of the history.
    public nonisolated let location: HistoryLocation
    let limits: HistoryLimits
    let now: @Sendable () -> Date
    let bodies: BodyPreparer
    private let interruption = Interruption()
    let queue = SerialQueue(label: "apus.history")
    private(set) var connection: Connection?
    /// The exchanges that wait to be written; each transaction takes at most ``maxBatch`` of them.
    private var waiting: [Waiting] = []
    /// True to index exchanges before a query asks for them.
    private var isKeptIndexed = false
    /// The number of exchanges that were written since the last indexing in the background.
    private var unindexedCount = 0
    /// The last indexing in the background.
    private(set) var indexing: Task<Void, Never>?
    /// The damage that was found in the background; the next call throws it.
    private var backgroundFailure: HistoryError?
    /// The news that the database was removed or replaced; the next write reports it.
    private var loss: HistoryError?
    /// The number of databases opened so far: each counts the changes of other processes from its own beginning.
    private var connectionCount = 0
    /// Exchanges for which the disk had no room, stored by a later call.
    var unwritten: [HistoryEntry] = []
    /// The number of times that exchanges of other processes, or without room before, were stored here: this connection counts them as its own.
    var fetchedCount = 0

    /// The thread that waits for the disk.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// A store in a folder that is created when it is needed, with a clock for ``HistoryLimits/age``.
    public init(_ location: HistoryLocation, limits: HistoryLimits = HistoryLimits(), now: @escaping @Sendable () -> Date = { Date() }) {
        self.location = location
        self.limits = limits
        self.now = now
        bodies = BodyPreparer(location)
    }

    /// Opens the database, so that problems are known before something has to be written.
    ///
    /// - Parameter keepsIndexed: true to add exchanges to the full-text index in the background, for a program that stays; otherwise the
    ///   first query that needs the index waits for that.
    /// - Throws: `unavailable` if there can be no history; the program works without one.
    public func open(keepsIndexed: Bool = false) async throws(HistoryError) {
        isKeptIndexed = keepsIndexed
        defer { indexSoon(Database.indexedAtOnce) }
        _ = try database()
        do throws(HistoryError) {
            try perform(.unwritable) { database in
                try database.listWordsAfterRemovals()
                if !keepsIndexed { try database.prepareStoring() }
            }
        } catch  where error.code == .damaged {
            throw error
        } catch {
            // Neither step is necessary: the word list stays longer, and the first exchange takes longer to store.
        }
        bodies.removeAbandoned()
    }

    /// Stores the exchange and removes up to a hundred exchanges over the limits. A body file is moved if its path is from
    /// ``HistoryLocation/makeIncomingPath()``, and copied otherwise.
    public nonisolated func record(_ exchange: Exchange) async throws(HistoryError) { try await record([exchange]) }

    /// Stores exchanges together. A faulty one does not keep the others from being stored; the first error is thrown afterwards.
    public nonisolated func record(_ exchanges: [Exchange]) async throws(HistoryError) {
        var (entries, failure) = ([HistoryEntry](), HistoryError?.none)
        for exchange in exchanges {
            do throws(HistoryError) { entries.append(try await bodies.entry(for: exchange)) } catch { failure = failure ?? error }
        }
        if let error = await writing(entries) {
            for entry in entries { await bodies.discard(entry) }
            failure = failure ?? error
        }
        if let failure { throw failure }
    }

    /// Waits until entries are written, together with others that wait; returns the first error.
    private func writing(_ entries: [HistoryEntry]) async -> HistoryError? {
        let end = OneShot<HistoryError?>()
        waiting.append(Waiting(entries: entries, end: end))
        // Runs after the callers that already wait to record, so that they share its transaction.
        if waiting.count == 1 { Task { writeWaiting() } }
        return await end.value
    }

    /// Rows after `cursor`, newest first. A long search lets other calls pass from time to time.
    public func list(after cursor: HistoryCursor?, limit: Int, filter: HistoryFilter) async throws(HistoryError) -> [ExchangeSummary] {
        if HistoryQuery(filter).searchesText { try await index() }
        var page = try await page(after: cursor, nil, limit: limit, filter, until: .now + Self.searchPatience, looksAtAll: true)
        var rows = page.rows
        while let rest = page.rest {
            await Task.yield()
            page = try await self.page(
                after: nil, rest, limit: limit - rows.count, filter, until: .now + Self.searchPatience, looksAtAll: true)
            rows += page.rows
        }
        return rows
    }

    /// The rows that are found within `timeout`. With more than 200 exchanges outside the index, it is not completed first, and only
    /// the newest of them are tested.
    public func list(
        after cursor: HistoryCursor?, limit: Int, filter: HistoryFilter, within timeout: Duration
    ) async throws(HistoryError) -> HistoryPage {
        let deadline = ContinuousClock.now + timeout
        var isIndexed = true
        if HistoryQuery(filter).searchesText {
            isIndexed = try await !read { database in try database.hasManyUnindexed() }
            if isIndexed { _ = try indexSome() }
        }
        let page = try await page(after: cursor, nil, limit: limit, filter, until: deadline, looksAtAll: false)
        return HistoryPage(rows: page.rows, isWhole: isIndexed && page.isWhole && page.rest == nil)
    }

    /// The rows after `cursor` and before `end` that are found in time, with those outside the index, and the key at which the search goes
    /// on; nil at its end. `isWhole` is false if there was no time to test all exchanges outside the index.
    private func page(
        after cursor: HistoryCursor?, _ end: Int64?, limit: Int, _ filter: HistoryFilter, until deadline: ContinuousClock.Instant,
        looksAtAll: Bool
    ) async throws(HistoryError) -> (rows: [ExchangeSummary], rest: Int64?, isWhole: Bool) {
        try await read { [location] database in
            try database.reading {
                var query = HistoryQuery(filter)
                let end = try end ?? cursor.map { try database.key(of: $0) }
                if let end { query.restrict(toKeysBefore: end) }
                let page = try database.summaries(query, limit: limit, until: deadline)
                guard query.usesIndex else { return (page.rows, page.rest, true) }
                let keys = (page.rest ?? .min)..<(end ?? .max)
                let others = try database.unindexed(
                    matching: filter, location, keys: keys, limit: limit, until: looksAtAll ? nil : deadline)
                guard !others.isEmpty else { return (page.rows, page.rest, true) }
                let rows = (page.rows + others.compactMap(\.self)).sorted { $0.cursor.isBefore($1.cursor) }
                return (Array(rows.prefix(limit)), rows.count < limit ? page.rest : nil, !others.contains(nil))
            }
        }
    }

    /// One exchange with its large bodies as files. A body whose file is missing or was changed is empty and incomplete, one whose file has
    /// another length since it was stored is incomplete.
    public nonisolated func exchange(_ id: Exchange.ID) async throws(HistoryError) -> Exchange? { try await exchanges([id]).first }

    /// Reads exchanges in one transaction.
    public nonisolated func exchanges(_ ids: [Exchange.ID]) async throws(HistoryError) -> [Exchange] {
        try await stored(ids, .all).map(\.exchange)
    }

    /// Reads exchanges without their responses, in one transaction.
    public nonisolated func requests(_ ids: [Exchange.ID]) async throws(HistoryError) -> [Exchange] {
        try await stored(ids, .request).map(\.exchange)
    }

    private func stored(_ ids: [Exchange.ID], _ part: StoredExchange.Part) async throws(HistoryError) -> [StoredExchange] {
        let location = location
        return try await read { database in
            try database.reading { try ids.compactMap { try database.exchange($0, part, location) } }
        }
    }

    /// The ids that begin with a text, in order.
    public func ids(beginningWith text: String, limit: Int) async throws(HistoryError) -> [Exchange.ID] {
        try await read { database in try database.ids(beginningWith: text, limit: limit) }
    }

    /// The number of exchanges that match the filter; immediate if it matches all.
    public func count(_ filter: HistoryFilter) async throws(HistoryError) -> Int {
        let query = HistoryQuery(filter)
        guard query.usesIndex else { return try await read { database in try database.count(filter) } }
        if query.searchesText { try await index() }
        return try await read { [location] database in
            try database.reading { try database.count(filter) + database.unindexed(matching: filter, location).count }
        }
    }

    /// Adds all missing exchanges to the full-text index, in groups, so that other calls can run in between.
    ///
    /// Exchanges in a history that cannot be written stay outside; queries look at each of them.
    func index() async throws(HistoryError) {
        while try indexSome() {
            if Task.isCancelled { throw HistoryError.failed(.unreadable, location, CancellationError()) }
            await Task.yield()
        }
    }

    /// Adds a group of exchanges to the full-text index; returns false if none is left, or nothing can be written.
    private func indexSome() throws(HistoryError) -> Bool {
        _ = try database()
        do throws(HistoryError) {
            return try perform(.unwritable) { database in
                try database.waiting(Self.indexingPatience) { try database.indexSome(location) }
            } == Database.indexedAtOnce
        } catch  where error.code != .damaged {
            return false
        }
    }

    /// Adds exchanges to the index in the background, once they are so many that a query would have to wait for it.
    func indexSoon(_ count: Int) {
        unindexedCount += count
        guard isKeptIndexed, unindexedCount >= Database.indexedAtOnce else { return }
        unindexedCount = 0
        indexing = Task {
            do throws(HistoryError) { try await index() } catch  where error.code == .damaged { backgroundFailure = error } catch {}
        }
    }

    /// The count of changes by other connections (`PRAGMA data_version`, which touches no table) and of exchanges that were left in files.
    public func externalVersion() async throws(HistoryError) -> Int {
        let version = try await read { database in Int(try database.integer("PRAGMA data_version") ?? 0) }
        return connectionCount << 32 + fetchedCount + version
    }

    /// Closes the database; the next use opens it again.
    ///
    /// A short write-ahead log stays beside the database, and what it contains is stored: moving it takes several waits for the disk,
    /// longer than a command that sends one request. The connection that makes it long moves it.
    public func close() {
        if !hasLongLog { connection?.database.keepLog() }
        connection = nil
    }

    /// Closes the database before the process ends, unless its log is short: then all that was stored is in the files already.
    public nonisolated func finish() async {
        if hasLongLog { await close() }
    }

    private nonisolated var hasLongLog: Bool {
        FileStatus(of: location.database + "-wal").map { $0.byteCount >= Self.keptLogByteCount } ?? false
    }

    /// Writes the waiting exchanges in one transaction, or each separately if that fails, so that one invalid exchange does not block the
    /// others.
    private func writeWaiting() {
        var batch: [Waiting] = []
        var entries: [HistoryEntry] = []
        while let next = waiting.first, batch.isEmpty || entries.count + next.entries.count <= Self.maxBatch {
            batch.append(next)
            entries += next.entries
            waiting.removeFirst()
        }
        if !waiting.isEmpty { Task { writeWaiting() } }
        let failure = failure(ofWriting: entries)
        // After damage all are in the new database, and only the first waiting caller gets the error.
        let isWritten = failure?.leavesStoreOpen != false
        if isWritten { indexSoon(entries.count) }
        // A program that holds the database is not waited for again with each exchange.
        var room = failure.map(Self.isHeld) == true ? WaitingEntry.Room(location, limits) : nil
        for (index, item) in batch.enumerated() {
            guard !isWritten, entries.count != 1 else {
                item.end.give(index == 0 ? failure : nil)
                continue
            }
            let failures = item.entries.compactMap { entry -> HistoryError? in
                guard room != nil else { return self.failure(ofWriting: [entry]) }
                guard room?.leave(entry) == true else { return failure }
                forgetEarlier([entry])
                return nil
            }
            item.end.give(failures.first)
        }
    }

    func write(_ entries: [HistoryEntry]) throws(HistoryError) {
        let work = { (database: Database) in
            try database.insert(entries, self.location)
            self.forgetEarlier(entries)
            try database.removeExcess(over: self.limits, now: self.now(), keeping: Set(entries.map(\.id)))
            try database.removeUnusedFiles(self.location)
        }
        do throws(HistoryError) {
            try perform(.unwritable, work)
        } catch  where error.leavesStoreOpen {
            // Stored in the new database, or in one that is open with limits; the user still learns about that.
            try perform(.unwritable, work)
            throw error
        }
        if let loss = loss.take() { throw loss }
    }

    func read<Answer: Sendable>(_ work: @Sendable (Database) throws -> Answer) async throws(HistoryError) -> Answer {
        let ticket = interruption.makeTicket()
        // Neither the handler nor Result.get() would preserve the error's type.
        let result = await withTaskCancellationHandler {
            Result { () throws(HistoryError) in
                try perform(.unreadable) { database in
                    try Task.checkCancellation()
                    return try database.interruptible(by: interruption, ticket) { try work(database) }
                }
            }
        } onCancel: {
            interruption.interrupt(ticket)
        }
        return try result.get()
    }

    /// Waits in a cancelled task too, so that other processes can write: they try again after at most a tenth of a second.
    func giveOthersTheirTurn() async { _ = await Task { try? await Task.sleep(for: .milliseconds(110)) }.value }

    func perform<Answer>(_ code: HistoryError.Code, _ work: (Database) throws -> Answer) throws(HistoryError) -> Answer {
        let database = try database()
        do {
            return try work(database)
        } catch let failure as SQLError where failure.isDamage {
            throw try replaceDamaged()
        } catch {
            throw HistoryError.failed(code, location, error)
        }
    }

    func database() throws(HistoryError) -> Database {
        if let failure = backgroundFailure.take() { throw failure }
        leaveReplaced()
        let database = if let connection { connection.database } else { try adopt(HistoryDatabase.open(location)) }
        storeWaiting(in: database)
        return database
    }

    /// Closes a database whose file was removed or replaced, as by a program that found it damaged: no other program would see what is written
    /// there.
    private func leaveReplaced() {
        guard let connection, connection.fileNumber != HistoryDatabase.fileNumber(of: location) else { return }
        // Without it, the connection would remove the log of the file that has taken its place.
        connection.database.keepLog()
        self.connection = nil
        loss = .replaced(location)
    }

    private func replaceDamaged() throws(HistoryError) -> HistoryError {
        let fileNumber = connection?.fileNumber
        connection = nil
        do throws(HistoryError) {
            _ = try adopt(HistoryDatabase.open(location, settingAside: fileNumber))
            // Another process has set the damaged file aside already.
            return HistoryError.damaged(location, movedTo: location.folder)
        } catch  where error.code == .damaged {
            return error
        }
    }

    /// Stores the connection, and reports a database that was renamed while opening, or is open with limits.
    private func adopt(_ opened: HistoryDatabase) throws(HistoryError) -> Database {
        connection = Connection(database: opened.database, fileNumber: HistoryDatabase.fileNumber(of: location))
        connectionCount += 1
        if let folder = opened.damagedFolder { throw HistoryError.damaged(location, movedTo: folder) }
        if let limits = opened.limits { throw limits }
        return opened.database
    }
}
