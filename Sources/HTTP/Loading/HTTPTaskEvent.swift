import Synchronization

/// An event during the execution of a request.
///
/// A transfer reports, in this order: ``started(_:)``, ``connected(_:)`` when there is a connection, ``sent(_:of:)`` while the body is
/// sent, ``responded(_:)`` with the head, ``measured(_:)`` if its body does not end at once, ``received(_:of:)`` while the body arrives, and
/// ``finished(_:)``. Links report their events around these.
public enum HTTPTaskEvent: Sendable {
    /// A link holds the request back until it is its turn.
    case queued
    /// A link changed the request.
    case changed(HTTPRequestChange)
    /// A link waits; the duration is nil if it is unknown.
    case waiting(for: Duration?, reason: String)
    /// A link waits before it asks a server again if something has happened, such as a login on another device.
    case polling(after: Duration, reason: String)
    /// A transfer begins. The request is validated and has all known headers.
    case started(HTTPRequest)
    /// The connection is ready, new or reused.
    indirect case connected(HTTPConnectionDetails)
    /// The number of body bytes sent so far, and of all. The last event has the full count, even for a short body.
    case sent(Int64, of: Int64?)
    /// The head of a response arrived. Its body is not part of the event.
    case responded(HTTPResponseHead)
    /// The measurements up to the first byte of a response whose body is still arriving: the connection, the header bytes and the times until then.
    /// Reported at most once for a transfer, and not by a transport that measures only at the end.
    indirect case measured(HTTPMetrics)
    /// The number of body bytes received so far (on the wire), and of all. The last event has the full count, even for a short body.
    case received(Int64, of: Int64?)
    /// A transfer ended, successfully or not. Reported before the reader of the body sees the end.
    indirect case finished(HTTPMetrics)
    /// A transfer failed. Reported after its ``finished(_:)``.
    indirect case failed(HTTPError)
    /// A response redirected the request.
    indirect case redirected(from: HTTPRequest, response: HTTPResponseHead, to: HTTPRequest)
    /// The request will be sent again: the number of the next attempt (2 for the first repetition), the delay before it, and the reason.
    case retrying(attempt: Int, after: Duration, reason: String)
    /// A scheme obtains or adds credentials.
    case authenticating(scheme: String)
    /// An explanation that is not part of the response: a sentence for a user.
    case noted(String)
    /// A stored response was used: fresh, validated, or shared with another request.
    case answeredFromStore(reason: String)

    enum CountKind {
        case sent
        case received
    }

    /// The kind of a running count, so that newer counts replace older ones.
    var countKind: CountKind? {
        switch self {
        case .sent: .sent
        case .received: .received
        default: nil
        }
    }
}

/// A change of a request by a link, for the trace.
public struct HTTPRequestChange: Sendable {
    /// The link's type name.
    public let link: String
    /// The request that the link received.
    public let before: HTTPRequest
    /// The request that the link passed on.
    public let after: HTTPRequest

    /// Creates a change.
    public init(link: String, before: HTTPRequest, after: HTTPRequest) {
        self.link = link
        self.before = before
        self.after = after
    }

    /// True if the method, URL or headers differ, or a body was set.
    public var isVisible: Bool {
        before.method != after.method || before.target != after.target || before.headers != after.headers
            || before.bodyNumber != after.bodyNumber
    }

    /// The fields that only the changed request has, in order.
    public var addedHeaders: [HTTPHeaderField] { after.headers.fields.filter { !before.headers.fields.contains($0) } }

    /// The fields that only the original request has, in order.
    public var removedHeaders: [HTTPHeaderField] { before.headers.fields.filter { !after.headers.fields.contains($0) } }
}

extension HTTPTask {
    /// Reports a change of a request, if there is a visible one. Every link that changes requests calls it; the trace has no other source.
    public func reportChange(by link: any HTTPLoaderLink, from before: HTTPRequest, to after: HTTPRequest) {
        // Looking up the name costs more than a link does, so it is done only for a visible change. `String(describing:)` would look for
        // descriptions of its own first, which takes ten times as long.
        guard HTTPRequestChange(link: "", before: before, after: after).isVisible else { return }
        report(.changed(HTTPRequestChange(link: "\(type(of: link))", before: before, after: after)))
    }
}

/// The events of one execution, for any number of listeners, each of which gets all of them from the beginning. It does not grow with
/// the length of a transfer: a byte count replaces the older one of its kind.
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
