import HTTPConformance
import Screen
import ScreenTesting
import Testing

/// Data of a server or a file reaches the terminal without control sequences.
@Suite struct UntrustedResponseTests {
    /// Sets the title, the clipboard, a colour and a mode; asks for the cursor's place; the last in its 8-bit form and as UTF-8.
    private static let commands =
        "\u{1B}]0;TITLE\u{7}\u{1B}]52;c;Y2xpcA==\u{7}\u{1B}[35;45mRED\u{1B}[?1337h\u{1B}[6n\u{9B}5;77r\u{1B}PDCS\u{1B}\\"
    /// The parts of them that the program itself has no reason to write.
    private static let forbidden = ["\u{1B}]0;", "\u{1B}]52", "[35;45m", "[?1337h", "\u{1B}[6n", "\u{9B}", "\u{1B}P"].map { Array($0.utf8) }

    private func expectHarmless(_ robot: PtyRobot, sourceLocation: SourceLocation = #_sourceLocation) {
        let output = robot.output
        for bytes in Self.forbidden {
            // The visible form of an escape is another character, so the text after it may be shown.
            let isCommand = output.firstRange(of: bytes) != nil && (bytes[0] == 0x1B || bytes[0] == 0xC2)
            #expect(!isCommand, "wrote \(String(decoding: bytes, as: UTF8.self).debugDescription)", sourceLocation: sourceLocation)
        }
        #expect(output.firstRange(of: [0x1B, 0x5B, 0x33, 0x35, 0x3B, 0x34, 0x35, 0x6D]) == nil, sourceLocation: sourceLocation)
    }

    @Test(arguments: ["text/plain", "application/json", "text/html", "application/octet-stream"])
    func `a body prints no control sequences`(type: String) async throws {
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

    /// Bytes that a server can send in a text, by kind; none ends a line.
    private static let tables: [(name: String, bytes: [UInt8])] = [
        ("controls of ASCII", (1...0x1F).filter { ![0x0A, 0x0D].contains($0) } + [0x7F]),
        ("controls of eight bits", Array(0x80...0x9F)), ("the same in UTF-8", (0x80...0x9F).flatMap { [0xC2, UInt8($0)] }),
        (
            "strings of commands",
            Array("\u{1B}]0;t\u{7}\u{1B}]52;c;eA==\u{1B}\\".utf8)
                + Array("\u{1B}P1$r0m\u{1B}\\\u{1B}_Gx\u{1B}\\\u{1B}^p\u{1B}\\\u{1B}Xs\u{1B}\\".utf8)
        ),
        ("commands", Array("\u{1B}c\u{1B}[?1049l\u{1B}[6n\u{1B}[35;45m\u{1B}]8;;http://x\u{7}".utf8)),
        ("overlong forms", [0xC0, 0x9B, 0xE0, 0x80, 0x9B, 0xF0, 0x80, 0x80, 0x9B]),
        ("no UTF-8", [0xFF, 0xFE, 0xF8, 0x88, 0x80, 0x80, 0x80, 0xED, 0xA0, 0x80]),
        ("hidden signs", Array("\u{202E}\u{2066}\u{200F}\u{FEFF}\u{200B}\u{E0041}".utf8)),
    ]

    @Test(arguments: tables.map(\.name))
    func `nothing in a body, a header or a reason is executed`(name: String) async throws {
        let harmless = try await written(with: [])
        let output = try await written(with: Self.tables.first { $0.name == name }?.bytes ?? [])
        let text = try #require(String(validating: output, as: UTF8.self), "bytes that are no UTF-8 were written")
        // Moving to a cell, erasing, inserting, repeating, scrolling a part and colours are how ncurses draws; they depend on what is drawn.
        let drawing = #/\x1b\[[0-9;]*[HGdABCDKXJbLMP@STr]|\x1b\[[0-9;:]*m|\x1b\(B|\x1b[78DM]|[\r\n\x08]/#
        let added = Self.commands(text).subtracting(Self.commands(String(decoding: harmless, as: UTF8.self)))
        #expect(added.filter { $0.wholeMatch(of: drawing) == nil } == [])
        #expect(!text.contains("\u{1B}[35;45m"))
        #expect(text.unicodeScalars.filter { $0.properties.generalCategory == .format || (0x80..<0xA0).contains($0.value) } == [])
    }

    /// The program's output while it shows a response with these bytes in its reason, in a header and in its body.
    private func written(with bytes: [UInt8]) async throws -> [UInt8] {
        let head = Array("HTTP/1.1 200 REASON".utf8) + bytes + Array("END\r\nContent-Type: text/plain\r\nX-Evil: START".utf8)
        let body = Array("BODY".utf8) + bytes + Array("\nlast".utf8)
        let robot = try await open(FaultServer(answering: head + bytes + Array("END\r\nConnection: close\r\n\r\n".utf8) + body))
        try await robot.see("200 REASON")
        // What is no text is shown in hexadecimal first.
        if try await robot.see("BODY").text.contains("42 4f 44 59") {
            robot.send("3t")
            try await robot.seeNoMore("42 4f 44 59")
        }
        robot.send("3]")
        try await robot.see(all: ["X-Evil", "START"])
        try await robot.quitWhereverItIs()
        return robot.output
    }

    /// The sequences of an output, whole: all that an escape or a control begins.
    private static func commands(_ text: String) -> Set<String> {
        let pattern = #/\x1b\[[0-9:;<=>?]*[ -\/]*[@-~]|\x1b[()][A-Z0-9]|\x1b[=>78DM]|[\x00-\x1f\x7f\u{80}-\u{9f}]/#
        return Set(text.matches(of: pattern).map { String($0.output) })
    }

    @Test func `a cookie prints no control sequences`() async throws {
        let server = try FaultServer(
            answering: "HTTP/1.1 200 OK\r\nSet-Cookie: crumb=START\(Self.commands)\r\nContent-Length: 2\r\n\r\nok")
        let robot = try await open(server)
        try await robot.see("200 OK")
        robot.send("3]")
        try await robot.see("START␛")
        robot.send("]]]")
        try await robot.quitWhereverItIs()
        expectHarmless(robot)
    }

    @Test func `names of the workspace print no control sequences`() async throws {
        let machine = try await Machine()
        let name = #"START\u001b]0;TITLE\u0007\u001b[35;45m\u009b5;77r"#
        try machine.write(#"{ "name": "\#(name)", "url": "http://127.0.0.1:1/\#(name)" }"#, to: "collections/first/a.request.json")
        try machine.write(#"{ "name": "\#(name)" }"#, to: "collections/first/environments/e.json")
        let robot = try await machine.start()
        try await robot.see("▾ First")
        robot.send("j\r")
        try await robot.see("2 START␛")
        robot.press(.control("e"))
        try await robot.see("New environment…")
        robot.send("START\r")
        try await robot.see("START␛")
        try await robot.quitWhereverItIs()
        expectHarmless(robot)
    }

    private func open(_ server: FaultServer) async throws -> PtyRobot {
        let machine = try await Machine(beside: server)
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
