public import Workspace

/// Effects on the workspace's files.
public indirect enum WorkspaceEffect: Sendable, Equatable {
    /// Reads the tree and the environments, these collections and folders first, and keeps watching them.
    case open(unfolded: Set<String>)
    case readRequest(path: String)
    /// Remembers a request's file as it is now, without showing it.
    case noteRequest(path: String)
    case saveRequest(path: String, draft: RequestDraft)
    /// Writes over what changed outside.
    case overwriteRequest(path: String, draft: RequestDraft)
    /// Makes a file for a request; in a new collection where `folder` is empty.
    case createRequest(folder: String, draft: RequestDraft)
    case renameRequest(path: String, name: String)
    /// Stores secrets on this machine, beside an environment or else beside the request's collection, then writes the request.
    case keepSecrets([String: String], environmentPath: String?, then: WorkspaceEffect)
    /// Reads files whose texts words in the URL bar name, with what is done with the request then.
    case readTexts([String], for: String, SendPurpose?)
    /// Lists the folder of a path that is typed.
    case listFolder(String)
    /// Reads the variables that a request can use.
    case readVariables(environmentPath: String?, requestPath: String?)
    /// Forgets the secrets that were typed in, so that they are asked for again.
    case forgetAnswers
    /// Finds what the workspace has been allowed.
    case readAllowances
    /// Takes a permission of the workspace back.
    case revoke(TrustStore.Allowance)
    /// Changes files or folders; undo and redo run the opposite change.
    case change(WorkspaceChange, TreeHistory.Way = .new)
    /// Reads the settings of the collection and the folders around an item.
    case readInheritance(path: String)
    case readFolder(path: String)
    case saveFolder(path: String, FolderDraft)
    case readEnvironment(path: String)
    /// Stores the values of secrets beside an environment, then writes it, and renames its file if its name changed.
    case saveEnvironment(path: String, EnvironmentDraft, oldName: String, secrets: [String: String] = [:])
    case createEnvironment(EnvironmentDraft, collection: String)
    /// Stores a secret's value in the file beside the environment, which stays out of version control.
    case setSecret(name: String, value: String, environment: String)
}

/// A change of files or folders that can be undone.
public enum WorkspaceChange: Sendable, Equatable {
    /// Makes a request behind a sibling, at the end if nil, and shows it.
    case createRequest(RequestDraft, folder: String, after: String?)
    /// Makes a folder; a collection where `folder` is empty.
    case createFolder(name: String, folder: String)
    case rename(path: String, name: String)
    case duplicate(path: String)
    /// Puts an item before a sibling, at the end of the folder if nil.
    case move(path: String, folder: String, before: String?)
    case delete(path: String, name: String)
    /// Puts back what the deletion of this number removed.
    case restore(Int)
}

/// The result of a change of files or folders.
public enum WorkspaceChangeResult: Sendable, Equatable {
    /// A file or folder was made.
    case created(path: String)
    /// A copy was made, which is not opened.
    case duplicated(path: String)
    /// An item has another place or name; `back` undoes that.
    case moved(from: String, to: String, back: WorkspaceChange)
    case deleted(path: String, name: String, deletion: Int)
    case restored(path: String, deletion: Int)
}
