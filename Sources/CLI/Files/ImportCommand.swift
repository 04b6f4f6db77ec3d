import Interchange
import JSON
import Platform
import Workspace

/// `apus import`: brings a file or a folder of another program into a workspace.
public struct ImportCommand: Hashable, Sendable {
    /// The result of a run: what to print, and the exit code.
    public struct Outcome: Hashable, Sendable {
        /// For standard output.
        public var output = ""
        /// For standard error.
        public var error = ""
        /// 0 for success, 1 where an item was left out, 2 where nothing could be read or written.
        public var code: Int32 = 0
    }

    private let path: String
    private let workspace: String
    private let collection: String?
    private let isDryRun: Bool
    private let printsJSON: Bool
    private let printsFacts: Bool

    /// The declaration.
    public static let spec = CommandSpec(
        "import", "Make collections of another program's files",
        operands: [OperandSpec("FILE", "a file or a folder of another program; - for standard input", .one, .file)],
        options: [
            OptionSpec("dry-run", "Say what would be written, and write nothing"),
            OptionSpec("into", value: "WORKSPACE", "Write into this workspace (default: the current folder)", .folder),
            OptionSpec("collection", value: "NAME", "Put environments that come alone into this collection"),
            OptionSpec("json", "Print the report as JSON"),
            OptionSpec("facts", "Print what is understood of the file on one line of JSON, and write nothing"),
        ],
        details: [
            "Reads Postman, OpenAPI, Swagger, Insomnia, Bruno, HAR, .http, Hurl, posting, slumber and ATAC. Says what was not taken over.",
            "Ends with 1 where an item was left out, and with 2 where nothing could be read or written.",
        ],
        examples: [.init("apus import api.postman_collection.json --dry-run", "look at what would be written")])

    /// Takes the words behind `import`.
    public init(_ words: CommandWords) {
        path = words.operands[0]
        workspace = words.value("into") ?? "."
        collection = words.value("collection")
        isDryRun = words.has("dry-run")
        printsJSON = words.has("json")
        printsFacts = words.has("facts")
    }

    /// Runs the command.
    ///
    /// - Parameter standardInput: reads all of standard input; called for `-` alone.
    public func run(standardInput: () -> [UInt8]) -> Outcome {
        do throws(ImportError) {
            if printsFacts {
                let (name, bytes, folder) = try file(standardInput)
                return Outcome(output: JSONValue.object(try Importer().facts(name: name, bytes: bytes, in: folder)).compactText + "\n")
            }
            return write(try read(standardInput))
        } catch {
            return Outcome(error: "apus import: \(path): \(error)\n", code: 2)
        }
    }

    private func read(_ standardInput: () -> [UInt8]) throws(ImportError) -> ImportResult {
        if path != "-", FileStatus.isFolder(path) { return try Importer().read(ImportFolder(path)) }
        let (name, bytes, folder) = try file(standardInput)
        return try Importer().read(name: name, bytes: bytes, in: folder)
    }

    /// The file with the folder around it, which it may refer to.
    private func file(_ standardInput: () -> [UInt8]) throws(ImportError) -> (name: String, bytes: [UInt8], folder: ImportFolder?) {
        if path == "-" { return ("standard input", standardInput(), nil) }
        let bytes = try ImportFolder.readFile(path)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return (name, bytes, try ImportFolder(parentFolder(of: path)))
    }

    // MARK: Writing and the report

    private func write(_ result: ImportResult) -> Outcome {
        var (paths, failure) = ([String](), String?.none)
        if !isDryRun {
            do throws(WorkspaceError) {
                let store = try WorkspaceStore(opening: workspace)
                paths = try result.write(into: store, environmentsOf: try target(of: result, in: store))
            } catch {
                failure = error.message
            }
        }
        var outcome = Outcome(output: printsJSON ? json(result, paths) : text(result, paths))
        if let failure {
            outcome.error = "apus import: \(failure) Nothing more was written.\n"
            outcome.code = 2
        } else if result.severity == .failed {
            outcome.code = 1
        }
        return outcome
    }

    /// The collection for environments that were imported alone: the one that is named, or the only one.
    private func target(of result: ImportResult, in store: WorkspaceStore) throws(WorkspaceError) -> String? {
        guard !result.environments.isEmpty else { return nil }
        let paths = try store.topLevel().nodes.map(\.path)
        let names = paths.map { String($0.split(separator: "/").last ?? "") }
        if let collection {
            if let index = names.firstIndex(of: collection) { return paths[index] }
            throw WorkspaceError(
                .notFound, path: collection, message: "There is no collection “\(collection)”; there are: \(names.joined(separator: ", "))."
            )
        }
        if paths.count == 1 { return paths[0] }
        let known = names.isEmpty ? "the workspace has none yet" : "there are: \(names.joined(separator: ", "))"
        throw WorkspaceError(
            .notFound, path: "",
            message: "The file holds an environment, which belongs to a collection: name it with --collection (\(known)).")
    }

    /// The most issues of one kind that are written out as text.
    private static let shownIssueCount = 5

    private func text(_ result: ImportResult, _ paths: [String]) -> String {
        var lines = ["\(result.formats.joined(separator: ", ")): \(summary(of: result))"]
        for severity in ImportIssue.Severity.allCases.reversed() {
            let issues = result.issues.filter { $0.severity == severity }
            guard !issues.isEmpty else { continue }
            lines.append("\(severity.rawValue) (\(issues.count)):")
            lines += issues.prefix(Self.shownIssueCount).map { "  \($0.text)" }
            if issues.count > Self.shownIssueCount { lines.append("  … and \(issues.count - Self.shownIssueCount) more; --json lists all") }
        }
        if result.droppedIssueCount > 0 { lines.append("… and \(result.droppedIssueCount) more issues, which are not listed") }
        lines += isDryRun ? ["Nothing was written (--dry-run)."] : paths.map { "wrote \($0)" }
        return lines.joined(separator: "\n") + "\n"
    }

    private func summary(of result: ImportResult) -> String {
        let examples = result.collections.reduce(0) { $0 + $1.requests.reduce(0) { $0 + $1.request.answers.count } }
        let environments = result.environments.count + (result.collections.first?.environments.count ?? 0)
        let counts = [
            (result.collections.count, "collection"), (result.collections.reduce(0) { $0 + $1.folderCount }, "folder"),
            (result.requestCount, "request"), (environments, "environment"), (examples, "example"),
            (result.globals.count, "workspace variable"),
        ]
        let said = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
        return said.isEmpty ? "nothing in it" : said.joined(separator: ", ")
    }

    private func json(_ result: ImportResult, _ paths: [String]) -> String {
        let object: JSONValue = [
            "formats": .array(result.formats.map(JSONValue.string)),
            "collections": .array(
                result.collections.map { tree in
                    [
                        "name": .string(tree.root.draft.name), "folders": .number(tree.folderCount),
                        "requests": .number(tree.requests.count),
                        "environments": .number(tree.environments.count),
                    ]
                }),
            "environments": .array(result.environments.map { .string($0.draft.name) }),
            "workspaceVariables": .number(result.globals.count), "dryRun": .bool(isDryRun),
            "written": .array(paths.map(JSONValue.string)), "issues": .array(result.issues.map(\.json)),
            "unlistedIssues": .number(result.droppedIssueCount),
        ]
        return object.prettyText
    }
}
