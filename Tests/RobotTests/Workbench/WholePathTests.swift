import DemoServer
import Screen
import ScreenTesting
import Testing

/// The path of the first day: open a saved request, change it, send it, read the response, save it, find it in the history, replay it.
@Suite struct WholePathTests {
    private let server: DemoServer
    private let machine: Machine
    private static let file = "collections/first/ask.request.json"

    init() async throws {
        server = try DemoServer.start()
        machine = try await Machine(beside: server)
        let url = "\(server.url)/anything/before"
        // The spaces and the unknown member must still be there after saving.
        try machine.write(
            """
            {
              "name": "Ask",
              "method": "POST",
              "url": "\(url)",
              "body":   { "type": "json", "text": ["{", "  \\"one\\": 1", "}"] },
              "team": { "owner": "others" }
            }

            """, to: Self.file)
        try machine.writeRequest("Other", #""url": "http://127.0.0.1:1/other""#)
    }

    /// Expects that saving changed one thing in one file.
    private func expectOnlyChange(from before: [String: String], _ old: String, _ new: String) throws {
        var expected = before
        expected[Self.file] = before[Self.file]?.replacing(old, with: new)
        #expect(try machine.files() == expected)
    }

    private func historyCount(_ text: String) -> @Sendable (PtyRobot.Moment) -> Bool {
        { $0.screen.text.split(separator: text, omittingEmptySubsequences: false).count == 3 }
    }

    @Test func `the path of the first day works with keys alone`() async throws {
        let before = try machine.files()
        let robot = try await machine.startWithRequest()
        try await robot.see(all: ["2 Ask", "/anything/before"])
        robot.press(.control("l"), Key(.end))
        robot.send("/and-after\r")
        try await robot.see(all: ["200 OK", "/anything/before/and-after\"", "\"method\": \"POST\"", "2 Ask ●"])
        robot.press(.control("s"))
        try await robot.see("Saved collections/first/ask.request.json")
        try expectOnlyChange(from: before, "/anything/before", "/anything/before/and-after")

        robot.press(.function(8))
        robot.send("R")
        try await robot.wait(until: "two rows in the history", timeout: PtyRobot.patience, historyCount("200 POST Ask"))
        robot.send("j\r")
        try await robot.see("/anything/before/and-after\"")
        try await robot.quit()
    }

    @Test func `the path of the first day works with the mouse alone`() async throws {
        let before = try machine.files()
        let robot = try await machine.start()
        try await robot.click(on: "▾ First")
        // A second click at the same place would be a double click.
        try await robot.click(on: "1 Collections")
        try await robot.click(on: "▸ First")
        try await robot.click(on: "Ask")
        try await robot.click(on: "POST ▾")
        try await robot.click(on: "PATCH")
        try await robot.see(all: ["PATCH ▾", "2 Ask ●"])
        try await robot.click(on: " Send ")
        try await robot.see(all: ["200 OK", "\"method\": \"PATCH\""])
        try await robot.clickFooter("^S save")
        try await robot.see("Saved collections/first/ask.request.json")
        try expectOnlyChange(from: before, "POST", "PATCH")

        try await robot.click(on: "200 PATCH Ask")
        try await robot.clickFooter("R replay")
        try await robot.wait(until: "two rows in the history", timeout: PtyRobot.patience, historyCount("200 PATCH Ask"))
        try await robot.click(on: "200 PATCH Ask", count: 2)
        try await robot.see("\"method\": \"PATCH\"")
        try await quitFromHelp(robot)
    }

    /// The help lists every command; a double click runs one.
    private func quitFromHelp(_ robot: PtyRobot) async throws {
        try await robot.click(on: "F1 help")
        try await robot.see("Enter run")
        while !robot.screen.text.contains("  Quit ") {
            let before = robot.screen
            robot.turnWheel(1, x: 60, y: 20)
            try await robot.wait(until: "the list to move", timeout: PtyRobot.patience) { $0.screen != before }
        }
        try await robot.click(on: " Quit ", count: 2)
        try await robot.expectEnd(.exited(0))
    }

    @Test func `the history is kept until the next start`() async throws {
        let first = try await machine.startWithRequest()
        first.press(.function(5))
        try await first.see("200 OK")
        try await first.quit()
        let second = try await machine.start()
        try await second.see("200 POST Ask")
        second.press(.function(8), Key(.enter))
        try await second.see(all: ["200 OK", "/anything/before\""])
        try await second.quit()
    }
}
