public import Platform
import Synchronization

/// A file that another owner fills with the same bytes as a ``ByteSource``, such as the copy that a history keeps.
public protocol SharedSpool: Sendable {
    /// True if the file holds at least the first `count` bytes.
    func holds(_ count: Int) -> Bool

    /// A descriptor of the file, which only grows; nil if it holds fewer than `count` bytes.
    func descriptor(holding count: Int) -> Descriptor?
}

/// The bytes of one body as they arrive: in memory at first, and in a private, memory-mapped file above a limit.
///
/// A body that a ``SharedSpool`` writes to the disk is read from there, so that it is written once.
///
/// One writer appends; any number of readers take snapshots. There is no background work.
public final class ByteSource: Sendable {
    /// The way in which the bytes ended.
    public enum Ending: Hashable, Sendable {
        /// All bytes have arrived.
        case complete
        /// The bytes broke off, for a reason given as a message for the user.
        case cutOff(String)
    }

    /// The bytes and the ending at one moment.
    struct State: Sendable {
        var snapshot: ByteSnapshot
        var ending: Ending?
    }

    /// The lock guards the storage, the count of published bytes, the ending and the waiting tasks.
    private let storage: Mutex<ByteStorage>

    /// Creates an empty body that grows.
    /// - Parameters:
    ///   - memoryLimit: in bytes; a longer body is moved to a file.
    ///   - directory: the folder of that file; by default `TMPDIR`, or `/var/tmp` if that is not set.
    ///   - shared: a file that has the bytes before they are appended here; used instead of a private file for as long as it keeps up.
    public init(memoryLimit: Int = 1 << 20, directory: String? = nil, shared: (any SharedSpool)? = nil) {
        storage = Mutex(ByteStorage(memoryLimit: memoryLimit, directory: directory ?? largeTemporaryFolder, shared: shared))
    }

    /// Creates a body from all of its bytes.
    public init(_ bytes: [UInt8], ending: Ending = .complete) {
        let region = ByteRegion(allocating: bytes.count)
        bytes.withUnsafeBytes { region.base.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(region.base), byteCount: $0.count) }
        storage = Mutex(ByteStorage(complete: ByteSnapshot(region: region, count: bytes.count), ending))
    }

    /// Opens a body in a file, which must not be truncated while it is open.
    public init(file path: String, ending: Ending = .complete) throws(DocumentError) {
        do throws(SystemError) {
            let file = try Descriptor(opening: path, O_RDONLY)
            let count = Int(try FileStatus(of: file).byteCount)
            let region = count > 0 ? try ByteRegion(mapping: file.number, capacity: count) : ByteRegion(allocating: 0)
            storage = Mutex(ByteStorage(complete: ByteSnapshot(region: region, count: count), ending))
        } catch {
            throw DocumentError(.storage, "\(path) could not be opened: \(error.reason).")
        }
    }

    /// Appends bytes.
    /// - Throws: ``DocumentError/Code/storage`` if the file cannot grow; the bytes before stay readable.
    public func append(_ bytes: [UInt8]) throws(DocumentError) {
        let waiters = try storage.withLock { storage throws(DocumentError) in
            try bytes.withUnsafeBufferPointer { bytes throws(DocumentError) in try storage.append(UnsafeRawBufferPointer(bytes)) }
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Marks the end of the bytes. Only the first call has an effect.
    public func finish(_ ending: Ending = .complete) {
        for waiter in storage.withLock({ $0.finish(ending) }) { waiter.resume() }
    }

    /// The bytes that have arrived.
    public func snapshot() -> ByteSnapshot { state.snapshot }

    var state: State { storage.withLock { State(snapshot: $0.snapshot, ending: $0.ending) } }

    /// Waits until there are more than `count` bytes, the bytes have ended, or the task is cancelled.
    func change(after count: Int) async {
        let id = storage.withLock { $0.makeWaiterID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let resumesNow = storage.withLock { $0.wait(continuation, id: id, after: count, isCancelled: Task.isCancelled) }
                if resumesNow { continuation.resume() }
            }
        } onCancel: {
            storage.withLock { $0.removeWaiter(id) }?.resume()
        }
    }
}

/// The state of a `ByteSource`, guarded by its lock.
struct ByteStorage: ~Copyable {
    typealias Waiter = CheckedContinuation<Void, Never>

    private(set) var snapshot: ByteSnapshot
    private(set) var ending: ByteSource.Ending?
    private var file: SpoolFile?
    private var waiters: [Int: Waiter] = [:]
    private var nextWaiterID = 0
    private let memoryLimit: Int
    private let directory: String
    /// The file of another owner; nil if there is none, or it no longer keeps up.
    private var shared: (any SharedSpool)?

    init(memoryLimit: Int, directory: String, shared: (any SharedSpool)? = nil) {
        snapshot = ByteSnapshot(region: ByteRegion(allocating: min(memoryLimit, 16 << 10)), count: 0)
        self.memoryLimit = memoryLimit
        self.directory = directory
        self.shared = shared
    }

    init(complete snapshot: ByteSnapshot, _ ending: ByteSource.Ending) {
        self.snapshot = snapshot
        self.ending = ending
        memoryLimit = 0
        directory = ""
    }

    /// Appends bytes and returns the waiting tasks, to be resumed without the lock.
    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(DocumentError) -> [Waiter] {
        guard ending == nil else { throw DocumentError(.alreadyFinished, "Bytes were appended after the end of the body.") }
        guard bytes.count > 0 else { return [] }
        let isLarge = file != nil || snapshot.count + bytes.count > memoryLimit
        if !isLarge {
            appendToMemory(bytes)
        } else if !publishShared(bytes.count) {
            shared = nil
            if file == nil { try moveToFile(adding: bytes.count) }
            try appendToFile(bytes)
        }
        return removeWaiters()
    }

    /// Publishes bytes that the shared file has already; false if it has not.
    private mutating func publishShared(_ added: Int) -> Bool {
        let count = snapshot.count + added
        if snapshot.region.isMapped, count <= snapshot.region.capacity {
            guard shared?.holds(count) == true else { return false }
            snapshot = ByteSnapshot(region: snapshot.region, count: count)
            return true
        }
        // Pages beyond the end of the file are mapped too, and read only once the file has grown over them.
        let capacity = max(64 << 20, snapshot.region.isMapped ? snapshot.region.capacity * 2 : 0, count)
        guard let descriptor = shared?.descriptor(holding: count),
            let region = try? ByteRegion(mapping: descriptor.number, capacity: capacity)
        else { return false }
        snapshot = ByteSnapshot(region: region, count: count)
        return true
    }

    mutating func finish(_ ending: ByteSource.Ending) -> [Waiter] {
        guard self.ending == nil else { return [] }
        self.ending = ending
        return removeWaiters()
    }

    private mutating func appendToMemory(_ bytes: UnsafeRawBufferPointer) {
        let count = snapshot.count + bytes.count
        var region = snapshot.region
        if count > region.capacity {
            region = ByteRegion(allocating: min(memoryLimit, max(count, region.capacity * 2)))
            region.base.copyMemory(from: snapshot.region.base, byteCount: snapshot.count)
        }
        UnsafeMutableRawBufferPointer(start: region.base + snapshot.count, count: bytes.count).copyMemory(from: bytes)
        snapshot = ByteSnapshot(region: region, count: count)
    }

    private mutating func appendToFile(_ bytes: UnsafeRawBufferPointer) throws(DocumentError) {
        try file?.append(bytes)
        if let region = file?.region, let count = file?.count { snapshot = ByteSnapshot(region: region, count: count) }
    }

    private mutating func moveToFile(adding count: Int) throws(DocumentError) {
        var file = try SpoolFile(directory: directory, capacity: max(64 << 20, snapshot.count + count))
        try snapshot.withUnsafeBytes { bytes throws(DocumentError) in try file.append(bytes) }
        self.file = consume file
    }

    // MARK: Waiting

    mutating func makeWaiterID() -> Int {
        nextWaiterID += 1
        return nextWaiterID
    }

    /// Returns true if there is nothing to wait for; registers the waiter otherwise.
    mutating func wait(_ waiter: Waiter, id: Int, after count: Int, isCancelled: Bool) -> Bool {
        guard !isCancelled, ending == nil, snapshot.count <= count else { return true }
        waiters[id] = waiter
        return false
    }

    mutating func removeWaiter(_ id: Int) -> Waiter? { waiters.removeValue(forKey: id) }

    private mutating func removeWaiters() -> [Waiter] {
        defer { waiters = [:] }
        return Array(waiters.values)
    }
}

/// A private temporary file without a name, which grows at its end and disappears with its last reader.
struct SpoolFile: ~Copyable {
    private let descriptor: Descriptor
    private(set) var count = 0
    private(set) var region: ByteRegion

    init(directory: String, capacity: Int) throws(DocumentError) {
        let descriptor: Descriptor
        do throws(SystemError) { descriptor = try Descriptor(temporaryIn: directory) } catch {
            throw Self.error("created in \(directory)", error)
        }
        region = try Self.map(descriptor, capacity: capacity)
        self.descriptor = descriptor
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(DocumentError) {
        if count + bytes.count > region.capacity {
            region = try Self.map(descriptor, capacity: max(region.capacity * 2, count + bytes.count))
        }
        var written = 0
        while written < bytes.count {
            let result = pwrite(descriptor.number, bytes.baseAddress?.advanced(by: written), bytes.count - written, off_t(count + written))
            if result < 0 && errno == EINTR { continue }
            guard result > 0 else { throw Self.error("written", SystemError()) }
            written += result
        }
        count += written
    }

    /// Extends the file, as a sparse file, to the length of the mapping, so that no page of the mapping is beyond its end.
    private static func map(_ descriptor: borrowing Descriptor, capacity: Int) throws(DocumentError) -> ByteRegion {
        do throws(SystemError) {
            guard ftruncate(descriptor.number, off_t(capacity)) == 0 else { throw SystemError() }
            return try ByteRegion(mapping: descriptor.number, capacity: capacity)
        } catch {
            throw self.error("grown", error)
        }
    }

    private static func error(_ action: String, _ cause: SystemError) -> DocumentError {
        let message =
            "The temporary file that contains a large body could not be \(action): \(cause.reason). Set TMPDIR to a folder with free space."
        return DocumentError(.storage, message)
    }
}
