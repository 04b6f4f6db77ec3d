import HTTP
import HTTPTesting
import Testing

/// The strategies, and what the wire does not show; the rest stands in ``ExchangeScript``.
@Suite struct RetryTests {
    let request = HTTPRequest(url: "https://host/")

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
