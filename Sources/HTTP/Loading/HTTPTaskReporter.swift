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
