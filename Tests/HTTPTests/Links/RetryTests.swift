import HTTP
import HTTPConformance
import HTTPTesting
import Synchronization
import Testing

/// The strategies, and behaviour not visible on the wire; the rest is tested by ``ExchangeScript``.
@Suite struct RetryTests {
    let request = HTTPRequest(url: "https://host/")

    @Test(arguments: [
        (Backoff.Delay.immediate, [Duration.zero, .zero, .zero]),
        (.constant(.seconds(2)), [.seconds(2), .seconds(2), .seconds(2)]),
        (.exponential(first: .seconds(1), maximum: .seconds(3)), [.seconds(1), .seconds(2), .seconds(3)]),
    ])
    func waitsFollowTheStrategy(delay: Backoff.Delay, expected: [Duration]) {
        let backoff = Backoff(delay, maxAttempts: 4)
        let result = HTTPResult.success(HTTPResponse(request: request, status: 503))
        #expect((1...3).map { backoff.retryDelay(for: result, attempt: $0) } == expected)
        #expect(backoff.retryDelay(for: result, attempt: 4) == nil)
    }

    /// Durations trap on overflow, and computing a delay must not take long.
    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            (.exponential(first: .seconds(1), factor: 1e300, maximum: .seconds(9)), .seconds(9)),
            (.exponential(first: .seconds(Int64.max), factor: .infinity, maximum: .seconds(Int64.max)), .seconds(1e10)),
            (.exponential(first: .seconds(1), factor: .nan, maximum: .seconds(9)), .seconds(9)),
            (.constant(.seconds(Int64.max)), .seconds(1e10)),
        ] as [(Backoff.Delay, Duration)])
    func acceptsAnyDelay(delay: Backoff.Delay, expected: Duration) {
        let backoff = Backoff(delay, maxAttempts: .max, jitter: .nan)
        let result = HTTPResult.success(HTTPResponse(request: request, status: 503))
        #expect(backoff.retryDelay(for: result, attempt: .max - 1) == expected)
    }

    @Test func jitterShortensTheDelay() {
        let backoff = Backoff(.constant(.seconds(10)), jitter: 0.5, random: { 0.5 })
        let result = HTTPResult.success(HTTPResponse(request: request, status: 503))
        #expect(backoff.retryDelay(for: result, attempt: 1) == .seconds(7.5))
    }

    static let failures: [HTTPError.Code] = [.timedOut, .invalidResponse, .cannotConnect, .cannotResolveHost]

    /// Only idempotent methods are retried after a possible effect, unless requested (RFC 9110 section 9.2.2).
    @Test(arguments: ["GET", "PUT", "DELETE", "HEAD", "POST", "PATCH"] as [HTTPMethod])
    func repeatsUncertainRequestsOnlyIfIdempotent(method: HTTPMethod) {
        let request = HTTPRequest(method: method, url: "https://host/")
        let careful = Backoff(.immediate)
        let bold = Backoff(.immediate, repeatsAnyMethod: true)
        for status in Backoff.temporaryStatuses {
            let response = HTTPResult.success(HTTPResponse(request: request, status: status))
            let mayRepeat = careful.retryDelay(for: response, attempt: 1) != nil
            #expect(mayRepeat == (method.isIdempotent || [408, 425, 429, 503].contains(status)), "\(status)")
            #expect(bold.retryDelay(for: response, attempt: 1) != nil, "\(status)")
        }
        for code in Self.failures {
            let failure = HTTPResult.failure(HTTPError(code, request: request))
            let mayRepeat = careful.retryDelay(for: failure, attempt: 1) != nil
            #expect(mayRepeat == (method.isIdempotent || [.cannotConnect, .cannotResolveHost].contains(code)), "\(code)")
            #expect(bold.retryDelay(for: failure, attempt: 1) != nil, "\(code)")
        }
    }

    /// The POST had its effect; only the target of its redirect failed or asks for a wait.
    @Test(arguments: [503, nil] as [HTTPStatus?]) func doesNotRepeatARedirectedPost(status: HTTPStatus?) async {
        let mock = MockLoader().then(303, headers: ["Location": "/done"]).then { request throws(HTTPError) in
            guard let status else { throw HTTPError(.cannotConnect, request: request) }
            return HTTPResponse(request: request, status: status)
        }
        let result = await (Retry(Backoff(.immediate)) --> Redirect() --> mock)
            .start(HTTPRequest(method: .post, url: "https://host/")).result
        #expect(result.response?.status == status)
        #expect(mock.requests.map(\.method) == [.post, .get])
    }

    /// The method of the retried request decides, not that of a login on the way.
    @Test func decidesByTheRequestThatIsRepeated() async {
        let mock = MockLoader().then { _ throws(HTTPError) in
            throw HTTPError(.timedOut, request: HTTPRequest(method: .post, url: "https://login/"))
        }
        .then(200)
        let result = await (Retry(Backoff(.immediate)) --> mock).start(request).result
        #expect(result.response?.status == 200)
    }

    /// The waits count too; no attempt begins that could not end.
    @Test(arguments: [(nil, 4), (.seconds(10), 3), (.seconds(8), 2), (.seconds(1), 1)] as [(Duration?, Int)])
    func attemptsEndBeforeTheTimeLimit(limit: Duration?, count: Int) async {
        let clock = ManualClock(advancesBySleeping: true)
        let mock = MockLoader().then(503).then(503).then(503).then(503)
        var request = self.request
        request.timeouts.total = limit
        let loader = Retry(Backoff(.constant(.seconds(4)), maxAttempts: 4), clock: clock.clock) --> mock
        #expect(await loader.start(request).result.response?.status == 503)
        #expect(mock.requests.count == count)
    }

    /// The time limit begins with the first transfer, however long the request was in a queue before.
    @Test(arguments: [(Duration.seconds(600), 2), (.zero, 1)]) func theTimeInAQueueIsNotThatOfAttempts(limit: Duration, count: Int) async {
        let clock = ManualClock(advancesBySleeping: true)
        var request = self.request
        request.timeouts.total = limit
        let sent = Mutex(0)
        let queue = StubLoader { request, task throws(HTTPError) in
            try? await clock.clock.sleep(.seconds(3600))
            _ = task.execution.deadline(for: request, after: limit)
            sent.withLock { $0 += 1 }
            return HTTPResponse(request: request, status: 503)
        }
        let loader = Retry(Backoff(.constant(.seconds(1)), maxAttempts: 2), clock: clock.clock) --> queue
        #expect(await loader.start(request).result.response?.status == 503)
        #expect(sent.withLock { $0 } == count)
    }

    @Test(arguments: [(Duration.seconds(25), 3), (.seconds(20), 2), (.zero, 1)])
    func attemptsBeginWithinTheTimeForRetries(limit: Duration, count: Int) async {
        let clock = ManualClock(advancesBySleeping: true)
        let mock = MockLoader().then(503).then(503).then(503).then(503)
        let backoff = Backoff(.constant(.seconds(10)), maxAttempts: 4, maxTime: limit)
        #expect(await (Retry(backoff, clock: clock.clock) --> mock).start(request).result.response?.status == 503)
        #expect(mock.requests.count == count)
    }

    @Test func doesNotRetryAfterACancel() async {
        let clock = ManualClock()
        let mock = MockLoader().then(503)
        let task = (Retry(Backoff(.constant(.seconds(9))), clock: clock.clock) --> mock).start(request)
        await clock.waitForSleepers()
        task.cancel()
        #expect(await task.result.failure?.code == .cancelled)
        #expect(mock.requests.count == 1)
    }

    /// Retries any result.
    struct Stubborn: HTTPRetryStrategy {
        func retryDelay(for result: HTTPResult, attempt: Int) -> Duration? { attempt < 3 ? .zero : nil }
    }

    /// A response that arrives with the cancel is final, and so is a cancellation error from a reset.
    @Test(arguments: [true, false]) func aCancelOverridesTheStrategy(isOwn: Bool) async {
        let clock = ManualClock()
        let count = Mutex(0)
        let loader = StubLoader { request, task throws(HTTPError) in
            count.withLock { $0 += 1 }
            guard isOwn else { throw HTTPError(.cancelled, request: request) }
            task.cancel()
            return HTTPResponse(request: request, status: 503)
        }
        let result = await (Retry(Stubborn(), clock: clock.clock) --> loader).start(request).result
        #expect(result.response?.status == (isOwn ? 503 : nil))
        #expect(count.withLock { $0 } == 1)
        #expect(clock.requestedSleeps.isEmpty)
    }

    @Test(arguments: [.insecureConnection, .invalidRequest, .tooManyRedirects, .cannotAuthenticate, .responseTooLarge] as [HTTPError.Code])
    func doesNotRepeatAPermanentFailure(code: HTTPError.Code) {
        let backoff = Backoff(.immediate, repeatsAnyMethod: true)
        #expect(backoff.retryDelay(for: .failure(HTTPError(code, request: request)), attempt: 1) == nil)
    }

    /// Its connection serves the next one.
    @Test func readsTheDiscardedResponseToItsEnd() async throws {
        let endings = Mutex<[String]>([])
        let mock = MockLoader().then { request throws(HTTPError) in
            var response = HTTPResponse(request: request, status: 503, bytes: [1, 2])
            response.body = response.body.observed(end: { ending in endings.withLock { $0.append("\(ending)") } })
            return response
        }
        .then(200)
        #expect(try await (Retry(Backoff(.immediate)) --> mock).load(request).status == 200)
        #expect(endings.withLock { $0 } == ["complete"])
    }

    /// Half a second early would be refused once more.
    @Test func waitsUntilTheWholeSecondOfADate() async throws {
        let clock = ManualClock(advancesBySleeping: true)
        clock.advance(by: .milliseconds(500))
        let mock = MockLoader().then(503, headers: ["Retry-After": "Thu, 01 Jan 2026 00:00:07 GMT"]).then(200)
        #expect(try await (Retry(Backoff(.immediate), clock: clock.clock) --> mock).load(request).status == 200)
        #expect(clock.requestedSleeps == [.seconds(7)])
    }

    @Test func tracesAttemptsAndPrefersTheRequestsStrategy() async {
        var request = request
        request.retryStrategy = Backoff(.immediate, maxAttempts: 2)
        let task = (Retry() --> MockLoader().then(429).then(200)).start(request)
        _ = try? await task.value.body.collect(upTo: 1)
        var retries: [String] = []
        for await event in task.events { if case .retrying(let attempt, _, let reason) = event { retries.append("\(attempt) \(reason)") } }
        #expect(retries == ["2 429"])
    }
}
