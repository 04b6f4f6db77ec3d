import Synchronization

/// The one way into the reducer: messages in the order in which they were posted, from any thread.
///
/// Posting a thousand messages wakes the loop once, so that it draws once. How far a request is wakes nobody while it is not on the screen.
public final class MessageQueue: Sendable {
    private struct State {
        var messages: [Message] = []
        /// True if anything but progress waits.
        var hasNews = false
        var wake: (@Sendable () -> Void)?
        /// True once the loop was told of the waiting messages.
        var isWoken = false
        var showsProgress = true

        /// While nothing but progress waits, the newest of a request takes the place of the one before: nobody is woken to take it away until
        /// the request is slow enough to be seen.
        mutating func add(_ message: Message) {
            if !message.tellsProgress {
                hasNews = true
            } else if !hasNews, case .sending(.progressed(let id, _)) = message {
                messages.removeAll { if case .sending(.progressed(id, _)) = $0 { true } else { false } }
            }
            messages.append(message)
        }

        /// The function to call now, if the loop must be told.
        mutating func wakeNow() -> (@Sendable () -> Void)? {
            guard let wake, !isWoken, showsProgress || hasNews else { return nil }
            isWoken = true
            return wake
        }
    }

    // Guards the messages that wait, and who is told of them.
    private let state = Mutex(State())

    /// An empty queue, of which nobody is told yet.
    public init() {}

    /// Adds a message to the end.
    public func post(_ message: Message) {
        state.withLock { state in
            state.add(message)
            return state.wakeNow()
        }?()
    }

    /// Takes all messages that wait.
    public func drain() -> [Message] {
        state.withLock { state in
            defer { (state.messages, state.hasNews, state.isWoken) = ([], false, false) }
            return state.messages
        }
    }

    /// Has `wake` called, on the thread that posts, for the first message of those that wait; at once where some do.
    public func listen(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.wake = wake
            return state.messages.isEmpty ? nil : state.wakeNow()
        }?()
    }

    /// Says whether the progress of a request is on the screen; where it is not, it waits for another message.
    func setShowsProgress(_ showsProgress: Bool) {
        state.withLock { state in
            state.showsProgress = showsProgress
            return state.messages.isEmpty ? nil : state.wakeNow()
        }?()
    }
}

extension Message {
    /// True for messages that only report progress.
    fileprivate var tellsProgress: Bool {
        switch self {
        case .sending(.progressed), .sending(.answered): true
        default: false
        }
    }
}
