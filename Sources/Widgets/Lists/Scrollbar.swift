public import Screen

/// A vertical scrollbar.
public struct Scrollbar: Equatable, Sendable {
    private let count: Int
    private let height: Int
    private let first: Int

    /// Creates a scrollbar of `height` cells for `count` rows, of which `first` is the first visible one.
    public init(count: Int, height: Int, first: Int) {
        self.count = max(0, count)
        self.height = max(0, height)
        self.first = min(max(0, first), max(0, count - height))
    }

    private var position: ScrollPosition { ScrollPosition(offset: first, visible: height, total: count) }

    /// The rows of the thumb; empty if all rows are visible.
    public var thumb: Range<Int> { position.thumb(trackLength: height) ?? 0..<0 }

    /// Draws track and thumb in the first column of `rect`; draws nothing if all rows are visible.
    public func draw(in rect: Rect, on canvas: inout Canvas, backdrop: StyleRole? = nil) {
        guard !thumb.isEmpty else { return }
        let track = Rect(x: rect.minX, y: rect.minY, width: min(1, rect.width), height: min(height, rect.height))
        canvas.scrollbar(in: track, position)
        if let backdrop { canvas.highlight(track, backdrop: backdrop) }
    }

    /// The offset in the thumb at which a press on row `y` holds it: the middle for a press outside the thumb.
    public func grip(at y: Int) -> Int {
        thumb.contains(y) ? y - thumb.lowerBound : thumb.count / 2
    }

    /// The first visible row if the thumb is held at offset `grip` and the pointer is on row `y`.
    public func first(at y: Int, grip: Int) -> Int {
        let room = height - thumb.count
        guard room > 0 else { return 0 }
        return (min(max(0, y - grip), room) * (count - height) + room / 2) / room
    }
}
