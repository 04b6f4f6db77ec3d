import Synchronization

/// The destination of the events of one execution.
///
/// Separate from its ``HTTPTask``, which keeps the response: a transport that held the task would keep an abandoned body alive.
public final class HTTPTaskReporter: Sendable {
    /// The events for the listener; nil if there will be none.
    let log: HTTPEventLog?
    /// Guards the list of observers.
    private let observers = Mutex<[@Sendable (HTTPTaskEvent) -> Void]>([])

    init(recordsEvents: Bool) { log = recordsEvents ? HTTPEventLog() : nil }

    /// Reports an event to the listener and the observers, and returns when they have handled it. Without any, the event is not created.
    public func report(_ event: @autoclosure () -> HTTPTaskEvent) {
        let observers = observers.withLock { $0 }
        if log == nil, observers.isEmpty { return }
        let event = event()
        for observer in observers { observer(event) }
        log?.append(event)
    }

    func observe(_ observer: @escaping @Sendable (HTTPTaskEvent) -> Void) {
        observers.withLock { $0.append(observer) }
    }
}

/// A queue of events for one listener, bounded for any length of transfer: a byte count replaces the older one of its kind.
final class HTTPEventLog: Sendable {
    private struct State {
        var pending: [HTTPTaskEvent] = []
        var isFinished = false
        var reader: CheckedContinuation<HTTPTaskEvent?, Never>?
    }

    /// Guards the queue and the waiting listener.
    private let state = Mutex(State())

    var stream: AsyncStream<HTTPTaskEvent> {
        AsyncStream {
            await self.next()
        } onCancel: {
            self.release()
        }
    }

    func append(_ event: HTTPTaskEvent) {
        let reader: CheckedContinuation<HTTPTaskEvent?, Never>? = state.withLock { state in
            guard !state.isFinished else { return nil }
            if let reader = state.reader.take() { return reader }
            if let older = Self.indexOfCount(replacedBy: event, in: state.pending) {
                state.pending.remove(at: older)
            }
            state.pending.append(event)
            return nil
        }
        reader?.resume(returning: event)
    }

    func finish() {
        state.withLock { state in
            state.isFinished = true
            return state.reader.take()
        }?
        .resume(returning: nil)
    }

    private func next() async -> HTTPTaskEvent? {
        await withCheckedContinuation { continuation in
            let answer: HTTPTaskEvent?? = state.withLock { state in
                if !state.pending.isEmpty { return .some(state.pending.removeFirst()) }
                if state.isFinished || Task.isCancelled { return .some(nil) }
                state.reader = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Resumes the listener because its task was cancelled.
    private func release() {
        state.withLock { $0.reader.take() }?.resume(returning: nil)
    }

    /// Searches only the byte counts at the end of the queue, so that counts keep their place among other events.
    private static func indexOfCount(replacedBy event: HTTPTaskEvent, in pending: [HTTPTaskEvent]) -> Int? {
        guard let kind = event.countKind else { return nil }
        for index in pending.indices.reversed() {
            guard let other = pending[index].countKind else { return nil }
            if other == kind { return index }
        }
        return nil
    }
}
