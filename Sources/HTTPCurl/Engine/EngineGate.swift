/// The state that decides which thread drives the engine, with the queue of commands.
///
/// One thread drives at a time: the engine's own, or a caller that came when there was no driver. A pure state machine; `CurlEngine` guards
/// it and carries out its decisions.
struct EngineGate<Command> {
    enum Driver {
        case nobody
        case thread
        case caller
    }

    /// The result of adding a command.
    enum Arrival {
        /// The engine has ended: the command is dropped.
        case refused
        /// The driver will find it.
        case queued
        /// The driver sleeps and must be woken.
        case wakesDriver
        /// The engine had no driver; its thread drives from now on and must be started.
        case startsThread
        /// The engine had no driver; the caller drives from now on.
        case drivesItself
    }

    private(set) var driver = Driver.nobody
    private(set) var isClosed = false
    private var commands: [Command] = []
    private var isAsleep = false
    /// True if a reader found nothing while another thread drove; the driver must then check again before it stops.
    private var isDemanded = false

    /// Queues a command; `mayDrive` if the caller can be the driver.
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

    /// Queues a command that can wait for the next driver.
    mutating func queueForNextDriver(_ command: Command) -> Arrival {
        guard driver == .nobody, !isClosed else { return add(command, mayDrive: false) }
        commands.append(command)
        return .queued
    }

    /// Records that a reader found nothing and is about to wait.
    ///
    /// - Returns: true if there was no driver; the reader is the driver from now on.
    mutating func demand() -> Bool {
        guard driver == .nobody, !isClosed else {
            isDemanded = true
            return false
        }
        driver = .caller
        return true
    }

    /// Hands the waiting commands to the driver, in exchange for an empty array whose storage is used again.
    mutating func swapCommands(into taken: inout [Command]) {
        isAsleep = false
        isDemanded = false
        taken.removeAll(keepingCapacity: true)
        swap(&commands, &taken)
    }

    /// Lets the driver sleep unless something waits for its next turn; returns true if it may.
    mutating func fallAsleep() -> Bool {
        isAsleep = !hasNews
        return isAsleep
    }

    /// Releases the driver if no command arrived meanwhile.
    ///
    /// - Returns: true if there is no driver any more.
    mutating func releaseDriver() -> Bool {
        guard !hasNews else { return false }
        driver = .nobody
        return true
    }

    private var hasNews: Bool { !commands.isEmpty || isDemanded }

    /// Makes the engine's thread the driver instead of a caller.
    mutating func handOver() { driver = .thread }

    /// Refuses all later commands and returns the commands that are still queued.
    mutating func close() -> [Command] {
        isClosed = true
        defer { commands = [] }
        return commands
    }
}
