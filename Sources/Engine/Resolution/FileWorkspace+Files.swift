public import Workspace

extension FileWorkspace: WorkspaceFiles {
    /// Makes a request's file and remembers it as it is.
    public func create(_ draft: RequestDraft, in folder: String, after sibling: String?) throws -> String {
        let path = try store().create(draft, in: folder, after: sibling)
        noteWritten(draft, over: nil as RequestDraft?, at: path)
        try remember(path)
        return path
    }

    /// Makes a folder, or a collection.
    public func createFolder(_ name: String, in folder: String) throws -> String {
        let draft = FolderDraft(name: name)
        return folder.isEmpty ? try store().createCollection(draft) : try store().create(draft, in: folder)
    }

    /// Makes a copy beside something.
    public func duplicate(_ path: String) throws -> String { try store().duplicate(path) }

    /// Puts something elsewhere; what was open under the old path is forgotten.
    public func move(_ path: String, to folder: String, before sibling: String?) throws -> String {
        for place in Set([WorkspaceTree.folder(of: path), folder]) { noteSettings(of: place) }
        let moved = try store().move(path, to: folder, before: sibling, knowing: settingsBefore)
        try followMove(from: path, to: moved)
        return moved
    }

    /// Remembers a folder's file as it is.
    func noteSettings(of folder: String) {
        guard let settings = try? store().folder(at: folder) else { return }
        settingsBefore[folder] = [settings] + (settingsBefore[folder] ?? []).filter { $0 != settings }
    }

    /// Removes something and keeps it for the undo until the program ends.
    public func delete(_ path: String) throws -> Int {
        deletions.append(try store().delete(path))
        forget(path)
        return deletions.count - 1
    }

    /// Puts back what was removed.
    public func restore(_ deletion: Int) throws -> String {
        let item = deletions[deletion]
        try store().restore(item)
        return item.path
    }

    /// The settings of the folders around an item; a layer that cannot be read has its problem.
    public func inheritance(of path: String) throws -> [InheritedLayer] {
        let (layers, problems) = try store().inheritance(of: path, keeping: settings)
        note(layers)
        return layers.map { InheritedLayer(path: WorkspaceTree.folder(of: $0.path), settings: $0.content) }
            + problems.map { InheritedLayer(path: WorkspaceTree.folder(of: $0.file), settings: nil, problem: $0.description) }
    }

    /// Reads an environment.
    public func environment(at path: String) throws -> EnvironmentDraft {
        let loaded = try store().environment(at: path)
        loadedEnvironments[path] = loaded
        return loaded.content
    }

    /// Writes the environment over what was read; nothing is written when the file changed since.
    public func save(_ draft: EnvironmentDraft, at path: String) throws {
        let known = try loadedEnvironments[path] ?? store().environment(at: path)
        let saved = try store().save(draft, over: known)
        noteWritten(draft, over: known.content, at: path)
        loadedEnvironments[path] = saved
    }

    /// Makes an environment's file.
    public func create(_ draft: EnvironmentDraft, in collection: String) throws -> String {
        let path = try store().create(draft, in: collection)
        noteWritten(draft, over: nil as EnvironmentDraft?, at: path)
        return path
    }

    /// Keeps secrets on this machine.
    public func keepSecrets(_ values: [String: String], for path: String) throws {
        try store().keepSecrets(values, for: path)
        loadedEnvironments[path] = nil
    }

    /// The names of the secrets that have a value beside the environment.
    public func keptSecrets(environment path: String) -> Set<String> {
        (try? store().namesOfKeptSecrets(ofEnvironmentAt: path)) ?? []
    }

    /// Keeps a secret's value in the file beside the environment.
    public func setSecret(_ name: String, to value: String, environment: String) throws {
        try store().setSecret(name, to: value, ofEnvironmentAt: environment)
    }
}
