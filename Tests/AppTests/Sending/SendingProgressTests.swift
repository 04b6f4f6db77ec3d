import Engine
import HTTP
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
    func `says whether the body is still being sent`(events: [HTTPTaskEvent], phase: String) {
        #expect(progress(events)?.phase == phase)
    }

    @Test func `says how much of it is out`() {
        var store = TestStore.opened()
        let sending = InFlightRequest(id: "one", owner: store.state.response.owner, method: "POST", url: "http://h/")
        store.send(.sending(.started(sending)))
        guard let progress = progress([Self.connected, .sent(19_000_000, of: 30_000_000)]) else { return }
        store.send(.sending(.progressed("one", progress)))
        #expect(store.canvas.contains("sending…"))
        #expect(store.canvas.contains("sent 19 MB of 30 MB"))
    }
}
