import HTTP
import Screen
import Testing
import Widgets
import Workspace

@testable import App
@testable import Document

/// Searching in the tabs other than the body.
@Suite struct TabSearchTests {
    private static let headers: HTTPHeaders = ["Server": "here", "X-Cache": "HIT", "Vary": "Accept", "Cache-Control": "no-cache"]

    private func withResponse(_ headers: HTTPHeaders = headers, size: Size = Size(width: 120, height: 40)) -> TestStore {
        var store = TestStore.withTree(size: size)
        let owner = store.state.response.owner
        store.start("one", owner: owner)
        store.answer("one", headers: headers)
        store.send(.sending(.flight(.grew(TestStore.body(#"{"cache":1}"#, "application/json", owner: owner)))))
        var exchange = Sample.secureExchange()
        exchange.trace = [Exchange.TraceLine(offset: 0.001, text: "connected")]
        exchange.hops[0].metrics.requestHeaderBytes = Array("GET / HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
        store.send(.sending(.flight(.finished(exchange))))
        store.send(.response(.selectTab(.headers)))
        return store
    }

    private func backdrop(_ text: String, _ store: TestStore) -> StyleRole? {
        let canvas = store.canvas
        return canvas.position(of: text).flatMap { canvas[$0].style.backdrop }
    }

    @Test(arguments: [Key.character("/"), .control("f")])
    func `the lines that are shown are searched, from the cursor and around the end`(key: Key) {
        var store = withResponse()
        store.press(.character("j"), key)
        #expect(store.state.layer == .edit)
        store.type("cache")
        #expect(store.state.response.tab == .headers)
        #expect(store.canvas.contains("1 of 3"))
        #expect(store.state.response.lines.selected == 1)
        #expect(backdrop("Cache: HIT", store) == .matchCurrent)
        #expect(backdrop("Cache-Control", store) == .match)
        store.press(Key(.enter), .character("n"))
        #expect(store.state.layer == .nav)
        #expect(store.canvas.contains("2 of 3"))
        #expect(store.state.response.lines.selected == 3)
        store.press(.character("n"), .character("n"))
        #expect(store.canvas.contains("1 of 3"))
        store.press(.character("N"))
        #expect(store.canvas.contains("3 of 3"))
        store.press(Key(.escape))
        #expect(store.state.response.search == nil)
        #expect(store.state.response.tab == .headers)
        #expect(backdrop("Cache: HIT", store) != .match)
    }

    @Test func `a key makes the search a pattern, with the error if it is invalid, and an upper-case letter is significant`() {
        var store = withResponse()
        store.press(.character("/"))
        store.type("^.*cache$")
        #expect(store.canvas.contains(" 0 "))
        store.press(.alt("r"))
        #expect(store.canvas.contains("1 of 1"))
        #expect(store.state.response.lines.selected == 3)
        store.press(.character("("))
        #expect(store.canvas.contains("Syntax error at"))
        store.press(.alt("r"))
        for _ in 0..<10 { store.press(Key(.backspace)) }
        store.type("Cache")
        #expect(store.canvas.contains("1 of 2"))
    }

    @Test func `a match far below is scrolled to, also if it begins in a continued row`() {
        var headers: HTTPHeaders = [:]
        for number in 0..<60 { headers.append("N\(number)", "v") }
        headers.append("Long", String(repeating: "word ", count: 40) + "needle")
        var store = withResponse(headers, size: Size(width: 80, height: 24))
        store.press(.character("/"))
        store.type("needle")
        #expect(store.canvas.contains("1 of 1"))
        #expect(backdrop("needle", store) == .matchCurrent)
        // A match that continues on the next row is marked on both.
        for _ in 0..<6 { store.press(Key(.backspace)) }
        store.type("long: " + String(repeating: "word ", count: 40))
        #expect(backdrop("Long: word", store) == .matchCurrent)
        store.press(Key(.enter), .character("G"))
        let canvas = store.canvas
        #expect(canvas.position(of: "needle").map { canvas[Point(x: $0.x - 2, y: $0.y)].style.backdrop } == .matchCurrent)
    }

    @Test func `lines are searched once for a pattern, and again when they change`() throws {
        var store = withResponse()
        store.send(.response(.selectTab(.trace)))
        store.press(.character("/"))
        store.type("connected")
        let found = try #require(store.state.response.search?.results)
        #expect(store.canvas.contains("1 of 1"))
        store.press(Key(.enter), .character("n"), .character("N"))
        store.send(.input(.resized(Size(width: 100, height: 30))))
        #expect(store.state.response.search?.results?.source === found.source)
        store.state.response.exchange?.trace.append(Exchange.TraceLine(offset: 0.002, text: "connected again"))
        store.send(.input(.resized(Size(width: 120, height: 40))))
        #expect(store.state.response.search?.results?.source !== found.source)
        #expect(store.canvas.contains("1 of 2"))
    }

    @Test func `a pattern that takes too many steps on a long line is reported`() {
        let items = (0..<400).map { #"{"id":\#($0),"name":"n\#($0 * 7)"}"# }
        var store = withResponse(["X-Items": items.joined(separator: ",")])
        store.press(.character("/"), .alt("r"))
        store.type("items")
        #expect(store.canvas.contains("1 of 1 "))
        store.send(.input(.paste("|(.{2,9}).*\\1 e")))
        #expect(store.canvas.contains("+, too many steps"))
    }

    @Test func `every response tab has its own search, and the body's search is kept`() throws {
        var store = withResponse()
        store.send(.response(.selectTab(.body)))
        store.press(.character("/"))
        store.type("1")
        let body = try #require(store.state.response.viewer.body)
        store.send(.response(.selectTab(.headers)))
        #expect(store.state.layer == .nav)
        #expect(store.state.response.search == nil)
        store.press(.character("n"))
        #expect(store.state.toasts.last?.kind == .warning)
        store.press(.character("/"))
        store.type("vary")
        let results = SearchResults(try SearchPattern(SearchQuery("1")), in: Array(#"{"cache":1}"#.utf8))
        store.send(.responseOf(body.owner, .search(.found(FoundInBody(body: body, results: results)))))
        #expect(store.state.response.lines.selected == 2)
        #expect(store.press(Key(.escape)).isEmpty)
        store.send(.response(.selectTab(.body)))
        #expect(store.state.response.search?.field.text == "1")
        #expect(store.canvas.contains("1 of 1"))
        store.send(.response(.selectTab(.cookies)))
        #expect(store.state.response.search == nil)
    }

    @Test func `a search survives switching tabs and ends with another response`() {
        var store = withResponse()
        store.press(.character("/"))
        store.type("cache")
        store.send(.response(.selectTab(.trace)))
        store.send(.response(.selectTab(.headers)))
        #expect(store.state.layer == .nav)
        store.press(.character("n"))
        #expect(store.canvas.contains("1 of 3"))
        store.respond("other")
        #expect(store.state.response.search == nil)
    }

    @Test(arguments: [
        (ResponseTab.cookies, "jar"), (.timing, "total"), (.trace, "connected"), (.tls, "authority"), (.sent, "GET"), (.tests, "Tests tab"),
    ])
    func `a search works in every tab`(tab: ResponseTab, text: String) {
        var store = withResponse()
        store.send(.response(.selectTab(tab)))
        store.press(.character("/"))
        store.type(text)
        #expect(store.canvas.contains("1 of "))
        #expect(store.state.response.tab == tab)
    }

    @Test func `tabs without lines cannot be searched`() {
        var store = withResponse()
        store.start("two")
        store.send(.sending(.flight(.finished(Sample.exchange("two", status: nil)))))
        store.press(.character("/"))
        #expect(store.state.toasts.last?.kind == .warning)
        store.send(.response(.selectTab(.trace)))
        store.press(.character("/"))
        #expect(store.state.layer == .edit)
    }

    @Test func `every key of the search bar has a sign to click on`() {
        var store = withResponse()
        store.press(.character("/"))
        store.type("cache")
        store.click("Vary")
        #expect(store.state.layer == .nav)
        #expect(store.state.response.lines.selected == 2)
        store.click("↓ ×")
        #expect(store.canvas.contains("2 of 3"))
        store.click("↑ ↓")
        #expect(store.canvas.contains("1 of 3"))
        #expect(store.canvas.contains("[ ] regex"))
        store.click("regex")
        #expect(store.state.response.search?.isRegularExpression == true && store.canvas.contains("[x] regex"))
        store.click("cache", count: 1)
        store.click("~ cache")
        #expect(store.state.layer == .edit)
        store.click(" ×", after: "regex ↑ ↓")
        #expect(store.state.response.search == nil)
    }
}
