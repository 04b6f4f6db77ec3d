import Engine
import Screen
import Workspace

/// Messages to the collections: actions in the tree and results of reading files.
indirect enum CollectionsMessage: Sendable, Equatable {
    case tree(TreeMessage)
    case workspace(WorkspaceMessage)
}

/// Actions of the user in the tree.
indirect enum TreeMessage: Sendable, Equatable {
    case move(Motion)
    case mouse(MouseEvent)
    case paste(String)
    /// Opens the request under the cursor, or expands or collapses the folder.
    case open
    /// Opens the request under the cursor in a tab of its own.
    case openInNewTab
    /// Expands or collapses the folder under the cursor.
    case toggle
    case expandAll
    case collapseAll
    /// Expands a collapsed folder after a drag has hovered over it for a while.
    case unfoldHeld(path: String)
    case find(FindMessage)
    case startFilter
    case clearFilter
    case toggleFavorite
    case toggleFavoritesOnly
    /// Shows the settings that the item under the cursor inherits.
    case showInheritance
    /// Edits the settings of the folder under the cursor, or opens the request.
    case edit
    /// Asks to run the requests of the item under the cursor.
    case run
    case copyPath
    case copyName
    /// Opens the context menu of the row under the cursor.
    case showMenu
    case change(TreeChange)
}

/// Messages to the window that finds requests by their content.
enum FindMessage: Sendable, Equatable {
    case ask
    /// A text was typed, which is searched after a pause.
    case typed(String)
    case search(String)
    /// Opens a request with the tab of a member of its file.
    case open(path: String, member: String)
    case cancel

    /// The maximum number of lines that are listed.
    static let limit = 200
}

/// Changes to files and folders that the user requests in the tree.
enum TreeChange: Sendable, Equatable {
    /// Asks for the name of a new request.
    case addRequest
    /// Asks for the name of a new folder.
    case addFolder
    /// Asks for the name of a new collection.
    case addCollection
    /// Asks for a new name.
    case rename
    case duplicate
    case delete
    /// Moves the item under the cursor up (-1) or down (1), also out of its folder and into the next one.
    case shift(Int)
    /// Asks for the folder to move the item under the cursor into.
    case pickFolder
    case moveTo(path: String, folder: String)
    case undo
    case redo
    /// Makes a change that was confirmed.
    case make(WorkspaceChange, TreeHistory.Step)
    /// Puts a change that was not confirmed back onto the undo or redo list.
    case giveUp(WorkspaceChange, TreeHistory.Step)
}

/// A change of files or folders that can be undone.
indirect enum WorkspaceChange: Sendable, Equatable {
    /// Creates a request after a sibling, or at the end if nil, and shows it.
    case createRequest(RequestDraft, folder: String, after: String?)
    /// Creates a folder, or a collection if `folder` is empty.
    case createFolder(name: String, folder: String)
    case rename(path: String, name: String)
    case duplicate(path: String)
    /// Moves an item before a sibling, or to the end of the folder if nil.
    case move(path: String, folder: String, before: String?)
    case delete(path: String, name: String)
    /// Restores the items that the deletion with this number removed.
    case restore(Int)
    /// Takes an edit of files back.
    case takeBack(FileEdit)
}

/// The result of a change of files or folders.
enum WorkspaceChangeResult: Sendable, Equatable {
    /// A file or folder was created.
    case created(path: String)
    /// A copy was created; it is not opened.
    case duplicated(path: String)
    /// An item has another place or name; `back` undoes that. `lost` names the variables that its requests use and its new place does not
    /// define, though the old one did.
    case moved(from: String, to: String, back: WorkspaceChange, lost: [String] = [])
    case deleted(path: String, name: String, deletion: Int)
    case restored(path: String, deletion: Int)
    /// Files were edited: settings, or what an import updates.
    case edited(FileEdit)
}

/// Results of reading and writing the workspace's files.
indirect enum WorkspaceMessage: Sendable, Equatable {
    /// The tree: only the expanded part, as in the first frame, or all of it.
    case opened(WorkspaceTree, isWhole: Bool)
    case requestRead(path: String, RequestDraft)
    /// The lines of saved requests that contain a text: all, or those of the requests that were read until now.
    case found([RequestSearch.Match], of: String, isWhole: Bool)
    /// A request was written to its file; for the first time if the tab is given, which may be closed meanwhile.
    case saved(first: TabID?, path: String, RequestDraft, isUndo: Bool = false)
    /// The file changed outside since it was read; nothing was written.
    case conflicted(path: String, theirs: RequestDraft?)
    /// The file of a request that was read was changed by another program; nil if it is gone.
    case changedOutside(path: String, RequestDraft?)
    /// The file of a request that was read was renamed by another program, with the name in it.
    case renamedOutside(from: String, to: String, name: String)
    /// The settings of a collection or folder were deleted by another program; they still apply.
    case settingsLost(path: String, FolderDraft)
    case pickEnvironment(EnvironmentSummary?)
    /// The content of the folder in the path that is being typed.
    case folderListed(FolderListing)
    /// The content of files that words in the URL bar name.
    case textsRead(String, files: [String: String], SendPurpose?)
    /// The variables that the request in front can use, with the authentication and options that it inherits.
    case variablesKnown([KnownVariable])
    case authKnown(InheritedAuth?)
    case optionsKnown(InheritedOptions)
    /// The settings around the request in front cannot be read.
    case inheritanceFailed(String)
    /// Files or folders were changed.
    case changed(WorkspaceChangeResult, TreeHistory.Step = .new)
    /// A change failed or was given up; undo or redo can try it again.
    case notChanged(WorkspaceChange?, TreeHistory.Step)
    case settings(SettingsMessage)
    /// The permissions that the workspace has, to be reviewed.
    case grantedPermissionsRead([TrustStore.GrantedPermission])
    /// A request or the tree could not be read or written; a later success settles the topic.
    case failed(String, about: ToastTopic? = nil)
    /// Changes by other programs cannot be noticed, for this reason, or can be again.
    case watched(problem: String?)
    /// A file or folder could not be changed.
    case changeFailed(String)
    /// Runs an effect that a notification offered.
    case perform(WorkspaceEffect)
}

extension WorkspaceMessage {
    /// True for the answer to reading the settings of a folder or an environment, and for failures.
    var endsReading: Bool {
        switch self {
        case .settings(.environmentRead), .settings(.folderRead), .failed, .changeFailed: true
        case .opened, .requestRead, .found, .saved, .conflicted, .changedOutside, .renamedOutside, .settingsLost, .pickEnvironment,
            .folderListed, .textsRead, .variablesKnown, .authKnown, .optionsKnown, .inheritanceFailed, .changed, .notChanged, .settings,
            .grantedPermissionsRead, .watched, .perform:
            false
        }
    }

    /// True for the answer to a change that a prompt asked for.
    var endsChange: Bool {
        switch self {
        case .changed, .settings(.environmentCreated), .settings(.secretsStored): true
        case .opened, .requestRead, .found, .saved, .conflicted, .changedOutside, .renamedOutside, .settingsLost, .pickEnvironment,
            .folderListed, .textsRead, .variablesKnown, .authKnown, .optionsKnown, .inheritanceFailed, .notChanged, .settings,
            .grantedPermissionsRead, .failed, .watched, .changeFailed, .perform:
            false
        }
    }
}

/// Results of reading and writing the settings of folders and environments.
indirect enum SettingsMessage: Sendable, Equatable {
    /// The settings that a request or folder inherits, outermost first.
    case inheritanceRead(path: String, [InheritedLayer])
    /// The settings of a folder, with its inherited ones, and the names of the secrets that a collection has on this machine.
    case folderRead(path: String, FolderDraft, [InheritedLayer] = [], storedSecrets: Set<String> = [])
    case folderSaved(path: String)
    /// The settings of an environment, with the names of the secrets that have a value on this machine.
    case environmentRead(path: String, EnvironmentDraft, storedSecrets: Set<String> = [])
    case environmentSaved(path: String)
    case environmentCreated(path: String)
    /// Saving would write credentials into the file at a path: `keep` makes secrets of them first, `write` writes them.
    case credentialsTyped(path: String, places: [SeparatedCredentials.Place], keep: WorkspaceEffect, write: WorkspaceEffect)
    /// The secrets of an environment are in the file that it had before its own was renamed.
    case secretsLeft(file: String, environment: String)
    /// The values of secrets were stored on this machine, beside the environment at that path.
    case secretsStored(names: [String], environment: String)
}

/// Effects on the settings of folders and environments, which windows show.
indirect enum SettingsEffect: Sendable, Equatable {
    /// Reads the settings of the collection and the folders around an item.
    case readInheritance(path: String)
    case readFolder(path: String)
    /// Saves the settings of a folder, and a collection's secrets, after it has stored the kept credentials as secrets; asks first, unless
    /// `asks` is false, if a credential would be in the file.
    case saveFolder(
        path: String, FolderDraft, secrets: SecretEdit = SecretEdit(), keeping: [String: String] = [:], asks: Bool = true)
    case readEnvironment(path: String)
    /// Stores the values of secrets beside an environment, then writes it, and renames its file if its name changed; asks first as for
    /// folders.
    case saveEnvironment(path: String, EnvironmentDraft, oldName: String, secrets: [String: String] = [:], asks: Bool = true)
    case createEnvironment(EnvironmentDraft, collection: String)
    /// Stores a secret's value in the file next to the environment, which stays out of version control.
    case setSecret(name: String, value: String, environment: String)
    /// Gives an environment the secrets that it had before its file was renamed.
    case takeOverSecrets(environment: String)
}

extension SettingsEffect {
    /// The effect that reads the file that a window writes; nil for other effects.
    var reading: SettingsEffect? {
        switch self {
        case .saveFolder(let path, _, _, _, _): .readFolder(path: path)
        case .saveEnvironment(let path, _, _, _, _): .readEnvironment(path: path)
        case .readInheritance, .readFolder, .readEnvironment, .createEnvironment, .setSecret, .takeOverSecrets: nil
        }
    }

    /// True if its result is edited in a window.
    var opensWindow: Bool {
        switch self {
        case .readEnvironment, .readFolder, .createEnvironment: true
        case .readInheritance, .saveFolder, .saveEnvironment, .setSecret, .takeOverSecrets: false
        }
    }
}

/// Requests of the collections to other features.
indirect enum CollectionsOutput {
    /// Opens a request: its tab if it has one, else its file.
    case open(path: String)
    /// Opens a request and begins to edit its URL.
    case openToEdit(path: String)
    /// Opens a request in a tab of its own.
    case openInNewTab(path: String)
    /// Opens a request with the tab of a member of its file in front.
    case openAt(path: String, member: String)
    /// Lists the requests that were found.
    case showFound([RequestSearch.Match], of: String, isWhole: Bool)
    /// Shows a request that was read from its file.
    case show(path: String, RequestDraft, OpeningRequest)
    /// Composes a new request without a file.
    case composeRequest
    /// Runs the requests at a path.
    case run(path: String)
    /// Opens the context menu with these commands.
    case showMenu([String], at: Point)
    /// Opens the menu of the pane.
    case showPaneMenu(at: Point)
    /// The whole tree, or its top level, was read.
    case treeRead
    /// The file of an item was written, moved or removed.
    case file(FileOutput)
    /// Reloads the variables that the request in front can use.
    case readVariables
    case folderListed(FolderListing)
    case textsRead(String, files: [String: String], SendPurpose?)
    /// Opens the settings of a folder.
    case editFolder(path: String, FolderDraft, [InheritedLayer], storedSecrets: Set<String>)
    /// Opens an environment, with the cursor in its name or not.
    case editEnvironment(path: String, EnvironmentDraft, storedSecrets: Set<String>, typesName: Bool)
    /// Closes the window that was saved, or shows why it cannot be.
    case endSaving(problem: String?)
    /// Gives an environment the cookies of its former name; a new one, with nil, has none.
    case moveCookies(from: String?, to: String)
}

/// Changes to files that open requests must follow.
indirect enum FileOutput {
    /// A request was written to its file; for the first time if the tab is given.
    case saved(first: TabID?, path: String, RequestDraft)
    /// A request has a new name in its file, which the open request takes over.
    case renamed(path: String, name: String)
    /// An item and everything in it have new paths.
    case moved(from: String, to: String)
    /// A new item was created at a path; data remembered for an earlier item at that path does not apply to it.
    case created(path: String)
    /// An item was deleted. Requests without changes are closed, except if undo only takes back their first save.
    case deleted(path: String, deletion: Int, keepsOpen: Bool)
    case restored(path: String, deletion: Int)
    case conflicted(path: String, theirs: RequestDraft?)
    case changedOutside(path: String, RequestDraft?)
}

/// The parts of the program's state that the collections read.
struct CollectionsContext {
    /// The cells inside the pane's border; empty while the pane is hidden.
    let area: Rect
    /// True if keys go to the pane.
    let isFocused: Bool
    /// The file of the request in front.
    let frontPath: String?
    /// The file of the request in front, or the folder that it was created in.
    let frontPlace: String?
    /// The environment named in the options of the request in front or of its folders.
    let namedEnvironment: String?
    /// True if its own options name it.
    let namesEnvironmentItself: Bool
    /// True while a window waits for its file to be written.
    let isSavingWindow: Bool
    /// True for the file of an open request with unsaved changes.
    let isUnsaved: (String) -> Bool
    /// The keys of commands.
    let keys: KeyNames
}

typealias CollectionsOutcome = Outcome<CollectionsMessage, WorkspaceEffect, CollectionsOutput>

extension WorkspaceMessage {
    /// True if the tree must be read again before this result is reported.
    var changesTree: Bool {
        if case .settings(let message) = self { return message.changesTree }
        if case .changed = self { return true }
        return false
    }
}

extension SettingsMessage {
    /// True if the tree must be read again before this result is reported.
    var changesTree: Bool {
        switch self {
        case .folderSaved, .environmentSaved, .environmentCreated, .secretsStored: true
        case .inheritanceRead, .folderRead, .environmentRead, .credentialsTyped, .secretsLeft: false
        }
    }
}
