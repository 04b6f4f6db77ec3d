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

/// The events of one execution, for any number of listeners, each of which gets all of them from the beginning. Bounded for any length of transfer:
/// a byte count replaces the older one of its kind.
final class HTTPEventLog: Sendable {
    private struct Entry {
        /// Grows with every event, so that a count has another number than the one that it replaces.
        let number: Int
        let event: HTTPTaskEvent
    }

    private struct Listener {
        /// The number of the last entry that the listener got.
        var position = 0
        var continuation: CheckedContinuation<HTTPTaskEvent?, Never>?
    }

    private struct State {
        var entries: [Entry] = []
        var lastNumber = 0
        var isFinished = false
        var listeners: [Int: Listener] = [:]
        var lastListener = 0

        /// The first entry that a listener did not get yet.
        func entry(after position: Int) -> Entry? {
            var (low, high) = (0, entries.count)
            while low < high {
                let middle = (low + high) / 2
                if entries[middle].number <= position { low = middle + 1 } else { high = middle }
            }
            return low < entries.count ? entries[low] : nil
        }
    }

    /// Guards the events and the listeners.
    private let state = Mutex(State())

    /// The events from the first one on, for one more listener.
    func makeStream() -> AsyncStream<HTTPTaskEvent> {
        let id = state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = Listener()
            return state.lastListener
        }
        return AsyncStream {
            await self.next(for: id)
        } onCancel: {
            self.remove(id)
        }
    }

    func append(_ event: HTTPTaskEvent) {
        let waiting = state.withLock { state -> [CheckedContinuation<HTTPTaskEvent?, Never>] in
            guard !state.isFinished else { return [] }
            if let older = Self.indexOfCount(replacedBy: event, in: state.entries) { state.entries.remove(at: older) }
            state.lastNumber += 1
            state.entries.append(Entry(number: state.lastNumber, event: event))
            return state.listeners.keys.compactMap { id in
                guard let continuation = state.listeners[id]?.continuation.take() else { return nil }
                state.listeners[id]?.position = state.lastNumber
                return continuation
            }
        }
        for continuation in waiting { continuation.resume(returning: event) }
    }

    func finish() {
        let waiting = state.withLock { state in
            state.isFinished = true
            return state.listeners.keys.compactMap { state.listeners[$0]?.continuation.take() }
        }
        for continuation in waiting { continuation.resume(returning: nil) }
    }

    private func next(for id: Int) async -> HTTPTaskEvent? {
        await withCheckedContinuation { continuation in
            let event: HTTPTaskEvent?? = state.withLock { state in
                guard let position = state.listeners[id]?.position else { return .some(nil) }
                if let entry = state.entry(after: position) {
                    state.listeners[id]?.position = entry.number
                    return .some(entry.event)
                }
                if state.isFinished || Task.isCancelled { return .some(nil) }
                state.listeners[id]?.continuation = continuation
                return nil
            }
            if let event { continuation.resume(returning: event) }
        }
    }

    /// Resumes a listener whose task was cancelled.
    private func remove(_ id: Int) {
        state.withLock { $0.listeners.removeValue(forKey: id) }?.continuation?.resume(returning: nil)
    }

    /// Searches only the byte counts at the end, so that counts keep their place among other events.
    private static func indexOfCount(replacedBy event: HTTPTaskEvent, in entries: [Entry]) -> Int? {
        guard let kind = event.countKind else { return nil }
        for index in entries.indices.reversed() {
            guard let other = entries[index].event.countKind else { return nil }
            if other == kind { return index }
        }
        return nil
    }
}
