import Screen
import ScreenTesting
import Testing

/// Where the terminal cannot be used, the program says why and nothing else.
@Suite struct RefusalTests {
    @Test(arguments: [
        (["TERM": ""], "TERM is not set"), (["TERM": "dumb"], "'dumb' in TERM cannot place its cursor"),
        (["TERM": "no-such-terminal"], "'no-such-terminal' in TERM is unknown here"),
        (["TERM": "x\u{1B}[31m"], "'x␛[31m' in TERM is unknown"),
        (["LC_ALL": "C"], "The locale's character set is ANSI_X3.4-1968, and UTF-8 is needed"),
        (["LC_ALL": "", "LANG": "", "LC_CTYPE": ""], "UTF-8 is needed"),
        (["LC_ALL": "xx_YY.UTF-8"], "The locale 'xx_YY.UTF-8' is not installed here, and UTF-8 is needed"),
        (["LC_ALL": "", "LC_CTYPE": "", "LANG": "xx\u{1B}.UTF-8"], "The locale 'xx␛.UTF-8' is not installed here"),
    ])
    func `reports what is missing`(environment: [String: String], message: String) async throws {
        let robot = try PtyRobot.spawn(Probe.path, environment: environment, size: Size(width: 200, height: 5))
        #expect(try await robot.waitForEnd() == .exited(2))
        #expect(robot.screen.text.contains(message))
        #expect(!robot.output.contains(0x1B))
        #expect(robot.leftovers == [])
    }

    @Test(arguments: [("</dev/null", "Standard input is not a terminal"), (">/dev/null", "Standard output is not a terminal")])
    func `needs a terminal on both sides`(redirection: String, message: String) async throws {
        let script = "'\(Probe.path)' \(redirection); echo code $?"
        let robot = try PtyRobot.spawn("/bin/sh", arguments: ["-c", script], size: Size(width: 120, height: 5))
        let screen = try await robot.wait(for: "code 2")
        #expect(screen.text.contains(message))
    }
}
