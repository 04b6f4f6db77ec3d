import HTTP
import JSON
import Platform

/// Responses with a given status, after a given time, or with a redirect.
enum StatusRoutes {
    private static let longestDelay: Double = 300
    private static let maxRedirects = 100

    static let group = RouteGroup(
        title: "Status, time and redirects",
        routes: [
            Route(
                Route.anyMethod, "/status/{codes}",
                "That status, 200 to 599; a random one of several (200,503), also weighted (200:9,503:1)", handler: status),
            Route(Route.anyMethod, "/delay/{seconds}", "The echo after that many seconds, up to 300", handler: delay),
            Route(
                Route.anyMethod, "/redirect/{count}", "That many redirects, then /anything; ?status_code= and ?absolute=true",
                handler: redirect),
            Route(Route.anyMethod, "/redirect-to", "One redirect to ?url= with ?status_code= (default 302)", handler: redirectTo),
        ])

    private static func status(_ request: Request) throws(RouteError) -> Response {
        var choices: [(code: Int, weight: Double)] = []
        for choice in request.parameter("codes").text.split(separator: ",") {
            let (code, weight) = choice.splitOnce(at: ":")
            let status = try Input(name: "codes", text: code).integer(in: 200...599)
            guard let weight = Double(weight ?? "1"), weight >= 0 else {
                throw request.parameter("codes").wrong("codes with weights, such as 200:9,503:1")
            }
            choices.append((status, weight))
        }
        guard let code = pick(choices) else { throw request.parameter("codes").wrong("a status from 200 to 599") }
        return response(status: code)
    }

    private static func pick(_ choices: [(code: Int, weight: Double)]) -> Int? {
        let total = choices.reduce(0) { $0 + $1.weight }
        guard total > 0, total.isFinite else { return nil }
        var point = Double.random(in: 0..<total)
        for choice in choices {
            point -= choice.weight
            if point < 0 { return choice.code }
        }
        return choices.last?.code
    }

    /// Adds the headers that the status requires (RFC 9110, sections 15.4 and 15.5).
    private static func response(status: Int) -> Response {
        let hasBody = ![204, 205, 304].contains(status)
        let response = hasBody ? Response.json(["status": .number(status)], status: status) : Response(status: status)
        switch status {
        case 301, 302, 303, 307, 308: return response.adding("Location", "/anything")
        case 401: return response.adding("WWW-Authenticate", "Basic realm=\"Apus\"")
        case 407: return response.adding("Proxy-Authenticate", "Basic realm=\"Apus\"")
        default: return response
        }
    }

    private static func delay(_ request: Request) throws(RouteError) -> Response {
        Response.json(Echo(request).everything).delayed(by: try request.parameter("seconds").seconds(upTo: longestDelay))
    }

    private static func redirect(_ request: Request) throws(RouteError) -> Response {
        let count = try request.parameter("count").integer(in: 1...maxRedirects)
        let query = request.head.target.query.map { "?\($0)" } ?? ""
        let path = count > 1 ? "/redirect/\(count - 1)\(query)" : "/anything"
        return try redirect(request, to: request.query("absolute") == "true" ? request.baseURL + path : path)
    }

    private static func redirectTo(_ request: Request) throws(RouteError) -> Response {
        let url = request.query("url") ?? request.formValue("url") ?? ""
        guard !url.isEmpty, url.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value < 0x7F }) else {
            throw Input(name: "url", text: url).wrong("a URL with its special characters percent-encoded")
        }
        return try redirect(request, to: url)
    }

    private static func redirect(_ request: Request, to url: String) throws(RouteError) -> Response {
        let status = try request.input("status_code", default: "302").integer(in: 300...399)
        return Response(status: status, headers: ["Location": url])
    }
}

/// A service that fails a few times before it works.
struct FlakyRoutes: Sendable {
    private let failures = Counter()
    private let now: @Sendable () -> Int

    init(services: Services) { now = services.now }

    var group: RouteGroup {
        RouteGroup(
            title: "Failures",
            routes: [
                Route(
                    Route.anyMethod, "/flaky/{count}",
                    "503 that many times for each ?id=, then 200, then from the start; ?retry_after= seconds, ?format=date", handler: flaky)
            ])
    }

    private func flaky(_ request: Request) throws(RouteError) -> Response {
        let count = try request.parameter("count").integer(in: 0...1000)
        let delay = try request.input("retry_after", default: "1").integer(in: 0...3600)
        let key = "\(count) \(request.query("id") ?? "")"
        let attempt = failures.increment(key)
        guard attempt <= count else {
            failures.reset(key)
            return .json(["attempt": .number(attempt), "failures": .number(count)])
        }
        let isDate = request.query("format") == "date"
        throw RouteError(
            status: 503, title: "Service unavailable", detail: "This is attempt \(attempt); attempt \(count + 1) will succeed.",
            headers: ["Retry-After": isDate ? CivilTime(secondsSince1970: now() + delay).httpDate : String(delay)])
    }
}
