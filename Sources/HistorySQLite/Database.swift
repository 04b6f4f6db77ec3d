import CSQLite
import Dispatch
import Platform
import Synchronization
import Workspace

/// A connection to the database. Only its store uses it, and an ``Interruption``.
final class Database {
    private let connection: OpaquePointer
    private let busyTimeout: Duration
    /// Prepared statements by their SQL, for reuse.
    private var statements: [String: OpaquePointer] = [:]
    /// The size of a history that is over its limit although all bodies were removed that no pinned exchange uses; nil if it is not.
    var keptByteCount: Int64?
    /// The progress of the query that runs, for the function `reached` of its SQL; nil before the first.
    private var progress: QueryProgress?

    /// The use of a file by several processes.
    enum Sharing {
        /// Several processes, which SQLite coordinates through a file of shared memory beside the database.
        case full
        /// This process alone, as long as the file is open; there is no shared memory.
        case none
        /// The file is only read, without locks and without its write-ahead log: no process may write to it.
        case immutable
    }

    /// Opens the file. Waits up to `busyTimeout` for other processes that write.
    init(path: String, busyTimeout: Duration = .seconds(5), sharing: Sharing = .full) throws(SQLError) {
        var connection: OpaquePointer?
        let access = sharing == .immutable ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        // Without SQLite's lock around each call: the store's thread alone uses the connection.
        let name = sharing == .immutable ? "file:\(path.percentEncoded(keeping: .path))?immutable=1" : path
        let code = sqlite3_open_v2(name, &connection, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard let connection else { throw SQLError(code: SQLITE_NOMEM, message: "out of memory") }
        guard code == SQLITE_OK else {
            let failure = SQLError(code: code, message: String(cString: sqlite3_errmsg(connection)))
            sqlite3_close_v2(connection)
            throw failure
        }
        self.connection = connection
        self.busyTimeout = busyTimeout
        sqlite3_busy_timeout(connection, Int32(busyTimeout / .milliseconds(1)))
        // Before the first read, which would ask for shared memory (<https://sqlite.org/wal.html#noshm>).
        if sharing == .none { try execute("PRAGMA locking_mode = EXCLUSIVE") }
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(connection)
    }

    /// Leaves the write-ahead log beside the database when this connection closes, for the next connection to use.
    func keepLog() { _ = csqlite_keep_log(connection) }

    /// Runs `work`, which waits for other processes up to `busyTimeout` only.
    func waiting<Result>(_ busyTimeout: Duration, _ work: () throws -> Result) rethrows -> Result {
        sqlite3_busy_timeout(connection, Int32(busyTimeout / .milliseconds(1)))
        defer { sqlite3_busy_timeout(connection, Int32(self.busyTimeout / .milliseconds(1))) }
        return try work()
    }

    /// Runs `work` so that cancelling the ticket interrupts it.
    func interruptible<Result>(by interruption: Interruption, _ ticket: Int, _ work: () throws -> Result) rethrows -> Result {
        interruption.begin(ticket, connection)
        defer { interruption.end() }
        return try work()
    }

    /// Runs a query whose condition `reached(key)` ends it at a deadline; returns the last key that was read by then, or nil at its end.
    func untilDeadline(_ deadline: ContinuousClock.Instant, _ work: () throws -> Void) throws -> Int64? {
        let progress = try self.progress ?? makeProgress()
        progress.begin(deadline)
        do { try work() } catch let error as SQLError where error.primaryCode == SQLITE_INTERRUPT && progress.isOver {
            return progress.last
        }
        return nil
    }

    private func makeProgress() throws(SQLError) -> QueryProgress {
        let progress = QueryProgress()
        // The connection is closed before its progress is released.
        let pointer = Unmanaged.passUnretained(progress).toOpaque()
        let code = sqlite3_create_function_v2(
            connection, "reached", 1, SQLITE_UTF8 | SQLITE_DIRECTONLY, pointer,
            { context, _, values in
                let progress = Unmanaged<QueryProgress>.fromOpaque(sqlite3_user_data(context)).takeUnretainedValue()
                if progress.reach(sqlite3_value_int64(values?[0])) {
                    sqlite3_result_int(context, 1)
                } else {
                    sqlite3_result_error_code(context, SQLITE_INTERRUPT)
                }
            }, nil, nil, nil)
        try check(code)
        self.progress = progress
        return progress
    }

    /// Runs statements without parameters and without rows.
    func execute(_ script: String) throws(SQLError) {
        try check(sqlite3_exec(connection, script, nil, nil, nil))
    }

    /// Runs one statement.
    func run(_ sql: String, _ values: SQLValue...) throws(SQLError) {
        _ = try rows(sql, values) { _ in () }
    }

    /// All rows of a query.
    func rows<Element>(_ sql: String, _ values: [SQLValue] = [], read: (SQLRow) -> Element) throws(SQLError) -> [Element] {
        let statement = try prepared(sql)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() { try bind(value, to: statement, at: Int32(index + 1)) }
        var elements: [Element] = []
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return elements }
            guard code == SQLITE_ROW else { throw failure(code) }
            elements.append(read(SQLRow(statement: statement)))
        }
    }

    /// The first column of the first row as a number; nil without rows.
    func integer(_ sql: String, _ values: SQLValue...) throws(SQLError) -> Int64? {
        try rows(sql, values) { $0.integer(0) }.first
    }

    /// Runs the work as one transaction. The write lock is taken at the beginning, so that two processes wait for each other instead of
    /// failing halfway.
    func transaction<Result>(_ work: () throws -> Result) throws -> Result { try transaction("BEGIN IMMEDIATE", work) }

    /// Runs several queries on the same state of the database.
    func reading<Result>(_ work: () throws -> Result) throws -> Result { try transaction("BEGIN", work) }

    private func transaction<Result>(_ begin: String, _ work: () throws -> Result) throws -> Result {
        try run(begin)
        do {
            let result = try work()
            try run("COMMIT")
            return result
        } catch {
            // Fails if SQLite has rolled back by itself, and then nothing is left to do.
            try? execute("ROLLBACK")
            throw error
        }
    }

    /// Prepares statements that will run soon.
    func prepare(_ statements: [String]) throws(SQLError) {
        for sql in statements { _ = try prepared(sql) }
    }

    private func prepared(_ sql: String) throws(SQLError) -> OpaquePointer {
        if let statement = statements[sql] { return statement }
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
        guard let statement else { throw SQLError(code: SQLITE_MISUSE, message: "an empty statement") }
        statements[sql] = statement
        return statement
    }

    private func bind(_ value: SQLValue, to statement: OpaquePointer, at index: Int32) throws(SQLError) {
        switch value {
        case .null: try check(sqlite3_bind_null(statement, index))
        case .integer(let number): try check(sqlite3_bind_int64(statement, index, number))
        case .real(let number): try check(sqlite3_bind_double(statement, index, number))
        case .text(let text): try check(csqlite_bind_text(statement, index, text, UInt64(text.utf8.count)))
        case .utf8(let bytes): try check(csqlite_bind_text(statement, index, bytes, UInt64(bytes.count)))
        case .blob(let bytes): try check(csqlite_bind_blob(statement, index, bytes, UInt64(bytes.count)))
        }
    }

    private func check(_ code: Int32) throws(SQLError) {
        if code != SQLITE_OK { throw failure(code) }
    }

    private func failure(_ code: Int32) -> SQLError {
        SQLError(code: code, message: String(cString: sqlite3_errmsg(connection)))
    }
}

/// The rows that a query has read, and the time at which it ends.
private final class QueryProgress {
    /// The number of rows between two readings of the clock.
    private static let step = 64
    private var deadline = ContinuousClock.now
    private var count = 0
    /// The last key that was read.
    private(set) var last: Int64 = 0
    /// True if the deadline ended the query.
    private(set) var isOver = false

    func begin(_ deadline: ContinuousClock.Instant) { (self.deadline, count, isOver) = (deadline, 0, false) }

    /// False if the query is to end before this row.
    func reach(_ key: Int64) -> Bool {
        count += 1
        isOver = count % Self.step == 0 && ContinuousClock.now >= deadline
        if !isOver { last = key }
        return !isOver
    }
}

/// The current row of a statement; valid until the statement moves on.
struct SQLRow {
    let statement: OpaquePointer

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

    func flag(_ column: Int32) -> Bool { integer(column) != 0 }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    /// Nil for NULL.
    func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    /// Nil for NULL.
    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    func text(_ column: Int32) -> String { String(decoding: blob(column), as: UTF8.self) }

    func blob(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(statement, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }
}

/// A value that is bound to a parameter of a statement.
enum SQLValue: Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    /// The bytes of a text.
    case utf8([UInt8])
    case blob([UInt8])

    /// NULL for nil.
    static func text(orNull text: String?) -> SQLValue { text.map(SQLValue.text) ?? .null }

    /// NULL for nil.
    static func integer(orNull number: Int?) -> SQLValue { number.map { .integer(Int64($0)) } ?? .null }

    /// 1 or 0.
    static func flag(_ flag: Bool) -> SQLValue { .integer(flag ? 1 : 0) }
}

/// An error that SQLite returned.
struct SQLError: Error, CustomStringConvertible {
    /// The extended result code.
    let code: Int32
    /// SQLite's message; it names tables and columns, never values.
    let message: String

    /// The primary result code.
    var primaryCode: Int32 { code & 0xFF }

    /// True if the file is not a database, or its content is inconsistent.
    var isDamage: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }

    /// True if the file of shared memory cannot be opened, enlarged or mapped (`SQLITE_IOERR_SHMOPEN`, `_SHMSIZE` and `_SHMMAP`).
    var isAboutSharedMemory: Bool { primaryCode == SQLITE_IOERR && [18, 19, 21].contains(code >> 8) }

    var description: String { "SQLite error \(code): \(message)" }
}

/// Interrupts a query whose task was cancelled.
final class Interruption: Sendable {
    private struct State {
        var lastTicket = 0
        var running: (ticket: Int, connection: UncheckedPointer)?
    }

    /// The pointer is passed to another thread only for `sqlite3_interrupt`, which SQLite allows from any
    /// (<https://sqlite.org/c3ref/interrupt.html>).
    private struct UncheckedPointer: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    /// Guards the running query, so that a late interruption never reaches the next query or a closed connection.
    private let state = Mutex(State())

    /// A number that identifies one query.
    func makeTicket() -> Int {
        state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
    }

    func begin(_ ticket: Int, _ connection: OpaquePointer) {
        let pointer = UncheckedPointer(pointer: connection)
        state.withLock { $0.running = (ticket, pointer) }
    }

    func end() { state.withLock { $0.running = nil } }

    /// Makes the query of that ticket fail with `SQLITE_INTERRUPT`; does nothing if it does not run.
    func interrupt(_ ticket: Int) {
        state.withLock { state in
            if let running = state.running, running.ticket == ticket { sqlite3_interrupt(running.connection.pointer) }
        }
    }
}

/// An executor on a queue of its own, for an actor that waits for the disk, so that it never blocks the threads of tasks.
final class SerialQueue: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

    /// Runs `work` on the calling thread when the queue has nothing before it.
    func runHere<Answer>(_ work: () -> Answer) -> Answer { queue.sync(execute: work) }
}

extension HistoryError {
    /// The error of a history that cannot be opened.
    static func unavailable(_ location: HistoryLocation, _ cause: any Error) -> HistoryError {
        HistoryError(
            .unavailable, message: "The history \(location.database) cannot be opened: \(sentence(for: cause)).", underlyingError: cause)
    }

    /// The error of a history whose folder cannot be created.
    static func unavailable(folder: String, _ cause: any Error) -> HistoryError {
        HistoryError(
            .unavailable, message: "The history cannot be stored in \(folder): \(sentence(for: cause)).", underlyingError: cause)
    }

    /// The error of a damaged history that was set aside.
    static func damaged(_ location: HistoryLocation, movedTo folder: String) -> HistoryError {
        HistoryError(
            .damaged,
            message: "The history \(location.database) was damaged. It was moved to \(folder), and a new one was created.")
    }

    /// The error of a history whose file is not the one that was opened.
    static func replaced(_ location: HistoryLocation) -> HistoryError {
        HistoryError(
            .replaced,
            message: "The history \(location.database) was removed or replaced by another program; earlier entries may be missing there.")
    }

    /// The error of a history that is open with limits, because it could not be opened as usual.
    static func limited(_ location: HistoryLocation, to use: String, _ cause: (any Error)?) -> HistoryError {
        let reason = cause.map(sentence) ?? "it is not writable"
        return HistoryError(
            .limited, message: "The history \(location.database) is open \(use): \(reason).", underlyingError: cause)
    }

    /// The error of reading or writing that failed.
    static func failed(_ code: Code, _ location: HistoryLocation, _ cause: any Error) -> HistoryError {
        // Interrupted while it opens its full-text index, SQLite reports that the index cannot be opened.
        let isInterrupted = (cause as? SQLError).map { $0.primaryCode == SQLITE_INTERRUPT || code == .unreadable && Task.isCancelled }
        if cause is CancellationError || isInterrupted == true {
            return HistoryError(.cancelled, message: "The search in the history was cancelled.", underlyingError: cause)
        }
        let verb = code == .unwritable ? "written" : "read"
        // A body is in a file of its own, which is named.
        let reason = (cause as? SystemError)?.description ?? sentence(for: cause)
        return HistoryError(code, message: "The history \(location.database) cannot be \(verb): \(reason).", underlyingError: cause)
    }

    private static func sentence(for cause: any Error) -> String {
        // The message names the path already.
        if let failure = cause as? SystemError { return failure.reason }
        guard let failure = cause as? SQLError else { return "\(cause)" }
        if failure.isAboutSharedMemory { return "the disk has no space for SQLite's shared memory" }
        return switch failure.primaryCode {
        case SQLITE_FULL: "the disk is full; make room, or lower the limits of the history"
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: "it is not writable; check the permissions of the file and its folder"
        case SQLITE_CANTOPEN: "the file cannot be opened; check the permissions of the file and its folder"
        case SQLITE_BUSY, SQLITE_LOCKED: "another program has been writing to it for too long; try again"
        case SQLITE_IOERR: "the disk reports an error (\(failure.message))"
        default: failure.description
        }
    }
}
