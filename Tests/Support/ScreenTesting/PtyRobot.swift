import Dispatch
import Platform
public import Screen
import Synchronization

/// Runs a program in a pseudo-terminal, sends keys and mouse events, and reads the screen.
///
/// Waiting does not poll: every condition is checked once for each arrival of output and each change of the process.
public final class PtyRobot: Sendable {
    /// The mutable state, guarded by the lock: output comes on a queue, calls from tests.
    private struct State {
        let emulator: ScreenEmulator
        var output: [UInt8] = []
        var status = ProcessStatus.running
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
        var isHanging = false
    }

    private struct Waiter {
        var isMet: @Sendable (Moment) -> Bool
        var continuation: CheckedContinuation<Moment, any Error>
    }

    /// The screen and the process at one moment, for conditions to wait for.
    public struct Moment: Sendable {
        /// The screen.
        public var screen: RobotScreen
        /// The state of the process.
        public var status: ProcessStatus
    }

    private let terminal: PseudoTerminal
    private let process: Int32
    private let answersKittyKeyboard: Bool
    private let owner: (any Sendable)?
    private let queue = DispatchQueue(label: "robot")
    // Dispatch sources may be used from any thread; they are not declared so on Linux.
    private nonisolated(unsafe) let source: any DispatchSourceRead
    private let state: Mutex<State>

    /// Starts `program` with a terminal as its standard input, output and error.
    ///
    /// - Parameters:
    ///   - program: the path of an executable.
    ///   - environment: added to `TERM=xterm-256color`, `LC_ALL=C.UTF-8` and a common `PATH`; nothing else is inherited.
    ///   - directory: the working directory; the test's own if nil.
    ///   - answersKittyKeyboard: true if the terminal reports the Kitty keyboard protocol.
    ///   - owner: kept as long as the robot, such as temporary folders of the program.
    public static func spawn(
        _ program: String, arguments: [String] = [], environment: [String: String] = [:], directory: String? = nil,
        size: Size = Size(width: 80, height: 24), answersKittyKeyboard: Bool = false, owner: (any Sendable)? = nil
    ) throws -> PtyRobot {
        // Swift's own crash report would wait for input in a terminal.
        let base = [
            "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
        ]
        let terminal = try PseudoTerminal(size: size)
        let environment = base.merging(environment) { $1 }.filter { !$0.value.isEmpty }
        let process = try terminal.spawn(program, arguments: arguments, environment: environment, directory: directory)
        return PtyRobot(terminal, process, size: size, answersKittyKeyboard: answersKittyKeyboard, owner: owner)
    }

    private init(_ terminal: PseudoTerminal, _ process: Int32, size: Size, answersKittyKeyboard: Bool, owner: (any Sendable)?) {
        self.terminal = terminal
        self.process = process
        self.answersKittyKeyboard = answersKittyKeyboard
        self.owner = owner
        state = Mutex(State(emulator: ScreenEmulator(size: size)))
        source = DispatchSource.makeReadSource(fileDescriptor: terminal.robotEnd, queue: queue)
        source.setEventHandler { [weak self] in self?.drain() }
        // A descriptor that is closed before its source is gone would be the next robot's too, which would then hear nothing.
        source.setCancelHandler { withExtendedLifetime(terminal) {} }
        source.activate()
        let queue = queue
        ProcessStatus.watch(process) { [weak self] status in
            queue.async { [weak self] in self?.note(status) }
        }
    }

    deinit {
        // A source must not go while it is suspended.
        if state.withLock({ $0.isHanging }) { source.resume() }
        source.cancel()
        if !state.withLock({ $0.status.isOver }) { kill(process, SIGKILL) }
    }

    // MARK: - Looking

    /// The current screen.
    public var screen: RobotScreen { state.withLock { $0.emulator.shown } }

    /// The current state of the process.
    public var status: ProcessStatus { state.withLock { $0.status } }

    /// All output of the program.
    public var output: [UInt8] { state.withLock { $0.output } }

    /// True if the program has written these bytes this number of times.
    public func hasWritten(_ bytes: String, times: Int) -> Bool {
        String(decoding: output, as: UTF8.self).split(separator: bytes, omittingEmptySubsequences: false).count == times + 1
    }

    /// The process that was started.
    public var processIdentifier: Int32 { process }

    /// The DEC private modes that are on, such as 1049 for the second screen.
    public var modes: Set<Int> { state.withLock { $0.emulator.modes.modes } }

    /// True if the Kitty keyboard protocol is on.
    public var hasKittyKeyboard: Bool { state.withLock { $0.emulator.modes.keyboardDepth > 0 } }

    /// The shape of the cursor, a number of DECSCUSR; 0 is the user's default.
    public var cursorStyle: Int { state.withLock { $0.emulator.modes.cursorStyle } }

    /// The differences from the terminal's state before the program, in words; empty if it was restored.
    public var leftovers: [String] {
        let modes = state.withLock { $0.emulator.modes }
        var leftovers = modes.modes.symmetricDifference(ModeTracker.first).sorted().map { "mode \($0)" }
        if modes.keyboardDepth != 0 { leftovers.append("keyboard protocol") }
        if modes.cursorStyle != 0 { leftovers.append("cursor form") }
        if !terminal.hasFirstSettings { leftovers.append("settings") }
        return leftovers
    }

    // MARK: - Waiting

    /// Waits until `isMet` is true, and returns that moment.
    ///
    /// - Parameter what: a name for the condition in the error.
    /// - Throws: ``RobotError`` with the screen if `timeout` has passed.
    @discardableResult
    public func wait(
        until what: String, timeout: Duration = .seconds(60), _ isMet: @escaping @Sendable (Moment) -> Bool
    ) async throws -> Moment {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { self.add(Waiter(isMet: isMet, continuation: continuation), for: what, timeout) }
        }
    }

    /// Waits until `text` is on the screen, and returns the screen.
    @discardableResult
    public func wait(for text: String, timeout: Duration = .seconds(60)) async throws -> RobotScreen {
        try await wait(until: "'\(text)'", timeout: timeout) { $0.screen.text.contains(text) }.screen
    }

    /// Waits until the process has ended and its last output was read.
    @discardableResult
    public func waitForEnd(timeout: Duration = .seconds(60)) async throws -> ProcessStatus {
        try await wait(until: "the end", timeout: timeout) { $0.status.isOver }.status
    }

    // MARK: - Doing

    /// Sends bytes as a terminal would.
    public func send(_ text: String) {
        send(Array(text.utf8))
    }

    /// Presses keys, one after another.
    public func press(_ keys: Key...) {
        for key in keys { send(RobotKeys.bytes(for: key)) }
    }

    /// Presses and releases a button on a cell, `count` times at once.
    public func click(x: Int, y: Int, button: MouseEvent.Button = .left, count: Int = 1) {
        let position = "\(Self.number(button));\(x + 1);\(y + 1)"
        send(String(repeating: "\u{1B}[<\(position)M\u{1B}[<\(position)m", count: count))
    }

    /// Presses a button on a cell, and leaves it down.
    public func press(x: Int, y: Int, button: MouseEvent.Button = .left) {
        send("\u{1B}[<\(Self.number(button));\(x + 1);\(y + 1)M")
    }

    /// Moves the pointer to a cell with a button down.
    public func drag(x: Int, y: Int, button: MouseEvent.Button = .left) {
        send("\u{1B}[<\(Self.number(button) + 32);\(x + 1);\(y + 1)M")
    }

    /// Releases a button over a cell.
    public func release(x: Int, y: Int, button: MouseEvent.Button = .left) {
        send("\u{1B}[<\(Self.number(button));\(x + 1);\(y + 1)m")
    }

    /// Turns the wheel over a cell; towards the top with a negative number of notches.
    public func turnWheel(_ notches: Int, x: Int, y: Int) {
        for _ in 0..<abs(notches) { send("\u{1B}[<\(notches < 0 ? 64 : 65);\(x + 1);\(y + 1)M") }
    }

    /// Pastes text, with bracketed-paste marks if the program enabled them.
    public func paste(_ text: String) {
        send(modes.contains(2004) ? "\u{1B}[200~\(text)\u{1B}[201~" : text)
    }

    /// Gives the terminal another size.
    public func resize(to size: Size) {
        state.withLock { $0.emulator.resize(to: size) }
        terminal.resize(to: size)
    }

    /// Sends a signal to the process.
    public func signal(_ number: Int32) {
        kill(process, number)
    }

    /// Reads no more output until the program has ended, as a terminal that hangs. To be called once.
    public func hang() {
        state.withLock { $0.isHanging = true }
        source.suspend()
    }

    /// True if the terminal has no room for more output.
    public var isFull: Bool {
        var room = pollfd(fd: terminal.programEnd, events: Int16(POLLOUT), revents: 0)
        return systemPoll(&room, 1, 0) == 0
    }

    /// Hangs the terminal up, as closing its window does. The robot is useless after that.
    public func hangUp() {
        source.cancel()
        terminal.hangUp()
    }

    private static func number(_ button: MouseEvent.Button) -> Int {
        switch button {
        case .left: 0
        case .middle: 1
        case .right: 2
        }
    }

    // MARK: - On the queue

    private func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(terminal.robotEnd, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else {
                // The terminal is full: the program has not read yet, or waits until its output is read.
                var poll = pollfd(fd: terminal.robotEnd, events: Int16(POLLOUT), revents: 0)
                guard errno == EAGAIN, systemPoll(&poll, 1, 5000) > 0 else { return }
            }
        }
    }

    private func drain() {
        var buffer = [UInt8](repeating: 0, count: 65536)
        var hasNews = false
        while true {
            let count = read(terminal.robotEnd, &buffer, buffer.count)
            guard count > 0 else { break }
            hasNews = true
            let bytes = Array(buffer[..<count])
            let responses = state.withLock { state in
                state.output += bytes
                return state.emulator.feed(bytes, answersKittyKeyboard: answersKittyKeyboard)
            }
            send(responses)
        }
        if hasNews { wakeWaiters() }
    }

    private func note(_ status: ProcessStatus) {
        drain()
        state.withLock { $0.status = status }
        wakeWaiters()
    }

    private func add(_ waiter: Waiter, for what: String, _ timeout: Duration) {
        let number = state.withLock { state in
            state.nextWaiter += 1
            state.waiters[state.nextWaiter] = waiter
            return state.nextWaiter
        }
        wakeWaiters()
        let (seconds, attoseconds) = timeout.components
        let delay = DispatchTimeInterval.milliseconds(Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
        queue.asyncAfter(deadline: .now() + delay) { [weak self] in self?.giveUp(number, what) }
    }

    private func wakeWaiters() {
        let (moment, waiters) = state.withLock { state in
            (Moment(screen: state.emulator.shown, status: state.status), state.waiters)
        }
        for (number, waiter) in waiters where waiter.isMet(moment) {
            state.withLock { $0.waiters[number] = nil }
            waiter.continuation.resume(returning: moment)
        }
    }

    private func giveUp(_ number: Int, _ what: String) {
        guard let waiter = state.withLock({ $0.waiters.removeValue(forKey: number) }) else { return }
        waiter.continuation.resume(throwing: RobotError("No \(what) before the time limit. \(status) The screen:\n\(screen.asciiText)"))
    }
}

/// `poll`, which a variable of that name hides.
private func systemPoll(_ descriptors: UnsafeMutablePointer<pollfd>, _ count: nfds_t, _ timeout: Int32) -> Int32 {
    poll(descriptors, count, timeout)
}

/// An error of a robot, such as a condition that was not met in time.
public struct RobotError: Error, CustomStringConvertible {
    /// The problem and the screen.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
