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
        set(RLIMIT_AS, limits.memoryByteCount)
        set(RLIMIT_CORE, 0)
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
