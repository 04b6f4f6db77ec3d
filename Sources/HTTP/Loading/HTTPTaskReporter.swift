import Synchronization

/// Where the events of one execution go.
///
/// Apart from its ``HTTPTask``, which keeps the answer: a transport that held the task would keep a body alive that everybody has let go.
public final class HTTPTaskReporter: Sendable {
    /// Nil for an execution whose events nobody will read.
    let log: HTTPEventLog?
    /// Guards the list of observers.
    private let observers = Mutex<[@Sendable (HTTPTaskEvent) -> Void]>([])

    init(recordsEvents: Bool) { log = recordsEvents ? HTTPEventLog() : nil }

    /// Tells the listener and the observers what happened; they have returned when this returns. Where there are none, the event is not even made.
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

/// Events on their way to one listener, bounded for any length of transfer: byte counts replace older byte counts of their kind.
final class HTTPEventLog: Sendable {
    private struct State {
        var pending: [HTTPTaskEvent] = []
        var isFinished = false
        var reader: CheckedContinuation<HTTPTaskEvent?, Never>?
    }

    /// Guards the queue and the listener who waits for it.
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

    /// The listener's own task was cancelled: it must not wait for ever.
    private func release() {
        state.withLock { $0.reader.take() }?.resume(returning: nil)
    }

    /// Looks through the byte counts at the end of the queue only, so that counts keep their place between other events.
    private static func indexOfCount(replacedBy event: HTTPTaskEvent, in pending: [HTTPTaskEvent]) -> Int? {
        guard let kind = event.countKind else { return nil }
        for index in pending.indices.reversed() {
            guard let other = pending[index].countKind else { return nil }
            if other == kind { return index }
        }
        return nil
    }
}
