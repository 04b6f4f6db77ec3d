import Synchronization

/// The one way into the reducer: messages in the order in which they were posted, from any thread.
///
/// Posting a thousand messages wakes the loop once, so that it draws once.
public final class MessageQueue: Sendable {
    private struct State {
        var messages: [Message] = []
        var wake: (@Sendable () -> Void)?
    }

    // Guards the messages that wait, and who is told of them.
    private let state = Mutex(State())

    /// An empty queue, of which nobody is told yet.
    public init() {}

    /// Adds a message to the end.
    public func post(_ message: Message) {
        let wake = state.withLock { state in
            state.messages.append(message)
            return state.messages.count == 1 ? state.wake : nil
        }
        wake?()
    }

    /// Takes all messages that wait.
    public func drain() -> [Message] {
        state.withLock { state in
            defer { state.messages = [] }
            return state.messages
        }
    }

    /// Has `wake` called, on the thread that posts, for the first message of those that wait; at once where some do.
    public func listen(_ wake: @escaping @Sendable () -> Void) {
        let mustWake = state.withLock { state in
            state.wake = wake
            return !state.messages.isEmpty
        }
        if mustWake { wake() }
    }
}
