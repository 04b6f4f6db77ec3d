import Platform

/// The border of a workspace's folder on disk, with links followed.
struct WorkspaceBoundary: Sendable {
    private let root: String

    /// - Parameter root: the absolute path of the workspace's folder.
    init(_ root: String) { self.root = resolvedPath(root) ?? root }

    /// The file or folder with all links followed. A missing one is looked for beside its nearest folder that exists.
    static func target(of path: String) -> String {
        if let resolved = resolvedPath(path) { return resolved }
        let parent = parentFolder(of: path)
        guard parent != path, parent != "." else { return path }
        let name = path[path.index(after: path.lastIndex(of: "/") ?? path.startIndex)...]
        let folder = target(of: parent)
        if name == ".." { return parentFolder(of: folder) }
        guard name != ".", !name.isEmpty else { return folder }
        return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    }

    /// True if the path lies in the workspace, with links followed.
    func contains(_ path: String) -> Bool { inner(Self.target(of: path)) != nil }

    /// The resolved path of a file that needs permission to be sent; nil for one that belongs to the workspace. Hidden files and files of
    /// secrets are kept out of shared folders: they are this machine's.
    func privateTarget(of path: String) -> String? {
        let target = Self.target(of: path)
        guard let inner = inner(target) else { return target }
        let names = inner.split(separator: "/")
        let isPrivate = names.contains { $0.hasPrefix(".") } || inner.hasSuffix(WorkspacePath.secretsEnding)
        return isPrivate ? target : nil
    }

    private func inner(_ target: String) -> Substring? {
        if root == "/" { return target.dropFirst() }
        if target == root { return "" }
        return target.hasPrefix(root + "/") ? target.dropFirst(root.count + 1) : nil
    }
}
