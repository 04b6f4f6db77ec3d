import Engine
import HTTP
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Mouse actions at the pointer, independent of the focus.
@Suite struct MousePlaceTests {
    @Test func `the wheel scrolls the pane under the pointer, and the focus stays`() throws {
        var store = TestStore.withTree()
        let lines = (1...200).map { "line \($0)" }.joined(separator: "\n")
        store.respond(lines, "text/plain")
        store.send(.application(.focus(.tree)))
        let pane = try #require(store.state.screenLayout.rect(of: .response))
        #expect(store.canvas.contains("line 1") && !store.canvas.contains("line 65"))
        for _ in 0..<20 { _ = store.mouse(.wheelDown, at: Point(x: pane.minX + 5, y: pane.minY + 5)) }
        #expect(store.canvas.contains("line 65") && !store.canvas.contains("line 40"))
        #expect(store.state.focus == .tree)
    }

    @Test func `dragging a border moves it`() throws {
        var store = TestStore.withTree()
        for handle in store.state.screenLayout.splits {
            let size = { (store: TestStore) in
                let first = store.state.screenLayout.splits.first { $0.split == handle.split }?.handle.origin ?? .init(x: 0, y: 0)
                return handle.isVertical ? first.x : first.y
            }
            let before = size(store)
            let start = Point(x: (handle.handle.minX + handle.handle.maxX) / 2, y: (handle.handle.minY + handle.handle.maxY) / 2)
            let end = Point(x: start.x + (handle.isVertical ? 4 : 0), y: start.y + (handle.isVertical ? 0 : 4))
            _ = store.mouse(.press(.left, count: 1), at: start)
            _ = store.mouse(.drag(.left), at: end)
            _ = store.mouse(.release(.left), at: end)
            #expect((before + 3...before + 4).contains(size(store)), "\(handle.split)")
        }
        #expect(store.state.screenLayout.splits.count == 3)
    }

    /// Where one pane is shown at a time, the line of the request stays above the response.
    @Test func `the request's line sends from the response, and its URL is edited by a click`() throws {
        var store = TestStore.withResponse("{}", type: "application/json", size: Size(width: 80, height: 24))
        store.send(.workspace(.requestRead(path: Sample.draftPath, RequestDraft(url: "http://h/a"))))
        store.send(.application(.focus(.response)))
        let sent = store.click("Send")
        #expect(sent.contains { if case .sending = $0 { true } else { false } } && store.state.focus == .response)
        store.click("GET")
        #expect(store.state.windows.count == 1 && store.state.focus == .response)
        store.press(Key(.escape))
        store.click("http://h/a", columnsBehind: 8)
        store.type("x")
        #expect(store.state.focus == .request)
        #expect(store.state.request.url.text == "http://hx/a")
    }

    @Test func `a click on Send ends editing the URL, as Enter does`() {
        var store = TestStore.opened(RequestDraft(url: "http://h/a"))
        store.send(.request(.editURL))
        let sent = store.click("Send")
        #expect(sent.contains { if case .sending = $0 { true } else { false } } && !store.state.request.isEditing)
    }

    @Test func `a click on Send ends editing a row, so that the response is shown`() {
        var store = TestStore.opened(RequestDraft(url: "http://h/a", headers: [Row("X-One", "1")]))
        store.state.size = Size(width: 80, height: 24)
        store.send(.request(.selectTab(.headers)))
        store.send(.application(.focus(.request)))
        store.press(.character("e"))
        store.type("2")
        #expect(store.state.request.isEditing)
        let sent = store.click("Send")
        let drafts = sent.compactMap { if case .sending(.send(let job)) = $0 { job.draft.headers } else { nil } }
        #expect(drafts.count == 1 && drafts[0] == store.state.request.draft.headers && drafts[0] != [Row("X-One", "1")])
        #expect(!store.state.request.isEditing)
        let owner = store.state.tabs.front.id
        store.send(.sending(.flight(.started(InFlightRequest(id: "x", owner: owner, method: "GET", url: "http://h/a")))))
        #expect(store.state.focus == .response)
    }

    @Test func `the middle button pastes where text is typed`() throws {
        var store = TestStore.opened(RequestDraft(url: "http://h/"))
        store.send(.request(.editURL))
        let url = try #require(store.canvas.position(of: "http://h/"))
        #expect(store.mouse(.press(.middle, count: 1), at: Point(x: url.x + 2, y: url.y)) == [.paste])
        store.send(.input(.paste("x")))
        #expect(store.state.request.url.text.contains("x"))
    }

    @Test func `a click shows the response and leaves the focus, a double click focuses it`() throws {
        var store = TestStore.withTree()
        store.send(.history(.store(.listed([Sample.exchange("id1").summary], after: nil, query: HistoryFilter()))))
        store.send(.application(.focus(.history)))
        let row = try #require(store.state.history.rows.first)
        let place = try #require(store.canvas.position(of: "12:01"))
        let press = MouseEvent(.press(.left, count: 1), at: place)
        #expect(store.send(.input(.mouse(press))) == [.history(.open(row.id, owner: 0, as: .beside))])
        store.send(.history(.store(.opened(Sample.exchange(row.id), owner: 0, as: .beside))))
        #expect(store.state.focus == .history && store.state.response.shownID == row.id)
        store.send(.history(.store(.opened(Sample.exchange(row.id), owner: 0))))
        #expect(store.state.focus == .response)
    }
}
