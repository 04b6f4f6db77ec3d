public import Workspace

extension ImportResult {
    /// Writes the result into a workspace. Nothing that is there is overwritten: collections get names of their own, and a variable of the
    /// workspace that has another value keeps it.
    ///
    /// - Parameter collection: the path of the collection for environments that were imported alone; may be nil where there are none.
    /// - Returns: the paths of what was written.
    public func write(into store: WorkspaceStore, environmentsOf collection: String?) throws(WorkspaceError) -> [String] {
        var paths: [String] = []
        for tree in collections { paths.append(try store.createCollection(tree)) }
        if let collection {
            for environment in environments {
                let path = try store.create(environment.draft, in: collection)
                for (name, value) in environment.secretValues.sorted(by: { $0.key < $1.key }) {
                    try store.setSecret(name, to: value, ofEnvironmentAt: path)
                }
                paths.append(path)
            }
        }
        if !globals.isEmpty {
            let settings = try store.workspaceSettings()
            var draft = settings.content
            let known = Set(draft.variables.map(\.name))
            draft.variables += globals.filter { !known.contains($0.name) }
            paths.append(try store.save(draft, over: settings).path)
        }
        return paths
    }
}
