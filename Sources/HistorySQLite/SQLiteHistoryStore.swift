import CSQLite
public import Workspace

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// The history on disk.
//
//   Exchange ──BodyFolder──► bodies/<SHA-256>          large bodies, shared by the exchanges that have them
//       │
//       └──SQLiteHistoryStore──► history.sqlite        exchange (rows of the list), detail, body, search (FTS5), file, total
//
// Several programs may write at once: SQLite's write-ahead log and one short transaction for each exchange see to that.

/// The history on disk, in an SQLite database with large bodies in files beside it.
///
/// Making a store touches no disk; the database is opened on the first use, or by ``open()``. Everything runs on a thread of the store's
/// own. Queries stop when the task that asks is cancelled (``HistoryError/Code/cancelled``).
///
/// A database that turns out to be damaged is moved to a folder beside it, with its bodies, and a new one is begun. What was asked then
/// throws ``HistoryError/Code/damaged``, once, with a message that says where the old one is; the store goes on with the new one.
public actor SQLiteHistoryStore: HistoryStore {
    private struct Connection {
        let database: Database
        /// Which file it is, should another program have set it aside.
        let fileNumber: UInt64
    }

    /// Where it lies.
    public nonisolated let location: HistoryLocation
    let limits: HistoryLimits
    let now: @Sendable () -> Date
    private let bodies: BodyFolder
    private let interruption = Interruption()
    private let queue = SerialQueue(label: "apus.history")
    private var connection: Connection?
    /// How many databases were opened: each counts the changes of others from its own beginning.
    private var connectionCount = 0

    /// The thread that waits for the disk.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// A store in a folder that is made when it is needed.
    ///
    /// - Parameter now: the clock by which ``HistoryLimits/age`` is judged.
    public init(_ location: HistoryLocation, limits: HistoryLimits = HistoryLimits(), now: @escaping @Sendable () -> Date = { Date() }) {
        self.location = location
        self.limits = limits
        self.now = now
        bodies = BodyFolder(location)
    }

    /// Opens the database, so that what is wrong with it is known before something has to be written.
    ///
    /// - Throws: `unavailable` where there can be no history: the program goes on without.
    public func open() async throws(HistoryError) {
        _ = try database()
        await bodies.removeAbandoned()
    }

    /// Keeps the exchange; what the limits exclude is removed, up to a hundred exchanges each time. A body in a file is moved when the file
    /// lies where ``HistoryLocation/makeIncomingPath()`` says, and copied from anywhere else.
    public func record(_ exchange: Exchange) async throws(HistoryError) {
        let entry = try await bodies.entry(for: exchange)
        do throws(HistoryError) {
            try write(entry)
        } catch {
            await bodies.discard(entry)
            throw error
        }
    }

    /// Rows newest first, those after `cursor`.
    public func list(after cursor: HistoryCursor?, limit: Int, filter: HistoryFilter) async throws(HistoryError) -> [ExchangeSummary] {
        try await read { database in
            var query = HistoryQuery(filter)
            if let cursor { query.goOn(after: cursor) }
            return try database.summaries(query, limit: limit)
        }
    }

    /// One exchange with its large bodies as files. A body whose file is gone is empty and incomplete.
    public func exchange(_ id: Exchange.ID) async throws(HistoryError) -> Exchange? {
        let location = location
        return try await read { database in try database.exchange(id, location) }
    }

    /// Keeps exchanges when old ones are removed, or lets go of them.
    public func setPinned(_ isPinned: Bool, _ ids: [Exchange.ID]) async throws(HistoryError) {
        try perform(.unwritable) { database in try database.setPinned(isPinned, ids) }
    }

    /// Removes exchanges and the bodies that no other has.
    public func delete(_ ids: [Exchange.ID]) async throws(HistoryError) {
        try perform(.unwritable) { database in
            try database.delete(ids)
            try database.removeUnusedFiles(location)
        }
    }

    /// How many exchanges the filter lets through; at once where it lets everything through.
    public func count(_ filter: HistoryFilter) async throws(HistoryError) -> Int {
        try await read { database in try database.count(filter) }
    }

    /// What SQLite counts of the changes that came by other connections (`PRAGMA data_version`); reading it costs no look at a table.
    public func othersVersion() async throws(HistoryError) -> Int {
        let version = try await read { database in Int(try database.integer("PRAGMA data_version") ?? 0) }
        return connectionCount << 32 + version
    }

    /// Closes the database; a later use opens it again.
    public func close() { connection = nil }

    private func write(_ entry: HistoryEntry) throws(HistoryError) {
        let work = { (database: Database) in
            try database.insert(entry, self.location)
            try database.removeExcess(over: self.limits, now: self.now(), keeping: entry.summary.id)
            try database.removeUnusedFiles(self.location)
        }
        do throws(HistoryError) {
            try perform(.unwritable, work)
        } catch  where error.code == .damaged {
            // Kept in the new database all the same; the user still learns what happened.
            try perform(.unwritable, work)
            throw error
        }
    }

    private func read<Answer: Sendable>(_ work: @Sendable (Database) throws -> Answer) async throws(HistoryError) -> Answer {
        let ticket = interruption.makeTicket()
        // Neither the handler nor Result.get() would keep the error's type on its own.
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

    private func perform<Answer>(_ code: HistoryError.Code, _ work: (Database) throws -> Answer) throws(HistoryError) -> Answer {
        let database = try database()
        do {
            return try work(database)
        } catch let failure as SQLFailure where failure.isDamage {
            throw try replaceDamaged()
        } catch {
            throw HistoryError.failed(code, location, error)
        }
    }

    private func database() throws(HistoryError) -> Database {
        if let connection { return connection.database }
        return try adopt(HistoryDatabase.open(location))
    }

    private func replaceDamaged() throws(HistoryError) -> HistoryError {
        let fileNumber = connection?.fileNumber
        connection = nil
        do throws(HistoryError) {
            _ = try adopt(HistoryDatabase.open(location, settingAside: fileNumber))
            // Another program was faster with the same discovery.
            return HistoryError.damaged(location, movedTo: location.folder)
        } catch  where error.code == .damaged {
            return error
        }
    }

    /// Remembers the connection, and tells of a database that was set aside on the way to it.
    private func adopt(_ opened: HistoryDatabase.Opened) throws(HistoryError) -> Database {
        connection = Connection(database: opened.database, fileNumber: PrivateFile.number(of: location.database))
        connectionCount += 1
        if let folder = opened.damagedFolder { throw HistoryError.damaged(location, movedTo: folder) }
        return opened.database
    }
}

/// How much is kept. What is pinned stays and does not count, except towards bytes. Nil for no limit.
public struct HistoryLimits: Hashable, Sendable {
    /// The most exchanges.
    public var count: Int?
    /// The oldest that is kept.
    public var age: Duration?
    /// The most bytes of exchanges and bodies together; the index and SQLite's own bookkeeping come on top.
    public var byteCount: Int64?

    /// 10,000 exchanges, any age, 1 GiB unless said otherwise.
    public init(count: Int? = 10_000, age: Duration? = nil, byteCount: Int64? = 1 << 30) {
        self.count = count
        self.age = age
        self.byteCount = byteCount
    }
}
