extension Canvas {
    /// Draws a thin or heavy line from `point` to the right, `length` cells long.
    public mutating func horizontalLine(at point: Point, length: Int, style: CellStyle, isHeavy: Bool = false) {
        for offset in 0..<max(0, length) {
            place(isHeavy ? "━" : "─", at: Point(x: point.x + offset, y: point.y), style: style)
        }
    }

    /// Draws a box with round corners along the inside of the edge of `rect` and leaves the cells inside unchanged; draws nothing below two by
    /// two cells. The title is in the upper edge, truncated to its width.
    ///
    /// - Returns: the area inside the edge.
    @discardableResult
    public mutating func box(_ rect: Rect, style: CellStyle, title: String = "", titleStyle: CellStyle? = nil) -> Rect {
        guard rect.width >= 2, rect.height >= 2 else { return .empty }
        let (left, right, top, bottom) = (rect.minX, rect.maxX - 1, rect.minY, rect.maxY - 1)
        for y in [top, bottom] { horizontalLine(at: Point(x: left + 1, y: y), length: rect.width - 2, style: style) }
        for x in [left, right] {
            for y in top + 1..<bottom { place("│", at: Point(x: x, y: y), style: style) }
        }
        place("╭", at: Point(x: left, y: top), style: style)
        place("╮", at: Point(x: right, y: top), style: style)
        place("╰", at: Point(x: left, y: bottom), style: style)
        place("╯", at: Point(x: right, y: bottom), style: style)
        write(title, in: Rect(x: left + 1, y: top, width: rect.width - 2, height: 1), style: titleStyle ?? style)
        return rect.inset(columns: 1, rows: 1)
    }

    /// Draws a scrollbar down the first column of `rect`, which is as high as the visible part; nothing when everything is shown.
    public mutating func scrollbar(in rect: Rect, _ position: ScrollPosition) {
        guard !rect.isEmpty, let thumb = position.thumb(trackLength: rect.height) else { return }
        for row in 0..<rect.height {
            let isThumb = thumb.contains(row)
            place(
                isThumb ? "┃" : "│", at: Point(x: rect.minX, y: rect.minY + row), style: CellStyle(isThumb ? .scrollbarThumb : .scrollbar))
        }
    }

    private mutating func place(_ scalar: Unicode.Scalar, at point: Point, style: CellStyle) {
        place(scalar.value, columns: 1, at: point, style: style)
    }
}

/// The visible part of scrollable content.
public struct ScrollPosition: Hashable, Sendable {
    /// The first row shown, from 0.
    public var offset: Int
    /// The number of visible rows.
    public var visible: Int
    /// The number of rows in total.
    public var total: Int

    /// Creates a position from the first visible row, the number of visible rows and the total.
    public init(offset: Int, visible: Int, total: Int) {
        self.offset = offset
        self.visible = visible
        self.total = total
    }

    /// The cells of a scrollbar's thumb on a track of `trackLength` cells; nil if everything is visible.
    ///
    /// The thumb touches an end of the track only if the content is scrolled to that end, if the track is long enough to show the
    /// difference.
    public func thumb(trackLength: Int) -> Range<Int>? {
        guard trackLength > 0, visible > 0, total > visible else { return nil }
        let length = min(max(1, Self.scaled(visible, by: trackLength, over: total)), max(1, trackLength - 1))
        let last = total - visible
        let first = min(max(0, offset), last)
        let free = trackLength - length
        var start = Self.scaled(first, by: free, over: last)
        if free >= 2 { start = first == 0 ? 0 : first == last ? free : min(max(1, start), free - 1) }
        return start..<start + length
    }

    /// `value * factor / divisor`, for any size of the product.
    private static func scaled(_ value: Int, by factor: Int, over divisor: Int) -> Int {
        divisor.dividingFullWidth(value.multipliedFullWidth(by: factor)).quotient
    }
}
