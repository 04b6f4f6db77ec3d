/// Which of the user's programs shows a body.
public enum BodyViewerProgram: Sendable, Equatable {
    /// The pager that the user set, else `PAGER`, else `less`; it has the terminal.
    case pager
    /// The user's editor, on a copy; it has the terminal.
    case editor
    /// What the desktop opens files of the kind with.
    case desktop
}

/// Shows copies of bodies in programs of the user's own.
public struct ExternalViewer: Sendable {
    private let pager: String
    private let editor: String

    /// Takes the editor and the pager that the user set, and the process environment that names the rest.
    public init(editor: String?, pager: String?, environment: [String: String]) {
        func first(_ words: [String?], or other: String) -> String { words.compactMap { $0 }.first { !$0.isEmpty } ?? other }
        self.pager = first([pager, environment["PAGER"]], or: "less")
        self.editor = first([editor, environment["VISUAL"], environment["EDITOR"]], or: "vi")
    }

    /// Opens a copy and removes it when the program has ended. The desktop's program may outlive its starter, so that copy stays.
    @MainActor
    public func show(_ path: String, in program: BodyViewerProgram) async throws {
        switch program {
        case .pager: try await run(pager, path)
        case .editor: try await run(editor, path)
        case .desktop: try await open(path)
        }
    }

    @MainActor
    private func run(_ command: String, _ path: String) async throws {
        defer { BodyFile.remove(copy: path) }
        // The command may hold arguments: the shell splits it, the path is handed over unseen by it.
        let child = try ChildProcess.spawn(["/bin/sh", "-c", "\(command) \"$1\"", "sh", path])
        let status = await ChildProcess.wait(for: child)
        guard status == 0 else { throw ChildProcess.Failure(description: "\(command) ended with status \(status)") }
    }

    @MainActor
    private func open(_ path: String) async throws {
        #if os(macOS)
            let tool = "/usr/bin/open"
        #else
            let tool = "xdg-open"
        #endif
        do {
            let status = await ChildProcess.wait(for: try ChildProcess.spawnQuietly([tool, path]))
            guard status == 0 else { throw ChildProcess.Failure(description: "\(tool) found no program for \(path) (status \(status))") }
        } catch {
            BodyFile.remove(copy: path)
            throw ChildProcess.Failure(description: "\(error). Save the body instead, or open it in the pager or the editor")
        }
    }
}
