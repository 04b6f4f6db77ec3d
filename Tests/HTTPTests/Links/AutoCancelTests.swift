import HTTP
import HTTPTesting
import Testing

@Suite struct AutoCancelTests {
    @Test func aResetCancelsWhatIsInFlightAndReturnsWhenItIsOver() async {
        let clock = ManualClock()
        let mock = MockLoader().when({ _ in true }) { request throws(HTTPError) in
            try? await clock.clock.sleep(.seconds(60))
            return HTTPResponse(request: request, status: .ok)
        }
        let loader = AutoCancel() --> mock
        let tasks = (0..<3).map { _ in loader.start(HTTPRequest(url: "https://host/")) }
        await clock.waitForSleepers(3)
        await loader.reset()
        for task in tasks {
            #expect(task.isCancelled)
            #expect(await task.result.failure?.code == .cancelled)
        }
        #expect(mock.resetCount == 1)
    }

    @Test func aBodyOnItsWayIsCancelledToo() async throws {
        let loader = AutoCancel() --> MockLoader().then(200, body: "x")
        let task = loader.start(HTTPRequest(url: "https://host/"))
        let response = try await task.value
        await loader.reset()
        #expect(task.isCancelled)
        withExtendedLifetime(response) {}
    }

    @Test func whatIsOverIsForgotten() async throws {
        let loader = AutoCancel() --> MockLoader().then(200, body: "x")
        let task = loader.start(HTTPRequest(url: "https://host/"))
        _ = try await task.value.body.collect(upTo: 1)
        await loader.reset()
        #expect(!task.isCancelled)
    }

    /// Says when a request waits.
    struct Watch: HTTPLoaderLink {
        let waits: AsyncStream<Void>.Continuation

        func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
            task.observe { event in
                switch event {
                case .queued, .retrying: waits.yield()
                default: break
                }
            }
            return try await nextLoader.load(request, task: task)
        }
    }

    enum Wait: CaseIterable {
        case turn
        case repetition
    }

    /// Also where nobody holds a handle to the request.
    @Test(arguments: Wait.allCases) func aResetEndsEveryKindOfWait(_ wait: Wait) async {
        let (waits, continuation) = AsyncStream.makeStream(of: Void.self)
        let inner: HTTPChain =
            switch wait {
            case .turn: Throttle(maximumNumberOfRequests: 0) --> MockLoader()
            case .repetition: Retry(Backoff(.constant(.seconds(9))), clock: ManualClock().clock) --> MockLoader().then(503)
            }
        let chain = AutoCancel() --> Watch(waits: continuation) --> inner
        async let code = Self.codeOfFailure(chain)
        for await _ in waits { break }
        await chain.reset()
        #expect(await code == .cancelled)
    }

    static func codeOfFailure(_ chain: HTTPChain) async -> HTTPError.Code? {
        do throws(HTTPError) {
            _ = try await chain.load(HTTPRequest(url: "https://host/"))
            return nil
        } catch {
            return error.code
        }
    }
}
