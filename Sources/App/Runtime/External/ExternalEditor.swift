#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Lets the user edit a text in a program of their own: `VISUAL`, `EDITOR`, else `vi`.
public struct ExternalEditor: Sendable {
    private let command: String

    /// Takes the editor that the user set, and the process environment that names one else.
    public init(_ command: String? = nil, environment: [String: String]) {
        let named = [command, environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }.first { !$0.isEmpty }
        self.command = named ?? "vi"
    }

    /// Opens `text` in a private file whose name ends with `suffix`, waits for the editor, and gives what it left.
    ///
    /// The editor has this process's terminal, so the caller suspends the driver around the call.
    @MainActor
    public func edit(_ text: String, suffix: String) async throws -> String {
        let folder = try makeFolder()
        let path = "\(folder)/body\(suffix)"
        defer {
            unlink(path)
            rmdir(folder)
        }
        try write(text, to: path)
        let status = try await run(path)
        guard status == 0 else { throw ChildProcess.Failure(description: "\(command) ended with status \(status); nothing was changed") }
        return try read(path)
    }

    /// Opens a file itself and waits for the editor, which has this process's terminal.
    @MainActor
    public func open(_ path: String) async throws {
        let status = try await run(path)
        guard status == 0 else { throw ChildProcess.Failure(description: "\(command) ended with status \(status)") }
    }

    @MainActor
    private func run(_ path: String) async throws -> Int32 {
        // The command may hold arguments, as in `EDITOR="code --wait"`: the shell splits it, the path is handed over unseen by it.
        await ChildProcess.wait(for: try ChildProcess.spawn(["/bin/sh", "-c", "\(command) \"$1\"", "sh", path]))
    }

    private func makeFolder() throws(ChildProcess.Failure) -> String {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/apus.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw failure("no folder could be made in \(base)") }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func write(_ text: String, to path: String) throws(ChildProcess.Failure) {
        guard let file = fopen(path, "wx") else { throw failure("\(path) could not be made") }
        let bytes = Array(text.utf8)
        let count = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, count == bytes.count else { throw failure("\(path) could not be written") }
    }

    private func read(_ path: String) throws(ChildProcess.Failure) -> String {
        guard let file = fopen(path, "r") else { throw failure("\(path) could not be read") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw failure("what was saved is not UTF-8") }
        return text
    }

    private func failure(_ what: String) -> ChildProcess.Failure {
        ChildProcess.Failure(description: "\(what): \(String(cString: strerror(errno)))")
    }
}
