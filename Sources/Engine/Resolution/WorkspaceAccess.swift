public import Comparison
public import Interchange
public import Workspace

/// The workbench's access to the files and folders of a workspace. Nothing here runs on the main actor.
///
/// Every function throws errors whose description is a sentence for the user: what happened, where, what was expected, what to do.
public protocol WorkspaceAccess: Sendable {
    // MARK: Requests

    /// The whole tree.
    func tree() async throws -> WorkspaceTree
    /// The tree before all of it is read: with the children of these collections and folders, or of the first collection if none is given.
    func tree(unfolded: Set<String>) async throws -> WorkspaceTree
    /// Finds files of the tree that are not valid; true if new ones were found. The next tree marks them.
    func findUnreadable(in tree: WorkspaceTree) async -> Bool
    /// Finds the lines of saved requests that contain a text, in the order of the tree, up to a limit; reports what was found until now
    /// from time to time, and at the end all of it.
    func find(
        _ text: String, limit: Int, found: @escaping @Sendable (_ matches: [RequestSearch.Match], _ isWhole: Bool) -> Void
    ) async throws
    /// The draft in a request's file.
    func request(at path: String) async throws -> RequestDraft
    /// Failed checks for the unknown members of the captures and assertions in a request's file; empty if it cannot be read.
    func failedChecks(ofRequestAt path: String) async -> [CheckReport.Checked]
    /// Saves a draft to its file, also if that was renamed or moved meanwhile.
    ///
    /// - Returns: the path of the file; nil, without writing, if the file changed since it was read.
    func save(_ draft: RequestDraft, at path: String, overwrites: Bool) async throws -> String?
    /// Creates a file for a draft in a folder, or in a new collection if `folder` is empty; returns its path.
    func create(_ draft: RequestDraft, in folder: String) async throws -> String
    /// Renames a request, folder, collection or environment and its file; returns the new path.
    func rename(_ path: String, to name: String) async throws -> String
    /// The names of the variables that the requests at a path use.
    func usedVariables(at path: String) async -> Set<String>
    /// All definitions of the variables of a request, sorted by name, the nearest first; secrets have no values.
    func variables(environmentPath: String?, requestPath: String?) async throws -> [KnownVariable]
    /// Resolves a draft with the settings of its folders and environment; `waiting` reports secrets for which another program is asked.
    func resolve(_ job: SendJob, waiting: @escaping SecretReader.Waiting) async throws(SendError) -> ResolvedSend
    /// Resolves as much as possible of a draft for a preview: missing values are marked, and only programs for secrets are asked.
    func outline(_ job: SendJob, waiting: @escaping SecretReader.Waiting) async throws(SendError) -> ResolvedSend
    /// Records that the user did not write a draft that is in no file, such as one of the history: its sensitive settings need permission.
    func noteForeign(_ draft: RequestDraft) async
    /// The permissions of the workspace, the oldest first.
    func grantedPermissions() async -> [TrustStore.GrantedPermission]
    /// Revokes a permission.
    func revoke(_ permission: TrustStore.GrantedPermission) async throws
    /// Forgets the secrets typed for earlier requests.
    func forgetTypedSecrets() async
    /// The missing files of requests and settings that were read, except files that were already reported.
    func missingFiles() async -> Set<String>
    /// The requests among `removed` that another program has renamed since the last tree, with the names in the new files.
    func renamedRequests(removed: Set<String>) async -> [(from: String, to: String, name: String)]
    /// The requests whose files changed since they were read, with the new content; nil for a deleted one in `removed`, reported once. Reports
    /// each before a later save begins, so that no save is followed by the report of what it has replaced.
    @discardableResult func changedRequests(
        removed: Set<String>, report: @Sendable (_ path: String, RequestDraft?) -> Void
    ) async -> [String: RequestDraft?]
    /// The folders whose settings file is among `removed`, with the settings, which stay in force; each is reported once.
    func lostSettings(removed: Set<String>) async -> [String: FolderDraft]
    /// Compares an import with the existing collections.
    func plan(_ result: ImportResult, from origin: ImportOrigin) async throws -> ImportPlan
    /// The changes of the environments without a collection of an import that are there already, in a collection or, for nil, in the workspace.
    func environmentUpdates(of plan: ImportPlan, in collection: String?) async throws -> [CollectionUpdate]
    /// Writes an import and returns the paths; environments without a collection go into `collection`. Throws a ``PartialImport``.
    func write(_ result: ImportResult, from origin: ImportOrigin, environmentsOf collection: String?) async throws -> [String]
    /// A collection, or one folder of it with the settings around it, and its files that cannot be read.
    func collection(at path: String, includingSecrets: Bool) async throws -> (tree: CollectionTree, problems: [WorkspaceIssue])
    /// A stream that yields whenever another program has changed files of the workspace.
    func changes() async throws -> AsyncStream<Void>

    // MARK: Files and settings

    /// The text of any file; its path is relative to the workspace, or to the home folder after `~/`.
    func text(ofFileAt path: String) async throws -> String
    /// The content of a folder; its path is relative to the workspace, or to the home folder after `~/`.
    func listing(ofFolderAt path: String) async -> FolderListing
    /// Creates a request's file after a sibling and returns its path.
    func create(_ draft: RequestDraft, in folder: String, after sibling: String?) async throws -> String
    /// Creates a folder, or a collection if `folder` is empty, and returns its path.
    func createFolder(_ name: String, in folder: String) async throws -> String
    /// Copies an item next to itself and returns the path of the copy.
    func duplicate(_ path: String) async throws -> String
    /// Moves an item before a sibling in a folder, or to its end if nil, and returns its new path.
    func move(_ path: String, to folder: String, before sibling: String?) async throws -> String
    /// Deletes an item and returns the number for ``restore(_:)``.
    func delete(_ path: String) async throws -> Int
    /// Restores a deleted item and returns its path; a number that ``delete(_:)`` did not return is an error.
    func restore(_ deletion: Int) async throws -> String
    /// The content of some paths, below them and beside them; nil if it cannot be kept.
    func snapshot(of paths: [String]) async -> FileSnapshot?
    /// Takes an edit of files back; writes nothing if one of them was changed since.
    func takeBack(_ edit: FileEdit) async throws
    /// True if an exchange was sent from this workspace or from none: paths and environments of others mean something else here.
    func owns(_ origin: Exchange.Origin) -> Bool
    /// The saved responses of the request at a path.
    func examples(of path: String) async throws -> [SavedResponse]
    /// Changes the saved responses in the current file of the request at a path; writes nothing if `change` throws.
    func changeExamples(of path: String, _ change: @Sendable (inout [SavedResponse]) throws -> Void) async throws
    /// The rules for differences to ignore between responses to the request at a path; empty if it cannot be read.
    func ignoreRules(of path: String) async -> IgnoreRules
    /// Saves the ignore rules with the request. Changes by other programs are still reported.
    func saveIgnoreRules(_ rules: IgnoreRules, of path: String) async throws
    /// The settings of the collection and folders around an item, outermost first.
    func inheritance(of path: String) async throws -> [InheritedLayer]
    /// The settings of a collection or folder; of the workspace for an empty path.
    func folder(at path: String) async throws -> FolderDraft
    /// Saves changes of the settings of a collection or folder.
    func save(_ draft: FolderDraft, at path: String) async throws
    /// Separates the credentials in settings that are to be saved from those that their file contains already; nil without new ones.
    func separated(_ draft: FolderDraft, at path: String) async throws -> SeparatedSettings<FolderDraft>?
    /// Separates the credentials in an environment that is to be saved; as for folders.
    func separated(_ draft: EnvironmentDraft, at path: String) async throws -> SeparatedSettings<EnvironmentDraft>?
    /// The settings of an environment.
    func environment(at path: String) async throws -> EnvironmentDraft
    /// Saves changes of an environment.
    func save(_ draft: EnvironmentDraft, at path: String) async throws
    /// Creates an environment's file in a collection, or in the workspace for an empty path, and returns its path.
    func create(_ draft: EnvironmentDraft, in collection: String) async throws -> String
    /// Stores secrets on this machine, readable only by this user: next to the environment at a path, or else next to the collection around
    /// it.
    func storeSecrets(_ values: [String: String], for path: String) async throws
    /// The names of the secrets with a value next to the environment; empty if the file cannot be read.
    func storedSecrets(environment path: String) async -> Set<String>
    /// The file with the secrets that an environment had before its file was renamed; nil for none, or if that is not sure.
    func secretsBeforeRename(environment path: String) async -> String?
    /// Gives the secrets of an environment's former file to the environment again; returns their names.
    func takeOverSecrets(environment path: String) async throws -> [String]
    /// Stores a secret's value next to the environment, readable only by this user.
    func setSecret(_ name: String, to value: String, environment: String) async throws
    /// Changes the secrets of a collection that are stored on this machine.
    func changeSecrets(_ edit: SecretEdit, ofCollectionAt path: String) async throws
}

/// The failure of an import that may have been written in part.
public struct PartialImport: Error, CustomStringConvertible {
    /// The paths of the written files and folders.
    public let paths: [String]
    /// The reason why it ended.
    public let reason: WorkspaceError

    /// The reason.
    public var description: String { reason.description }
}

extension FileWorkspace {
    package func snapshot(of paths: [String]) -> FileSnapshot? { (try? store())?.snapshot(of: paths) }

    /// Takes an edit of files back, and forgets the content of files that are gone: settings of a missing file would stay in force.
    package func takeBack(_ edit: FileEdit) throws {
        let store = try store()
        try store.takeBack(edit)
        for path in edit.paths {
            loadedEnvironments[path] = nil
            guard store.isMissing(path) else { continue }
            settings[path] = nil
            loaded[path] = nil
        }
        loadedFolders = loadedFolders.filter { !edit.paths.contains($0.value.path) }
    }

    package func secretsBeforeRename(environment path: String) -> String? {
        (try? store())?.secretsBeforeRename(ofEnvironmentAt: path)
    }

    package func takeOverSecrets(environment path: String) throws -> [String] { try store().takeOverSecrets(ofEnvironmentAt: path) }

    /// The number of files after which the results so far are reported, and other work may run.
    private static let filesAtOnce = 64

    /// Finds the lines of saved requests that contain a text. Not isolated, so that nothing else waits while thousands of files are read;
    /// files that cannot be read are passed over, since the tree marks them.
    package nonisolated func find(
        _ text: String, limit: Int, found: @escaping @Sendable (_ matches: [RequestSearch.Match], _ isWhole: Bool) -> Void
    ) async throws {
        guard let search = RequestSearch(text) else { return found([], true) }
        let store = try await store()
        var (matches, shownCount) = ([RequestSearch.Match](), 0)
        for (index, node) in try store.tree().requests.enumerated() {
            if Task.isCancelled { return }
            guard matches.count < limit else { break }
            if let draft = try? store.draft(at: node.path) {
                matches += search.matches(in: draft, at: node.path, limit: limit - matches.count)
            }
            guard (index + 1).isMultiple(of: Self.filesAtOnce) else { continue }
            if matches.count > shownCount { found(matches, false) }
            shownCount = matches.count
            await Task.yield()
        }
        if !Task.isCancelled { found(matches, true) }
    }
}

/// A variable that the request can use.
public struct KnownVariable: Sendable, Equatable {
    /// A kind of place that defines variables, with the path of its file or folder.
    public enum Place: Sendable, Equatable {
        case environment(path: String)
        case folder(path: String)
        case request
        /// Captured from a response.
        case response
        /// `workspace.json`.
        case workspace
        /// The process environment.
        case process
    }

    /// The variable's name.
    public let name: String
    /// The value as written, with unresolved references; nil for a secret.
    public let value: String?
    /// The place that defines it, as text for the user.
    public let origin: String
    /// The place that defines it, for navigation.
    public let place: Place?
    /// True if references in the value are resolved; false for values from outside, such as captured ones.
    public let isTemplate: Bool
    /// True for a secret whose value must be entered on this machine first.
    public var isUnset = false
    /// True for a secret whose value is in a file of this machine, which a new value can replace.
    public var isStored = false

    /// Creates a variable; the value is nil for a secret.
    public init(name: String, value: String?, origin: String, place: Place? = nil, isTemplate: Bool = true) {
        self.name = name
        self.value = value
        self.origin = origin
        self.place = place
        self.isTemplate = isTemplate
    }

    /// True if the environment defines it, which takes precedence over the request.
    public var isOfEnvironment: Bool { if case .environment = place { true } else { false } }

    /// The value as shown on the screen.
    public var shownValue: String { value ?? (isUnset ? "no value yet" : SecretMask.sign) }
}

extension ResolutionInput {
    /// All definitions of variables in files for a request, the nearest of each name first, in the order of ``scopes``. Of rows with the
    /// same name in one place, the last one counts. Secrets have no values.
    package var definitions: [KnownVariable] {
        var variables: [KnownVariable] = []
        func add(_ rows: [Row], _ origin: VariableOrigin, _ place: KnownVariable.Place, areSecret: Bool = false) {
            var names: Set<String> = []
            for row in rows.reversed() where row.isEnabled && !row.name.isEmpty && names.insert(row.name).inserted {
                variables.append(
                    KnownVariable(name: row.name, value: areSecret ? nil : row.value, origin: origin.description, place: place))
            }
        }
        if let environment, let environmentPath {
            let place = KnownVariable.Place.environment(path: environmentPath)
            add(environment.secrets.map { Row($0.name, "") }, .secret(environment: environment.name), place, areSecret: true)
            add(environment.variables, .environment(environment.name), place)
        }
        for layer in inherited.reversed() {
            let place = KnownVariable.Place.folder(path: WorkspacePath.parent(of: layer.path))
            if case .collection(let name) = layer.origin {
                add(collectionSecrets.keys.map { Row($0, "") }, .collectionSecret(name), place, areSecret: true)
            }
            add(layer.content.variables, layer.origin, place)
        }
        add(workspaceVariables, .workspace, .workspace)
        return variables
    }
}

/// The settings of one collection or folder for everything in it.
public struct InheritedLayer: Sendable, Equatable {
    /// The collection's or folder's path.
    public let path: String
    /// The settings; nil if the file cannot be read.
    public let settings: FolderDraft?
    /// The reason why it cannot be read.
    public let problem: String?

    /// Creates a layer with settings or a problem.
    public init(path: String, settings: FolderDraft?, problem: String? = nil) {
        self.path = path
        self.settings = settings
        self.problem = problem
    }

    /// The description for the user: `collection “Star Wars”`.
    public var origin: String {
        let parts = path.split(separator: "/")
        let name = settings?.name ?? ""
        return "\(parts.count == 2 ? "collection" : "folder") “\(name.isEmpty ? parts.last.map(String.init) ?? "" : name)”"
    }
}

/// The reason why a draft cannot be sent.
public enum SendError: Error, Equatable {
    /// The problems of the draft and of the settings and variables that it uses.
    case issues([ResolutionIssue])
    /// A file that it needs cannot be used, or its permissions cannot be stored.
    case failed(WorkspaceError)
    /// Permissions that have not been given; `problem` is the reason why the user's own settings are not recognised as theirs.
    case permissions([Permission], problem: String? = nil)
    /// Values from the user, if nothing else is missing.
    case asks([AskedValue])
}

/// A value that the user must enter.
public struct AskedValue: Sendable, Equatable {
    /// The variable's name.
    public let name: String
    /// The first place that uses it.
    public let note: String
    /// True if the value must not be shown.
    public let isSecret: Bool

    /// Creates a value from its name, the place where it is used, and whether it must be masked.
    public init(_ name: String, note: String = "", isSecret: Bool) {
        self.name = name
        self.note = note
        self.isSecret = isSecret
    }
}
