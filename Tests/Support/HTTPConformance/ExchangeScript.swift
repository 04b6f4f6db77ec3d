public import HTTP
public import HTTPTesting
internal import Synchronization

/// A scripted exchange: the caller's requests, the requests and responses expected on the wire, and the results for the caller.
///
/// The same script is run with a server on a socket and with a mock, each with the whole ``StandardChain``: the behaviour of a link must not depend
/// on the transport.
///
/// ```swift
/// @Test(arguments: ExchangeScript.all) func plays(_ script: ExchangeScript) async throws { try await script.run(over: CurlLoader()) }
/// @Test(arguments: ExchangeScript.all) func plays(_ script: ExchangeScript) async throws { try await script.run(on: MockLoader()) }
/// ```
public struct ExchangeScript: Sendable, CustomStringConvertible {
    /// The expected behaviour, as a clause; unique.
    public let name: String
    let asks: [ScriptAsk]
    let chain: @Sendable (inout StandardChain) -> Void

    /// The name.
    public var description: String { name }

    init(_ name: String, chain: @escaping @Sendable (inout StandardChain) -> Void = { _ in }, _ asks: [ScriptAsk]) {
        self.name = name
        self.asks = asks
        self.chain = chain
    }

    /// Every script.
    public static var all: [ExchangeScript] { transfers + redirects + crossings + cookies + authentication + caching + retries }

    /// Runs the script with a server on a port of 127.0.0.1, whatever hosts, ports and schemes the script names.
    /// - Parameter transport: a fresh transport, without state of other scripts.
    /// - Throws: ``ConformanceFailure`` for unexpected behaviour, or the error that kept the script from running.
    public func run(over transport: any HTTPLoader) async throws {
        let player = ScriptPlayer()
        let server = try FaultServer { connection in
            while let request = try connection.readRequest() {
                guard let bytes = player.answer(SeenRequest(request)).bytes(to: request.method) else { return }
                try connection.send(bytes)
            }
        }
        try await run(by: player, ScriptedTransport(server: server, transport: transport))
    }

    /// Runs the script with a mock instead of a server.
    /// - Throws: ``ConformanceFailure`` for unexpected behaviour.
    public func run(on mock: MockLoader) async throws {
        let player = ScriptPlayer()
        mock.when({ _ in true }) { request throws(HTTPError) in try player.answer(SeenRequest(request)).response(to: request) }
        try await run(by: player, mock)
    }

    private func run(by player: ScriptPlayer, _ transport: any HTTPLoader) async throws {
        let clock = ManualClock(advancesBySleeping: true)
        var standard = StandardChain()
        standard.defaultHeaders = [:]
        standard.clock = clock.clock
        standard.cookieJar = CookieJar(suffixes: PublicSuffixes { !$0.contains(".") || $0 == "co.uk" }, clock: clock.clock)
        chain(&standard)
        let loader = standard.loader(over: transport)
        for (index, ask) in asks.enumerated() {
            clock.advance(by: ask.delay)
            let waitsBefore = clock.requestedSleeps.count
            player.begin(ask.turns)
            let exchange = await Exchange.of(ask.request, on: loader)
            do {
                try player.finish()
                try ask.outcome.check(exchange)
                try expect("waits", Array(clock.requestedSleeps.dropFirst(waitsBefore)), is: ask.waits)
            } catch let failure as ConformanceFailure {
                throw ConformanceFailure("request \(index + 1) of \(asks.count) (\(ask.request.url)): \(failure.description)")
            }
        }
    }
}

/// One request of a caller.
struct ScriptAsk: Sendable {
    var request: HTTPRequest
    /// The time that passes before the request.
    var delay: Duration = .zero
    /// The exchanges on the wire, in order and complete.
    var turns: [ScriptTurn]
    /// The result for the caller.
    var outcome: ScriptOutcome
    /// The waits of links.
    var waits: [Duration] = []

    /// A request by method and URL; `change` sets its other properties.
    static func ask(
        _ url: String, _ method: HTTPMethod = .get, headers: HTTPHeaders = [:], body: (any HTTPBody)? = nil, after delay: Duration = .zero,
        with change: @Sendable (inout HTTPRequest) -> Void = { _ in }, leadsTo turns: [ScriptTurn], gets outcome: ScriptOutcome,
        waits: [Duration] = []
    ) -> ScriptAsk {
        var request = HTTPRequest(method: method, url: url, headers: headers, body: body ?? EmptyBody())
        change(&request)
        return ScriptAsk(request: request, delay: delay, turns: turns, outcome: outcome, waits: waits)
    }
}

/// A result for a caller.
enum ScriptOutcome: Sendable {
    /// A final response with this status and body, and these fields; nil for a field that must not be there.
    case response(HTTPStatus, String = "", [String: String?] = [:])
    /// An error of this code, with the status of the response it holds, nil for none.
    case error(HTTPError.Code, HTTPStatus? = nil)
    /// An `invalidRequest` error with these words in its message.
    case refused(String)

    func check(_ exchange: Exchange) throws {
        switch self {
        case .response(let status, let body, let fields):
            try exchange.expectStatus(status)
            try expect("body", exchange.text, is: body)
            for (name, value) in fields { try expect("\(name) of the response", exchange.response?.headers[name], is: value) }
        case .error(let code, let status):
            try expect("code", exchange.error?.code, is: code)
            try expect("status of the response in the error", exchange.error?.response?.status, is: status)
        case .refused(let words):
            try expect("code", exchange.error?.code, is: .invalidRequest)
            try expect("\(words) in the message: \(exchange.error?.message ?? "")", exchange.error?.message.contains(words) == true)
        }
    }
}

/// Gives the responses of a script in order, and records deviations from the script.
final class ScriptPlayer: Sendable {
    private struct State {
        var turns: [ScriptTurn] = []
        var problems: [String] = []
    }

    /// Guards the rest of the script: a server has a thread for each connection.
    private let state = Mutex(State())

    /// Sets the expected exchanges of one request of the caller.
    func begin(_ turns: [ScriptTurn]) { state.withLock { $0.turns = turns } }

    /// The next response; an unexpected request gets status 599, which no script uses.
    func answer(_ seen: SeenRequest) -> ScriptResponse {
        state.withLock { state in
            guard !state.turns.isEmpty else {
                state.problems.append("unexpected \(seen.line)")
                return .status(599)
            }
            let turn = state.turns.removeFirst()
            state.problems += turn.problems(with: seen)
            return turn.response
        }
    }

    /// Throws unless exactly the expected requests came.
    func finish() throws {
        let (turns, problems) = state.withLock { ($0.turns, $0.problems) }
        try expect(problems.joined(separator: "; "), problems.isEmpty)
        try expect("not asked for: \(turns.map(\.line).joined(separator: ", "))", turns.isEmpty)
    }
}

/// Sends requests for any host, port and scheme to one scripted server over plain HTTP, with their origin in a header.
struct ScriptedTransport: HTTPLoader {
    static let originField = "Scripted-Origin"

    let server: FaultServer
    let transport: any HTTPLoader

    func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse {
        var directed = request
        server.hold(in: &directed)
        directed.proxy = .none
        directed.headers.append(Self.originField, Self.origin(of: request))
        if request.scheme == "https" {
            directed.scheme = "http"
            directed.port = request.effectivePort
        }
        directed.connectOverrides = [HTTPConnectOverride(newHost: "127.0.0.1", newPort: Int(server.port))]
        return try await transport.load(directed, task: task)
    }

    func reset() async { await transport.reset() }

    /// Scheme, host and, if it is not the default of the scheme, port.
    static func origin(of request: HTTPRequest) -> String {
        let own = request.scheme == "https" ? 443 : 80
        return "\(request.scheme)://\(request.host ?? "")" + (request.effectivePort == own ? "" : ":\(request.effectivePort)")
    }
}

/// One request on the wire, and its response.
struct ScriptTurn: Sendable {
    /// Method and URL, such as `GET https://a.example/`.
    let line: String
    /// The expected values of fields; nil for fields that must be absent.
    let fields: [String: String?]
    let body: String
    /// Returns a problem of the request, or nil.
    let problem: @Sendable (SeenRequest) -> String?
    let response: ScriptResponse

    init(
        _ line: String, _ fields: [String: String?] = [:], body: String = "",
        problem: @escaping @Sendable (SeenRequest) -> String? = { _ in nil }, response: ScriptResponse
    ) {
        self.line = line
        self.fields = fields
        self.body = body
        self.problem = problem
        self.response = response
    }

    /// All deviations of a request from the expected one.
    func problems(with seen: SeenRequest) -> [String] {
        var problems: [String] = []
        if seen.line != line { problems.append("expected \(line), got \(seen.line)") }
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) where seen.headers.combinedValue(for: name) != value {
            problems.append("\(name) of \(line): expected \(value ?? "none"), got \(seen.headers.combinedValue(for: name) ?? "none")")
        }
        if seen.body != body { problems.append("body of \(line): expected \(body.debugDescription), got \(seen.body.debugDescription)") }
        if let problem = problem(seen) { problems.append("\(line): \(problem)") }
        return problems
    }
}

/// A response of a scripted server.
struct ScriptResponse: Sendable {
    /// Nil ends the connection without a response.
    let status: HTTPStatus?
    var headers: HTTPHeaders = [:]
    var body = ""

    static func status(_ status: HTTPStatus, _ headers: HTTPHeaders = [:], _ body: String = "") -> ScriptResponse {
        ScriptResponse(status: status, headers: headers, body: body)
    }

    /// A redirect, with a body.
    static func redirect(_ status: HTTPStatus, to location: String, _ headers: HTTPHeaders = [:]) -> ScriptResponse {
        var headers = headers
        headers["Location"] = location
        return ScriptResponse(status: status, headers: headers, body: "see \(location)")
    }

    static let ok = ScriptResponse(status: 200)
    static let nothing = ScriptResponse(status: nil)

    /// The response on a socket; nil for none.
    func bytes(to method: String) -> [UInt8]? {
        guard let status else { return nil }
        var head = "HTTP/1.1 \(status.rawValue) Scripted\r\n"
        for field in headers { head += "\(field.name): \(field.value)\r\n" }
        let isBodiless = [204, 304].contains(status)
        if !isBodiless { head += "Content-Length: \(body.utf8.count)\r\n" }
        return Array((head + "\r\n" + (isBodiless || method == "HEAD" ? "" : body)).utf8)
    }

    /// The response of a mock.
    func response(to request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        guard let status else { throw HTTPError(.invalidResponse, request: request) }
        let isBodiless = [204, 304].contains(status) || request.method == .head
        return HTTPResponse(request: request, status: status, headers: headers, bytes: isBodiless ? [] : Array(body.utf8))
    }
}

/// A request as a scripted server sees it, on a socket or in a mock.
struct SeenRequest: Sendable {
    /// Method and URL.
    let line: String
    let headers: HTTPHeaders
    let body: String

    init(_ request: ReceivedRequest) {
        var headers = HTTPHeaders(request.headers.map { HTTPHeaderField(name: $0.name, value: $0.value) })
        line = "\(request.method) \(headers[ScriptedTransport.originField] ?? "")\(request.target)"
        headers.remove(ScriptedTransport.originField)
        self.headers = headers
        body = String(decoding: request.body, as: UTF8.self)
    }

    init(_ request: HTTPRequest) throws(HTTPError) {
        line = "\(request.method) \(ScriptedTransport.origin(of: request))\(request.requestTarget)"
        headers = request.headers
        do {
            body = String(decoding: try request.body.encode(), as: UTF8.self)
        } catch {
            throw HTTPError(.invalidRequest, request: request, underlyingError: error)
        }
    }
}
