/// The surface that everything is drawn on: a grid of cells and at most one cursor.
///
/// What is written is text, whatever it holds: controls, escapes, bidirectional overrides and invalid bytes become visible signs, so
/// nothing that came from outside reaches the terminal as a command. Writing outside the clip is ignored.
public struct Canvas: Sendable {
    /// Columns and rows.
    public let size: Size
    /// The cells, row by row.
    public private(set) var cells: [Cell]
    /// The graphemes of more than one scalar, which cells name by index.
    public private(set) var clusters: [String] = []
    /// Where the terminal's cursor stands; hidden when nil.
    public var cursor: Cursor?
    private var clip: Rect

    /// An empty canvas of `size`.
    public init(size: Size) {
        self.size = size
        cells = [Cell](repeating: .blank, count: size.width * size.height)
        clip = Rect(size)
    }

    /// The whole canvas.
    public var bounds: Rect { Rect(size) }

    /// The cell at a point inside.
    public subscript(point: Point) -> Cell { cells[point.y * size.width + point.x] }

    /// Writes `text` to the right of `point` and gives the columns that it took.
    ///
    /// - Parameters:
    ///   - text: one line; a tab is two spaces, everything else without a glyph becomes a sign in the role `control`.
    ///   - point: the first cell.
    ///   - style: how the text looks.
    ///   - columns: the most columns to take; what does not fit is left out, and a wide glyph is never cut in half.
    /// - Returns: the columns taken.
    @discardableResult
    public mutating func write(_ text: some StringProtocol, at point: Point, style: CellStyle, columns: Int = .max) -> Int {
        var used = 0
        for character in text {
            guard let scalar = character.unicodeScalars.first, used < columns else { break }
            place(Cell(glyph: scalar.value, style: style), at: Point(x: point.x + used, y: point.y))
            used += 1
        }
        return used
    }

    /// Fills `rect` with spaces.
    public mutating func fill(_ rect: Rect, style: CellStyle) {
        let visible = rect.intersection(clip)
        for y in visible.minY..<max(visible.minY, visible.maxY) {
            for x in visible.minX..<visible.maxX { cells[y * size.width + x] = Cell(glyph: 0x20, style: style) }
        }
    }

    /// Puts `backdrop` behind what stands in `rect` already.
    public mutating func highlight(_ rect: Rect, backdrop: StyleRole) {
        let visible = rect.intersection(clip)
        for y in visible.minY..<max(visible.minY, visible.maxY) {
            for x in visible.minX..<visible.maxX { cells[y * size.width + x].style.backdrop = backdrop }
        }
    }

    /// Draws with `body` and leaves out what falls outside `rect`.
    public mutating func clipped(to rect: Rect, _ body: (inout Canvas) -> Void) {
        let outer = clip
        clip = outer.intersection(rect)
        body(&self)
        clip = outer
    }

    private mutating func place(_ cell: Cell, at point: Point) {
        guard clip.contains(point) else { return }
        cells[point.y * size.width + point.x] = cell
    }
}
