#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The system's bounds on a process (setrlimit(2)); its children inherit them.
enum ResourceLimits {
    static func apply(_ limits: QueryLimits) {
        set(RLIMIT_CPU, limits.cpuSeconds, hard: limits.cpuSeconds + 1)
        // The program's own addresses come on top: they are many where it was just begun, and terabytes under a sanitizer.
        set(RLIMIT_AS, addressByteCount + limits.memoryByteCount)
        set(RLIMIT_CORE, 0)
    }

    /// The size of this process's address space (proc(5), `statm`); 0 where the system does not say.
    static var addressByteCount: Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 32)
        guard fgets(&text, Int32(text.count), file) != nil else { return 0 }
        return Int(strtol(text, nil, 10)) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    #if canImport(Darwin)
        private typealias Resource = Int32
    #elseif canImport(Musl)
        private typealias Resource = Int32
    #else
        private typealias Resource = __rlimit_resource
    #endif

    private static func set(_ resource: Resource, _ value: Int, hard: Int? = nil) {
        var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(hard ?? value))
        #if canImport(Glibc)
            setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
        #else
            setrlimit(resource, &limit)
        #endif
    }
}
