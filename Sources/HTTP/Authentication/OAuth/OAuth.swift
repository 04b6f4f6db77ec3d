import Synchronization

/// A link that obtains a token, adds it to requests, and refreshes it when it expires or is refused (part 15 of the series; RFC 6749, RFC
/// 6750).
///
/// Concurrent requests share one login or refresh and its outcome. Its own requests go to the next loader.
public final class OAuth: HTTPLoaderLink {
    private let delegate: (any OAuthDelegate)?
    private let clock: HTTPClock
    private let makeSeed: @Sendable () -> OAuthSeed
    /// Guards the sessions, one for each configuration.
    private let sessions = Mutex<[OAuthConfiguration: OAuthSession]>([:])

    /// Creates a link.
    /// - Parameters:
    ///   - delegate: stores tokens and presents logins; without one, only grants without a user work, and nothing is stored.
    ///   - makeSeed: returns unpredictable values.
    public init(
        delegate: (any OAuthDelegate)? = nil, clock: HTTPClock = .system,
        makeSeed: @escaping @Sendable () -> OAuthSeed = { OAuthSeed.random() }
    ) {
        self.delegate = delegate
        self.clock = clock
        self.makeSeed = makeSeed
    }

    /// Sends the request with a token; after a 401 once more with a new token.
    /// - Throws: ``HTTPError/Code/cannotAuthenticate`` with the reason if no token can be obtained.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard let configuration = request.oauthConfiguration else {
            throw HTTPError(.cannotAuthenticate, request: request, message: "This request has no OAuth settings.")
        }
        let session = session(for: configuration)
        let client = OAuthClient(configuration: configuration, delegate: delegate, clock: clock, loader: nextLoader, model: request)
        let credentials = try await outcome(of: session.credentials(client: client, task: task), for: request, task)
        let response = try await send(request, with: credentials, task, nextLoader)
        guard response.status == .unauthorized, request.body.isEmpty || request.body.replay == .restartable else { return response }
        await response.body.discard()
        let renewed = try await outcome(
            of: session.credentials(rejecting: credentials.accessToken, client: client, task: task), for: request, task, after: response)
        return try await send(request, with: renewed, task, nextLoader)
    }

    /// Logs out: cancels logins and discards all tokens, including those of the delegate.
    public func reset() async {
        let ended = sessions.withLock { sessions in
            defer { sessions = [:] }
            return sessions
        }
        for (configuration, session) in ended {
            await session.stop()
            await delegate?.save(nil, for: configuration)
        }
    }

    /// Logs out of one configuration: cancels its login and discards its tokens, including those of the delegate.
    /// - Returns: true if there were tokens.
    public func forget(_ configuration: OAuthConfiguration) async -> Bool {
        let session = sessions.withLock { $0.removeValue(forKey: configuration) }
        await session?.stop()
        let wasKept = await delegate?.savedCredentials(for: configuration) != nil
        await delegate?.save(nil, for: configuration)
        return wasKept || session?.hasCredentials == true
    }

    private func session(for configuration: OAuthConfiguration) -> OAuthSession {
        sessions.withLock { sessions in
            let session = sessions[configuration] ?? OAuthSession(configuration, clock: clock, makeSeed: makeSeed)
            sessions[configuration] = session
            return session
        }
    }

    /// Returns the credentials or throws.
    /// - Parameter refusal: the response that refused the previous token, if any.
    private func outcome(
        of outcome: OAuthSession.Outcome, for request: HTTPRequest, _ task: HTTPTask, after refusal: HTTPResponse? = nil
    ) throws(HTTPError) -> OAuthCredentials {
        if task.isCancelled { throw HTTPError(.cancelled, request: request, response: refusal) }
        switch outcome {
        case .success(let credentials): return credentials
        case .failure(let problem):
            throw HTTPError(
                .cannotAuthenticate, request: request, response: refusal, underlyingError: problem, message: problem.description)
        }
    }

    private func send(
        _ request: HTTPRequest, with credentials: OAuthCredentials, _ task: HTTPTask, _ nextLoader: any HTTPLoader
    ) async throws(HTTPError) -> HTTPResponse {
        var signed = request
        let type = ASCII.equalIgnoringCase(credentials.tokenType, "bearer") ? "Bearer" : credentials.tokenType
        signed.headers["Authorization"] = "\(type) \(credentials.accessToken.value)"
        task.reportChange(by: self, from: request, to: signed)
        return try await nextLoader.load(signed, task: task)
    }
}

/// A request that waits for a token. It gets the events and then the outcome in this order, regardless of the threads that report them.
final class OAuthWaiter: Sendable {
    typealias Outcome = Result<OAuthCredentials, OAuthProblem>

    private enum Message {
        case event(HTTPTaskEvent)
        case outcome(Outcome)
    }

    private struct State {
        var messages: [Message]
        var isDelivering = false
        var continuation: CheckedContinuation<Outcome, Never>?

        /// The next message; nil after the outcome.
        mutating func next() -> Message? {
            if continuation != nil, !messages.isEmpty { return messages.removeFirst() }
            isDelivering = false
            return nil
        }
    }

    /// Continues the login if the request that began it has left.
    let client: OAuthClient
    private let reporter: HTTPTaskReporter
    /// Guards the messages and their delivery: an observer may cancel, and thus call back here.
    private let state: Mutex<State>

    /// - Parameter events: events that have already happened; ``deliver()`` reports them.
    init(
        _ continuation: CheckedContinuation<Outcome, Never>, client: OAuthClient, reporter: HTTPTaskReporter, events: [HTTPTaskEvent] = []
    ) {
        self.client = client
        self.reporter = reporter
        state = Mutex(State(messages: events.map { .event($0) }, continuation: continuation))
    }

    /// Reports an event.
    func report(_ event: HTTPTaskEvent) {
        state.withLock { $0.messages.append(.event(event)) }
        deliver()
    }

    /// Ends the wait after all events are reported.
    func end(_ outcome: Outcome) {
        state.withLock { $0.messages.append(.outcome(outcome)) }
        deliver()
    }

    /// Ends the wait and drops unreported events.
    func leave(_ outcome: Outcome) {
        state.withLock { $0.messages = [.outcome(outcome)] }
        deliver()
    }

    /// Delivers all messages, unless a delivery is in progress.
    func deliver() {
        let isFree = state.withLock { state in
            defer { state.isDelivering = true }
            return !state.isDelivering
        }
        guard isFree else { return }
        while let message = state.withLock({ $0.next() }) {
            switch message {
            case .event(let event): reporter.report(event)
            case .outcome(let outcome): state.withLock { $0.continuation.take() }?.resume(returning: outcome)
            }
        }
    }
}
