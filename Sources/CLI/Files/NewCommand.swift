import Engine
import HTTP
import Platform
import Workspace

/// `apus new`: creates a workspace, a collection, a request or an environment.
enum NewCommand {
    private static let kinds = ["workspace", "collection", "request", "environment"]

    static let spec = CommandSpec(
        "new", "Create a workspace, a collection, a request or an environment",
        operands: [
            OperandSpec("KIND", "workspace, collection, request or environment", .one, .choice(kinds)),
            OperandSpec(
                "NAME", "a folder for a workspace; otherwise the name after the path of its collection or folder: api/users/List", .one,
                .collection),
        ],
        options: [
            .workspace,
            OptionSpec("url", "u", value: "URL", "Set the URL of the request, or the base URL of the environment"),
            OptionSpec("method", "m", value: "METHOD", "Set the method of the request"),
        ],
        details: [
            "Prints the path of what it creates. File names are made from names; one that is taken or reserved gets a number, such as "
                + "folder-2 for folder."
        ],
        examples: [
            .init("apus new workspace shop", "create the folder shop, a workspace with the collection shop"),
            .init("apus new collection api", "create another collection"),
            .init("apus new request api/List -u /people", "create a request in the collection api"),
            .init("apus new request api/users/Show -u '/people/{{id}}'", "the same in its folder users, which is created if needed"),
            .init("apus new environment api/local -u http://localhost:3000", "create an environment in the collection api"),
            .init("apus new environment staging", "create an environment of the whole workspace"),
        ])

    static func run(_ words: CommandWords, _ context: CommandContext) throws -> Int32 {
        let (kind, name) = (words.operands[0], words.operands[1])
        try context.streams.write("\(make(kind, name, words))\n")
        return 0
    }

    private static func make(_ kind: String, _ name: String, _ words: CommandWords) throws(WorkspaceError) -> String {
        if kind == "workspace" { return try workspace(name) }
        let store = try WorkspaceStore(opening: words.workspaceFolder ?? currentFolder() ?? "/")
        // Another process may create a file of the same name.
        let lock = try? FileLock(folder: store.root, within: .seconds(10))
        defer { withExtendedLifetime(lock) {} }
        let (tree, url) = (try store.tree(), words.value("url"))
        if kind == "collection" {
            try refuse(kind, name, in: tree.nodes.map { ($0.name, $0.path) })
            return try store.createCollection(FolderDraft(name: name))
        }
        let parts = name.split(separator: "/").map(String.init)
        if kind == "environment", parts.count == 1 { return try make(environment(name, at: url), in: "", tree, store) }
        guard parts.count > 1, let last = parts.last, !parts.contains(where: { $0 == "." || $0 == ".." }) else {
            throw WorkspaceError(.invalidPath, path: name, message: "\(name): expected COLLECTION/NAME.")
        }
        let path = parts.dropLast().joined(separator: "/")
        guard kind == "request" else { return try make(environment(last, at: url), in: tree.folder(named: path), tree, store) }
        let written = words.value("method") ?? "GET"
        let known = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "QUERY", "TRACE", "CONNECT"]
        let method = known.contains(written.uppercased()) ? written.uppercased() : written
        if let fault = HTTPRequest.fault(ofMethod: method) { throw WorkspaceError(.invalidPath, path: name, message: fault + ".") }
        var (folder, missing) = try tree.deepestFolder(named: path)
        let siblings = missing.isEmpty ? tree.node(at: folder)?.children ?? [] : []
        try refuse(kind, last, in: siblings.filter { $0.method != nil }.map { ($0.name, $0.path) })
        for name in missing { folder = try store.create(FolderDraft(name: name), in: folder) }
        return try store.create(RequestDraft(name: last, method: method, url: url ?? ""), in: folder)
    }

    private static func make(
        _ environment: EnvironmentDraft, in folder: String, _ tree: WorkspaceTree, _ store: WorkspaceStore
    ) throws(WorkspaceError) -> String {
        try refuse("environment", environment.name, in: (tree.environments[folder] ?? []).map { ($0.name, $0.path) })
        return try store.create(environment, in: folder)
    }

    /// Refuses an existing name, so that running a script again creates no duplicates.
    private static func refuse(_ kind: String, _ name: String, in known: [(name: String, path: String)]) throws(WorkspaceError) {
        guard let path = known.first(where: { $0.name == name })?.path else { return }
        throw WorkspaceError(.invalidPath, path: path, message: "The \(kind) “\(name)” exists already: \(path).")
    }

    /// Creates the folder with a first collection in it.
    private static func workspace(_ folder: String) throws(WorkspaceError) -> String {
        if FileStatus.isFolder(folder + "/collections") {
            throw WorkspaceError(
                .invalidPath, path: folder, message: "\(folder) is a workspace already; apus new collection NAME adds a collection to it.")
        }
        if FileStatus(of: folder) == nil, mkdir(folder, 0o755) != 0 {
            throw WorkspaceError(.unwritable, path: folder, message: "\(folder) could not be created: \(SystemError().reason).")
        }
        let store = try WorkspaceStore(opening: resolvedPath(folder) ?? folder)
        return "\(store.root)/" + (try store.createCollection(FolderDraft(name: store.name)))
    }

    private static func environment(_ name: String, at url: String?) throws(WorkspaceError) -> EnvironmentDraft {
        guard let url else { return EnvironmentDraft(name: name) }
        guard let parsed = WebURL(url.contains("://") ? url : "http://\(url)"), parsed.username.isEmpty, parsed.password.isEmpty,
            parsed.search.isEmpty, parsed.hash.isEmpty
        else {
            throw WorkspaceError(
                .invalidPath, path: url,
                message:
                    "--url \(TypedCredential.masked(url: url)): expected a base URL such as https://example.org/v1, without a user, query or fragment."
            )
        }
        let prefix = parsed.pathname.hasPrefix("/") ? String(parsed.pathname.dropFirst()) : parsed.pathname
        return EnvironmentDraft(
            name: name, scheme: String(parsed.protocol.dropLast()), host: parsed.hostname, port: parsed.port, pathPrefix: prefix)
    }
}

extension WorkspaceTree {
    /// The path of a collection, or of a folder in one, from file names or display names: `api/users`, `API/Users`.
    ///
    /// - Throws: an error with the names there, if none or several match.
    func folder(named text: String) throws(WorkspaceError) -> String {
        let (path, missing) = try deepestFolder(named: text)
        if let name = missing.first { throw Self.notFound("There is no folder “\(name)”", folders(in: path), in: path) }
        return path
    }

    /// The deepest folder of such a path that exists, and the names after it, which do not.
    ///
    /// - Throws: an error with the names there, if the collection does not exist or several match.
    func deepestFolder(named text: String) throws(WorkspaceError) -> (path: String, missing: ArraySlice<String>) {
        var path = "collections"
        let names = WorkspacePath.shown(text).split(separator: "/").map(String.init)
        for (index, name) in names.enumerated() {
            let folders = folders(in: path)
            let named = folders.filter { $0.name == name }
            if let folder = folders.first(where: { $0.path == "\(path)/\(name)" }) ?? (named.count == 1 ? named[0] : nil) {
                path = folder.path
            } else if named.isEmpty, index > 0 {
                return (path, names[index...])
            } else {
                let kind = index == 0 ? "collection" : "folder"
                let wrong = named.isEmpty ? "There is no \(kind) “\(name)”" : "Several \(kind)s are named “\(name)”"
                throw Self.notFound(wrong, folders, in: path)
            }
        }
        return (path, [])
    }

    /// The path of the only folder at any depth with that file name or display name; else that of ``folder(named:)``.
    ///
    /// - Throws: an error with the names there, if none or several match.
    func folderAnywhere(named name: String) throws(WorkspaceError) -> String {
        func list(_ nodes: [WorkspaceNode]) -> [WorkspaceNode] {
            nodes.filter { $0.method == nil }.flatMap { [$0] + list($0.children) }
        }
        let matches = list(nodes).filter { $0.name == name || $0.path.hasSuffix("/" + name) }
        return matches.count == 1 ? matches[0].path : try folder(named: name)
    }

    private func folders(in path: String) -> [WorkspaceNode] {
        let all = path == "collections" ? nodes : node(at: path)?.children ?? []
        return all.filter { $0.method == nil }
    }

    private static func notFound(_ wrong: String, _ folders: [WorkspaceNode], in path: String) -> WorkspaceError {
        let place = path == "collections" ? "" : " in \(WorkspacePath.shown(path))"
        let names = folders.map(\.path.lastPathComponent)
        let hint = names.isEmpty ? "there are none\(place)" : "available: \(names.joined(separator: ", "))"
        return WorkspaceError(.notFound, path: path, message: "\(wrong)\(place); \(hint).")
    }
}
