public import Screen

/// A column of a table.
public struct TableColumn: Hashable, Sendable {
    /// How wide a column is.
    public enum Width: Hashable, Sendable {
        /// So many cells.
        case fixed(Int)
        /// So many parts of what the fixed ones leave.
        case share(Int)
    }

    /// What stands above it.
    public var title: String
    /// How wide it is.
    public var width: Width
    /// What stands in an empty cell while it is edited.
    public var placeholder: String
    /// Whether the placeholder is what an empty cell means, so that it is shown in every row that is not blank.
    public var showsPlaceholder: Bool
    /// How its texts look.
    public var role: StyleRole
    /// Whether its texts are secrets, shown as dots.
    public var isMasked: Bool

    /// Takes what a column is.
    public init(
        _ title: String, width: Width = .share(1), placeholder: String = "", showsPlaceholder: Bool = false, role: StyleRole = .text,
        isMasked: Bool = false
    ) {
        self.title = title
        self.width = width
        self.placeholder = placeholder
        self.showsPlaceholder = showsPlaceholder
        self.role = role
        self.isMasked = isMasked
    }
}
