import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A child process that works on a body. It is started at once, read as it writes, and killed when it is released.
final class WorkerProcess: Sendable {
    /// The end of a process.
    struct Ending {
        /// The exit status; 128 plus the number of a signal.
        var status: Int32
        /// The last bytes of standard error, up to a limit.
        var complaint: [UInt8]
    }

    enum Step {
        case bytes([UInt8])
        case ended(Ending)
    }

    private struct State {
        /// The process id; nil once the process was waited for, because the id can be reused afterwards.
        var process: pid_t?
        var complaint: [UInt8] = []
        var hasOutput = true
        var hasComplaint = true
    }

    private static let complaintLimit = 64 << 10
    private static let pieceSize = 256 << 10

    private let output: Int32
    private let complaint: Int32
    /// Guards the process id and the state of the two pipes. There is one reader at a time.
    private let state: Mutex<State>

    /// Starts a program in its own process group.
    init(_ words: [String], input: Int32, body: Int32?) throws(QueryError) {
        let output = try Channel.make()
        let complaint: (reader: Int32, writer: Int32)
        do throws(QueryError) { complaint = try Channel.make() } catch {
            close(output.reader)
            close(output.writer)
            throw error
        }
        defer {
            close(output.writer)
            close(complaint.writer)
        }
        (self.output, self.complaint) = (output.reader, complaint.reader)
        var child: pid_t = 0
        let result = ChildStart(input: input, output: output.writer, complaint: complaint.writer, body: body).spawn(&child, words)
        state = Mutex(State(process: result == 0 ? child : nil))
        guard result == 0 else {
            throw QueryError(.process, "\(words.first ?? "") could not be started: \(String(cString: strerror(result))).")
        }
    }

    deinit {
        end()
        _ = wait()
        close(output)
        close(complaint)
    }

    /// Kills the child and its process group.
    func end() {
        state.withLock { if let process = $0.process { _ = kill(-process, SIGKILL) } }
    }

    /// Waits for the next bytes or the end. It blocks, so it must not be called on a cooperative thread.
    func next() -> Step {
        var piece = [UInt8](repeating: 0, count: Self.pieceSize)
        while true {
            let open = state.withLock { [$0.hasOutput ? output : -1, $0.hasComplaint ? complaint : -1] }
            guard open.contains(where: { $0 >= 0 }) else { break }
            var waits = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&waits, nfds_t(waits.count), -1) >= 0 || errno == EINTR else { break }
            if waits[1].revents != 0 { readComplaint(&piece) }
            guard waits[0].revents != 0 else { continue }
            let count = read(output, &piece, piece.count)
            if count > 0 { return .bytes(Array(piece[..<count])) }
            if count == 0 || errno != EINTR { state.withLock { $0.hasOutput = false } }
        }
        let status = wait()
        return .ended(Ending(status: status, complaint: state.withLock { $0.complaint }))
    }

    private func readComplaint(_ piece: inout [UInt8]) {
        let count = read(complaint, &piece, piece.count)
        state.withLock { state in
            if count == 0 || (count < 0 && errno != EINTR) { state.hasComplaint = false }
            guard count > 0 else { return }
            state.complaint = (state.complaint + piece[..<count]).suffix(Self.complaintLimit)
        }
    }

    /// Waits for the child in two steps: it is reaped under the lock, so that its id cannot have been reused when it is signalled
    /// meanwhile.
    private func wait() -> Int32 {
        guard let child = state.withLock({ $0.process }) else { return 0 }
        var information = siginfo_t()
        while waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        return state.withLock { state in
            state.process = nil
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7F
            return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
        }
    }
}

/// Spawns a worker with its descriptors, its own process group and default signal handling.
struct ChildStart {
    let input: Int32
    let output: Int32
    let complaint: Int32
    /// The file passed as ``WorkerJob/bodyDescriptor``.
    let body: Int32?

    /// - Returns: zero or an `errno` value.
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

    /// Resets signals, because threads of the runtime block signals and a child would inherit that.
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

    /// The environment of this process, without backtraces: a worker that runs out of memory is an ordinary case.
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
