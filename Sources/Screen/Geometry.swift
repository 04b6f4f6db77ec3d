/// The position of a cell: columns to the right and rows down from the top left corner at (0, 0).
public struct Point: Hashable, Sendable {
    /// Columns from the left edge.
    public var x: Int
    /// Rows from the top edge.
    public var y: Int

    /// Creates the point at column `x` and row `y`.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}

/// An extent in cells; never negative.
public struct Size: Hashable, Sendable {
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int

    /// Creates an extent; negative values count as zero.
    public init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
    }
}

/// A rectangle of cells, half open to the right and below.
public struct Rect: Hashable, Sendable {
    /// The top left cell.
    public var origin: Point
    /// Columns and rows.
    public var size: Size

    /// Creates a rectangle from its top left cell and its extent; a negative extent counts as zero.
    public init(x: Int, y: Int, width: Int, height: Int) {
        origin = Point(x: x, y: y)
        size = Size(width: width, height: height)
    }

    /// The rectangle of `size` at the screen's top left corner.
    public init(_ size: Size) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

    /// The rectangle without cells, for things that are not on the screen.
    public static let empty = Rect(x: 0, y: 0, width: 0, height: 0)

    /// The leftmost column.
    public var minX: Int { origin.x }
    /// The topmost row.
    public var minY: Int { origin.y }
    /// One past the rightmost column.
    public var maxX: Int { origin.x + size.width }
    /// One past the lowest row.
    public var maxY: Int { origin.y + size.height }
    /// Columns.
    public var width: Int { size.width }
    /// Rows.
    public var height: Int { size.height }
    /// True if the rectangle has no cell.
    public var isEmpty: Bool { size.width == 0 || size.height == 0 }

    /// True if the cell at `point` is inside.
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// The cells that are in both rectangles.
    public func intersection(_ other: Rect) -> Rect {
        let x = max(minX, other.minX)
        let y = max(minY, other.minY)
        return Rect(x: x, y: y, width: min(maxX, other.maxX) - x, height: min(maxY, other.maxY) - y)
    }

    /// The rectangle without `columns` on the left and right and `rows` above and below.
    public func inset(columns: Int = 0, rows: Int = 0) -> Rect {
        Rect(x: minX + columns, y: minY + rows, width: width - 2 * columns, height: height - 2 * rows)
    }

    /// The row `index` counted from the top, one cell high; empty when there is no such row.
    public func row(_ index: Int) -> Rect {
        guard index >= 0, index < height else { return Rect(x: minX, y: minY, width: 0, height: 0) }
        return Rect(x: minX, y: minY + index, width: width, height: 1)
    }

    /// Splits off `count` rows at the top, or all rows if there are fewer.
    public func splitTop(_ count: Int) -> (top: Rect, rest: Rect) {
        let cut = min(max(0, count), height)
        return (
            Rect(x: minX, y: minY, width: width, height: cut),
            Rect(x: minX, y: minY + cut, width: width, height: height - cut)
        )
    }

    /// Splits off `count` rows at the bottom, or all rows if there are fewer.
    public func splitBottom(_ count: Int) -> (rest: Rect, bottom: Rect) {
        let (rest, bottom) = splitTop(height - min(max(0, count), height))
        return (rest, bottom)
    }

    /// Splits off `count` columns on the left, or all columns if there are fewer.
    public func splitLeft(_ count: Int) -> (left: Rect, rest: Rect) {
        let cut = min(max(0, count), width)
        return (
            Rect(x: minX, y: minY, width: cut, height: height),
            Rect(x: minX + cut, y: minY, width: width - cut, height: height)
        )
    }

    /// Splits off `count` columns on the right, or all columns if there are fewer.
    public func splitRight(_ count: Int) -> (rest: Rect, right: Rect) {
        let (rest, right) = splitLeft(width - min(max(0, count), width))
        return (rest, right)
    }

    /// The rectangle of at most `size` in the middle of this one.
    public func centered(_ size: Size) -> Rect {
        let inner = Size(width: min(size.width, width), height: min(size.height, height))
        return Rect(
            x: minX + (width - inner.width) / 2, y: minY + (height - inner.height) / 2, width: inner.width, height: inner.height)
    }
}
