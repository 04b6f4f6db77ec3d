import Document
import Engine
import HTTP
import JSON
import Query
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Each open request has its own response.
@Suite struct TabResponseTests {
    private static let body = #"{"a":[1,true],"b":"x"}"#

    /// Requests a and b in tabs of their own, b in the pane.
    private func store() -> TestStore {
        var store = TestStore.withTree()
        for name in ["a", "b"] {
            let request = RequestState(RequestDraft(name: name), path: "collections/x/\(name).request.json")
            _ = TabUpdate.show(&store.state, request, inNewTab: true)
        }
        store.state.focus = .request
        return store
    }

    private func owner(_ index: Int, _ store: TestStore) -> TabID { store.state.tabs.all[index].id }

    private func handle(_ id: String, _ owner: TabID, _ body: String = Self.body) -> BodyHandle {
        BodyHandle(exchange: id, owner: owner, revision: 1, document: Document(Array(body.utf8), mediaType: "application/json"))
    }

    private func begin(_ id: String, _ index: Int, _ store: inout TestStore) {
        store.start(id, owner: owner(index, store), url: "http://h/\(id)")
    }

    private func answer(_ id: String, _ index: Int, _ store: inout TestStore, body: String = Self.body) {
        let owner = owner(index, store)
        store.answer(id)
        store.send(.sending(.flight(.grew(handle(id, owner, body)))))
        store.send(.sending(.flight(.finished(Sample.exchange(id)))))
    }

    private func strip(_ store: TestStore) -> String { store.canvas.lines.first { $0.contains("a ×") || $0.contains("a x") } ?? "" }

    @Test func theTabsOfPanesShowTheOutcomeWhileTheResponseIsHidden() {
        var store = store()
        store.state.size = Size(width: 80, height: 24)
        #expect(store.state.screenLayout.panes.map(\.pane) == [.request])
        var request = InFlightRequest(id: "one", owner: owner(1, store), method: "GET", url: "http://h/one")
        request.faults = ["a body with a long explanation of its mistake"]
        store.send(.sending(.flight(.started(request))))
        answer("one", 1, &store)
        store.send(.application(.focus(.request)))
        #expect(store.canvas.lines[1].contains("200 OK"))
        #expect(!store.canvas.lines[1].contains("explanation"), "only what fits is shown")
        for width in [40, 60] {
            store.state.size = Size(width: width, height: 24)
            #expect(store.canvas.lines[1].contains("200"), "\(store.canvas.lines[1])")
        }
        store.click("200")
        #expect(store.state.focus == .response && !store.canvas.lines[1].contains("200"))
    }

    @Test func `the tabs of the panes show only that a request was not sent`() {
        var store = store()
        store.state.size = Size(width: 80, height: 24)
        begin("one", 1, &store)
        answer("one", 1, &store)
        store.send(.application(.focus(.request)))
        store.state.response.refusal = "no URL"
        #expect(store.state.paneTabNews.map(\.0) == ["Not sent"])
    }

    @Test func eachTabKeepsItsResponseAndView() {
        var store = store()
        begin("one", 0, &store)
        answer("one", 0, &store)
        #expect(store.canvas.contains("No response yet"))
        store.send(.tabs(.select(0)))
        store.send(.application(.focus(.response)))
        #expect(store.canvas.contains("\"a\": ["))
        store.press(.character("j"), .character(" "))
        store.send(.tabs(.select(1)))
        #expect(store.canvas.contains("No response yet"))
        #expect(store.state.focus == .response)
        begin("two", 1, &store)
        answer("two", 1, &store, body: #"{"other":2}"#)
        store.press(.character("]"))
        store.send(.tabs(.step(1)))
        #expect(store.state.response.tab == .body)
        #expect(store.state.response.viewer.list.selected == 1)
        #expect(store.canvas.contains("⋯"))
        store.send(.tabs(.step(1)))
        #expect(store.state.response.tab == .headers)
        #expect(store.state.response.shownID == "two")
    }

    @Test func tabsShowSendingAndUnseenResponses() {
        var store = store()
        begin("one", 0, &store)
        #expect(strip(store).contains(" →a ×  b ×"))
        answer("one", 0, &store)
        #expect(strip(store).contains(" ←a ×  b ×"))
        store.send(.tabs(.select(0)))
        #expect(strip(store).contains(" a ×  b "))
        store.send(.tabs(.select(1)))
        #expect(strip(store).contains(" a ×  b ×"))
        #expect(store.state.toasts.isEmpty)
    }

    @Test func aFailureInAnotherTabIsReportedWithItsName() {
        var store = store()
        begin("one", 0, &store)
        store.send(.sending(.flight(.finished(Sample.exchange("one", status: nil)))))
        #expect(strip(store).contains(" ✗a ×  b ×"))
        #expect(store.state.toasts.last?.text == "“a”: Nothing listens there.")
        store.state.usesASCII = true
        #expect(strip(store).contains(" xa x  b x"))
    }

    @Test func reportsFailedTestsOfAnotherTab() async throws {
        var store = store()
        begin("one", 0, &store)
        answer("one", 0, &store)
        let facts = try #require(ResponseFacts(Sample.exchange("one"), bodyLimit: 1 << 20))
        let report = await ResponseChecks.run([], [Assertion(subject: "status", value: .number(404))], on: facts, LiveQueries.all)
        store.send(.sending(.checked("one", report, collection: "c", environment: nil)))
        #expect(store.state.toasts.last?.text.hasPrefix("“a”: 1 of 1 test failed") == true)
        #expect(strip(store).contains(" ✗a ×  b ×"))
        store.send(.tabs(.select(0)))
        store.send(.response(.selectTab(.tests)))
        #expect(store.canvas.contains("✗ failed"))
    }

    @Test func resultsReachTheTabThatAsked() async throws {
        var store = store()
        store.send(.tabs(.select(0)))
        begin("one", 0, &store)
        answer("one", 0, &store)
        store.send(.application(.focus(.response)))
        store.press(.character("/"))
        store.type("true")
        let body = handle("one", owner(0, store))
        store.send(.tabs(.select(1)))
        let query = try #require(store.state.tabs.all[0].response.search?.query)
        for await results in SearchUpdates(body.document, for: try SearchPattern(query)) {
            store.send(.responseOf(body.owner, .search(.found(FoundInBody(body: body, results: results)))))
        }
        #expect(store.state.response.search == nil)
        #expect(store.state.tabs.all[0].response.search?.results?.count == 1)
        #expect(store.send(.responseOf(99, .parts(.list))).isEmpty)
    }

    @Test func identifiesEffectsByTab() {
        let one = BodyEffects.id(of: .makeTable(handle("one", 1)))
        #expect(one != BodyEffects.id(of: .makeTable(handle("one", 2))))
        #expect(one == BodyEffects.id(of: .makeTable(handle("two", 1))))
    }

    @Test func cancelsTheRequestOfTheFrontTabFirst() {
        var store = store()
        begin("mine", 1, &store)
        begin("other", 0, &store)
        #expect(store.press(.control("c")) == [.cancel(.send("mine"))])
        #expect(store.state.toasts.isEmpty)
        store.send(.sending(.flight(.finished(Sample.exchange("mine", status: nil)))))
        #expect(store.press(.control("c")).first == .cancel(.send("other")))
        #expect(store.state.toasts.last?.text == "Cancelled: “a”")
    }

    @Test func aRequestContinuesAfterItsTabIsClosed() {
        var store = store()
        begin("one", 1, &store)
        store.send(.tabs(.close(nil)))
        #expect(store.state.sending.inFlight.count == 1)
        #expect(store.canvas.contains("1 in flight"))
        answer("one", 0, &store)
        #expect(store.state.response.shownID == nil)
        #expect(store.state.toasts.last?.text == "GET http://h/one: 200 OK. Its tab is closed; see the history")
        #expect(store.state.history.rows.first?.id == "one")
        store.send(.tabs(.reopen))
        #expect(store.state.request.name == "b")
        #expect(store.canvas.contains("No response yet"))
    }

    @Test func anotherRequestInTheSameTabStartsWithoutAResponse() {
        var store = TestStore.withTree()
        store.send(.workspace(.requestRead(path: "collections/x/a.request.json", RequestDraft(name: "a", url: "http://h/"))))
        store.send(.history(.store(.opened(Sample.exchange("old"), owner: store.state.response.owner))))
        #expect(store.canvas.contains("200 OK"))
        store.send(.workspace(.requestRead(path: "collections/x/b.request.json", RequestDraft(name: "b", url: "http://h/"))))
        #expect(store.state.tabs.count == 1)
        #expect(store.canvas.contains("No response yet"))
        store.send(.request(.send))
        store.send(.workspace(.requestRead(path: "collections/x/c.request.json", RequestDraft(name: "c"))))
        #expect(store.state.openRequests.map(\.name) == ["b", "c"])
        store.send(.tabs(.new))
        #expect(store.state.response.shownID == nil)
    }

    @Test func aLoadedEntryKeepsItsResponse() {
        var store = TestStore.withTree()
        let exchange = Sample.exchange("old")
        store.send(.history(.store(.opened(exchange, owner: 0))))
        store.send(.tabs(.composeAgain(Sample.draft, exchange.origin)))
        #expect(store.state.tabs.count == 1)
        #expect(store.state.request.name == Sample.draft.name)
        #expect(store.canvas.contains("200 OK"))
    }

    @Test func anExchangeMayBeOpenInTwoTabs() {
        var store = store()
        begin("one", 0, &store)
        answer("one", 0, &store)
        store.send(.tabs(.select(0)))
        store.send(.response(.fold(.unfoldAll)))
        let before = store.state.response.viewer
        store.send(.tabs(.select(1)))
        store.send(.history(.store(.opened(Sample.exchange("one"), owner: owner(1, store)))))
        store.send(.sending(.flight(.grew(handle("one", owner(1, store), "[]")))))
        #expect(store.state.response.viewer.rowCount == 1)
        #expect(store.state.tabs.all[0].response.viewer == before)
    }

    @Test func aLateResultDoesNotReplaceAnotherTab() {
        var store = store()
        let first = owner(0, store)
        store.send(.history(.store(.opened(Sample.exchange("old"), owner: first))))
        #expect(store.state.focus == .request)
        #expect(strip(store).contains(" ←a ×  b ×"))
        store.send(.history(.store(.opened(Sample.exchange("old"), owner: 99))))
        #expect(store.state.response.shownID == nil)
    }

    @Test func aTableKeepsItsOrder() throws {
        var store = store()
        store.send(.tabs(.select(0)))
        let body = #"[{"n":2},{"n":1},{"n":3}]"#
        begin("one", 0, &store)
        answer("one", 0, &store, body: body)
        let handle = handle("one", owner(0, store), body)
        let made = TableMaker.table(of: handle)
        store.state.response.viewer.table = BodyTable(body: handle)
        store.send(.response(.table(.made(made))))
        let order = JSONTable.Order(column: 0, isDescending: true)
        let sorted = try #require(handle.document.text.withUnsafeBytes { made.table?.sorted(by: order, in: $0) { false } })
        store.send(.response(.table(.made(MadeTable(body: handle, table: sorted, widths: [])))))
        store.send(.application(.focus(.response)))
        store.press(.character("j"))
        store.send(.tabs(.select(1)))
        #expect(store.state.tabs.all[0].response.viewer.table?.table == nil)
        #expect(store.send(.tabs(.select(0))).contains(.body(.makeTable(handle))))
        let again = store.send(.responseOf(handle.owner, .table(.made(made))))
        #expect(again == [.body(.sortTable(handle, try #require(made.table), order))])
        store.send(.responseOf(handle.owner, .table(.made(MadeTable(body: handle, table: sorted, widths: [])))))
        #expect(store.state.response.viewer.table?.table == sorted)
        #expect(store.state.response.viewer.table?.list.selected == 1)
    }

    @Test func titleBarLeadsToTheRequestInFlight() {
        var store = store()
        begin("one", 0, &store)
        store.click(" 1 in flight ")
        #expect(store.state.request.name == "a")
        #expect(store.state.focus == .response)
        #expect(store.canvas.contains("GET http://h/one"))
    }
}
