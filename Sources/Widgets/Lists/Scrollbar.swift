public import Screen

/// The bar beside rows of which not all are seen.
public struct Scrollbar: Equatable, Sendable {
    private let count: Int
    private let height: Int
    private let first: Int

    /// A bar `height` cells high beside `count` rows, of which `first` is at the top.
    public init(count: Int, height: Int, first: Int) {
        self.count = max(0, count)
        self.height = max(0, height)
        self.first = min(max(0, first), max(0, count - height))
    }

    private var position: ScrollPosition { ScrollPosition(offset: first, visible: height, total: count) }

    /// The cells of the thumb, from the top; empty when all rows are seen.
    public var thumb: Range<Int> { position.thumb(trackLength: height) ?? 0..<0 }

    /// Draws track and thumb in the first column of `rect`; draws nothing when all rows are seen.
    public func draw(in rect: Rect, on canvas: inout Canvas, backdrop: StyleRole? = nil) {
        guard !thumb.isEmpty else { return }
        let track = Rect(x: rect.minX, y: rect.minY, width: min(1, rect.width), height: min(height, rect.height))
        canvas.scrollbar(in: track, position)
        if let backdrop { canvas.highlight(track, backdrop: backdrop) }
    }

    /// Where in the thumb the pointer holds it when it goes down on the cell `y`; the thumb's middle when it goes down beside it.
    public func grip(at y: Int) -> Int {
        thumb.contains(y) ? y - thumb.lowerBound : thumb.count / 2
    }

    /// The row that is at the top when the thumb is held at `grip` and the pointer is on the cell `y`.
    public func first(at y: Int, grip: Int) -> Int {
        let room = height - thumb.count
        guard room > 0 else { return 0 }
        return (min(max(0, y - grip), room) * (count - height) + room / 2) / room
    }
}
