import Foundation
import Screen
import ScreenTesting
import Testing

/// The program started with something to open.
@Suite struct OpeningTests {
    private let machine: Machine

    init() async throws { machine = try await Machine() }

    /// Starts the program with a word, in the workspace.
    private func start(_ word: String) throws -> PtyRobot {
        try PtyRobot.spawn(
            machine.program, arguments: [word], environment: machine.environment, directory: machine.workspace,
            size: Size(width: 120, height: 40), owner: machine)
    }

    @Test func `a URL is a new request`() async throws {
        let robot = try start("http://127.0.0.1:1/people?team=red")
        try await robot.see(all: ["http://127.0.0.1:1/people?team=red", "Params 1", " First"])
        robot.press(.function(5))
        try await robot.see("Could not connect")
        try await robot.quit()
    }

    @Test func `a file of requests has a tab for each`() async throws {
        try machine.write("### One\nGET http://127.0.0.1:1/one\n\n### Two\nPOST http://127.0.0.1:1/two\n", to: "calls.http")
        let robot = try start("calls.http")
        try await robot.see(all: ["One", "Two", "http://127.0.0.1:1/one"])
        robot.send("gT")
        try await robot.see("http://127.0.0.1:1/two")
        try await robot.quit()
    }

    @Test(arguments: ["first/ask", "collections/first/ask.request.json"])
    func `a request of a workspace is shown`(word: String) async throws {
        try machine.writeRequest("Ask", #""url": "http://127.0.0.1:1/asked""#)
        let robot = try start(word)
        try await robot.see(all: ["2 Ask", "http://127.0.0.1:1/asked"])
        try await robot.seeFocus(on: "2 Ask")
        try await robot.quit()
    }

    @Test func `a missing request is an error that suggests similar names`() async throws {
        try machine.writeRequest("Ask", #""url": "http://127.0.0.1:1/asked""#)
        let robot = try start("first/aks")
        try await robot.see("did you")
        #expect(try await robot.waitForEnd(timeout: PtyRobot.patience) == .exited(2))
    }
}
