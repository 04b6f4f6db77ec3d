import HTTP
import HTTPTesting
import Testing

@Suite struct RetryTests {
    let request = HTTPRequest(url: "https://host/")

    func send(_ request: HTTPRequest, _ strategy: any HTTPRetryStrategy, _ mock: MockLoader) async -> (HTTPResult, [Duration]) {
        let clock = ManualClock(advancesBySleeping: true)
        let result = await (Retry(strategy, clock: clock.clock) --> mock).start(request).result
        return (result, clock.requestedSleeps)
    }

    @Test(arguments: [
        (Backoff.Delay.immediate, [Duration.zero, .zero, .zero]),
        (.constant(.seconds(2)), [.seconds(2), .seconds(2), .seconds(2)]),
        (.exponential(first: .seconds(1), most: .seconds(3)), [.seconds(1), .seconds(2), .seconds(3)]),
    ])
    func waitsFollowTheStrategy(delay: Backoff.Delay, expected: [Duration]) {
        let backoff = Backoff(delay, mostAttempts: 4)
        let result = HTTPResult.success(HTTPResponse(request: request, status: 503))
        #expect((1...3).map { backoff.retryDelay(for: result, attempt: $0) } == expected)
        #expect(backoff.retryDelay(for: result, attempt: 4) == nil)
    }

    @Test func jitterTakesAShareAway() {
        let backoff = Backoff(.constant(.seconds(10)), jitter: 0.5, random: { 0.5 })
        let result = HTTPResult.success(HTTPResponse(request: request, status: 503))
        #expect(backoff.retryDelay(for: result, attempt: 1) == .seconds(7.5))
    }

    @Test func anAnswerThatMayPassIsAskedForAgain() async {
        let mock = MockLoader().then(503).then(502).then(200)
        let (result, sleeps) = await send(request, Backoff(.constant(.seconds(1))), mock)
        #expect(result.response?.status == 200)
        #expect(sleeps == [.seconds(1), .seconds(1)])
    }

    @Test func theLastResultIsReturned() async {
        let (result, _) = await send(request, Backoff(.immediate, mostAttempts: 2), MockLoader().then(503).then(500))
        #expect(result.response?.status == 500)
    }

    @Test(arguments: [
        ("5", Duration.seconds(5)), ("0", .seconds(1)), ("Thu, 01 Jan 2026 00:00:07 GMT", .seconds(7)),
        ("Thursday, 01-Jan-26 00:00:07 GMT", .seconds(7)), ("Thu Jan  1 00:00:07 2026", .seconds(7)),
        ("Wed, 31 Dec 2025 00:00:00 GMT", .seconds(1)), ("soon", .seconds(1)),
    ])
    func retryAfterLengthensTheWait(value: String, expected: Duration) async {
        let mock = MockLoader().then(503, headers: ["Retry-After": value]).then(200)
        let (_, sleeps) = await send(request, Backoff(.constant(.seconds(1))), mock)
        #expect(sleeps == [expected])
    }

    @Test func tooLongARetryAfterIsLeftAlone() async {
        let (result, sleeps) = await send(request, Backoff(.immediate), MockLoader().then(503, headers: ["Retry-After": "99999"]))
        #expect(result.response?.status == 503)
        #expect(sleeps.isEmpty)
    }

    @Test func aBodyThatCannotBeReadAgainIsNotRetried() async {
        var request = request
        request.method = .post
        request.body = StreamBody(length: .known(1), replay: .once) { throw CancellationError() }
        let (result, _) = await send(request, Backoff(.immediate), MockLoader().then(503))
        #expect(result.response?.status == 503)
    }

    @Test func nothingIsRetriedAfterACancel() async {
        let clock = ManualClock()
        let mock = MockLoader().then(503)
        let task = (Retry(Backoff(.constant(.seconds(9))), clock: clock.clock) --> mock).start(request)
        await clock.waitForSleepers()
        task.cancel()
        #expect(await task.result.failure?.code == .cancelled)
        #expect(mock.requests.count == 1)
    }

    @Test func attemptsAreTracedAndTheRequestsStrategyWins() async {
        var request = request
        request.retryStrategy = Backoff(.immediate, mostAttempts: 2)
        let task = (Retry() --> MockLoader().then(429).then(200)).start(request)
        _ = try? await task.value.body.collect(upTo: 1)
        var retries: [String] = []
        for await event in task.events { if case .retrying(let attempt, _, let reason) = event { retries.append("\(attempt) \(reason)") } }
        #expect(retries == ["2 429"])
    }
}
