import JSON
import Platform

extension WorkspaceStore {
    /// Reads the request at `path` with the settings it inherits.
    ///
    /// - Throws: `broken` with the position if the file does not conform to the format. A broken folder is not an error: it is
    /// missing among the inherited settings, see ``inheritance(of:keeping:)``.
    public func request(
        at path: String, keeping known: [String: Loaded<FolderDraft>] = [:]
    ) throws(WorkspaceError) -> LoadedRequest {
        let file = try load(RequestDraft.self, path)
        return LoadedRequest(file: file, inherited: inheritance(of: path, keeping: known).layers)
    }

    /// Reads the request at `path` alone.
    ///
    /// - Throws: `broken` with the position if the file does not conform to the format.
    public func draft(at path: String) throws(WorkspaceError) -> RequestDraft { try load(RequestDraft.self, path).content }

    /// Failed checks for the unknown members of the captures and assertions in the request's file; empty if it cannot be read.
    public func failedChecks(ofRequestAt path: String) -> [CheckReport.Checked] {
        guard let bytes = try? read(path), let document = try? JSONValue(parsing: bytes) else { return [] }
        return CheckReport.Checked.unknownMembers(in: document)
    }

    /// Writes the draft into the request's file, which is created if needed; unchanged parts keep their bytes. The file keeps its name,
    /// see ``rename(_:to:)``.
    ///
    /// - Throws: `changedOutside` if another program has changed the file. To overwrite it, load it again and save over that.
    public func save(_ draft: RequestDraft, over loaded: LoadedRequest) throws(WorkspaceError) -> LoadedRequest {
        var result = loaded
        // The file was deleted: it is created again, with its folder.
        let isAnew = loaded.file.bytes == nil
        if isAnew { try makeFolder(around: loaded.path) }
        result.file = try save(content: draft, over: loaded.file, isWrittenAnyway: isAnew)
        return result
    }

    /// Creates the missing folders around a file.
    func makeFolder(around path: String) throws(WorkspaceError) {
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
        var reader = ResolutionReader(self, keeping: known)
        return reader.inheritance(of: path)
    }
}

extension WorkspaceStore {
    /// Reads the settings of the collection or folder at `path`, or of the workspace for an empty path; blank if there are none.
    public func folder(at path: String) throws(WorkspaceError) -> Loaded<FolderDraft> {
        try loadIfPresent(FolderDraft.self, WorkspacePath.settings(of: path))
    }

    /// Writes the settings of a collection, a folder or the workspace. The folder keeps its name, see ``rename(_:to:)``.
    ///
    /// - Throws: `changedOutside` if another program has changed the file.
    public func save(_ draft: FolderDraft, over loaded: Loaded<FolderDraft>) throws(WorkspaceError) -> Loaded<FolderDraft> {
        try save(content: draft, over: loaded)
    }

    /// Restores a deleted settings file.
    public func bringBack(_ loaded: Loaded<FolderDraft>) throws(WorkspaceError) {
        if let bytes = loaded.bytes, isMissing(loaded.path) { try write(bytes, to: loaded.path) }
    }

    /// Reads the environment at `path`.
    public func environment(at path: String) throws(WorkspaceError) -> Loaded<EnvironmentDraft> {
        try load(EnvironmentDraft.self, path)
    }

    /// Writes an environment; without bytes, its file was deleted and is created again, with its folder.
    ///
    /// - Throws: `changedOutside` if another program has changed the file.
    public func save(_ draft: EnvironmentDraft, over loaded: Loaded<EnvironmentDraft>) throws(WorkspaceError) -> Loaded<EnvironmentDraft> {
        let isAnew = loaded.bytes == nil
        if isAnew { try makeFolder(around: loaded.path) }
        return try save(content: draft, over: loaded, isWrittenAnyway: isAnew)
    }
}

extension WorkspaceStore {
    /// Reads the saved responses of the request at `path`; empty if the file does not exist.
    public func savedResponses(of path: String) throws(WorkspaceError) -> Loaded<SavedResponses> {
        try loadIfPresent(SavedResponses.self, WorkspacePath.examples(of: path))
    }

    /// Writes saved responses; unchanged parts keep their bytes. Without responses the file is removed.
    ///
    /// - Throws: `changedOutside` if another program has changed the file.
    public func save(_ examples: SavedResponses, over loaded: Loaded<SavedResponses>) throws(WorkspaceError) -> Loaded<SavedResponses> {
        guard !examples.examples.isEmpty || loaded.bytes == nil else {
            try checkUnchanged(loaded.path, loaded.bytes)
            try remove(loaded.path)
            return Loaded(path: loaded.path, content: examples, bytes: nil)
        }
        return try save(content: examples, over: loaded)
    }
}

extension WorkspaceStore {
    /// Reads all inputs for resolving a draft: folders, environment, variables of the workspace.
    ///
    /// - Parameters:
    ///   - requestPath: the request's file, or the path where it would be saved; its folders are inherited. Nil for none.
    ///   - known: settings of folders by file, which are used if the file does not exist.
    ///   - environmentPath: the selected environment, of the collection or of the workspace. An environment named by the request or its
    ///     folders overrides it; an environment of the collection takes precedence over one of the workspace with the same name.
    /// - Throws: `broken` if one of the files cannot be read, since the request would differ from the intended one.
    public func resolutionInput(
        _ draft: RequestDraft, requestPath: String?, environmentPath: String?, keeping known: [String: Loaded<FolderDraft>] = [:]
    ) throws(WorkspaceError) -> ResolutionInput {
        var reader = ResolutionReader(self, keeping: known)
        return try reader.input(draft, requestPath: requestPath, environmentPath: environmentPath)
    }
}

extension RequestResolver {
    /// Reads the secrets that the request needs, and resolves it.
    ///
    /// - Parameter gate: decides about permissions. Nothing that it refuses is read or run.
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
    /// The input with the secrets that the request needs, as far as they can be read and permissions allow.
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
        for entry in refusedSecrets { complete.secretFailures[entry.name] = SecretError("needs permission") }
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
    /// - Throws: `unreadable` if the system has no watches left; the workspace works without them.
    public func changes() throws(WorkspaceError) -> AsyncStream<Void> {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        // The folder of a workspace may be that of a whole project.
        let names = [WorkspacePath.collections, WorkspacePath.environments]
        do throws(DiskError) {
            let watch = try ReplaceableFolderWatch(root, onChange: { continuation.yield() }) { [root] () throws(DiskError) in
                // A folder of the workspace may be a link, which a watch does not follow.
                func folders() -> [String] {
                    [root] + names.compactMap { resolvedPath("\(root)/\($0)") }.flatMap { Disk.folders(within: $0) }
                }
                while true {
                    let listed = folders()
                    let watch = Result { () throws(DiskError) in
                        try FolderWatch(listed, following: [root: Set(names)]) { continuation.yield() }
                    }
                    // What appeared between the listing and its watch is in neither; what disappeared is an error.
                    if folders() == listed { return try watch.get() }
                    (try? watch.get())?.cancel()
                }
            }
            continuation.onTermination = { _ in watch.cancel() }
        } catch {
            let message = "Changes by other programs are not noticed now: \(error.watchReason)."
            throw WorkspaceError(.unreadable, path: "", message: message)
        }
        return changes
    }
}

extension WorkspaceStore {
    /// Reads a whole collection for an export, or one folder of it with the settings around it, and the variables and environments of the
    /// workspace. Files that cannot be read are omitted and listed.
    ///
    /// - Parameters:
    ///   - path: the path of the collection or the folder, `collections/…`.
    ///   - includesSecrets: true to read the values of secrets that are stored in files of this machine.
    public func collection(
        at path: String, includingSecrets includesSecrets: Bool = false
    ) throws(WorkspaceError) -> (tree: CollectionTree, problems: [WorkspaceIssue]) {
        guard let node = try tree().node(at: path) else {
            throw WorkspaceError(.notFound, path: path, message: "There is no collection “\(path)”.")
        }
        var problems: [WorkspaceIssue] = []
        var result = CollectionTree(folder(node, &problems))
        var names = path.split(separator: "/")
        while names.count > 2 {
            names.removeLast()
            let around = try folder(at: names.joined(separator: "/"))
            result.root = CollectionTree.Folder(around.content, items: [.folder(result.root)], extensions: Self.extensions(around.bytes))
        }
        do throws(WorkspaceError) {
            let variableNames = Set(result.root.draft.variables.map(\.name))
            result.root.draft.variables += try folder(at: "").content.variables.filter { $0.isEnabled && !variableNames.contains($0.name) }
        } catch {
            problems.append(error.issue(at: WorkspacePath.workspaceFile))
        }
        if includesSecrets { try addSecrets(of: names.joined(separator: "/"), to: &result.root.draft) }
        var known: Set<String> = []
        for summary in environments(for: names.joined(separator: "/")) where known.insert(summary.name).inserted {
            do throws(WorkspaceError) {
                let draft = try environment(at: summary.path).content
                result.environments.append(
                    .init(draft, secretValues: includesSecrets ? try secretValues(of: draft, at: summary.path) : [:]))
            } catch {
                problems.append(error.issue(at: summary.path))
            }
        }
        return (result, problems)
    }

    /// Adds the secrets of a collection to its variables.
    private func addSecrets(of collection: String, to draft: inout FolderDraft) throws(WorkspaceError) {
        switch try secrets(ofCollectionAt: collection) {
        case .success(let values): draft.variables += values.sorted { $0.key < $1.key }.map { Row($0.key, $0.value) }
        case .failure(let error): throw WorkspaceError(.unreadable, path: collection, message: "A secret \(error.message).")
        }
    }

    /// Reads an environment of this program from a file at an absolute path, with the secrets beside it; nil for a file of another kind.
    package static func environment(inFile path: String) throws(WorkspaceError) -> CollectionTree.Environment? {
        let (store, name) = (try WorkspaceStore(opening: parentFolder(of: path)), path.lastPathComponent)
        guard let object = (try? JSONValue(parsing: store.read(name)))?.object, isEnvironment(object) else { return nil }
        let draft = try store.environment(at: name).content
        let hasSecretFile = name.hasSuffix(WorkspacePath.environmentEnding)
        return CollectionTree.Environment(
            draft.name.isEmpty ? draft.named(WorkspacePath.stem(of: name)) : draft,
            secretValues: hasSecretFile ? try store.secretValues(of: draft, at: name) : [:])
    }

    /// True if an object names the schema of environments, or has no other members than these have.
    private static func isEnvironment(_ object: JSONObject) -> Bool {
        if object["$schema"]?.string?.hasSuffix("environment.schema.json") == true { return true }
        let names = Set(EnvironmentDraft.fields.map(\.name))
        return !object.members.isEmpty && object.members.allSatisfy { names.contains($0.name) || $0.name.hasPrefix("x-") }
    }

    private func secretValues(of environment: EnvironmentDraft, at path: String) throws(WorkspaceError) -> [String: String] {
        let names = Set(environment.secrets.filter { $0.source == .file }.map(\.name))
        guard !names.isEmpty else { return [:] }
        let file = SecretFile(SecretFile.path(of: try absolute(path)), in: root)
        do throws(SecretError) {
            return try file.values().filter { names.contains($0.key) }
        } catch {
            throw WorkspaceError(.unreadable, path: path, message: "A secret \(error.message).")
        }
    }

    private func folder(_ node: WorkspaceNode, _ problems: inout [WorkspaceIssue]) -> CollectionTree.Folder {
        var result = CollectionTree.Folder(FolderDraft(name: node.name))
        do throws(WorkspaceError) {
            let loaded = try folder(at: node.path)
            result.draft = loaded.content
            result.extensions = Self.extensions(loaded.bytes)
        } catch {
            problems.append(error.issue(at: node.path))
        }
        if result.draft.name.isEmpty { result.draft.name = node.name }
        for child in node.children {
            switch child.kind {
            case .collection, .folder: result.items.append(.folder(folder(child, &problems)))
            case .broken(let problem):
                problems.append(problem)
                if !child.children.isEmpty { result.items.append(.folder(folder(child, &problems))) }
            case .request:
                do throws(WorkspaceError) {
                    result.items.append(.request(try savedRequest(at: child)))
                } catch {
                    problems.append(error.issue(at: child.path))
                }
            }
        }
        return result
    }

    private func savedRequest(at node: WorkspaceNode) throws(WorkspaceError) -> CollectionTree.Request {
        let file = try load(RequestDraft.self, node.path)
        var draft = file.content
        if draft.name.isEmpty { draft.name = node.name }
        let examples = try savedResponses(of: node.path).content.examples
        return CollectionTree.Request(draft, examples: examples, extensions: Self.extensions(file.bytes))
    }

    /// The members of a file whose names begin with `x-`.
    static func extensions(_ bytes: [UInt8]?) -> JSONObject {
        let object = bytes.flatMap { try? JSONValue(parsing: $0) }?.object
        return JSONObject((object?.members ?? []).filter { $0.name.hasPrefix("x-") })
    }
}

extension WorkspaceError {
    /// The error as an issue of a file, whose path is not repeated in the message.
    package func issue(at path: String) -> WorkspaceIssue {
        problem ?? WorkspaceIssue(file: path, message: message.hasPrefix(path + " ") ? String(message.dropFirst(path.count + 1)) : message)
    }
}

/// The content of a file with its bytes, which are needed to preserve unchanged parts and to notice changes by other programs.
public struct Loaded<Content> {
    /// The file, relative to the workspace.
    public var path: String
    /// The content.
    public var content: Content
    /// The bytes of the file; nil if it does not exist.
    public var bytes: [UInt8]?

    /// A loaded file.
    public init(path: String, content: Content, bytes: [UInt8]? = nil) {
        self.path = path
        self.content = content
        self.bytes = bytes
    }
}

extension Loaded: Equatable where Content: Equatable {}
extension Loaded: Hashable where Content: Hashable {}
extension Loaded: Sendable where Content: Sendable {}

/// A loaded request with the settings it inherits.
public struct LoadedRequest: Hashable, Sendable {
    /// The request's file.
    public var file: Loaded<RequestDraft>
    /// The settings of the collection and the folders around it that can be read, outermost first.
    public var inherited: [Loaded<FolderDraft>]

    /// A loaded request.
    public init(file: Loaded<RequestDraft>, inherited: [Loaded<FolderDraft>] = []) {
        self.file = file
        self.inherited = inherited
    }

    /// The file, relative to the workspace.
    public var path: String { file.path }
    /// The saved request.
    public var draft: RequestDraft { file.content }
}
