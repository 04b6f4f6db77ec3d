import HTTP
import HTTPTesting
import JSON
import Synchronization
import Testing
import Workspace

@testable import Engine

/// Runs of many requests, over a mock transport.
@Suite(.timeLimit(.minutes(5))) struct RunnerTests {
    private static let items = ["a", "b", "c"].map { RunPlan.Item(draft: RequestDraft(name: $0, url: "http://h/\($0)"), path: nil) }

    /// Runs a plan; the handler sees each result as it is taken, and the titles of all results are returned.
    private func run(
        _ plan: RunPlan, _ settings: RunSettings = RunSettings(), over transport: any HTTPLoader,
        taking take: (RunResult) throws -> Void = { _ in }
    ) async throws -> [String] {
        let sender = LiveSender { LiveChain.loader(recorder: $0, transport: transport) }
        let resolve: Runner.Resolve = { item, row, _ throws(RunError) in
            guard row["refused"] != item.title else { throw RunError("refused") }
            let origin = Exchange.Origin(workspace: "/w", requestPath: nil, name: item.title)
            return ResolvedSend(request: HTTPRequest(url: item.draft.url), mask: SecretMask(), origin: origin)
        }
        let runner = Runner(plan, settings, by: sender, resolve: resolve, record: nil)
        var titles: [String] = []
        try await runner.run { result in
            titles.append("\(result.title)\(result.iteration)")
            try take(result)
        }
        return titles
    }

    private func responding(_ statuses: [Int]) -> MockLoader { statuses.reduce(MockLoader()) { $0.then(HTTPStatus(rawValue: $1)) } }

    @Test func `iterations run one after another, each in order`() async throws {
        let plan = RunPlan(Self.items, rows: [["n": "1"], ["n": "2"]])
        let mock = responding(Array(repeating: 200, count: 6))
        #expect(try await run(plan, over: mock) == ["a1", "b1", "c1", "a2", "b2", "c2"])
        #expect(mock.requests.map(\.url) == ["a", "b", "c", "a", "b", "c"].map { "http://h/\($0)" })
    }

    @Test func `a result is taken before the next request of its iteration is sent`() async throws {
        let mock = responding(Array(repeating: 200, count: 6))
        var sent: [Int] = []
        _ = try await run(RunPlan(Self.items, repetitions: 2), over: mock) { _ in sent.append(mock.requests.count) }
        #expect(sent == [1, 2, 3, 4, 5, 6])
    }

    @Test(arguments: [1, 2]) func `the results before a cancellation are taken`(jobs: Int) async throws {
        let plan = RunPlan(Self.items, repetitions: 2)
        let mock = responding(Array(repeating: 200, count: 6))
        var settings = RunSettings()
        settings.jobs = jobs
        let count = Mutex(0)
        let task = Task { [settings] in
            try await run(plan, settings, over: mock) { _ in
                if count.withLock({
                    $0 += 1; return $0
                }) == 2 {
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(count.withLock(\.self) == 2)
    }

    /// A transport that gets a connection for the request of “b”, and answers none.
    private struct SilentLoader: HTTPLoader {
        let arrivals: AsyncStream<Void>.Continuation

        func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse {
            let request = try request.prepared()
            var metrics = HTTPMetrics()
            task.report(.started(request))
            if request.url.hasSuffix("/b") { metrics.connection = HTTPConnectionDetails() }
            let end = OneShot<Void>()
            task.onCancel { end.give(()) }
            arrivals.yield()
            await end.value
            let error = HTTPError(.cancelled, request: request)
            task.report(.finished(metrics))
            task.report(.failed(error))
            throw error
        }
    }

    @Test func `cancelling records and reports only requests that had a connection`() async throws {
        let (events, arrivals) = AsyncStream.makeStream(of: Void.self)
        let sender = LiveSender { LiveChain.loader(recorder: $0, transport: SilentLoader(arrivals: arrivals)) }
        let recorded = Mutex<[String]>([])
        let reported = Mutex<[String]>([])
        var settings = RunSettings()
        settings.jobs = 3
        let runner = Runner(
            RunPlan(Self.items), settings, by: sender,
            resolve: { item, _, _ throws(RunError) in
                let origin = Exchange.Origin(workspace: "/w", requestPath: nil, name: item.title)
                return ResolvedSend(request: HTTPRequest(url: item.draft.url), mask: SecretMask(), origin: origin)
            },
            record: { sent in
                recorded.withLock { $0.append(sent.exchange.origin.name) }
                return sent.exchange
            },
            cancelled: { result in reported.withLock { $0.append(result.exchange == nil ? "" : result.title) } })
        let task = Task { try await runner.run { _ in } }
        var arrivalCount = 0
        for await _ in events {
            arrivalCount += 1
            if arrivalCount == 3 { break }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(recorded.withLock { $0 } == ["b"])
        #expect(reported.withLock { $0 } == ["b"])
    }

    @Test func `bailing stops at the first failure`() async throws {
        var settings = RunSettings()
        settings.stopsAtFailure = true
        let plan = RunPlan(Self.items, rows: [["refused": "b"], [:]])
        #expect(try await run(plan, settings, over: responding([200])) == ["a1", "b1"])
        settings.stopsAtFailure = false
        #expect(try await run(plan, settings, over: responding(Array(repeating: 200, count: 5))).count == 6)
    }

    @Test func `requests in flight end and are reported after a failure`() async throws {
        var settings = RunSettings()
        (settings.stopsAtFailure, settings.jobs) = (true, 3)
        let plan = RunPlan(Self.items, rows: [["refused": "b"]])
        #expect(Set(try await run(plan, settings, over: responding([200, 200]))) == ["a1", "b1", "c1"])
    }

    @Test func `several jobs send the requests of one iteration at once, and keep the order within several`() async throws {
        var settings = RunSettings()
        settings.jobs = 3
        let mock = responding(Array(repeating: 200, count: 9))
        #expect(Set(try await run(RunPlan(Self.items), settings, over: mock)) == ["a1", "b1", "c1"])
        let titles = try await run(RunPlan(Self.items, repetitions: 2), settings, over: mock)
        for iteration in ["1", "2"] { #expect(titles.filter { $0.hasSuffix(iteration) }.map(\.first) == ["a", "b", "c"]) }
    }

    @Test func `iterations that run at the same time have cookies of their own`() async throws {
        var settings = RunSettings()
        settings.jobs = 4
        let number = Mutex(0)
        let mock = MockLoader().when({ $0.url.hasSuffix("/b") }) { HTTPResponse(request: $0, status: 200) }
        mock.when({ $0.url.hasSuffix("/a") }) { request in
            let id = number.withLock { number in
                number += 1
                return number
            }
            return HTTPResponse(request: request, status: 200, headers: ["Set-Cookie": "sid=\(id)"])
        }
        let plan = RunPlan(Array(Self.items.prefix(2)), repetitions: 8)
        _ = try await run(plan, settings, over: mock)
        let sent = mock.requests.filter { $0.url.hasSuffix("/b") }.compactMap { $0.headers["Cookie"] }
        #expect(sent.count == 8 && Set(sent).count == 8 && sent.allSatisfy { !$0.contains(";") })
        #expect(mock.requests.filter { $0.url.hasSuffix("/a") }.allSatisfy { $0.headers["Cookie"] == nil })
    }

    @Test func `a failed request is sent again`() async throws {
        var settings = RunSettings()
        settings.retries = 2
        let draft = RequestDraft(name: "a", url: "http://h/a", assertions: [Assertion(subject: "status", value: 200)])
        let mock = responding([500, 500, 200])
        var attempts: [Int] = []
        _ = try await run(RunPlan([RunPlan.Item(draft: draft, path: nil)]), settings, over: mock) { attempts.append($0.attempts) }
        #expect(attempts == [3] && mock.requests.count == 3)
    }
}
