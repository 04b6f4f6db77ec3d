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
