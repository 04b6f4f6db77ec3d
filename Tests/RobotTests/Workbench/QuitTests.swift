import Screen
import ScreenTesting
import Testing

@Suite struct QuitTests {
    private let machine: Machine
    private static let file = "collections/first/ask.request.json"

    init() async throws {
        machine = try await Machine()
        try machine.writeRequest("Ask", #""url": "http://127.0.0.1:1/before""#)
    }

    /// The program with a change that is not saved.
    private func startWithChange() async throws -> PtyRobot {
        let robot = try await machine.startWithRequest()
        robot.press(.control("l"), Key(.end), .character("2"))
        try await robot.see("2 Ask ●")
        return robot
    }

    @Test(arguments: [Key.character("q"), .control("q")])
    func `leaves at once when nothing is lost`(key: Key) async throws {
        let robot = try await machine.start()
        robot.press(key)
        try await robot.expectEnd(.exited(0))
    }

    @Test func `control and C asks when nothing runs`() async throws {
        let robot = try await machine.start()
        robot.press(.control("c"))
        try await robot.see("Quit Apus?")
        robot.send("c")
        try await robot.seeNoMore("Quit Apus?")
        robot.press(.control("c"))
        try await robot.see("Quit Apus?")
        robot.send("q")
        try await robot.expectEnd(.exited(0))
    }

    @Test func `asks when a change is not saved, and staying keeps it`() async throws {
        let robot = try await startWithChange()
        robot.press(.control("q"))
        try await robot.see("Not saved: “Ask”.")
        robot.send("c")
        try await robot.seeNoMore("Not saved")
        #expect(robot.screen.text.contains("2 Ask ●"))
        robot.press(.control("q"))
        try await robot.see("Not saved")
        robot.send("q")
        try await robot.expectEnd(.exited(0))
        #expect(try machine.files()[Self.file]?.contains("/before\"") == true)
    }

    @Test func `saves first when told to`() async throws {
        let robot = try await startWithChange()
        robot.press(.control("q"))
        try await robot.see("Not saved")
        robot.send("s")
        try await robot.expectEnd(.exited(0))
        #expect(try machine.files()[Self.file]?.contains("/before2\"") == true)
    }
}
