import Platform

/// Simulates a full disk for the whole process. Use it in the child of an exit test.
public enum FullDisk {
    /// Limits the size of every file of this process: writing more fails with `EFBIG` and does not end the process.
    public static func begin(after byteCount: Int) {
        signal(SIGXFSZ, SIG_IGN)
        set(rlim_t(byteCount))
    }

    /// Removes the limit.
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
