internal import CPlatform

/// A limit on a resource of this process, inherited by its children (setrlimit(2)).
public enum ResourceLimit: Sendable {
    /// Processor time in seconds; the process gets `SIGXCPU` at the limit and is killed one second later.
    case processorSeconds
    /// The address space in bytes, including what is in use already.
    case addressSpace
    /// The size of a core file in bytes.
    case coreFile
    /// The number of descriptors; with 0 nothing more can be opened, and those that are open can be used.
    case descriptors

    /// Lowers the limit. It cannot be raised again.
    public func set(_ value: Int) {
        let hardLimit = self == .processorSeconds ? value + 1 : value
        var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(hardLimit))
        #if canImport(Glibc)
            setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
        #else
            setrlimit(resource, &limit)
        #endif
    }

    /// Lowers the limit that counts; programs that this process starts can raise it again.
    public func setForThisProcess(_ value: Int) {
        var limit = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(resource.rawValue)
        #endif
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(value))
        setrlimit(resource, &limit)
    }

    /// Raises the limit that counts to this value, as far as the system allows.
    public func raiseForThisProcess(to value: Int) {
        var limit = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(resource.rawValue)
        #endif
        if getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(value) { setForThisProcess(value) }
    }

    #if canImport(Glibc)
        private typealias Resource = __rlimit_resource
    #else
        private typealias Resource = Int32
    #endif

    private var resource: Resource {
        switch self {
        case .processorSeconds: RLIMIT_CPU
        case .addressSpace: RLIMIT_AS
        case .coreFile: RLIMIT_CORE
        case .descriptors: RLIMIT_NOFILE
        }
    }
}

/// The size of the address space in use by this process (proc(5), `statm`); 0 if unknown. It is large even at start, and terabytes under a
/// sanitizer.
public func addressByteCount() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 32)
    guard fgets(&text, Int32(text.count), file) != nil else { return 0 }
    return Int(strtol(text, nil, 10)) * Int(sysconf(Int32(_SC_PAGESIZE)))
}

/// Returns memory that was freed to the system. The C library of Linux keeps it otherwise; other systems need no help.
@concurrent public func releaseFreeMemory() async {
    #if canImport(Glibc)
        _ = malloc_trim(0)
    #endif
}

/// Returns memory to the system after the work of the start: memory that was freed, and on Linux the code that ran only once. Code that is needed
/// again is mapped again from the system's cache of the file.
@concurrent public func releaseMemoryOfStart() async {
    await releaseFreeMemory()
    #if canImport(Glibc)
        let (page, start) = (UInt(sysconf(Int32(_SC_PAGESIZE))), platform_code_start())
        let length = (platform_code_end() - start) / page * page
        _ = madvise(UnsafeMutableRawPointer(bitPattern: start), Int(length), MADV_DONTNEED)
    #endif
}

/// Gets the memory of all variables at once, where the system can. To be called before a second thread starts: from then on, the first change of each
/// page that was read before interrupts the other processors.
public func prepareVariables() {
    #if canImport(Glibc)
        let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
        let start = (platform_zeros_start() + page - 1) / page * page
        // MADV_POPULATE_WRITE, which older headers lack.
        _ = madvise(UnsafeMutableRawPointer(bitPattern: start), Int(platform_zeros_end() - start), 23)
    #endif
}
