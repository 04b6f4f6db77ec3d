extension WorkspaceStore {
    /// Reads the request at `path` with what it inherits.
    ///
    /// - Throws: `broken` with the place where the file is not what the format says. A broken folder is no error: it is in `problems`.
    public func request(
        at path: String, keeping known: [String: Loaded<FolderDraft>] = [:]
    ) throws(WorkspaceError) -> LoadedRequest {
        let file = try load(RequestDraft.self, path)
        let (inherited, problems) = inheritance(of: path, keeping: known)
        return LoadedRequest(file: file, inherited: inherited, problems: problems)
    }

    /// Writes the draft into the request's file, which is made where there was none; what did not change keeps its bytes. The file keeps its name, see ``rename(_:to:)``.
    ///
    /// - Throws: `changedOutside` where the file is not as it was loaded. To keep the own draft nevertheless, load again and save over that.
    public func save(_ draft: RequestDraft, over loaded: LoadedRequest) throws(WorkspaceError) -> LoadedRequest {
        var result = loaded
        // A request without a file is one whose file was removed: it and its folder come back.
        let isAnew = loaded.file.bytes == nil
        if isAnew { try makeFolder(around: loaded.path) }
        result.file = try save(content: draft, over: loaded.file, isWrittenAnyway: isAnew)
        return result
    }

    private func makeFolder(around path: String) throws(WorkspaceError) {
        for folder in [WorkspacePath.collections] + WorkspacePath.ancestors(of: path) where isMissing(folder) {
            try makeFolder(at: folder)
        }
    }

    /// Whether the file is not as it was loaded.
    public func hasChanged<Content>(_ loaded: Loaded<Content>) -> Bool {
        (try? read(loaded.path)) != loaded.bytes
    }

    /// Whether nothing is there.
    public func isMissing(_ path: String) -> Bool { (try? absolute(path)).map { !Disk.exists($0) } ?? true }

    /// What the collection and the folders around `path` say, outermost first, and what of it cannot be read.
    ///
    /// - Parameter known: settings by their files; they count where the file is not there.
    public func inheritance(
        of path: String, keeping known: [String: Loaded<FolderDraft>] = [:]
    ) -> (layers: [Loaded<FolderDraft>], problems: [WorkspaceProblem]) {
        var layers: [Loaded<FolderDraft>] = []
        var problems: [WorkspaceProblem] = []
        for folder in WorkspacePath.ancestors(of: path) {
            let file = WorkspacePath.settings(of: folder)
            do throws(WorkspaceError) {
                let layer = try loadIfPresent(FolderDraft.self, file)
                layers.append(layer.bytes == nil ? known[file] ?? layer : layer)
            } catch {
                problems.append(error.problem ?? WorkspaceProblem(file: file, message: error.message))
            }
        }
        return (layers, problems)
    }
}

extension WorkspaceStore {
    /// Reads the settings of the collection or folder at `path`; blank where it has none.
    public func folder(at path: String) throws(WorkspaceError) -> Loaded<FolderDraft> {
        try loadIfPresent(FolderDraft.self, WorkspacePath.settings(of: path))
    }

    /// Writes the settings of a collection or a folder. The folder keeps its name, see ``rename(_:to:)``.
    ///
    /// - Throws: `changedOutside` where the file is not as it was loaded.
    public func save(_ draft: FolderDraft, over loaded: Loaded<FolderDraft>) throws(WorkspaceError) -> Loaded<FolderDraft> {
        try save(content: draft, over: loaded)
    }

    /// The file with the settings of the collection or folder at `path`.
    public static func settingsFile(of path: String) -> String { WorkspacePath.settings(of: path) }

    /// Writes settings again whose file was removed, as it was.
    public func bringBack(_ loaded: Loaded<FolderDraft>) throws(WorkspaceError) {
        if let bytes = loaded.bytes, isMissing(loaded.path) { try write(bytes, to: loaded.path) }
    }

    /// Reads the environment at `path`.
    public func environment(at path: String) throws(WorkspaceError) -> Loaded<EnvironmentDraft> {
        try load(EnvironmentDraft.self, path)
    }

    /// Writes an environment.
    ///
    /// - Throws: `changedOutside` where the file is not as it was loaded.
    public func save(_ draft: EnvironmentDraft, over loaded: Loaded<EnvironmentDraft>) throws(WorkspaceError) -> Loaded<EnvironmentDraft> {
        try save(content: draft, over: loaded)
    }

    /// The variables of the whole workspace, in `workspace.json`; blank where there is none.
    public func workspaceSettings() throws(WorkspaceError) -> Loaded<FolderDraft> {
        try loadIfPresent(FolderDraft.self, WorkspacePath.workspaceFile)
    }
}
