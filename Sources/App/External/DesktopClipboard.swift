import Platform

/// The kind of program that received the copied text.
public enum ClipboardTool: Sendable {
    /// The desktop's tool: other programs see the text.
    case desktop
    /// tmux: the text can be pasted from there, and goes on to the terminal if tmux and the terminal support it.
    case multiplexer
}

/// The clipboard of the desktop, through its command-line tool; the newest buffer of tmux if there is no desktop.
public struct DesktopClipboard: Sendable {
    private let environment: [String: String]
    private static let pasteLimit = 64 << 20

    /// Takes the process environment: the variables of the desktop, and `PATH`.
    public init(environment: [String: String]) { self.environment = environment }

    /// A command that stores a text, and one that prints it.
    private struct Tool {
        /// The variable that is set where the tool works; nil if it always does.
        let variable: String?
        let copy: [String]
        let paste: [String]
        var kind = ClipboardTool.desktop
        /// A shell script that copies, with the program as `$0`; nil if the command copies without one.
        var script: String?
    }

    /// The script for tmux, which since 3.2 passes the text on to the terminal (`-w`), even if it ignores clipboard sequences, its default.
    private static let tmuxScript = #""$0" load-buffer -w - 2>/dev/null || "$0" load-buffer -"#

    private static let tools: [Tool] = {
        let tools = [
            Tool(variable: "WAYLAND_DISPLAY", copy: ["wl-copy"], paste: ["wl-paste", "--no-newline"]),
            Tool(variable: "DISPLAY", copy: ["xclip", "-selection", "clipboard"], paste: ["xclip", "-selection", "clipboard", "-o"]),
            Tool(variable: "DISPLAY", copy: ["xsel", "-ib"], paste: ["xsel", "-ob"]),
            Tool(
                variable: "TMUX", copy: ["tmux", "load-buffer", "-"], paste: ["tmux", "save-buffer", "-"], kind: .multiplexer,
                script: tmuxScript),
        ]
        #if os(macOS)
            return [Tool(variable: nil, copy: ["pbcopy"], paste: ["pbpaste"])] + tools
        #else
            return tools
        #endif
    }()

    /// The first tool that works here, looked up at each use.
    private var tool: Tool? {
        Self.tools.first { tool in
            (tool.variable.map { environment[$0]?.isEmpty == false } ?? true) && path(of: tool.copy[0]) != nil
        }
    }

    /// The program that copies here; nil if there is none.
    public var toolName: String? { tool?.copy[0] }

    private func path(of program: String) -> String? {
        (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }

    /// The command for these words, with the full path of the program, in a session without the terminal.
    private func command(_ words: [String], script: String? = nil) -> ChildProcess.Command? {
        guard let program = path(of: words[0]) else { return nil }
        var command = ChildProcess.Command(script.map { ["/bin/sh", "-c", $0, program] } ?? [program] + words.dropFirst())
        command.group = .session
        return command
    }

    /// The clipboard's text; nil if there is none, or no tool.
    public func paste() async -> String? {
        guard var command = tool.flatMap({ command($0.paste) }) else { return nil }
        command.output = .pipe
        guard let result = try? await ChildProcess.run(command, outputLimit: Self.pasteLimit), result.status == 0 else { return nil }
        return String(decoding: result.output, as: UTF8.self)
    }

    /// Hands `text` to the tool and does not wait for it; nil if there is no tool.
    ///
    /// tmux gets the text too, so that pasting there never yields an older text.
    public func copy(_ text: String) -> ClipboardTool? {
        guard let tool, var command = command(tool.copy, script: tool.script) else { return nil }
        command.input = .pipe
        guard let child = try? ChildProcess(command) else { return nil }
        child.feed { input throws(SystemError) in try input.write(Array(text.utf8)) }
        // Some tools run until another program copies something.
        child.detach()
        return tool.kind
    }
}
