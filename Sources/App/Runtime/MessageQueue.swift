import Synchronization

/// The messages to the reducer, in the order in which they were posted from any thread.
///
/// Posting a thousand messages wakes the loop once, so that it draws once. The progress of a request does not wake the loop while it is not
/// on the screen.
public final class MessageQueue: Sendable {
    private struct State {
        var messages: [Message] = []
        /// True if a message other than progress is waiting.
        var hasNews = false
        var wake: (@Sendable () -> Void)?
        /// True once the loop was woken for the waiting messages.
        var isWoken = false
        var showsProgress = true

        /// While only progress is waiting, newer progress of a request replaces the older one, so that the loop sleeps until the request is
        /// slow enough to be shown.
        mutating func add(_ message: Message) {
            if !message.tellsProgress {
                hasNews = true
            } else if !hasNews, case .sending(.flight(.progressed(let id, _))) = message {
                messages.removeAll { if case .sending(.flight(.progressed(id, _))) = $0 { true } else { false } }
            }
            messages.append(message)
        }

        /// The function to call now, if the loop must be woken.
        mutating func wakeNow() -> (@Sendable () -> Void)? {
            guard let wake, !isWoken, showsProgress || hasNews else { return nil }
            isWoken = true
            return wake
        }
    }

    // Guards the waiting messages and the function that wakes the loop.
    private let state = Mutex(State())

    /// Creates an empty queue without a listener.
    public init() {}

    /// Adds a message to the end.
    func post(_ message: Message) {
        state.withLock { state in
            state.add(message)
            return state.wakeNow()
        }?()
    }

    /// Removes and returns all waiting messages.
    func drain() -> [Message] {
        state.withLock { state in
            defer { (state.messages, state.hasNews, state.isWoken) = ([], false, false) }
            return state.messages
        }
    }

    /// Sets the function that wakes the loop. It is called on the posting thread for the first waiting message; at once if messages are
    /// waiting.
    func listen(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.wake = wake
            return state.messages.isEmpty ? nil : state.wakeNow()
        }?()
    }

    /// Tells the queue if the progress of a request is on the screen; if not, progress waits for another message.
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
        case .sending(.flight(.progressed)), .sending(.flight(.responded)), .sending(.flight(.arriving)): true
        default: false
        }
    }
}
