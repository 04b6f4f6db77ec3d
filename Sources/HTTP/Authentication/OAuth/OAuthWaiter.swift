import Synchronization

/// Someone who waits for a token: is told what happens on the way and then the outcome, in this order, whichever threads they come from.
final class OAuthWaiter: Sendable {
    typealias Outcome = Result<OAuthCredentials, OAuthProblem>

    private enum News {
        case event(HTTPTaskEvent)
        case outcome(Outcome)
    }

    private struct State {
        var news: [News]
        var isBeingTold = false
        var continuation: CheckedContinuation<Outcome, Never>?

        /// What comes next; nothing once the outcome was told.
        mutating func next() -> News? {
            if continuation != nil, !news.isEmpty { return news.removeFirst() }
            isBeingTold = false
            return nil
        }
    }

    /// Carries the way on where whoever began it has left.
    let client: OAuthClient
    private let reporter: HTTPTaskReporter
    /// Guards what is still to be told, and who tells it: an observer may cancel, and so come back here.
    private let state: Mutex<State>

    /// - Parameter events: what there is to be told already; ``tellNews()`` tells it.
    init(
        _ continuation: CheckedContinuation<Outcome, Never>, client: OAuthClient, reporter: HTTPTaskReporter, events: [HTTPTaskEvent] = []
    ) {
        self.client = client
        self.reporter = reporter
        state = Mutex(State(news: events.map { .event($0) }, continuation: continuation))
    }

    /// Tells of something that happened.
    func tell(_ event: HTTPTaskEvent) {
        state.withLock { $0.news.append(.event(event)) }
        tellNews()
    }

    /// Ends the wait.
    func end(_ outcome: Outcome) {
        state.withLock { $0.news.append(.outcome(outcome)) }
        tellNews()
    }

    /// Ends the wait without the news that were not told yet.
    func leave(_ outcome: Outcome) {
        state.withLock { $0.news = [.outcome(outcome)] }
        tellNews()
    }

    /// Tells what is new, unless somebody is at it.
    func tellNews() {
        let isFree = state.withLock { state in
            defer { state.isBeingTold = true }
            return !state.isBeingTold
        }
        guard isFree else { return }
        while let news = state.withLock({ $0.next() }) {
            switch news {
            case .event(let event): reporter.report(event)
            case .outcome(let outcome): state.withLock { $0.continuation.take() }?.resume(returning: outcome)
            }
        }
    }
}
