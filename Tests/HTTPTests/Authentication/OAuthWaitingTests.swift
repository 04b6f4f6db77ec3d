import HTTP
import HTTPTesting
import Testing

/// The events of a request name what it waits for: a login may take minutes.
@Suite(.timeLimit(.minutes(5))) struct OAuthWaitingTests {
    /// A user to whom codes are shown; the test decides the result.
    struct TestUser: OAuthDelegate {
        let show: @Sendable () async throws(OAuthLoginError) -> Void

        func savedCredentials(for configuration: OAuthConfiguration) async -> OAuthCredentials? { nil }
        func save(_ credentials: OAuthCredentials?, for configuration: OAuthConfiguration) async {}
        func logIn(at login: OAuthLogin) async -> OAuthRedirect? { nil }
        func show(_ code: OAuthDeviceCode) async throws(OAuthLoginError) { try await show() }
    }

    func request(_ grant: OAuthConfiguration.Grant) -> HTTPRequest {
        var request = HTTPRequest(url: "https://api.example/")
        let endpoints = OAuthEndpoints(
            authorization: "https://as.example/login", token: "https://as.example/token", deviceAuthorization: "https://as.example/device")
        request.authenticate(with: .oauth(OAuthConfiguration(grant: grant, clientID: "id", endpoints: endpoints)))
        return request
    }

    func server(holdingTokens gate: Gate) -> MockLoader {
        MockLoader()
            .when({ $0.path == "/device" }) { request throws(HTTPError) in
                let body = #"{"device_code":"d","user_code":"WDJB-MJHT","verification_uri":"https://v","expires_in":1800,"interval":5}"#
                return HTTPResponse(request: request, status: 200, bytes: Array(body.utf8))
            }
            .when({ $0.path == "/token" }) { request throws(HTTPError) in
                await gate.enter()
                return HTTPResponse(request: request, status: 200, bytes: Array(#"{"access_token":"one"}"#.utf8))
            }
            .when({ _ in true }) { request throws(HTTPError) in HTTPResponse(request: request, status: 200) }
    }

    func waits(of task: HTTPTask) async -> [String] {
        await task.allEvents().compactMap { event in
            switch event {
            case .waiting(let duration, let reason): (duration.map { "\($0), " } ?? "") + reason
            case .polling(let duration, let reason): "\(duration), \(reason)"
            default: nil
            }
        }
    }

    @Test func reportsThePollingIntervalOfADevice() async {
        let gate = Gate()
        gate.open()
        let clock = ManualClock(advancesBySleeping: true)
        let task = (OAuth(clock: clock.clock) --> server(holdingTokens: gate)).start(request(.deviceCode))
        #expect(await waits(of: task) == ["the authorization server", "5.0 seconds, the user to log in on another device"])
    }

    @Test func showsACodeUntilTheLoginEnds() async throws {
        let (gate, hidden) = (Gate(), Gate())
        gate.open()
        let user = TestUser { () throws(OAuthLoginError) in
            await withTaskCancellationHandler {
                await hidden.enter()
            } onCancel: {
                hidden.open()
            }
        }
        let clock = ManualClock(advancesBySleeping: true)
        let loader = OAuth(delegate: user, clock: clock.clock) --> server(holdingTokens: gate)
        #expect(try await loader.load(request(.deviceCode)).status == 200)
    }

    @Test(arguments: [OAuthLoginError.cancelled, OAuthLoginError("Nobody is here.")])
    func aRefusedDeviceCodeEndsTheLoginForAllWaiters(refusal: OAuthLoginError) async {
        let given = Gate()
        let user = TestUser { () throws(OAuthLoginError) in
            await given.enter()
            throw refusal
        }
        let loader = OAuth(delegate: user, clock: ManualClock().clock) --> server(holdingTokens: Gate())
        let tasks = [loader.start(request(.deviceCode)), loader.start(request(.deviceCode))]
        for task in tasks { for await event in task.events { if case .waiting = event { break } } }
        await given.waitUntilEntered()
        given.open()
        for task in tasks {
            let error = await #expect(throws: HTTPError.self) { try await task.value }
            #expect(error?.code == .cannotAuthenticate)
            #expect(error?.message == refusal.message)
        }
    }

    @Test func laterRequestsWaitForTheFirst() async {
        let gate = Gate()
        let loader = OAuth() --> server(holdingTokens: gate)
        let first = loader.start(request(.clientCredentials))
        await gate.waitUntilEntered()
        let second = loader.start(request(.clientCredentials))
        for await event in second.events { if case .waiting(_, let reason) = event, reason.hasPrefix("the token") { break } }
        gate.open()
        #expect(await waits(of: first) == ["the authorization server"])
        #expect(await second.result.response?.status == 200)
    }
}
