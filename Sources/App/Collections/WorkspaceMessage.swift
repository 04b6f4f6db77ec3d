public import Engine
public import Workspace

/// Messages about reading and writing the workspace's files.
public enum WorkspaceMessage: Sendable, Equatable {
    /// The top level: what stands in the first frame.
    case opened(WorkspaceTree, isWhole: Bool)
    case requestRead(path: String, RequestDraft)
    case saved(oldPath: String?, path: String, RequestDraft)
    case renamed(from: String, to: String, name: String)
    /// The file changed outside since it was read; nothing was written.
    case conflicted(path: String, theirs: RequestDraft?)
    /// Asks which version of the request in the pane counts, its own or that of its file, which another program changed.
    case chooseVersion
    /// Shows how the two differ.
    case compareVersions
    /// Writes the request over its file; what the file said can be brought back.
    case overwrite
    /// The file of a request that was read is not as it was then; nil when it is gone.
    case changedOutside(path: String, RequestDraft?)
    /// The settings of a collection or folder were removed outside; what they said holds on.
    case settingsLost(path: String, FolderDraft)
    case pickEnvironment(EnvironmentSummary?)
    /// The content of the folder of a path that is typed.
    case folderListed(FolderListing)
    case variablesKnown([KnownVariable])
    /// The authentication that the request in the pane inherits; nil for none.
    case authKnown(InheritedAuth?)
    /// The options that the request in front inherits.
    case optionsKnown(InheritedOptions)
    /// Something could not be read or written.
    case failed(String)
}
