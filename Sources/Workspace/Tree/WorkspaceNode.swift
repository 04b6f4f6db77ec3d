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
