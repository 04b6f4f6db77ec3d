import Screen
import ScreenTesting
import Testing

@Suite struct ColorTests {
    @Test(arguments: [["NO_COLOR": "1"], ["NO_COLOR": "1", "COLORTERM": "truecolor"], ["TERM": "vt100"]])
    func `the program uses no colours if they are disabled or unsupported`(environment: [String: String]) async throws {
        let robot = try await Machine().start(environment: environment)
        #expect(robot.screen.cells.allSatisfy { $0.foreground == .terminal && $0.background == .terminal })
        try await robot.quit()
    }

    @Test(arguments: ["xterm-256color", "tmux-256color", "linux", "alacritty", "xterm-kitty"])
    func `works on the terminals that people have`(name: String) async throws {
        let robot = try await Machine().start(environment: ["TERM": name])
        try await robot.quit()
    }
}
