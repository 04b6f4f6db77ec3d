import DemoServer
import Foundation
import Screen
import ScreenTesting
import Testing

/// Actions on a response: query, table, save, external programs.
@Suite struct BodyToolsTests {
    private let server: DemoServer
    private let machine: Machine

    init() async throws {
        server = try DemoServer.start()
        machine = try await Machine(beside: server)
    }

    private func answered(_ path: String, environment: [String: String] = [:], size: Size = Size(width: 120, height: 40)) async throws
        -> PtyRobot
    {
        try machine.writeRequest("Ask", #""url": "\#(server.url)\#(path)""#)
        let robot = try await machine.startWithRequest(environment: environment, size: size)
        robot.press(.function(5))
        try await robot.see("200 OK")
        robot.send("3")
        try await robot.seeFocus(on: "3")
        return robot
    }

    @Test(arguments: [
        ("/json/20k", ".items[1].id + 40", "1   42"), ("/json/20k", "$.items[1].id", "1   2"), ("/xml", "count(//*) > 1", "1   true"),
    ])
    func `queries the response while typing`(path: String, query: String, result: String) async throws {
        let robot = try await answered(path)
        robot.send("|" + query)
        try await robot.see(result)
        robot.send("\r")
        robot.press(Key(.backspace))
        try await robot.seeNoMore("| " + query)
        try await robot.quit()
    }

    @Test func `a mistake is marked and a command waits for enter`() async throws {
        let robot = try await answered("/json/20k", size: Size(width: 80, height: 24))
        robot.send("|$[")
        try await robot.see("▲")
        robot.press(.control("u"))
        robot.send("!wc -c")
        try await robot.see("Enter runs the command")
        robot.send("\r")
        try await robot.see("1 20")
        robot.press(Key(.backspace))
        try await robot.quit()
    }

    @Test func `a picture is shown in pixels and hidden by a menu`() async throws {
        let robot = try await answered("/image/png", environment: ["TERM": "xterm-kitty"])
        let (placement, removal) = ("\u{1B}_Ga=p,i=16720,", "\u{1B}_Ga=d,d=i,i=16720,")
        try await robot.wait(until: "the picture", timeout: PtyRobot.patience) { [robot] _ in robot.hasWritten(placement, times: 1) }
        robot.press(.control("p"))
        try await robot.see("Command palette")
        try await robot.wait(until: "the picture to go", timeout: PtyRobot.patience) { [robot] _ in robot.hasWritten(removal, times: 1) }
        robot.press(Key(.escape))
        try await robot.wait(until: "the picture again", timeout: PtyRobot.patience) { [robot] _ in robot.hasWritten(placement, times: 2) }
        robot.send("t")
        try await robot.see("89 50 4e 47")
        try await robot.wait(until: "the picture to go", timeout: PtyRobot.patience) { [robot] _ in robot.hasWritten(removal, times: 2) }
        try await robot.quit()
    }

    @Test func `an endless query can be cancelled`() async throws {
        let robot = try await answered("/json/20k")
        robot.send("|repeat(1)")
        try await robot.see("running…")
        robot.press(Key(.escape))
        try await robot.seeNoMore("running…")
        try await robot.see("\"ship\"")
        try await robot.quit()
    }

    @Test func `shows a table and sorts it`() async throws {
        let robot = try await answered("/json/20k")
        robot.send("ttt")
        try await robot.see("id  uuid")
        robot.send("S")
        try await robot.see("id ▲")
        robot.send("S")
        try await robot.see("id ▼")
        robot.send("\r")
        try await robot.see("\"id\":")
        try await robot.quit()
    }

    @Test func `the body shows a picture`() async throws {
        let robot = try await answered("/image/png")
        try await robot.see(all: ["PNG, ", " pixels"])
        try await robot.see("▀▀▀▀")
        try await robot.quit()
    }

    @Test func `saves and asks before it overwrites`() async throws {
        let robot = try await answered("/json/20k")
        for (isSecond, word) in [(false, "Saved"), (true, "already exists")] {
            robot.send("s")
            try await robot.see("Save body to")
            robot.press(.control("u"))
            robot.send("~/answer.json\r")
            try await robot.see(word)
            guard isSecond else { continue }
            robot.send("c")
            // The name can be changed: the window is still there.
            try await robot.seeNoMore("Overwrite?")
            try await robot.see("Save body to")
            robot.press(Key(.escape))
            try await robot.seeNoMore("Save body to")
        }
        #expect(try Data(contentsOf: URL(filePath: "\(machine.home)/answer.json")).count >= 20_000)
        try await robot.quit()
    }

    @Test(arguments: [("PAGER", 3), ("EDITOR", 4)])
    func `the pager and the editor have the terminal to themselves`(variable: String, key: Int) async throws {
        let program = "sh -c 'head -c 20 \"$1\"; printf reading; read line' sh"
        let robot = try await answered("/json/20k", environment: [variable: program])
        robot.press(.function(key))
        try await robot.wait(until: "the other program", timeout: PtyRobot.patience) {
            !$0.screen.isAlternate && $0.screen.text.contains("reading")
        }
        robot.send("\r")
        try await robot.seeFocus(on: "3")
        try await robot.quit()
    }

    @Test func `received bytes stay when the rest is cancelled`() async throws {
        try machine.writeRequest("Ask", #""url": "\#(server.url)/json/2g""#)
        let robot = try await machine.startWithRequest()
        robot.press(.function(5))
        try await robot.see("receiving:")
        robot.press(.control("c"))
        try await robot.see("Incomplete response")
        try await robot.see("\"ship\"")
        try await robot.quit()
    }
}
