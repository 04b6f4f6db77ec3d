import Screen
import Testing

@testable import App

@Suite struct ScreenLayoutTests {
    private static let sizes = [
        Size(width: 80, height: 24), Size(width: 40, height: 12), Size(width: 120, height: 40), Size(width: 200, height: 60),
    ]

    @Test(arguments: [Size(width: 96, height: 26), Size(width: 109, height: 29), Size(width: 200, height: 60)])
    func `panes above each other do not touch`(size: Size) throws {
        let layout = ScreenLayout(size: size, state: LayoutState(), focus: .request)
        let (tree, history) = (try #require(layout.rect(of: .tree)), try #require(layout.rect(of: .history)))
        #expect(history.minY == tree.maxY + 1)
    }

    @Test(arguments: sizes)
    func thePanesFillTheBodyWithoutOverlap(size: Size) {
        let layout = ScreenLayout(size: size, state: LayoutState(), focus: .tree)
        let rects = layout.panes.map(\.rect) + [layout.urlBar, layout.paneTabs]
        let cells = rects.reduce(0) { $0 + $1.width * $1.height }
        // One column or row of ground between panes.
        let gaps = layout.body.width * layout.body.height - cells
        #expect(layout.panes.count > 1 ? gaps > 0 && gaps <= 2 * layout.body.height + layout.body.width : gaps == 0)
        for (index, rect) in rects.enumerated() {
            for other in rects[(index + 1)...] { #expect(rect.intersection(other).isEmpty) }
        }
    }

    @Test(arguments: [
        (Size(width: 160, height: 45), 1, 1), (Size(width: 200, height: 60), 1, 1), (Size(width: 120, height: 36), 1, 0),
        (Size(width: 120, height: 30), 0, 0), (Size(width: 80, height: 45), 0, 0),
    ])
    func `on high screens a blank row is above the panes and above the footer`(size: Size, above: Int, below: Int) {
        let layout = ScreenLayout(size: size, state: LayoutState(), focus: .request)
        #expect(layout.body.minY == layout.titleBar.maxY + above && layout.body.maxY == layout.footer.minY - below)
    }

    @Test(arguments: [
        (Size(width: 120, height: 36), true), (Size(width: 160, height: 45), true), (Size(width: 200, height: 60), true),
        (Size(width: 120, height: 30), false), (Size(width: 80, height: 24), false),
    ])
    func `a blank row is below the title of the response, as of the request`(size: Size, isThere: Bool) throws {
        var store = TestStore.withResponse("{}", type: "application/json", size: size)
        store.send(.application(.focus(.response)))
        let pane = try #require(store.state.screenLayout.rect(of: .response))
        let tabs = try #require(store.canvas.lines.firstIndex { $0.contains("Timing") })
        #expect(tabs == pane.minY + (isThere ? 2 : 1))
    }

    @Test func `a narrow screen shows the pane with the focus, and the request as a line above its response`() {
        let layout = ScreenLayout(size: Size(width: 80, height: 24), state: LayoutState(), focus: .response)
        #expect(layout.panes.map(\.pane) == [.request, .response] && layout.rect(of: .request)?.height == 1)
        #expect(!layout.paneTabs.isEmpty)
    }

    @Test func aWideScreenPutsRequestAndResponseSideBySide() throws {
        let layout = ScreenLayout(size: Size(width: 200, height: 60), state: LayoutState(), focus: .tree)
        let request = try #require(layout.rect(of: .request))
        let response = try #require(layout.rect(of: .response))
        #expect(request.minY == response.minY && request.maxX + 1 == response.minX)
    }

    @Test func zoomShowsOnePane() {
        var state = LayoutState()
        state.zoomed = .history
        let layout = ScreenLayout(size: Size(width: 200, height: 60), state: state, focus: .history)
        #expect(layout.panes == [ScreenLayout.PanePlace(pane: .history, rect: layout.body)])
    }

    @Test func eachArrangementHasItsOwnShare() {
        var store = TestStore.withTree()
        store.state.layout.arrangement = .stacked
        for _ in 0..<5 { store.press(.character("-")) }
        let stacked = store.state.screenLayout.rect(of: .request)
        store.state.layout.arrangement = .sideBySide
        let beside = ScreenLayout(size: store.state.size, state: LayoutState(), focus: .tree).rect(of: .request)
        #expect(store.state.layout.requestShareBeside == LayoutState().requestShareBeside)
        #expect((store.state.screenLayout.rect(of: .request)?.width ?? 0) > 30)
        store.press(.character("+"))
        #expect(store.state.layout.requestShareBeside > LayoutState().requestShareBeside)
        store.state.layout.arrangement = .stacked
        #expect(store.state.screenLayout.rect(of: .request) == stacked && stacked != beside)
    }

    @Test func splitsStayWithinBounds() {
        var state = LayoutState()
        for _ in 0..<50 { state.move(.request, by: -1, width: 120) }
        #expect(state.requestShare == 0.1)
        state.set(.sidebar, to: 5)
        #expect(state.sidebarShare == 0.6)
    }

    @Test(arguments: [0, 1])
    func bothLinesOfABorderCanBeDragged(line: Int) throws {
        var store = TestStore.withTree(size: Size(width: 200, height: 60))
        let history = try #require(store.state.screenLayout.rect(of: .history))
        let held = Point(x: history.minX + 20, y: history.minY - 2 * line)
        store.mouse(.press(.left, count: 1), at: held)
        for action in [MouseEvent.Action.drag(.left), .release(.left)] {
            store.mouse(action, at: Point(x: held.x, y: history.minY - 10))
        }
        #expect(store.state.screenLayout.rect(of: .history)?.minY == history.minY - 9)
    }
}
