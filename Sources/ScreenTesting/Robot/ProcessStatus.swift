import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a process does.
public enum ProcessStatus: Hashable, Sendable {
    /// It runs.
    case running
    /// It was stopped, as by `^Z`.
    case stopped
    /// It ended by itself with a code.
    case exited(Int32)
    /// A signal ended it.
    case signaled(Int32)

    /// Whether it has ended.
    public var isOver: Bool {
        switch self {
        case .running, .stopped: false
        case .exited, .signaled: true
        }
    }

    /// Reads what `waitpid` reports.
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

    /// Waits, on a thread of its own, for each change of `process` and reports it, until the process is over.
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
