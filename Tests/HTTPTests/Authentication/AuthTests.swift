import HTTP
import HTTPTesting
import Synchronization
import Testing

/// What the wire does not show; the schemes stand in ``ExchangeScript``.
@Suite struct AuthTests {
    let request = HTTPRequest(url: "https://host/x?a=1")

    /// Counts how often it was asked.
    final class Delegate: BasicAuthDelegate {
        let count = Mutex(0)

        func basicCredentials(for request: HTTPRequest) async -> BasicCredentials? {
            count.withLock { $0 += 1 }
            return BasicCredentials(user: "asked", password: "p")
        }
    }

    @Test func anUnknownMethodIsRefused() async {
        var request = request
        request.authenticationMethod = "carrier-pigeon"
        let error = await #expect(throws: HTTPError.self) { try await (Auth() --> MockLoader()).load(request) }
        #expect(error?.code == .invalidRequest)
    }

    @Test func theDelegateIsAskedOnceUntilAReset() async throws {
        let delegate = Delegate()
        let mock = MockLoader().then(200).then(200).then(200)
        let loader = Auth(delegate: delegate) --> mock
        var request = request
        request.authenticationMethod = .basic
        _ = try await loader.load(request)
        _ = try await loader.load(request)
        #expect(delegate.count.withLock { $0 } == 1)
        await loader.reset()
        _ = try await loader.load(request)
        #expect(delegate.count.withLock { $0 } == 2)
        #expect(mock.resetCount == 1)
    }

    @Test func ownCredentialsAndOwnHeadersComeFirst() async throws {
        let delegate = Delegate()
        let mock = MockLoader().then(200)
        var request = request
        request.authenticate(with: .basic(BasicCredentials(user: "u", password: "p")))
        request.headers["Authorization"] = "mine"
        _ = try await (Auth(delegate: delegate) --> mock).load(request)
        #expect(mock.requests.first?.headers.values(for: "Authorization") == ["mine"])
        #expect(delegate.count.withLock { $0 } == 0)
    }

    @Test func aUserWithAColonIsRefused() async {
        var request = request
        request.authenticate(with: .basic(BasicCredentials(user: "a:b", password: "p")))
        let error = await #expect(throws: HTTPError.self) { try await (Auth() --> MockLoader()).load(request) }
        #expect(error?.code == .invalidRequest)
    }

    @Test func aTransportSchemeIsHandedThrough() async throws {
        let mock = MockLoader().then(200)
        var request = request
        let ntlm = HTTPTransportAuthentication(scheme: .ntlm, credentials: BasicCredentials(user: "u", password: "p"))
        request.authenticate(with: .transport(ntlm))
        _ = try await (Auth() --> mock).load(request)
        #expect(mock.requests.first?.transportAuthentication == ntlm)
    }
}
