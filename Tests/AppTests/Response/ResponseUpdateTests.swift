import Document
import Engine
import HTTP
import Screen
import Testing
import Widgets

@testable import App
@testable import Workspace

@Suite struct ResponseUpdateTests {
    private func withResponse(_ body: String = #"{"a":[1,true],"b":"x"}"#) -> TestStore {
        .withResponse(body, type: "application/json", headers: ["A": "b"])
    }

    @Test func formatsTheResponse() {
        let canvas = withResponse().canvas
        #expect(canvas.contains("200 OK"))
        #expect(canvas.contains("\"a\": ["))
        #expect(canvas.contains("34 ms"))
    }

    @Test func `Esc returns from an entry of the history to the response of the tab`() {
        var store = withResponse()
        let owner = store.state.response.owner
        #expect(store.state.response.hiddenID == nil)
        for id in ["two", "three"] { store.send(.history(.store(.opened(Sample.exchange(id), owner: owner)))) }
        #expect(store.state.response.hiddenID == "one")
        #expect(store.canvas.contains("Esc back"))
        #expect(store.press(Key(.escape)) == [.history(.open("one", owner: owner))])
        store.send(.history(.store(.opened(Sample.exchange("one"), owner: owner))))
        #expect(store.state.response.hiddenID == nil)
        #expect(store.press(Key(.escape)).isEmpty)
        store.send(.history(.store(.opened(Sample.exchange("two"), owner: owner))))
        store.start("four", owner: owner)
        #expect(store.state.response.hiddenID == nil, "the next request replaces both")
    }

    @Test func `a replay of another exchange is named, and Esc returns from it`() {
        var store = withResponse()
        let owner = store.state.response.owner
        func replay(_ id: String, of original: String) {
            var sending = InFlightRequest(id: id, owner: owner, method: "POST", url: "http://h/login")
            sending.repeats = original
            store.send(.sending(.flight(.started(sending))))
            store.answer(id)
            var exchange = Sample.exchange(id, name: "Login")
            exchange.repeats = original
            store.send(.sending(.flight(.finished(exchange))))
        }
        replay("two", of: "other")
        #expect(store.state.response.hiddenID == "one" && !store.state.response.isOwn)
        #expect(store.canvas.contains("replay of Login") && store.canvas.contains("Esc back"))
        replay("three", of: "two")
        #expect(store.state.response.hiddenID == "one")
        #expect(store.press(Key(.escape)) == [.history(.open("one", owner: owner))])
        store.send(.history(.store(.opened(Sample.exchange("one"), owner: owner))))
        #expect(store.state.response.isOwn)
        replay("four", of: "one")
        #expect(store.state.response.hiddenID == nil && store.state.response.isOwn && !store.canvas.contains("replay of"))
    }

    @Test func `the entry of the shown response keeps the test results, which the history does not store`() {
        var store = withResponse()
        let owner = store.state.response.owner
        store.state.response.checks = CheckReport(captures: [], assertions: [])
        store.send(.history(.store(.opened(Sample.exchange("one"), owner: owner))))
        #expect(store.state.response.checks != nil && store.state.focus == .response)
        store.send(.history(.store(.opened(Sample.exchange("two"), owner: owner))))
        #expect(store.state.response.checks == nil)
    }

    /// More events than the screen has rows, of which the last ones are looked at.
    @Test func followsTheEndWhileMoreArrives() {
        var store = TestStore.withTree()
        let owner = store.state.response.owner
        store.start("one", owner: owner)
        store.answer("one")
        store.send(.application(.focus(.response)))
        func arrive(_ lines: Int) {
            let text = (1...lines).map { "event \($0)" }.joined(separator: "\n")
            let body = BodyHandle(exchange: "one", owner: owner, revision: lines, document: Document(Array(text.utf8), kind: .text))
            store.send(.sending(.flight(.grew(body))))
        }
        arrive(50)
        #expect(store.canvas.contains("event 1") && !store.canvas.contains("event 50"))
        store.press(.character("G"))
        arrive(90)
        #expect(store.canvas.contains("event 90"))
        let point = Point(x: store.state.screenLayout.rect(of: .response).map { $0.minX + 5 } ?? 0, y: store.state.size.height - 5)
        func turn(_ wheel: MouseEvent.Action) { for _ in 1...5 { store.mouse(wheel, at: point) } }
        turn(.wheelUp)
        arrive(100)
        #expect(!store.canvas.contains("event 100"), "the wheel leaves the end")
        turn(.wheelDown)
        store.press(.character("G"))
        store.press(.character("k"))
        arrive(120)
        #expect(!store.canvas.contains("event 120"))
    }

    @Test(arguments: [203, 405, 429, 431, 500, 503, 511])
    func `the status line leaves a cell before the corner of its pane`(status: Int) {
        var store = TestStore.withTree(size: Size(width: 40, height: 14))
        store.send(.history(.store(.opened(Sample.exchange("one", status: status), owner: store.state.response.owner))))
        store.send(.application(.focus(.response)))
        let line = store.canvas.lines.first { $0.contains("\(status)") } ?? ""
        #expect(["─", " "].contains(line.dropLast().last), "\(line)")
    }

    @Test(arguments: [Size(width: 40, height: 12), Size(width: 80, height: 24)])
    func wrapsAndCopiesALongHeader(size: Size) throws {
        let value = (1...40).map { "directive-\($0)" }.joined(separator: "; ")
        var store = TestStore.withTree(size: size)
        store.start("one")
        store.answer("one", headers: ["Policy": value, "X": "y"])
        store.send(.application(.focus(.response)))
        store.send(.response(.selectTab(.headers)))
        var seen = ""
        for _ in 0..<40 {
            seen += store.canvas.lines.joined()
            store.press(.character("j"))
        }
        for number in 1...40 { #expect(seen.contains("directive-\(number)")) }
        store.press(.character("g"), .character("g"), .character("j"))
        #expect(store.press(.character("y"), .character("y")) == [.copy("Policy: \(value)", name: "the line")])
        // The copied text does not contain the line breaks of the screen.
        let content = ResponseReducer.contentArea(store.state.response, store.state.responseContext)
        store.mouse(.press(.left, count: 1), at: content.origin)
        let end = Point(x: content.minX + 10, y: content.minY + 1)
        store.mouse(.drag(.left), at: end)
        let effects = store.mouse(.release(.left), at: end)
        guard case .copy(let text, _)? = effects.first else { return #expect(Bool(false), "nothing is copied") }
        #expect("Policy: \(value)".hasPrefix(text) && text.count > 40)
    }

    @Test func wrapsALineOfSeveralPiecesAfterASpace() {
        let line = ResponseLines.Line(("✗ failed   header Content-Type is xml", .error), (": found application/json", .text))
        let rows = ResponseRows.rows(of: line, number: 0, columns: 46)
        #expect(rows.map(\.pieces.text) == ["✗ failed   header Content-Type is xml: found ", "application/json"])
    }

    @Test func omitsFactsThatDoNotFit() {
        var store = withResponse()
        store.state.size = Size(width: 40, height: 12)
        var exchange = Sample.exchange("one")
        exchange.hops = [1, 2].map { Exchange.Hop(method: "GET", url: "http://h/\($0)") }
        store.send(.sending(.flight(.finished(exchange))))
        #expect(store.canvas.lines[2].contains("2 requests") && !store.canvas.lines[2].contains("HTTP/1.1"))
    }

    @Test func alignsTheTimesOfTheTrace() {
        var store = withResponse()
        var exchange = Sample.exchange("one")
        exchange.trace = [.init(offset: 0.0042, text: "begins"), .init(offset: 0.034, text: "ends")]
        store.send(.sending(.flight(.finished(exchange))))
        store.send(.response(.selectTab(.trace)))
        #expect(store.canvas.contains("4.2 ms  begins") && store.canvas.contains(" 34 ms  ends"))
    }

    @Test func switchesItsTabs() {
        var store = withResponse()
        store.press(.character("]"))
        #expect(store.state.response.tab == .headers)
        #expect(store.canvas.contains("A: b"))
        store.press(.character("["), .character("["))
        #expect(store.state.response.tab == .tests)
    }

    @Test func showsTheSameBytesInEveryForm() {
        var store = withResponse()
        store.press(.character("t"))
        #expect(store.canvas.contains(#"{"a":[1,true],"b":"x"}"#))
        store.press(.character("t"))
        #expect(store.canvas.contains("7b 22 61"))
        store.press(.character("t"))
        #expect(store.canvas.contains("\"a\": ["))
    }

    @Test func cancelsTheRequestInFlightOrOffersToQuit() {
        var store = TestStore.withTree()
        store.start("one")
        #expect(store.press(.control("c")) == [.cancel(.send("one"))])
        store.send(.sending(.flight(.finished(Sample.exchange("one", status: nil)))))
        store.press(.control("c"))
        #expect(store.state.windows.count == 1)
    }

    @Test func keepsThePreviousResponseUntilSendingTakesLong() {
        var store = withResponse()
        let sending = InFlightRequest(id: "two", owner: store.state.response.owner, method: "GET", url: "http://h/")
        #expect(
            store.send(.sending(.flight(.started(sending)))) == [
                .after(.milliseconds(100), .revealDelay("two"), .sending(.flight(.delayed("two"))))
            ])
        #expect(!Reducer.shows(.sending(.flight(.started(sending))), store.state))
        #expect(!Reducer.shows(.sending(.flight(.progressed("two", SendingProgress()))), store.state))
        let response = ResponseHead(status: .ok, reason: "OK", version: nil, headers: [:])
        #expect(!Reducer.shows(.sending(.flight(.responded("two", response))), store.state))
        #expect(store.canvas.contains("200 OK"))
        #expect(store.canvas.contains("\"a\": ["))
        #expect(!store.canvas.contains("in flight"))
        #expect(store.press(.control("c")) == [.cancel(.send("two"))])
        store.send(.sending(.flight(.delayed("two"))))
        #expect(Reducer.shows(.sending(.flight(.progressed("two", SendingProgress()))), store.state))
        #expect(Reducer.shows(.sending(.flight(.responded("two", response))), store.state))
        #expect(store.canvas.contains("Connecting…"))
        #expect(!store.canvas.contains("in flight") && !store.canvas.contains("Sending…"), "said once")
        #expect(!store.canvas.contains("200 OK"))
    }

    @Test func anErrorReplacesThePreviousResponseAtOnce() {
        var store = withResponse()
        store.start("two")
        let effects = store.send(.sending(.flight(.finished(Sample.exchange("two", status: nil)))))
        #expect(effects.contains(.cancel(.revealDelay("two"))))
        #expect(store.canvas.contains("Nothing listens there."))
        #expect(!store.canvas.contains("200 OK"))
    }

    @Test func anErrorIsShownWithItsCodeAndSentence() {
        var store = TestStore.withTree()
        store.start("one")
        store.send(.sending(.flight(.finished(Sample.exchange("one", status: nil)))))
        #expect(store.canvas.contains("✗ Could not connect"))
        // The border omits words without information.
        #expect(!store.canvas.contains("Could not connect  cannotConnect"))
        #expect(store.canvas.contains("Nothing listens there."))
    }

    @Test func refusalsListEveryReason() {
        var store = TestStore.withTree()
        store.send(.sending(.refused(["header Authorization: {{token}} is not defined", "URL: {{host}} is not defined"])))
        #expect(store.canvas.contains("• header Authorization: {{token}}") && store.canvas.contains("• URL: {{host}}"))
        let toast = store.state.pastToasts.last?.text ?? ""
        #expect(toast.contains("{{token}}") && toast.contains(" (and 1 more)") && !toast.contains("\n"))
    }

    @Test func escapesControlCharactersInABody() {
        let canvas = withResponse("\u{1B}]0;title\u{7}x").canvas
        #expect(canvas.cells.allSatisfy { $0.glyph & Cell.clusterFlag != 0 || $0.glyph >= 0x20 && !(0x7F..<0xA0).contains($0.glyph) })
    }

    @Test func copiesValueKeyPathAndBody() {
        var store = withResponse()
        store.press(.character("j"))
        #expect(store.press(.character("y"), .character("y")) == [.copy("[1,true]", name: "the value")])
        #expect(store.press(.character("y"), .character("k")) == [.copy("a", name: "the key")])
        #expect(store.press(.character("y"), .character("p")) == [.copy(".a", name: ".a")])
        guard case .body(.copy) = store.press(.character("y"), .character("b")).last else {
            return #expect(Bool(false), "the body was not copied")
        }
    }

    @Test func foldsTheValueUnderTheCursorAndMovesToItsParent() {
        var store = withResponse()
        store.press(.character("j"), .character(" "))
        #expect(store.canvas.contains("⋯"))
        #expect(!store.canvas.contains("true"))
        store.press(.character("l"))
        #expect(store.canvas.contains("true"))
        store.press(.character("j"), .character("h"))
        #expect(store.state.response.viewer.list.selected == 1)
        #expect(store.canvas.contains(" .a "))
    }

    @Test func searchesAndGoesFromMatchToMatch() async throws {
        var store = withResponse(#"{"a":["x","y"],"b":"x"}"#)
        store.press(.character("/"))
        #expect(store.state.layer == .edit)
        store.type("x")
        let body = try #require(store.state.response.viewer.body)
        #expect(store.effects.last == .body(.search(body, SearchQuery("x"))))
        for query in ["x", "other"] {
            for await results in SearchUpdates(body.document, for: try SearchPattern(SearchQuery(query))) {
                store.send(.response(.search(.found(FoundInBody(body: body, results: results)))))
            }
        }
        #expect(store.state.response.viewer.list.selected == 2)
        store.press(Key(.enter))
        #expect(store.canvas.contains("1 of 2"))
        store.press(.character("n"))
        #expect(store.state.layer == .nav)
        #expect(store.state.response.viewer.list.selected == 5)
        store.press(.character("n"))
        #expect(store.state.response.viewer.list.selected == 2)
        store.press(Key(.escape))
        #expect(store.state.response.search == nil)
    }

    /// A search goes over a long body in steps, of which the first ones know nothing of what follows the cursor.
    @Test func searchInALongBodyContinuesFromTheCursor() async throws {
        let filling = String(repeating: String(repeating: "-", count: 1000) + "\n", count: 18_000)
        var store = withResponse("needle\n" + filling + "needle\nend")
        store.press(.character("t"), .character("G"), .character("k"))
        let row = store.state.response.viewer.list.selected
        store.press(.character("/"))
        store.type("needle")
        let body = try #require(store.state.response.viewer.body)
        var steps = 0
        for await results in SearchUpdates(body.document, for: try SearchPattern(SearchQuery("needle"))) {
            store.send(.response(.search(.found(FoundInBody(body: body, results: results)))))
            #expect(store.state.response.viewer.list.selected == row)
            steps += 1
        }
        #expect(steps > 1)
        store.press(Key(.enter), .character("n"))
        #expect(store.state.response.viewer.list.selected == 0)
    }

    @Test func ignoresOtherExchanges() {
        var store = withResponse()
        store.send(.sending(.flight(.responded("other", ResponseHead(status: 500, reason: "", version: nil, headers: [:])))))
        #expect(store.state.response.head?.status == 200)
    }

    @Test func anErrorReplacesThePreviousResponse() {
        var store = TestStore.withResponse(#"[{"a":1}]"#, type: "application/json")
        store.press(.character("j"), .character("j"))
        #expect(store.canvas.contains("$[0].a") && store.canvas.contains("| query"))
        store.start("two")
        store.send(.sending(.flight(.finished(Sample.exchange("two", status: nil)))))
        #expect(store.canvas.contains("Nothing listens there."))
        #expect(!store.canvas.contains("$[0]") && !store.canvas.contains("| query"))
    }
}
