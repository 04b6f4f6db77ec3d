public import Screen

/// Places popups next to an anchor on the screen.
public enum PopupFrame {
    /// A frame of at most `size` below the cell at `anchor`, or above it if there is more room; moved left to fit in `bounds`.
    public static func frame(_ size: Size, at anchor: Point, in bounds: Rect) -> Rect {
        let below = bounds.maxY - anchor.y - 1
        let above = anchor.y - bounds.minY
        let isBelow = size.height <= below || below >= above
        let height = min(size.height, max(0, isBelow ? below : above))
        let width = min(size.width, bounds.width)
        let x = max(bounds.minX, min(anchor.x, bounds.maxX - width))
        return Rect(x: x, y: isBelow ? anchor.y + 1 : anchor.y - height, width: width, height: height)
    }

    /// A frame of at most `size` that starts below the cell at `anchor`, moved up and left to fit in `bounds`; it may cover the anchor.
    static func over(_ size: Size, at anchor: Point, in bounds: Rect) -> Rect {
        let (width, height) = (min(size.width, bounds.width), min(size.height, bounds.height))
        let x = max(bounds.minX, min(anchor.x, bounds.maxX - width))
        let y = max(bounds.minY, min(anchor.y + 1, bounds.maxY - height))
        return Rect(x: x, y: y, width: width, height: height)
    }
}
