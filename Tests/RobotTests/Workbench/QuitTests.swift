import HTTPConformance
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
    func `quits at once without unsaved edits`(key: Key) async throws {
        let robot = try await machine.start()
        robot.press(key)
        try await robot.expectEnd(.exited(0))
    }

    @Test func `control and C asks if nothing runs`() async throws {
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

    @Test(arguments: [Key.character("q"), .control("q")])
    func `quitting asks nothing, and the next start restores unsaved edits`(key: Key) async throws {
        let robot = try await startWithChange()
        robot.press(Key(.escape))
        try await robot.see(" NAV ")
        robot.press(key)
        try await robot.expectEnd(.exited(0))
        #expect(try machine.files()[Self.file]?.contains("/before\"") == true)
        let next = try await machine.start()
        try await next.see(all: ["2 Ask ●", "/before2"])
        #expect(!next.screen.text.contains("Restore") && next.screen.text.contains(" NAV "))
        next.send("gu")
        try await next.see("Discarded the changes of “Ask”")
        #expect(!next.screen.text.contains("/before2"))
        try await next.click(on: "[undo]")
        try await next.see(all: ["2 Ask ●", "/before2"])
        next.send("gu")
        try await next.see("Discarded the changes of “Ask”")
        try await next.quit()
        let last = try await machine.start()
        try await last.see("2 Ask")
        #expect(!last.screen.text.contains("●"))
        try await last.quit()
    }

    @Test func `a request that was typed and sent is not unsaved work`() async throws {
        let server = try FaultServer(answering: "HTTP/1.1 204 No Content\r\n\r\n")
        let robot = try machine.spawn()
        try await robot.see(" EDIT ")
        robot.send("\(server.url)/typed\r")
        try await robot.see("204 No Content")
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
        let next = try machine.spawn()
        try await next.see(all: [" First", "204 GET"])
        #expect(!next.screen.text.contains("●"))
        next.press(.control("q"))
        try await next.expectEnd(.exited(0))
    }
}
