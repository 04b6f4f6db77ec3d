/// A workspace as it was on disk at one moment: names and order, not the content of the requests.
public struct WorkspaceTree: Hashable, Sendable {
    /// The last part of the workspace's path.
    public var name: String
    /// The collections in order.
    public var nodes: [WorkspaceNode]
    /// The environments of each collection in order, by the collection's path.
    public var environments: [String: [EnvironmentSummary]]

    /// A tree; empty unless said otherwise.
    public init(name: String = "", nodes: [WorkspaceNode] = [], environments: [String: [EnvironmentSummary]] = [:]) {
        self.name = name
        self.nodes = nodes
        self.environments = environments
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

    /// Those of the paths at which there is nothing. What a folder holds that cannot be read is not known to be gone; nil where the tree has
    /// nothing at all, as then nothing is.
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

    /// Shows the requests, folders and environments at these paths as broken, each with its fault.
    public mutating func mark(_ problems: [String: WorkspaceProblem]) {
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

/// An environment as a list shows it.
public struct EnvironmentSummary: Hashable, Sendable, Identifiable {
    /// For a person to choose by.
    public var name: String
    /// Whether anything but reading asks first.
    public var isProtected: Bool
    /// The file, relative to the workspace.
    public var path: String
    /// Why it cannot be used; nil when it can.
    public var problem: WorkspaceProblem?

    /// An environment at `path`.
    public init(name: String, isProtected: Bool = false, path: String, problem: WorkspaceProblem? = nil) {
        self.name = name
        self.isProtected = isProtected
        self.path = path
        self.problem = problem
    }

    /// The path.
    public var id: String { path }
}

/// A row of the tree: a collection, a folder, a request, or a file that cannot be read.
public struct WorkspaceNode: Hashable, Sendable, Identifiable {
    /// What stands there.
    public enum Kind: Hashable, Sendable {
        /// A folder of `collections/` with its own environments.
        case collection
        /// A folder within a collection.
        case folder
        /// A request file, with its method as written.
        case request(method: String)
        /// A file that is shown with its fault and never overwritten. A folder whose settings are broken keeps its children.
        case broken(WorkspaceProblem)
    }

    /// The path relative to the workspace: of the folder, or of the `.request.json` file.
    public var path: String
    /// What is shown; the file's name without its ending where the file says nothing.
    public var name: String
    /// What stands there.
    public var kind: Kind
    /// What is in it, in order.
    public var children: [WorkspaceNode]
    /// The request's URL as written; empty for other kinds.
    public var url: String

    /// A node; without children unless given.
    public init(path: String, name: String, kind: Kind, children: [WorkspaceNode] = [], url: String = "") {
        self.path = path
        self.name = name
        self.kind = kind
        self.children = children
        self.url = url
    }

    /// The path.
    public var id: String { path }

    /// The request's method; nil for other kinds.
    public var method: String? { if case .request(let method) = kind { method } else { nil } }
}
