import HTTP
import HTTPConformance
import HTTPTesting
import Synchronization
import Testing

/// Behaviour not visible on the wire; the schemes are tested by ``ExchangeScript``.
@Suite(.timeLimit(.minutes(5))) struct AuthenticateTests {
    let request = HTTPRequest(url: "https://host/x?a=1")

    /// Counts how often it was asked.
    final class Delegate: BasicAuthDelegate {
        let count = Mutex(0)

        func basicCredentials(for request: HTTPRequest) async -> BasicCredentials? {
            count.withLock { $0 += 1 }
            return BasicCredentials(username: "asked", password: "p")
        }
    }

    @Test func anUnknownMethodIsRefused() async {
        var request = request
        request.authenticationMethod = "carrier-pigeon"
        let error = await #expect(throws: HTTPError.self) { try await (Authenticate() --> MockLoader()).load(request) }
        #expect(error?.code == .invalidRequest)
    }

    @Test(arguments: [AuthenticationMethod.basic, .digest]) func theDelegateIsAskedOnceUntilAReset(method: AuthenticationMethod)
        async throws
    {
        let delegate = Delegate()
        let mock = MockLoader().then(200).then(200).then(200)
        let loader = Authenticate(delegate: delegate) --> mock
        var request = request
        request.authenticationMethod = method
        _ = try await loader.load(request)
        _ = try await loader.load(request)
        #expect(delegate.count.withLock { $0 } == 1)
        await loader.reset()
        _ = try await loader.load(request)
        #expect(delegate.count.withLock { $0 } == 2)
        #expect(mock.resetCount == 1)
    }

    @Test(arguments: [AuthenticationMethod.basic, .digest]) func theDelegateIsAskedAgainAfterARefusal(method: AuthenticationMethod)
        async throws
    {
        let delegate = Delegate()
        let challenge = "\(method == .digest ? "Digest" : "Basic") realm=\"r\", nonce=\"n\", qop=\"auth\""
        let refused = method == .digest ? 2 : 1
        let mock = (0..<refused).reduce(MockLoader()) { mock, _ in mock.then(401, headers: ["WWW-Authenticate": challenge]) }.then(200)
        let loader = Authenticate(delegate: delegate) --> mock
        var request = request
        request.authenticationMethod = method
        #expect(try await loader.load(request).status == .unauthorized)
        #expect(try await loader.load(request).status == .ok)
        #expect(delegate.count.withLock { $0 } == 2)
    }

    @Test func reportsThatItWaitsForTheDelegate() async {
        var request = request
        request.authenticationMethod = .basic
        let events = await (Authenticate(delegate: Delegate()) --> MockLoader().then(200)).start(request).allEvents()
        let schemes = events.compactMap { if case .authenticating(let scheme) = $0 { scheme } else { nil } }
        #expect(schemes == ["basic"])
        let waits = events.compactMap { if case .waiting(_, let reason) = $0 { reason } else { nil } }
        #expect(waits == ["the user name and password"])
    }

    @Test func requestCredentialsTakePrecedence() async throws {
        let delegate = Delegate()
        let mock = MockLoader().then(200).then(200)
        var request = request
        request.headers["Authorization"] = "mine"
        for own in [HTTPAuthentication.basic(BasicCredentials(username: "u", password: "p")), .bearer("t")] {
            request.authenticate(with: own)
            _ = try await (Authenticate(delegate: delegate) --> mock).load(request)
        }
        #expect(mock.requests.map { $0.headers.values(for: "Authorization") } == [["mine"], ["mine"]])
        #expect(delegate.count.withLock { $0 } == 0)
    }

    @Test(arguments: [HTTPAuthentication.bearer(""), .apiKey(APIKey(name: "", value: "v"))])
    func refusesEmptyCredentials(authentication: HTTPAuthentication) async {
        var request = request
        request.authenticate(with: authentication)
        let error = await #expect(throws: HTTPError.self) { try await (Authenticate() --> MockLoader()).load(request) }
        #expect(error?.code == .cannotAuthenticate)
    }

    @Test func aUserWithAColonIsRefused() async {
        var request = request
        request.authenticate(with: .basic(BasicCredentials(username: "a:b", password: "p")))
        let error = await #expect(throws: HTTPError.self) { try await (Authenticate() --> MockLoader()).load(request) }
        #expect(error?.code == .invalidRequest)
    }

    @Test func passesTransportSchemesOn() async throws {
        let mock = MockLoader().then(200)
        var request = request
        let ntlm = HTTPTransportAuthentication(scheme: .ntlm, credentials: BasicCredentials(username: "u", password: "p"))
        request.authenticate(with: .transport(ntlm))
        _ = try await (Authenticate() --> mock).load(request)
        #expect(mock.requests.first?.transportAuthentication == ntlm)
    }

    /// Answers on request, and reports when it is called and when the question is withdrawn.
    final class SlowDelegate: BasicAuthDelegate {
        let count = Mutex(0)
        let asked = AsyncStream<Void>.makeStream()
        let withdrawn = AsyncStream<Void>.makeStream()
        /// Ends the wait of the newest question. Each has another stream, because a stream whose reader was cancelled ends for all.
        private let answers = Mutex<AsyncStream<BasicCredentials?>.Continuation?>(nil)

        func answer(_ credentials: BasicCredentials?) { _ = answers.withLock { $0?.yield(credentials) } }

        func basicCredentials(for request: HTTPRequest) async -> BasicCredentials? {
            let (stream, continuation) = AsyncStream<BasicCredentials?>.makeStream()
            answers.withLock { $0 = continuation }
            count.withLock { $0 += 1 }
            asked.continuation.yield()
            for await answer in stream { return answer }
            withdrawn.continuation.yield()
            return nil
        }

        func waitForQuestion() async { for await _ in asked.stream { return } }
        func waitForWithdrawal() async { for await _ in withdrawn.stream { return } }
    }

    var basic: HTTPRequest {
        var request = request
        request.authenticationMethod = .basic
        return request
    }

    @Test func requestsToOneOriginShareOneQuestion() async throws {
        let delegate = SlowDelegate()
        let mock = MockLoader().when({ _ in true }) { request throws(HTTPError) in HTTPResponse(request: request, status: 200) }
        let loader = Authenticate(delegate: delegate) --> mock
        let tasks = (0..<5).map { _ in loader.start(basic) }
        await delegate.waitForQuestion()
        delegate.answer(BasicCredentials(username: "u", password: "p"))
        for task in tasks { #expect(try await task.value.status == .ok) }
        #expect(delegate.count.withLock { $0 } == 1)
    }

    @Test func aPendingQuestionDoesNotDelayCancelOrReset() async {
        let delegate = SlowDelegate()
        let loader = ResetGuard() --> AutoCancel() --> Authenticate(delegate: delegate) --> MockLoader()
        let cancelled = loader.start(basic)
        await delegate.waitForQuestion()
        cancelled.cancel()
        #expect(await cancelled.result.failure?.code == .cancelled)
        await delegate.waitForWithdrawal()
        let reset = loader.start(basic)
        await delegate.waitForQuestion()
        await loader.reset()
        #expect(await reset.result.failure?.code == .cancelled)
        await delegate.waitForWithdrawal()
    }

    /// Even if no other link cancels them.
    @Test func aResetWithdrawsPendingQuestions() async {
        let delegate = SlowDelegate()
        let loader = Authenticate(delegate: delegate) --> MockLoader()
        let task = loader.start(basic)
        await delegate.waitForQuestion()
        await loader.reset()
        #expect(await task.result.failure?.code == .cannotAuthenticate)
        await delegate.waitForWithdrawal()
    }

    @Test func aCancelledRequestLeavesTheQuestionToOthers() async throws {
        let delegate = SlowDelegate()
        let loader = Authenticate(delegate: delegate) --> MockLoader().then(200)
        let first = loader.start(basic)
        await delegate.waitForQuestion()
        let second = loader.start(basic)
        for await event in second.events { if case .waiting = event { break } }
        first.cancel()
        #expect(await first.result.failure?.code == .cancelled)
        delegate.answer(BasicCredentials(username: "u", password: "p"))
        #expect(await second.result.response?.status == 200)
        #expect(delegate.count.withLock { $0 } == 1)
    }

    @Test func asksAgainAfterARefusal() async throws {
        let delegate = Delegate()
        let loader = Authenticate(delegate: delegate) --> MockLoader().then(401).then(200).then(200)
        for _ in 0..<3 { _ = try await loader.load(basic) }
        #expect(delegate.count.withLock { $0 } == 2)
    }

    @Test func refusedRequestCredentialsDoNotAffectOtherRequests() async throws {
        let delegate = Delegate()
        let loader = Authenticate(delegate: delegate) --> MockLoader().then(200).then(401).then(200)
        var own = basic
        own.basicCredentials = BasicCredentials(username: "u", password: "wrong")
        for request in [basic, own, basic] { _ = try await loader.load(request) }
        #expect(delegate.count.withLock { $0 } == 1)
    }

    @Test(arguments: [
        HTTPAuthentication.none, .bearer("t"), .basic(BasicCredentials(username: "u", password: "p")),
    ])
    func anotherMethodReplacesTheFirst(second: HTTPAuthentication) {
        var request = request
        let ntlm = HTTPTransportAuthentication(scheme: .ntlm, credentials: BasicCredentials(username: "u", password: "p"))
        for first in [HTTPAuthentication.transport(ntlm), .apiKey(APIKey(name: "k", value: "v")), .digest(ntlm.credentials)] {
            request.authenticate(with: first)
        }
        request.authenticate(with: second)
        #expect(request.transportAuthentication == nil)
        #expect(request.apiKey == nil)
        #expect(request.authenticationMethod == second.method)
        if case .basic = second {} else { #expect(request.basicCredentials == nil) }
    }
}
