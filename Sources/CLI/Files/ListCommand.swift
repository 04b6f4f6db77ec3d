import Engine
import Interchange
import JSON
import Platform
import Screen
import Workspace

/// `apus list`: the requests, environments, folders or tags of a workspace, or the requests of a file.
enum ListCommand {
    static let spec = CommandSpec(
        "list", "List the requests, environments, folders or tags of a workspace",
        operands: [
            OperandSpec(
                "WHAT",
                "requests (the default), environments, folders (with collections) or tags; or a file or folder of requests, or FILE#FOLDER",
                .optional,
                .choiceOrFile(kinds))
        ],
        options: [
            .workspace,
            OptionSpec(
                "grep", value: "TEXT",
                "Print the lines of requests that contain TEXT, in any case unless it has a capital letter, with their places"),
            OptionSpec("names", "Print only names, one per line"),
            OptionSpec("json", "j", "Print JSON"),
        ],
        details: [
            "--grep searches names, methods, URLs, parameters, headers, bodies, the fields of authentication, options, tests and docs; each "
                + "line has the path, the member of the file, the number of the line or row, and the text. Values of credentials are neither "
                + "searched nor printed."
        ],
        examples: [
            .init("apus list --names | fzf | xargs apus send", "choose a request and send it"),
            .init("apus list --grep X-Trace", "find the requests that send a header"),
        ])

    static func run(_ words: CommandWords, _ context: CommandContext) async throws -> Int32 {
        let what = words.operands.first ?? "requests"
        let search = try search(words, what)
        let (path, name) = RequestSource.file(what) ?? (what, nil)
        let kind = FileStatus(of: path)?.kind
        let isForeignFolder = kind == .folder && (try? CheckCommand.place(inWorkspace: path)) == nil
        if !kinds.contains(what), kind == .file || isForeignFolder {
            let file = try RequestFile(path)
            let (indices, losses) = try file.selection(name)
            for loss in losses { context.streams.writeError(line: "apus list: \(loss)") }
            try write(search.map { matches($0, file, indices, words) } ?? requests(file, indices), words, context)
            return 0
        }
        guard kinds.contains(what) else {
            throw UsageError("unexpected word “\(what)”: expected \(kinds.joined(separator: ", ")), or a file or folder of requests")
        }
        let store = try words.requiredWorkspace()
        let tree = try store.tree()
        if let search { return try write(matches: search, tree, store, words, context) }
        let rows =
            switch what {
            case "environments": environments(tree)
            case "folders": folders(tree.nodes)
            case "tags": tags(tree, store)
            default: requests(tree)
            }
        try write(rows, words, context)
        guard what == "requests" || what == "tags" else { return 0 }
        return warn(about: await unread(tree, store), context)
    }

    /// The problems of the requests that cannot be read: those that the tree shows, and those of files that are broken elsewhere than in
    /// what it shows.
    private static func unread(_ tree: WorkspaceTree, _ store: WorkspaceStore) async -> [String] {
        let shown = tree.requestsAndBroken.compactMap(\.unreadable)
        let others = await FileInspection(store).problems(in: tree).filter { $0.key.hasSuffix(".request.json") }
        return (shown + others.values).sorted { $0.file < $1.file }.map(\.description)
    }

    /// Reports files that cannot be read; returns the exit code.
    private static func warn(about unread: [String], _ context: CommandContext) -> Int32 {
        for problem in unread { context.streams.writeError(line: "apus list: \(problem)") }
        return unread.isEmpty ? 0 : 1
    }

    /// The search that the words ask for; nil for none.
    private static func search(_ words: CommandWords, _ what: String) throws -> RequestSearch? {
        guard let text = words.value("grep") else { return nil }
        guard what == "requests" || !kinds.contains(what) else { throw UsageError("--grep searches requests, not \(what)") }
        guard let search = RequestSearch(text) else { throw UsageError("--grep: expected a text") }
        return search
    }

    /// Writes the matches in all requests that can be read.
    private static func write(
        matches search: RequestSearch, _ tree: WorkspaceTree, _ store: WorkspaceStore, _ words: CommandWords, _ context: CommandContext
    ) throws -> Int32 {
        var (matches, unread) = ([RequestSearch.Match](), [String]())
        for node in tree.requestsAndBroken {
            do throws(WorkspaceError) {
                if let problem = node.unreadable { unread.append(problem.description) }
                guard node.method != nil else { continue }
                matches += search.matches(in: try store.draft(at: node.path), at: WorkspacePath.shown(node.path))
            } catch {
                unread.append(error.message)
            }
        }
        try write(rows(matches, words), words, context)
        return warn(about: unread, context)
    }

    private static func matches(
        _ search: RequestSearch, _ file: RequestFile, _ indices: [Int], _ words: CommandWords
    ) -> [[(String, String)]] {
        let names = file.words
        return rows(indices.flatMap { search.matches(in: file.drafts[$0], at: "\(file.path)#\(names[$0])") }, words)
    }

    /// The places of matches; of their names, each one once.
    private static func rows(_ matches: [RequestSearch.Match], _ words: CommandWords) -> [[(String, String)]] {
        var seen: Set<String> = []
        let isNames = words.has("names") && !words.has("json")
        let shown = matches.filter { !isNames || seen.insert($0.path).inserted }
        return shown.map { [("path", $0.path), ("member", $0.member), ("line", "\($0.line)"), ("text", $0.excerpt)] }
    }

    private static let kinds = ["requests", "environments", "folders", "tags"]

    /// Writes the fields of each row, by their names.
    private static func write(_ rows: [[(String, String)]], _ words: CommandWords, _ context: CommandContext) throws {
        if words.has("json") {
            let values = rows.map { row in JSONValue.object(JSONObject(row.map { JSONMember($0.0, .string($0.1)) })) }
            try context.streams.write(JSONValue.array(values).prettyText)
        } else {
            // A line break or a tab in a name would look like another line or column.
            let fields = rows.map { row in row.prefix(words.has("names") ? 1 : row.count).map { VisibleText.escaping($0.1) } }
            try context.streams.write(fields.map { $0.joined(separator: "\t") + "\n" }.joined())
        }
    }

    /// The requests of a file, by the words that send them.
    private static func requests(_ file: RequestFile, _ indices: [Int]) -> [[(String, String)]] {
        let names = file.words
        return indices.map { index in
            let draft = file.drafts[index]
            return [
                ("path", "\(file.path)#\(names[index])"), ("method", draft.method), ("name", draft.name),
                ("url", TypedCredential.masked(url: draft.url)),
            ]
        }
    }

    private static func requests(_ tree: WorkspaceTree) -> [[(String, String)]] {
        tree.requests.map { node in
            [
                ("path", WorkspacePath.shown(node.path)), ("method", node.method ?? ""), ("name", node.name),
                ("url", TypedCredential.masked(url: node.url)),
            ]
        }
    }

    private static func folders(_ nodes: [WorkspaceNode]) -> [[(String, String)]] {
        nodes.filter { $0.method == nil && !$0.path.hasSuffix(".request.json") }.flatMap { node in
            [[("path", WorkspacePath.shown(node.path)), ("name", node.name)]] + folders(node.children)
        }
    }

    /// The tags of all requests that can be read, and of their folders, with the number of requests.
    private static func tags(_ tree: WorkspaceTree, _ store: WorkspaceStore) -> [[(String, String)]] {
        var (counts, reader) = ([String: Int](), ResolutionReader(store))
        for node in tree.requests {
            guard let draft = try? store.draft(at: node.path) else { continue }
            for tag in Set(draft.tags).union(reader.inheritedTags(of: node.path) ?? []) { counts[tag, default: 0] += 1 }
        }
        return counts.sorted { $0.key < $1.key }.map { [("tag", $0.key), ("requests", "\($0.value)")] }
    }

    private static func environments(_ tree: WorkspaceTree) -> [[(String, String)]] {
        tree.environments.sorted { $0.key < $1.key }.flatMap { collection, environments in
            environments.map { [("name", $0.name), ("collection", WorkspacePath.shown(collection))] }
        }
    }
}
