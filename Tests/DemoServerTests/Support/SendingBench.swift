import DemoServer
import Engine
import Foundation
import HTTP
import HTTPCurl
import Query
import ScreenTesting
import Workspace

@testable import App

/// Sends requests of the shipped collections to a demo server through the chain of the workbench.
final class SendingBench {
    /// The result of a request.
    struct Outcome {
        var refusals: [String] = []
        var exchange: Exchange?
        var report: CheckReport?
    }

    private let server: DemoServer
    private let collection: String
    private let effects: SendEffects
    private let queries = LiveQueries.queries(in: QueryWorker(program: BuiltProgram.path("apus")))
    private var ends: AsyncStream<SendingMessage>.Iterator
    private var captured = CapturedValues()

    init(collection: String) throws {
        server = try ImmediateDelayServer.start()
        self.collection = collection
        let cookies = CookieJar()
        let environment = AppEnvironment(
            workspace: FileWorkspace(
                folder: ShippedCollections.root, environment: ["APUS_DEMO_PORT": String(server.port)], trust: .everything),
            openHistory: { OpenedHistory(store: InMemoryHistoryStore()) },
            makeLoader: { LiveChain.loader(recorder: $0, cookies: cookies, transport: CurlLoader()) }, cookies: cookies)
        let (stream, continuation) = AsyncStream<SendingMessage>.makeStream()
        ends = stream.makeAsyncIterator()
        let post: @Sendable (SendingMessage) -> Void = { message in
            switch message {
            case .flight(.finished), .refused, .question(.values): continuation.yield(message)
            default: break
            }
        }
        let history = HistoryEffects(open: environment.openHistory, queries: queries) { _ in }
        effects = SendEffects(environment: environment, history: history, post: post)
    }

    deinit { server.stop() }

    /// Sends a request and runs its captures and assertions on the response.
    func send(_ request: LoadedRequest) async throws -> Outcome {
        var job = SendJob(
            draft: Self.shortened(request.draft), path: request.path, environmentPath: "\(collection)/environments/local.json")
        job.captured = captured
        await effects.send(job, as: request.path)
        var outcome = Outcome()
        switch await ends.next() {
        case .flight(.finished(let exchange, _))?: outcome.exchange = exchange
        case .refused(let reasons, _, _)?: outcome.refusals = reasons
        case let other: outcome.refusals = ["\(String(describing: other))"]
        }
        if let exchange = outcome.exchange, let facts = ResponseFacts(exchange, bodyLimit: 1 << 20) {
            outcome.report = await ResponseChecks.run(request.draft.captures, request.draft.assertions, on: facts, queries)
        }
        return outcome
    }

    /// Stores values of a response for later requests, including the code of a login from its URL.
    func take(_ outcome: Outcome) {
        let environment = outcome.exchange?.origin.environment
        captured.merge(outcome.report?.values ?? [:], of: environment)
        guard let location = outcome.exchange?.response?.headers["Location"], location.contains("code=") else { return }
        let code = HTTPRequest(url: location).queryItems.first { $0.name == "code" }?.value
        if let code { captured.merge(["code": CapturedValue(code)], of: environment) }
    }

    /// The same with the largest bodies made a megabyte: their size is no part of what is proved here.
    private static func shortened(_ draft: RequestDraft) -> RequestDraft {
        var draft = draft
        draft.url = draft.url.replacing("json/1g", with: "json/1m")
        for index in draft.pathParameters.indices where draft.pathParameters[index].name == "size" {
            draft.pathParameters[index].value = "1m"
        }
        return draft
    }
}
