#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The desktop's clipboard through its own tool, where there is a desktop.
public struct DesktopClipboard: Sendable {
    private let environment: [String: String]
    private static let mostPasted = 64 << 20

    /// Takes the process environment, which tells of the desktop and of `PATH`.
    public init(environment: [String: String]) { self.environment = environment }

    /// The tool of this desktop; nil where there is none. Looked for when it is needed, not at the start of the program.
    private var command: [String]? {
        let tools: [(needs: String?, command: [String])] = [
            ("WAYLAND_DISPLAY", ["wl-copy"]), ("DISPLAY", ["xclip", "-selection", "clipboard"]), ("DISPLAY", ["xsel", "-ib"]),
        ]
        #if os(macOS)
            let all = [(needs: nil, command: ["pbcopy"])] + tools
        #else
            let all = tools
        #endif
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        return all.first { tool in
            (tool.needs.map { environment[$0]?.isEmpty == false } ?? true)
                && folders.contains { access("\($0)/\(tool.command[0])", X_OK) == 0 }
        }?.command
    }

    /// What prints the clipboard; nil where nothing does.
    private var reader: [String]? { command.flatMap { Self.readers[$0[0]] } }

    private static let readers = [
        "wl-copy": ["wl-paste", "--no-newline"], "xclip": ["xclip", "-selection", "clipboard", "-o"], "xsel": ["xsel", "-ob"],
        "pbcopy": ["pbpaste"],
    ]

    /// What the tool prints as the clipboard's text; nil where there is none.
    public func paste() async -> String? {
        guard let reader else { return nil }
        return await Self.output(of: reader)
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

    /// Hands `text` to the tool and does not wait for it; false when there is none.
    public func copy(_ text: String) -> Bool {
        guard let command else { return false }
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return false }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        guard let child = try? ChildProcess.spawn(command, input: ends[0]) else {
            close(ends[1])
            return false
        }
        feed(text, to: ends[1], child)
        return true
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
