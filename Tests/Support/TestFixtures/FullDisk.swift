#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A disk without room, for tests of what is written to it. It holds for the whole process: to be used in an exit test's child.
public enum FullDisk {
    /// From now on no file of this process grows beyond so many bytes: writing more fails with `EFBIG`, and does not end the process.
    public static func begin(after byteCount: Int) {
        signal(SIGXFSZ, SIG_IGN)
        set(rlim_t(byteCount))
    }

    /// There is room again.
    public static func end() {
        var limit = rlimit()
        getrlimit(resource, &limit)
        set(limit.rlim_max)
    }

    private static func set(_ byteCount: rlim_t) {
        var limit = rlimit()
        getrlimit(resource, &limit)
        limit.rlim_cur = min(byteCount, limit.rlim_max)
        setrlimit(resource, &limit)
    }

    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
        private static let resource = RLIMIT_FSIZE
    #endif
}
