import Screen
import ScreenTesting
import Testing

@Suite struct InputTests {
    @Test(arguments: [
        (Key.character("a"), "key 'a'"), (.character("日"), "key '日'"), (Key(.enter), "key enter"), (Key(.tab), "key tab"),
        (Key(.tab, .shift), "key tab shift"),
        (Key(.escape), "key escape"), (Key(.backspace), "key backspace"), (.control("c"), "key 'c' control"),
        (.control("s"), "key 's' control"),
        (.control("q"), "key 'q' control"), (.control("v"), "key 'v' control"), (.control("o"), "key 'o' control"),
        (.control("\\"), "key '\\' control"),
        (.alt("x"), "key 'x' alt"), (Key(.enter, .alt), "key enter alt"), (Key(.up), "key up"), (Key(.left, .control), "key left control"),
        (Key(.home), "key home"), (Key(.end, .shift), "key end shift"), (Key(.pageDown), "key pageDown"), (Key(.delete), "key delete"),
        (.function(1), "key F1"), (.function(12), "key F12"), (Key(.function(5), .shift), "key F5 shift"),
        (Key(.function(3), [.control, .alt]), "key F3 alt control"),
    ])
    func `a pressed key reaches the program`(key: Key, words: String) async throws {
        let robot = try await Probe.start("keys")
        robot.press(key)
        try await robot.wait(until: words) { $0.screen.row(2) == words }
    }

    @Test func `a lone escape is a key if nothing follows`() async throws {
        let robot = try await Probe.start("keys")
        robot.press(Key(.escape))
        try await robot.wait(for: "key escape")
        robot.press(Key(.escape), .character("x"))
        try await robot.wait(for: "key 'x' alt")
    }

    @Test func `keys are read in the form of the Kitty protocol, if the terminal supports it`() async throws {
        let robot = try await Probe.start("keys", kitty: true)
        robot.send("\u{1B}[13;5u")
        try await robot.wait(for: "key enter control")
        #expect(robot.hasKittyKeyboard)
    }

    @Test func `input before the first frame is read at once and not echoed`() async throws {
        let robot = try PtyRobot.spawn(Probe.path, arguments: ["late"], size: Size(width: 60, height: 10))
        try await robot.wait(until: "the query") { _ in
            String(decoding: robot.output, as: UTF8.self).contains("\u{1B}[?u")
        }
        robot.press(.character("a"))
        try await robot.wait(for: "key 'a'")
        robot.press(.character("q"))
        try await robot.waitForEnd()
        #expect(robot.screen.row(0).isEmpty)
    }

    @Test func `the keyboard protocol is off if the terminal does not report it`() async throws {
        let robot = try await Probe.start("keys")
        robot.press(.character("a"))
        try await robot.wait(for: "key 'a'")
        #expect(!robot.hasKittyKeyboard)
    }

    @Test func `a paste is text`() async throws {
        let robot = try await Probe.start()
        robot.paste("one\r\ntwo\u{1B}[A q")
        try await robot.wait(for: "paste 12 'one␊two␛[A q'")
        #expect(robot.status == .running)
    }

    @Test func `a paste of a megabyte arrives whole`() async throws {
        let robot = try await Probe.start()
        robot.paste(String(repeating: "0123456789abcdef", count: 65536))
        try await robot.wait(for: "paste 1048576")
    }

    @Test func `mouse events reach the program`() async throws {
        let robot = try await Probe.start()
        robot.click(x: 7, y: 3)
        try await robot.wait(for: "mouse release left 7,3")
        robot.click(x: 8, y: 3, count: 2)
        try await robot.wait(for: "mouse press left 2 8,3")
        robot.press(x: 1, y: 1, button: .right)
        robot.drag(x: 2, y: 1, button: .right)
        try await robot.wait(for: "mouse drag right 2,1")
        robot.turnWheel(-1, x: 0, y: 0)
        try await robot.wait(for: "mouse wheel up 0,0")
    }

    @Test func `a change of focus reaches the program`() async throws {
        let robot = try await Probe.start()
        robot.send("\u{1B}[O")
        try await robot.wait(for: "focused false")
    }

    @Test func `the terminal reports its background`() async throws {
        let robot = try await Probe.start()
        #expect(String(decoding: robot.output, as: UTF8.self).contains("\u{1B}]11;?\u{1B}\\"))
        robot.send("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\")
        try await robot.wait(for: "appearance light")
    }

    @Test func `a changed size is noticed`() async throws {
        let robot = try await Probe.start()
        robot.resize(to: Size(width: 100, height: 20))
        let screen = try await robot.wait(for: "resized 100x20")
        #expect(screen.row(0).hasPrefix("100x20"))
        robot.resize(to: Size(width: 12, height: 4))
        try await robot.wait(for: "resized 12x4")
        robot.press(.character("q"))
        try await robot.waitForEnd()
        #expect(robot.leftovers == [])
    }

    @Test func `closing the terminal ends the program`() async throws {
        let robot = try await Probe.start()
        robot.signal(1)
        #expect(try await robot.waitForEnd() == .signaled(1))
    }
}
