internal import Dispatch
internal import HTTP
internal import Platform
internal import Synchronization

/// The connections of a loader, and the choice of the thread that drives them.
///
///     caller ── start ──► gate ──► drives itself while it is the only one and the response is quick
///                           │
///                           └────► the engine's thread drives all the rest, and sleeps without a timer while there is nothing
///
/// A single transfer whose response comes within a millisecond, as from this machine, needs no change of threads, which halves its
/// time (docs/decisions/0006-who-drives-the-transport.md). While the only transfer has bytes for its reader, no thread drives; the reader drives when it
/// wants more, so that a large response passes through one thread. The engine's thread ends after `retire` or `shutDown`.
final class CurlEngine: Sendable {
    /// The time after which the engine's thread takes over from a caller, who blocks a thread of Swift's pool.
    private static let longestDrive = Duration.milliseconds(1)

    let library: CurlLibrary
    /// Guards the choice of the driver, and the commands for it.
    private let gate = Mutex(EngineGate<EngineCommand>())
    private let pipe: WakePipe
    private let watch: CallWatch
    private let threadsTurn = DispatchSemaphore(value: 0)
    // Used only by the driver: the gate admits one at a time, and its lock orders their accesses.
    nonisolated(unsafe) private let loop: EngineLoop

    /// Opens libcurl and starts the thread, which disconnects a server that keeps libcurl in one call for longer than the longest call.
    init(_ connectionLimits: HTTPConnectionLimits, longestCall: Duration) throws(CurlUnavailableError) {
        library = try CurlLibrary.shared()
        pipe = try WakePipe()
        watch = CallWatch(longestCall: longestCall)
        loop = EngineLoop(
            library: library,
            multi: try MultiHandle(library, maximumConnections: connectionLimits.total, wakeDescriptor: pipe.readEnd, watch: watch),
            connectionLimits)
        do throws(DetachedThread.StartError) {
            try DetachedThread.start { [self] in runThread() }
        } catch {
            throw CurlUnavailableError(reason: "the system could not create a thread for transfers (error \(error.code))")
        }
    }

    /// Queues a command; the driver runs it, or the engine's thread if there is no driver.
    ///
    /// - Returns: false if the engine has ended.
    @discardableResult
    func send(_ command: EngineCommand) -> Bool { arrive(gate.withLock { $0.add(command, mayDrive: false) }) }

    /// Begins a transfer. Without a driver, this call drives for at most a millisecond.
    ///
    /// - Returns: false if the engine has ended.
    func start(_ transfer: Transfer) -> Bool {
        arrive(gate.withLock { $0.add(.start(transfer), mayDrive: true) })
    }

    /// Continues a transfer whose reader has room again: at once if there is a driver, else when its reader fetches.
    func resume(_ transfer: Transfer) {
        _ = arrive(gate.withLock { $0.queueForNextDriver(.resume(transfer)) })
    }

    /// Drives for a reader that found no bytes, for at most a millisecond, if there is no driver.
    func fetch() {
        if gate.withLock({ $0.demand() }) { driveAsCaller() }
    }

    /// Ends every transfer and connection, and returns when they have ended.
    func shutDown() async {
        await withCheckedContinuation { continuation in
            let isTaken = send(.shutDown { continuation.resume() })
            if !isTaken { continuation.resume() }
        }
    }

    private func arrive(_ arrival: EngineGate<EngineCommand>.Arrival) -> Bool {
        switch arrival {
        case .refused: return false
        case .queued: watch.hurry()
        case .wakesDriver: pipe.signal()
        case .startsThread: threadsTurn.signal()
        case .drivesItself: driveAsCaller()
        }
        return true
    }

    // MARK: Driving

    private func driveAsCaller() {
        let end = ContinuousClock.now + Self.longestDrive
        while true {
            turn()
            if loop.isIdle, gate.withLock({ $0.releaseDriver() }) { return }
            guard loop.transferCount == 1, .now < end else { break }
            sleep(atMost: Self.longestDrive)
        }
        gate.withLock { $0.handOver() }
        threadsTurn.signal()
    }

    private func runThread() {
        while true {
            threadsTurn.wait()
            repeat {
                turn()
                if loop.isOver { return close() }
                if loop.isIdle, gate.withLock({ $0.releaseDriver() }) { break }
                sleep(atMost: nil)
            } while true
        }
    }

    private func turn() {
        gate.withLock { $0.swapCommands(into: &loop.commands) }
        loop.turn()
    }

    private func sleep(atMost limit: Duration?) {
        guard gate.withLock({ $0.fallAsleep() }) else { return }
        if loop.sleep(atMost: limit) { pipe.drain() }
    }

    private func close() {
        let late = gate.withLock { $0.close() }
        loop.close(refusing: late)
    }
}

/// A request of another thread to the engine.
enum EngineCommand: Sendable {
    /// Begin a transfer.
    case start(Transfer)
    /// End a transfer now and close its connection or stream.
    case cancel(Transfer)
    /// Continue a transfer: its reader has room again, or its upload has bytes again.
    case resume(Transfer)
    /// Finish the running transfers, then end the thread.
    case retire
    /// End every transfer and close every connection, end the thread, then call back.
    case shutDown(@Sendable () -> Void)
}
