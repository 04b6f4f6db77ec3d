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
    /// The picture that was drawn last, which something may cover by now.
    public internal(set) var picture: PlacedPicture?
    /// What can be written to at present.
    private(set) var clip: Rect
    /// Where a cluster stands, by the hash of its bytes.
    private var clusterIndices: [UInt64: UInt32] = [:]

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

    /// The glyph at a point inside, with its marks; empty where a wide glyph to the left covers the cell.
    public func glyph(at point: Point) -> String {
        let cell = self[point]
        if cell.width == 0 { return "" }
        if cell.glyph & Cell.clusterFlag != 0 { return clusters[Int(cell.glyph & ~Cell.clusterFlag)] }
        if cell.picture != nil { return "▀" }
        return Unicode.Scalar(cell.glyph).map { String(Character($0)) } ?? "\u{FFFD}"
    }

    /// Fills `rect` with spaces.
    public mutating func fill(_ rect: Rect, style: CellStyle) {
        let visible = rect.intersection(clip)
        replace(visible) { row, _ in row.update(repeating: Cell(space: style)) }
    }

    /// Puts `backdrop` behind what stands in `rect` already.
    public mutating func highlight(_ rect: Rect, backdrop: StyleRole) {
        restyle(rect) { $0.backdrop = backdrop }
    }

    /// Gives what stands in `rect` already another look, such as a muted one below a window.
    public mutating func restyle(_ rect: Rect, _ style: CellStyle) {
        restyle(rect) { $0 = style }
    }

    /// Draws with `body` and leaves out what falls outside `rect`.
    public mutating func clipped(to rect: Rect, _ body: (inout Canvas) -> Void) {
        let outer = clip
        clip = outer.intersection(rect)
        body(&self)
        clip = outer
    }

    /// Puts other narrow glyphs in the place of narrow ones of a single scalar; nil leaves one alone.
    mutating func replaceGlyphs(_ change: (UInt32, StyleRole) -> UInt32?) {
        for index in cells.indices where cells[index].width == 1 && cells[index].glyph > 0x7F {
            if let glyph = change(cells[index].glyph, cells[index].style.role) { cells[index].glyph = glyph }
        }
    }

    private mutating func restyle(_ rect: Rect, _ change: (inout CellStyle) -> Void) {
        let visible = rect.intersection(clip)
        for y in visible.minY..<visible.maxY {
            for x in visible.minX..<visible.maxX { change(&cells[y * size.width + x].style) }
        }
    }

    /// Lets `body` set all cells of each row of `visible`, which lies inside the canvas; wide glyphs half inside become blank first.
    private mutating func replace(_ visible: Rect, _ body: (UnsafeMutableBufferPointer<Cell>, Int) -> Void) {
        guard !visible.isEmpty else { return }
        for y in visible.minY..<visible.maxY {
            let row = y * size.width
            uncover(row + visible.minX..<row + visible.maxX)
            cells.withUnsafeMutableBufferPointer { cells in
                body(UnsafeMutableBufferPointer(rebasing: cells[row + visible.minX..<row + visible.maxX]), y)
            }
        }
    }

    /// Blanks the halves that would be left of wide glyphs when the cells in `range`, not empty and within one row, get new content.
    private mutating func uncover(_ range: Range<Int>) {
        if cells[range.lowerBound].width == 0 {
            cells[range.lowerBound - 1] = Cell(space: cells[range.lowerBound - 1].style)
        }
        if cells[range.upperBound - 1].width == 2 {
            cells[range.upperBound] = Cell(space: cells[range.upperBound].style)
        }
    }

    // MARK: - What writing is made of

    /// Sets printable ASCII, one cell a byte, from `point` on.
    mutating func placeASCII(_ bytes: UnsafeBufferPointer<UInt8>.SubSequence, at point: Point, style: CellStyle) {
        let visible = Rect(x: point.x, y: point.y, width: bytes.count, height: 1).intersection(clip)
        let first = bytes.startIndex + visible.minX - point.x
        replace(visible) { row, _ in
            for index in row.indices { row[index] = Cell(glyph: UInt32(bytes[first + index]), style: style) }
        }
    }

    /// Sets one glyph of `columns` columns, and spaces where only half of it is inside the clip.
    mutating func place(_ glyph: UInt32, columns: Int, at point: Point, style: CellStyle) {
        let visible = Rect(x: point.x, y: point.y, width: columns, height: 1).intersection(clip)
        replace(visible) { row, _ in
            row.update(repeating: Cell(space: style))
            guard row.count == columns else { return }
            row[0] = Cell(glyph: glyph, style: style, width: UInt8(truncatingIfNeeded: columns))
            if columns == 2 { row[1].width = 0 }
        }
    }

    /// The value that stands in a cell for a grapheme of several scalars.
    mutating func glyph(forCluster bytes: UnsafeBufferPointer<UInt8>.SubSequence, on base: String = "") -> UInt32 {
        // FNV-1a: a string's own hash would normalise, which costs more than all the rest of writing.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        if let index = clusterIndices[hash], clusters[Int(index)].utf8.elementsEqual(base.utf8, followedBy: bytes) {
            return index | Cell.clusterFlag
        }
        let index = UInt32(truncatingIfNeeded: clusters.count)
        clusters.append(base + String(decoding: bytes, as: UTF8.self))
        clusterIndices[hash] = index
        return index | Cell.clusterFlag
    }
}

extension String.UTF8View {
    fileprivate func elementsEqual(_ start: String.UTF8View, followedBy end: some Sequence<UInt8>) -> Bool {
        starts(with: start) && dropFirst(start.count).elementsEqual(end)
    }
}
