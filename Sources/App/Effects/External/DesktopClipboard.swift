#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The desktop's clipboard through its own tool, where there is a desktop.
public struct DesktopClipboard: Sendable {
    private let command: [String]?

    /// Takes the process environment, which tells of the desktop and of `PATH`.
    public init(environment: [String: String]) {
        let tools: [(needs: String?, command: [String])] = [
            ("WAYLAND_DISPLAY", ["wl-copy"]), ("DISPLAY", ["xclip", "-selection", "clipboard"]), ("DISPLAY", ["xsel", "-ib"]),
        ]
        #if os(macOS)
            let all = [(needs: nil, command: ["pbcopy"])] + tools
        #else
            let all = tools
        #endif
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        command =
            all.first { tool in
                (tool.needs.map { environment[$0]?.isEmpty == false } ?? true)
                    && folders.contains { access("\($0)/\(tool.command[0])", X_OK) == 0 }
            }?.command
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
    private func feed(_ text: String, to end: Int32, _ child: pid_t) {
        Task.detached {
            let bytes = Array(text.utf8)
            var offset = 0
            while offset < bytes.count {
                let count = bytes.withUnsafeBytes { write(end, $0.baseAddress.map { $0 + offset }, bytes.count - offset) }
                guard count > 0 else { break }
                offset += count
            }
            close(end)
            _ = await ChildProcess.wait(for: child)
        }
    }
}
