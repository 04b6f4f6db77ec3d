#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A program that took what was copied.
public enum ClipboardTool: Sendable {
    /// The desktop's: other programs see it.
    case desktop
    /// tmux: it is pasted from there, and handed on to the terminal where tmux and that can.
    case multiplexer
}

/// The desktop's clipboard through its own tool, where there is a desktop; in tmux without one, tmux' newest buffer.
public struct DesktopClipboard: Sendable {
    private let environment: [String: String]
    private static let mostPasted = 64 << 20

    /// Takes the process environment, which tells of the desktop and of `PATH`.
    public init(environment: [String: String]) { self.environment = environment }

    /// A program that takes text, and the one that gives it back.
    private struct Tool {
        /// The variable that tells of what it is for; nil where that is always there.
        let needs: String?
        let copies: [String]
        let pastes: [String]
        var kind = ClipboardTool.desktop
        /// What the shell runs to copy, with the program as its name; nil where the program does it alone.
        var script: String?
    }

    /// tmux hands on what it gets to the terminal since 3.2, also where it does not listen to the sequences of programs, as is its default.
    private static let handsOn = #""$0" load-buffer -w - 2>/dev/null || "$0" load-buffer -"#

    private static let tools: [Tool] = {
        let tools = [
            Tool(needs: "WAYLAND_DISPLAY", copies: ["wl-copy"], pastes: ["wl-paste", "--no-newline"]),
            Tool(needs: "DISPLAY", copies: ["xclip", "-selection", "clipboard"], pastes: ["xclip", "-selection", "clipboard", "-o"]),
            Tool(needs: "DISPLAY", copies: ["xsel", "-ib"], pastes: ["xsel", "-ob"]),
            Tool(
                needs: "TMUX", copies: ["tmux", "load-buffer", "-"], pastes: ["tmux", "save-buffer", "-"], kind: .multiplexer,
                script: handsOn),
        ]
        #if os(macOS)
            return [Tool(needs: nil, copies: ["pbcopy"], pastes: ["pbpaste"])] + tools
        #else
            return tools
        #endif
    }()

    /// The tool of this place; nil where there is none. Looked for when it is needed, not at the start of the program.
    private var tool: Tool? {
        Self.tools.first { tool in
            (tool.needs.map { environment[$0]?.isEmpty == false } ?? true) && path(of: tool.copies[0]) != nil
        }
    }

    /// Where a program is; nil where it is nowhere.
    private func path(of program: String) -> String? {
        (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }

    /// The command with its program's path.
    private func found(_ command: [String]) -> [String]? { path(of: command[0]).map { [$0] + command.dropFirst() } }

    /// What the tool prints as the clipboard's text; nil where there is none.
    public func paste() async -> String? {
        guard let command = tool.flatMap({ found($0.pastes) }) else { return nil }
        return await Self.output(of: command)
    }

    private static func output(of command: [String]) async -> String? {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let readEnd = ends[0]
        let child = try? ChildProcess.spawn(command, output: ends[1])
        close(ends[1])
        guard let child else {
            close(readEnd)
            return nil
        }
        let bytes = await ChildProcess.onOwnThread { contents(of: readEnd) }
        // Before the wait: a tool that has more to say than is taken must not wait for its reader.
        close(readEnd)
        guard await ChildProcess.wait(for: child) == 0 else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func contents(of pipe: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count < mostPasted {
            let count = read(pipe, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    /// Hands `text` to the tool and does not wait for it; nil where there is none.
    ///
    /// tmux gets it too, so that pasting from there never finds something older than what was copied here.
    public func copy(_ text: String) -> ClipboardTool? {
        guard let tool, let found = found(tool.copies) else { return nil }
        let command = tool.script.map { ["/bin/sh", "-c", $0, found[0]] } ?? found
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        guard let child = try? ChildProcess.spawn(command, input: ends[0]) else {
            close(ends[1])
            return nil
        }
        feed(text, to: ends[1], child)
        return tool.kind
    }

    /// Writes into the pipe from a thread of its own: a tool that does not read must not hold the program up.
    /// Without a parent: the effect is over once the tool has begun, and some tools stay until another program copies something.
    private func feed(_ text: String, to end: Int32, _ child: pid_t) {
        Task.detached {
            await ChildProcess.onOwnThread { Self.write(text, to: end) }
            _ = await ChildProcess.wait(for: child)
        }
    }

    private static func write(_ text: String, to end: Int32) {
        defer { close(end) }
        let bytes = Array(text.utf8)
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { systemWrite(end, $0.baseAddress.map { $0 + offset }, bytes.count - offset) }
            guard count > 0 else { return }
            offset += count
        }
    }
}

/// The system's call, which a method of the same name hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, bytes, count) }
