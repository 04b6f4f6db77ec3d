import JSON
import Platform

/// Reads the content of the tree: names, methods and order.
struct TreeReader {
    let store: WorkspaceStore
    /// The paths of the collections and folders whose children are read; nil for all.
    var unfolded: Set<String>?

    /// The collection in the folder of that name.
    func collection(_ name: String) -> WorkspaceNode {
        let path = "\(WorkspacePath.collections)/\(name)"
        return folder(path, kind: .collection, depth: WorkspaceStore.depthLimit)
            ?? WorkspaceNode(path: path, name: name, kind: .collection)
    }

    /// The environments of a collection by name; of the workspace for an empty path.
    func environments(of collection: String) -> [EnvironmentSummary] {
        let folder = WorkspacePath.environments(of: collection)
        let entries = (try? Disk.entries(of: "\(store.root)/\(folder)")) ?? []
        let files = entries.filter { !$0.isFolder && WorkspacePath.isEnvironmentFile($0.name) }
        return files.map { environment("\(folder)/\($0.name)") }.sorted { NaturalOrder.isBefore($0.name, $1.name) }
    }

    /// The folder with its children, nested up to this depth; nil if it does not belong to the workspace, having neither settings nor requests.
    private func folder(_ path: String, kind: WorkspaceNode.Kind, depth: Int) -> WorkspaceNode? {
        let settings = header(WorkspacePath.settings(of: path))
        var node = WorkspaceNode(path: path, name: settings.header.name ?? path.lastPathComponent, kind: kind)
        if let problem = settings.problem { node.kind = .broken(problem) }
        if unfolded?.contains(path) ?? true {
            node.children = settings.header.sort(children(of: path, depth: depth))
        } else {
            // A folder with settings is shown in any case; checking it for content would take as long as reading all its names.
            node.isUnread = kind == .folder && !settings.isMissing || hasChildren(path)
        }
        return settings.isMissing && !node.hasChildren && kind == .folder ? nil : node
    }

    /// True if a folder has requests or folders; does not read them.
    private func hasChildren(_ path: String) -> Bool {
        let hasContent = try? Disk.hasEntry(in: "\(store.root)/\(path)") { entry in
            entry.isFolder ? !isEnvironments("\(path)/\(entry.name)") : WorkspacePath.isRequest(entry.name)
        }
        return hasContent ?? true
    }

    /// The children of a folder in order.
    func children(of path: String) -> [WorkspaceNode] {
        header(WorkspacePath.settings(of: path)).header.sort(children(of: path, depth: 2))
    }

    private func children(of path: String, depth: Int) -> [WorkspaceNode] {
        let entries: [FolderEntry]
        do {
            entries = try Disk.entries(of: "\(store.root)/\(path)")
        } catch {
            return [broken(path, error.reason)]
        }
        let examples = Set(entries.lazy.map(\.name).filter { $0.hasSuffix(WorkspacePath.examplesEnding) })
        return entries.compactMap { entry in
            if !entry.isFolder {
                guard WorkspacePath.isRequest(entry.name) else { return nil }
                if let problem = misnamed(entry.name, in: path) { return problem }
                var request = request("\(path)/\(entry.name)")
                request.hasExamples = !examples.isEmpty && examples.contains(WorkspacePath.examples(of: entry.name))
                return request
            }
            let child = "\(path)/\(entry.name)"
            guard !isEnvironments(child) else { return nil }
            if let problem = misnamed(entry.name, in: path) { return problem }
            return depth > 1 ? folder(child, kind: .folder, depth: depth - 1) : broken(child, "it is nested too deeply")
        }
    }

    private func isEnvironments(_ path: String) -> Bool {
        path.lastPathComponent == WorkspacePath.environments && WorkspacePath.isCollection(WorkspacePath.parent(of: path))
    }

    private func request(_ path: String) -> WorkspaceNode {
        let file = header(path)
        let kind = file.problem.map(WorkspaceNode.Kind.broken) ?? .request(method: file.header.method ?? "GET")
        return WorkspaceNode(
            path: path, name: file.header.name ?? WorkspacePath.stem(of: path), kind: kind, url: file.header.url)
    }

    private func environment(_ path: String) -> EnvironmentSummary {
        let file = header(path)
        let port = file.header.port.isEmpty ? "" : ":\(file.header.port)"
        return EnvironmentSummary(
            name: file.header.name ?? WorkspacePath.stem(of: path), isProtected: file.header.isProtected,
            host: file.header.host.isEmpty ? "" : file.header.host + port, path: path,
            problem: file.problem ?? (file.isMissing ? WorkspaceIssue(file: path, message: "The file no longer exists.") : nil))
    }

    /// A file or folder whose name is not UTF-8, so that its path leads nowhere; nil for all others.
    private func misnamed(_ name: String, in folder: String) -> WorkspaceNode? {
        let path = "\(folder)/\(name)"
        guard name.unicodeScalars.contains("\u{FFFD}"), !Disk.exists("\(store.root)/\(path)") else { return nil }
        return broken(path, "its name is not valid UTF-8, rename it")
    }

    private func broken(_ path: String, _ reason: String) -> WorkspaceNode {
        let problem = WorkspaceIssue(file: path, message: "This cannot be read: \(reason).")
        return WorkspaceNode(path: path, name: path.lastPathComponent, kind: .broken(problem))
    }

    private func header(_ path: String) -> (header: FileHead, problem: WorkspaceIssue?, isMissing: Bool) {
        do throws(WorkspaceError) {
            return (try FileHead.read(try store.read(path), path), nil, false)
        } catch {
            if error.code == .notFound { return (.blank, nil, true) }
            return (.blank, error.issue(at: path), false)
        }
    }
}

extension WorkspaceStore {
    /// The collections by name, without children.
    ///
    /// A workspace without collections is an empty tree.
    public func topLevel() throws(WorkspaceError) -> WorkspaceTree { try tree(reading: []) }

    /// The tree as shown before everything is read: only these collections and folders have children, or the first collection with content
    /// if none is given. The others only tell if they have children; folders with settings count as if they had. Environments are left
    /// out.
    public func tree(unfolded: Set<String>) throws(WorkspaceError) -> WorkspaceTree {
        guard unfolded.isEmpty else { return try tree(reading: unfolded) }
        var (reader, nodes) = (TreeReader(store: self, unfolded: []), [WorkspaceNode]())
        for name in try collectionNames() {
            var node = reader.collection(name)
            if node.isUnread, reader.unfolded == [] {
                reader.unfolded = [node.path]
                node = reader.collection(name)
            }
            nodes.append(node)
        }
        return WorkspaceTree(nodes: nodes)
    }

    private func tree(reading unfolded: Set<String>) throws(WorkspaceError) -> WorkspaceTree {
        let reader = TreeReader(store: self, unfolded: unfolded)
        return WorkspaceTree(nodes: try collectionNames().map { reader.collection($0) })
    }

    /// The whole tree: collections, folders, requests and environments by name. A file that cannot be read is shown as broken.
    public func tree() throws(WorkspaceError) -> WorkspaceTree {
        let reader = TreeReader(store: self)
        let nodes = try collectionNames().map { reader.collection($0) }
        var environments: [String: [EnvironmentSummary]] = [:]
        for node in nodes { environments[node.path] = reader.environments(of: node.path) }
        let ofAll = reader.environments(of: "")
        if !ofAll.isEmpty { environments[""] = ofAll }
        return WorkspaceTree(nodes: nodes, environments: environments)
    }

    /// The environments of a collection by name.
    public func environments(of collection: String) -> [EnvironmentSummary] {
        TreeReader(store: self).environments(of: collection)
    }

    /// The environments available for the requests of a collection: its own, then those of the workspace. Of two with the same name, the
    /// first one counts.
    ///
    /// - Parameter collection: nil for a request that is in none.
    public func environments(for collection: String?) -> [EnvironmentSummary] {
        (collection.map(environments) ?? []) + environments(of: "")
    }

    /// The environments of all collections and of the workspace.
    public func allEnvironments() throws(WorkspaceError) -> [EnvironmentSummary] {
        try collectionNames().flatMap { environments(of: "\(WorkspacePath.collections)/\($0)") } + environments(of: "")
    }

    private func collectionNames() throws(WorkspaceError) -> [String] {
        do throws(DiskError) {
            let entries = try Disk.entries(of: "\(root)/\(WorkspacePath.collections)")
            return entries.filter(\.isFolder).map(\.name).sorted(by: NaturalOrder.isBefore)
        } catch {
            // A file named `collections` is an error, since nothing could be saved there.
            guard error.isMissing, error.cause.number != ENOTDIR else { throw .reading(error, WorkspacePath.collections) }
            return []
        }
    }
}
