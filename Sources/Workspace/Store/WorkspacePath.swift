/// The names that files and folders have in a workspace, all relative to its folder.
enum WorkspacePath {
    static let collections = "collections"
    static let environments = "environments"
    static let collectionFile = "collection.json"
    static let folderFile = "folder.json"
    static let workspaceFile = "workspace.json"
    static let requestEnding = ".request.json"
    static let examplesEnding = ".examples.json"
    static let secretsEnding = ".secrets.json"
    static let environmentEnding = ".json"

    /// The last part.
    static func name(of path: String) -> String { String(path.split(separator: "/").last ?? "") }

    /// What the last part stands in.
    static func parent(of path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "" }

    /// The last part without the ending that a request or an environment has.
    static func stem(of path: String) -> String {
        let name = name(of: path)
        for ending in [requestEnding, examplesEnding, secretsEnding, environmentEnding] where name.hasSuffix(ending) {
            return String(name.dropLast(ending.count))
        }
        return name
    }

    static func isRequest(_ path: String) -> Bool { path.hasSuffix(requestEnding) }

    static func isEnvironment(_ name: String) -> Bool { name.hasSuffix(environmentEnding) && !name.hasSuffix(secretsEnding) }

    /// Whether the folder is a collection: it stands in `collections` itself.
    static func isCollection(_ path: String) -> Bool { parent(of: path) == collections }

    /// The collection that the path is in, or is.
    static func collection(of path: String) -> String? {
        let parts = path.split(separator: "/")
        return parts.count > 1 && parts[0] == collections ? "\(collections)/\(parts[1])" : nil
    }

    /// The file with the settings of a collection or a folder.
    static func settings(of folder: String) -> String { "\(folder)/\(isCollection(folder) ? collectionFile : folderFile)" }

    /// The collection and the folders around a file or folder, outermost first, without itself.
    static func ancestors(of path: String) -> [String] {
        var result: [String] = []
        var folder = parent(of: path)
        while folder != collections, !folder.isEmpty {
            result.insert(folder, at: 0)
            folder = parent(of: folder)
        }
        return result
    }

    /// Saved answers stand beside their request.
    static func examples(of request: String) -> String { String(request.dropLast(requestEnding.count)) + examplesEnding }
}
