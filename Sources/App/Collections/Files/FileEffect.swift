public import Workspace

/// Effects on files and folders of the workspace as a whole.
public indirect enum FileEffect: Sendable, Equatable {
    /// Makes a request behind a sibling, at the end when nil, and shows it.
    case createRequest(RequestDraft, folder: String, after: String?)
    /// Makes a folder; a collection where `folder` is empty.
    case createFolder(name: String, folder: String)
    case rename(path: String, name: String)
    case duplicate(path: String)
    /// Puts something before a sibling, at the end of the folder when nil.
    case move(path: String, folder: String, before: String?)
    case delete(path: String, name: String)
    /// Puts back what the deletion of this number removed.
    case restore(Int)
    /// Does what takes a change back, or brings it again.
    case again(FileEffect, TreeHistory.Way)
    /// Finds what the collection and the folders around say.
    case readInheritance(path: String)
    case readFolder(path: String)
    case saveFolder(path: String, FolderDraft)
    case readEnvironment(path: String)
    /// Writes an environment, and renames its file when its name is another one than it was.
    case saveEnvironment(path: String, EnvironmentDraft, oldName: String)
    case createEnvironment(EnvironmentDraft, collection: String)
    /// Keeps a secret's value in the file beside the environment, which stays out of version control.
    case setSecret(name: String, value: String, environment: String)
}
