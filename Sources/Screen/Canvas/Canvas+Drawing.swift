extension Canvas {
    /// Draws a line from `point` to the right, `length` cells long.
    public mutating func horizontalLine(at point: Point, length: Int, style: CellStyle, borders: BorderSet = .light) {
        for offset in 0..<max(0, length) {
            place(borders.horizontal.value, columns: 1, at: Point(x: point.x + offset, y: point.y), style: style)
        }
    }

    /// Draws a line from `point` down, `length` cells long.
    public mutating func verticalLine(at point: Point, length: Int, style: CellStyle, borders: BorderSet = .light) {
        for offset in 0..<max(0, length) {
            place(borders.vertical.value, columns: 1, at: Point(x: point.x, y: point.y + offset), style: style)
        }
    }

    /// Draws a box along the inside of `rect`'s edge, at least two cells wide and high, and leaves its inside alone.
    ///
    /// - Parameters:
    ///   - rect: the box with its edge; nothing is drawn when it is smaller.
    ///   - style: how the edge looks.
    ///   - borders: its glyphs.
    ///   - title: stands in the upper edge behind the corner, cut where it is too long.
    ///   - titleStyle: how the title looks; as the edge when nil.
    /// - Returns: the inside.
    @discardableResult
    public mutating func box(
        _ rect: Rect, style: CellStyle, borders: BorderSet = .light, title: String = "", titleStyle: CellStyle? = nil
    ) -> Rect {
        guard rect.width >= 2, rect.height >= 2 else { return .empty }
        let (left, right, top, bottom) = (rect.minX, rect.maxX - 1, rect.minY, rect.maxY - 1)
        for y in [top, bottom] {
            horizontalLine(at: Point(x: left + 1, y: y), length: rect.width - 2, style: style, borders: borders)
        }
        for x in [left, right] {
            verticalLine(at: Point(x: x, y: top + 1), length: rect.height - 2, style: style, borders: borders)
        }
        let corners = borders.corners
        place(corners.topLeft.value, columns: 1, at: Point(x: left, y: top), style: style)
        place(corners.topRight.value, columns: 1, at: Point(x: right, y: top), style: style)
        place(corners.bottomLeft.value, columns: 1, at: Point(x: left, y: bottom), style: style)
        place(corners.bottomRight.value, columns: 1, at: Point(x: right, y: bottom), style: style)
        write(title, in: Rect(x: left + 1, y: top, width: rect.width - 2, height: 1), style: titleStyle ?? style)
        return rect.inset(columns: 1, rows: 1)
    }

    /// Draws a line across a box, ending on its left and right edge.
    ///
    /// - Parameters:
    ///   - rect: the box with its edge.
    ///   - row: the line's row, counted from the box's upper edge.
    public mutating func divider(in rect: Rect, row: Int, style: CellStyle, borders: BorderSet = .light) {
        guard rect.width >= 2, row >= 0, row < rect.height else { return }
        let y = rect.minY + row
        place(borders.tees.left.value, columns: 1, at: Point(x: rect.minX, y: y), style: style)
        horizontalLine(at: Point(x: rect.minX + 1, y: y), length: rect.width - 2, style: style, borders: borders)
        place(borders.tees.right.value, columns: 1, at: Point(x: rect.maxX - 1, y: y), style: style)
    }

    /// Draws a scrollbar down the first column of `rect`; nothing when everything is shown.
    ///
    /// - Parameters:
    ///   - rect: where it stands, as high as what is shown.
    ///   - position: what is shown of how much.
    ///   - borders: its glyphs.
    public mutating func scrollbar(in rect: Rect, _ position: ScrollPosition, borders: BorderSet = .light) {
        guard !rect.isEmpty, let thumb = position.thumb(trackLength: rect.height) else { return }
        for row in 0..<rect.height {
            let isThumb = thumb.contains(row)
            place(
                (isThumb ? borders.scrollThumb : borders.scrollTrack).value, columns: 1, at: Point(x: rect.minX, y: rect.minY + row),
                style: CellStyle(isThumb ? .scrollbarThumb : .scrollbar))
        }
    }
}
