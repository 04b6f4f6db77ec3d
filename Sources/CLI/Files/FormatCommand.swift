import JSON
import Platform
import Workspace

/// `apus fmt`: formats the JSON files of a workspace. No value changes.
enum FormatCommand {
    static let spec = CommandSpec(
        "fmt", "Format the files of a workspace",
        operands: [OperandSpec("FILE", "the files (default: all of the workspace)", .any, .file)],
        options: [
            SendVariables.workspaceOption,
            OptionSpec("check", "c", "Write nothing; list the files that would change, with exit code 1"),
        ],
        examples: [.init("apus fmt --check", "refuse unformatted files in CI")])

    static func run(_ words: CommandWords, _ context: CommandContext) throws -> Int32 {
        let files = try words.operands.isEmpty ? files(of: SendVariables.requiredWorkspace(words)) : words.operands
        var code: Int32 = 0
        for file in files {
            guard let changed = try changed(file) else { continue }
            if words.has("check") {
                code = 1
            } else {
                do throws(SystemError) {
                    try AtomicFile.write(changed, to: file, permissions: .kept)
                } catch {
                    throw CommandFailure("\(file) could not be written: \(error.reason)", code: 2)
                }
            }
            try context.streams.write("\(file)\n")
        }
        return code
    }

    /// The formatted bytes of a file; nil if it is formatted already.
    private static func changed(_ file: String) throws -> [UInt8]? {
        do {
            let bytes = try Descriptor(openingFile: file, followsLinks: false).read(32 << 20)
            let new = WorkspaceStore.fileBytes(of: try JSONValue(parsing: bytes))
            return new == bytes ? nil : new
        } catch {
            throw CommandFailure("\(file): \(error)", code: 2)
        }
    }

    private static func files(of store: WorkspaceStore) throws -> [String] {
        let tree: WorkspaceTree
        do throws(WorkspaceError) { tree = try store.tree() } catch { throw CommandFailure(error.message, code: 2) }
        func settings(_ nodes: [WorkspaceNode]) -> [String] {
            nodes.flatMap { node -> [String] in
                switch node.kind {
                case .request: [node.path]
                case .collection, .folder: [WorkspaceStore.settingsFile(of: node.path)] + settings(node.children)
                case .broken: settings(node.children)
                }
            }
        }
        let environments = tree.environments.values.joined().filter { $0.problem == nil }.map(\.path)
        return (settings(tree.nodes) + environments.sorted()).map { "\(store.root)/\($0)" }.filter { FileStatus(of: $0) != nil }
    }
}
