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

    /// The cells of the thumb, from the top; empty when all rows are seen.
    public var thumb: Range<Int> {
        guard count > height, height > 0 else { return 0..<0 }
        let length = max(1, height * height / count)
        let start = (first * (height - length) + (count - height) / 2) / (count - height)
        return start..<start + length
    }

    /// Draws track and thumb in the first column of `rect`; draws nothing when all rows are seen.
    public func draw(in rect: Rect, on canvas: inout Canvas, backdrop: StyleRole? = nil) {
        let thumb = thumb
        guard !thumb.isEmpty else { return }
        for y in 0..<min(height, rect.height) {
            let isThumb = thumb.contains(y)
            let style = CellStyle(isThumb ? .scrollbarThumb : .scrollbar, on: backdrop)
            canvas.write(isThumb ? "█" : "│", at: Point(x: rect.minX, y: rect.minY + y), style: style)
        }
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
