import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// The URL over the whole width above request and response side by side.
@Suite struct URLBarTests {
    private static let wide = Size(width: 200, height: 60)

    /// A store with a request side by side with its response.
    private static func store(_ size: Size = URLBarTests.wide) -> TestStore {
        var store = TestStore.opened(RequestDraft(url: "http://h/a"))
        store.state.layout.arrangement = .sideBySide
        store.state.size = size
        store.send(.application(.focus(.request)))
        return store
    }

    /// True if the URL is inside the request pane.
    private func isInPane(_ store: TestStore) -> Bool {
        let (layout, url) = (store.state.screenLayout, store.state.requestLayout.url)
        return layout.urlBar.isEmpty && layout.rect(of: .request).map { url.intersection($0) == url && !url.isEmpty } == true
    }

    /// True if the border of a box shows the focus.
    private func isAccented(_ box: Rect, _ store: TestStore) -> Bool {
        store.canvas[Point(x: box.minX, y: box.maxY - 1)].style.role == .paneBorderFocused
    }

    @Test(arguments: [wide, Size(width: 120, height: 40), Size(width: 120, height: 26)])
    func `the URL is above both panes`(size: Size) throws {
        let store = Self.store(size)
        let layout = store.state.screenLayout
        let (request, response) = (try #require(layout.rect(of: .request)), try #require(layout.rect(of: .response)))
        let bar = layout.urlBar
        #expect(bar.minX == request.minX && bar.maxX == response.maxX)
        #expect(request.minY == bar.maxY + 1 && response.minY == request.minY)
        #expect(bar.minY == layout.rect(of: .tree)?.minY)
        #expect(layout.pane(at: bar.origin) == .request)
        let inside = store.state.requestLayout
        for rect in [inside.method, inside.url, inside.send] {
            #expect(!rect.isEmpty && rect.intersection(bar) == rect)
        }
        #expect(inside.tabs.intersection(request) == inside.tabs && inside.send.maxX == bar.maxX - 2)
        #expect(inside.url.width > request.width)
    }

    @Test func `narrower screens, panes above each other and zoomed panes have none`() {
        var store = Self.store(Size(width: 119, height: 40))
        #expect(isInPane(store))
        store.state.size = Self.wide
        #expect(!isInPane(store))
        store.press(.character("z"))
        #expect(store.state.layout.zoomed == .request && isInPane(store))
        store.press(.character("z"))
        for arrangement in [LayoutState.Arrangement.stacked, .single] {
            store.state.layout.arrangement = arrangement
            #expect(isInPane(store), "\(arrangement)")
        }
    }

    @Test func `a click edits the URL, and the list of variables hangs below it`() throws {
        var store = Self.store()
        store.send(.application(.focus(.response)))
        store.click("http://h/a", columnsBehind: 8)
        #expect(store.state.focus == .request && store.state.request.isTypingURL)
        store.press(Key(.end))
        store.type("{{t")
        #expect(store.state.request.url.text.hasPrefix("http://h/a{{t"))
        let list = try #require(RequestCompletion.frame(store.state.request, store.state.requestContext))
        #expect(list.minY == store.state.requestLayout.url.maxY)
        store.click("team")
        #expect(store.state.request.url.text == "http://h/a{{team}}")
    }

    @Test func `the buttons of the URL send and list the methods`() {
        var store = Self.store()
        let sent = store.click("Send")
        #expect(sent.contains { if case .sending = $0 { true } else { false } })
        let place = store.state.requestLayout.method.origin
        store.mouse(.press(.left, count: 1), at: place)
        guard store.state.windows.last?.content is Picker<Message> else { return #expect(Bool(false), "there is no list of methods") }
        #expect(store.canvas.contains("PATCH"))
    }

    @Test func `the border of the part with the cursor has the accent`() throws {
        var store = Self.store()
        let pane = try #require(store.state.screenLayout.rect(of: .request))
        for part in [RequestPart.url, .content] {
            store.state.request.part = part
            #expect(isAccented(store.state.screenLayout.urlBar, store) == (part == .url))
            #expect(isAccented(pane, store) == (part == .content))
        }
        store.send(.application(.focus(.response)))
        #expect(!isAccented(store.state.screenLayout.urlBar, store) && !isAccented(pane, store))
    }

    @Test func `the border of the request has the Text tab's problem, the border of the URL has problems of the URL`() throws {
        var store = Self.store()
        store.send(.request(.selectTab(.text)))
        store.state.request.url = TextFieldState(text: "http://h/{{absent}}")
        (store.state.request.part, store.state.request.documentProblem) = (.url, "no such member")
        let layout = store.state.screenLayout
        let (lines, pane) = (store.canvas.lines, try #require(layout.rect(of: .request)))
        #expect(lines[layout.urlBar.maxY - 1].contains("{{absent}}"))
        #expect(lines[pane.maxY - 1].contains("no such member"))
    }

    @Test func `the border of the URL has the tabs of open requests and the button for a new one`() throws {
        var store = Self.store()
        let bar = store.state.screenLayout.urlBar
        store.mouse(.press(.left, count: 1), at: TabsView.newButton(in: bar).origin)
        #expect(store.state.tabs.count == 2)
        let first = try #require(TabsView.tabs(store.state, in: bar).first { $0.index == 0 })
        #expect(store.canvas.lines[bar.minY].contains(first.text))
        store.mouse(.press(.left, count: 1), at: Point(x: first.rect.minX + 1, y: first.rect.minY))
        #expect(store.state.tabs.index == 0)
    }

    @Test func `jump labels its parts`() {
        var store = Self.store()
        store.send(.application(.show(.jump)))
        guard let jump = store.state.windows.last?.content as? JumpWindow else { return #expect(Bool(false), "nothing is shown") }
        let layout = store.state.requestLayout
        for rect in [layout.method, layout.url, layout.send] {
            #expect(jump.targets.contains { rect.contains($0.point) })
        }
    }
}
