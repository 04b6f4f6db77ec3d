import HTTP
import HTTPTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct ThrottleTests {
    let request = HTTPRequest(url: "https://host/")

    @Test func aPauseAndARateAreSetWhileRequestsWait() async throws {
        let clock = ManualClock()
        let throttle = Throttle(maximumNumberOfRequests: 2, clock: clock.clock)
        throttle.isPaused = true
        let loader = throttle --> MockLoader().then(201).then(202)
        let tasks = [loader.start(request), loader.start(request)]
        for task in tasks { for await event in task.events { if case .queued = event { break } } }
        throttle.requestsPerSecond = 0.01
        throttle.isPaused = false
        await clock.waitForSleepers()
        throttle.requestsPerSecond = nil
        var statuses: Set<HTTPStatus> = []
        for task in tasks { statuses.insert(try await task.value.status) }
        #expect(statuses == [201, 202])
        #expect((throttle.maximumNumberOfRequests, throttle.requestsPerSecond, throttle.isPaused) == (2, nil, false))
    }

    @Test func aBodyThatIsReadCountsUntilItsEnd() async throws {
        let throttle = Throttle(maximumNumberOfRequests: 1)
        let loader = throttle --> MockLoader().then(200, body: "1").then(200, body: "2")
        var first = try await loader.load(request).body.makeAsyncIterator()
        #expect(try await first.next() == Array("1".utf8))
        let second = loader.start(request)
        for await event in second.events { if case .queued = event { break } }
        #expect(throttle.waitingCount == 1)
        #expect(try await first.next() == nil)
        #expect(try await second.value.body.collect(upTo: 9) == Array("2".utf8))
    }

    @Test(.timeLimit(.minutes(5)), arguments: [(HTTPMethod.head, HTTPStatus.ok), (.get, 204), (.get, 304)])
    func aResponseWithoutABodyIsNotCounted(method: HTTPMethod, status: HTTPStatus) async throws {
        let mock = MockLoader().when({ _ in true }) { request throws(HTTPError) in
            HTTPResponse(request: request, status: status, body: HTTPResponseBody(StalledSource(), for: request))
        }
        let loader = Throttle(maximumNumberOfRequests: 1) --> mock
        var kept: [HTTPResponse] = []
        for _ in 1...3 { kept.append(try await loader.load(HTTPRequest(method: method, url: "https://host/"))) }
        #expect(kept.map(\.body.expectedByteCount) == [0, 0, 0])
    }

    /// All heads are read first, the bodies later.
    @Test(.timeLimit(.minutes(5))) func unreadBodiesDoNotBlockRequests() async throws {
        let loader = Throttle(maximumNumberOfRequests: 1) --> MockLoader().then(200, body: "1").then(200, body: "2").then(200, body: "3")
        var responses: [HTTPResponse] = []
        for _ in 1...3 { responses.append(try await loader.load(request)) }
        let bodies = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for response in responses { group.addTask { try await response.body.collect(upTo: 9) } }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(bodies == [[0x31], [0x32], [0x33]])
    }

    @Test(.timeLimit(.minutes(5))) func bodyReadersGoBeforeNewRequests() async throws {
        let gate = Gate()
        let mock = MockLoader().then(200, body: "1").then { request throws(HTTPError) in
            await gate.enter()
            return HTTPResponse(request: request, status: .ok)
        }
        .then(200)
        let loader = Throttle(maximumNumberOfRequests: 1) --> mock
        let first = loader.start(request)
        let body = try await first.value.body
        let second = loader.start(request)
        await gate.waitUntilEntered()
        let third = loader.start(request)
        for await event in third.events { if case .queued = event { break } }
        let reader = Task { try await body.collect(upTo: 9) }
        for await event in first.events { if case .queued = event { break } }
        gate.open()
        #expect(try await reader.value == Array("1".utf8))
        _ = try await (second.value, third.value)
    }

    enum Ending: CaseIterable {
        case body
        case task
        case reset
    }

    @Test(.timeLimit(.minutes(5)), arguments: Ending.allCases) func aReaderThatWaitsCanBeCancelled(_ ending: Ending) async throws {
        let throttle = Throttle(maximumNumberOfRequests: 1)
        let loader = throttle --> MockLoader().then(200, body: "1").then(200, body: "2")
        let waiting = loader.start(request)
        let body = try await waiting.value.body
        var other = try await loader.load(request).body.makeAsyncIterator()
        _ = try await other.next()
        let reader = Task {
            await HTTPResult.of { () throws(HTTPError) in
                _ = try await body.collect(upTo: 9)
                throw HTTPError(.unknown, request: HTTPRequest())
            }
        }
        for await event in waiting.events { if case .queued = event { break } }
        switch ending {
        case .body: body.cancel()
        case .task: waiting.cancel()
        case .reset: await throttle.reset()
        }
        let ending = await withTaskCancellationHandler {
            await reader.value
        } onCancel: {
            reader.cancel()
        }
        #expect(ending.failure?.code == .cancelled)
        #expect(try await other.next() == nil)
    }

    @Test func aFailureFreesItsPlace() async throws {
        let mock = MockLoader().then { request throws(HTTPError) in throw HTTPError(.timedOut, request: request) }.then(200)
        let loader = Throttle(maximumNumberOfRequests: 1) --> mock
        await #expect(throws: HTTPError.self) { try await loader.load(request) }
        #expect(try await loader.load(request).status == 200)
    }

    @Test func aCancelledWaiterFailsAndLeaves() async {
        let throttle = Throttle(maximumNumberOfRequests: 0)
        let task = (throttle --> MockLoader()).start(request)
        for await event in task.events { if case .queued = event { break } }
        task.cancel()
        #expect(await task.result.failure?.code == .cancelled)
        #expect(throttle.waitingCount == 0)
    }

    /// Its cancellation found no waiter in the queue.
    @Test func aCancelledRequestDoesNotWait() async {
        let throttle = Throttle(maximumNumberOfRequests: 0)
        let task = HTTPTask()
        task.cancel()
        let error = await #expect(throws: HTTPError.self) { try await (throttle --> MockLoader()).load(request, task: task) }
        #expect(error?.code == .cancelled)
        #expect(throttle.waitingCount == 0)
    }

    @Test func raisingTheLimitEndsAPause() async throws {
        let throttle = Throttle(maximumNumberOfRequests: 0)
        let task = (throttle --> MockLoader().then(200)).start(request)
        for await event in task.events { if case .queued = event { break } }
        throttle.maximumNumberOfRequests = 1
        #expect(try await task.value.status == 200)
    }

    @Test func neverBypassesTheQueue() async throws {
        var urgent = request
        urgent.throttle = .never
        #expect(try await (Throttle(maximumNumberOfRequests: 0) --> MockLoader().then(200)).load(urgent).status == 200)
    }

    @Test func aRateWaitsByTheClock() async throws {
        let clock = ManualClock()
        let loader = Throttle(requestsPerSecond: 4, clock: clock.clock) --> MockLoader().then(200).then(201)
        _ = try await loader.load(request)
        let second = loader.start(request)
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(250))
        #expect(try await second.value.status == 201)
        #expect(clock.requestedSleeps == [.milliseconds(250)])
    }

    @Test func cancellingASleeperStartsTheNextSleep() async throws {
        let clock = ManualClock()
        let loader = Throttle(requestsPerSecond: 1, clock: clock.clock) --> MockLoader().then(200).then(201)
        _ = try await loader.load(request)
        let second = loader.start(request)
        await clock.waitForSleepers()
        let third = loader.start(request)
        for await event in third.events { if case .queued = event { break } }
        second.cancel()
        #expect(await second.result.failure?.code == .cancelled)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        #expect(try await third.value.status == 201)
    }

    @Test func aResetEndsTheWaits() async {
        let throttle = Throttle(maximumNumberOfRequests: 0)
        let loader = throttle --> MockLoader()
        let task = loader.start(request)
        for await event in task.events { if case .queued = event { break } }
        await loader.reset()
        #expect(await task.result.failure?.code == .cancelled)
    }

    @Test func aResetEndsTheWaitForTheRateToo() async throws {
        let clock = ManualClock()
        let throttle = Throttle(requestsPerSecond: 1, clock: clock.clock)
        let loader = throttle --> MockLoader().then(200).then(201)
        _ = try await loader.load(request)
        let second = loader.start(request)
        await clock.waitForSleepers()
        await loader.reset()
        #expect(await second.result.failure?.code == .cancelled)
        let third = loader.start(request)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        #expect(try await third.value.status == 201)
    }

    /// Sleeps for the rate end with the reset.
    @Test func aResetEndsItsSleeps() async throws {
        let (asleep, awake) = (Gate(), Gate())
        let clock = HTTPClock(now: ManualClock().clock.now, uptime: { .zero }) { _ in
            await withTaskCancellationHandler {
                await asleep.enter()
            } onCancel: {
                asleep.open()
            }
            await awake.enter()
        }
        awake.open()
        let loader = Throttle(requestsPerSecond: 1, clock: clock) --> MockLoader().then(200)
        _ = try await loader.load(request)
        let second = loader.start(request)
        await asleep.waitUntilEntered()
        await loader.reset()
        await awake.waitUntilEntered()
        #expect(await second.result.failure?.code == .cancelled)
    }

    enum Wait: CaseIterable {
        case rate
        case place
    }

    /// As by a link that races two of them, or sets a limit of time: the execution goes on, this one does not.
    @Test(arguments: Wait.allCases) func cancellingTheSwiftTaskOfAWaiterLeavesTheQueue(_ wait: Wait) async throws {
        let clock = ManualClock()
        let throttle = Throttle(maximumNumberOfRequests: 1, requestsPerSecond: wait == .rate ? 1 : nil, clock: clock.clock)
        let gate = Gate()
        let mock = MockLoader().then { request throws(HTTPError) in
            if wait == .place { await gate.enter() }
            return HTTPResponse(request: request, status: .ok)
        }
        .then(201)
        let loader = throttle --> mock
        let first = loader.start(request)
        if wait == .place { await gate.waitUntilEntered() } else { _ = try await first.value }
        let execution = HTTPTask()
        let waiter = Task { await HTTPResult.of { () throws(HTTPError) in try await loader.load(request, task: execution) } }
        for await event in execution.events { if case .queued = event { break } }
        waiter.cancel()
        #expect(await waiter.value.failure?.code == .cancelled)
        #expect(throttle.waitingCount == 0)
        gate.open()
        _ = try await first.value
        let third = loader.start(request)
        if wait == .rate { await clock.waitForSleepers() }
        clock.advance(by: .seconds(1))
        #expect(try await third.value.status == 201)
    }

    @Test func allWaitersEndWithConcurrentCancels() async {
        let throttle = Throttle(maximumNumberOfRequests: 3)
        let mock = MockLoader().when({ _ in true }) { request throws(HTTPError) in
            HTTPResponse(request: request, status: .ok)
        }
        let loader = throttle --> mock
        let tasks = (0..<500).map { _ in loader.start(request) }
        for (index, task) in tasks.enumerated() where index % 3 == 0 { task.cancel() }
        let codes = await withTaskGroup { group in
            for task in tasks { group.addTask { await Self.codeOfEnding(task) } }
            return await group.reduce(into: Set<HTTPError.Code?>()) { $0.insert($1) }
        }
        #expect(codes.isSubset(of: [nil, .cancelled]))
        #expect(throttle.waitingCount == 0)
    }

    /// Gives the place back, as a reader does.
    static func codeOfEnding(_ task: HTTPTask) async -> HTTPError.Code? {
        switch await task.result {
        case .success(let response):
            response.body.cancel()
            return nil
        case .failure(let error): return error.code
        }
    }
}
