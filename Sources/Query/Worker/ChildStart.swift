#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How a worker begins: its descriptors, a process group of its own, and signals as the system has them.
struct ChildStart {
    let input: Int32
    let output: Int32
    let complaint: Int32
    /// The file that becomes descriptor 3.
    let body: Int32?

    /// - Returns: zero, or the system's error.
    func spawn(_ child: inout pid_t, _ words: [String]) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, complaint, STDERR_FILENO)
        if let body { posix_spawn_file_actions_adddup2(&actions, body, WorkerJob.bodyDescriptor) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        setSignals(&attributes)
        var arguments = words.map { strdup($0) } + [nil]
        var variables = Self.environment().map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        return posix_spawnp(&child, words[0], &actions, &attributes, &arguments, &variables)
    }

    /// The threads of the runtime block signals, and a child would inherit that.
    private func setSignals(_ attributes: inout posix_spawnattr_t) {
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    }

    /// The process's own, with no backtrace of a crash: a worker that runs out of memory is an ordinary end.
    private static func environment() -> [String] {
        var lines = ["SWIFT_BACKTRACE=enable=no"]
        var next = environ
        while let line = next.pointee {
            lines.append(String(cString: line))
            next += 1
        }
        return lines
    }
}
