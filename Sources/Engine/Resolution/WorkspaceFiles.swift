public import Comparison
public import Interchange
public import Workspace

/// The workbench's access to files and folders of a workspace. Nothing here runs on the main actor.
///
/// Every function throws an error whose description is a sentence for a person: what, where, what was expected, what to do.
public protocol WorkspaceFiles: Sendable {
    /// The text of any file; its path is relative to the workspace, or to the home folder after `~/`.
    func text(ofFileAt path: String) async throws -> String
    /// The content of a folder; its path is relative to the workspace, or to the home folder after `~/`.
    func listing(ofFolderAt path: String) async -> FolderListing
    /// Makes a request's file behind a sibling and gives its path.
    func create(_ draft: RequestDraft, in folder: String, after sibling: String?) async throws -> String
    /// Makes a folder, a collection when `folder` is empty, and gives its path.
    func createFolder(_ name: String, in folder: String) async throws -> String
    /// Makes a copy beside something and gives its path.
    func duplicate(_ path: String) async throws -> String
    /// Puts something before a sibling in a folder, at its end when nil, and gives its new path.
    func move(_ path: String, to folder: String, before sibling: String?) async throws -> String
    /// Removes something and gives the number that ``restore(_:)`` takes.
    func delete(_ path: String) async throws -> Int
    /// Puts back what a deletion removed and gives its path.
    func restore(_ deletion: Int) async throws -> String
    /// The saved responses of the request at a path.
    func examples(of path: String) async throws -> [SavedResponse]
    /// Changes the saved responses of the request at a path, as its file holds them now; writes nothing if `change` throws.
    func changeExamples(of path: String, _ change: @Sendable (inout [SavedResponse]) throws -> Void) async throws
    /// The differences that do not count between responses to the request at a path; none where it cannot be read.
    func ignoreRules(of path: String) async -> IgnoreRules
    /// Saves them with the request. Whoever has it open with changes still learns of changes by others.
    func saveIgnoreRules(_ rules: IgnoreRules, of path: String) async throws
    /// The settings of the collection and folders around an item, outermost first.
    func inheritance(of path: String) async throws -> [InheritedLayer]
    /// The settings of a collection or folder.
    func folder(at path: String) async throws -> FolderDraft
    /// Writes what changed of a collection's or folder's settings.
    func save(_ draft: FolderDraft, at path: String) async throws
    /// The settings of an environment.
    func environment(at path: String) async throws -> EnvironmentDraft
    /// Writes what changed of an environment.
    func save(_ draft: EnvironmentDraft, at path: String) async throws
    /// Makes an environment's file in a collection, or in the workspace for an empty path, and gives its path.
    func create(_ draft: EnvironmentDraft, in collection: String) async throws -> String
    /// Keeps secrets on this machine, for this user's eyes only: beside the environment at a path, or else beside the collection around it.
    func keepSecrets(_ values: [String: String], for path: String) async throws
    /// The names of the secrets that have a value beside the environment; none if the file cannot be read.
    func keptSecrets(environment path: String) async -> Set<String>
    /// Keeps a secret's value beside the environment, for this user's eyes only.
    func setSecret(_ name: String, to value: String, environment: String) async throws
}

/// The workbench's access to a workspace's files. Nothing here runs on the main actor.
///
/// Every function throws an error whose description is a sentence for a person: what, where, what was expected, what to do.
public protocol WorkspaceAccess: WorkspaceFiles {
    /// The whole tree.
    func tree() async throws -> WorkspaceTree
    /// The tree before all of it is read: these collections and folders have children, the first collection if none is given.
    func tree(unfolded: Set<String>) async throws -> WorkspaceTree
    /// Looks what of the tree cannot be read whole, and gives whether some of it was not known: the next tree marks it.
    func findUnreadable(in tree: WorkspaceTree) async -> Bool
    /// The draft in a request's file.
    func request(at path: String) async throws -> RequestDraft
    /// Writes a draft to its file; false, and nothing is written, when the file changed since it was read.
    func save(_ draft: RequestDraft, at path: String, overwrites: Bool) async throws -> Bool
    /// Makes a file for a draft in a folder, a new collection when `folder` is empty; gives its path.
    func create(_ draft: RequestDraft, in folder: String) async throws -> String
    /// Gives a request, folder, collection or environment another name, and its file with it; gives the new path.
    func rename(_ path: String, to name: String) async throws -> String
    /// The variables that a request can use, sorted by name, each with all places that define it, the nearest first.
    func variables(environmentPath: String?, requestPath: String?) async throws -> [KnownVariable]
    /// Resolves a draft with what its folders and the environment say; tells of secrets that another program is asked for.
    func resolve(_ job: SendJob, waiting: @escaping SecretReader.Waiting) async throws(SendRefusal) -> ResolvedSend
    /// Puts together what can be of a draft, to be shown: what is missing is marked, and nobody is asked for anything but such programs.
    func outline(_ job: SendJob, waiting: @escaping SecretReader.Waiting) async throws(SendRefusal) -> ResolvedSend
    /// The allowances of the workspace, the oldest first.
    func allowances() async -> [TrustStore.Allowance]
    /// Takes a permission back.
    func revoke(_ allowance: TrustStore.Allowance) async throws
    /// Forgets the secrets that were typed in for requests that were sent.
    func forgetAnswers() async
    /// Files of requests and of settings that were read and are not there now, as long as that was not told.
    func missingFiles() async -> Set<String>
    /// The requests that were read and are not as they were then, with what their files say now; nil for one that is gone, which is told
    /// once, and of those in `removed` alone.
    func changedRequests(removed: Set<String>) async -> [String: RequestDraft?]
    /// The folders whose settings' files are among `removed`, with what they said, which holds on; each is told once.
    func lostSettings(removed: Set<String>) async -> [String: FolderDraft]
    /// Compares what was read for an import with the collections that are there.
    func plan(_ result: ImportResult, from origin: ImportOrigin) async throws -> ImportPlan
    /// Writes what was imported, and gives the paths; environments that came alone go into a collection.
    func write(_ result: ImportResult, from origin: ImportOrigin, environmentsOf collection: String?) async throws -> [String]
    /// A whole collection, or one folder of it with the settings around it, and the files of it that cannot be read.
    func collection(at path: String, includingSecrets: Bool) async throws -> (tree: CollectionTree, problems: [WorkspaceIssue])
    /// Yields whenever files of the workspace changed outside.
    func changes() async throws -> AsyncStream<Void>
}

extension WorkspaceTree {
    /// The folder that something is in, and the sibling behind it; nil for the last one.
    package func place(of path: String) -> (folder: String, next: String?) {
        let folder = Self.folder(of: path)
        let siblings = node(at: folder)?.children ?? []
        let next = siblings.firstIndex { $0.path == path }.map { siblings.dropFirst($0 + 1) }?.first
        return (folder, next?.path)
    }

    /// The name of the item or environment at a path; nil if it is unknown.
    package func name(of path: String) -> String? {
        node(at: path)?.name ?? environments.values.joined().first { $0.path == path }?.name
    }

    /// True if a path is that of an environment.
    package static func isEnvironment(_ path: String) -> Bool {
        isOfWorkspace(path) || path.split(separator: "/").dropFirst(2).first == "environments"
    }

    /// True if a path is that of an environment of the whole workspace.
    package static func isOfWorkspace(_ path: String) -> Bool { path.hasPrefix("environments/") }

    /// True if a folder's path is that of a collection.
    package static func isCollection(_ path: String) -> Bool { path.split(separator: "/").count == 2 }

    /// The path of the collection that something stands in.
    package static func collection(of path: String) -> String { path.split(separator: "/").prefix(2).joined(separator: "/") }

    /// The path of what something stands in.
    package static func folder(of path: String) -> String { path.split(separator: "/").dropLast().joined(separator: "/") }

    /// The names of the folders on the way to a path, its own name last.
    package func names(to path: String) -> [String] {
        let parts = path.split(separator: "/")
        return parts.indices.dropFirst().compactMap { node(at: parts[...$0].joined(separator: "/"))?.name }
    }

    /// Every folder with its depth, collections first at 0, in the order of the tree.
    package var folders: [(node: WorkspaceNode, depth: Int)] {
        func list(_ nodes: [WorkspaceNode], _ depth: Int) -> [(node: WorkspaceNode, depth: Int)] {
            nodes.filter(\.isFolder).flatMap { [($0, depth)] + list($0.children, depth + 1) }
        }
        return list(nodes, 0)
    }
}

extension WorkspaceNode {
    /// True if the node can hold others.
    package var isFolder: Bool {
        switch kind {
        case .collection, .folder: true
        case .request: false
        case .broken: !path.hasSuffix(".json")
        }
    }

    /// True if the node is at the top level.
    package var isCollection: Bool { WorkspaceTree.isCollection(path) }
}
