/// A snapshot of a workspace: names and order, without the content of the requests.
public struct WorkspaceTree: Hashable, Sendable {
    /// The collections in order.
    public var nodes: [WorkspaceNode]
    /// The environments of each collection in order, by the collection's path; those of the workspace have an empty one.
    public var environments: [String: [EnvironmentSummary]]

    /// A tree; empty by default.
    public init(nodes: [WorkspaceNode] = [], environments: [String: [EnvironmentSummary]] = [:]) {
        self.nodes = nodes
        self.environments = environments
    }

    /// All requests that can be read, in the order of the tree.
    public var requests: [WorkspaceNode] { Self.list(nodes) { $0.method != nil } }

    /// The requests in the order of the tree, and the files and folders among them that cannot be read.
    public var requestsAndBroken: [WorkspaceNode] { Self.list(nodes) { $0.method != nil || $0.unreadable != nil } }

    private static func list(_ nodes: [WorkspaceNode], _ isListed: (WorkspaceNode) -> Bool) -> [WorkspaceNode] {
        nodes.flatMap { isListed($0) ? [$0] : list($0.children, isListed) }
    }

    /// The environments available for the requests of a collection: its own, then those of the workspace.
    public func environments(for collection: String) -> [EnvironmentSummary] {
        (collection.isEmpty ? [] : environments[collection] ?? []) + (environments[""] ?? [])
    }

    /// The node at that path.
    public func node(at path: String) -> WorkspaceNode? {
        var level = nodes
        while let next = level.first(where: { path == $0.path || path.hasPrefix($0.path + "/") }) {
            if next.path == path { return next }
            level = next.children
        }
        return nil
    }

    /// Notes that responses were saved with the request at that path, before the tree is read again.
    public mutating func addExamples(at path: String) {
        func add(to nodes: inout [WorkspaceNode]) {
            guard let index = nodes.firstIndex(where: { path == $0.path || path.hasPrefix($0.path + "/") }) else { return }
            if nodes[index].path == path { nodes[index].hasExamples = true } else { add(to: &nodes[index].children) }
        }
        add(to: &nodes)
    }

    /// The paths that do not exist. Content of unreadable folders does not count as missing; nil if the tree is empty, since then nothing
    /// is known.
    public func missing(_ paths: Set<String>) -> Set<String>? {
        guard !nodes.isEmpty else { return nil }
        var rest = paths
        func find(in nodes: [WorkspaceNode]) {
            for node in nodes where !rest.isEmpty {
                rest.remove(node.path)
                if case .broken = node.kind { rest = rest.filter { !$0.hasPrefix(node.path + "/") } }
                find(in: node.children)
            }
        }
        find(in: nodes)
        return rest.subtracting(environments.values.joined().map(\.path))
    }

    /// Marks the requests, folders and environments at these paths as broken.
    public mutating func setProblems(_ problems: [String: WorkspaceIssue]) {
        guard !problems.isEmpty else { return }
        func marked(_ node: WorkspaceNode) -> WorkspaceNode {
            var node = node
            if let problem = problems[node.path] { node.kind = .broken(problem) }
            node.children = node.children.map(marked)
            return node
        }
        nodes = nodes.map(marked)
        environments = environments.mapValues { all in
            all.map { environment in
                var environment = environment
                environment.problem = environment.problem ?? problems[environment.path]
                return environment
            }
        }
    }
}

/// An environment in a list.
public struct EnvironmentSummary: Hashable, Sendable, Identifiable {
    /// The name.
    public var name: String
    /// True if methods that change data ask for confirmation.
    public var isProtected: Bool
    /// The host as written, with variables, and its port; empty for none.
    public var host: String
    /// The file, relative to the workspace.
    public var path: String
    /// The reason why it cannot be used; nil if it can.
    public var problem: WorkspaceIssue?

    /// An environment at `path`.
    public init(name: String, isProtected: Bool = false, host: String = "", path: String, problem: WorkspaceIssue? = nil) {
        self.name = name
        self.isProtected = isProtected
        self.host = host
        self.path = path
        self.problem = problem
    }

    /// The path.
    public var id: String { path }
}

/// A row of the tree: a collection, a folder, a request, or a file that cannot be read.
public struct WorkspaceNode: Hashable, Sendable, Identifiable {
    /// The kind of row.
    public enum Kind: Hashable, Sendable {
        /// A folder of `collections/` with its own environments.
        case collection
        /// A folder within a collection.
        case folder
        /// A request file, with its method as written.
        case request(method: String)
        /// A file that is shown with its problem and never overwritten. A folder whose settings are broken keeps its children.
        case broken(WorkspaceIssue)
    }

    /// The path relative to the workspace: of the folder, or of the `.request.json` file.
    public var path: String
    /// The displayed name; the file's stem if the file has no name.
    public var name: String
    /// The kind of row.
    public var kind: Kind
    /// The children in order.
    public var children: [WorkspaceNode]
    /// True if there are children that have not been read yet.
    public var isUnread = false
    /// True if responses are saved with the request.
    public var hasExamples = false
    /// The request's URL as written; empty for other kinds.
    public var url: String

    /// A row; without children by default.
    public init(path: String, name: String, kind: Kind, children: [WorkspaceNode] = [], url: String = "") {
        self.path = path
        self.name = name
        self.kind = kind
        self.children = children
        self.url = url
    }

    /// The path.
    public var id: String { path }

    /// True if there are children, read or not.
    public var hasChildren: Bool { isUnread || !children.isEmpty }

    /// The reason why the request or folder itself cannot be read; nil if it can, or if only the settings of the folder cannot.
    public var unreadable: WorkspaceIssue? {
        if case .broken(let issue) = kind, issue.file == path { issue } else { nil }
    }

    /// The request's method; nil for other kinds.
    public var method: String? { if case .request(let method) = kind { method } else { nil } }
}

extension WorkspaceTree {
    /// The folder of an item and the sibling after it; nil for the last one.
    package func place(of path: String) -> (folder: String, next: String?) {
        let folder = WorkspacePath.parent(of: path)
        let siblings = node(at: folder)?.children ?? []
        let next = siblings.firstIndex { $0.path == path }.map { siblings.dropFirst($0 + 1) }?.first
        return (folder, next?.path)
    }

    /// The name of the item or environment at a path; nil if it is unknown.
    package func name(of path: String) -> String? {
        node(at: path)?.name ?? environments.values.joined().first { $0.path == path }?.name
    }

    /// The names of the folders on the way to a path, followed by its own name.
    package func names(to path: String) -> [String] {
        let parts = path.split(separator: "/")
        return parts.indices.dropFirst().compactMap { node(at: parts[...$0].joined(separator: "/"))?.name }
    }

    /// All folders with their depth, in tree order; collections have depth 0.
    package var folders: [(node: WorkspaceNode, depth: Int)] {
        func list(_ nodes: [WorkspaceNode], _ depth: Int) -> [(node: WorkspaceNode, depth: Int)] {
            nodes.filter(\.isFolder).flatMap { [($0, depth)] + list($0.children, depth + 1) }
        }
        return list(nodes, 0)
    }
}

extension WorkspaceNode {
    /// True if the node can have children.
    package var isFolder: Bool {
        switch kind {
        case .collection, .folder: true
        case .request: false
        case .broken: !path.hasSuffix(".json")
        }
    }

    /// True if the node is at the top level.
    package var isCollection: Bool { WorkspacePath.isCollection(path) }
}
