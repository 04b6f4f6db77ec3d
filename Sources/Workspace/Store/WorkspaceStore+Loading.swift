import JSON

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

extension WorkspaceStore {
    /// Reads the answers that are saved beside the request at `path`; none where there is no such file.
    public func savedAnswers(of path: String) throws(WorkspaceError) -> Loaded<SavedAnswers> {
        try loadIfPresent(SavedAnswers.self, WorkspacePath.examples(of: path))
    }

    /// Writes saved answers; what did not change keeps its bytes.
    ///
    /// - Throws: `changedOutside` where the file is not as it was loaded.
    public func save(_ answers: SavedAnswers, over loaded: Loaded<SavedAnswers>) throws(WorkspaceError) -> Loaded<SavedAnswers> {
        try save(content: answers, over: loaded)
    }
}

extension WorkspaceStore {
    /// Everything on disk that decides what a draft becomes: folders, environment, variables of the workspace.
    ///
    /// - Parameters:
    ///   - requestPath: the request's file, or the place where it would be saved, of which the folders are inherited; nil for none.
    ///   - known: settings of folders by their files; they count where the file is not there.
    ///   - environmentPath: the environment that is chosen. One that the request or its folders name wins over it.
    /// - Throws: `broken` where a file that counts cannot be read: what would be sent is not what was meant.
    public func resolutionInput(
        _ draft: RequestDraft, requestPath: String?, environmentPath: String?, keeping known: [String: Loaded<FolderDraft>] = [:]
    ) throws(WorkspaceError) -> ResolutionInput {
        var input = ResolutionInput(draft, root: root)
        if let requestPath {
            let (layers, problems) = inheritance(of: requestPath, keeping: known)
            if let problem = problems.first { throw .broken(problem) }
            input.inherited = layers
        }
        input.workspaceVariables = try workspaceSettings().content.variables
        input.environmentPath = try namedEnvironment(input, requestPath) ?? environmentPath
        if let path = input.environmentPath { input.environment = try namedByFile(chosenEnvironment(at: path)) }
        return input
    }

    private func chosenEnvironment(at path: String) throws(WorkspaceError) -> Loaded<EnvironmentDraft> {
        guard !isMissing(path) else {
            let message = "\(path), the file of the chosen environment, is not there. Bring it back, or choose another environment."
            throw WorkspaceError(.notFound, path: path, message: message)
        }
        return try environment(at: path)
    }

    /// The environment that the request or its folders name.
    private func namedEnvironment(_ input: ResolutionInput, _ requestPath: String?) throws(WorkspaceError) -> String? {
        guard let name = input.options.environment, !name.isEmpty else { return nil }
        let known = requestPath.flatMap(WorkspacePath.collection).map(environments) ?? []
        if let found = known.first(where: { $0.name == name }) { return found.path }
        let hint = NearestName.of(name, among: known.map(\.name)).map { " Did you mean “\($0)”?" } ?? ""
        throw WorkspaceError(
            .notFound, path: requestPath ?? "",
            message: "The request is for the environment “\(name)”, which its collection does not have.\(hint)")
    }

    private func namedByFile(_ loaded: Loaded<EnvironmentDraft>) -> EnvironmentDraft {
        loaded.content.name.isEmpty ? loaded.content.named(WorkspacePath.stem(of: loaded.path)) : loaded.content
    }
}

extension RequestResolver {
    /// Gets the secrets that the request needs from their sources, and resolves it.
    ///
    /// - Throws: every reason why the request cannot be sent; ``ResolutionError/prompts`` names what is only to be asked for.
    public static func resolve(_ input: ResolutionInput, asking reader: SecretReader) async throws(ResolutionError) -> ResolvedRequest {
        try resolve(await input.gettingSecrets(from: reader))
    }
}

extension ResolutionInput {
    /// The same with the secrets that the request needs, as far as they can be got.
    func gettingSecrets(from reader: SecretReader) async -> ResolutionInput {
        let missing = RequestResolver.missingSecrets(self)
        guard !missing.isEmpty else { return self }
        let got = await reader.read(missing)
        var complete = self
        complete.secrets.merge(got.values) { $1 }
        complete.secretFailures.merge(got.failures) { $1 }
        return complete
    }
}

extension WorkspaceStore {
    /// One element for any number of changes in the workspace since the last one was taken, told by the system's own notifications:
    /// nothing runs in between. Ends when the task that reads it is cancelled or the stream is let go of.
    ///
    /// Own changes are reported like those of others. What changed is not said: read the tree again, and ask ``hasChanged(_:)`` for files
    /// that are open.
    /// - Throws: `unreadable` where the system gives no more notifications; the workspace works without them.
    public func changes() throws(WorkspaceError) -> AsyncStream<Void> {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let folders = [root] + Disk.folders(within: "\(root)/\(WorkspacePath.collections)")
        do throws(DiskError) {
            let watch = try FolderWatch(folders) { continuation.yield() }
            continuation.onTermination = { _ in watch.cancel() }
        } catch {
            let message = "Changes by other programs will not be noticed: \(error.reason)."
            throw WorkspaceError(.unreadable, path: "", message: message)
        }
        return changes
    }
}
