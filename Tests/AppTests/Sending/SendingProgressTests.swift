import Engine
import HTTP
import Screen
import Testing
import Workspace

@testable import App

@Suite struct SendingProgressTests {
    private static let connected = HTTPTaskEvent.connected(HTTPConnectionDetails())

    private func progress(_ events: [HTTPTaskEvent]) -> SendingProgress? {
        let report = ProgressReport(uptime: { .zero })
        return events.compactMap { report.update(with: $0) }.last
    }

    @Test(arguments: [
        ([connected], "waiting for the response"), ([connected, .sent(19, of: 30)], "sending"),
        ([connected, .sent(19, of: 30), .sent(30, of: 30)], "waiting for the response"),
        ([connected, .sent(19, of: nil)], "waiting for the response"),
        ([connected, .sent(9, of: 30), .responded(HTTPResponseHead(status: 413)), .sent(19, of: 30)], "receiving"),
    ])
    func `the phase tells if the body is still being sent`(events: [HTTPTaskEvent], phase: String) {
        #expect(progress(events)?.phase.text == phase)
    }

    @Test func `the progress shows how much of the body was sent`() throws {
        var store = TestStore.opened()
        let sending = InFlightRequest(id: "one", owner: store.state.response.owner, method: "POST", url: "http://h/")
        store.send(.sending(.flight(.started(sending))))
        let progress = try #require(self.progress([Self.connected, .sent(19_000_000, of: 30_000_000)]))
        store.send(.sending(.flight(.progressed("one", progress))))
        #expect(store.canvas.contains("Sending…"))
        #expect(store.canvas.contains("sent 19 MB of 30 MB"))
    }

    @Test(arguments: [Size(width: 80, height: 24), Size(width: 200, height: 60)])
    func `the progress line leaves the tabs visible`(size: Size) throws {
        var store = TestStore.withResponse("{}", type: "application/json", size: size)
        let pane = try #require(store.state.screenLayout.rect(of: .response))
        let sending = InFlightRequest(id: "two", owner: store.state.response.owner, method: "GET", url: "http://h/")
        func cells(_ rows: Range<Int>) -> [Cell] {
            rows.flatMap { y in (pane.minX..<pane.maxX).map { store.canvas[Point(x: $0, y: y)] } }
        }
        store.send(.sending(.flight(.started(sending))))
        store.send(.sending(.flight(.delayed("two"))))
        let tabs = cells(pane.minY + 1..<pane.minY + 3)
        store.send(.sending(.flight(.waited("two"))))
        #expect(cells(pane.minY + 1..<pane.minY + 3) == tabs)
        #expect(cells(pane.maxY - 1..<pane.maxY).contains { $0.style.role == .progress })
    }
}
