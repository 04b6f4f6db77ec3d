import Platform
import Workspace

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Opens the database of a history: makes it, brings it up to date, sets a damaged one aside.
enum HistoryDatabase {
    /// A connection, and where a damaged history was moved to on the way.
    struct Opened {
        let database: Database
        let damagedFolder: String?
    }

    /// - Parameter damaged: the number of a database file that was found damaged; it is set aside unless another program has done so.
    static func open(_ location: HistoryLocation, settingAside damaged: UInt64? = nil) throws(HistoryError) -> Opened {
        for folder in [location.folder, location.bodies, location.incoming] { try PrivateFile.makeFolder(folder) }
        // Programs that open at the same time take turns, so that one makes the tables, and one sets aside what is damaged.
        let lock = try PrivateFile.Lock(path: "\(location.folder)/history.lock")
        defer { lock.release() }
        do {
            if let damaged, damaged == PrivateFile.number(of: location.database) { return try beginAnew(location) }
            return Opened(database: try connect(location), damagedFolder: nil)
        } catch let failure as SQLFailure where failure.isDamage {
            return try beginAnew(location)
        } catch {
            throw HistoryError.unavailable(location, error)
        }
    }

    private static func beginAnew(_ location: HistoryLocation) throws(HistoryError) -> Opened {
        let folder = try setAside(location)
        do {
            return Opened(database: try connect(location), damagedFolder: folder)
        } catch {
            throw HistoryError.unavailable(location, error)
        }
    }

    /// Moves the database and its bodies to a folder of their own, from which they can be rescued. Answers that folder.
    private static func setAside(_ location: HistoryLocation) throws(HistoryError) -> String {
        let time = Date().ISO8601Format().filter { $0 != ":" }
        let folder = "\(location.folder)/history-damaged-\(time)-\(UInt16.random(in: .min ... .max))"
        try PrivateFile.makeFolder(folder)
        let names = ["history.sqlite", "history.sqlite-wal", "history.sqlite-shm", "history-bodies"]
        for name in names where rename("\(location.folder)/\(name)", "\(folder)/\(name)") != 0 && errno != ENOENT {
            throw HistoryError.unavailable(location, PrivateFile.Failure(path: "\(location.folder)/\(name)"))
        }
        try PrivateFile.makeFolder(location.bodies)
        return folder
    }

    private static func connect(_ location: HistoryLocation) throws -> Database {
        try PrivateFile.make(location.database)
        let database = try Database(path: location.database)
        try database.execute("PRAGMA auto_vacuum = INCREMENTAL")
        try refuseForeign(database)
        try database.execute(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 4194304; PRAGMA temp_store = MEMORY")
        try migrate(database)
        // Touches the pages that every use begins with: a damaged one is found here rather than at the first send.
        _ = try database.integer("SELECT exchangeCount FROM total")
        _ = try database.integer("SELECT key FROM exchange ORDER BY key DESC LIMIT 1")
        return database
    }

    private static func refuseForeign(_ database: Database) throws {
        let id = try database.integer("PRAGMA application_id") ?? 0
        let tableCount = try database.integer("SELECT count(*) FROM sqlite_schema") ?? 0
        if id != HistorySchema.applicationID, tableCount > 0 { throw ForeignDatabase.otherProgram }
        if try database.integer("PRAGMA user_version") ?? 0 > HistorySchema.migrations.count { throw ForeignDatabase.laterVersion }
    }

    private static func migrate(_ database: Database) throws {
        let version = { Int(try database.integer("PRAGMA user_version") ?? 0) }
        while try version() < HistorySchema.migrations.count {
            try database.transaction {
                // Looked at again under the lock: another program may have been faster.
                let done = try version()
                guard done < HistorySchema.migrations.count else { return }
                try database.execute(HistorySchema.migrations[done])
                try database.execute("PRAGMA user_version = \(done + 1); PRAGMA application_id = \(HistorySchema.applicationID)")
            }
        }
    }
}

/// A database that is sound, but not for this program.
enum ForeignDatabase: Error, CustomStringConvertible {
    case otherProgram
    case laterVersion

    var description: String {
        switch self {
        case .otherProgram: "it is the database of another program; move it away, or choose another folder for the history"
        case .laterVersion: "a later version of apus has written it; update apus, or choose another folder for the history"
        }
    }
}
