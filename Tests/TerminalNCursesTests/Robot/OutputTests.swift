import Screen
import ScreenTesting
import Testing

@Suite struct OutputTests {
    @Test(arguments: [
        (
            ["TERM": "xterm-256color", "COLORTERM": "truecolor"], "direct", RobotScreen.Color.rgb(255, 128, 0),
            RobotScreen.Color.rgb(0, 0, 95)
        ),
        (["TERM": "xterm-256color", "COLORTERM": "24bit"], "direct", .rgb(255, 128, 0), .rgb(0, 0, 95)),
        (["TERM": "xterm-256color"], "indexed", .indexed(208), .indexed(17)),
        (["TERM": "screen-256color", "COLORTERM": "truecolor"], "indexed", .indexed(208), .indexed(17)),
        (["TERM": "xterm"], "sixteen", .indexed(3), .indexed(0)), (["TERM": "xterm-16color"], "sixteen", .indexed(3), .indexed(0)),
        (["TERM": "linux"], "sixteen", .indexed(3), .indexed(0)),
        (["TERM": "vt100"], "none", .terminal, .terminal), (["TERM": "xterm-256color", "NO_COLOR": "1"], "none", .terminal, .terminal),
        (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], "none", .terminal, .terminal),
    ])
    func `colours as many as the terminal has`(
        environment: [String: String], depth: String, foreground: RobotScreen.Color, background: RobotScreen.Color
    ) async throws {
        let robot = try await Probe.start(environment: environment)
        let screen = robot.screen
        #expect(screen.row(0).contains(" \(depth) "))
        #expect(screen.cell(x: 0, y: 0).foreground == foreground)
        #expect(screen.cell(x: 0, y: 0).background == background)
        #expect(screen.cell(x: 0, y: 0).attributes.contains(.bold))
        #expect(screen.cell(x: 30, y: 9).background == .terminal)
    }

    @Test(arguments: ["xterm-256color", "tmux-256color", "linux", "vt100", "rxvt-unicode-256color", "alacritty", "xterm-kitty"])
    func `the terminal is restored for every type`(name: String) async throws {
        let robot = try await Probe.start(environment: ["TERM": name])
        robot.press(.character("q"))
        #expect(try await robot.waitForEnd() == .exited(0))
        #expect(robot.leftovers == [])
        let other = try await Probe.start(environment: ["TERM": name])
        other.signal(15)
        try await other.waitForEnd()
        #expect(other.leftovers == [])
    }

    @Test func `a cursor that cannot be hidden stands in the last cell`() async throws {
        let robot = try await Probe.start("act", environment: ["TERM": "vt100"])
        try await robot.wait(until: "the cursor at the end") { $0.screen.cursor == Point(x: 59, y: 9) }
        robot.press(.character("i"))
        let moment = try await robot.wait(until: "the cursor in a text") { $0.screen.cursor == Point(x: 4, y: 2) }
        #expect(moment.status == .running)
    }

    @Test func `wide glyphs and marks are in the right cells, and disputed ones show only their first part`() async throws {
        let robot = try await Probe.start()
        #expect(robot.screen.row(1) == "error   日本e\u{301}👨DE❤ |")
        #expect(robot.screen.position(of: "|") == Point(x: 19, y: 1))
        #expect(robot.screen.cell(x: 19, y: 1).foreground == .indexed(4))
        #expect(robot.screen.cell(x: 19, y: 1).background == .indexed(236))
    }

    @Test func `a theme can change`() async throws {
        let robot = try await Probe.start("act")
        robot.press(.character("n"))
        try await robot.wait(until: "the plain theme") { $0.screen.cell(x: 0, y: 0).attributes == .reverse }
        #expect(robot.screen.cell(x: 0, y: 0).foreground == .terminal)
        #expect(robot.screen.cell(x: 0, y: 1).attributes == [])
    }

    @Test func `a key writes only changed cells`() async throws {
        let robot = try await Probe.start(size: Size(width: 200, height: 60))
        let count = robot.output.count
        robot.press(.character("a"))
        try await robot.wait(for: "key 'a'")
        #expect(robot.output.count - count < 20)
    }

    @Test func `the cursor has a place and a form`() async throws {
        let robot = try await Probe.start("act")
        robot.press(.character("b"))
        try await robot.wait(until: "a block") { $0.screen.cursor == Point(x: 3, y: 2) }
        #expect(robot.cursorStyle == 2)
        robot.press(.character("i"))
        try await robot.wait(until: "a bar") { $0.screen.cursor == Point(x: 4, y: 2) }
        #expect(robot.cursorStyle == 6)
    }

    @Test func `a terminal older than ECMA-48 gets only its own sequences`() async throws {
        // The emulator of the tests takes the sequences of this terminal for text.
        let robot = try PtyRobot.spawn(Probe.path, environment: ["TERM": "vt52"], size: Size(width: 60, height: 10))
        try await robot.wait(until: "a frame") { $0.screen.text.contains { !$0.isWhitespace } }
        robot.press(.character("q"))
        #expect(try await robot.waitForEnd() == .exited(0))
        let output = String(decoding: robot.output, as: UTF8.self)
        #expect(!output.contains("\u{1B}[") && !output.contains("\u{1B}\\"), "\(output.debugDescription)")
    }

    @Test(arguments: ["xterm-256color", "screen", "screen-256color", "konsole-256color", "rxvt-unicode-256color"])
    func `the program copies to the terminal's clipboard`(terminal: String) async throws {
        let robot = try await Probe.start("act", environment: ["TERM": terminal])
        robot.press(.character("c"))
        try await robot.wait(for: "copied sent")
        #expect(String(decoding: robot.output, as: UTF8.self).contains("\u{1B}]52;c;dG8gdGhlIGNsaXBib2FyZCDinJM=\u{7}"))
        robot.press(.character("C"))
        try await robot.wait(for: "copied tooLong")
    }

    /// A console without a mouse may print unknown sequences; a multiplexer in front of it does not.
    @Test(arguments: [("linux", [:], "unsupported"), ("vt100", [:], "unsupported"), ("linux", ["TMUX": "/tmp/x"], "sent")])
    func `a console gets no sequence that it would print`(terminal: String, environment: [String: String], expected: String) async throws {
        let robot = try await Probe.start("act", environment: environment.merging(["TERM": terminal]) { $1 })
        robot.press(.character("c"))
        try await robot.wait(for: "copied \(expected)")
        #expect(String(decoding: robot.output, as: UTF8.self).contains("]52;") == (expected == "sent"))
    }
}
