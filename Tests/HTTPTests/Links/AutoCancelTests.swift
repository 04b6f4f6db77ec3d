import HTTP
import HTTPTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct AutoCancelTests {
    @Test func aResetCancelsRequestsInFlightAndWaitsForThem() async {
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

    /// A running request would use links that are reset.
    @Test func aResetReturnsAfterTheLastOneInFlight() async {
        let entered = Gate()
        entered.open()
        let order = Mutex<[String]>([])
        let slow = StubLoader { request, task throws(HTTPError) in
            await entered.enter()
            await task.untilCancelled()
            for _ in 0..<1_000 { await Task.yield() }
            order.withLock { $0.append("ended") }
            throw HTTPError(.cancelled, request: request)
        }
        let loader = AutoCancel() --> slow
        let task = loader.start(HTTPRequest(url: "https://host/"))
        await entered.waitUntilEntered()
        await loader.reset()
        order.withLock { $0.append("reset") }
        #expect(order.withLock { $0 } == ["ended", "reset"])
        #expect(task.isCancelled)
    }

    /// A reset that comes between the head and its reader finds no body yet.
    @Test func aHeadAfterACancelHasNoBody() async throws {
        let late = StubLoader { request, task throws(HTTPError) in
            task.cancel()
            return HTTPResponse(request: request, status: .ok, bytes: [1])
        }
        let response = try await (AutoCancel() --> late).load(HTTPRequest(url: "https://host/"))
        let error = await #expect(throws: HTTPError.self) { try await response.body.collect(upTo: 9) }
        #expect(error?.code == .cancelled)
    }

    @Test func cancelsAnUnreadBody() async throws {
        let loader = AutoCancel() --> MockLoader().then(200, body: "x")
        let task = loader.start(HTTPRequest(url: "https://host/"))
        let response = try await task.value
        await loader.reset()
        #expect(task.isCancelled)
        let error = await #expect(throws: HTTPError.self) { try await response.body.collect(upTo: 9) }
        #expect(error?.code == .cancelled)
    }

    @Test func cancelsABodyWithoutATaskHandle() async throws {
        let loader = AutoCancel() --> MockLoader().then(200, body: "x")
        let response = try await loader.load(HTTPRequest(url: "https://host/"))
        await loader.reset()
        let error = await #expect(throws: HTTPError.self) { try await response.body.collect(upTo: 9) }
        #expect(error?.code == .cancelled)
    }

    /// Otherwise its connection and its place would be occupied until the next reset.
    @Test func releasingABodyEndsIt() async throws {
        let loader = AutoCancel() --> Throttle(maximumNumberOfRequests: 1) --> MockLoader().then(200, body: "x").then(201)
        func letGo() async throws { #expect(try await loader.start(HTTPRequest(url: "https://host/")).value.status == 200) }
        try await letGo()
        #expect(try await loader.load(HTTPRequest(url: "https://host/")).status == 201)
    }

    /// A loader whose reset waits for the test.
    struct SlowToReset: HTTPLoader {
        let gate: Gate

        func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse {
            HTTPResponse(request: request, status: .ok)
        }
        func reset() async { await gate.enter() }
    }

    /// The request would pass links of which some are already reset and some are not.
    @Test func refusesRequestsDuringAReset() async throws {
        let gate = Gate()
        let loader = AutoCancel() --> SlowToReset(gate: gate)
        async let reset: Void = loader.reset()
        await gate.waitUntilEntered()
        #expect(await Self.codeOfFailure(loader) == .resetInProgress)
        gate.open()
        await reset
        #expect(try await loader.load(HTTPRequest(url: "https://host/")).status == 200)
    }

    @Test func forgetsFinishedRequests() async throws {
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

    /// Waits end even if the program holds no handle to the request.
    @Test(arguments: Wait.allCases) func aResetEndsEveryWait(_ wait: Wait) async {
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
