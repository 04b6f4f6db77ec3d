import HTTPConformance
import Screen
import ScreenTesting
import Testing

@Suite struct PasteTests {
    @Test func `pasted line ends neither send nor run commands`() async throws {
        let server = try FaultServer(answering: "HTTP/1.1 204 No Content\r\n\r\n")
        let machine = try await Machine(beside: server)
        try machine.writeRequest("Ask", #""url": "\#(server.url)/""#)
        let robot = try await machine.startWithRequest()
        robot.paste("\rq\n")
        try await robot.see("Start editing, then paste")
        robot.press(.control("l"))
        try await robot.see("EDIT")
        robot.paste("http://127.0.0.1:1/\r\npasted\u{1B}[31m")
        try await robot.see("pasted␛")
        #expect(server.connectionCount == 0)
        #expect(!robot.screen.text.contains("in flight"))
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }

    @Test func `text that arrives at once without marks is typed`() async throws {
        let machine = try await Machine()
        try machine.writeRequest("Ask", #""url": "http://127.0.0.1:1/""#)
        let robot = try await machine.startWithRequest()
        robot.send("\u{0C}http://127.0.0.1:1/" + String(repeating: "a", count: 8_000) + "?q=1&end")
        try await robot.see("aa?q=1&end")
        #expect(robot.screen.text.contains("EDIT"))
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }

    /// As kitty, foot and ghostty send them.
    @Test func `keys by number undo and leave the text`() async throws {
        let machine = try await Machine()
        try machine.writeRequest("Ask", #""url": "http://127.0.0.1:1/""#)
        let robot = try await machine.startWithRequest()
        robot.press(.control("l"), Key(.end))
        robot.send("typed")
        try await robot.see("1/typed")
        robot.send("\u{1B}[45:95;6u")
        try await robot.seeNoMore("1/typed")
        #expect(!robot.screen.text.contains("2 Ask ●"))
        robot.send("\u{1B}[91;5u")
        try await robot.see(" NAV ")
        robot.send("\u{1B}[1089::99;5u")
        try await robot.see("Quit Apus?")
        robot.press(Key(.escape))
        try await robot.seeNoMore("Quit Apus?")
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }

    @Test func `the rest of a paste after a long pause is neither keys nor sent`() async throws {
        let server = try FaultServer(answering: "HTTP/1.1 204 No Content\r\n\r\n")
        let machine = try await Machine(beside: server)
        try machine.writeRequest("Ask", #""url": "\#(server.url)/""#)
        let robot = try await machine.startWithRequest()
        robot.press(.control("l"))
        try await robot.see("EDIT")
        robot.send("\u{1B}[200~http://127.0.0.1:1/late")
        try await robot.see("Esc ends it")
        robot.send("\rDdq")
        robot.send("\u{1B}[201~")
        try await robot.seeNoMore("Esc ends it")
        try await robot.see("Ddq")
        #expect(server.connectionCount == 0)
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }
}
