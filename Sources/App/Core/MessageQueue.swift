import Synchronization

/// The one way into the reducer: messages in the order in which they were posted, from any thread.
///
/// Posting a thousand messages wakes the loop once, so that it draws once.
public final class MessageQueue: Sendable {
    private struct State {
        var messages: [Message] = []
        var waiter: CheckedContinuation<Bool, Never>?
        var hasEnded = false
    }

    // Guards the messages that wait, and the loop that waits for them.
    private let state = Mutex(State())

    /// An empty queue.
    public init() {}

    /// Adds a message to the end.
    public func post(_ message: Message) {
        let waiter = state.withLock { state in
            state.messages.append(message)
            return state.waiter.take()
        }
        waiter?.resume(returning: true)
    }

    /// Takes all messages that wait.
    public func drain() -> [Message] {
        state.withLock { state in
            defer { state.messages = [] }
            return state.messages
        }
    }

    /// Waits for messages; one caller at a time.
    ///
    /// The caller goes on where it is isolated: an answer, or a key, comes to the screen without a thread between.
    ///
    /// - Returns: whether there are messages to ``drain()``; `false` once the queue has ended and none is left.
    public func wait(isolation: isolated (any Actor)? = #isolation) async -> Bool {
        await withCheckedContinuation(isolation: isolation) { continuation in
            let isThere: Bool? = state.withLock { state in
                if !state.messages.isEmpty { return true }
                if state.hasEnded { return false }
                state.waiter = continuation
                return nil
            }
            if let isThere { continuation.resume(returning: isThere) }
        }
    }

    /// Ends the loop once it has taken what was posted.
    public func finish() {
        let waiter = state.withLock { state in
            state.hasEnded = true
            return state.waiter.take()
        }
        waiter?.resume(returning: false)
    }
}
