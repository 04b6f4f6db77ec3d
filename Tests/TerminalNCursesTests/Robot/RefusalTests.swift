import Foundation
import Screen
import ScreenTesting
import Testing

/// If the terminal cannot be used, the program prints only the reason.
@Suite struct RefusalTests {
    @Test(arguments: [
        (["TERM": ""], "TERM is not set"), (["TERM": "dumb"], "'dumb' in TERM cannot place its cursor"),
        (["TERM": "no-such-terminal"], "'no-such-terminal' in TERM is unknown here"),
        (["TERM": "x\u{1B}[31m"], "'x␛[31m' in TERM is unknown"),
        (["LC_ALL": "xx_YY.ISO-8859-1"], "The locale 'xx_YY.ISO-8859-1' is not installed here, and UTF-8 is needed"),
        (["LC_ALL": "", "LC_CTYPE": "", "LANG": "xx\u{1B}"], "The locale 'xx␛' is not installed here"),
    ])
    func `a terminal without required capabilities is refused`(environment: [String: String], message: String) async throws {
        let robot = try PtyRobot.spawn(Probe.path, environment: environment, size: Size(width: 200, height: 5))
        #expect(try await robot.waitForEnd() == .exited(2))
        #expect(robot.screen.text.contains(message))
        #expect(!robot.output.contains(0x1B))
        #expect(robot.leftovers == [])
    }

    @Test(arguments: [["LC_ALL": "C"], ["LC_ALL": "", "LANG": "", "LC_CTYPE": ""], ["LC_ALL": "POSIX"], ["LC_ALL": "xx_YY.UTF-8"]])
    func `shows UTF-8 without an installed locale`(environment: [String: String]) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("text-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("鶴 ä|\nprocess".utf8).write(to: file)
        let robot = try await Probe.start("show", file.path, environment: environment)
        #expect(robot.screen.cell(x: 4, y: 0).text == "|")
        #expect(robot.screen.text.contains("鶴 ä|"))
    }

    @Test(arguments: [("</dev/null", "Standard input is not a terminal"), (">/dev/null", "Standard output is not a terminal")])
    func `needs a terminal on both sides`(redirection: String, message: String) async throws {
        let script = "'\(Probe.path)' \(redirection); echo code $?"
        let robot = try PtyRobot.spawn("/bin/sh", arguments: ["-c", script], size: Size(width: 120, height: 5))
        let screen = try await robot.wait(for: "code 2")
        #expect(screen.text.contains(message))
    }
}
