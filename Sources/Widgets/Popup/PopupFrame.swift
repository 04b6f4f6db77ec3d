import Screen

/// Finds room for a window that belongs to a place on the screen.
enum PopupFrame {
    /// A frame of at most `size` below the cell at `anchor`, or above it where there is more room, moved left as far as it must be.
    static func frame(_ size: Size, at anchor: Point, in bounds: Rect) -> Rect {
        let below = bounds.maxY - anchor.y - 1
        let above = anchor.y - bounds.minY
        let isBelow = size.height <= below || below >= above
        let height = min(size.height, max(0, isBelow ? below : above))
        let width = min(size.width, bounds.width)
        let x = max(bounds.minX, min(anchor.x, bounds.maxX - width))
        return Rect(x: x, y: isBelow ? anchor.y + 1 : anchor.y - height, width: width, height: height)
    }
}
