import Engine
import JSON
import Platform
import Workspace

/// `apus fmt`: formats the JSON files of a workspace. No value changes.
enum FormatCommand {
    static let spec = CommandSpec(
        "fmt", "Format the files of a workspace",
        operands: [OperandSpec("FILE", "the files (default: all of the workspace)", .any, .file)],
        options: [
            .workspace,
            OptionSpec("check", "c", "Write nothing; list the files that would change, with exit code 1"),
        ],
        details: [
            "Lines keep their ends, also CR LF. Exit code 2 if a file cannot be read, is not JSON or cannot be written; the others are formatted. "
                + "Named files that are not of a workspace, such as pictures and scripts, are left out."
        ],
        examples: [.init("apus fmt --check", "refuse unformatted files in CI")])

    static func run(_ words: CommandWords, _ context: CommandContext) throws -> Int32 {
        let files = try words.operands.isEmpty ? files(of: words.requiredWorkspace()) : words.operands.filter { !isOfOthers($0) }
        let otherCount = max(words.operands.count - files.count, 0)
        if otherCount > 0 { context.streams.writeError(line: "apus fmt: \(CountText.of(otherCount, "file")) left out") }
        var code: Int32 = 0
        for file in files {
            do throws(FileError) {
                guard let bytes = try changedBytes(of: file) else { continue }
                if words.has("check") { code = max(code, 1) } else { try write(bytes, to: file) }
            } catch {
                context.streams.writeError(line: "apus fmt: \(file): \(error.reason)")
                code = 2
                continue
            }
            try context.streams.write("\(file)\n")
        }
        return code
    }

    /// True for an existing file that is not of a workspace, as a hook before a commit may pass.
    private static func isOfOthers(_ file: String) -> Bool {
        do { return try CheckCommand.place(inWorkspace: file) == nil } catch { return false }
    }

    /// The reason why a file is not formatted. The others are.
    private struct FileError: Error {
        let reason: String
    }

    /// The formatted bytes of a file; nil if it is formatted already.
    private static func changedBytes(of file: String) throws(FileError) -> [UInt8]? {
        do {
            let bytes = try Descriptor.contents(ofFile: file, limit: WorkspaceStore.fileLimit, followsLinks: false)
            let formatted = WorkspaceStore.fileBytes(of: try JSONValue(parsing: bytes))
            let new = hasReturns(bytes) ? formatted.flatMap { $0 == newline ? [UInt8(ascii: "\r"), $0] : [$0] } : formatted
            return new == bytes ? nil : new
        } catch {
            throw FileError(reason: (error as? SystemError)?.reason ?? "\(error)")
        }
    }

    private static let newline = UInt8(ascii: "\n")

    /// True if every line ends with CR LF, as git writes files on Windows. Strings contain neither.
    private static func hasReturns(_ bytes: [UInt8]) -> Bool {
        let ends = bytes.indices.filter { bytes[$0] == newline }
        return !ends.isEmpty && ends.allSatisfy { $0 > 0 && bytes[$0 - 1] == UInt8(ascii: "\r") }
    }

    private static func write(_ bytes: [UInt8], to file: String) throws(FileError) {
        do throws(SystemError) {
            try AtomicFile.write(bytes, to: file, permissions: .preserved)
        } catch {
            throw FileError(reason: "it could not be written: \(error.reason)")
        }
    }

    private static func files(of store: WorkspaceStore) throws -> [String] {
        let folder = store.root == currentFolder() ? "" : store.root + "/"
        let files = try store.tree().filesWithSchemas.map { folder + $0.file }
        // A link is left as it is: the file may be that of another workspace.
        return files.filter { FileStatus(of: $0, followsLinks: false).map { $0.kind != .link } ?? false }
    }
}
