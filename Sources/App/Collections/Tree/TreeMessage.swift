/// Messages to the tree.
public enum TreeMessage: Sendable, Equatable {
    /// Opens the request under the cursor, or opens or closes the folder.
    case open
    /// Opens the request under the cursor in a tab of its own.
    case openInNewTab
    /// Opens or closes the folder under the cursor.
    case toggle
    case expandAll
    case collapseAll
    /// Something has been held over a closed folder for a while.
    case unfoldHeld(path: String)
    case startFilter
    case clearFilter
    /// Asks for the name of a request, a folder or a collection, then makes it.
    case addRequest
    case addFolder
    case addCollection
    case rename
    case duplicate
    case delete
    /// Moves what is under the cursor up (-1) or down (1), also out of its folder and into the next one.
    case shift(Int)
    /// Chooses the folder to move what is under the cursor into.
    case pickFolder
    case moveTo(path: String, folder: String)
    case undo
    case redo
    case toggleFavorite
    case toggleFavoritesOnly
    /// Shows what the folders around say.
    case showInheritance
    /// Edits what the folder says for everything in it, or the request.
    case edit
    case copyPath
    case copyName
    /// Opens the context menu of the row under the cursor.
    case showMenu
}
