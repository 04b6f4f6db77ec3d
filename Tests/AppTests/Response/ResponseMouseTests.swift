import Document
import HTTP
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// The response pane with the mouse only.
@Suite struct ResponseMouseTests {
    private static let body = #"{"a":[1,true],"b":"x","c":{"d":1}}"#

    private func withResponse(_ body: String = body, type: String = "application/json", wraps: Bool = false) -> TestStore {
        var store = TestStore.withResponse(body, type: type)
        store.state.layout.wrapsBody = wraps
        return store
    }

    @Test(arguments: [false, true])
    func aClickOnTheSignFolds(wraps: Bool) {
        var store = withResponse(wraps: wraps)
        store.click("▾   \"a\": [")
        #expect(store.canvas.contains("▸   \"a\": ["))
        #expect(!store.canvas.contains("true"))
        store.click("▸   \"a\": [")
        #expect(store.canvas.contains("▾   \"a\": [") && store.canvas.contains("true"))
    }

    @Test(arguments: [false, true])
    func aDoubleClickFoldsAndASingleClickDoesNot(wraps: Bool) {
        var store = withResponse(wraps: wraps)
        store.click("\"c\": {")
        #expect(store.canvas.contains("\"d\": 1"))
        store.click("\"c\": {", count: 2)
        #expect(!store.canvas.contains("\"d\": 1"))
        store.click("\"b\": ", count: 2)
        #expect(store.canvas.contains("\"b\": "))
    }

    @Test func formMenuShowsAndChangesTheForm() {
        var store = withResponse()
        #expect(store.canvas.contains(" pretty ▾ "))
        store.click("pretty ▾")
        #expect(store.canvas.contains("hexadecimal"))
        #expect(!store.canvas.contains("table") && !store.canvas.contains("picture"))
        store.click("hexadecimal")
        #expect(store.state.windows.isEmpty)
        #expect(store.state.response.viewer.view?.form == .hex)
        #expect(store.canvas.contains(" hexadecimal ▾ "))
        store.press(.character("t"))
        #expect(store.canvas.contains(" pretty ▾ "))
        store.send(.response(.selectTab(.headers)))
        #expect(!store.canvas.contains("pretty ▾"))
    }

    @Test func separatesTheFactsInTheStatusLine() {
        #expect(withResponse().canvas.contains("200 OK  34 ms  "))
    }

    /// The button becomes that for sending while a finger is on its way to it.
    @Test func aLateClickOnCancelDoesNotSend() {
        var store = withResponse()
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        let owner = store.state.response.owner
        store.start("two", owner: owner)
        store.send(.sending(.flight(.delayed("two"))))
        guard let button = store.canvas.position(of: "Cancel") else { return #expect(Bool(false), "no button") }
        let effects = store.send(.sending(.flight(.finished(Sample.exchange("two")))))
        let after = effects.contains { $0 == .after(.milliseconds(500), .cancelGrace, .sending(.flight(.cancelGraceEnded(owner)))) }
        #expect(after)
        let click = Message.input(.mouse(MouseEvent(.press(.left, count: 1), at: button)))
        func sends(_ effects: [Effect]) -> Bool { effects.contains { if case .sending(.send) = $0 { true } else { false } } }
        #expect(!sends(store.send(click)))
        #expect(store.state.toasts.last?.kind == .warning)
        store.send(.sending(.flight(.cancelGraceEnded(owner))))
        #expect(sends(store.send(click)))
    }

    @Test func showsTheFoldColumnOnlyWithFolds() {
        var store = withResponse()
        #expect(store.canvas.contains("1 ▾ {") && store.canvas.contains("3       1,"))
        store.press(.character("t"))
        #expect(!store.canvas.contains("▾ {"))
    }

    @Test func aClickIntoTheQueryTypesThere() {
        var store = withResponse()
        store.press(.character("|"))
        store.type(".ac")
        store.press(Key(.escape))
        store.press(.character("|"))
        store.type(".ac")
        store.press(Key(.enter))
        #expect(store.state.layer == .nav)
        store.click("| .ac", columnsBehind: 4)
        #expect(store.state.layer == .edit)
        store.type("b")
        #expect(store.state.response.query?.field.text == ".abc")
    }

    @Test func aClickIntoTheSearchTypesThere() {
        var store = withResponse()
        store.press(.character("/"))
        store.type("tue")
        store.press(Key(.enter))
        guard let field = store.canvas.position(of: "/ tue") else { return #expect(Bool(false), "the search is not shown") }
        store.mouse(.press(.left, count: 1), at: Point(x: field.x + 3, y: field.y))
        #expect(store.state.layer == .edit)
        store.type("r")
        #expect(store.state.response.search?.field.text == "true")
    }

    @Test func showsTheTimeAndACancelButtonInFlight() {
        var store = TestStore.withTree()
        let sending = InFlightRequest(id: "one", owner: store.state.response.owner, method: "GET", url: "http://h/")
        #expect(
            store.send(.sending(.flight(.started(sending)))) == [
                .after(.milliseconds(300), .waiting("one"), .sending(.flight(.waited("one"))))
            ])
        #expect(store.canvas.position { $0.style.role == .progress } == nil)
        #expect(
            store.send(.sending(.flight(.waited("one")))) == [
                .after(.milliseconds(700), .waiting("one"), .sending(.flight(.waited("one"))))
            ])
        #expect(store.canvas.contains("0.3 s") && store.canvas.position { $0.style.role == .progress } != nil)
        store.send(.sending(.flight(.waited("one"))))
        #expect(store.send(.sending(.flight(.waited("one")))).count == 1)
        #expect(store.canvas.contains("2 s") && store.canvas.contains("Cancel (^C)"))
        #expect(store.click("Cancel (^C)") == [.cancel(.send("one"))])
        let hint = store.canvas.position(of: "Cancel (^C)")
        let padded = hint.map { store.canvas[Point(x: $0.x - 2, y: $0.y)].style.role }
        #expect(padded == .button, "the padding of a button in a window")
        #expect(store.click(" Cancel ") == [.cancel(.send("one"))])
        store.send(.sending(.flight(.finished(Sample.exchange("one")))))
        #expect(store.send(.sending(.flight(.waited("one")))).isEmpty)
        #expect(store.canvas.contains("  Send  "))
    }

    @Test func clickingElsewhereEndsTypingTheQuery() {
        var store = withResponse()
        store.press(.character("|"))
        store.type(".a")
        store.click("\"b\": ")
        #expect(store.state.layer == .nav)
        store.type("|")
        #expect(store.state.layer == .edit)
        store.click("Esc close")
        #expect(store.state.response.query == nil)
        store.press(.character("|"))
        store.click(" ×", after: "jq, $ JSONPath")
        #expect(store.state.response.query == nil && store.state.layer == .nav)
    }

    @Test func searchBarHasAButtonForEveryKey() {
        var store = withResponse()
        store.press(.character("/"))
        store.type("t.ue")
        #expect(store.click("regex").contains { if case .body(.search(_, let query)) = $0 { query.isRegularExpression } else { false } })
        #expect(store.state.response.search?.isRegularExpression == true)
        store.click("\"b\": ")
        #expect(store.state.layer == .nav)
        store.click("↓ ×")
        store.click(" ×", after: "regex ↑ ↓")
        #expect(store.state.response.search == nil)
    }

    @Test(arguments: [false, true])
    func draggingOverLinesCopiesTheirText(wraps: Bool) {
        var store = withResponse(wraps: wraps)
        #expect(store.drag(from: "\"a\": [", to: "true") == [.copy("\"a\": [\n    1,\n    true", name: "the selection")])
        store.click("▾   \"a\": [")
        let copied = store.drag(from: "1 ▸ {".replacing("▸", with: "▾"), to: "\"b\": \"x\"")
        // Folded text is copied completely, without the fold sign.
        #expect(copied == [.copy("{\n  \"a\": [\n    1,\n    true\n  ],\n  \"b\": \"x\"", name: "the selection")])
        #expect(store.drag(from: "a\": […],", to: "lines") == [.copy("a\": [\n    1,\n    true\n  ],", name: "the selection")])
        #expect(store.drag(from: "a\": […],", to: "\"a\"") == [.copy("a\"", name: "the selection")])
    }

    @Test func copiesTheWholeTextOfAClippedLine() {
        let long = String(repeating: "long ", count: 60) + "end"
        var store = withResponse(#"{"a":"\#(long)","b":1}"#)
        #expect(!store.canvas.contains("end\""))
        let whole = "\"a\": \"\(long)\",\n  \"b\": 1"
        #expect(store.drag(from: "\"a\"", to: "\"b\": 1") == [.copy(whole, name: "the selection")])
        #expect(store.drag(from: "\"a\"", to: "long") == [.copy("\"a\": \"long", name: "the selection")])
    }

    @Test func copiesTheOriginalTextFromAnASCIIScreen() {
        var store = withResponse(#"{"a":"“x” → y"}"#)
        store.state.usesASCII = true
        #expect(store.drag(from: "\"x\" >", to: "> y") == [.copy("“x” → y", name: "the selection")])
        store.send(.response(.selectTab(.sent)))
        store.state.response.exchange?.request.body = ExchangeBody(Array("“x”".utf8))
        #expect(store.drag(from: "\"x", to: "x\"") == [.copy("“x”", name: "the selection")])
    }

    @Test func copiesFoldedMarkupByKey() {
        var store = withResponse(#"<a><b>one</b><c>two</c></a>"#, type: "application/xml")
        store.press(.character("g"), .character("g"), .character(" "))
        #expect(store.press(.character("y"), .character("y")) == [.copy("<a>\n  <b>one</b>\n  <c>two</c>\n</a>", name: "the folded text")])
    }

    @Test func reportsThatAFoldIsTooLongToCopy() {
        var store = withResponse("[" + (0...FoldedText.maxRows).map(String.init).joined(separator: ",") + "]")
        store.press(.character("g"), .character("g"), .character(" "))
        #expect(store.drag(from: "[…]", to: "lines") == [.reportProblem(FoldedText.tooLong)])
    }

    @Test func aResponseOfTheHistoryNamesItsRequest() {
        var store = TestStore.withTree()
        store.send(.history(.store(.opened(Sample.exchange("one", name: "Who am I"), owner: store.state.response.owner))))
        #expect(store.canvas.contains("from 12:01, Who am I"))
    }

    /// Presses on a text, calls the closure while the button is held, and releases over another text.
    private func drag(_ store: inout TestStore, from first: String, to last: String, _ work: (inout TestStore, Rect) -> Void) -> [Effect] {
        guard let start = store.canvas.position(of: first) else { return [] }
        _ = store.mouse(.press(.left, count: 1), at: start)
        work(&store, ResponseReducer.contentArea(store.state.response, store.state.responseContext))
        guard let end = store.canvas.position(of: last) else { return [] }
        let point = Point(x: end.x + last.count - 1, y: end.y)
        return store.mouse(.drag(.left), at: point) + store.mouse(.release(.left), at: point)
    }

    private static let lines = (100..<200).map { "line \($0)" }

    @Test(arguments: [false, true])
    func draggingContinuesWhileTheTextScrolls(wraps: Bool) {
        var store = withResponse(Self.lines.joined(separator: "\n"), type: "text/plain", wraps: wraps)
        let byEdge = drag(&store, from: "line 101", to: "line 150") { store, rect in
            for _ in 0..<60 { store.mouse(.drag(.left), at: Point(x: rect.minX + 9, y: rect.maxY)) }
            while !store.canvas.contains("line 150") {
                store.mouse(.drag(.left), at: Point(x: rect.minX + 9, y: rect.minY - 1))
            }
        }
        #expect(byEdge.last == .copy(Self.lines[1...50].joined(separator: "\n"), name: "the selection"))
    }

    @Test(arguments: [false, true])
    func scrollingKeepsTheStartOfADrag(wraps: Bool) {
        var store = withResponse(Self.lines.joined(separator: "\n"), type: "text/plain", wraps: wraps)
        let down = drag(&store, from: "line 101", to: "line 140") { store, rect in
            while !store.canvas.contains("line 140") { store.mouse(.wheelDown, at: rect.origin) }
        }
        #expect(down == [.copy(Self.lines[1...40].joined(separator: "\n"), name: "the selection")])
        let up = drag(&store, from: "ne 140", to: "line 101") { store, rect in
            while !store.canvas.contains("line 101") { store.mouse(.wheelUp, at: rect.origin) }
        }
        #expect(up == [.copy("1\n" + Self.lines[2...39].joined(separator: "\n") + "\nlin", name: "the selection")])
    }

    @Test func `a wheel to the side scrolls long lines`() throws {
        var store = withResponse(String(repeating: "long ", count: 99), type: "text/plain", wraps: false)
        let origin = try #require(store.state.screenLayout.rect(of: .response)).origin
        let place = Point(x: origin.x + 4, y: origin.y + 4)
        #expect(store.canvas.contains("›") && !store.canvas.contains("‹"))
        for _ in 0..<2 { store.mouse(.wheelRight, at: place) }
        #expect(store.state.response.shown.column == 16)
        #expect(store.canvas.contains("‹") && store.canvas.contains("›"))
        for _ in 0..<3 { store.mouse(.wheelLeft, at: place) }
        #expect(store.state.response.shown.column == 0)
    }

    @Test func copiesAWrappedFoldCompletely() {
        let long = String(repeating: "k", count: 90)
        var store = withResponse("{\"\(long)\":[1,true]}", wraps: true)
        let whole = "\"\(long)\": [\n    1,\n    true\n  ]"
        for width in 110...140 {
            store.state.size = Size(width: width, height: 40)
            store.send(.response(.fold(.unfoldAll)))
            store.press(.character("g"), .character("g"), .character("j"), .character(" "))
            #expect(store.drag(from: "\"kkk", to: "lines") == [.copy(whole, name: "the selection")], "\(width)")
        }
    }
}
