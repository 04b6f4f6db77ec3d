import Screen
import ScreenTesting
import Testing

/// Where the terminal cannot be used, the program says why, ends with code 2, and draws nothing.
@Suite struct RefusalTests {
    @Test(arguments: [
        (["TERM": ""], "TERM is not set"), (["TERM": "dumb"], "'dumb' in TERM cannot place its cursor"),
        (["TERM": "no-such-terminal"], "'no-such-terminal' in TERM is unknown here"),
        (["LC_ALL": "xx_YY"], "and UTF-8 is needed"),
    ])
    func `reports missing features of the terminal`(environment: [String: String], message: String) async throws {
        let robot = try await Machine().spawn(environment: environment, size: Size(width: 200, height: 5))
        try await robot.expectEnd(.exited(2))
        #expect(robot.screen.text.contains("apus: "))
        #expect(robot.screen.text.contains(message))
        #expect(!robot.output.contains(0x1B))
    }

    @Test(arguments: [("</dev/null", "Standard input is not a terminal"), (">/dev/null", "Standard output is not a terminal")])
    func `needs a terminal on both sides`(redirection: String, message: String) async throws {
        let machine = try await Machine()
        let robot = try PtyRobot.spawn(
            "/bin/sh", arguments: ["-c", "\(machine.command) \(redirection); echo code $?"], environment: machine.environment,
            size: Size(width: 200, height: 5), owner: machine)
        let screen = try await robot.see("code 2")
        #expect(screen.text.contains(message))
        #expect(!robot.output.contains(0x1B))
    }

    @Test(arguments: [
        (["--no-such-option"], "--no-such-option"), (["demo", "extra"], "extra"), (["serve", "--port", "x"], "--port x"),
    ])
    func `names the unknown word of the command line`(words: [String], message: String) async throws {
        let robot = try await Machine().spawn(words, size: Size(width: 200, height: 5))
        try await robot.expectEnd(.exited(2))
        #expect(robot.screen.text.contains(message))
    }

    @Test(arguments: [
        ("home", "none", "there is no folder none; apus new workspace none creates one"), ("home", "no/such", "there is no folder no/such"),
        ("home", "example.org", "write https://example.org"), ("home", "example.org/people", "2 GET /people"),
        ("space", "nothing", "there is no request “nothing”"),
        ("space", "/no/such", "there is no folder /no/such; apus new workspace"),
        ("space", "ask", "/ask/it"),
    ])
    func `opens a request by its name, and nothing that does not exist`(folder: String, word: String, expected: String) async throws {
        let machine = try await Machine()
        try machine.writeRequest("Ask", #""url": "http://h/ask/it""#)
        let script = "cd '\(folder == "home" ? machine.home : machine.workspace)' && '\(machine.program)' \(word)"
        let robot = try PtyRobot.spawn(
            "/bin/sh", arguments: ["-c", script], environment: machine.environment, size: Size(width: 200, height: 20), owner: machine)
        try await robot.see(expected)
    }
}
