import Engine
import JSON
import JSONSchema
import Platform
import Screen
import Workspace

/// `apus check`: finds problems in the files of a workspace. Sends nothing, runs no programs and asks no questions.
enum CheckCommand {
    static let spec = CommandSpec(
        "check", "Validate the files of a workspace",
        options: [
            SendVariables.workspaceOption,
            OptionSpec("environment", "e", value: "NAME", "Check for undefined variables only in this environment", .environment),
            OptionSpec("json", "j", "Print the problems as JSON"),
        ],
        details: [
            "Checks every file of the workspace against its schema. Finds variables that are undefined in an environment, and files that requests "
                + "name but that do not exist. Exit code 1 if there are problems, for pre-commit hooks and CI."
        ],
        examples: [.init("apus check", "validate the workspace around the current folder")])

    static func run(_ words: CommandWords, _ context: CommandContext) async throws -> Int32 {
        let store = try SendVariables.requiredWorkspace(words)
        let tree: WorkspaceTree
        do throws(WorkspaceError) { tree = try store.tree() } catch { throw CommandFailure(error.message, code: 2) }
        var check = SchemaCheck(store)
        var issues: [WorkspaceIssue]
        do throws(SchemaError) { issues = try check.issues(in: tree) } catch { throw CommandFailure("\(error)", code: 2) }
        // Schema violations come first: a schema reports all problems of a file, reading it only the first.
        let described = Set(issues.map(\.file))
        var unreadable = Array(await FileInspection(store).problems(in: tree).values) + brokenFiles(tree.nodes)
        unreadable += tree.environments.values.joined().compactMap(\.problem)
        issues += unreadable.filter { !described.contains($0.file) }
        for node in tree.requests { issues += Self.issues(of: node.path, tree, store, only: words.value("environment")) }
        issues = Array(Set(issues)).sorted { ($0.file, $0.line ?? 0, $0.message) < ($1.file, $1.line ?? 0, $1.message) }
        if words.has("json") {
            try context.streams.write(JSONValue.array(issues.map(json)).prettyText)
        } else {
            try context.streams.write(issues.map { VisibleText.escaping("\($0)") + "\n" }.joined())
            let count = "\(tree.requests.count) requests, \(issues.count) problem\(issues.count == 1 ? "" : "s")\n"
            context.streams.complain(count)
        }
        return issues.isEmpty ? 0 : 1
    }

    private static func json(_ issue: WorkspaceIssue) -> JSONValue {
        [
            "file": .string(issue.file), "line": issue.line.map { .number($0) } ?? .null,
            "column": issue.column.map { .number($0) } ?? .null,
            "pointer": issue.pointer.map { .string($0.description) } ?? .null, "message": .string(issue.message),
        ]
    }

    private static func brokenFiles(_ nodes: [WorkspaceNode]) -> [WorkspaceIssue] {
        nodes.flatMap { node in
            let own: [WorkspaceIssue] = if case .broken(let issue) = node.kind { [issue] } else { [] }
            return own + brokenFiles(node.children)
        }
    }

    // MARK: A request

    private static func issues(of path: String, _ tree: WorkspaceTree, _ store: WorkspaceStore, only name: String?) -> [WorkspaceIssue] {
        guard let draft = try? store.request(at: path).draft else { return [] }
        let collection = WorkspaceTree.collection(of: path)
        // Environments of the workspace need not define the variables of every collection.
        let own = tree.environments[collection] ?? []
        let known = (name == nil && !own.isEmpty ? own : tree.environments(for: collection))
            .filter { $0.problem == nil && (name == nil || $0.name == name) }
        let captured = captures(of: collection, tree, store)
        var missing: [String: [String]] = [:]
        for environment in known.isEmpty ? [nil] : known.map(Optional.some) {
            guard let input = try? store.resolutionInput(draft, requestPath: path, environmentPath: environment?.path) else { continue }
            let secrets = input.environment?.secrets.map(\.name) ?? []
            let defined = Set(input.scopes.names).union(secrets).union(captured)
            for name in Set(Template(draft.document.compactText).names) where !defined.contains(name) && !isFromElsewhere(name) {
                missing[name, default: []].append(environment.map { "the environment \($0.name)" } ?? "no environment")
            }
        }
        let undefined = missing.map { name, places in
            WorkspaceIssue(file: path, message: "{{\(name)}} is not defined in \(places.joined(separator: ", "))")
        }
        return undefined + missingFiles(draft, path, store)
    }

    /// True for values that are not defined in files: functions, the process environment, and prompts.
    private static func isFromElsewhere(_ name: String) -> Bool { name.hasPrefix("$") || name.contains(":") || name.isEmpty }

    private static func captures(of collection: String, _ tree: WorkspaceTree, _ store: WorkspaceStore) -> Set<String> {
        let requests = tree.requests.filter { $0.path.hasPrefix(collection + "/") }
        return Set(requests.flatMap { (try? store.request(at: $0.path).draft.captures.map(\.variable)) ?? [] })
    }

    private static func missingFiles(_ draft: RequestDraft, _ path: String, _ store: WorkspaceStore) -> [WorkspaceIssue] {
        var files: [String] = []
        if draft.body.kind == .file { files.append(draft.body.file) }
        if draft.body.kind == .multipart { files += draft.body.parts.filter { $0.isFile && $0.isEnabled }.map(\.value) }
        return files.filter { !$0.isEmpty && !$0.contains("{{") && !$0.hasPrefix("~") }.compactMap { file in
            let absolute = file.hasPrefix("/") ? file : "\(store.root)/\(file)"
            return FileStatus(of: absolute) == nil ? WorkspaceIssue(file: path, message: "the body file \(file) does not exist") : nil
        }
    }
}
