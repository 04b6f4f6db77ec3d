internal import HTTP
internal import Synchronization

/// Gives a script's answers in order, and keeps what was not as the script says.
final class ScriptPlayer: Sendable {
    private struct State {
        var turns: [ScriptTurn] = []
        var problems: [String] = []
    }

    /// Guards what is left of the script: a server has a thread for each connection.
    private let state = Mutex(State())

    /// Starts what one request of the caller leads to.
    func begin(_ turns: [ScriptTurn]) { state.withLock { $0.turns = turns } }

    /// The next answer; a request that the script does not expect gets one that no script gives.
    func answer(_ seen: SeenRequest) -> ScriptAnswer {
        state.withLock { state in
            guard !state.turns.isEmpty else {
                state.problems.append("unexpected \(seen.line)")
                return .status(599)
            }
            let turn = state.turns.removeFirst()
            state.problems += turn.problems(with: seen)
            return turn.answer
        }
    }

    /// Breaks off the case unless everything came that had to come, and nothing else.
    func finish() throws {
        let (turns, problems) = state.withLock { ($0.turns, $0.problems) }
        try expect(problems.joined(separator: "; "), problems.isEmpty)
        try expect("not asked for: \(turns.map(\.line).joined(separator: ", "))", turns.isEmpty)
    }
}

/// Brings requests for any host, port and scheme to one scripted server, which speaks in the clear and is told for whom it stands.
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

    /// Scheme, host and, where it is not the scheme's own, port.
    static func origin(of request: HTTPRequest) -> String {
        let own = request.scheme == "https" ? 443 : 80
        return "\(request.scheme)://\(request.host ?? "")" + (request.effectivePort == own ? "" : ":\(request.effectivePort)")
    }
}
