import Synchronization

/// The one way into the reducer: messages in the order in which they were posted, from any thread.
///
/// Posting a thousand messages wakes the loop once, so that it draws once.
public final class MessageQueue: Sendable {
    // Guards the messages that wait and whether the loop has been woken for them.
    private let waiting = Mutex<(messages: [Message], isAwake: Bool)>(([], false))
    private let continuation: AsyncStream<Void>.Continuation
    /// Yields once for any number of messages posted since the last ``drain()``.
    public let wakes: AsyncStream<Void>

    /// An empty queue.
    public init() {
        (wakes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Adds a message to the end.
    public func post(_ message: Message) {
        let mustWake = waiting.withLock { state in
            state.messages.append(message)
            defer { state.isAwake = true }
            return !state.isAwake
        }
        if mustWake { continuation.yield() }
    }

    /// Takes all messages that wait.
    public func drain() -> [Message] {
        waiting.withLock { state in
            defer { state = ([], false) }
            return state.messages
        }
    }

    /// Ends ``wakes``, and with it the loop.
    public func finish() {
        continuation.finish()
    }
}
