import Engine
import JSON
import JSONSchema
import Platform
import Workspace

/// Checks the files of a workspace against the schemas that the program ships.
struct SchemaValidation {
    private let store: WorkspaceStore
    /// The schemas needed so far, by file name.
    private var schemas: [String: JSONSchema] = [:]

    init(_ store: WorkspaceStore) { self.store = store }

    /// The violations in all existing JSON files, and the members that are given twice; other errors are found when files are read.
    mutating func issues(in tree: WorkspaceTree) throws(SchemaError) -> (violations: [WorkspaceIssue], repeated: [WorkspaceIssue]) {
        var issues = (violations: [WorkspaceIssue](), repeated: [WorkspaceIssue]())
        for (file, schema) in tree.filesWithSchemas {
            guard let bytes = try? Descriptor.contents(ofFile: "\(store.root)/\(file)", limit: Self.fileLimit),
                let source = try? JSONSource(parsing: bytes)
            else { continue }
            issues.violations += try violations(of: source, file, schema)
            issues.repeated += source.repeatedMembers.map { pointer, position in
                let name = if case .member(let name)? = pointer.steps.last { name } else { "" }
                return WorkspaceIssue(
                    file: file, line: position.line, column: position.column, pointer: pointer,
                    message: "“\(name)” is given twice; the last one counts")
            }
        }
        return issues
    }

    private mutating func violations(of source: JSONSource, _ file: String, _ name: String) throws(SchemaError) -> [WorkspaceIssue] {
        try schema(name).result(for: source.value).violations.map { violation in
            let position = source.position(of: violation.instance)
            return WorkspaceIssue(
                file: file, line: position.line, column: position.column, pointer: violation.instance,
                message: violation.description.replacing(#"a text that matches \{\{"#, with: "a text with a {{variable}}"))
        }
    }

    /// The maximum size of a file.
    private static let fileLimit = WorkspaceStore.fileLimit

    private mutating func schema(_ name: String) throws(SchemaError) -> JSONSchema {
        if let known = schemas[name] { return known }
        let folder = "apus:/schemas/"
        let hidesValues = ["environment.schema.json", "secrets.schema.json"].contains(name)
        let schema = try JSONSchema(
            ShippedSchemas.document(name) ?? true, options: SchemaOptions(baseURI: folder + name, showsValues: !hidesValues)
        ) { uri in
            uri.hasPrefix(folder) ? ShippedSchemas.document(String(uri.dropFirst(folder.count))) : nil
        }
        schemas[name] = schema
        return schema
    }
}

extension WorkspaceTree {
    /// True if a path is that of a workspace's file, or would be elsewhere. Other programs have a `collection.json`, too.
    static func isNameOfFile(_ path: String) -> Bool {
        if [".request.json", ".examples.json"].contains(where: path.hasSuffix) || path == "workspace.json" { return true }
        if path.lastPathComponent == WorkspaceStore.importFile { return WorkspacePath.isCollection(WorkspacePath.parent(of: path)) }
        return path.hasPrefix("collections/") && WorkspacePath.isNameOfFile(path.lastPathComponent)
            || WorkspacePath.isEnvironment(path) && path.hasSuffix(".json")
    }

    /// The existing files among these paths that only have the name of a workspace's file.
    func misplaced(_ paths: [String], in root: String) -> [WorkspaceIssue] {
        let known = Set(filesWithSchemas.map(\.file) + nodes.map { "\($0.path)/\(WorkspaceStore.importFile)" })
        return paths.filter { !known.contains($0) && FileStatus(of: "\(root)/\($0)")?.kind == .file }.map { path in
            WorkspaceIssue(
                file: path,
                message:
                    "The file is no part of the workspace: requests belong in collections and their folders, environments in a folder “environments”."
            )
        }
    }

    /// All files of the tree and their companions, with the schema of each.
    var filesWithSchemas: [(file: String, schema: String)] {
        var files = [("workspace.json", "workspace.schema.json")]
        for environment in environments.values.joined() {
            let stem = environment.path.hasSuffix(".json") ? String(environment.path.dropLast(5)) : environment.path
            files += [(environment.path, "environment.schema.json"), (stem + ".secrets.json", "secrets.schema.json")]
        }
        var waiting = nodes
        while let node = waiting.popLast() {
            waiting += node.children
            switch node.kind {
            case .collection: files.append((WorkspacePath.settings(of: node.path), "collection.schema.json"))
            case .folder: files.append((WorkspacePath.settings(of: node.path), "folder.schema.json"))
            // A folder whose settings cannot be read, not one that cannot be read itself.
            case .broken where node.isFolder:
                guard node.unreadable == nil else { continue }
                files.append((WorkspacePath.settings(of: node.path), "\(node.isCollection ? "collection" : "folder").schema.json"))
            case .request, .broken:
                guard node.path.hasSuffix(".request.json") else { continue }
                let examples = String(node.path.dropLast(".request.json".count)) + ".examples.json"
                files += [(node.path, "request.schema.json"), (examples, "examples.schema.json")]
            }
        }
        return files
    }
}

extension WorkspaceTree {
    /// The extent of a check: `2 collections, 41 requests, 3 environments`.
    var extent: String {
        let counts = [(nodes.count, "collection"), (requests.count, "request"), (environments.values.joined().count, "environment")]
        return counts.map { CountText.of($0, $1) }.joined(separator: ", ")
    }

    /// Environments of one collection, or of the workspace, with the same name: a command that names one could mean another.
    var equalNames: [WorkspaceIssue] {
        environments.values.flatMap { environments in
            var paths: [String: String] = [:]
            return environments.compactMap { environment in
                guard let other = paths.updateValue(environment.path, forKey: environment.name) else { return nil as WorkspaceIssue? }
                let message = "The name “\(environment.name)” is also that of \(other): rename one of them."
                return WorkspaceIssue(file: environment.path, message: message)
            }
        }
    }

    /// Requests and folders whose names differ only in their Unicode form, as from a Mac and from Linux: only one of them can be opened.
    var equalPaths: [WorkspaceIssue] {
        func list(_ nodes: [WorkspaceNode]) -> [WorkspaceIssue] {
            var known: Set<String> = []
            let equal = nodes.filter { !known.insert($0.path).inserted }
            let message = "Another file has this name in another Unicode form, and only one of them can be opened: rename one of them."
            return equal.map { WorkspaceIssue(file: $0.path, message: message) } + nodes.flatMap { list($0.children) }
        }
        return list(nodes)
    }

    /// The problems of the files and folders that cannot be read.
    var brokenFiles: [WorkspaceIssue] {
        func list(_ nodes: [WorkspaceNode]) -> [WorkspaceIssue] {
            nodes.flatMap { node in
                let own: [WorkspaceIssue] = if case .broken(let issue) = node.kind { [issue] } else { [] }
                return own + list(node.children)
            }
        }
        return list(nodes)
    }

    /// The OpenAPI documents that the settings of collections and folders name and that do not exist.
    func missingDocuments(in store: WorkspaceStore) -> [WorkspaceIssue] {
        allFolders.compactMap { node -> WorkspaceIssue? in
            let document = (try? store.folder(at: node.path).content.openAPI) ?? ""
            guard !document.isEmpty, !document.contains("{{"),
                FileStatus(of: absolutePath(document, home: nil, relativeTo: store.root)) == nil
            else { return nil }
            return WorkspaceIssue(file: WorkspacePath.settings(of: node.path), message: "the OpenAPI document \(document) does not exist")
        }
    }

    /// The names that the order of a folder contains twice, or that nothing in it has, as after a merge.
    func wrongOrders(in store: WorkspaceStore) -> [WorkspaceIssue] {
        allFolders.flatMap { node -> [WorkspaceIssue] in
            let order = (try? store.folder(at: node.path).content.order) ?? []
            // Folders without requests are not in the tree.
            let names = order.isEmpty ? [] : Set(namesInFolder("\(store.root)/\(node.path)"))
            var seen: Set<String> = []
            return order.compactMap { name -> WorkspaceIssue? in
                let exists = names.contains(name) || names.contains(name + ".request.json")
                let isNew = seen.insert(name).inserted
                guard !exists || !isNew else { return nil }
                return WorkspaceIssue(
                    file: WorkspacePath.settings(of: node.path),
                    message: "the order names “\(name)”\(isNew ? ", which does not exist" : " twice")")
            }
        }
    }

    /// The links to collections, and to folders with files of Apus: they are not in the tree.
    func linkedFolders(in store: WorkspaceStore) -> [WorkspaceIssue] {
        (["collections"] + allFolders.map(\.path)).flatMap { folder -> [WorkspaceIssue] in
            var links: [WorkspaceIssue] = []
            try? visitEntries(of: "\(store.root)/\(folder)") { entry in
                let whole = "\(store.root)/\(folder)/\(entry.name)"
                let isLink = !entry.isFolder && !entry.name.hasPrefix(".") && !entry.name.hasSuffix(".json") && FileStatus.isFolder(whole)
                if isLink, folder == "collections" || namesInFolder(whole).contains(where: WorkspacePath.isNameOfFile) {
                    let message = "The folder is a link, and its requests are not read: replace the link with the folder."
                    links.append(WorkspaceIssue(file: "\(folder)/\(entry.name)", message: message))
                }
                return true
            }
            return links
        }
    }

    /// The collections and folders that can be read.
    private var allFolders: [WorkspaceNode] { folders.map(\.node).filter { $0.unreadable == nil } }
}

extension WorkspaceIssue {
    /// A JSON object with the properties.
    var json: JSONValue {
        [
            "file": .string(file), "line": line.map { .number($0) } ?? .null, "column": column.map { .number($0) } ?? .null,
            "pointer": pointer.map { .string($0.description) } ?? .null, "message": .string(message),
        ]
    }
}
