import JSON

extension WorkspaceStore {
    /// Reads the request at `path` with the settings it inherits.
    ///
    /// - Throws: `broken` with the position if the file does not conform to the format. A broken folder is not an error: it is in
    /// `problems`.
    public func request(
        at path: String, keeping known: [String: Loaded<FolderDraft>] = [:]
    ) throws(WorkspaceError) -> LoadedRequest {
        let file = try load(RequestDraft.self, path)
        let (inherited, problems) = inheritance(of: path, keeping: known)
        return LoadedRequest(file: file, inherited: inherited, problems: problems)
    }

    /// Writes the draft into the request's file, which is created if needed; unchanged parts keep their bytes. The file keeps its name,
    /// see ``rename(_:to:)``.
    ///
    /// - Throws: `changedOutside` if another program has changed the file. To overwrite it, load it again and save over that.
    public func save(_ draft: RequestDraft, over loaded: LoadedRequest) throws(WorkspaceError) -> LoadedRequest {
        var result = loaded
        // The file was removed: it is created again, with its folder.
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

    /// True if the file has changed since it was loaded.
    public func hasChanged<Content>(_ loaded: Loaded<Content>) -> Bool {
        (try? read(loaded.path)) != loaded.bytes
    }

    /// True if the path does not exist.
    public func isMissing(_ path: String) -> Bool { (try? absolute(path)).map { !Disk.exists($0) } ?? true }

    /// The settings of the collection and the folders around `path`, outermost first, and those that cannot be read.
    ///
    /// - Parameter known: settings by file, which are used if the file does not exist.
    public func inheritance(
        of path: String, keeping known: [String: Loaded<FolderDraft>] = [:]
    ) -> (layers: [Loaded<FolderDraft>], problems: [WorkspaceIssue]) {
        var layers: [Loaded<FolderDraft>] = []
        var problems: [WorkspaceIssue] = []
        for folder in WorkspacePath.ancestors(of: path) {
            let file = WorkspacePath.settings(of: folder)
            do throws(WorkspaceError) {
                let layer = try loadIfPresent(FolderDraft.self, file)
                layers.append(layer.bytes == nil ? known[file] ?? layer : layer)
            } catch {
                problems.append(error.problem ?? WorkspaceIssue(file: file, message: error.message))
            }
        }
        return (layers, problems)
    }
}

extension WorkspaceStore {
    /// Reads the settings of the collection or folder at `path`; blank if it has none.
    public func folder(at path: String) throws(WorkspaceError) -> Loaded<FolderDraft> {
        try loadIfPresent(FolderDraft.self, WorkspacePath.settings(of: path))
    }

    /// Writes the settings of a collection or a folder. The folder keeps its name, see ``rename(_:to:)``.
    ///
    /// - Throws: `changedOutside` if another program has changed the file.
    public func save(_ draft: FolderDraft, over loaded: Loaded<FolderDraft>) throws(WorkspaceError) -> Loaded<FolderDraft> {
        try save(content: draft, over: loaded)
    }

    /// The settings file of the collection or folder at `path`.
    public static func settingsFile(of path: String) -> String { WorkspacePath.settings(of: path) }

    /// Restores a settings file that was removed.
    public func bringBack(_ loaded: Loaded<FolderDraft>) throws(WorkspaceError) {
        if let bytes = loaded.bytes, isMissing(loaded.path) { try write(bytes, to: loaded.path) }
    }

    /// Reads the environment at `path`.
    public func environment(at path: String) throws(WorkspaceError) -> Loaded<EnvironmentDraft> {
        try load(EnvironmentDraft.self, path)
    }

    /// Writes an environment.
    ///
    /// - Throws: `changedOutside` if another program has changed the file.
    public func save(_ draft: EnvironmentDraft, over loaded: Loaded<EnvironmentDraft>) throws(WorkspaceError) -> Loaded<EnvironmentDraft> {
        try save(content: draft, over: loaded)
    }

    /// The variables of the whole workspace, in `workspace.json`; blank if the file does not exist.
    public func workspaceSettings() throws(WorkspaceError) -> Loaded<FolderDraft> {
        try loadIfPresent(FolderDraft.self, WorkspacePath.workspaceFile)
    }
}

extension WorkspaceStore {
    /// Reads the saved responses of the request at `path`; empty if the file does not exist.
    public func savedResponses(of path: String) throws(WorkspaceError) -> Loaded<SavedResponses> {
        try loadIfPresent(SavedResponses.self, WorkspacePath.examples(of: path))
    }

    /// Writes saved responses; unchanged parts keep their bytes.
    ///
    /// - Throws: `changedOutside` if another program has changed the file.
    public func save(_ answers: SavedResponses, over loaded: Loaded<SavedResponses>) throws(WorkspaceError) -> Loaded<SavedResponses> {
        try save(content: answers, over: loaded)
    }
}

extension WorkspaceStore {
    /// Reads all inputs of resolving a draft: folders, environment, variables of the workspace.
    ///
    /// - Parameters:
    ///   - requestPath: the request's file, or the path where it would be saved; its folders are inherited. Nil for none.
    ///   - known: settings of folders by file, which are used if the file does not exist.
    ///   - environmentPath: the selected environment. One that the request or its folders name overrides it.
    /// - Throws: `broken` if one of the files cannot be read: the request would differ from what was meant.
    public func resolutionInput(
        _ draft: RequestDraft, requestPath: String?, environmentPath: String?, keeping known: [String: Loaded<FolderDraft>] = [:]
    ) throws(WorkspaceError) -> ResolutionInput {
        var input = ResolutionInput(draft, root: root)
        input.requestPath = requestPath
        if let requestPath {
            let (layers, problems) = inheritance(of: requestPath, keeping: known)
            if let problem = problems.first { throw .broken(problem) }
            input.inherited = layers
            if let collection = WorkspacePath.collection(of: requestPath) {
                switch try secrets(ofCollectionAt: collection) {
                case .success(let values): input.collectionSecrets = values
                case .failure(let error): input.collectionSecretProblem = error.message
                }
            }
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
    /// Reads the secrets that the request needs, and resolves it.
    ///
    /// - Parameter gate: decides what the request may use of this machine. Nothing that it refuses is read or run.
    /// - Throws: all reasons why the request cannot be sent; ``ResolutionError/prompts`` has the values to ask for.
    public static func resolve(
        _ input: ResolutionInput, asking reader: SecretReader, permitting gate: TrustGate
    ) async throws(ResolutionError) -> ResolvedRequest {
        let (complete, refused) = await input.gettingSecrets(from: reader, permitting: gate)
        guard refused.isEmpty else { throw ResolutionError([], permissions: refused) }
        let resolved = try resolve(complete)
        let missing = gate.missing(resolved.permissions)
        guard missing.isEmpty else { throw ResolutionError([], permissions: missing) }
        return resolved
    }
}

extension ResolutionInput {
    /// The input with the secrets that the request needs, as far as they can and may be read.
    ///
    /// - Returns: the permissions that are missing, if a secret could not be read without one.
    func gettingSecrets(from reader: SecretReader, permitting gate: TrustGate) async -> (input: ResolutionInput, refused: [Permission]) {
        let (secrets, permissions) = RequestResolver.needs(of: self)
        guard !secrets.isEmpty else { return (self, []) }
        var complete = self
        complete.readSecrets = secrets
        let refused = gate.missing(permissions)
        // Two secrets may need the same permission, each at its own place.
        let refusedPlaces = Set(refused.map(\.place))
        let refusedSecrets = secrets.filter { refusedPlaces.contains($0.place) }
        for entry in refusedSecrets { complete.secretFailures[entry.name] = "needs your permission" }
        let got = await reader.read(secrets.filter { !refusedPlaces.contains($0.place) })
        complete.secrets.merge(got.values) { $1 }
        complete.secretFailures.merge(got.failures) { $1 }
        return (complete, refusedSecrets.isEmpty ? [] : refused)
    }
}

extension WorkspaceStore {
    /// One element for any number of changes in the workspace since the last element, from the system's notifications, without polling.
    /// Ends when the reading task is cancelled or the stream is released.
    ///
    /// Own changes are reported too. The stream does not say what changed: read the tree again, and call ``hasChanged(_:)`` for open
    /// files.
    /// - Throws: `unreadable` if the system has no more notifications to give; the workspace works without them.
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
