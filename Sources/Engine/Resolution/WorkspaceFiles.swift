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
    /// Makes an environment's file in a collection and gives its path.
    func create(_ draft: EnvironmentDraft, in collection: String) async throws -> String
    /// Keeps secrets on this machine, for this user's eyes only: beside the environment at a path, or else beside the collection around it.
    func keepSecrets(_ values: [String: String], for path: String) async throws
    /// The names of the secrets that have a value beside the environment; none if the file cannot be read.
    func keptSecrets(environment path: String) async -> Set<String>
    /// Keeps a secret's value beside the environment, for this user's eyes only.
    func setSecret(_ name: String, to value: String, environment: String) async throws
}
