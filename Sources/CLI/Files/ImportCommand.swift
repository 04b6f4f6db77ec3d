import Engine
import HTTP
import Interchange
import JSON
import Platform
import Screen
import Workspace

/// `apus import`: imports a file or a folder of another program into a workspace.
struct ImportCommand {
    private let words: CommandWords
    private let context: CommandContext
    private let path: String
    private let workspace: String
    /// The folder that paths of written files are shown with: that of a workspace around the current folder.
    private let shownFolder: String
    private let root: String?
    private let collection: String?
    private let isDryRun: Bool
    private let isNew: Bool
    private let printsJSON: Bool
    private let usesNetwork: Bool
    private let isForHistory: Bool
    private let separatesSecrets: Bool
    private let commandReading: CommandReading

    /// The declaration.
    static let spec = CommandSpec(
        "import", "Import collections from another program's files",
        operands: [
            OperandSpec(
                "FILE", "a file or a folder of another program, a URL (http:// or https://), or - for standard input", .one, .file)
        ],
        options: [
            OptionSpec("dry-run", "Report what would be written, but write nothing"),
            OptionSpec("into", value: "WORKSPACE", "Write into this workspace (default: the one around the current folder)", .folder),
            OptionSpec("collection", value: "NAME", "Merge with this collection; also the target of environments without a collection"),
            OptionSpec("new", "Create a new collection, or environment, even if the source was imported before"),
            OptionSpec(
                "separate-secrets", "Keep credentials as secrets on this machine, and write variables into the files in their place"),
            OptionSpec("into-history", "Store the entries of a HAR file in the history, with their responses"),
            OptionSpec(
                "root", value: "FOLDER", "Allow references to files in this folder (default: the file's own folder)", .folder),
            OptionSpec("network", "Fetch the remote documents that the file refers to"),
            OptionSpec(
                "header", value: "NAME:VALUE", "Send this header, such as a login, to the server of the URL, and to no other", repeats: true
            ),
            .requestOption,
            OptionSpec(
                "exact", "Read commands as a shell and curl do: & ends a command, < and > redirect, {a,b} and [1-3] make several URLs"),
            OptionSpec("json", "Print the report as JSON"),
        ],
        details: [
            "Reads Postman, OpenAPI, Swagger, Insomnia, Bruno, HAR, .http, Hurl, curl commands, posting, slumber and ATAC. Reports everything that "
                + "was not imported.",
            "A source that was imported before is merged with its collection, and an environment on its own with the one of its name; local "
                + "changes are kept. --dry-run shows the changes.",
            "Exit code 1 if the report names an item that failed, 2 if nothing could be read or written. Parts that are lost or changed do not count.",
        ],
        examples: [
            .init("apus import api.postman_collection.json --dry-run", "preview the import"),
            .init("apus import https://example.org/openapi.yaml --network", "import a document with its references"),
            .init("apus import --into-history browser.har", "store the requests that a browser recorded"),
        ])

    init(_ words: CommandWords, _ context: CommandContext) {
        self.words = words
        self.context = context
        path = words.operands[0]
        let around = words.value("into") == nil ? Self.workspaceAround : nil
        workspace = words.value("into") ?? around ?? "."
        shownFolder = around.map { $0 == currentFolder() ? "" : $0 + "/" } ?? ""
        root = words.value("root")
        collection = words.value("collection")
        isDryRun = words.has("dry-run")
        isNew = words.has("new")
        printsJSON = words.has("json")
        usesNetwork = words.has("network")
        isForHistory = words.has("into-history")
        separatesSecrets = words.has("separate-secrets")
        commandReading = words.has("exact") ? .exact : .pasted
    }

    /// The workspace around the current folder; nil if there is none. Other programs also have folders called `collections`.
    private static var workspaceAround: String? {
        let folder = nearestWorkspace()
        return folder.flatMap { (try? WorkspaceStore(opening: $0).topLevel())?.nodes.isEmpty == false ? $0 : nil }
    }

    func run() async throws -> Int32 {
        let isAddress = ImportDownload.isAddress(path)
        if words.has("header"), !isAddress { throw UsageError("--header needs a URL to import") }
        if !isAddress { try words.refuse("option", without: "network") }
        do {
            return try await isForHistory ? storeExchanges() : write(read())
        } catch let error as ImportError {
            let reason = "\(error)"
            throw CommandError(reason.hasPrefix(path) ? reason : "\(path): \(reason)", code: 2)
        }
    }

    /// Fetches documents of the network with the options and headers of the words.
    ///
    /// - Throws: a ``UsageError`` for an option or a header that is not valid.
    private func makeDownload() throws -> ImportDownload {
        let headers = try words.values("header").map { word throws(UsageError) in
            let (name, value) = word.splitOnce(at: ":")
            // The word may contain a password.
            guard let value, !name.isEmpty, name.utf8.allSatisfy(HTTPHeaderField.isNameByte) else {
                throw UsageError("--header: expected NAME:VALUE")
            }
            return Row(name, String(value.drop { $0 == " " }))
        }
        let options = try RequestDraft().settingOptions(words).options
        return ImportDownload(
            { context.live.makeLoader($0, currentFolder() ?? "/", context.live.chain) }, options: options, headers: headers, of: path)
    }

    private func read() async throws -> ImportResult {
        let importer = Importer(commandReading: commandReading)
        if ImportDownload.isAddress(path) {
            return try await importer.read(from: path, by: makeDownload(), followingReferences: usesNetwork)
        }
        let download = try usesNetwork ? makeDownload() : nil
        if path != "-", FileStatus.isFolder(path) {
            let folder = try ImportFolder(path)
            return try await importer.following(download) { importer throws(ImportError) in try importer.read(folder) }
        }
        let (name, content, folder) = try await file()
        return try await importer.following(download) { importer throws(ImportError) in
            try importer.read(name: name, bytes: content(), in: folder)
        }
    }

    /// Reads the content of a file. The content of a large file is released before requests are created from it.
    private typealias Content = () throws(ImportError) -> [UInt8]

    /// The file with the folder around it, in which references are allowed.
    private func file() async throws -> (name: String, content: Content, folder: ImportFolder?) {
        if path == "-" {
            let bytes = try context.streams.readAll()
            return ("standard input", { bytes }, nil)
        }
        let name = path.lastPathComponent
        if ImportDownload.isAddress(path) {
            let bytes = try await makeDownload().fetch(path)
            return (name, { bytes }, nil)
        }
        let content: Content = { () throws(ImportError) in try ImportFolder.readFile(path) }
        guard let root else { return (name, content, try ImportFolder(parentFolder(of: path))) }
        let folder = try ImportFolder(root, isBoundary: true)
        guard let file = resolvedPath(path), file.hasPrefix(folder.path + "/") else { throw ImportError("It is not in \(root).") }
        return (String(file.dropFirst(folder.path.count + 1)), content, folder)
    }

    // MARK: The history

    /// Stores the entries of an archive in the history; existing entries stay unchanged.
    private func storeExchanges() async throws -> Int32 {
        let (name, content, _) = try await file()
        let (exchanges, issues) = try HistoryArchive.exchanges(named: name, bytes: content())
        var (kept, known) = (0, 0)
        do throws(HistoryError) {
            let history = try await context.live.openHistory()
            for exchange in exchanges {
                if try await history.exchange(exchange.id) != nil {
                    known += 1
                } else {
                    if !isDryRun { try await history.record(exchange) }
                    kept += 1
                }
            }
        } catch {
            throw ImportError("\(CountText.number(kept)) of \(CountText.number(exchanges.count)) entries were stored. \(error.description)")
        }
        if printsJSON {
            let report: JSONValue = [
                "entries": .number(exchanges.count), "kept": .number(kept), "known": .number(known), "dryRun": .bool(isDryRun),
                "issues": .array(issues.map(\.json)),
            ]
            try context.streams.write(report.prettyText)
            return issues.isEmpty ? 0 : 1
        }
        let verb = isDryRun ? "would be stored" : "stored in the history"
        let sums = "\(CountText.number(kept)) \(verb), \(CountText.number(known)) already there"
        let lines =
            ["HAR: \(CountText.of(exchanges.count, "entry", "entries")): \(sums)"]
            + issues.map { VisibleText.escaping("\($0.severity.rawValue): \($0.text)") }
        try context.streams.write(lines.joined(separator: "\n") + "\n")
        return issues.isEmpty ? 0 : 1
    }

    // MARK: Writing and the report

    private func write(_ result: ImportResult) throws -> Int32 {
        var (report, failure) = (Report(result: result), String?.none)
        do throws(WorkspaceError) {
            let store = try WorkspaceStore(opening: workspace)
            let plan = try ImportPlan(result, from: try origin(of: result, in: store), in: store)
            report = Report(result: plan.result, plan: plan)
            let target = try target(of: plan.result, in: store)
            report.environmentUpdates = try plan.environmentUpdates(in: store, of: target)
            if !isDryRun { report.paths = try plan.write(into: store, environmentsOf: target) }
        } catch {
            failure = error.message
        }
        try context.streams.write(printsJSON ? json(report) : text(report))
        if let failure { throw CommandError("\(failure) Nothing more was written.", code: 2) }
        return report.result.severity == .failed ? 1 : 0
    }

    /// The contents of the report.
    private struct Report {
        var result: ImportResult
        var plan: ImportPlan?
        /// The written files.
        var paths: [String] = []

        /// The changes of environments without a collection.
        var environmentUpdates: [CollectionUpdate] = []

        var updates: [CollectionUpdate] { (plan?.updates ?? []) + environmentUpdates }
        var credentials: [CollectionCredentials.Place] { plan?.credentials ?? [] }
    }

    /// The source, with the name of the collection if the file has one.
    private func origin(of result: ImportResult, in store: WorkspaceStore) throws(WorkspaceError) -> ImportOrigin {
        let named = try result.collections.isEmpty ? nil : collection.map { name throws(WorkspaceError) in try path(of: name, in: store) }
        return ImportOrigin(path == "-" ? "" : path, into: named, isNew: isNew, separatesSecrets: separatesSecrets)
    }

    /// The collection for environments without one: the one named in the options, or the only one; nil for the workspace.
    private func target(of result: ImportResult, in store: WorkspaceStore) throws(WorkspaceError) -> String? {
        guard !result.environments.isEmpty, result.collections.count < 2 else { return nil }
        if let collection { return try path(of: collection, in: store) }
        let paths = try store.topLevel().nodes.map(\.path)
        return paths.count == 1 ? paths[0] : nil
    }

    private func path(of collection: String, in store: WorkspaceStore) throws(WorkspaceError) -> String {
        let nodes = try store.topLevel().nodes
        let paths = nodes.map(\.path)
        if let node = nodes.first(where: { Self.names([$0.path]) == collection }) ?? nodes.first(where: { $0.name == collection }) {
            return node.path
        }
        let known = paths.isEmpty ? "there are none" : "available: \(Self.names(paths))"
        throw WorkspaceError(.notFound, path: collection, message: "There is no collection “\(collection)”; \(known).")
    }

    private static func names(_ paths: [String]) -> String {
        paths.map(\.lastPathComponent).joined(separator: ", ")
    }

    /// The maximum number of problems of one kind in the text output.
    private static let shownIssueCount = 5

    private func text(_ report: Report) -> String {
        let (result, updates) = (report.result, report.updates)
        var lines = ["\(result.formats.joined(separator: ", ")): \(result.summary)"]
        for severity in ImportIssue.Severity.allCases.reversed() {
            let issues = result.issues.filter { $0.severity == severity }
            lines += list(severity.rawValue, ImportIssue.lines(of: issues).map(\.text), count: issues.count)
        }
        if result.droppedIssueCount > 0 { lines.append("… and \(CountText.of(result.droppedIssueCount, "more problem"))") }
        lines += credentialLines(report.credentials)
        for update in updates {
            let isEnvironment = WorkspacePath.isEnvironment(update.collection)
            let known = isEnvironment ? "has the same name" : "was imported before"
            lines.append("\(update.collection) \(known)" + (update.changes.isEmpty ? "; nothing changed" : ""))
            for kind in CollectionUpdate.Change.Kind.allCases {
                lines += list(kind.rawValue, update.changes.filter { $0.kind == kind }.map(\.detail))
            }
        }
        let changed = Set(updates.filter { !$0.changes.isEmpty }.map(\.collection))
        let unchanged = Set(updates.map(\.collection)).subtracting(changed)
        lines +=
            isDryRun
            ? (updates.isEmpty ? result.collections.map { "would create the collection “\($0.root.draft.name)”" } : [])
                + ["Nothing was written (--dry-run)."]
            : report.paths.filter { !unchanged.contains($0) }.map { (changed.contains($0) ? "updated " : "wrote ") + shownFolder + $0 }
        return lines.map { VisibleText.escaping($0) + "\n" }.joined()
    }

    /// The places of credentials, and the option that keeps them out of the files.
    private func credentialLines(_ places: [CollectionCredentials.Place]) -> [String] {
        let clear = places.filter { $0.replacement == .none }
        let kept = places.filter { $0.replacement != .none }
        let lines =
            list("credentials kept as secrets on this machine", kept.map(\.text)) + list("credentials in plain text", clear.map(\.text))
        return lines + (clear.isEmpty || separatesSecrets ? [] : ["  --separate-secrets keeps them as secrets on this machine"])
    }

    /// The first lines of a kind, after the number of items, of which several can have one line.
    private func list(_ title: String, _ items: [String], count: Int? = nil) -> [String] {
        guard !items.isEmpty else { return [] }
        let rest = items.count - Self.shownIssueCount
        return ["\(title) (\(count ?? items.count)):"] + items.prefix(Self.shownIssueCount).map { "  " + $0 }
            + (rest > 0 ? ["  … and \(rest) more; --json lists all"] : [])
    }

    private func json(_ report: Report) -> String {
        let result = report.result
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
            "updates": .array(
                report.updates.map { update in ["collection": .string(update.collection), "changes": .array(update.changes.map(\.json))] }),
            "environments": .array(result.environments.map { .string($0.draft.name) }),
            "workspaceVariables": .number(result.globals.count), "dryRun": .bool(isDryRun),
            "credentials": .array(report.credentials.map(\.json)),
            "written": .array(report.paths.map(JSONValue.string)), "issues": .array(result.issues.map(\.json)),
            "unlistedIssues": .number(result.droppedIssueCount),
        ]
        return object.prettyText
    }
}
