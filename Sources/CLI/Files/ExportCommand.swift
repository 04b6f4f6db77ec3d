import Engine
import Interchange
import JSON
import Platform
import Screen
import Workspace

/// `apus export`: writes a collection in the format of another program.
struct ExportCommand {
    private let context: CommandContext
    private let collection: String?
    private let format: ExportFormat
    private let workspace: String
    private let target: String
    private let includesSecrets: Bool
    private let overwrites: Bool

    /// The declaration.
    static let spec = CommandSpec(
        "export", "Write a collection in another program's format",
        operands: [
            OperandSpec(
                "COLLECTION", "a collection or a folder in one, by its name or path (default: the only collection)",
                .optional, .collection)
        ],
        options: [
            OptionSpec("as", value: "FORMAT", "Write this format (required)", .choice(ExportFormat.all.map(\.id))),
            OptionSpec("to", value: "FOLDER", "Write into this folder (default: the current one); - is standard output", .folder),
            .workspace,
            OptionSpec("from", value: "WORKSPACE", "Use this workspace, as --workspace does", .folder),
            OptionSpec("secrets", "Include typed passwords and tokens, and the values of secrets stored in files"),
            OptionSpec("force", "Overwrite existing files"),
        ],
        details: [
            "Reports the parts of the collection that the format cannot express.",
            "Exit code 1 if a file of the collection could not be read, 2 if nothing was written.",
        ],
        examples: [
            .init("apus export demo --as postman --to out", "write a Postman collection with its environments"),
            .init("apus export star-wars/people --as bruno --to out", "write a folder with the settings of its collection"),
            .init("apus export --as html --to - > api.html", "write the documentation of the only collection"),
        ])

    /// Parses the words.
    ///
    /// - Throws: an error for words without a format, or with two workspaces.
    init(_ words: CommandWords, _ context: CommandContext) throws(UsageError) {
        guard let format = words.value("as").flatMap(ExportFormat.named) else {
            throw UsageError("missing --as FORMAT: one of \(ExportFormat.all.map(\.id).joined(separator: ", "))")
        }
        try words.refuseCombining("workspace", "from")
        self.context = context
        self.format = format
        collection = words.operands.first
        workspace = words.value("from") ?? words.workspaceFolder ?? "."
        target = words.value("to") ?? "."
        includesSecrets = words.has("secrets")
        overwrites = words.has("force")
    }

    func run() throws -> Int32 {
        let store = try WorkspaceStore(opening: workspace)
        let (tree, problems) = try store.collection(at: path(in: store), includingSecrets: includesSecrets)
        let result = format.export(tree, includingSecrets: includesSecrets)
        let notes = problems.map { "failed: \($0)" } + result.losses.map { "lost: \($0.text)" }
        if result.files.isEmpty {
            for note in notes { context.streams.writeError(line: note) }
            return 2
        }
        try target == "-" ? print(result, notes) : write(result, notes)
        return problems.isEmpty ? 0 : 1
    }

    /// The collection with this folder or name, or the folder at this path or with this name; without a name, the only collection.
    private func path(in store: WorkspaceStore) throws(WorkspaceError) -> String {
        if let collection { return try store.tree().folderAnywhere(named: collection) }
        let nodes = try store.topLevel().nodes
        if nodes.count == 1 { return nodes[0].path }
        if nodes.isEmpty { throw WorkspaceError(.notFound, path: workspace, message: "The workspace has no collections.") }
        let names = nodes.map(\.path.lastPathComponent).joined(separator: ", ")
        throw WorkspaceError(.notFound, path: workspace, message: "The workspace has several collections; name one of these: \(names).")
    }

    private func print(_ result: ExportResult, _ notes: [String]) throws {
        let rest = result.files.dropFirst().map(\.path)
        // Environments follow the file of the collection; other formats have a folder of files.
        guard rest.isEmpty || !result.files[0].path.contains("/") else {
            let count = CountText.of(result.files.count, "file")
            throw CommandError("\(count) cannot be printed as one; --to FOLDER writes them", code: 2)
        }
        try context.streams.write(result.files[0].text)
        for note in notes + rest.map({ "left out: \($0); --to FOLDER writes it too" }) { context.streams.writeError(line: note) }
    }

    private func write(_ result: ExportResult, _ notes: [String]) throws {
        let paths: [String]
        do {
            paths = try result.write(into: target, overwrites: overwrites, isPrivate: includesSecrets)
        } catch let error as SystemError {
            let advice = error.number == EEXIST ? " --force overwrites it." : ""
            throw CommandError("\(error.path ?? target): \(error.reason).\(advice)", code: 2)
        } catch {
            throw CommandError("\(error)", code: 2)
        }
        try context.streams.write((notes + paths.map { "wrote \($0)" }).map { VisibleText.escaping($0) + "\n" }.joined())
    }
}
