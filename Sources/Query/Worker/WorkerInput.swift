#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What comes into a worker. Nothing that is read here is given back: the process ends with its job.
enum WorkerInput {
    /// The first line of standard input, byte by byte, so that what follows stays for whoever reads next.
    static func line() -> [UInt8] {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count < 1 << 20, read(STDIN_FILENO, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
        return line
    }

    /// Everything else on standard input.
    static func rest() throws(QueryError) -> UnsafeRawBufferPointer {
        var capacity = 1 << 16
        var count = 0
        guard var memory = malloc(capacity) else { throw outOfMemory }
        while true {
            if count == capacity {
                capacity *= 2
                guard let larger = realloc(memory, capacity) else { throw outOfMemory }
                memory = larger
            }
            let got = read(STDIN_FILENO, memory + count, capacity - count)
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { return UnsafeRawBufferPointer(start: memory, count: count) }
            count += got
        }
    }

    /// The first bytes of the file that the process was given.
    static func mapped(_ count: Int) throws(QueryError) -> UnsafeRawBufferPointer {
        guard count > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        guard let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, WorkerJob.bodyDescriptor, 0), address != MAP_FAILED else {
            throw errno == ENOMEM ? outOfMemory : QueryError(.process, "The body could not be read: \(String(cString: strerror(errno))).")
        }
        return UnsafeRawBufferPointer(start: address, count: count)
    }

    private static let outOfMemory = QueryError(.limit, "The body does not fit into the memory that a query may use.")
}
