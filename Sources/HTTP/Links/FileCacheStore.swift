import Hashing
import Platform
import Synchronization

/// A store that keeps responses between runs, as files that are readable by their owner only (0600).
///
/// Only responses to requests without credentials and connection options of their own are written to the disk; all others stay in memory. Once the
/// limit is exceeded, the responses that were stored first are discarded.
public final class FileCacheStore: HTTPCacheStore {
    private let folder: String
    private let limit: Int64
    private let memory = MemoryCacheStore()
    /// Guards the files; the value is the number of bytes that they have together, nil before they were counted.
    private let byteCount = Mutex<Int64?>(nil)

    /// Creates a store.
    /// - Parameters:
    ///   - folder: a folder for this store alone; created when the first response is stored.
    ///   - limit: the maximum number of bytes on the disk.
    public init(folder: String, limit: Int64 = 256 << 20) {
        self.folder = folder
        self.limit = limit
    }

    /// Returns the entries on the disk and in memory.
    public func entries(for url: String) -> [HTTPCacheEntry] {
        byteCount.withLock { _ in read(path(of: url), url) } + memory.entries(for: url)
    }

    /// Stores the entries. One that cannot be written is not stored.
    public func setEntries(_ entries: [HTTPCacheEntry], for url: String) {
        memory.setEntries(entries.filter { !$0.isOpen }, for: url)
        let open = entries.filter(\.isOpen).map { StoredEntry($0) }
        byteCount.withLock { count in
            let path = path(of: url)
            let old = FileStatus(of: path)?.byteCount ?? 0
            guard !open.isEmpty, let bytes = try? JSONEncoder().encode(StoredURL(url: url, entries: open)), Int64(bytes.count) <= limit,
                write(Array(bytes), to: path)
            else {
                unlink(path)
                return count = count.map { $0 - old }
            }
            let total = count.map { $0 - old + Int64(bytes.count) } ?? files.reduce(0) { $0 + $1.status.byteCount }
            count = total > limit ? discardOldest(of: total, keeping: path) : total
        }
    }

    /// Removes all entries.
    public func removeAll() {
        memory.removeAll()
        byteCount.withLock { count in
            for file in files { unlink(file.path) }
            count = 0
        }
    }

    // MARK: Files

    private static let suffix = ".response.json"

    /// The file for a URL, whose name tells nothing about it.
    private func path(of url: String) -> String { "\(folder)/\(HashAlgorithm.sha256.hexDigest(of: url).prefix(40))\(Self.suffix)" }

    private var files: [(path: String, status: FileStatus)] {
        return namesInFolder(folder).filter { $0.hasSuffix(Self.suffix) }.compactMap { name in
            FileStatus(of: "\(folder)/\(name)", followsLinks: false).map { ("\(folder)/\(name)", $0) }
        }
    }

    private func read(_ path: String, _ url: String) -> [HTTPCacheEntry] {
        guard let bytes = try? FileBody(path: path).encode(), let stored = try? JSONDecoder().decode(StoredURL.self, from: Data(bytes)),
            stored.url == url
        else { return [] }
        return stored.entries.map(\.entry)
    }

    private func write(_ bytes: [UInt8], to path: String) -> Bool {
        if !FileStatus.isFolder(folder) {
            try? FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        return (try? AtomicFile.write(bytes, to: path)) != nil
    }

    /// Removes files until a tenth of the limit is free.
    private func discardOldest(of total: Int64, keeping path: String) -> Int64 {
        var rest = total
        let old = files.filter { $0.path != path }.sorted {
            ($0.status.changeSeconds, $0.status.changeNanoseconds) < ($1.status.changeSeconds, $1.status.changeNanoseconds)
        }
        for file in old where rest > limit / 10 * 9 {
            unlink(file.path)
            rest -= file.status.byteCount
        }
        return rest
    }
}

/// The entries of one URL in a file.
private struct StoredURL: Codable {
    var url: String
    var entries: [StoredEntry]
}

/// An entry in a file. Only those request headers are part of it that the response varies with.
private struct StoredEntry: Codable {
    private struct Field: Codable {
        var name: String
        var value: String

        init(_ field: HTTPHeaderField) { (name, value) = (field.name, field.value) }
    }

    private var varying: [Field]
    private var status: Int
    private var message: String
    private var headers: [Field]
    private var version: [Int]
    private var body: Data
    private var requestTime: Date
    private var responseTime: Date

    init(_ entry: HTTPCacheEntry) {
        varying = entry.varyingHeaders.map { Field($0) }
        (status, message) = (entry.head.status.rawValue, entry.head.message)
        headers = entry.head.headers.fields.map { Field($0) }
        version = entry.head.version.map { [$0.major, $0.minor] } ?? []
        body = Data(entry.body)
        (requestTime, responseTime) = (entry.requestTime, entry.responseTime)
    }

    var entry: HTTPCacheEntry {
        let version = version.count == 2 ? HTTPVersion(major: version[0], minor: version[1]) : nil
        let head = HTTPResponseHead(
            status: HTTPStatus(rawValue: status), message: message, headers: Self.headers(headers), version: version)
        return HTTPCacheEntry(
            requestHeaders: Self.headers(varying), head: head, body: Array(body), requestTime: requestTime, responseTime: responseTime)
    }

    private static func headers(_ fields: [Field]) -> HTTPHeaders {
        HTTPHeaders(fields.map { HTTPHeaderField(name: $0.name, value: $0.value) })
    }
}
