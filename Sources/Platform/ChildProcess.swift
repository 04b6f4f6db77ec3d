internal import CPlatform
internal import Dispatch
internal import Synchronization

/// A running program, started by `posix_spawn`.
///
/// It begins with the system's default signals and inherits no descriptor but its streams. A process that has not been waited for is killed when
/// the last reference goes; ``detach()`` lets it run on.
public final class ChildProcess: Sendable {
    /// A program to start, with its surroundings.
    public struct Command: Sendable {
        /// The program, searched for in `PATH` unless it holds a slash, and its arguments.
        public var words: [String]
        /// The variables of the process; nil for those of this process.
        public var environment: [String: String]?
        /// Standard input.
        public var input = Stream.null
        /// Standard output.
        public var output = Stream.null
        /// Standard error.
        public var errorOutput = Stream.null
        /// An open file that becomes descriptor 3.
        public var extraDescriptor: Int32?
        /// The group of processes that the program is in.
        public var group = Group.own

        /// A program that reads and writes nothing.
        public init(_ words: [String]) { self.words = words }

        /// A program that has this process's terminal.
        public static func onTerminal(_ words: [String]) -> Command {
            var command = Command(words)
            (command.input, command.output, command.errorOutput, command.group) = (.inherited, .inherited, .inherited, .inherited)
            return command
        }
    }

    /// The other side of a standard stream.
    public enum Stream: Sendable {
        /// The same as this process's.
        case inherited
        /// `/dev/null`.
        case null
        /// A pipe from or to this process.
        case pipe
        /// An open file.
        case descriptor(Int32)
    }

    /// Processes that are signalled together.
    public enum Group: Sendable {
        /// The group of this process: the terminal's signals reach both; ``signal(_:)`` reaches the child alone.
        case inherited
        /// A group of its own, with all that the program starts.
        case own
        /// A session of its own, without the terminal: a program that asks a person needs a window for it.
        case session
    }

    /// The end of a program whose output was collected.
    public struct Result: Sendable {
        /// The exit status; 128 and the signal's number for a signal.
        public let status: Int32
        /// The bytes that it wrote to standard output, if that was a pipe.
        public let output: [UInt8]
        /// The last bytes that it wrote to standard error, if that was a pipe.
        public let errorText: [UInt8]
        /// True if it was killed because its output passed the limit.
        public let isCut: Bool
        /// True if it was ended because it took longer than allowed.
        public let isLate: Bool
    }

    private struct State {
        /// The process id until the process has been waited for; the number may be another's afterwards.
        var id: pid_t?
        var status: Int32 = 0
        var hasOutput: Bool
        var hasErrorOutput: Bool
        var errorText: [UInt8] = []
        var isLate = false
    }

    private static let errorTextLimit = 64 << 10
    /// As many bytes as a pipe holds on Linux.
    private static let pieceSize = 64 << 10

    private let output: Descriptor
    private let errorOutput: Descriptor
    /// Ends the reading of the outputs once it has a byte; no pipe if nothing is read.
    private let wakeUp: PipeEnds
    private let signalsGroup: Bool
    /// Guards the writing end of standard input, until it is fed.
    private let input: Mutex<Descriptor?>
    /// Guards the process id and the state of the two output pipes, which are read by one thread at a time.
    private let state: Mutex<State>

    /// Starts the program.
    ///
    /// - Throws: the reason, with the program as its path; `ENOENT` if there is no such program.
    public init(_ command: Command) throws(SystemError) {
        let input = try Self.pipe(for: command.input)
        let output = try Self.pipe(for: command.output)
        let errorOutput = try Self.pipe(for: command.errorOutput)
        let isRead = output.reader.number >= 0 || errorOutput.reader.number >= 0
        wakeUp = try Self.pipe(for: isRead ? .pipe : .null)
        let id = try command.spawn(pipes: [input.reader.number, output.writer.number, errorOutput.writer.number])
        state = Mutex(State(id: id, hasOutput: output.reader.number >= 0, hasErrorOutput: errorOutput.reader.number >= 0))
        if case .inherited = command.group { signalsGroup = false } else { signalsGroup = true }
        self.input = Mutex(input.writer)
        self.output = output.reader
        self.errorOutput = errorOutput.reader
    }

    private static func pipe(for stream: Stream) throws(SystemError) -> PipeEnds {
        if case .pipe = stream { return try PipeEnds() }
        return PipeEnds(reader: Descriptor(owning: -1), writer: Descriptor(owning: -1))
    }

    deinit {
        signal(SIGKILL)
        _ = wait()
    }

    /// Sends a signal to the process, and to its group if it began one. Does nothing once it has been waited for.
    public func signal(_ number: Int32) {
        state.withLock { if let id = $0.id { _ = kill(signalsGroup ? -id : id, number) } }
    }

    /// Waits for the end of the process. Blocks; not for the threads of tasks.
    ///
    /// - Returns: the exit status; 128 and the signal's number for a signal.
    public func wait() -> Int32 {
        guard let id = state.withLock({ $0.id }) else { return state.withLock { $0.status } }
        var information = siginfo_t()
        // Leaves the ended process in place, so that no other process gets its number and the signal for it.
        while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        return state.withLock { state in
            guard state.id != nil else { return state.status }
            var status: Int32 = 0
            while waitpid(id, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7F
            (state.id, state.status) = (nil, signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
            return state.status
        }
    }

    /// Waits for the end of the process on a thread of its own.
    public func end() async -> Int32 { await onOwnThread { self.wait() } }

    /// Lets the process run as long as it wants.
    public func detach() { DispatchQueue(label: "child process").async { _ = self.wait() } }
}

extension ChildProcess {
    /// Lets a function write to the standard input on a thread of its own, and closes it then.
    ///
    /// - Parameter write: an error ends it, as `EPIPE` if the program does not read on.
    public func feed(_ write: @escaping @Sendable (borrowing Descriptor) throws(SystemError) -> Void) {
        guard let input = input.withLock({ $0.take() }) else { return }
        DispatchQueue(label: "child process input").async { try? write(input) }
    }

    /// The next bytes of standard output; nil at the end of both outputs and after ``stopReading()``. Blocks; not for the threads of tasks.
    public func next() -> [UInt8]? {
        while true {
            let open = state.withLock { [$0.hasOutput ? output.number : -1, $0.hasErrorOutput ? errorOutput.number : -1] }
            guard open.contains(where: { $0 >= 0 }) else { return nil }
            guard let isReady = waitForInput(open + [wakeUp.reader.number]), !isReady[2] else { return nil }
            if isReady[1] { readErrorText() }
            guard isReady[0] else { continue }
            let bytes = Self.piece(of: output)
            if !bytes.isEmpty { return bytes }
            state.withLock { $0.hasOutput = false }
        }
    }

    /// Ends ``next()``, also while it waits: a process outside the group, which no signal reaches, may hold the outputs open.
    public func stopReading() { try? wakeUp.writer.write([0]) }

    /// The last bytes that were written to standard error while ``next()`` was called.
    public var errorText: [UInt8] { state.withLock { $0.errorText } }

    private func readErrorText() {
        let bytes = Self.piece(of: errorOutput)
        state.withLock { state in
            state.hasErrorOutput = !bytes.isEmpty
            state.errorText = (state.errorText + bytes).suffix(Self.errorTextLimit)
        }
    }

    private static func piece(of pipe: borrowing Descriptor) -> [UInt8] {
        withUnsafeTemporaryAllocation(byteCount: pieceSize, alignment: 1) { buffer in
            let count = (try? pipe.read(into: buffer)) ?? 0
            return Array(buffer[..<count])
        }
    }

    /// Starts a program and collects its output. Cancelling the task ends the program: by `SIGTERM`, and later by `SIGKILL`; then
    /// nothing more is read.
    ///
    /// - Parameters:
    ///   - outputLimit: more bytes on standard output end the program.
    ///   - grace: the time in which a program that is to end can end itself.
    ///   - timeLimit: the time after which the program is ended as if it was cancelled; nil for none.
    public static func run(
        _ command: Command, outputLimit: Int, grace: Duration = .seconds(2), timeLimit: Duration? = nil
    ) async throws(SystemError) -> Result {
        let child = try ChildProcess(command)
        if let timeLimit {
            after(timeLimit) { [weak child] in child?.expire(grace) }
        }
        return await withTaskCancellationHandler {
            await onOwnThread { child.collect(limit: outputLimit) }
        } onCancel: {
            child.end(grace)
        }
    }

    private static func after(_ time: Duration, _ work: @escaping @Sendable () -> Void) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(Int(time / .microseconds(1))), execute: work)
    }

    /// Ends a program that has not been waited for: it runs, or another one holds its outputs open.
    private func expire(_ grace: Duration) {
        let isLate = state.withLock { state in
            state.isLate = state.id != nil
            return state.isLate
        }
        if isLate { end(grace) }
    }

    private func end(_ grace: Duration) {
        signal(SIGTERM)
        Self.after(grace) { [weak self] in
            self?.signal(SIGKILL)
            self?.stopReading()
        }
    }

    private func collect(limit: Int) -> Result {
        var bytes: [UInt8] = []
        while bytes.count <= limit, let piece = next() { bytes += piece }
        let isCut = bytes.count > limit
        if isCut { signal(SIGKILL) }
        let (status, isLate) = (wait(), state.withLock { $0.isLate })
        return Result(status: status, output: Array(bytes.prefix(limit)), errorText: errorText, isCut: isCut, isLate: isLate)
    }
}

extension ChildProcess.Command {
    /// - Parameter pipes: the child's ends of the pipes for the three standard streams; -1 where a stream is none.
    /// - Returns: the process id.
    fileprivate func spawn(pipes: [Int32]) throws(SystemError) -> pid_t {
        var actions = newActions()
        var attributes = newAttributes()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in [input, output, errorOutput].enumerated() {
            let standard = Int32(number)
            switch stream {
            case .inherited: inherit(standard, &actions)
            case .null: posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", standard == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0)
            case .pipe: posix_spawn_file_actions_adddup2(&actions, pipes[number], standard)
            case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, standard)
            }
        }
        if let extraDescriptor { posix_spawn_file_actions_adddup2(&actions, extraDescriptor, 3) }
        closeOthers(from: extraDescriptor == nil ? 3 : 4, &actions)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The threads of libdispatch block signals, and a child would inherit that: it could not be ended or told of a resize.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, flags)
        var child: pid_t = 0
        let result = withStrings(words) { words in
            guard let environment else { return posix_spawnp(&child, self.words[0], &actions, &attributes, words, variablesOfProcess()) }
            return withStrings(environment.map { "\($0)=\($1)" }) { posix_spawnp(&child, self.words[0], &actions, &attributes, words, $0) }
        }
        guard result == 0 else { throw SystemError(result, path: words[0]) }
        return child
    }

    private var flags: Int16 {
        let groupFlag: Int16 =
            switch group {
            case .inherited: 0
            case .own: Int16(POSIX_SPAWN_SETPGROUP)
            case .session: sessionFlag
            }
        return Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | closingFlag | groupFlag
    }

    private func withStrings<Value>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value) -> Value {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}

/// The variables that the process was started with. The first of several with the same name counts.
public let processEnvironment: [String: String] = {
    var variables: [String: String] = [:]
    variables.reserveCapacity(64)
    var next = variablesOfProcess()
    while let line = next.pointee {
        if let sign = strchr(line, Int32(UInt8(ascii: "="))) {
            let name = String(decoding: UnsafeRawBufferPointer(start: line, count: sign - line), as: UTF8.self)
            if variables[name] == nil { variables[name] = String(cString: sign + 1) }
        }
        next += 1
    }
    return variables
}()

// The parts that Linux and Darwin spell in their own way.

#if os(Linux)
    private func newActions() -> posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
    private func newAttributes() -> posix_spawnattr_t { posix_spawnattr_t() }
    /// `POSIX_SPAWN_SETSID`, which the headers define for `_GNU_SOURCE` only (glibc 2.26, musl 1.1.22).
    private let sessionFlag: Int16 = 0x80
    private let closingFlag: Int16 = 0

    private func inherit(_ descriptor: Int32, _ actions: inout posix_spawn_file_actions_t) {}

    /// Keeps descriptors from the child that were opened without close-on-exec, by a library for example.
    private func closeOthers(from first: Int32, _ actions: inout posix_spawn_file_actions_t) {
        _ = platform_spawn_close_from(&actions, first)
    }

    private func variablesOfProcess() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { environ }
#else
    private func newActions() -> posix_spawn_file_actions_t? { nil }
    private func newAttributes() -> posix_spawnattr_t? { nil }
    private let sessionFlag = Int16(POSIX_SPAWN_SETSID)
    /// Keeps every descriptor from the child but those that the actions name.
    private let closingFlag = Int16(POSIX_SPAWN_CLOEXEC_DEFAULT)

    private func inherit(_ descriptor: Int32, _ actions: inout posix_spawn_file_actions_t?) {
        posix_spawn_file_actions_addinherit_np(&actions, descriptor)
    }

    private func closeOthers(from first: Int32, _ actions: inout posix_spawn_file_actions_t?) {}

    private func variablesOfProcess() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { _NSGetEnviron().pointee }
#endif
