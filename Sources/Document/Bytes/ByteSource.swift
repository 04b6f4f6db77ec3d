#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import Synchronization

/// The bytes of one body while they arrive: in memory at first, in a private file that is mapped for reading when they become many.
///
/// One writer appends; any number of readers take snapshots. Nothing here runs by itself.
public final class ByteSource: Sendable {
    /// How the bytes came to their end.
    public enum Ending: Hashable, Sendable {
        /// All of them are here.
        case complete
        /// They broke off, for the reason that is given in a sentence for a person.
        case cutOff(String)
    }

    /// What is known at one moment.
    struct State: Sendable {
        var snapshot: ByteSnapshot
        var ending: Ending?
    }

    /// The lock guards the storage, the count that readers may see, the ending and who waits for the next change.
    private let storage: Mutex<ByteStorage>

    /// An empty body that grows.
    /// - Parameters:
    ///   - memoryLimit: in bytes; a longer body goes to a file.
    ///   - directory: where that file is made; `TMPDIR`, else `/var/tmp`, unless given.
    public init(memoryLimit: Int = 1 << 20, directory: String? = nil) {
        storage = Mutex(ByteStorage(memoryLimit: memoryLimit, directory: directory ?? Self.temporaryDirectory))
    }

    /// A body of which no more comes.
    public init(_ bytes: [UInt8], ending: Ending = .complete) {
        let region = ByteRegion(allocating: bytes.count)
        bytes.withUnsafeBytes { region.base.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(region.base), byteCount: $0.count) }
        storage = Mutex(ByteStorage(complete: ByteSnapshot(region: region, count: bytes.count), ending))
    }

    /// A body that is there as a file, which must not be shortened while it is open.
    public init(file path: String, ending: Ending = .complete) throws(DocumentError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            let code = errno
            if descriptor >= 0 { close(descriptor) }
            throw DocumentError(.storage, "\(path) could not be opened: \(systemMessage(code))", systemError: code)
        }
        defer { close(descriptor) }
        let count = Int(status.st_size)
        let region = count > 0 ? try ByteRegion(mapping: descriptor, capacity: count) : ByteRegion(allocating: 0)
        storage = Mutex(ByteStorage(complete: ByteSnapshot(region: region, count: count), ending))
    }

    /// Adds bytes at the end.
    /// - Throws: ``DocumentError/Code/storage`` when the file cannot grow; what had arrived stays readable.
    public func append(_ bytes: [UInt8]) throws(DocumentError) {
        let waiters = try storage.withLock { storage throws(DocumentError) in
            try bytes.withUnsafeBufferPointer { bytes throws(DocumentError) in try storage.append(UnsafeRawBufferPointer(bytes)) }
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Says that no more bytes come. Only the first call counts.
    public func finish(_ ending: Ending = .complete) {
        for waiter in storage.withLock({ $0.finish(ending) }) { waiter.resume() }
    }

    /// What has arrived so far.
    public func snapshot() -> ByteSnapshot { state.snapshot }

    /// How the bytes ended, when they have.
    public var ending: Ending? { state.ending }

    var state: State { storage.withLock { State(snapshot: $0.snapshot, ending: $0.ending) } }

    /// Returns when there are more bytes than that, when the end has come, or when the task is cancelled.
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

    private static var temporaryDirectory: String {
        getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    }
}
