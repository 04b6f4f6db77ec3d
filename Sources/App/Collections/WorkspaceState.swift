public import Engine
import Widgets
public import Workspace

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
    /// The environments that were chosen when they, or their collections, were deleted, by the path that was deleted.
    var deletedChoices: [String: String] = [:]
    /// The variables that the environment and the folders define, by name.
    public internal(set) var variables: [KnownVariable] = []
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

    /// The environments to choose from for a file of the workspace.
    func environments(for path: String?) -> [EnvironmentSummary] { tree.environments[collection(of: path)] ?? [] }

    /// The environment that a person chose for a request's collection, also where its file is gone; nil until then.
    func environment(for path: String?) -> EnvironmentSummary? {
        guard let chosen = chosenEnvironments[collection(of: path)] else { return nil }
        return environments(for: path).first { $0.path == chosen } ?? lostEnvironments[chosen]
    }
}
