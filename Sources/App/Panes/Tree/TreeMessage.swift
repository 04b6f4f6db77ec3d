/// What a person does in the tree.
public enum TreeMessage: Sendable, Equatable {
    /// Opens the request under the cursor, or opens or closes the folder.
    case open
    /// Opens or closes the folder under the cursor.
    case toggle
    case startFilter
    case clearFilter
}
