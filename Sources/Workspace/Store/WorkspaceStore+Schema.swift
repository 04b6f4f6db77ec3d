import JSON

extension WorkspaceStore {
    /// What a new file writes as `$schema`: the one of its collection, for the file's own kind. Nil where the collection names none.
    func schemaReference(for path: String) -> String? {
        guard let collection = WorkspacePath.collection(of: path),
            let bytes = try? read(WorkspacePath.settings(of: collection)),
            let reference = (try? JSONValue(parsing: bytes))?["$schema"]?.string,
            reference.hasSuffix("collection.schema.json")
        else { return nil }
        let isRelative = !reference.contains("://")
        let depth = path.split(separator: "/").count - collection.split(separator: "/").count - 1
        let up = isRelative ? String(repeating: "../", count: depth) : ""
        return up + reference.dropLast("collection.schema.json".count) + "\(Self.kind(of: path)).schema.json"
    }

    private static func kind(of path: String) -> String {
        if WorkspacePath.isRequest(path) { return "request" }
        if path.hasSuffix(WorkspacePath.examplesEnding) { return "examples" }
        if WorkspacePath.name(of: WorkspacePath.parent(of: path)) == WorkspacePath.environments { return "environment" }
        return WorkspacePath.name(of: path) == WorkspacePath.collectionFile ? "collection" : "folder"
    }
}
