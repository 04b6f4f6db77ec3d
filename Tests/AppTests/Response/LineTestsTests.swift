import Document
import Engine
import HTTP
import JSON
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Actions on the value of the selected line.
@Suite struct LineTestsTests {
    private func withResponse(_ text: String, mediaType: String = "application/json") -> TestStore {
        var store = TestStore.opened()
        let owner = store.state.response.owner
        store.start("one", owner: owner)
        let head = ResponseHead(status: 200, reason: "OK", version: .http11, headers: ["Content-Type": mediaType])
        store.send(.sending(.flight(.responded("one", head))))
        let bytes = Array(text.utf8)
        let body = Document(bytes, mediaType: mediaType)
        store.receive(BodyHandle(exchange: "one", owner: owner, revision: 1, document: body, source: ByteSource(bytes)))
        return store
    }

    @Test func `a value is copied bare, and as JSON`() {
        var store = withResponse(#"{"name": "Lea \"L\"", "age": 7}"#)
        store.press(.character("j"))
        #expect(store.press(.character("y"), .character("y")) == [.copy(#"Lea "L""#, name: "the value")])
        #expect(store.press(.character("y"), .character("J")) == [.copy(#""Lea \"L\"""#, name: "the value as JSON")])
    }

    @Test(arguments: [
        (".items[5]", #"{"id":5,"name":"n"}"#, 2, ".items[5].name", "name"), (".items|first", #"{"id":5}"#, 1, ".items|first | .id", "id"),
        (".items[]", "{\"id\":5}\n{\"id\":6}", 4, "[.items[]] | .[1].id", "id"), ("$.items[7]", #"{"id":5}"#, 1, "$.items[7].id", "id"),
        (".data.token", "\"t\"", 0, ".data.token", "token"),
    ])
    func `a value in the result of a query is captured, asserted and copied by its place in the body`(
        _ query: String, _ result: String, _ row: Int, _ place: String, _ name: String
    ) throws {
        var store = withResponse(#"{"items": []}"#)
        store.press(.character("|"))
        store.type(query)
        store.send(.response(.query(.run)))
        let layer = try #require(store.state.response.query?.layer)
        let document = Document(Array(result.utf8), kind: .jsonLines)
        let body = BodyHandle(exchange: "one", owner: store.state.response.owner, revision: 1, document: document, layer: layer)
        store.send(.response(.query(.evaluated(body))))
        store.send(.response(.query(.ended(layer: layer, nil))))
        store.press(Key(.enter))
        for _ in 0..<row { store.press(.character("j")) }
        #expect(store.press(.character("y"), .character(place.hasPrefix("$") ? "j" : "p")).first == .copy(place, name: place))
        store.press(.character("a"))
        #expect(store.state.request.draft.assertions.map(\.subject) == ["body \(place)"])
        store.press(.character("c"))
        #expect(store.state.request.draft.captures.map(\.query) == [place])
        #expect(store.state.request.draft.captures.map(\.variable) == [name])
    }

    @Test func `a value is captured as a variable called like its key`() {
        var store = withResponse(#"{"login": {"access token": "abc"}}"#)
        store.press(.character("j"), .character("j"))
        let effects = store.press(.character("c"))
        #expect(store.state.request.draft.captures == [Capture(variable: "access_token", from: "body", query: #".login."access token""#)])
        #expect(effects.contains { if case .sending(.check(let job)) = $0 { job.captures.count == 1 } else { false } })
        store.send(
            .application(.toast(.answer(store.state.toasts.last?.id ?? 0, store.state.toasts.last?.action?.message ?? .tabs(.pick)))))
        #expect(store.state.request.draft.captures.isEmpty)
    }

    @Test func `the results of tests that are undone or removed are not shown`() async throws {
        var store = withResponse(#"{"name": "Lea", "age": 7}"#)
        func run(_ effects: [Effect]) async throws -> Message {
            let jobs = effects.compactMap { effect -> CheckJob? in if case .sending(.check(let job)) = effect { job } else { nil } }
            let job = try #require(jobs.last)
            let facts = try #require(job.facts(of: job.exchange, bodyLimit: 1 << 20))
            let report = await ResponseChecks.run(job.captures, job.assertions, expecting: [], on: facts, LiveQueries.all)
            return .sending(.checked("one", report, collection: job.collection, environment: job.environment))
        }
        store.press(.character("j"))
        store.send(try await run(store.press(.character("a"))))
        store.send(try await run(store.press(.character("j"), .character("a"))))
        #expect(store.state.response.checks?.assertions.count == 2)
        store.send(try await run(store.send(.request(.undo))))
        #expect(store.state.response.checks?.assertions.count == 1)
        store.send(.request(.undo))
        #expect(store.state.request.draft.assertions.isEmpty && store.state.response.checks?.isEmpty == true)
        store.send(try await run(store.send(.request(.redo))))
        #expect(store.state.response.checks?.assertions.count == 1)
        store.state.request.reveal(.assertions)
        store.send(.request(.row(.delete)))
        #expect(store.state.request.draft.assertions.isEmpty && store.state.response.checks?.isEmpty == true)
        store.send(.request(.runTests))
        #expect(store.state.toasts.last?.kind == .warning && store.state.response.checks?.isEmpty == true)
    }

    @Test(arguments: [
        (1, "body .name", "equals", #""Lea""#), (2, "body .age", "equals", "7"), (3, "body .list", "exists", "null"),
    ])
    func `a value is asserted`(row: Int, subject: String, predicate: String, value: String) {
        var store = withResponse(#"{"name": "Lea", "age": 7, "list": [1]}"#)
        for _ in 0..<row { store.press(.character("j")) }
        store.press(.character("a"))
        let assertion = store.state.request.draft.assertions.first
        #expect(assertion?.subject == subject && assertion?.predicate == predicate && assertion?.value.compactText == value)
    }

    /// A text called like a credential, a captured secret, and one that the history masks.
    @Test(arguments: [(1, ".access_token"), (2, ".echoed"), (3, ".masked")])
    func `an assertion on a secret checks existence instead of the value`(row: Int, query: String) throws {
        let text = #"{"access_token": "abc123", "echoed": "s3cr3t-1", "masked": "s3cr3t-2"}"#
        var store = withResponse(text)
        var exchange = Sample.exchange("one")
        exchange.response?.body = ExchangeBody(Array(text.replacing("s3cr3t-2", with: SecretMask.sign).utf8))
        store.state.response.finish(exchange)
        store.state.workspace.addCaptured(
            ["key": CapturedValue("s3cr3t-1", isSecret: true)], of: store.state.environment?.name,
            in: store.state.workspace.collection(of: store.state.request.place))
        for _ in 0..<row { store.press(.character("j")) }
        store.press(.character("a"))
        let assertion = try #require(store.state.request.draft.assertions.first)
        #expect(assertion.subject == "body \(query)" && assertion.predicate == "exists" && assertion.value.isNull)
        #expect(store.state.toasts.contains { $0.kind == .warning })
    }

    @Test func `a header is asserted on its tab, and elsewhere the status`() {
        var store = withResponse("text", mediaType: "text/plain")
        store.press(.character("a"))
        store.send(.response(.selectTab(.headers)))
        store.press(.character("a"))
        #expect(store.state.request.draft.assertions.map(\.subject) == ["status", "header Content-Type"])
    }

    @Test(arguments: [("X-Functions-Key", "exists"), ("X-Cache-Key", "equals")])
    func `no value of a credential header is asserted`(name: String, predicate: String) {
        var store = withResponse("{}")
        var exchange = Sample.exchange("one")
        exchange.response?.headerBytes = Array("HTTP/1.1 200 OK\r\n\(name): abc123\r\n\r\n".utf8)
        store.state.response.finish(exchange)
        store.state.response.head = ResponseHead(status: 200, reason: "OK", version: .http11, headers: [name: "abc123"])
        store.send(.response(.selectTab(.headers)))
        store.press(.character("a"))
        #expect(store.state.request.draft.assertions.map(\.subject) == ["header \(name)"])
        #expect(store.state.request.draft.assertions.first?.predicate == predicate)
    }

    @Test func `a stream is followed until one scrolls`() {
        var store = withResponse("data: 1\n\ndata: 2\n\n", mediaType: "text/event-stream")
        let last = store.state.response.viewer.rowCount - 1
        #expect(store.state.response.viewer.list.selected == last)
        store.press(.character("k"))
        #expect(!store.state.response.followsEnd)
    }

    @Test(arguments: [
        ("application/x-ndjson", nil, 3, true), ("application/json", nil, 3, false), ("text/plain; charset=utf-8", nil, 3, true),
        ("application/x-ndjson", nil, 1, false), ("text/plain", "9000", 3, false), ("text/html", nil, 3, false),
    ])
    func `lines without a known length are followed after a second`(type: String, length: String?, ticks: Int, isFollowed: Bool) {
        var store = TestStore.opened()
        store.start("one")
        var headers: HTTPHeaders = ["Content-Type": type]
        if let length { headers["Content-Length"] = length }
        store.answer("one", headers: headers)
        for _ in 0..<ticks { store.send(.sending(.flight(.waited("one")))) }
        let owner = store.state.response.owner
        for (revision, count) in [(1, 2), (2, 40)] {
            let document = Document(Array((1...count).map { "{\"n\":\($0)}\n" }.joined().utf8), mediaType: type)
            store.send(.sending(.flight(.grew(BodyHandle(exchange: "one", owner: owner, revision: revision, document: document)))))
        }
        let viewer = store.state.response.viewer
        #expect((viewer.list.selected == viewer.rowCount - 1) == isFollowed && viewer.rowCount > 2)
    }

    @Test func `“Go to line” leaves the end of a stream`() {
        var store = withResponse((1...40).map { "data: \($0)\n\n" }.joined(), mediaType: "text/event-stream")
        #expect(store.state.response.followsEnd)
        store.press(.character("g"), .character("l"))
        store.type("7")
        store.press(Key(.enter))
        #expect(!store.state.response.followsEnd && store.state.response.viewer.list.selected == 6)
    }

    @Test(arguments: [("ETag", true), ("etag", true), ("X-Sum", false)])
    func `a trailer is not captured or asserted if a header has its name`(name: String, isHidden: Bool) {
        var store = withResponse("{}")
        var exchange = Sample.exchange("one")
        exchange.response?.headerBytes = Array("HTTP/1.1 200 OK\r\nETag: 1\r\n\r\n\(name): 2\r\n".utf8)
        store.state.response.finish(exchange)
        store.state.response.head = ResponseHead(status: 200, reason: "OK", version: .http11, headers: ["ETag": "1"])
        store.send(.response(.selectTab(.headers)))
        store.press(.character("G"), .character("c"), .character("a"))
        #expect(store.state.request.draft.captures.isEmpty == isHidden && store.state.request.draft.assertions.isEmpty == isHidden)
        #expect(!isHidden || store.state.toasts.last?.kind == .warning && store.state.toasts.last?.text.contains(name) == true)
        // The header itself can be tested.
        store.press(.character("g"), .character("g"), .character("c"))
        #expect(store.state.request.draft.captures.last?.query == "ETag")
    }

    private func exchange(_ trailer: String) -> Exchange {
        var exchange = Sample.exchange(trailer)
        exchange.response?.headerBytes = Array("HTTP/1.1 200 OK\r\n\r\n\(trailer): 1\r\n".utf8)
        return exchange
    }

    @Test func `the Trailers tab shows the trailers of the shown exchange`() {
        var response = ResponseState()
        response.finish(exchange("X-One"))
        #expect(response.headerParts.trailers.fields.map(\.name) == ["X-One"])
        response.setPinned(true, "X-One")
        #expect(response.headerParts.trailers.fields.map(\.name) == ["X-One"])
        response.open(exchange("X-Two"))
        #expect(response.headerParts.trailers.fields.map(\.name) == ["X-Two"])
        response.show(ResponseHead(status: 200, reason: "OK", version: .http11, headers: [:]))
        response.open(Sample.exchange("none"))
        #expect(response.headerParts.trailers.isEmpty)
    }

    @Test func `a trailer is shown, captured and asserted like a header`() throws {
        var store = withResponse("{}")
        var exchange = Sample.exchange("one")
        exchange.response?.headers = ["Content-Type": "application/json"]
        let head = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"
        exchange.response?.headerBytes = Array("\(head)X-Sum: 9\r\n".utf8)
        store.state.response.finish(exchange)
        store.send(.response(.selectTab(.headers)))
        #expect(store.canvas.contains("X-Sum: 9") && store.canvas.contains("103 Early Hints") && store.canvas.contains("Link: </a>"))
        for _ in 0..<3 { store.press(.character("j")) }
        store.press(.character("c"))
        store.press(.character("a"))
        #expect(store.state.request.draft.captures.map(\.query) == ["X-Sum"])
        #expect(store.state.request.draft.assertions.map(\.subject) == ["header X-Sum"])
        for _ in 0..<3 { store.press(.character("j")) }
        store.press(.character("c"))
        #expect(store.state.request.draft.captures.count == 1, "a field of an interim response is not one of the response")
    }
}
