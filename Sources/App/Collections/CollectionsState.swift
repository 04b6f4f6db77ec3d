import Engine
import Widgets
import Workspace

/// The collections: the workspace as it was read, and the tree that shows it.
struct CollectionsState: Sendable, Equatable {
    /// The workspace as it was read from its files.
    var workspace: WorkspaceState
    /// The tree as it is shown.
    var tree = TreeState()
    /// The request that is being read from its file.
    var opening: OpeningRequest?

    init(folder: String) { workspace = WorkspaceState(folder: folder) }

    /// Updates everything that is stored by path after an item moved.
    mutating func updatePaths(from old: String, to path: String) {
        workspace.updateEnvironmentPaths { $0.moved(from: old, to: path) }
        tree.updatePaths { $0.moved(from: old, to: path) }
    }
}

extension String {
    /// The new path of a moved item or of something in it; nil for any other path.
    func moved(from old: String, to path: String) -> String? {
        self == old || hasPrefix(old + "/") ? path + dropFirst(old.count) : nil
    }
}

/// A request that is being read from its file.
struct OpeningRequest: Sendable, Equatable {
    /// The file's path in the workspace.
    let path: String
    /// True if the request is sent as soon as it was read.
    var isSent = false
    /// True if it is shown in a tab of its own.
    var isInNewTab = false
    /// True to edit its URL at once, as for a new request.
    var editsURL = false
    /// The member of the file whose tab is shown; nil for any.
    var member: String?
}

/// The workspace as it was read from its files.
struct WorkspaceState: Sendable, Equatable {
    /// The absolute path of the workspace's folder.
    let folder: String
    var name: String { Exchange.Origin(workspace: folder).workspaceName }
    /// The tree as it was last read.
    var tree = WorkspaceTree()
    /// The distinct URLs of the requests, each with the name of the first request that has it.
    var urls: [CompletionItem] = []
    /// True while it is read for the first time.
    var isLoading = true
    /// True if the whole tree was read, not only the collections.
    var isWhole = false
    /// The path of the environment that was chosen for a collection, by the collection's path; empty for none.
    var chosenEnvironments: [String: String] = [:]
    /// The chosen environments whose files are gone, as last read, by path. No other environment replaces them automatically.
    var lostEnvironments: [String: EnvironmentSummary] = [:]
    /// The environment chosen before a new one was made and chosen, by the path of the new one.
    var choicesBefore: [String: [String: String]] = [:]
    /// The choices of environments that a deletion removed, by the deleted path, then by collection.
    var deletedChoices: [String: [String: String]] = [:]
    /// All definitions of variables in files, sorted by name, the nearest definition first.
    var definitions: [KnownVariable] = [] {
        didSet {
            var seen: Set<String> = []
            variables = definitions.filter { seen.insert($0.name).inserted }
        }
    }
    /// The nearest variable of each name that files define.
    private(set) var variables: [KnownVariable] = []
    /// The authentication that the request in the pane inherits; nil for none.
    var inheritedAuth: InheritedAuth?
    /// The options that the request in front inherits.
    var inheritedOptions = InheritedOptions()
    /// Values captured from responses in this session, by collection; those of the workspace's environments by the folder of these.
    private var captured: [String: CapturedValues] = [:]
    /// The content of the folder in the path that is being typed; nil if there is none.
    var listing: FolderListing?
    /// The content of files that the user chose to overwrite, by path, until that is done.
    var overwritten: [String: RequestDraft] = [:]

    /// Creates a workspace that has not been read yet.
    init(folder: String) { self.folder = folder }

    /// Stores the tree that was read.
    mutating func store(_ new: WorkspaceTree, isWhole: Bool) {
        if isWhole { keepEnvironments(missingIn: new) }
        let (wasWhole, before) = (self.isWhole, collection(of: nil))
        tree = new
        urls = new.urls
        (isLoading, self.isWhole) = (!isWhole, isWhole)
        if wasWhole, isWhole { carryScratchEnvironment(from: before) }
    }

    /// Keeps the environment of requests outside all folders when the number of collections changes to one or from one.
    private mutating func carryScratchEnvironment(from before: String) {
        let after = collection(of: nil)
        guard after != before, chosenEnvironments[after] == nil, let chosen = chosenEnvironments[before],
            choosableEnvironments(for: nil).contains(where: { $0.path == chosen })
        else { return }
        chosenEnvironments[after] = chosen
    }

    /// The collection that a file or a folder belongs to. A request outside all folders belongs to the only collection, or to none if there
    /// are several.
    func collection(of path: String?) -> String {
        guard let path else { return tree.nodes.count == 1 ? tree.nodes[0].path : "" }
        // Compares bytes for speed: every frame calls this.
        let slashes = path.utf8.indices.lazy.filter { path.utf8[$0] == UInt8(ascii: "/") }
        return slashes.dropFirst().first.map { String(path[..<$0]) } ?? path
    }

    /// The environments to choose from for a file of the workspace: those of its collection, then those of the workspace.
    func environments(for path: String?) -> [EnvironmentSummary] { tree.environments(for: collection(of: path)) }

    /// The environments that can be chosen for a file of the workspace. A request outside all collections can use those of each.
    func choosableEnvironments(for path: String?) -> [EnvironmentSummary] {
        guard collection(of: path).isEmpty else { return environments(for: path) }
        return tree.nodes.flatMap { tree.environments[$0.path] ?? [] } + environments(for: path)
    }

    /// Keeps the environment of a request that is saved in a collection for which none was chosen, if it can be used there.
    mutating func carryEnvironment(from place: String?, to path: String) {
        let collection = collection(of: path)
        guard chosenEnvironments[collection] == nil, let chosen = chosenEnvironments[self.collection(of: place)],
            environments(for: path).contains(where: { $0.path == chosen })
        else { return }
        chosenEnvironments[collection] = chosen
    }

    /// The environment that the user chose for a request's collection, even if its file is gone; nil if none was chosen.
    func environment(for path: String?) -> EnvironmentSummary? {
        guard !chosenEnvironments.isEmpty, let chosen = chosenEnvironments[collection(of: path)] else { return nil }
        return choosableEnvironments(for: path).first { $0.path == chosen } ?? lostEnvironments[chosen]
    }
}

// MARK: Captured values

extension WorkspaceState {
    /// The values captured for the requests of a file's collection.
    func captured(for path: String?) -> CapturedValues { captured(in: collection(of: path)) }

    /// The values captured for the requests of a collection, among them values of other collections in an environment of the workspace.
    func captured(in collection: String) -> CapturedValues {
        var values = captured[collection] ?? CapturedValues()
        guard let shared = captured[WorkspacePath.environments] else { return values }
        for name in shared.environments where place(ofCaptured: name, in: collection) == WorkspacePath.environments {
            values.merge(shared[name], of: name)
        }
        return values
    }

    /// The values captured for the requests of each collection; those for a request without a file have no name.
    var capturedByCollection: [String: CapturedValues] {
        guard !captured.isEmpty else { return [:] }
        let collections = Set(tree.nodes.map(\.path)).union(captured.keys)
        return Dictionary(collections.map { ($0, captured(in: $0)) } + [("", captured(for: nil))]) { $1 }
    }

    /// Adds the values that a request of a collection captured in an environment; they replace older ones.
    mutating func addCaptured(_ values: [String: CapturedValue], of environment: String?, in collection: String) {
        captured[place(ofCaptured: environment, in: collection), default: CapturedValues()].merge(values, of: environment)
    }

    /// Forgets the values that requests of a collection use.
    mutating func forgetCaptured(in collection: String) {
        for name in captured(in: collection).environments { captured[place(ofCaptured: name, in: collection)]?.remove(of: name) }
    }

    /// Puts back the values that requests of a collection used; newer ones are kept.
    mutating func restoreCaptured(_ values: CapturedValues, in collection: String) {
        var all = captured(in: collection)
        all.restore(values)
        for name in values.environments { addCaptured(all[name], of: name, in: collection) }
    }

    /// Moves the values of a renamed environment to its new name.
    mutating func renameCaptured(_ environment: String, to name: String, at path: String) {
        captured[WorkspacePath.isOfWorkspace(path) ? WorkspacePath.environments : collection(of: path)]?.rename(environment, to: name)
    }

    /// The key of the values that requests of a collection capture in an environment: all collections share those of the workspace's.
    private func place(ofCaptured environment: String?, in collection: String) -> String {
        let used = environment.flatMap { name in choosableEnvironments(for: collection).first { $0.name == name } }
        return used.map { WorkspacePath.isOfWorkspace($0.path) } == true ? WorkspacePath.environments : collection
    }
}

// MARK: Environments

extension WorkspaceState {
    /// Chooses a new environment; undoing its creation restores the earlier choice.
    ///
    /// - Parameter place: the file or folder to choose it for, if the environment belongs to the workspace and not to a collection.
    mutating func choose(newEnvironment path: String, for place: String?) {
        let front = collection(of: place)
        let collectionPath = WorkspacePath.isOfWorkspace(path) ? front : collection(of: path)
        // A request outside all collections can use it, too.
        for collection in front.isEmpty ? [collectionPath, front] : [collectionPath] { choose(path, in: collection) }
    }

    /// Chooses an environment of the workspace for each collection for which none of its own was chosen, and not “No environment”.
    mutating func choose(ofWorkspace path: String) {
        for collection in tree.nodes.map(\.path) + [""] where chosenEnvironments[collection].map(WorkspacePath.isOfWorkspace) ?? true {
            chosenEnvironments[collection] = path
        }
    }

    private mutating func choose(_ path: String, in collection: String) {
        choicesBefore[path, default: [:]][collection] = chosenEnvironments[collection]
        chosenEnvironments[collection] = path
    }

    /// Removes the choices of a deleted collection or environment. No other environment is chosen in its place, since requests must not go
    /// to another server unasked. Only undoing the creation of an environment restores the choice before it.
    /// - Returns: whether an environment was chosen and none is now.
    mutating func removeChoices(ofEnvironmentsAt path: String, undoesMaking: Bool) -> Bool {
        var isNoneLeft = false
        for (collection, environment) in chosenEnvironments where environment == path || collection == path {
            chosenEnvironments[collection] = environment != path ? nil : undoesMaking ? choicesBefore[path]?[collection] : ""
            if !environment.isEmpty { deletedChoices[path, default: [:]][collection] = environment }
            isNoneLeft = isNoneLeft || chosenEnvironments[collection] == ""
        }
        return isNoneLeft
    }

    /// Restores the choices that the deletion of an environment or a collection removed.
    mutating func restoreChoices(with path: String) {
        for (collection, environment) in deletedChoices.removeValue(forKey: path) ?? [:] {
            chosenEnvironments[collection] = environment
        }
    }

    /// True if the environment's file is gone.
    func isLost(_ environment: EnvironmentSummary) -> Bool { lostEnvironments[environment.path] != nil }

    /// Keeps the chosen environments that are no longer in the tree.
    ///
    /// They stay chosen, so that sending fails and names the missing file. Without an environment, or with another one, a protected request
    /// would be sent without confirmation.
    mutating func keepEnvironments(missingIn new: WorkspaceTree) {
        let known = Array(tree.environments.values.joined()) + Array(lostEnvironments.values)
        let there = Set(new.environments.values.joined().map(\.path))
        lostEnvironments = [:]
        for path in chosenEnvironments.values where !path.isEmpty && !there.contains(path) {
            lostEnvironments[path] = known.first { $0.path == path } ?? EnvironmentSummary(name: Self.stem(of: path), path: path)
        }
    }

    /// The name of a file up to its first dot.
    private static func stem(of path: String) -> String {
        path.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? path
    }

    /// Updates the paths of environments and of collections with captured values.
    mutating func updateEnvironmentPaths(_ moved: (String) -> String?) {
        for (collection, values) in captured {
            guard let new = moved(collection) else { continue }
            captured[collection] = nil
            captured[new] = values
        }
        for (collection, environment) in chosenEnvironments {
            chosenEnvironments[collection] = nil
            chosenEnvironments[moved(collection) ?? collection] = moved(environment) ?? environment
        }
        for (environment, before) in choicesBefore {
            choicesBefore[environment] = nil
            let pairs = before.map { (moved($0.key) ?? $0.key, moved($0.value) ?? $0.value) }
            choicesBefore[moved(environment) ?? environment] = Dictionary(pairs, uniquingKeysWith: { $1 })
        }
    }
}
