import Platform
import Screen

/// The differences between two canvases.
struct CanvasDifference {
    /// The cells that the terminal shows; nil if unknown.
    private let old: [Cell]?
    /// The number of cells from a row of `old` to the next; 0 if all rows are the same one.
    private let oldStride: Int
    /// The canvas to draw.
    private let new: Canvas

    private let shareClusters: Bool

    /// Compares two canvases; canvases of different sizes differ in all cells.
    init(from old: Canvas?, to new: Canvas) {
        self.old = old?.size == new.size ? old?.cells : nil
        self.new = new
        oldStride = new.size.width
        shareClusters = old?.clusters == new.clusters
    }

    /// Compares with an empty canvas, of which one row is enough.
    init(fromEmptyTo new: Canvas) {
        old = [Cell](repeating: .blank, count: new.size.width)
        self.new = new
        oldStride = 0
        shareClusters = new.clusters.isEmpty
    }

    /// The largest number of equal cells that are written again to join two changed runs.
    private static let gap = 8

    /// The changed columns of each row. Close runs are joined, and wide glyphs are never split.
    func changes() -> [(row: Int, columns: Range<Int>)] {
        let width = new.size.width
        guard width > 0 else { return [] }
        guard let old else { return (0..<new.size.height).map { ($0, 0..<width) } }
        var changes: [(row: Int, columns: Range<Int>)] = []
        old.withUnsafeBufferPointer { old in
            new.cells.withUnsafeBufferPointer { new in
                for row in 0..<self.new.size.height {
                    let (before, after) = (old.dropFirst(row * oldStride).prefix(width), new.dropFirst(row * width).prefix(width))
                    addChanges(UnsafeBufferPointer(rebasing: before), UnsafeBufferPointer(rebasing: after), row: row, to: &changes)
                }
            }
        }
        return changes
    }

    private func addChanges(
        _ old: UnsafeBufferPointer<Cell>, _ new: UnsafeBufferPointer<Cell>, row: Int, to changes: inout [(row: Int, columns: Range<Int>)]
    ) {
        guard !shareClusters || !isSameMemory(old, new) else { return }
        var run: Range<Int>?
        for column in new.indices where differs(old[column], new[column]) {
            let glyphWidth = new[column].width
            let (first, end) = (glyphWidth == 0 ? column - 1 : column, glyphWidth == 2 ? column + 2 : column + 1)
            if let known = run, first - known.upperBound <= Self.gap {
                run = known.lowerBound..<max(known.upperBound, end)
            } else {
                if let run { changes.append((row, run)) }
                run = first..<end
            }
        }
        if let run { changes.append((row, run)) }
    }

    /// Compares rows as memory, which is the common case. Cells are eight bytes without padding.
    private func isSameMemory(_ first: UnsafeBufferPointer<Cell>, _ second: UnsafeBufferPointer<Cell>) -> Bool {
        guard let start = first.baseAddress, let other = second.baseAddress else { return true }
        return memcmp(start, other, first.count * MemoryLayout<Cell>.stride) == 0
    }

    private func differs(_ first: Cell, _ second: Cell) -> Bool {
        // Compares cells as integers for the same reason.
        unsafeBitCast(first, to: UInt64.self) != unsafeBitCast(second, to: UInt64.self)
            || (!shareClusters && second.glyph & Cell.clusterFlag != 0)
    }
}
