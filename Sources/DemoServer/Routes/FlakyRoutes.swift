import JSON

/// A service that is down for a few requests.
struct FlakyRoutes: Sendable {
    private let failures: Counter
    private let now: @Sendable () -> Int

    init(services: Services, failures: Counter = Counter()) {
        self.failures = failures
        now = services.now
    }

    var group: RouteGroup {
        RouteGroup(
            title: "Failures",
            routes: [
                Route(
                    Route.anyMethod, "/flaky/{count}",
                    "503 that many times for each ?id=, then 200 and from the start; ?retry_after= seconds, ?format=date", handler: flaky)
            ])
    }

    private func flaky(_ request: Request) throws(Problem) -> Response {
        let count = try request.parameter("count").integer(in: 0...1000)
        let delay = try request.input("retry_after", default: "1").integer(in: 0...3600)
        let key = "\(count) \(request.query("id") ?? "")"
        let attempt = failures.increment(key)
        guard attempt <= count else {
            failures.reset(key)
            return .json(["attempt": .number(attempt), "failures": .number(count)])
        }
        let isDate = request.query("format") == "date"
        throw Problem(
            status: 503, title: "Service unavailable", detail: "This is attempt \(attempt); attempt \(count + 1) will succeed.",
            headers: HeaderList([("Retry-After", isDate ? CivilTime(unixTime: now() + delay).httpDate : String(delay))]))
    }
}
