import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Programs of the user's own: an editor, a clipboard tool.
enum ChildProcess {
    /// A program that could not be started, or that failed.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Starts a program that is found in `PATH`, with this process's terminal or with the given descriptor as its input.
    ///
    /// - Returns: the child's process id, to be waited for.
    static func spawn(_ arguments: [String], input: Int32? = nil, output: Int32? = nil) throws(Failure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
            // A tool that stays in the background must not keep the terminal open or write on the screen.
            if let output {
                posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
            } else {
                posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
            }
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        resetSignals(&attributes)
        var words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let result = posix_spawnp(&child, arguments[0], &actions, &attributes, &words, environ)
        guard result == 0 else {
            throw Failure(description: "\(arguments[0]) could not be started: \(String(cString: strerror(result)))")
        }
        return child
    }

    /// Starts a program that writes to the given descriptor and reads nothing.
    static func spawn(_ arguments: [String], output: Int32) throws(Failure) -> pid_t {
        guard let nothing = fopen("/dev/null", "r") else { throw Failure(description: "/dev/null cannot be opened") }
        defer { fclose(nothing) }
        return try spawn(arguments, input: fileno(nothing), output: output)
    }

    /// Starts a program that has no part in the terminal.
    static func spawnQuietly(_ arguments: [String]) throws(Failure) -> pid_t {
        guard let nothing = fopen("/dev/null", "r") else { throw Failure(description: "/dev/null cannot be opened") }
        defer { fclose(nothing) }
        return try spawn(arguments, input: fileno(nothing))
    }

    /// The threads of the runtime block signals, and a child would inherit that: an editor must hear of `^C` and of a resize.
    private static func resetSignals(_ attributes: inout posix_spawnattr_t) {
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    }

    /// Waits for a child's end; gives its exit status, 128 and more for a signal.
    static func wait(for child: pid_t) async -> Int32 {
        await onOwnThread { waitHere(for: child) }
    }

    /// Runs what may wait for a person. The shared threads are as many as there are processors: two editors would take all of them.
    static func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "child process").async { continuation.resume(returning: work()) }
        }
    }

    private static func waitHere(for child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}
