import HTTPTesting
import Synchronization
import Testing

@testable import HTTP

@Suite struct HTTPTaskTests {
    let request = HTTPRequest(url: "https://host/")

    @Test func handlersRunInReverseOrderAndOnce() {
        let order = Mutex<[Int]>([])
        let task = HTTPTask()
        for number in 1...3 { task.onCancel { order.withLock { $0.append(number) } } }
        task.cancel()
        task.cancel()
        #expect(order.withLock { $0 } == [3, 2, 1])
        #expect(task.isCancelled)
    }

    @Test func runsALateHandlerAtOnceAndARemovedOneNever() {
        let count = Mutex(0)
        let task = HTTPTask()
        let removed = task.onCancel { count.withLock { $0 += 10 } }
        task.removeHandler(removed)
        task.cancel()
        task.onCancel { count.withLock { $0 += 1 } }
        #expect(count.withLock { $0 } == 1)
    }

    @Test(arguments: 1...3) func removingAHandlerKeepsTheRemainingOnes(removed: Int) {
        let order = Mutex<[Int]>([])
        let task = HTTPTask()
        let handlers = (1...3).map { number in task.onCancel { order.withLock { $0.append(number) } } }
        task.removeHandler(handlers[removed - 1])
        task.cancel()
        #expect(order.withLock { $0 } == [3, 2, 1].filter { $0 != removed })
    }

    /// The first result wins, for every waiter.
    @Test func anExecutionCompletesOnce() async {
        let results = Mutex<[[Bool]]>([])
        await withTaskGroup { group in
            for number in 0..<200 {
                let task = HTTPTask()
                results.withLock { $0.append([]) }
                for _ in 1...2 { task.whenFinished { result in results.withLock { $0[number].append(result.failure == nil) } } }
                group.addTask { task.finish(.success(HTTPResponse(request: request, status: 200))) }
                group.addTask { task.finish(.failure(HTTPError(.cancelled, request: request))) }
                group.addTask {
                    let result = await task.result
                    #expect(await task.result.failure?.code == result.failure?.code)
                }
            }
        }
        #expect(results.withLock { $0.allSatisfy { $0 == [true, true] || $0 == [false, false] } })
    }

    /// The first result stays.
    @Test func ignoresASecondResult() async {
        let task = HTTPTask()
        task.finish(.success(HTTPResponse(request: request, status: 200)))
        task.finish(.failure(HTTPError(.cancelled, request: request)))
        #expect(await task.result.response?.status == 200)
    }

    /// The history and a progress bar, of a task that keeps no events.
    @Test func notifiesEveryObserver() {
        let count = Mutex(0)
        let task = HTTPTask(recordsEvents: false)
        for _ in 1...3 { task.observe { _ in count.withLock { $0 += 1 } } }
        task.report(.queued)
        #expect(count.withLock { $0 } == 3)
    }

    @Test func everyWaiterGetsTheResponse() async throws {
        let task = MockLoader().then(204).start(request)
        #expect(try await task.value.status == 204)
        #expect(try await task.value.status == 204)
    }

    @Test func eventsEndWithTheBody() async throws {
        let task = MockLoader().then(200, body: "hello").start(request)
        _ = try await task.value.body.collect(upTo: 10)
        #expect(
            await task.events.reduce(into: [String]()) { $0.append(Self.name(of: $1)) } == ["started", "responded", "received", "finished"])
    }

    @Test func everyListenerGetsAllEventsFromTheBeginning() async throws {
        let task = MockLoader().then(200, body: "hello").start(request)
        let early = Task { await task.events.reduce(into: [String]()) { $0.append(Self.name(of: $1)) } }
        _ = try await task.value.body.collect(upTo: 10)
        let names = ["started", "responded", "received", "finished"]
        #expect(await early.value == names)
        #expect(await task.events.reduce(into: [String]()) { $0.append(Self.name(of: $1)) } == names)
    }

    /// A count that the other one has read already is replaced for those who have not.
    @Test(.timeLimit(.minutes(5))) func twoListenersWaitAtTheSameTime() async {
        let task = HTTPTask()
        let gate = Gate()
        let listeners = (1...2).map { _ in
            Task {
                var names: [String] = []
                for await event in task.events {
                    names.append("\(event)")
                    if case .queued = event { await gate.enter() }
                    if case .noted = event { break }
                }
                return names
            }
        }
        task.report(.queued)
        await gate.waitUntilEntered(2)
        task.report(.received(1, of: nil))
        task.report(.received(2, of: nil))
        task.report(.noted("end"))
        gate.open()
        for listener in listeners { #expect(await listener.value == ["queued", "received(2, of: nil)", "noted(\"end\")"]) }
    }

    static func name(of event: HTTPTaskEvent) -> String { String("\(event)".prefix { $0 != "(" }) }

    /// Events end with a complete response even without a reader.
    @Test(.timeLimit(.minutes(5)), arguments: ["", "whole"]) func eventsEndWithAResponseThatIsWhole(body: String) async throws {
        let task = (ResetGuard() --> AutoCancel() --> MockLoader().then(200, body: body)).start(request)
        #expect(await task.events.reduce(into: [String]()) { $0.append(Self.name(of: $1)) }.last == "finished")
        #expect(try await task.value.body.text() == body)
    }

    /// A transport with only a head, without a reader.
    @Test(.timeLimit(.minutes(5))) func eventsEndWithAResponseThatHasNoBody() async throws {
        struct Headless: HTTPLoader {
            func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse {
                let execution = task.execution
                let body = HTTPResponseBody(ListSource([]), for: request).observed(end: { _ in execution.report(.finished(HTTPMetrics())) })
                return HTTPResponse(request: request, status: 204, body: body)
            }
        }
        let task = (AutoCancel() --> Headless()).start(request)
        #expect(await task.events.reduce(into: [String]()) { $0.append(Self.name(of: $1)) } == ["finished"])
        #expect(try await task.value.body.data().isEmpty)
    }

    @Test func eventsEndWithAFailure() async {
        let task = MockLoader().start(HTTPRequest())
        var count = 0
        for await _ in task.events { count += 1 }
        #expect(count == 0)
        #expect(await task.result.response == nil)
    }

    @Test func replacesOnlyUnreadByteCounts() async {
        let task = HTTPTask()
        task.report(.queued)
        for number in 1...1000 {
            task.report(.received(Int64(number), of: 1000))
            task.report(.sent(Int64(number), of: nil))
        }
        task.report(.queued)
        task.report(.received(7, of: nil))
        var iterator = task.events.makeAsyncIterator()
        var shown: [String] = []
        for _ in 0..<5 { shown.append(await iterator.next().map { "\($0)" } ?? "end") }
        #expect(shown == ["queued", "received(1000, of: Optional(1000))", "sent(1000, of: nil)", "queued", "received(7, of: nil)"])
    }

    @Test(arguments: [true, false]) func `cancelling after the end changes nothing`(isRead: Bool) async throws {
        let task = MockLoader().then(200, body: "whole").start(request)
        let response = try await task.value
        if isRead { #expect(try await response.text() == "whole") }
        let events = await task.events.reduce(into: []) { $0.append("\($1)") }
        task.cancel()
        task.cancel()
        if !isRead { #expect(try await response.text() == "whole") }
        #expect(try await task.value.status == 200)
        #expect(await task.events.reduce(into: []) { $0.append("\($1)") } == events)
    }

    /// The waiter may hold the only handle.
    @Test func cancellingAWaiterCancelsTheRequest() async {
        let gate = Gate()
        let mock = MockLoader().then { request throws(HTTPError) in
            await gate.enter()
            return HTTPResponse(request: request, status: .ok)
        }
        let task = mock.start(request)
        let waiter = Task { await task.result }
        await gate.waitUntilEntered()
        waiter.cancel()
        gate.open()
        #expect(await waiter.value.failure?.code == .cancelled)
        #expect(task.isCancelled)
    }

    @Test func cancellingTheCallerCancelsTheRequest() async {
        let gate = Gate()
        let mock = MockLoader().then { request throws(HTTPError) in
            await gate.enter()
            return HTTPResponse(request: request, status: .ok)
        }
        let caller = Task { try await mock.load(request) }
        await gate.waitUntilEntered()
        caller.cancel()
        gate.open()
        let error = await #expect(throws: HTTPError.self) { try await caller.value }
        #expect(error?.code == .cancelled)
    }
}
