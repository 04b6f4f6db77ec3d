/// What a query may cost. A limit that is reached ends the work with ``QueryError/Code/limit``; what came before stays.
public struct QueryLimits: Hashable, Sendable {
    /// Seconds of computing, one or more.
    public var cpuSeconds: Int
    /// Bytes of address space on top of the program's own, which hold the body, its values and the libraries that are loaded for it.
    public var memoryByteCount: Int
    /// Bytes of results.
    public var outputByteCount: Int

    /// Ten seconds, four gigabytes of memory and one of results unless said otherwise.
    public init(cpuSeconds: Int = 10, memoryByteCount: Int = 4 << 30, outputByteCount: Int = 1 << 30) {
        self.cpuSeconds = cpuSeconds
        self.memoryByteCount = memoryByteCount
        self.outputByteCount = outputByteCount
    }
}
