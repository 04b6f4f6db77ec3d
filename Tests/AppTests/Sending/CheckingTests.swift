import Document
import Engine
import HTTP
import HTTPTesting
import JSON
import Screen
import Synchronization
import Testing
import Widgets
import Workspace

@testable import App

/// Captures and assertions after a response.
@Suite struct CheckingTests {
    private func exchange() -> Exchange {
        var exchange = Sample.exchange("one")
        exchange.draft?.captures = [
            Capture(variable: "id", from: "status"), Capture(variable: "p", query: "$.a[0]"),
            Capture(variable: "b", query: #"regex:"b":"(\w)""#),
        ]
        exchange.draft?.assertions = [Assertion(subject: "status", value: .number(201))]
        exchange.origin.requestPath = Sample.draftPath
        exchange.origin.environment = "local"
        return exchange
    }

    private func run(_ job: CheckJob) async -> CheckReport? {
        guard let facts = job.facts(of: job.exchange, bodyLimit: 1 << 20) else { return nil }
        return await ResponseChecks.run(job.captures, job.assertions, expecting: job.expected, on: facts, LiveQueries.all)
    }

    /// The message with the result of the last check effect, and its report.
    private func check(_ effects: [Effect]) async throws -> (message: Message, report: CheckReport) {
        let asked: CheckJob? = if case .sending(.check(let job))? = effects.last { job } else { nil }
        let job = try #require(asked, "nothing is checked")
        let report = try #require(await run(job))
        return (.sending(.checked("one", report, collection: job.collection, environment: job.environment)), report)
    }

    /// A store with a request whose response has just arrived.
    private func withResponse(by exchange: Exchange) -> TestStore {
        var store = TestStore.withTree()
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        store.send(.sending(.flight(.finished(exchange))))
        return store
    }

    @Test func `variables of a test have the values that were sent`() async throws {
        var exchange = exchange()
        exchange.draft?.assertions = [Assertion(subject: "status", value: .string("{{code}}"))]
        exchange.origin.expected = [.number(200)]
        #expect(try await check(withResponse(by: exchange).effects).report.failedAssertionCount == 0)
    }

    @Test func `checks run after the response, and captured values feed the next request`() async throws {
        var store = withResponse(by: exchange())
        let (checked, report) = try await check(store.effects)
        store.state.response.shownID = "one"
        store.send(checked)
        #expect(report.captures.map(\.problem) == [nil, nil, nil])
        #expect(report.failureCount == 1)
        #expect(store.state.toasts.last?.text.contains("1 of 1 test failed") == true)
        store.press(.function(5))
        guard case .sending(.send(let send))? = store.effects.last else { return #expect(Bool(false), "nothing was sent") }
        #expect(send.captured["local"].mapValues(\.text) == ["id": "200", "p": "1", "b": "x"])
    }

    @Test func `the message about failures names newly captured variables`() async throws {
        var store = withResponse(by: exchange())
        let checked = try await check(store.effects).message
        store.state.response.shownID = "one"
        store.send(checked)
        let toast = try #require(store.state.toasts.last)
        #expect(toast.kind == .warning)
        for name in ["id", "p", "b"] { #expect(toast.text.contains("{{\(name)}}"), "\(name)") }
        store.send(checked)
        #expect(store.state.toasts.last?.text.contains("{{") == false)
    }

    @Test func `values of one environment are not used in others, and are restored with it`() async throws {
        var exchange = exchange()
        exchange.draft?.captures = [Capture(variable: "token", query: "$.b", isSecret: false)]
        exchange.draft?.assertions = []
        var store = withResponse(by: exchange)
        store.send(try await check(store.effects).message)
        store.send(.request(.editURL))
        store.type("h/{{token}}")
        store.send(.request(.explain))
        #expect(store.state.toasts.last?.text.contains("{{token}} = x, from a response (captured in local)") == true)
        let others = store.state.workspace.environments(for: Sample.draftPath)
        store.send(.workspace(.pickEnvironment(others.first { $0.name == "swapi" })))
        #expect(store.state.variableScope.known("token") == nil)
        #expect(!CompletionWords.variables(store.state.request, store.state.requestContext).contains { $0.text == "token}}" })
        store.send(.workspace(.pickEnvironment(others.first { $0.name == "local" })))
        #expect(store.state.variableScope.known("token")?.value == "x")
    }

    @Test func `a response of a linked collection is checked even without tests`() async throws {
        var exchange = exchange()
        exchange.draft?.captures = []
        exchange.draft?.assertions = []
        exchange.origin.requestPath = nil
        #expect(withResponse(by: exchange).effects.allSatisfy { if case .sending(.check) = $0 { false } else { true } })
        exchange.origin.openAPI = "api.yaml"
        var store = withResponse(by: exchange)
        let (_, empty) = try await check(store.effects)
        let report = empty.adding([
            .init(sentence: "body /a", problem: "expected null", kind: .contract), .init(sentence: "x", problem: nil, kind: .note),
        ])
        store.state.response.shownID = "one"
        store.send(.sending(.checked("one", report, collection: "c", environment: nil)))
        #expect(store.state.toasts.last?.text.contains("1 of 1 test failed") == true)
        let lines = CheckLines.lines(report, isFromHistory: false)
        #expect(lines.count == 2)
    }

    @Test func `captured variables can be cleared and restored`() async throws {
        var exchange = exchange()
        exchange.draft?.captures = [Capture(variable: "token", query: "$.b"), Capture(variable: "p", query: "$.a[0]")]
        exchange.draft?.assertions = []
        var store = withResponse(by: exchange)
        let command = try #require(CommandTable.command("captures.show"))
        #expect(command.disabledReason(store.state) == "no captured values in this collection")
        store.send(try await check(store.effects).message)
        #expect(command.disabledReason(store.state) == nil)
        store.send(.sending(.captured(.show)))
        #expect(store.canvas.contains("Forget 2 captured values?"))
        #expect(store.canvas.contains("local: p = 1"))
        #expect(store.canvas.contains("local: token = ••••"))
        store.press(.character("f"))
        #expect(store.state.variableScope.known("token") == nil)
        let undo = try #require(store.state.toasts.last?.action)
        store.send(undo.message)
        #expect(store.state.variableScope.known("token") != nil)
    }

    @Test func `a secret captured from a response appears nowhere else`() async throws {
        var exchange = exchange()
        exchange.draft?.captures = [Capture(variable: "token", query: "$.b"), Capture(variable: "sid", from: "cookie", query: "sid")]
        exchange.response?.headers = ["Set-Cookie": "sid=s3cret; Path=/", "X-Echo": "s3cret"]
        exchange.response?.body = ExchangeBody(Array(#"{"b":"hush"}"#.utf8))
        var metrics = HTTPMetrics()
        metrics.responseHeaderBytes = Array("Set-Cookie: sid=s3cret".utf8)
        exchange.hops = [Exchange.Hop(method: "GET", url: "http://h/", status: 200, metrics: metrics)]
        let kept = await CapturedSecrets().masked(exchange, SecretMask())
        #expect(kept.response?.headers["X-Echo"] == SecretMask.sign)
        #expect(!"\(kept)".contains("s3cret"))
        #expect(kept.response?.body.beginning(100) == Array(#"{"b":"••••"}"#.utf8))
        #expect(kept.hops.first?.metrics.responseHeaderBytes == Array("Set-Cookie: sid=••••".utf8))

        var store = withResponse(by: exchange)
        let checked = try await check(store.effects).message
        store.send(.history(.store(.opened(exchange, owner: store.state.response.owner))))
        store.send(checked)
        store.send(.response(.selectTab(.tests)))
        #expect(store.canvas.contains("token = ••••"))
        #expect(!store.canvas.contains("hush"))
        store.send(.request(.editURL))
        store.type("h/{{token}}")
        store.send(.request(.explain))
        #expect(store.state.toasts.last?.text.contains("{{token}} = ••••, from a response") == true)
    }

    @Test func `captures without a result are listed separately, and the tab reports a failure`() async throws {
        var exchange = exchange()
        exchange.draft?.captures = [Capture(variable: "none", query: "$.nowhere"), Capture(variable: "id", from: "status")]
        exchange.draft?.assertions.append(Assertion(subject: "status", value: .number(200)))
        var store = withResponse(by: exchange)
        let checked = try await check(store.effects).message
        store.send(.history(.store(.opened(exchange, owner: store.state.response.owner))))
        #expect(!store.canvas.contains("Tests ✗"))
        store.send(checked)
        #expect(store.state.toasts.last?.text.contains("1 of 2 tests failed, 1 of 2 captures found nothing") == true)
        #expect(store.state.response.tabs.last?.1 == "Tests ✗2")
    }

    @Test func `masked values of the history are not captured again`() async {
        var exchange = exchange()
        exchange.draft?.captures = [Capture(variable: "token", query: "$.b")]
        exchange.draft?.assertions = []
        exchange.response?.body = ExchangeBody(Array(#"{"b":"••••"}"#.utf8))
        let job = CheckJob(captures: exchange.draft?.captures ?? [], assertions: [], exchange: exchange, collection: "")
        let report = await run(job)
        #expect(report?.captures.first?.problem?.contains("contains a secret of its request") == true)
    }

    @Test func `checks see an echoed secret unmasked`() async throws {
        var exchange = exchange()
        exchange.draft?.captures = [Capture(variable: "token", query: "$.b")]
        exchange.draft?.assertions = [Assertion(subject: "header X-Token", value: .string("secret-7"))]
        var request = HTTPRequest(url: "http://h/")
        request.exchangeContext = ExchangeContext(
            id: "one", origin: exchange.origin, draft: exchange.draft, mask: SecretMask(["secret-7"]))
        let finished = Mutex<Message?>(nil)
        let recorder = ExchangeRecorder(makeBodyPath: { nil }) { exchange, arrived in
            finished.withLock { $0 = .sending(.flight(.finished(exchange, arrived))) }
        }
        let mock = MockLoader()
            .then(200, headers: ["X-Token": "secret-7", "Content-Type": "application/json"], body: #"{"b":"secret-7"}"#)
        let loader = LiveChain.loader(recorder: recorder, transport: mock)
        await Sender(loader: loader, uptime: { .zero }, post: { _ in }).send(request, as: "one", for: 0)
        var store = TestStore.withTree()
        store.send(try #require(finished.withLock { $0 }))
        let report = try await check(store.effects).report
        #expect(report.assertions.map(\.problem) == [nil])
        #expect(report.captures.map(\.value?.text) == ["secret-7"])
        #expect(report.captures.first?.value?.isSecret == true)
        store.send(.history(.store(.opened(exchange, owner: store.state.response.owner))))
        store.send(.sending(.runTests(exchange.draft?.captures ?? [], exchange.draft?.assertions ?? [], shows: false)))
        #expect(try await check(store.effects).report.failureCount == 0, "also when the tests are run again")
    }

    @Test func `a visible value is captured and tested although the history masks it`() async {
        var exchange = exchange()
        exchange.response?.body = ExchangeBody(Array(#"{"b":"••••"}"#.utf8))
        var job = CheckJob(
            captures: [Capture(variable: "token", query: "$.b")],
            assertions: [Assertion(subject: "body $.b", predicate: "equals", value: .string("secret"))], exchange: exchange, collection: "")
        let document = Document(Array(#"{"b":"secret"}"#.utf8), mediaType: "application/json")
        job.shownBody = BodyHandle(exchange: exchange.id, owner: 0, revision: 1, document: document)
        let report = await run(job)
        #expect(report?.captures.first?.value?.text == "secret")
        #expect(report?.failureCount == 0)
    }

    @Test func `the current checks run on the displayed response, and nothing is sent`() async throws {
        var store = TestStore.withTree()
        var draft = Sample.draft
        draft.assertions = [Assertion(subject: "header content-type", predicate: "contains", value: .string("json"))]
        store.send(.workspace(.requestRead(path: Sample.draftPath, draft)))
        store.send(.history(.store(.opened(Sample.exchange("one"), owner: store.state.response.owner))))
        store.send(.application(.focus(.request)))
        let effects = store.press(.character("t"))
        store.send(try await check(effects).message)
        #expect(store.canvas.contains("✓ passed"))
    }

    @Test func `a response is compared with its OpenAPI document although the request has no tests`() {
        var store = TestStore.withTree()
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        for file in [nil, "api.yaml"] {
            var exchange = Sample.exchange(file ?? "without")
            exchange.origin.openAPI = file
            store.send(.history(.store(.opened(exchange, owner: store.state.response.owner))))
            store.send(.application(.focus(.request)))
            let effects = store.press(.character("t"))
            #expect(effects.contains { if case .sending(.check) = $0 { true } else { false } } == (file != nil))
        }
    }
}
