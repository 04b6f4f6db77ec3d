public import HTTP

/// An exchange as a row of a table: what a caller asks for, what the server is to see and how it answers, and what the caller gets.
///
/// The same script is played by a server on a socket and by a mock, each behind the whole ``StandardChain``: what a link promises must not depend
/// on the transport.
///
/// ```swift
/// @Test(arguments: ExchangeScript.all) func plays(_ script: ExchangeScript) async throws { try await script.run(over: CurlLoader()) }
/// @Test(arguments: ExchangeScript.all) func plays(_ script: ExchangeScript) async throws { try await script.run(on: MockLoader()) }
/// ```
public struct ExchangeScript: Sendable, CustomStringConvertible {
    /// What is promised, as a clause; unique.
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

    /// Plays the server on a port of 127.0.0.1, whatever hosts, ports and schemes the script names.
    /// - Parameter transport: reaches the port; fresh, so that nothing is left of other scripts.
    /// - Throws: ``ConformanceFailure`` where a promise is broken, or what kept the script from being played.
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

    /// Has a mock play the server.
    /// - Throws: ``ConformanceFailure`` where a promise is broken.
    public func run(on mock: MockLoader) async throws {
        let player = ScriptPlayer()
        mock.when({ _ in true }) { request throws(HTTPError) in try player.answer(SeenRequest(request)).response(to: request) }
        try await run(by: player, mock)
    }

    private func run(by player: ScriptPlayer, _ transport: any HTTPLoader) async throws {
        let clock = ManualClock(advancesBySleeping: true)
        var standard = StandardChain()
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
    /// Passes before it.
    var delay: Duration = .zero
    /// What it leads to on the wire, in order; nothing more.
    var turns: [ScriptTurn]
    /// What the caller gets.
    var outcome: ScriptOutcome
    /// How long links wait on the way.
    var waits: [Duration] = []
}

extension ScriptAsk {
    /// A request by method and URL; `change` sets what else it has.
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

/// What a caller gets.
enum ScriptOutcome: Sendable {
    /// A final answer with this status and body, and these fields; nil for a field that must not be there.
    case answer(HTTPStatus, String = "", [String: String?] = [:])
    /// An error of this code, with the status of the answer it holds, nil for none.
    case error(HTTPError.Code, HTTPStatus? = nil)
    /// An error that says what is wrong with the request, in these words.
    case refused(String)

    func check(_ exchange: Exchange) throws {
        switch self {
        case .answer(let status, let body, let fields):
            try exchange.expectStatus(status)
            try expect("body", exchange.text, is: body)
            for (name, value) in fields { try expect("\(name) of the answer", exchange.response?.headers[name], is: value) }
        case .error(let code, let status):
            try expect("code", exchange.error?.code, is: code)
            try expect("status of the answer in the error", exchange.error?.response?.status, is: status)
        case .refused(let words):
            try expect("code", exchange.error?.code, is: .invalidRequest)
            try expect("\(words) in the message: \(exchange.error?.message ?? "")", exchange.error?.message.contains(words) == true)
        }
    }
}
