import Engine
import HTTP
import Interchange
import JSON
import JSONSchema
import Platform
import Query
import Screen
import Workspace

/// `apus check`: finds problems in the files of a workspace, or in files of requests. Sends nothing, runs no programs and asks no questions.
enum CheckCommand {
    static let spec = CommandSpec(
        "check", "Validate the files of a workspace, or files of requests",
        operands: [
            OperandSpec(
                "FILE", "A file or folder of a workspace, or of requests that apus import reads; none for the whole workspace", .any, .file)
        ],
        options: [
            .workspace,
            OptionSpec("environment", "e", value: "NAME", "Check for undefined variables only in this environment", .environment),
        ] + OptionSpec.supplied + [
            OptionSpec("json", "j", "Print the problems as JSON")
        ],
        details: [
            "Checks every file of the workspace against its schema. Finds members that are given twice, variables that are undefined in an "
                + "environment or refer to themselves, environments of the same name in one folder, files that requests and collections "
                + "name but that do not exist, items that the order of a folder names twice or that do not exist, names that differ only in "
                + "their Unicode form, linked folders, which are not read, and files with secrets that git has or does not ignore. Exit "
                + "code 1 if there are problems, for pre-commit hooks and CI: an empty workspace has none, a folder without a known file is one.",
            "A variable that the request, its folders, its collection and workspace.json do not define must be in each environment that the "
                + "request can use: the one that it names, otherwise those of its collection, or, if the collection has none, those of the "
                + "workspace that define one of its variables. --environment names another.",
            "A file of requests is checked with each environment that it has, or with the one of --environment, which may be of the "
                + "workspace. For files of a workspace, as a pre-commit hook passes them, only their problems are printed; those that are not "
                + "of Apus, such as pictures and scripts, are left out.",
        ],
        examples: [
            .init("apus check", "validate the workspace around the current folder"),
            .init("apus check --data users.csv --secret-from token", "the same for a run that gets these values from outside"),
            .init("apus check api.http", "validate the requests of a file"),
        ])

    static func run(_ words: CommandWords, _ context: CommandContext) async throws -> Int32 {
        let supplied = try words.suppliedNames()
        let found =
            try await words.operands.isEmpty
            ? workspaceIssues(words, of: words.requiredWorkspace(), supplied) : fileIssues(words, supplied, context)
        let issues = Set(found.issues).sorted { ($0.file, $0.line ?? 0, $0.message) < ($1.file, $1.line ?? 0, $1.message) }
        if words.has("json") {
            try context.streams.write(JSONValue.array(issues.map(\.json)).prettyText)
        } else {
            try context.streams.write(issues.map { VisibleText.escaping("\($0)") + "\n" }.joined())
            context.streams.writeError("\(found.extent): \(CountText.of(issues.count, "problem"))\n")
        }
        return issues.isEmpty ? 0 : 1
    }

    /// The problems of files: those of a workspace, and those of files of requests, each in each of its environments.
    private static func fileIssues(
        _ words: CommandWords, _ supplied: Set<String>, _ context: CommandContext
    ) async throws -> (issues: [WorkspaceIssue], extent: String) {
        let store = try words.workspace()
        let files = Set(words.operands).sorted()
        var (issues, requestCount, otherCount) = ([WorkspaceIssue](), 0, 0)
        let places = try files.map {
            try (file: $0, place: FileStatus.isFolder($0) ? (try? place(inWorkspace: $0)) : place(inWorkspace: $0))
        }
        for (root, inside) in Dictionary(grouping: places.compactMap(\.place), by: \.root) {
            let (paths, store) = (inside.map(\.path), try WorkspaceStore(opening: root))
            issues += try await workspaceIssues(words, of: store, supplied).issues.filter { issue in
                paths.contains { $0.isEmpty || issue.file == $0 || issue.file.hasPrefix($0 + "/") }
            }
            issues += try store.tree().misplaced(paths, in: store.root)
        }
        for path in places.filter({ $0.place == nil }).map(\.file) {
            let content: RequestFile
            do throws(ImportError) {
                guard let read = try RequestFile(named: path) else {
                    otherCount += 1
                    continue
                }
                content = read
            } catch {
                issues.append(WorkspaceIssue(file: path, message: "\(error)"))
                continue
            }
            requestCount += content.drafts.count
            for loss in content.losses(content.content.issues.filter { !$0.isProblem }) {
                context.streams.writeError(line: "apus check: \(loss)")
            }
            let name = words.value("environment")
            issues += try await Self.issues(of: content, in: name.map { [$0] } ?? content.environmentNames, store, supplied)
        }
        let requests = requestCount > 0 ? ", \(CountText.of(requestCount, "request"))" : ""
        let others = otherCount > 0 ? ", \(otherCount) left out" : ""
        return (issues, "\(CountText.of(files.count, "file"))\(others)\(requests)")
    }

    /// The problems of a file of requests in each of these environments.
    private static func issues(
        of file: RequestFile, in environments: [String], _ store: WorkspaceStore?, _ supplied: Set<String>
    ) async throws -> [WorkspaceIssue] {
        let importIssues = ImportIssue.lines(of: file.content.issues.filter(\.isProblem), namesFiles: false)
        var issues = importIssues.map { WorkspaceIssue(file: file.path, message: $0.text) }
        for name in environments.isEmpty ? [nil] : environments.map(Optional.some) {
            var requests = try RequestCheck(file.inEnvironment(name, store), name, store, supplied)
            issues += requests.issues()
            issues += await requests.failingChecks()
            issues += requests.unreadable
        }
        return issues
    }

    /// The workspace of a JSON file or a folder, with the path in it; nil for a file of requests.
    ///
    /// - Throws: a ``CommandError`` with code 2 if there is no such file.
    static func place(inWorkspace file: String) throws -> (root: String, path: String)? {
        guard let kind = FileStatus(of: file)?.kind, kind == .folder || kind == .file, let whole = wholePath(of: file) else {
            throw CommandError("there is no file “\(file)”", code: 2)
        }
        let noWorkspace = CommandError("\(file) is neither a file of requests nor a part of a workspace", code: 2)
        guard let root = nearestWorkspace(to: kind == .folder ? whole : parentFolder(of: whole)) else {
            guard kind == .file else { throw noWorkspace }
            return nil
        }
        let path = whole == root ? "" : String(whole.dropFirst(root.count + 1))
        let isOwn =
            kind == .folder
            ? ["", "collections", "environments"].contains(String(path.prefix { $0 != "/" }))
            : WorkspaceTree.isNameOfFile(path)
        guard isOwn || kind == .file else { throw noWorkspace }
        return isOwn ? (root, path) : nil
    }

    /// The absolute path of a file; that of a link itself if it is among the collections, since its target may be elsewhere.
    private static func wholePath(of file: String) -> String? {
        guard FileStatus(of: file, followsLinks: false)?.kind == .link, let folder = resolvedPath(parentFolder(of: file)),
            let root = nearestWorkspace(to: folder), "\(folder)/".hasPrefix("\(root)/collections/")
        else { return resolvedPath(file) }
        return "\(folder)/\(file.lastPathComponent)"
    }

    private static func workspaceIssues(
        _ words: CommandWords, of store: WorkspaceStore, _ supplied: Set<String>
    ) async throws -> (issues: [WorkspaceIssue], extent: String) {
        let tree = try store.tree()
        if let name = words.value("environment"), !tree.environments.values.joined().contains(where: { $0.isNamed(name) }) {
            _ = try EnvironmentSummary.path(named: name, of: nil, in: store)
        }
        var check = SchemaValidation(store)
        let (violations, repeated): ([WorkspaceIssue], [WorkspaceIssue])
        do throws(SchemaError) { (violations, repeated) = try check.issues(in: tree) } catch { throw CommandError("\(error)", code: 2) }
        // Schema violations come first: a schema reports all problems of a file, reading it only the first.
        let described = Set(violations.map(\.file))
        var issues = violations + repeated + tree.equalNames + tree.equalPaths + tree.missingDocuments(in: store)
        issues += tree.wrongOrders(in: store) + tree.linkedFolders(in: store) + store.sharedSecrets()
        var unreadable = Array(await FileInspection(store).problems(in: tree).values) + tree.brokenFiles
        unreadable += try tree.environments.values.joined().compactMap(\.problem) + store.importRecords().problems
        do throws(WorkspaceError) { _ = try store.folder(at: "") } catch {
            unreadable.append(error.issue(at: error.path))
        }
        for collection in tree.nodes {
            var requests = RequestCheck(collection, tree, store, only: words.value("environment"), supplied)
            issues += requests.issues()
            issues += await requests.failingChecks()
            unreadable += requests.unreadable
        }
        // Settings that cannot be read are noticed with each request that has them.
        let reasons = Dictionary(unreadable.map { ($0.file, $0) }, uniquingKeysWith: { first, _ in first })
        return (issues + reasons.values.filter { !described.contains($0.file) }, tree.extent)
    }
}

/// Finds undefined variables and missing files in the requests of a collection or a file. Each file of a collection is read once.
private struct RequestCheck {
    /// A request and its place in messages.
    private struct Entry {
        let draft: RequestDraft
        let file: String
        /// The request's name, in a file of several requests.
        var name: String?
        /// The request's file in the workspace; nil if it has none there.
        var path: String?

        func issue(_ message: String) -> WorkspaceIssue {
            WorkspaceIssue(file: file, message: (name.map { "“\($0)”: " } ?? "") + message)
        }
    }

    private let root: String
    private var requests: [Entry] = []
    /// The reasons why the remaining requests, or settings around requests, cannot be read.
    private(set) var unreadable: [WorkspaceIssue] = []
    /// The environments with which variables are checked; the path is nil for none of the workspace.
    private let environments: [(name: String?, path: String?)]
    /// Variables that responses define, and secrets that a file does not contain.
    private let known: Set<String>
    /// The reader of inherited settings; nil without a workspace.
    private var reader: ResolutionReader?
    /// The problems that were found in earlier requests.
    private var reported: Set<WorkspaceIssue> = []

    /// Reads the requests of the collection.
    ///
    /// - Parameters:
    ///   - name: the name of the one environment to look in; nil for all.
    ///   - supplied: the names of variables from outside.
    init(_ collection: WorkspaceNode, _ tree: WorkspaceTree, _ store: WorkspaceStore, only name: String?, _ supplied: Set<String>) {
        root = store.root
        reader = ResolutionReader(store)
        for node in WorkspaceTree(nodes: [collection]).requests {
            do throws(WorkspaceError) {
                requests.append(Entry(draft: try store.draft(at: node.path), file: node.path, path: node.path))
            } catch {
                unreadable.append(error.issue(at: node.path))
            }
        }
        known = Self.captured(by: requests).union(supplied)
        // Environments of the workspace need not define the variables of every collection.
        let collectionEnvironments = tree.environments[collection.path] ?? []
        var usable = (name == nil && !collectionEnvironments.isEmpty ? collectionEnvironments : tree.environments(for: collection.path))
            .filter { environment in environment.problem == nil && (name.map { environment.isNamed($0) } ?? true) }
        if name == nil, collectionEnvironments.isEmpty, !usable.isEmpty {
            var reader = ResolutionReader(store)
            let names = Self.variables(of: requests, &reader)
            usable.removeAll { Self.variables(ofEnvironmentAt: $0.path, in: store).isDisjoint(with: names) }
        }
        environments = usable.isEmpty ? [(nil, nil)] : usable.map { ($0.name, $0.path) }
    }

    /// The names of the variables in the texts of requests and of inherited settings, wherever they are defined.
    private static func variables(of requests: [Entry], _ reader: inout ResolutionReader) -> Set<String> {
        var names: Set<String> = []
        for entry in requests {
            guard var input = try? reader.input(entry.draft, requestPath: entry.path, environmentPath: nil) else { continue }
            names.formUnion(entry.draft.assertions.flatMap { Template($0.value.string ?? "").names })
            input.environment = nil
            // First those in values of variables that are not defined here, then all others.
            names.formUnion(RequestResolver.problems(of: input).map(\.name))
            (input.draft.variables, input.workspaceVariables, input.collectionSecrets) = ([], [], [:])
            for index in input.inherited.indices { input.inherited[index].content.variables = [] }
            names.formUnion(RequestResolver.problems(of: input).map(\.name))
        }
        return names.subtracting([""])
    }

    private static func variables(ofEnvironmentAt path: String, in store: WorkspaceStore) -> Set<String> {
        guard let environment = try? store.environment(at: path).content else { return [] }
        return Set(environment.variables.filter(\.isEnabled).map(\.name) + environment.secrets.map(\.name))
    }

    /// Checks the requests of a file, which have the settings of an environment of the file as their own.
    ///
    /// - Parameters:
    ///   - environment: the name of that environment, or of one of the workspace; nil for none.
    ///   - store: the workspace around the file; nil if there is none.
    ///   - supplied: the names of variables from outside.
    /// - Throws: a ``CommandError`` with code 2 if there is no such environment.
    init(_ file: RequestFile, _ environment: String?, _ store: WorkspaceStore?, _ supplied: Set<String>) throws {
        root = store?.root ?? currentFolder() ?? "/"
        reader = store.map { ResolutionReader($0) }
        requests = file.drafts.map { Entry(draft: $0, file: file.path, name: file.drafts.count > 1 ? $0.name : nil) }
        known = Self.captured(by: requests).union(file.environmentSecrets?.keys.map(\.self) ?? []).union(supplied)
        let isOfFile = environment.map { file.environmentNames.contains($0) || FileStatus(of: $0)?.kind == .file } ?? true
        let path = try environment.flatMap { isOfFile ? nil : try EnvironmentSummary.path(named: $0, of: nil, in: store) }
        environments = [(environment, path)]
    }

    private static func captured(by requests: [Entry]) -> Set<String> {
        Set(requests.flatMap { $0.draft.captures.filter(\.isEnabled).map(\.variable) })
    }

    mutating func issues() -> [WorkspaceIssue] {
        var issues: [WorkspaceIssue] = []
        for entry in requests {
            issues += problems(of: entry) + (missingFiles(entry.draft) + Self.faults(of: entry.draft)).map(entry.issue)
        }
        return issues
    }

    /// The faults that keep a request from being sent, except faults that depend on variables.
    private static func faults(of draft: RequestDraft) -> [String] {
        let method = draft.method.contains("{{") ? nil : HTTPRequest.fault(ofMethod: draft.method)
        return [method, URLIssue.reason(against: draft.url)].compactMap(\.self)
    }

    /// The captures and assertions that fail for every response.
    func failingChecks() async -> [WorkspaceIssue] {
        var issues: [WorkspaceIssue] = []
        for entry in requests {
            for assertion in entry.draft.assertions where assertion.isEnabled && !assertion.subject.isEmpty {
                guard let fault = await Self.fault(of: assertion) else { continue }
                let words = [assertion.subject, assertion.predicate].filter { !$0.isEmpty }.joined(separator: " ")
                issues.append(entry.issue("assertion “\(words)”: \(fault)"))
            }
            for capture in entry.draft.captures where capture.isEnabled && !capture.variable.isEmpty {
                let query = capture.from == CaptureSource.body.rawValue ? await Self.fault(ofQuery: capture.query) : nil
                guard let fault = capture.fault ?? query else { continue }
                issues.append(entry.issue("capture \(capture.variable): \(fault)"))
            }
        }
        return issues
    }

    private static func fault(of assertion: Assertion) async -> String? {
        guard let subject = AssertionSubject(assertion.subject), assertion.fault == nil else { return assertion.fault }
        if assertion.predicate == AssertionPredicate.matches.rawValue, let pattern = assertion.value.string,
            Template(pattern).names.isEmpty,
            let fault = CheckLanguage.expression(pattern).problem("")
        {
            return fault
        }
        return subject.source == .body ? await fault(ofQuery: subject.query) : nil
    }

    private static func fault(ofQuery query: String) async -> String? {
        query.isEmpty ? nil : await CheckLanguage(query).problem(query, in: QueryWorker())
    }

    /// The problems of a request and its inherited settings, in each environment. Settings that several requests inherit are reported once.
    private mutating func problems(of entry: Entry) -> [WorkspaceIssue] {
        let draft = entry.draft
        var (issues, missing): ([WorkspaceIssue], [Missing: Set<String>]) = ([], [:])
        for environment in environments {
            var input: ResolutionInput
            do throws(WorkspaceError) {
                input =
                    try reader?.input(draft, requestPath: entry.path, environmentPath: environment.path)
                    ?? ResolutionInput(draft, root: root)
            } catch {
                let isOfOthers = error.path != entry.path && error.code != .notFound
                if isOfOthers { unreadable.append(error.issue(at: error.path)) } else { issues.append(entry.issue(error.message)) }
                continue
            }
            input.removeEmptyVariables(named: known)
            let problems = RequestResolver.problems(of: input)
            // A text with a variable that is known only on sending can be neither valid nor invalid.
            let open = Set(problems.filter { $0.kind != .invalid }.map(\.place))
            let expected = Set(draft.assertions.filter(\.isEnabled).flatMap { Template($0.value.string ?? "").names })
            let secrets = input.environment?.secrets.map(\.name) ?? []
            // A request that names its environment uses no other.
            let name = input.environmentPath == environment.path ? environment.name : input.environment?.name
            var undefined = expected.subtracting(input.scopes.names).subtracting(secrets).map { Missing(name: $0, origin: nil) }
            for problem in problems {
                switch problem.kind {
                case .undefined: undefined.append(Missing(name: problem.name, origin: problem.inheritedFrom))
                case .circle: issues.append(issue("{{\(problem.name)}} refers to itself", entry, problem.inheritedFrom))
                // The URL is checked as it is written: it may need an environment that is not here.
                case .invalid where problem.place != .url && !open.contains(problem.place):
                    issues.append(issue("\(problem.place): \(problem.message)", entry, problem.inheritedFrom))
                case .invalid, .prompt, .secret, .tooLong: break
                }
            }
            for variable in undefined where !known.contains(variable.name) && !Self.isFromElsewhere(variable.name) {
                missing[variable, default: []].formUnion(name.map { ["the environment \($0)"] } ?? [])
            }
        }
        issues += missing.sorted { $0.key.name < $1.key.name }.map { issue(about: $0, in: $1, entry) }
        return issues.filter { reported.insert($0).inserted }
    }

    private func issue(about missing: Missing, in places: Set<String>, _ entry: Entry) -> WorkspaceIssue {
        let isFunction = missing.name.hasPrefix("$")
        let message =
            isFunction ? "is not a function" : "is not defined" + (places.isEmpty ? "" : " in " + places.sorted().joined(separator: ", "))
        return issue("{{\(missing.name)}} \(message)", entry, missing.origin)
    }

    /// A variable without a value, and the folder that uses it; nil for the request itself.
    private struct Missing: Hashable {
        let name: String
        let origin: VariableOrigin?
    }

    /// The problem in the file of the request, or in that of its collection.
    private func issue(_ message: String, _ entry: Entry, _ origin: VariableOrigin?) -> WorkspaceIssue {
        guard let origin else { return entry.issue(message) }
        let collection = entry.path.flatMap(WorkspacePath.collection) ?? entry.file
        return WorkspaceIssue(file: collection, message: "\(message); inherited from the \(origin)")
    }

    /// True for a value that is known only when a request is sent.
    private static func isFromElsewhere(_ name: String) -> Bool {
        name.hasPrefix("$") ? DynamicValues.has(String(name.dropFirst())) : name.contains(":") || name.isEmpty
    }

    private func missingFiles(_ draft: RequestDraft) -> [String] {
        var files = draft.body.files.filter(\.isEnabled).map { (use: "body", path: $0.path) }
        // A server makes its socket when it starts.
        files += RequestOption.all.filter { $0.isPath && $0.name != "network.unixSocket" }.map { ($0.name, $0.text(in: draft.options)) }
        return files.filter { !$0.path.isEmpty && !$0.path.contains("{{") && !$0.path.hasPrefix("~") }.compactMap { use, file in
            let status = FileStatus(of: file.hasPrefix("/") ? file : "\(root)/\(file)")
            if status?.kind == .folder { return "the \(use) file \(file) is a folder" }
            return status == nil ? "the \(use) file \(file) does not exist" : nil
        }
    }
}
