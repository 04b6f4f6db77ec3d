import Dispatch
public import Screen

/// The loop: takes messages, reduces them, carries out the effects, and draws what came of it.
///
/// All waiting messages are reduced before one drawing, and nothing is drawn when the canvas would be the same.
@MainActor
public final class Workbench {
    private var state: AppState
    private let terminal: any TerminalDriver
    private let queue: MessageQueue
    private let runner: EffectRunner
    private var shownTheme: Theme
    private let firstTheme: (TerminalCapabilities) -> Theme
    private var early = EarlyKeys()
    private var whenQuit: CheckedContinuation<Void, Never>?

    /// A workbench that is not running yet.
    ///
    /// - Parameters:
    ///   - state: what the screen shows first.
    ///   - terminal: where it is shown; ``run()`` starts and stops it.
    ///   - environment: what the effects work with.
    ///   - firstTheme: the theme to begin with, once it is known what the terminal can do.
    public init(
        state: AppState, terminal: any TerminalDriver, environment: AppEnvironment, firstTheme: @escaping (TerminalCapabilities) -> Theme
    ) {
        self.state = state
        self.terminal = terminal
        queue = MessageQueue()
        self.firstTheme = firstTheme
        shownTheme = state.theme
        runner = EffectRunner(environment: environment, queue: queue, terminal: terminal)
    }

    /// Takes the terminal, shows the first frame and begins to read what it will show next; ``run()`` must follow.
    ///
    /// Both are done before this returns, so that a program can begin with them on its first thread.
    ///
    /// - Throws: ``TerminalError`` when the terminal cannot be used.
    public func start() throws {
        // The folder is read while the terminal is taken over, so that mostly the first frame shows it already.
        perform([.workspace(.open(unfolded: state.tree.expanded))])
        try terminal.start { [queue] event in queue.post(.input(event)) }
        state.theme = firstTheme(terminal.capabilities)
        shownTheme = state.theme
        terminal.use(state.theme)
        state.size = terminal.size
        reduceWaiting()
        draw()
        // What has been read while that was drawn is shown at once, not when another thread has been woken for it.
        turn()
        // On the main queue itself: a task that waited would go on in Swift's pool first, one more thread for each key and each answer.
        queue.listen { [weak self] in
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.turn() } }
        }
    }

    /// Lives until the user quits, then gives the terminal back.
    public func run() async {
        defer { terminal.stop() }
        // Begun by `start`, these would take processor and memory from the first frame.
        perform(state.startEffects())
        if !state.isQuitting { await withCheckedContinuation { whenQuit = $0 } }
        await runner.finish()
    }

    /// Reduces all messages that wait, then draws once.
    private func turn() {
        guard !state.isQuitting else { return }
        let isChanged = reduceWaiting()
        if state.isQuitting {
            whenQuit.take()?.resume()
        } else if isChanged {
            draw()
        }
    }

    /// Reduces all messages that wait; gives whether the screen may be another one for them.
    @discardableResult
    private func reduceWaiting() -> Bool {
        var isChanged = false
        let messages = queue.drain()
        for message in messages where !early.hold(message, state) { isChanged = reduce(message) || isChanged }
        for message in early.release(state) { isChanged = reduce(message) || isChanged }
        perform(SessionUpdate.schedule(&state, after: messages))
        queue.setShowsProgress(state.sending.isSeen)
        return isChanged
    }

    /// Gives whether the screen may be another one for a message.
    private func reduce(_ message: Message) -> Bool {
        perform(Reducer.reduce(&state, message))
        return Reducer.shows(message, state)
    }

    private func perform(_ effects: [Effect]) {
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

/// Keys that are pressed before what the last session left is there again: they are meant for that, and wait for it.
struct EarlyKeys {
    private var waiting: [Message] = []

    /// Takes a message that has to wait; false for one that is due now. Keys that cancel and quit never wait.
    mutating func hold(_ message: Message, _ state: AppState) -> Bool {
        guard Self.isTyped(message), state.isComingBack || !waiting.isEmpty else { return false }
        waiting.append(message)
        return true
    }

    /// The messages that have waited, once they are due.
    mutating func release(_ state: AppState) -> [Message] {
        guard !waiting.isEmpty, !state.isComingBack else { return [] }
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
