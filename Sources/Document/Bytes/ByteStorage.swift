/// What the lock of a `ByteSource` guards.
struct ByteStorage: ~Copyable {
    typealias Waiter = CheckedContinuation<Void, Never>

    private(set) var snapshot: ByteSnapshot
    private(set) var ending: ByteSource.Ending?
    private var file: SpoolFile?
    private var waiters: [Int: Waiter] = [:]
    private var nextWaiterID = 0
    private let memoryLimit: Int
    private let directory: String

    init(memoryLimit: Int, directory: String) {
        snapshot = ByteSnapshot(region: ByteRegion(allocating: min(memoryLimit, 16 << 10)), count: 0)
        self.memoryLimit = memoryLimit
        self.directory = directory
    }

    init(complete snapshot: ByteSnapshot, _ ending: ByteSource.Ending) {
        self.snapshot = snapshot
        self.ending = ending
        memoryLimit = 0
        directory = ""
    }

    /// Returns those who waited for more.
    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(DocumentError) -> [Waiter] {
        guard ending == nil else { throw DocumentError(.alreadyFinished, "Bytes came after the end of the body.") }
        guard bytes.count > 0 else { return [] }
        if file == nil, snapshot.count + bytes.count > memoryLimit { try moveToFile(adding: bytes.count) }
        if file != nil { try appendToFile(bytes) } else { appendToMemory(bytes) }
        return takeWaiters()
    }

    mutating func finish(_ ending: ByteSource.Ending) -> [Waiter] {
        guard self.ending == nil else { return [] }
        self.ending = ending
        return takeWaiters()
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

    /// Whether there is nothing to wait for; keeps the waiter otherwise.
    mutating func wait(_ waiter: Waiter, id: Int, after count: Int, isCancelled: Bool) -> Bool {
        guard !isCancelled, ending == nil, snapshot.count <= count else { return true }
        waiters[id] = waiter
        return false
    }

    mutating func removeWaiter(_ id: Int) -> Waiter? { waiters.removeValue(forKey: id) }

    private mutating func takeWaiters() -> [Waiter] {
        defer { waiters = [:] }
        return Array(waiters.values)
    }
}
