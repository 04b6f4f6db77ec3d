import Synchronization

/// Gets a token and sends it along; renews it when it ends or is refused (part 15 of the series; RFC 6749, RFC 6750).
///
/// Any number of requests wait for one login or one refresh, and then all go or all fail. Its own requests go to the next loader.
public final class OAuth: HTTPLoaderLink {
    private let delegate: (any OAuthDelegate)?
    private let clock: HTTPClock
    private let makeSeed: @Sendable () -> OAuthSeed
    /// Guards the sessions, one for each configuration.
    private let sessions = Mutex<[OAuthConfiguration: OAuthSession]>([:])

    /// - Parameters:
    ///   - delegate: keeps tokens and shows logins; without one nothing is kept, and only the grants that need no person work.
    ///   - makeSeed: gives what must not be guessed.
    public init(
        delegate: (any OAuthDelegate)? = nil, clock: HTTPClock = .system,
        makeSeed: @escaping @Sendable () -> OAuthSeed = { OAuthSeed.random() }
    ) {
        self.delegate = delegate
        self.clock = clock
        self.makeSeed = makeSeed
    }

    /// Sends the request with a token, and once more with a new one when a 401 says that the token was not taken.
    /// - Throws: ``HTTPError/Code/cannotAuthenticate`` when there is no way to a token, with the reason.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard let configuration = request.oauthConfiguration else {
            throw HTTPError(.cannotAuthenticate, request: request, message: "No OAuth settings are given for this request.")
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

    /// Logs out: ends logins under way, and forgets tokens, the delegate's too.
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

    /// Logs out of one configuration: ends a login under way, and forgets its tokens, the delegate's too. The next request begins anew.
    /// - Returns: whether there were any tokens.
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

    /// - Parameter refusal: the answer to a token that was not taken, where there was one.
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
