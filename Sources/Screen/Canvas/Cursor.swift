/// The terminal's own cursor, shown where text is typed.
public struct Cursor: Hashable, Sendable {
    /// What the cursor looks like, where the terminal can change it.
    public enum Shape: Hashable, Sendable {
        /// A full cell: commands, and text that typing replaces.
        case block
        /// A line before the cell: text that typing inserts into.
        case bar
    }

    /// The cell that it stands on.
    public var position: Point
    /// Its form.
    public var shape: Shape

    /// Takes the cell and the form.
    public init(at position: Point, shape: Shape = .bar) {
        self.position = position
        self.shape = shape
    }
}
