import Platform
import Workspace

/// The opened database of a history.
struct HistoryDatabase {
    /// The connection.
    let database: Database
    /// The folder that a damaged history was moved to while opening.
    let damagedFolder: String?
    /// The limits of the connection; nil for none.
    var limits: HistoryError?

    /// Opens the database: creates it, migrates it, or renames a damaged one.
    ///
    /// - Parameter damaged: the file number of a database that was found damaged; it is renamed unless another process has done so.
    static func open(_ location: HistoryLocation, settingAside damaged: UInt64? = nil) throws(HistoryError) -> HistoryDatabase {
        do throws(HistoryError) {
            return try openWhole(location, settingAside: damaged)
        } catch {
            // What another program opens is opened at the next try, without limits.
            if (error.underlyingError as? SystemError)?.number == EWOULDBLOCK { throw error }
            guard damaged == nil, let limited = openLimited(location, error.underlyingError) else { throw error }
            return limited
        }
    }

    /// Opens a database that cannot be opened as usual because its folder cannot be written, or the disk is full; nil if it cannot be read
    /// either.
    private static func openLimited(_ location: HistoryLocation, _ cause: (any Error)?) -> HistoryDatabase? {
        guard FileStatus(of: location.database)?.kind == .file else { return nil }
        // An immutable database is read without its log.
        let hasLog = FileStatus(of: location.database + "-wal").map { $0.byteCount > 0 } ?? false
        let ways: [(Database.Sharing, use: String)] = [
            (.full, "for reading"), (.none, "for this program alone"), (.immutable, "for reading"),
        ]
        for (sharing, use) in ways where sharing != .immutable || !hasLog {
            guard let database = try? Database(path: location.database, busyTimeout: .zero, sharing: sharing) else { continue }
            let isReadable = (try? isReadable(database)) ?? false
            if isReadable {
                return HistoryDatabase(database: database, damagedFolder: nil, limits: .limited(location, to: use, cause))
            }
        }
        return nil
    }

    /// True if the database belongs to this version and can be read.
    private static func isReadable(_ database: Database) throws -> Bool {
        try refuseForeign(database)
        guard try database.integer("PRAGMA user_version") ?? 0 == HistorySchema.migrations.count else { return false }
        try readBeginning(of: database)
        return true
    }

    private static func openWhole(_ location: HistoryLocation, settingAside damaged: UInt64?) throws(HistoryError) -> HistoryDatabase {
        for folder in [location.folder, location.bodies, location.incoming, location.waiting] { try makeFolder(folder) }
        // Processes that open at the same time take turns, so that only one creates the tables or renames a damaged file.
        let lock = try lock(location)
        defer { withExtendedLifetime(lock) {} }
        do {
            if let damaged, damaged == fileNumber(of: location) { return try replaceDamaged(location) }
            return HistoryDatabase(database: try connect(location), damagedFolder: nil)
        } catch let failure as SQLError where failure.isDamage {
            return try replaceDamaged(location)
        } catch {
            throw HistoryError.unavailable(location, error)
        }
    }

    /// Identifies the database file on its disk; 0 if there is none.
    static func fileNumber(of location: HistoryLocation) -> UInt64 { FileStatus(of: location.database)?.fileNumber ?? 0 }

    /// Creates a private folder.
    static func makeFolder(_ path: String) throws(HistoryError) {
        do throws(SystemError) { try makePrivateFolder(path) } catch { throw .unavailable(folder: path, error) }
    }

    private static func lockPath(_ location: HistoryLocation) -> String { "\(location.folder)/history.lock" }

    /// True if another process opens the database now, which takes long if it is migrated, and for ever if that process was stopped.
    static func isBeingOpened(_ location: HistoryLocation) -> Bool {
        do throws(SystemError) {
            _ = try FileLock(file: lockPath(location), within: .zero)
            return false
        } catch {
            return error.number == EWOULDBLOCK
        }
    }

    /// Waits for a process that opens the database. A longer wait would look like a hang, and the process may have been stopped.
    private static func lock(_ location: HistoryLocation) throws(HistoryError) -> FileLock {
        let path = lockPath(location)
        do throws(SystemError) { return try FileLock(file: path, within: .seconds(5)) } catch {
            throw .unavailable(folder: error.number == EWOULDBLOCK ? location.folder : path, error)
        }
    }

    private static func replaceDamaged(_ location: HistoryLocation) throws(HistoryError) -> HistoryDatabase {
        let folder = try setAside(location)
        do {
            return HistoryDatabase(database: try connect(location), damagedFolder: folder)
        } catch {
            throw HistoryError.unavailable(location, error)
        }
    }

    /// Moves the database and its bodies to a folder of their own, from which they can be rescued, and returns that folder.
    private static func setAside(_ location: HistoryLocation) throws(HistoryError) -> String {
        let date = CivilTime(secondsSince1970: time(nil)).compact
        let folder = "\(location.folder)/history-damaged-\(date)-\(UInt16.random(in: .min ... .max))"
        try makeFolder(folder)
        let names = ["history.sqlite", "history.sqlite-wal", "history.sqlite-shm", "history-bodies"]
        for name in names {
            do throws(SystemError) {
                try moveFile("\(location.folder)/\(name)", to: "\(folder)/\(name)")
            } catch  where !error.isMissing {
                throw HistoryError.unavailable(location, error)
            } catch {}
        }
        try makeFolder(location.bodies)
        return folder
    }

    private static func connect(_ location: HistoryLocation) throws -> Database {
        // Opening a pipe would wait for a writer.
        if FileStatus(of: location.database)?.kind == .other { throw SystemError(SystemError.notRegular, path: location.database) }
        try makePrivateFile(location.database)
        let database = try Database(path: location.database)
        // Before the first table, which fixes it: later it would be written, and waited for, at each opening.
        if try database.integer("PRAGMA page_count") == 0 { try database.execute("PRAGMA auto_vacuum = INCREMENTAL") }
        try refuseForeign(database)
        // The log is moved into the database every 4,000 pages (16 MB), since each move waits twice for the disk.
        try database.execute(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000;
            PRAGMA journal_size_limit = 4194304; PRAGMA temp_store = MEMORY
            """)
        try migrate(database)
        try readBeginning(of: database)
        return database
    }

    /// Reads the pages that every use begins with: damage is found here rather than at the first request.
    private static func readBeginning(of database: Database) throws {
        _ = try database.integer("SELECT exchangeCount FROM total")
        _ = try database.integer("SELECT key FROM exchange ORDER BY key DESC LIMIT 1")
    }

    private static func refuseForeign(_ database: Database) throws {
        let id = try database.integer("PRAGMA application_id") ?? 0
        let tableCount = try database.integer("SELECT count(*) FROM sqlite_schema") ?? 0
        if id != HistorySchema.applicationID, tableCount > 0 { throw ForeignDatabaseError.otherProgram }
        let version = try database.integer("PRAGMA user_version") ?? 0
        if version > HistorySchema.migrations.count { throw ForeignDatabaseError.laterVersion }
        if version < (tableCount > 0 ? 1 : 0) { throw ForeignDatabaseError.noVersion }
    }

    private static func migrate(_ database: Database) throws {
        let version = { Int(try database.integer("PRAGMA user_version") ?? 0) }
        while try version() < HistorySchema.migrations.count {
            try database.transaction {
                // Checked again under the lock: another process may have migrated meanwhile.
                let done = try version()
                guard done < HistorySchema.migrations.count else { return }
                try database.execute(HistorySchema.migrations[done])
                try database.execute("PRAGMA user_version = \(done + 1); PRAGMA application_id = \(HistorySchema.applicationID)")
            }
        }
    }
}

/// A database that is intact but not for this program.
enum ForeignDatabaseError: Error, CustomStringConvertible {
    case otherProgram
    case laterVersion
    case noVersion

    var description: String {
        switch self {
        case .otherProgram: "it is the database of another program; move it away, or choose another folder for the history"
        case .noVersion: "its version number is damaged; move it away, or choose another folder for the history"
        case .laterVersion: "a later version of apus has written it; update apus, or choose another folder for the history"
        }
    }
}
