package import Workspace

extension WorkspaceTree {
    /// The folder that something is in, and the sibling behind it; nil for the last one.
    package func place(of path: String) -> (folder: String, next: String?) {
        let folder = Self.folder(of: path)
        let siblings = node(at: folder)?.children ?? []
        let next = siblings.firstIndex { $0.path == path }.map { siblings.dropFirst($0 + 1) }?.first
        return (folder, next?.path)
    }

    /// The name of the item or environment at a path; nil if it is unknown.
    package func name(of path: String) -> String? {
        node(at: path)?.name ?? environments.values.joined().first { $0.path == path }?.name
    }

    /// True if a path is that of an environment.
    package static func isEnvironment(_ path: String) -> Bool { path.split(separator: "/").dropFirst(2).first == "environments" }

    /// True if a folder's path is that of a collection.
    package static func isCollection(_ path: String) -> Bool { path.split(separator: "/").count == 2 }

    /// The path of the collection that something stands in.
    package static func collection(of path: String) -> String { path.split(separator: "/").prefix(2).joined(separator: "/") }

    /// The path of what something stands in.
    package static func folder(of path: String) -> String { path.split(separator: "/").dropLast().joined(separator: "/") }

    /// The names of the folders on the way to a path, its own name last.
    package func names(to path: String) -> [String] {
        let parts = path.split(separator: "/")
        return parts.indices.dropFirst().compactMap { node(at: parts[...$0].joined(separator: "/"))?.name }
    }

    /// Every folder with its depth, collections first at 0, in the order of the tree.
    package var folders: [(node: WorkspaceNode, depth: Int)] {
        func list(_ nodes: [WorkspaceNode], _ depth: Int) -> [(node: WorkspaceNode, depth: Int)] {
            nodes.filter(\.isFolder).flatMap { [($0, depth)] + list($0.children, depth + 1) }
        }
        return list(nodes, 0)
    }
}

extension WorkspaceNode {
    /// True if the node can hold others.
    package var isFolder: Bool {
        switch kind {
        case .collection, .folder: true
        case .request: false
        case .broken: !path.hasSuffix(".json")
        }
    }

    /// True if the node is at the top level.
    package var isCollection: Bool { WorkspaceTree.isCollection(path) }
}
