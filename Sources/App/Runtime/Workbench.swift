import Dispatch
public import Engine
import Platform
public import Screen

/// The event loop: reduces messages, runs their effects and draws the result.
///
/// All waiting messages are reduced before one drawing; nothing is drawn if the canvas is unchanged.
@MainActor
public final class Workbench {
    private var state: AppState
    private let terminal: any TerminalDriver
    private let queue: MessageQueue
    private let runner: EffectRunner
    private let memory: IdleMemory
    private var lateFrame: LateFrame
    private var shownTheme: Theme
    private let firstTheme: (TerminalCapabilities) -> (chosen: Theme, standard: Theme)
    private var early = EarlyKeys()
    private var whenQuit: CheckedContinuation<Void, Never>?

    /// Creates a workbench that is not running yet.
    ///
    /// - Parameters:
    ///   - state: the initial state.
    ///   - terminal: the terminal; ``run()`` starts and stops it.
    ///   - environment: the dependencies of effects.
    ///   - queue: the queue to which ``beginReading(_:unfolded:to:)`` posts the tree.
    ///   - firstTheme: the initial theme for the capabilities of the terminal, and the one if none is chosen.
    public init(
        state: AppState, terminal: any TerminalDriver, environment: AppEnvironment, queue: MessageQueue,
        firstTheme: @escaping (TerminalCapabilities) -> (chosen: Theme, standard: Theme)
    ) {
        self.state = state
        self.terminal = terminal
        self.queue = queue
        self.firstTheme = firstTheme
        shownTheme = state.theme
        runner = EffectRunner(environment: environment, queue: queue, terminal: terminal)
        lateFrame = LateFrame(callLater: environment.callLater)
        memory = IdleMemory(callLater: environment.callLater, uptime: environment.uptime) { Task { await releaseFreeMemory() } }
    }

    /// Starts to read, on another thread, the unfolded part of the tree that the first frame shows, or the first collection, while the caller prepares
    /// the rest of the start. Usually the tree is there when the first frame is drawn, which does not wait for it.
    public nonisolated static func beginReading(_ workspace: any WorkspaceAccess, unfolded: Set<String>, to queue: MessageQueue) {
        let effects = WorkspaceEffects(workspace: workspace) { queue.post(.workspace($0)) }
        Task { @concurrent in await effects.run(.open(unfolded: unfolded)) }
    }

    /// Takes over the terminal and shows the first frame; ``run()`` must follow.
    ///
    /// Returns after both, so that a program can begin with them on its first thread.
    ///
    /// - Throws: ``TerminalError`` when the terminal cannot be used.
    public func start() throws {
        try terminal.start { [queue] event in queue.post(.input(event)) }
        (state.theme, state.terminalTheme) = firstTheme(terminal.capabilities)
        shownTheme = state.shownTheme
        terminal.use(shownTheme)
        state.size = terminal.size
        reduceWaiting()
        draw()
        // Shows data that was read during the drawing at once, without waiting for another thread.
        turn()
        // Runs on the main queue itself: a waiting task would first resume in Swift's pool, one more thread switch for each key and each
        // response.
        queue.listen { [weak self] in
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.turn() } }
        }
    }

    /// Runs until the user quits, then releases the terminal.
    /// - Returns: what was lost or left undone, in a sentence each.
    @discardableResult
    public func run() async -> [String] {
        defer { terminal.stop() }
        // Not started in `start`, since these would take processor time and memory from the first frame.
        perform(state.startEffects())
        if !state.isQuitting { await withCheckedContinuation { whenQuit = $0 } }
        let notice = Task {
            try await Task.sleep(for: .milliseconds(300))
            perform(state.notify(.warning, "Finishing: what was sent and deleted is being written"))
            draw()
        }
        defer { notice.cancel() }
        return await runner.finish()
    }

    /// Quits without a question, as ``run()`` does for the user; unsaved changes are kept for the next start.
    public func quit() { queue.post(.application(.quitNow)) }

    /// Reduces all waiting messages, then draws once.
    private func turn() {
        guard !state.isQuitting else { return }
        let isChanged = reduceWaiting()
        if state.isQuitting {
            whenQuit.take()?.resume()
        } else if isChanged {
            lateFrame.draw { [weak self] in self?.draw() }
        }
    }

    /// Reduces all waiting messages; true if the screen may have changed.
    @discardableResult
    private func reduceWaiting() -> Bool {
        let messages = queue.drain()
        if messages.contains(where: IdleMemory.isWork) { memory.noteWork() }
        var isChanged = reduce(messages) { early.hold($0, state) }
        isChanged = reduce(early.release(state)) || isChanged
        perform(SessionUpdate.schedule(&state, after: messages))
        queue.setShowsProgress(state.sending.isSeen)
        return isChanged
    }

    /// Reduces messages in their order, except messages that wait; true if the screen may have changed.
    private func reduce(_ messages: [Message], without waits: (Message) -> Bool = { _ in false }) -> Bool {
        var (rest, isChanged) = (messages[...], false)
        while let first = rest.popFirst() {
            if waits(first) { continue }
            let message = TypedRun.joining(first, &rest, state)
            perform(Reducer.reduce(&state, message))
            isChanged = Reducer.shows(message, state) || isChanged
        }
        return isChanged
    }

    private func perform(_ effects: [Effect]) {
        lateFrame.observe(effects)
        for effect in effects { runner.run(effect) }
    }

    private func draw() {
        if state.shownTheme != shownTheme {
            shownTheme = state.shownTheme
            terminal.use(shownTheme)
        }
        var canvas = Canvas(size: state.size)
        WorkbenchView.draw(state, on: &canvas)
        terminal.present(canvas)
    }
}

/// The frame after a key that sends: it waits for the next change or a moment, so that a fast response is shown at once, on a processor that is not
/// drawing what it replaces.
@MainActor
struct LateFrame {
    typealias CallLater = @MainActor @Sendable (_ delay: Duration, _ action: @escaping @MainActor () -> Void) -> @MainActor () -> Void

    /// The time that the frame waits; too short to be noticed.
    static let delay = Duration.milliseconds(8)
    private let callLater: CallLater
    private var hasSent = false
    private var cancelTimer: (@MainActor () -> Void)?

    init(callLater: @escaping CallLater) { self.callLater = callLater }

    /// Takes the effects of a message, to know whether a request was sent since the last frame.
    mutating func observe(_ effects: [Effect]) {
        hasSent = hasSent || effects.contains { if case .sending(.send) = $0 { true } else { false } }
    }

    /// Draws a frame: after the delay if a request was sent since the last one, else at once.
    mutating func draw(_ draw: @escaping @MainActor () -> Void) {
        cancelTimer.take()?()
        if hasSent { cancelTimer = callLater(Self.delay, draw) } else { draw() }
        hasSent = false
    }
}

/// Returns freed memory to the system once after each time of work. A program without work has no timer.
@MainActor
final class IdleMemory {
    /// The time without work after which the program counts as idle.
    static let pause = Duration.seconds(5)
    /// The shortest time between two releases: each takes milliseconds.
    static let interval = Duration.seconds(30)
    private let callLater: LateFrame.CallLater
    private let uptime: @Sendable () -> Duration
    private let release: @MainActor () -> Void
    private var lastWork: Duration
    private var lastRelease: Duration
    private var hasTimer = false

    /// Creates the workbench at the start of the program, whose own memory `releaseMemoryOfStart` returns.
    init(
        callLater: @escaping LateFrame.CallLater,
        uptime: @escaping @Sendable () -> Duration, release: @escaping @MainActor () -> Void
    ) {
        (self.callLater, self.uptime, self.release) = (callLater, uptime, release)
        lastWork = uptime()
        lastRelease = lastWork
    }

    /// True for a message of an effect. Keys change little, or cause such messages.
    nonisolated static func isWork(_ message: Message) -> Bool {
        if case .input = message { false } else { true }
    }

    /// Notes that the program works now.
    func noteWork() {
        lastWork = uptime()
        if !hasTimer { wait(max(Self.pause, lastRelease + Self.interval - lastWork)) }
    }

    private func wait(_ delay: Duration) {
        hasTimer = true
        _ = callLater(delay) { [weak self] in self?.releaseIfIdle() }
    }

    private func releaseIfIdle() {
        hasTimer = false
        let now = uptime()
        guard now - lastWork >= Self.pause else { return wait(lastWork + Self.pause - now) }
        lastRelease = now
        release()
    }
}

/// Joins typed characters that wait one after another, as a paste without marks brings them, so that a text gets them at once.
///
/// Each key is judged when it is taken, after the keys before it: one that begins to edit a text acts before the text gets the rest.
enum TypedRun {
    /// The message with the characters that follow it and go into the same text, which are removed; other messages as they are.
    static func joining(_ first: Message, _ rest: inout ArraySlice<Message>, _ state: AppState) -> Message {
        guard let character = typed(by: first), rest.first.flatMap(typed(by:)) != nil, let others = state.charactersWithMeaning,
            !others.contains(character)
        else { return first }
        var run = [character]
        while let next = rest.first.flatMap(typed(by:)), !others.contains(next) {
            run.append(next)
            rest.removeFirst()
        }
        return run.count == 1 ? first : .input(.key(Key(.characters(run))))
    }

    /// The printable character of a key without modifiers; nil for other messages.
    private static func typed(by message: Message) -> Character? {
        guard case .input(.key(let key)) = message, key.modifiers.isEmpty, case .character(let character) = key.code else { return nil }
        return character
    }
}

/// Keys pressed before the last session is restored; they wait, since they are meant for it.
struct EarlyKeys {
    private var waiting: [Message] = []

    /// Stores a message that has to wait; false for one to handle now. Keys that cancel or quit never wait.
    mutating func hold(_ message: Message, _ state: AppState) -> Bool {
        guard Self.isTyped(message), state.isRestoringSession || !waiting.isEmpty else { return false }
        waiting.append(message)
        return true
    }

    /// Returns the stored messages, once they may be handled.
    mutating func release(_ state: AppState) -> [Message] {
        guard !waiting.isEmpty, !state.isRestoringSession else { return [] }
        defer { waiting = [] }
        return waiting
    }

    private static func isTyped(_ message: Message) -> Bool {
        switch message {
        case .input(.key(.control("c"))), .input(.key(.control("q"))): false
        case .input(.key), .input(.paste): true
        default: false
        }
    }
}
