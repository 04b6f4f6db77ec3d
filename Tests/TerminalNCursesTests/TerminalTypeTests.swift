import Screen
import Testing

@testable import TerminalNCurses

@Suite struct TerminalTypeTests {
    @Test(
        arguments: [
            ("xterm-256color", [:], ["xterm-256color indexed"]),
            ("xterm-256color", ["COLORTERM": "truecolor"], ["apus-direct direct", "xterm-256color indexed"]),
            ("xterm-256color", ["COLORTERM": "24bit"], ["apus-direct direct", "xterm-256color indexed"]),
            ("xterm", ["COLORTERM": "yes"], ["xterm indexed"]),
            ("xterm-direct", [:], ["xterm-direct direct"]),
            ("xterm-256color", ["COLORTERM": "truecolor", "NO_COLOR": "1"], ["xterm-256color none"]),
            ("xterm-256color", ["COLORTERM": "truecolor", "NO_COLOR": ""], ["apus-direct direct", "xterm-256color indexed"]),
            ("screen-256color", ["COLORTERM": "truecolor"], ["screen-256color indexed"]),
            ("screen-256color", ["COLORTERM": "truecolor", "TMUX": "x"], ["apus-direct direct", "screen-256color indexed"]),
            ("linux", ["COLORTERM": "truecolor"], ["linux indexed"]),
        ] as [(String, [String: String], [String])])
    func `chooses by environment variables`(name: String, environment: [String: String], expected: [String]) {
        #expect(TerminalType.candidates(for: name, environment: environment).map { "\($0.name) \($0.colors)" } == expected)
    }

    @Test(arguments: [("xterm-ghostty", ["xterm-ghostty", "xterm-256color"]), ("foot", ["foot"])])
    func `an unknown relative of xterm counts as xterm`(name: String, expected: [String]) {
        #expect(TerminalType.names(for: name) == expected)
    }
}
