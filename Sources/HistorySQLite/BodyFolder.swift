import Hashing
import Platform
import Workspace

/// Makes exchanges ready to be written: hashes large bodies and puts them beside their final place. Works on a thread of its own, so that
/// five gigabytes that are hashed do not hold up the list.
actor BodyFolder {
    /// Bodies up to this size stand in the database.
    static let inlineByteCount = 64 << 10
    private static let chunkByteCount = 256 << 10

    private let location: HistoryLocation
    private let queue = SerialQueue(label: "apus.history.bodies")
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    init(_ location: HistoryLocation) { self.location = location }

    func entry(for exchange: Exchange) throws(HistoryError) -> HistoryEntry {
        do {
            try PrivateFile.makeFolder(location.incoming)
            var bodies = [try prepare(exchange.request.body, .request)]
            if let body = exchange.response?.body { bodies.append(try prepare(body, .response)) }
            return HistoryEntry(exchange, bodies: bodies)
        } catch let error as HistoryError {
            throw error
        } catch {
            throw HistoryError.failed(.unwritable, location, error)
        }
    }

    /// Removes what was prepared and not written.
    func discard(_ entry: HistoryEntry) {
        for path in entry.bodies.compactMap(\.incomingPath) { unlink(path) }
    }

    /// Removes bodies that a program left on their way when it died, a day or more ago.
    func removeAbandoned() {
        guard let folder = opendir(location.incoming) else { return }
        defer { closedir(folder) }
        let yesterday = time(nil) - 86_400
        while let item = readdir(folder) {
            let name = withUnsafeBytes(of: item.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            let path = "\(location.incoming)/\(name)"
            var status = stat()
            if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.modificationTime < yesterday { unlink(path) }
        }
    }

    private func prepare(_ body: ExchangeBody, _ role: PreparedBody.Role) throws -> PreparedBody {
        PreparedBody(role: role, byteCount: body.byteCount, isComplete: body.isComplete, content: try content(of: body))
    }

    private func content(of body: ExchangeBody) throws -> PreparedBody.Content {
        switch body.storage {
        case .bytes(let bytes):
            guard bytes.count > Self.inlineByteCount else { return .bytes(bytes) }
            let file = try IncomingFile(at: location.makeIncomingPath())
            try file.write(bytes)
            return .file(
                hash: HashAlgorithm.sha256.digest(of: bytes).hexadecimal, byteCount: Int64(bytes.count), incomingPath: try file.finish())
        case .file(let path):
            let isOurs = path.hasPrefix(location.incoming + "/")
            defer { if isOurs { unlink(path) } }
            return try content(ofFileAt: path, isOurs: isOurs)
        }
    }

    /// Takes the file over where it lies in this history's own folder, and copies it from elsewhere: that one may be the user's.
    private func content(ofFileAt path: String, isOurs: Bool) throws -> PreparedBody.Content {
        let source = try SourceFile(path: path)
        if source.byteCount <= Self.inlineByteCount { return .bytes(try source.next(Self.inlineByteCount)) }
        let incomingPath = location.makeIncomingPath()
        let copy = isOurs && link(path, incomingPath) == 0 ? nil : try IncomingFile(at: incomingPath)
        var digest = MessageDigest(.sha256)
        var byteCount: Int64 = 0
        while true {
            let chunk = try source.next(Self.chunkByteCount)
            if chunk.isEmpty { break }
            digest.update(chunk)
            byteCount += Int64(chunk.count)
            try copy?.write(chunk)
        }
        _ = try copy?.finish()
        return .file(hash: digest.finish().hexadecimal, byteCount: byteCount, incomingPath: incomingPath)
    }
}

extension stat {
    /// Seconds since 1970.
    fileprivate var modificationTime: Int {
        #if canImport(Darwin)
            st_mtimespec.tv_sec
        #else
            st_mtim.tv_sec
        #endif
    }
}

/// A file that is read from its beginning.
final class SourceFile {
    private let path: String
    private let descriptor: Int32
    /// The size when it was opened.
    let byteCount: Int64

    init(path: String) throws {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw PrivateFile.Failure(path: path) }
        self.path = path
        var status = stat()
        byteCount = fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    deinit { close(descriptor) }

    /// The next bytes, at most `count`; none at the end.
    func next(_ count: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let more = read(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled)
                if more == 0 { return }
                if more < 0, errno != EINTR { throw PrivateFile.Failure(path: path) }
                filled += max(more, 0)
            }
        }
    }
}

/// A new file of mode 0600, which goes away again unless it is finished.
final class IncomingFile {
    private let path: String
    private let descriptor: Int32
    private var isFinished = false

    init(at path: String) throws {
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw PrivateFile.Failure(path: path) }
        self.path = path
    }

    deinit {
        close(descriptor)
        if !isFinished { unlink(path) }
    }

    func write(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { buffer in
            var position = 0
            while position < buffer.count {
                let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[position...]))
                if count < 0, errno != EINTR { throw PrivateFile.Failure(path: path) }
                position += max(count, 0)
            }
        }
    }

    /// Makes sure that the bytes are on the disk; answers the path.
    func finish() throws -> String {
        guard fsync(descriptor) == 0 else { throw PrivateFile.Failure(path: path) }
        isFinished = true
        return path
    }
}

/// `write`, out of reach of the method of that name.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
