import CPlatform
import CVTerm
import Dispatch
import Platform
import Screen

/// Both ends of a pseudo-terminal, one for programs and one for the robot. Releasing it closes them and hangs the programs up.
final class PseudoTerminal: Sendable {
    /// The robot's end; reads do not block.
    let robotEnd: Int32
    /// The programs' end, kept open so that its settings can be read after their end.
    let programEnd: Int32
    /// The initial settings.
    let settings: termios
    private let path: String

    /// Opens a terminal with ordinary settings.
    init(size: Size) throws {
        var (robotEnd, programEnd): (Int32, Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 128)
        guard openpty(&robotEnd, &programEnd, &name, nil, nil) == 0 else { throw RobotError("No pseudo-terminal: errno \(errno)") }
        self.robotEnd = robotEnd
        self.programEnd = programEnd
        path = name.withUnsafeBufferPointer { String(decoding: $0.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) }
        var settings = termios()
        tcgetattr(programEnd, &settings)
        self.settings = settings
        pty_set_nonblocking(robotEnd)
        pty_set_close_on_exec(robotEnd)
        pty_set_close_on_exec(programEnd)
        resize(to: size)
    }

    deinit {
        for descriptor in [robotEnd, programEnd] { close(descriptor) }
    }

    /// Changes the size and notifies the programs.
    func resize(to size: Size) {
        pty_set_size(robotEnd, Int32(size.width), Int32(size.height))
    }

    /// True if the settings equal the initial ones.
    var hasFirstSettings: Bool {
        var (now, first) = (termios(), settings)
        tcgetattr(programEnd, &now)
        let controls = withUnsafeBytes(of: &now.c_cc) { now in withUnsafeBytes(of: &first.c_cc) { now.elementsEqual($0) } }
        return controls && now.c_iflag == first.c_iflag && now.c_oflag == first.c_oflag && now.c_cflag == first.c_cflag
            && now.c_lflag == first.c_lflag
    }

    /// Closes the robot's end, which hangs the programs up; its descriptor stays taken.
    func hangUp() {
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        dup2(nothing, robotEnd)
        close(nothing)
    }

    /// Starts a program in a new session with this as its controlling terminal, standard input, output and error.
    func spawn(_ program: String, arguments: [String], environment: [String: String], directory: String?) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // A session leader that opens a terminal gets it as its controlling one.
        posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        #if os(Linux)
            // Foundation learns of the end of its processes by sockets that this one would inherit: their end would wait for this one's.
            _ = platform_spawn_close_from(&actions, 3)
        #endif
        if let directory { posix_spawn_file_actions_addchdir_np(&actions, directory) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, pty_spawn_flags())
        var process: pid_t = 0
        let error = withStrings([program] + arguments) { arguments in
            withStrings(environment.map { "\($0)=\($1)" }) { posix_spawn(&process, program, &actions, &attributes, arguments, $0) }
        }
        guard error == 0 else { throw RobotError("\(program) cannot be started: errno \(error)") }
        return process
    }

    private func withStrings<Result>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }
}

/// The state of a process.
public enum ProcessStatus: Hashable, Sendable {
    /// The process runs.
    case running
    /// It was stopped, as by `^Z`.
    case stopped
    /// It ended by itself with a code.
    case exited(Int32)
    /// A signal ended it.
    case signaled(Int32)

    /// True if the process has ended.
    public var isOver: Bool {
        switch self {
        case .running, .stopped: false
        case .exited, .signaled: true
        }
    }

    /// Reads the status that `waitpid` reports.
    init(reported status: Int32) {
        if status & 0x7F == 0 {
            self = .exited(status >> 8 & 0xFF)
        } else if status & 0xFF == 0x7F {
            self = .stopped
        } else if status == 0xFFFF {
            self = .running
        } else {
            self = .signaled(status & 0x7F)
        }
    }

    /// Waits on a separate thread for each state change of `process` and reports it, until the process ends.
    static func watch(_ process: pid_t, _ report: @escaping @Sendable (ProcessStatus) -> Void) {
        DispatchQueue(label: "process status").async {
            var status: Int32 = 0
            while true {
                let result = waitpid(process, &status, WUNTRACED | WCONTINUED)
                if result < 0, errno == EINTR { continue }
                guard result == process else { return }
                let change = ProcessStatus(reported: status)
                report(change)
                if change.isOver { return }
            }
        }
    }
}

/// Locates programs that the package builds along with its tests.
public enum BuiltProgram {
    /// The path of the executable product `name`, in the folder of the running tests.
    public static func path(_ name: String) -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let own = count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : CommandLine.arguments[0]
        return own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/\(name)"
    }
}
