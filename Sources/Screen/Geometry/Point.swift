/// A cell's place: columns to the right and rows down, from the top left corner at (0, 0).
public struct Point: Hashable, Sendable {
    /// Columns from the left edge.
    public var x: Int
    /// Rows from the top edge.
    public var y: Int

    /// Takes the column `x` and the row `y`.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}
