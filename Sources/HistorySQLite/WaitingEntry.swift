import CSQLite
import JSON
import Platform
import Workspace

/// An exchange in a file beside the database, until the next process that opens the database stores it there.
///
/// The file begins with a line of JSON: the format's version, the row by the names of its columns, and the sizes of what follows. Then come
/// the bytes of the detail and of each body. Files with a dot in their name are not complete, or could not be read.
enum WaitingEntry {
    /// The number of files from which a process stores them and its own exchange: the next one that lists the history must not wait long.
    static let maxCount = 32
    private static let version = 1
    /// The size of the largest file.
    private static let maxByteCount = 1 << 20

    /// The paths of all.
    static func paths(_ location: HistoryLocation) -> [String] { ids(location).map { "\(location.waiting)/\($0)" } }

    /// The names of all files, which are the ids of their exchanges.
    private static func ids(_ location: HistoryLocation) -> [Exchange.ID] { namesInFolder(location.waiting).filter { !$0.contains(".") } }

    /// True if an exchange may be left in a file: this user's database is there and may be written, and neither many are in files already nor is
    /// the history limited to a few. Its owner could not read the file of another user, such as root.
    static func hasRoom(_ location: HistoryLocation, _ limits: HistoryLimits) -> Bool {
        guard limits.count.map({ $0 > maxCount }) != false, limits.byteCount.map({ $0 > maxCount * maxByteCount }) != false,
            let database = FileStatus(of: location.database, followsLinks: false)
        else { return false }
        return database.kind == .file && database.owner == geteuid() && access(location.database, W_OK) == 0
            && paths(location).count < maxCount
    }

    /// Writes an exchange to a file; returns its size, or nil if it is larger than `limit`, lacks a part of its body, or if that fails.
    static func leave(_ entry: HistoryEntry, _ location: HistoryLocation, atMost limit: Int = maxByteCount) -> Int? {
        guard let bytes = bytes(of: entry), bytes.count <= limit, !entry.id.contains(where: { $0 == "." || $0 == "/" }) else { return nil }
        do throws(SystemError) {
            // As with SQLite's write-ahead log, a power failure may lose the last ones.
            try AtomicFile.write(bytes, to: "\(location.waiting)/\(entry.id)", waitsForDisk: false)
            return bytes.count
        } catch {
            return nil
        }
    }

    /// The room for files beside a database that another program holds: as many exchanges and bytes as the history may have.
    struct Room {
        private let location: HistoryLocation
        private var ids: Set<Exchange.ID>
        private var count = Int.max
        private var byteCount = Int.max

        /// Creates the room that the existing files leave.
        init(_ location: HistoryLocation, _ limits: HistoryLimits) {
            self.location = location
            ids = Set(WaitingEntry.ids(location))
            if let limit = limits.count { count = limit - ids.count }
            if let limit = limits.byteCount {
                byteCount = Int(
                    limit - WaitingEntry.paths(location).reduce(0) { $0 + (FileStatus(of: $1, followsLinks: false)?.byteCount ?? 0) })
            }
        }

        /// Writes an exchange to a file, which may replace its own; false without room, or if that fails.
        mutating func leave(_ entry: HistoryEntry) -> Bool {
            let isNew = !ids.contains(entry.id)
            let limit = isNew ? min(WaitingEntry.maxByteCount, byteCount) : WaitingEntry.maxByteCount
            guard !isNew || count > 0, let written = WaitingEntry.leave(entry, location, atMost: limit) else { return false }
            guard isNew else { return true }
            ids.insert(entry.id)
            (count, byteCount) = (count - 1, byteCount - written)
            return true
        }
    }

    /// Reads a file; nil if that fails, or a later version has written it. A damaged one, and what no command has left, is set aside.
    static func entry(at path: String) -> HistoryEntry? {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try Descriptor.contents(ofFile: path, limit: maxByteCount, followsLinks: false)
        } catch {
            // Other errors, such as too many open files, pass.
            if [EISDIR, ELOOP, EFBIG, SystemError.notRegular].contains(error.number) { setAside(path) }
            return nil
        }
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        let head = (try? JSONValue(parsing: Array(bytes[..<end]))) ?? .null
        if let later = head["version"]?.integer, later > version { return nil }
        guard let entry = entry(head, bytes[end...].dropFirst()) else {
            setAside(path)
            return nil
        }
        return entry
    }

    /// Gives a file that cannot be stored another name, under which it stays.
    static func setAside(_ path: String) { try? moveFile(path, to: path + ".damaged") }

    private static func bytes(of entry: HistoryEntry) -> [UInt8]? {
        var contents = entry.detail
        var bodies: [JSONValue] = []
        for body in entry.bodies {
            // A body may be incomplete since the disk is full, which the database reports.
            guard case .bytes(let bytes) = body.content, body.isComplete else { return nil }
            contents += bytes
            bodies.append([
                "role": .number(Int(body.role.rawValue)), "byteCount": .number(Int(body.byteCount)), "isComplete": .bool(body.isComplete),
                "size": .number(bytes.count),
            ])
        }
        let row = zip(ExchangeColumn.allCases, entry.row).map { ($0.rawValue, $1.json) }
        let head: JSONValue = [
            "version": .number(version), "row": .stored(row), "detail": .number(entry.detail.count), "bodies": .array(bodies),
        ]
        return head.compactBytes + [UInt8(ascii: "\n")] + contents
    }

    private static func entry(_ head: JSONValue, _ contents: ArraySlice<UInt8>) -> HistoryEntry? {
        guard let row = head["row"], let id = row["id"]?.string, let startedAt = row["startedAt"]?.double else { return nil }
        var rest = contents
        func next(_ size: JSONValue?) -> [UInt8]? {
            guard let count = size?.integer, count >= 0, count <= rest.count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        guard let detail = next(head["detail"]) else { return nil }
        var bodies: [PreparedBody] = []
        for body in head["bodies"]?.array ?? [] {
            guard let role = body["role"]?.integer.flatMap({ PreparedBody.Role(rawValue: Int64($0)) }),
                let byteCount = body["byteCount"]?.integer,
                let content = next(body["size"])
            else { return nil }
            bodies.append(
                PreparedBody(role: role, byteCount: Int64(byteCount), isComplete: body["isComplete"] == true, content: .bytes(content)))
        }
        guard rest.isEmpty else { return nil }
        return HistoryEntry(
            id: id, startedAt: Date(timeIntervalSinceReferenceDate: startedAt),
            row: ExchangeColumn.allCases.map { SQLValue(json: row[$0.rawValue]) },
            detail: detail, bodies: bodies)
    }
}

extension SQLiteHistoryStore {
    /// The maximum number of exchanges that wait for room on the disk.
    private static let maxUnwritten = 200

    /// Writes exchanges. While another program holds the database they are left in files, as by a command, and stored by the next call of
    /// any program.
    func failure(ofWriting entries: [HistoryEntry]) -> HistoryError? {
        do throws(HistoryError) {
            try write(entries)
            return nil
        } catch {
            if Self.isHeld(error) {
                var room = WaitingEntry.Room(location, limits)
                guard entries.allSatisfy({ room.leave($0) }) else { return error }
                forgetEarlier(entries)
                return nil
            }
            // The second is the error of an exceeded quota, among others.
            if Self.isSQL(error, [SQLITE_FULL, SQLITE_IOERR]) { keep(entries) }
            return error
        }
    }

    /// Removes kept exchanges that are recorded again; they would replace the later records.
    func forgetEarlier(_ entries: [HistoryEntry]) {
        guard !unwritten.isEmpty else { return }
        let ids = Set(entries.map(\.id))
        unwritten.removeAll { ids.contains($0.id) }
    }

    /// True if another program held the database.
    static func isHeld(_ error: HistoryError) -> Bool { isSQL(error, [SQLITE_BUSY, SQLITE_LOCKED]) }

    private static func isSQL(_ error: HistoryError, _ codes: Set<Int32>) -> Bool {
        (error.underlyingError as? SQLError).map { codes.contains($0.primaryCode) } ?? false
    }

    /// Keeps small exchanges in memory. The files of larger ones are removed.
    private func keep(_ entries: [HistoryEntry]) {
        let new = entries.filter { entry in entry.bodies.allSatisfy { $0.incomingPath == nil } }
        forgetEarlier(new)
        unwritten += new.prefix(max(0, Self.maxUnwritten - unwritten.count))
    }

    /// Stores the exchanges that had no room, and exchanges that other processes have left in files; they stay there if nothing can be written now.
    func storeWaiting(in database: Database) {
        if !unwritten.isEmpty, (try? database.waiting(Self.indexingPatience, { try database.insert(unwritten, location) })) != nil {
            fetchedCount += 1
            indexSoon(unwritten.count)
            unwritten = []
        }
        let ids = database.waiting(Self.indexingPatience) { database.insertWaiting(location) }
        guard !ids.isEmpty else { return }
        fetchedCount += 1
        try? database.removeExcess(over: limits, now: now(), keeping: Set(ids))
        try? database.removeUnusedFiles(location)
        indexSoon(ids.count)
    }
}

extension SQLValue {
    /// The value as JSON; nil for NULL and for bytes, which no column of a row has.
    fileprivate var json: JSONValue? {
        switch self {
        case .integer(let number): .number(Int(number))
        case .real(let number): JSONNumber(number).map(JSONValue.number)
        case .text(let text): .string(text)
        case .null, .utf8, .blob: nil
        }
    }

    /// Decodes ``json``. SQLite makes real numbers of whole ones where the column has them.
    fileprivate init(json: JSONValue?) {
        switch json {
        case .string(let text): self = .text(text)
        case .number(let number): self = number.integer.map { .integer(Int64($0)) } ?? .real(number.double)
        default: self = .null
        }
    }
}
