import Hashing
import Platform
import Workspace

/// Prepares exchanges for the database: hashes large bodies and moves them near their final place. Runs on a thread of its own, so that
/// hashing gigabytes does not delay queries.
actor BodyPreparer {
    /// Bodies up to this size are stored in the database.
    static let inlineByteCount = 64 << 10
    private static let chunkByteCount = 256 << 10

    private let location: HistoryLocation
    private let queue = SerialQueue(label: "apus.history.bodies")
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    init(_ location: HistoryLocation) { self.location = location }

    /// The entry of an exchange. Small bodies need no file: their entry is made without this actor.
    nonisolated func entry(for exchange: Exchange) async throws(HistoryError) -> HistoryEntry {
        if let entry = inlineEntry(for: exchange) { return entry }
        return try await preparing(exchange)
    }

    /// The same on the calling thread.
    nonisolated func entryHere(for exchange: Exchange) throws(HistoryError) -> HistoryEntry {
        if let entry = inlineEntry(for: exchange) { return entry }
        return try queue.runHere { assumeIsolated { store in Result { () throws(HistoryError) in try store.preparing(exchange) } } }.get()
    }

    /// The entry of an exchange whose bodies are all stored in the database; nil for others.
    private nonisolated func inlineEntry(for exchange: Exchange) -> HistoryEntry? {
        var bodies = [Self.inline(exchange.request.body, .request)]
        if let body = exchange.response?.body { bodies.append(Self.inline(body, .response)) }
        let inline = bodies.compactMap(\.self)
        return inline.count == bodies.count ? HistoryEntry(exchange, bodies: inline) : nil
    }

    /// A body that is stored in the database; nil for one that is in a file, or too large.
    private static func inline(_ body: ExchangeBody, _ role: PreparedBody.Role) -> PreparedBody? {
        guard case .bytes(let bytes) = body.storage, bytes.count <= inlineByteCount else { return nil }
        return PreparedBody(role: role, byteCount: body.byteCount, isComplete: body.isComplete, content: .bytes(bytes))
    }

    private func preparing(_ exchange: Exchange) throws(HistoryError) -> HistoryEntry {
        do {
            try HistoryDatabase.makeFolder(location.incoming)
            var bodies = [try prepare(exchange.request.body, .request)]
            if let body = exchange.response?.body { bodies.append(try prepare(body, .response)) }
            return HistoryEntry(exchange, bodies: bodies)
        } catch let error as HistoryError {
            throw error
        } catch {
            throw HistoryError.failed(.unwritable, location, error)
        }
    }

    /// Removes the files of an entry that was prepared but not written.
    func discard(_ entry: HistoryEntry) { removeFiles(of: entry) }

    nonisolated func removeFiles(of entry: HistoryEntry) {
        for path in entry.bodies.compactMap(\.incomingPath) { unlink(path) }
    }

    /// Removes prepared and incomplete files that a process left a day or more ago when it died.
    nonisolated func removeAbandoned() {
        let yesterday = time(nil) - 86_400
        let incomplete = namesInFolder(location.waiting).filter(isTemporaryName).map { "\(location.waiting)/\($0)" }
        for path in namesInFolder(location.incoming).map({ "\(location.incoming)/\($0)" }) + incomplete {
            guard let status = FileStatus(of: path, followsLinks: false) else { continue }
            if status.kind == .file, status.changeSeconds < yesterday { unlink(path) }
        }
    }

    private func prepare(_ body: ExchangeBody, _ role: PreparedBody.Role) throws -> PreparedBody {
        PreparedBody(role: role, byteCount: body.byteCount, isComplete: body.isComplete, content: try content(of: body))
    }

    private func content(of body: ExchangeBody) throws -> PreparedBody.Content {
        switch body.storage {
        case .bytes(let bytes):
            guard bytes.count > Self.inlineByteCount else { return .bytes(bytes) }
            let path = location.makeIncomingPath()
            try AtomicFile.write(bytes, to: path)
            return .file(hash: HashAlgorithm.sha256.digest(of: bytes).hexadecimal, byteCount: Int64(bytes.count), incomingPath: path)
        case .file(let path):
            let isOwn = path.hasPrefix(location.incoming + "/")
            defer { if isOwn { unlink(path) } }
            return try content(ofFileAt: path, sha256: isOwn ? body.sha256 : nil, isOwn: isOwn)
        }
    }

    /// Links a file that is in this history's own folder, and copies any other file, which may be the user's.
    /// - Parameter sha256: the digest of a file that was hashed while it was written; nil to compute it.
    private func content(ofFileAt path: String, sha256: String?, isOwn: Bool) throws -> PreparedBody.Content {
        let source = try Descriptor(opening: path, O_RDONLY)
        let length = try FileStatus(of: source).byteCount
        if length <= Self.inlineByteCount { return .bytes(try source.read(Self.inlineByteCount)) }
        let incomingPath = location.makeIncomingPath()
        if isOwn, link(path, incomingPath) == 0 {
            if let sha256 { return .file(hash: sha256, byteCount: Int64(length), incomingPath: incomingPath) }
            let (hash, byteCount) = try Self.digest(of: source) { _ in }
            return .file(hash: hash, byteCount: byteCount, incomingPath: incomingPath)
        }
        let copy = try AtomicFile(replacing: incomingPath)
        let (hash, byteCount) = try Self.digest(of: source) { try copy.write($0) }
        try copy.commit()
        return .file(hash: hash, byteCount: byteCount, incomingPath: incomingPath)
    }

    /// Reads a file to its end; each chunk is also given to `take`.
    static func digest(
        of source: borrowing Descriptor, _ take: ([UInt8]) throws -> Void
    ) throws -> (hash: String, byteCount: Int64) {
        var digest = MessageDigest(.sha256)
        var byteCount: Int64 = 0
        while true {
            let chunk = try source.read(chunkByteCount)
            if chunk.isEmpty { return (digest.finish().hexadecimal, byteCount) }
            digest.update(chunk)
            byteCount += Int64(chunk.count)
            try take(chunk)
        }
    }
}

/// The paths of a history: a folder of mode 0700 with files of mode 0600.
public struct HistoryLocation: Hashable, Sendable {
    /// The absolute path of the folder.
    public let folder: String

    /// A history in this folder, which is created when it is first needed.
    public init(folder: String) { self.folder = folder }

    /// The database.
    public var database: String { "\(folder)/history.sqlite" }
    /// Large bodies, named by the hexadecimal SHA-256 of their bytes.
    var bodies: String { "\(folder)/history-bodies" }
    /// Exchanges that are not yet in the database (``WaitingEntry``).
    var waiting: String { "\(folder)/history-waiting" }
    /// Bodies that are not yet in their final place.
    var incoming: String { "\(folder)/history-incoming" }

    /// A path for a new body, in the folder from which ``SQLiteHistoryStore`` takes files over without copying. The folder is created if it
    /// is missing; if that fails, the body's file cannot be created either.
    public func makeIncomingPath() -> String {
        if access(incoming, F_OK) != 0 { try? HistoryDatabase.makeFolder(incoming) }
        return "\(incoming)/\(Exchange.makeID())"
    }

    func path(ofBody hash: String) -> String { "\(bodies)/\(hash)" }
}

/// Limits on the size of the history. Pinned exchanges are never removed and do not count, except towards bytes. Over the number of bytes,
/// bodies in files are removed first, and their exchanges stay. Nil means no limit.
public struct HistoryLimits: Hashable, Sendable {
    /// The maximum number of exchanges.
    public var count: Int?
    /// The maximum age.
    public var age: Duration?
    /// The maximum number of bytes of exchanges and bodies together; the search index and SQLite's own overhead are not counted.
    public var byteCount: Int64?

    /// Creates limits; by default 10,000 exchanges, any age and 1 GiB.
    public init(count: Int? = 10_000, age: Duration? = nil, byteCount: Int64? = 1 << 30) {
        self.count = count
        self.age = age
        self.byteCount = byteCount
    }
}
