import HTTP
public import Workspace

extension FileWorkspace {
    package func create(_ draft: RequestDraft, in folder: String, after sibling: String?) throws -> String {
        let path = try store().create(draft, in: folder, after: sibling)
        noteWritten(draft, over: nil as RequestDraft?, at: path)
        try remember(path)
        return path
    }

    package func createFolder(_ name: String, in folder: String) throws -> String {
        let draft = FolderDraft(name: name)
        return folder.isEmpty ? try store().createCollection(draft) : try store().create(draft, in: folder)
    }

    package func duplicate(_ path: String) throws -> String { try store().duplicate(path) }

    package func move(_ path: String, to folder: String, before sibling: String?) throws -> String {
        for place in Set([WorkspacePath.parent(of: path), folder]) { noteSettings(of: place) }
        let moved = try store().move(path, to: folder, before: sibling, knowing: settingsBefore)
        movePaths(from: path, to: moved)
        return moved
    }

    /// Forgets the content read at a path and below; returns the paths of the requests that had been read.
    @discardableResult func forget(_ path: String) -> [String] {
        settings = settings.filter { !$0.key.hasPrefix(path + "/") }
        let below = loaded.keys.filter { $0 == path || $0.hasPrefix(path + "/") }
        for known in below { loaded[known] = nil }
        return below
    }

    /// Remembers the content of a folder's file.
    func noteSettings(of folder: String) {
        guard let settings = try? store().folder(at: folder) else { return }
        settingsBefore[folder] = [settings] + (settingsBefore[folder] ?? []).filter { $0 != settings }
    }

    /// Deletes an item and keeps it for undo until the program quits.
    package func delete(_ path: String) throws -> Int {
        let item = try store().delete(path)
        deletions.append((item, forget(path)))
        return deletions.count - 1
    }

    /// Restores a deleted item, and reads those of its requests that were read before, to notice changes by other programs again.
    package func restore(_ deletion: Int) throws -> String {
        guard deletions.indices.contains(deletion) else { throw WorkspaceError(.notFound, path: "", message: "Nothing to restore.") }
        let (item, requests) = deletions[deletion]
        try store().restore(item)
        for path in requests { _ = try? remember(path) }
        return item.path
    }

    /// The settings of the folders around an item; a layer that cannot be read has its problem.
    package func inheritance(of path: String) throws -> [InheritedLayer] {
        let (layers, problems) = try store().inheritance(of: path, keeping: settings)
        rememberSettings(layers)
        return layers.map { InheritedLayer(path: WorkspacePath.parent(of: $0.path), settings: $0.content) }
            + problems.map { InheritedLayer(path: WorkspacePath.parent(of: $0.file), settings: nil, problem: $0.description) }
    }

    package func environment(at path: String) throws -> EnvironmentDraft {
        let loaded = try store().environment(at: path)
        loadedEnvironments[path] = loaded
        noteForeign(loaded.content, at: path)
        return loaded.content
    }

    /// Saves the environment; writes nothing if the file changed since it was read. That it was deleted is reported once, then it is created
    /// again.
    package func save(_ draft: EnvironmentDraft, at path: String) throws {
        let store = try store()
        let known = try loadedEnvironments[path] ?? store.environment(at: path)
        do throws(WorkspaceError) {
            loadedEnvironments[path] = try store.save(draft, over: known)
        } catch {
            guard error.code == .changedOutside, store.isMissing(path) else { throw error }
            loadedEnvironments[path] = Loaded(path: path, content: known.content)
            throw WorkspaceError(.changedOutside, path: path, message: error.message + " Saving again creates it again.")
        }
        noteWritten(draft, over: known.content, at: path)
    }

    package func separated(_ draft: EnvironmentDraft, at path: String) throws -> SeparatedSettings<EnvironmentDraft>? {
        try store().separated(draft, from: (loadedEnvironments[path] ?? store().environment(at: path)).content, at: path)
    }

    package func create(_ draft: EnvironmentDraft, in collection: String) throws -> String {
        let path = try store().create(draft, in: collection)
        noteWritten(draft, over: nil as EnvironmentDraft?, at: path)
        return path
    }

    package func storeSecrets(_ values: [String: String], for path: String) throws {
        try store().storeSecrets(values, for: path)
        loadedEnvironments[path] = nil
    }

    package func storedSecrets(environment path: String) -> Set<String> {
        (try? store().namesOfStoredSecrets(ofEnvironmentAt: path)) ?? []
    }

    package func setSecret(_ name: String, to value: String, environment: String) throws {
        try store().setSecret(name, to: value, ofEnvironmentAt: environment)
    }

    package func changeSecrets(_ edit: SecretEdit, ofCollectionAt path: String) throws {
        try store().changeSecrets(edit, ofCollectionAt: path)
    }
}

/// Changes by other programs to requests that were read here.
extension FileWorkspace {
    package func missingFiles() -> Set<String> {
        guard let store = try? store() else { return [] }
        let requests = loaded.filter { $0.value.file.bytes != nil }.map(\.key)
        // The settings of a deleted folder are not reported separately.
        let known = settings.keys.filter { !reported.contains($0) && !store.isMissing(WorkspacePath.parent(of: $0)) }
        let missing = (requests + known).filter(store.isMissing)
        // If nothing can be read, no file counts as deleted.
        return missing.isEmpty || (try? store.topLevel()) == nil ? [] : Set(missing)
    }

    /// The maximum number of new files that are compared with missing ones.
    private static let maxComparedFiles = 1_000

    /// The requests among the removed files that another program has renamed since the last tree: exactly one new file has the same content
    /// except for the name, and that of no other removed file. Later saves are written to it.
    package func renamedRequests(removed: Set<String>) -> [(from: String, to: String, name: String)] {
        let gone = removed.sorted().compactMap { path in loaded[path].map { (path: path, draft: $0.draft) } }
        guard !gone.isEmpty, let listed, let store = try? store(), let tree = try? store.tree() else { return [] }
        let paths = tree.requests.map(\.path).filter { !listed.contains($0) }.prefix(Self.maxComparedFiles)
        let new = paths.compactMap { path in (try? store.draft(at: path)).map { (path: path, draft: $0) } }
        func nameless(_ draft: RequestDraft) -> RequestDraft {
            var draft = draft
            draft.name = ""
            return draft
        }
        let candidates = Dictionary(grouping: new) { nameless($0.draft) }
        // One file cannot follow two requests.
        let lost = Dictionary(grouping: gone) { nameless($0.draft) }
        return gone.compactMap { path, old -> (from: String, to: String, name: String)? in
            let key = nameless(old)
            guard lost[key]?.count == 1, let same = candidates[key], same.count == 1, let file = same.first,
                nameless(file.draft).isIdentical(to: key)
            else { return nil }
            movePaths(from: path, to: file.path)
            return (path, file.path, file.draft.name)
        }
    }

    /// The last known content of a request whose file is gone.
    func removed(_ path: String) -> LoadedRequest {
        var request = loaded[path] ?? LoadedRequest(file: Loaded(path: path, content: RequestDraft()))
        request.file.bytes = nil
        return request
    }

    /// The requests whose files changed since they were read, or have their old content again, with the content; nil for a deleted one.
    package func changedRequests(removed: Set<String>, report: (String, RequestDraft?) -> Void) -> [String: RequestDraft?] {
        guard let store = try? store() else { return [:] }
        var changed: [String: RequestDraft?] = [:]
        for (path, request) in loaded {
            guard store.hasChanged(request.file) || reported.contains(path) else { continue }
            // The tree marks a file that is invalid now; the content read before is kept.
            guard let current = try? store.request(at: path) else {
                guard removed.contains(path), store.isMissing(path) else { continue }
                changed[path] = .some(nil)
                // A deletion is reported once; a new file at the path is news again.
                loaded[path]?.file.bytes = nil
                continue
            }
            changed[path] = current.draft
            if store.hasChanged(request.file) { reported.insert(path) } else { reported.remove(path) }
        }
        for (path, draft) in changed { report(path, draft) }
        return changed
    }
}

extension FileWorkspace {
    private static let longestText = 16 << 20

    package func listing(ofFolderAt path: String) -> FolderListing { FolderListing(reading: path, at: absolutePath(path)) }

    package func text(ofFileAt path: String) throws -> String {
        let absolute = absolutePath(path)
        let file = FileBody(path: absolute)
        try file.validate()
        guard case .known(let count) = file.length else { throw TextFileError(message: "\(absolute) is not a regular file.") }
        guard count <= Self.longestText else {
            throw TextFileError(message: "\(absolute) is longer than \(Self.longestText >> 20) MB: a value cannot be that long.")
        }
        guard let text = String(validating: try file.encode(), as: UTF8.self) else {
            throw TextFileError(message: "\(absolute) is not UTF-8 text. To send the file itself as a form part, write name@path.")
        }
        return text
    }
}

/// The reason why a file's text cannot be used as a value.
struct TextFileError: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
}

/// The permissions that the user gave for one request.
public struct GivenPermissions: Sendable, Equatable {
    /// The permissions.
    public var permissions: [Permission] = []
    /// True if they are permanent, false if they apply once.
    public var arePermanent = false

    /// No permissions.
    public init() {}
}

/// Permissions of the workspace's requests to use this machine.
extension FileWorkspace {
    package func grantedPermissions() -> [TrustStore.GrantedPermission] { trust.store?.grantedPermissions ?? [] }

    package func revoke(_ permission: TrustStore.GrantedPermission) throws { try trust.store?.revoke(permission) }

    /// The gate that decides about the permissions of a job's request.
    func gate(for job: SendJob, _ input: ResolutionInput) -> TrustGate {
        let once = Set(job.permitted.permissions.map(\.hash)).union(readings?.given[input.requestPath] ?? [])
        guard job.isTyped else { return trust.gate(once: once, path: input.requestPath) { job.ownSettings } }
        let (trust, known, store) = (trust, knownPermissions, try? store())
        // Blank for a file that could not be read.
        let read = job.path.flatMap { loaded[$0]?.draft }.flatMap { $0 == RequestDraft() ? nil : $0 }
        return trust.gate(once: once, path: input.requestPath) {
            guard let path = job.path else { return trust.typed(job.draft, over: nil, known: known).union(job.ownSettings) }
            // For an unknown file, nothing tells which other settings the user typed.
            guard let saved = read ?? (try? store?.request(at: path).draft) else { return job.ownSettings }
            return trust.typed(job.draft, over: saved, known: known).union(job.ownSettings)
        }
    }

    /// The files, as written, that need permission even inside the workspace: those that the user did not name.
    func foreignFiles(of job: SendJob) -> Set<String> {
        guard job.path == nil else { return [] }
        if job.isForeign { return job.draft.writtenFiles }
        let files = job.draft.writtenFiles
        return files.isEmpty ? [] : files.intersection(foreign.subtracting(job.ownSettings).compactMap(\.file))
    }

    /// Stores the permanent permissions given for the job.
    func storePermissions(of job: SendJob) throws(SendError) {
        guard job.permitted.arePermanent else { return }
        do throws(WorkspaceError) { try trust.store?.allow(job.permitted.permissions) } catch { throw .failed(error) }
    }

    /// Stores the sensitive settings that the user made here as allowed. If that fails, the user is asked about them, with the reason.
    func noteWritten(_ content: some PermissionAsking, over old: (some PermissionAsking)?, at path: String) {
        do throws(WorkspaceError) {
            try trust.record(content, over: old, at: path, known: knownPermissions)
            trustProblem = nil
        } catch {
            trustProblem = error.message
        }
    }

    package func noteForeign(_ draft: RequestDraft) { noteForeign(draft, at: nil) }

    /// Records sensitive settings that the user did not write: a draft may still contain them when they are gone from the file.
    func noteForeign(_ content: some PermissionAsking, at path: String?) {
        let new = trust.foreign(in: content, at: path).subtracting(foreign)
        guard !new.isEmpty else { return }
        foreign.formUnion(new)
        do throws(WorkspaceError) { try trust.noteForeign(new) } catch { trustProblem = error.message }
    }

    /// The permissions that the files read from disk ask for.
    private var knownPermissions: KnownPermissions {
        let requests = loaded.map { ($0.key, $0.value.draft as any PermissionAsking & Sendable) }
        let folders = (Array(settings.values) + Array(loadedFolders.values)).map {
            ($0.path, $0.content as any PermissionAsking & Sendable)
        }
        let environments = loadedEnvironments.map { ($0.key, $0.value.content as any PermissionAsking & Sendable) }
        return KnownPermissions(requests + folders + environments, foreign: foreign)
    }
}

/// The files, secrets and permissions that a run has read. Each is read once, so that all requests of the run see the same state.
struct RunReadings {
    /// The place and environment of a request; requests with the same place read the same files.
    struct Place: Hashable {
        let folder: String?
        let environmentPath: String?
        /// The environment that the request itself names.
        let ownEnvironment: String?
    }

    /// The files by the place of the requests that need them.
    var files: [Place: ResolutionInput] = [:]
    /// The secrets of environments.
    let secrets = SecretMemory()
    /// The hashes of given permissions, by the file of the request.
    var given: [String?: Set<String>] = [:]

    /// Records the permissions that a request was sent with.
    mutating func record(_ permissions: [Permission], of path: String?) {
        if !permissions.isEmpty { given[path, default: []].formUnion(permissions.map(\.hash)) }
    }
}

extension RunReadings.Place {
    /// The place of a job.
    init(_ job: SendJob, _ path: String?, _ environmentPath: String?) {
        folder = path.map(WorkspacePath.parent)
        self.environmentPath = environmentPath
        ownEnvironment = job.draft.options.environment
    }
}

extension ResolutionInput {
    /// Takes over the files that another input has read.
    mutating func copyFiles(of other: ResolutionInput) {
        inherited = other.inherited
        workspaceVariables = other.workspaceVariables
        (environment, environmentPath) = (other.environment, other.environmentPath)
        (collectionSecrets, collectionSecretProblem) = (other.collectionSecrets, other.collectionSecretProblem)
    }
}

/// The settings of collections and folders that were read. If another program deletes their file, they stay in force, so that protection
/// and permissions do not change.
extension FileWorkspace {
    /// Remembers the folder settings that were read.
    func rememberSettings(_ layers: [Loaded<FolderDraft>]) {
        for layer in layers where layer.bytes != nil { settings[layer.path] = layer }
    }

    package func lostSettings(removed: Set<String>) -> [String: FolderDraft] {
        guard let store = try? store() else { return [:] }
        var lost: [String: FolderDraft] = [:]
        for (file, known) in settings {
            let folder = WorkspacePath.parent(of: file)
            if !store.isMissing(file) || store.isMissing(folder) {
                reported.remove(file)
            } else if removed.contains(file), reported.insert(file).inserted {
                lost[folder] = known.content
            }
        }
        return lost
    }

    /// The settings of a folder whose file is gone.
    private func lostSettings(of folder: String) throws -> Loaded<FolderDraft>? {
        let file = WorkspacePath.settings(of: folder)
        return try store().isMissing(file) && !store().isMissing(folder) ? settings[file] : nil
    }

    package func folder(at path: String) throws -> FolderDraft {
        let loaded = try lostSettings(of: path) ?? store().folder(at: path)
        loadedFolders[path] = loaded
        noteForeign(loaded.content, at: loaded.path)
        return loaded.content
    }

    package func separated(_ draft: FolderDraft, at path: String) throws -> SeparatedSettings<FolderDraft>? {
        try store().separated(draft, from: (loadedFolders[path] ?? store().folder(at: path)).content, at: path)
    }

    /// Saves the settings of a folder, also if the file was deleted; writes nothing if the file changed since it was read.
    package func save(_ draft: FolderDraft, at path: String) throws {
        if let lost = try lostSettings(of: path) {
            try store().bringBack(lost)
            loadedFolders[path] = lost
        }
        let known = try loadedFolders[path] ?? store().folder(at: path)
        let saved = try store().save(draft, over: known)
        noteWritten(draft, over: known.content, at: saved.path)
        loadedFolders[path] = saved
        // Those of the workspace are read anew for each request.
        if !path.isEmpty { rememberSettings([saved]) }
    }
}
