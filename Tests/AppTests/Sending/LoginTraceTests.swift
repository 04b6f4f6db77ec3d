import Engine
import HTTP
import HTTPTesting
import Synchronization
import Testing
import Workspace

@testable import App

/// Requests of a login, in the trace and the progress of the request that waits for it.
@Suite(.timeLimit(.minutes(5))) struct LoginTraceTests {
    /// Records the messages to the workbench.
    private final class Posted: Sendable {
        let exchange = Mutex<Exchange?>(nil)
        let progress = Mutex<[SendingProgress]>([])

        func take(_ message: SendingMessage) {
            if case .flight(.progressed(_, let progress)) = message { self.progress.withLock { $0.append(progress) } }
        }
    }

    /// Sends a request that needs a token, over a mock.
    private func sent() async throws -> (exchange: Exchange, progress: [SendingProgress]) {
        let mock = MockLoader()
            .then(200, body: #"{"access_token":"granted-token","refresh_token":"next-refresh"}"#)
            .then(200, body: "hello")
        let posted = Posted()
        let recorder = ExchangeRecorder(makeBodyPath: { nil }, finished: { exchange, _ in posted.exchange.withLock { $0 = exchange } })
        let loader = LiveChain.loader(recorder: recorder, transport: mock)
        var request = HTTPRequest(url: "https://api.example/people")
        request.authenticate(
            with: .oauth(
                OAuthConfiguration(
                    grant: .password(BasicCredentials(username: "ann", password: "hunter2")), clientID: "id", clientSecret: "shared-secret",
                    endpoints: OAuthEndpoints(token: "https://id.example/token"))))
        request.exchangeContext = ExchangeContext(id: "one", origin: Exchange.Origin(), draft: nil, mask: SecretMask())
        await Sender(loader: loader, uptime: { .zero }, post: { posted.take($0) }).send(request, as: "one", for: 0)
        return (try #require(posted.exchange.withLock { $0 }), posted.progress.withLock { $0 })
    }

    @Test func `the token request is in the trace and among the hops`() async throws {
        let exchange = try await sent().exchange
        let texts = exchange.trace.map(\.text)
        let steps = [
            "Wait: the authorization server", "Request POST https://id.example/token to get a token", "Response 200 ",
            "Request GET https://api.example/people", "Response 200 ",
        ]
        #expect(texts.filter { steps.contains($0) } == steps)
        #expect(exchange.hops.map(\.url) == ["https://id.example/token", "https://api.example/people"])
        #expect(exchange.hops.map(\.status) == [200, 200])
    }

    @Test func `the exchange contains the requested request`() async throws {
        let exchange = try await sent().exchange
        #expect((exchange.request.method, exchange.request.url) == ("GET", "https://api.example/people"))
        #expect(exchange.request.body.isEmpty)
        #expect(exchange.response?.body.storage == .bytes(Array("hello".utf8)))
    }

    @Test func `no secret of a login is kept`() async throws {
        var text = ""
        dump(try await sent().exchange, to: &text)
        let secrets = ["hunter2", "shared-secret", "granted-token", "next-refresh", "aWQ6c2hhcmVkLXNlY3JldA=="]
        #expect(secrets.filter { text.contains($0) } == [])
        #expect(text.contains(SecretMask.sign))
    }

    @Test func `the progress leaves out the login's own transfers`() async throws {
        let progress = try await sent().progress
        #expect(progress.map(\.phase.text).contains("waiting: the authorization server"))
        #expect(progress.filter { $0.phase == .receiving }.allSatisfy { [0, 5].contains($0.receivedByteCount) })
        #expect(progress.filter { $0.phase == .connecting }.count == 1)
        #expect(progress.last?.receivedByteCount == 5)
    }
}
