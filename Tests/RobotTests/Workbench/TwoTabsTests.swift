import DemoServer
import Screen
import ScreenTesting
import Testing

/// Two open requests, each with its own response.
@Suite struct TwoTabsTests {
    /// The program with “Ask” in the pane, and “Beta” below it in the tree, which is answered at once.
    private func start(_ path: String) async throws -> PtyRobot {
        let server = try DemoServer.start()
        let machine = try await Machine(beside: server)
        try machine.writeRequest("Ask", #""url": "\#(server.url)\#(path)""#)
        try machine.writeRequest("Beta", #""url": "\#(server.url)/get?quick=answer""#)
        return try await machine.startWithRequest()
    }

    @Test func `a slow response waits in its tab while another request is sent`() async throws {
        let robot = try await start("/delay/120")
        robot.press(.function(5))
        try await robot.see("Cancel (^C)")
        robot.send("1j\r")
        try await robot.seeTab("Beta ×")
        try await robot.see(all: ["→Ask", "No response yet"])
        robot.press(.function(5))
        try await robot.see(all: ["→Ask", "\"quick\": \"answer\"", "1 in flight"])
        robot.send("gT")
        try await robot.seeTab("→Ask ×")
        try await robot.see(all: ["Cancel (^C)"])
        #expect(!robot.screen.text.contains("\"quick\": \"answer\""))
        robot.send("gt")
        try await robot.see("\"quick\": \"answer\"")
        robot.press(.control("c"))
        try await robot.see(all: ["Cancelled: “Ask”", "\"quick\": \"answer\""])
        try await robot.seeNoMore("1 in flight")
        try await robot.click(on: "✗Ask")
        try await robot.see("✗ Cancelled")
        try await robot.click(on: " Beta ")
        try await robot.see("\"quick\": \"answer\"")
        try await robot.quit()
    }

    @Test func `a response that arrived in another tab is shown on return`() async throws {
        let robot = try await start("/delay/1")
        robot.press(.function(5))
        robot.send("1j\r")
        try await robot.seeTab("Beta ×")
        try await robot.see(all: ["←Ask", "No response yet"])
        try await robot.click(on: "←Ask")
        try await robot.seeTab("Ask ×")
        try await robot.see(all: ["200 OK"])
        robot.send("gt")
        try await robot.seeTab("Beta ×")
        try await robot.see(all: [" Ask ", "No response yet"])
        try await robot.quit()
    }
}
