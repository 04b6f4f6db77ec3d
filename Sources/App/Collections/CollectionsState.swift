public import Engine
import Widgets
public import Workspace

/// The collections: the workspace as it was read, and the tree that shows it.
public struct CollectionsState: Sendable, Equatable {
    /// The workspace as it was read from its files.
    public internal(set) var workspace: WorkspaceState
    /// The tree as it is shown.
    public internal(set) var tree = TreeState()
    /// The request that is being read from its file.
    public internal(set) var opening: OpeningRequest?

    init(workspaceName: String) { workspace = WorkspaceState(name: workspaceName) }

    /// Gives everything that is remembered by path its new path.
    mutating func follow(from old: String, to path: String) {
        func moved(_ known: String) -> String? {
            if known == old { return path }
            return known.hasPrefix(old + "/") ? path + known.dropFirst(old.count) : nil
        }
        workspace.followEnvironments(moved)
        tree.follow(moved)
    }
}

/// A request that is being read from its file.
public struct OpeningRequest: Sendable, Equatable {
    /// The file's path in the workspace.
    public let path: String
    /// True if the request is sent as soon as it was read.
    public internal(set) var isSent = false
    /// True if it is shown in a tab of its own.
    var isInNewTab = false
    /// True if its URL is edited at once: it was just made.
    var editsURL = false

    init(path: String) { self.path = path }
}

/// The workspace as it was read from its files.
public struct WorkspaceState: Sendable, Equatable {
    /// The workspace's name: its folder's.
    public internal(set) var name: String
    /// The tree as it was last read.
    public internal(set) var tree = WorkspaceTree()
    /// The URLs that requests of the collections have, each once with the name of the first that has it.
    var urls: [CompletionItem] = []
    /// True while it is read for the first time.
    public internal(set) var isLoading = true
    /// True if the whole tree was read, not only the collections.
    var isWhole = false
    /// The path of the environment that was chosen for a collection, by the collection's path; empty for none.
    public internal(set) var chosenEnvironments: [String: String] = [:]
    /// The chosen environments whose files are gone, as they were, by path: nothing else takes their place unasked.
    var lostEnvironments: [String: EnvironmentSummary] = [:]
    /// The environment chosen before a new one was made and chosen, by the path of the new one.
    var choicesBefore: [String: String] = [:]
    /// The environments that were chosen when they, or their collections, were deleted, by the path that was deleted and the collection.
    var deletedChoices: [String: [String: String]] = [:]
    /// The variables that files define, by name, with all places that define them, the nearest first.
    var definitions: [KnownVariable] = [] {
        didSet {
            var seen: Set<String> = []
            variables = definitions.filter { seen.insert($0.name).inserted }
        }
    }
    /// The nearest variable of each name that files define.
    public private(set) var variables: [KnownVariable] = []
    /// The authentication that the request in the pane takes from around it; nil for none.
    public internal(set) var inheritedAuth: InheritedAuth?
    /// The options that the request in front inherits.
    public internal(set) var inheritedOptions = InheritedOptions()
    /// Values captured from responses in this session, by collection.
    public internal(set) var captured: [String: CapturedValues] = [:]
    /// The content of the folder of the path that is typed; nil if there is none.
    var listing: FolderListing?
    /// The content of files that the user chose to overwrite, by path, until that is done.
    var overwritten: [String: RequestDraft] = [:]

    /// A workspace that was not read yet.
    public init(name: String) { self.name = name }

    /// Takes the tree as it was read.
    mutating func take(_ new: WorkspaceTree, isWhole: Bool) {
        if isWhole { keepEnvironments(missingIn: new) }
        tree = new
        urls = new.urls
        (isLoading, self.isWhole) = (!isWhole, isWhole)
    }

    /// The collection that a file or a folder belongs to. A request that was made in no folder belongs to the only collection; to none where
    /// there are several.
    func collection(of path: String?) -> String {
        guard let path else { return tree.nodes.count == 1 ? tree.nodes[0].path : "" }
        // By bytes: every frame asks.
        let slashes = path.utf8.indices.lazy.filter { path.utf8[$0] == UInt8(ascii: "/") }
        return slashes.dropFirst().first.map { String(path[..<$0]) } ?? path
    }

    /// The values captured for the requests of a file's collection.
    func captured(for path: String?) -> CapturedValues { captured[collection(of: path)] ?? CapturedValues() }

    /// The environments to choose from for a file of the workspace: those of its collection, then those of the workspace.
    func environments(for path: String?) -> [EnvironmentSummary] { tree.environments(for: collection(of: path)) }

    /// The environment that a person chose for a request's collection, also where its file is gone; nil until then.
    func environment(for path: String?) -> EnvironmentSummary? {
        guard let chosen = chosenEnvironments[collection(of: path)] else { return nil }
        return environments(for: path).first { $0.path == chosen } ?? lostEnvironments[chosen]
    }
}

// MARK: Environments

extension WorkspaceState {
    /// Chooses an environment that was just made; the choice goes back when that is undone.
    ///
    /// - Parameter place: the file or folder that it is chosen for, where it is one of the workspace.
    mutating func choose(newEnvironment path: String, for place: String?) {
        let collection = collection(of: WorkspaceTree.isOfWorkspace(path) ? place : path)
        choicesBefore[path] = chosenEnvironments[collection]
        chosenEnvironments[collection] = path
    }

    /// Lets go of what was deleted: a collection, or an environment. Nothing is sent to another one without being asked for: none is chosen
    /// then, unless making it is undone, where that one is chosen again which was before.
    /// - Returns: whether an environment was chosen and none is now.
    mutating func letGo(ofEnvironmentsAt path: String, undoesMaking: Bool) -> Bool {
        var isNoneLeft = false
        for (collection, environment) in chosenEnvironments where environment == path || collection == path {
            chosenEnvironments[collection] = environment != path ? nil : undoesMaking ? choicesBefore[path] : ""
            if !environment.isEmpty { deletedChoices[path, default: [:]][collection] = environment }
            isNoneLeft = isNoneLeft || chosenEnvironments[collection] == ""
        }
        return isNoneLeft
    }

    /// Makes the choice again that went with an environment or a collection when it was deleted.
    mutating func choicesCameBack(with path: String) {
        for (collection, environment) in deletedChoices.removeValue(forKey: path) ?? [:] {
            if environment == path {
                choose(newEnvironment: path, for: collection)
            } else {
                chosenEnvironments[collection] = environment
            }
        }
    }

    /// True if the environment's file is gone.
    func isLost(_ environment: EnvironmentSummary) -> Bool { lostEnvironments[environment.path] != nil }

    /// Keeps the environments that requests are sent to and that are in the tree no more.
    ///
    /// They stay chosen, so that sending says what is missing: without one, or with another, what it protects would go unasked.
    mutating func keepEnvironments(missingIn new: WorkspaceTree) {
        let known = Array(tree.environments.values.joined()) + Array(lostEnvironments.values)
        let there = Set(new.environments.values.joined().map(\.path))
        lostEnvironments = [:]
        for path in chosenEnvironments.values where !path.isEmpty && !there.contains(path) {
            lostEnvironments[path] = known.first { $0.path == path } ?? EnvironmentSummary(name: Self.stem(of: path), path: path)
        }
    }

    /// The name of a file without what follows its first point.
    private static func stem(of path: String) -> String {
        path.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? path
    }

    /// Gives environments, and the collections that values were captured for, their new paths.
    mutating func followEnvironments(_ moved: (String) -> String?) {
        for (collection, values) in captured {
            guard let new = moved(collection) else { continue }
            captured[collection] = nil
            captured[new] = values
        }
        for (collection, environment) in chosenEnvironments {
            guard let new = moved(environment) else { continue }
            chosenEnvironments[moved(collection) ?? collection] = new
        }
        for (environment, before) in choicesBefore {
            let before = moved(before) ?? before
            choicesBefore[environment] = nil
            choicesBefore[moved(environment) ?? environment] = before
        }
    }
}
