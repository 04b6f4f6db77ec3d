import HTTPTesting
import Screen
import ScreenTesting
import Testing

/// Nothing that a server or a file says commands the terminal.
@Suite struct UntrustedAnswerTests {
    /// Sets the title, the clipboard, a colour and a mode; asks for the cursor's place; the last in its 8-bit form and as UTF-8.
    private static let commands =
        "\u{1B}]0;TITLE\u{7}\u{1B}]52;c;Y2xpcA==\u{7}\u{1B}[35;45mRED\u{1B}[?1337h\u{1B}[6n\u{9B}5;77r\u{1B}PDCS\u{1B}\\"
    /// The parts of them that the program itself has no reason to write.
    private static let forbidden = ["\u{1B}]0;", "\u{1B}]52", "[35;45m", "[?1337h", "\u{1B}[6n", "\u{9B}", "\u{1B}P"].map { Array($0.utf8) }

    private func expectHarmless(_ robot: PtyRobot, sourceLocation: SourceLocation = #_sourceLocation) {
        let output = robot.output
        for bytes in Self.forbidden {
            // The shown form of an escape is another character, so what follows it may stand there.
            let isCommand = output.firstRange(of: bytes) != nil && (bytes[0] == 0x1B || bytes[0] == 0xC2)
            #expect(!isCommand, "wrote \(String(decoding: bytes, as: UTF8.self).debugDescription)", sourceLocation: sourceLocation)
        }
        #expect(output.firstRange(of: [0x1B, 0x5B, 0x33, 0x35, 0x3B, 0x34, 0x35, 0x6D]) == nil, sourceLocation: sourceLocation)
    }

    @Test(arguments: ["text/plain", "application/json", "text/html", "application/octet-stream"])
    func `in the body`(type: String) async throws {
        let server = try FaultServer(
            answering: "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nConnection: close\r\n\r\n{\"a\": \"START\(Self.commands)\"}\nlast")
        let robot = try await open(server)
        // What is no text is shown in hexadecimal first.
        if try await !robot.see("START").text.contains("START␛") {
            robot.send("3t")
            try await robot.see("START␛")
        }
        try await robot.quitWhereverItIs()
        expectHarmless(robot)
    }

    @Test func `in headers and the reason`() async throws {
        let server = try FaultServer(
            answering:
                "HTTP/1.1 200 REASON\(Self.commands)\r\nX-Evil: START\(Self.commands)\r\nSet-Cookie: a=\(Self.commands)\r\nContent-Length: 2\r\n\r\nok"
        )
        let robot = try await open(server)
        try await robot.see("GET   Ask")
        robot.send("3]")
        try await robot.wait(until: "the headers or the refusal of them", timeout: PtyRobot.patience) {
            $0.screen.text.contains("START␛") || $0.screen.text.contains("✗")
        }
        robot.send("]]]")
        try await robot.quitWhereverItIs()
        expectHarmless(robot)
    }

    @Test func `in names of the workspace`() async throws {
        let machine = try Machine()
        let name = #"START\u001b]0;TITLE\u0007\u001b[35;45m\u009b5;77r"#
        try machine.write(#"{ "name": "\#(name)", "url": "http://127.0.0.1:1/\#(name)" }"#, to: "collections/first/a.request.json")
        try machine.write(#"{ "name": "\#(name)" }"#, to: "collections/first/environments/e.json")
        let robot = try await machine.start()
        try await robot.see("▾ First")
        robot.send("j\r")
        try await robot.see("2 START␛")
        robot.press(.control("e"))
        try await robot.click(on: "none  ")
        try await robot.see("env: none")
        try await robot.quitWhereverItIs()
        expectHarmless(robot)
    }

    private func open(_ server: FaultServer) async throws -> PtyRobot {
        let machine = try Machine(beside: server)
        try machine.writeRequest("Ask", #""url": "\#(server.url)/""#)
        let robot = try await machine.startWithRequest()
        robot.press(.function(5))
        return robot
    }
}

extension PtyRobot {
    /// Leaves when everything that was pressed has been drawn.
    fileprivate func quitWhereverItIs() async throws {
        press(.control("q"))
        try await expectEnd(.exited(0))
    }
}
