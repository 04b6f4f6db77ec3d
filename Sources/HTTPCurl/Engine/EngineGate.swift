/// Who may work the engine, and what is asked of it.
///
/// One at a time drives: the engine's own thread, or a caller who came when nobody did. A pure state machine; `CurlEngine` guards it and does
/// what it says.
struct EngineGate<Command> {
    enum Driver {
        case nobody
        case thread
        case caller
    }

    /// What is to be done about a command that came in.
    enum Arrival {
        /// The engine has ended: nobody will carry it out.
        case refused
        /// Whoever drives will find it.
        case queued
        /// Whoever drives sleeps and is to be woken.
        case wakesDriver
        /// Nobody drove; the thread does from now on and is to be told.
        case startsThread
        /// Nobody drove; the caller does from now on.
        case drivesItself
    }

    private(set) var driver = Driver.nobody
    private(set) var isClosed = false
    private var commands: [Command] = []
    private var isAsleep = false
    /// Whether a reader found nothing while somebody drove, who must not stop before having looked again.
    private var isDemanded = false

    /// Takes a command.
    ///
    /// - Parameter mayDrive: whether the caller would drive where nobody does.
    mutating func add(_ command: Command, mayDrive: Bool) -> Arrival {
        guard !isClosed else { return .refused }
        commands.append(command)
        guard driver == .nobody else {
            defer { isAsleep = false }
            return isAsleep ? .wakesDriver : .queued
        }
        driver = mayDrive ? .caller : .thread
        return mayDrive ? .drivesItself : .startsThread
    }

    /// Takes a command that only matters once somebody drives again, for whatever reason.
    mutating func leave(_ command: Command) -> Arrival {
        guard driver == .nobody, !isClosed else { return add(command, mayDrive: false) }
        commands.append(command)
        return .queued
    }

    /// A reader found nothing and is about to wait.
    ///
    /// - Returns: whether nobody drove; the reader does from now on.
    mutating func demand() -> Bool {
        guard driver == .nobody, !isClosed else {
            isDemanded = true
            return false
        }
        driver = .caller
        return true
    }

    /// Hands the waiting commands to the driver, in exchange for an empty array whose storage is used again.
    mutating func take(into taken: inout [Command]) {
        isAsleep = false
        isDemanded = false
        taken.removeAll(keepingCapacity: true)
        swap(&commands, &taken)
    }

    /// Whether the driver may sleep: not while anything waits for its next turn.
    mutating func fallAsleep() -> Bool {
        isAsleep = !hasNews
        return isAsleep
    }

    /// The driver stops, where nothing is left to do.
    ///
    /// - Returns: whether it has stopped; what came in meanwhile keeps it.
    mutating func rest() -> Bool {
        guard !hasNews else { return false }
        driver = .nobody
        return true
    }

    private var hasNews: Bool { !commands.isEmpty || isDemanded }

    /// A caller hands over to the thread, which is to be told.
    mutating func handOver() { driver = .thread }

    /// Takes no more commands and hands out the last ones.
    mutating func close() -> [Command] {
        isClosed = true
        defer { commands = [] }
        return commands
    }
}
