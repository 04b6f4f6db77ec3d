import Engine
import HTTP
import HTTPTesting
import Screen
import Synchronization
import TestFixtures
import Testing
import Widgets

@testable import App
@testable import Workspace

/// Runs of the requests of a workspace's files.
@Suite struct RunEffectsTests {
    private let folder = TemporaryFolder([
        "collections/c/collection.json": #"{"name": "C"}"#, "collections/c/one.request.json": #"{"name": "One", "url": "http://h/1"}"#,
        "collections/c/in/folder.json": #"{"name": "In / there"}"#,
        "collections/c/in/two.request.json": #"{"name": "Twö", "url": "http://h/2"}"#, "collections/d/bad.request.json": "<<<<<<< HEAD",
        "collections/d/worse.request.json": #"{"headers": 5}"#,
        "collections/e/misspelt.request.json": #"{"url": "http://h/3", "assertion": []}"#,
        "collections/p/environments/live.json": #"{"name": "live", "protected": true}"#,
        "collections/p/delete.request.json": #"{"method": "DELETE", "url": "http://h/4", "options": {"environment": "live"}}"#,
        "collections/p/get.request.json": #"{"url": "http://h/5", "options": {"environment": "live"}}"#,
    ])

    @Test(arguments: [(nil, false), (EnvironmentSummary(name: "live", path: "collections/p/environments/live.json"), true)])
    func `a protected environment that a request chooses itself must have been named`(
        environment: EnvironmentSummary?, isSent: Bool
    ) async {
        let history = HistoryEffects(open: { OpenedHistory(store: InMemoryHistoryStore()) }, queries: LiveQueries.all, post: { _ in })
        let rows = Mutex<[RunRow]>([])
        let effects = RunEffects(
            workspace: FileWorkspace(folder: folder.path, environment: [:], trust: .everything), history: history,
            makeLoader: { recorder, _ in LiveChain.loader(recorder: recorder, transport: MockLoader().then(200).then(200)) },
            makeBodyPath: { nil },
            uptime: { .zero }
        ) { message in
            if case .progress(.took(let row, _)) = message { rows.withLock { $0.append(row) } }
        }
        var job = RunJob(name: "run", path: "collections/p")
        job.environment = environment
        await effects.run(job)
        #expect(rows.withLock { $0.map { $0.entry != nil } } == [isSent, true])
        #expect(rows.withLock { $0.first?.problems.contains { $0.contains("“live” is protected") } } == !isSent)
    }

    @Test(arguments: [
        ("collections/c", ["In / there / Twö", "One"]), ("collections/c/in", ["Twö"]), ("collections/c/one.request.json", ["One"]),
        ("collections/d", ["bad", "worse"]),
        ("collections/e", ["misspelt"]),
    ])
    func `a run reports begin and result of each request with its folders`(path: String, titles: [String]) async {
        let history = HistoryEffects(open: { OpenedHistory(store: InMemoryHistoryStore()) }, queries: LiveQueries.all, post: { _ in })
        let begun = Mutex<[String]>([])
        let taken = Mutex<[String]>([])
        let effects = RunEffects(
            workspace: FileWorkspace(folder: folder.path, environment: [:], trust: .everything), history: history,
            makeLoader: { recorder, _ in LiveChain.loader(recorder: recorder, transport: MockLoader().then(200).then(200)) },
            makeBodyPath: { nil },
            uptime: { .zero }
        ) { message in
            if case .progress(.began(let row, _)) = message { begun.withLock { $0.append(row.title) } }
            if case .progress(.took(let row, _)) = message {
                #expect(begun.withLock { $0.last } == row.title)
                #expect(row.isPassed == (row.file?.hasPrefix("collections/c") == true))
                taken.withLock { $0.append(row.title) }
            }
        }
        await effects.run(RunJob(name: "run", path: path))
        #expect(taken.withLock { $0.sorted() } == titles)
        #expect(begun.withLock { $0 } == taken.withLock { $0 })
    }

    @Test func `the loader is made for all concurrent requests of a run`() async {
        let history = HistoryEffects(open: { OpenedHistory(store: InMemoryHistoryStore()) }, queries: LiveQueries.all, post: { _ in })
        let counts = Mutex<[Int]>([])
        let effects = RunEffects(
            workspace: FileWorkspace(folder: folder.path, environment: [:], trust: .everything), history: history,
            makeLoader: { recorder, count in
                counts.withLock { $0.append(count) }
                return LiveChain.loader(recorder: recorder, transport: MockLoader().then(200).then(200))
            }, makeBodyPath: { nil }, uptime: { .zero }, post: { _ in })
        var job = RunJob(name: "run", path: "collections/c")
        job.settings.jobs = 12
        await effects.run(job)
        #expect(counts.withLock { $0 } == [12])
    }

    /// A transport that gets a connection and no response.
    private struct SilentLoader: HTTPLoader {
        let arrivals: AsyncStream<Void>.Continuation

        func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse {
            let request = try request.prepared()
            var metrics = HTTPMetrics()
            metrics.connection = HTTPConnectionDetails()
            task.report(.started(request))
            let end = OneShot<Void>()
            task.onCancel { end.give(()) }
            arrivals.yield()
            await end.value
            task.report(.finished(metrics))
            throw HTTPError(.cancelled, request: request)
        }
    }

    @Test(.timeLimit(.minutes(5))) func `a request that stopping the run cancels is a result before the end`() async {
        let history = HistoryEffects(open: { OpenedHistory(store: InMemoryHistoryStore()) }, queries: LiveQueries.all, post: { _ in })
        let (events, arrivals) = AsyncStream.makeStream(of: Void.self)
        let news = Mutex<[String]>([])
        let effects = RunEffects(
            workspace: FileWorkspace(folder: folder.path, environment: [:], trust: .everything), history: history,
            makeLoader: { recorder, _ in LiveChain.loader(recorder: recorder, transport: SilentLoader(arrivals: arrivals)) },
            makeBodyPath: { nil }, uptime: { .zero }
        ) { message in
            if case .progress(.took(let row, _)) = message { news.withLock { $0.append(row.entry?.errorCode ?? "") } }
            if case .progress(.ended) = message { news.withLock { $0.append("end") } }
        }
        let run = Task { await effects.run(RunJob(name: "run", path: "collections/c")) }
        for await _ in events { break }
        run.cancel()
        await run.value
        #expect(news.withLock { $0 } == ["cancelled", "end"])
    }
}
