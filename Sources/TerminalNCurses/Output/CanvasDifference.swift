import Platform
import Screen

/// The differences between two canvases.
struct CanvasDifference {
    /// The canvas that the terminal shows; nil if unknown.
    let old: Canvas?
    /// The canvas to draw.
    let new: Canvas

    private let shareClusters: Bool

    /// Compares two canvases; canvases of different sizes differ in all cells.
    init(from old: Canvas?, to new: Canvas) {
        self.old = old?.size == new.size ? old : nil
        self.new = new
        shareClusters = self.old?.clusters == new.clusters
    }

    /// The largest number of equal cells that are written again to join two changed runs.
    private static let gap = 8

    /// The changed columns of each row. Close runs are joined, and wide glyphs are never split.
    func changes() -> [(row: Int, columns: Range<Int>)] {
        let width = new.size.width
        guard width > 0 else { return [] }
        guard let old else { return (0..<new.size.height).map { ($0, 0..<width) } }
        var changes: [(row: Int, columns: Range<Int>)] = []
        old.cells.withUnsafeBufferPointer { oldCells in
            new.cells.withUnsafeBufferPointer { newCells in
                for row in 0..<new.size.height { note(oldCells, newCells, row: row, width: width, in: &changes) }
            }
        }
        return changes
    }

    private func note(
        _ oldCells: UnsafeBufferPointer<Cell>, _ newCells: UnsafeBufferPointer<Cell>, row: Int, width: Int,
        in changes: inout [(row: Int, columns: Range<Int>)]
    ) {
        let start = row * width
        guard !shareClusters || !isSameMemory(oldCells, newCells, start..<start + width) else { return }
        var run: Range<Int>?
        for column in 0..<width where differs(oldCells[start + column], newCells[start + column]) {
            let glyphWidth = newCells[start + column].width
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
    private func isSameMemory(_ first: UnsafeBufferPointer<Cell>, _ second: UnsafeBufferPointer<Cell>, _ range: Range<Int>) -> Bool {
        guard let first = first.baseAddress, let second = second.baseAddress else { return true }
        return memcmp(first + range.lowerBound, second + range.lowerBound, range.count * MemoryLayout<Cell>.stride) == 0
    }

    private func differs(_ first: Cell, _ second: Cell) -> Bool {
        // Compares cells as integers for the same reason.
        unsafeBitCast(first, to: UInt64.self) != unsafeBitCast(second, to: UInt64.self)
            || (!shareClusters && second.glyph & Cell.clusterFlag != 0)
    }
}
