import Screen

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// Finds the cells that two canvases do not share.
struct CanvasDifference {
    /// The canvas that the terminal shows; nil when that is unknown.
    let old: Canvas?
    /// The canvas that it shall show.
    let new: Canvas

    private let shareClusters: Bool

    /// Compares two canvases; those of different sizes share nothing.
    init(from old: Canvas?, to new: Canvas) {
        self.old = old?.size == new.size ? old : nil
        self.new = new
        shareClusters = self.old?.clusters == new.clusters
    }

    /// As many equal cells as are written again rather than skipped, between two that differ.
    private static let gap = 8

    /// The columns that differ, row by row, with short stretches of equal cells between them; never half of a wide glyph.
    func changes() -> [(row: Int, columns: Range<Int>)] {
        let width = new.size.width
        guard width > 0 else { return [] }
        guard let old else { return (0..<new.size.height).map { ($0, 0..<width) } }
        return old.cells.withUnsafeBufferPointer { oldCells in
            new.cells.withUnsafeBufferPointer { newCells in
                (0..<new.size.height).flatMap { row in
                    columns(oldCells, newCells, inRow: row * width..<(row + 1) * width).map { (row, $0) }
                }
            }
        }
    }

    private func columns(
        _ oldCells: UnsafeBufferPointer<Cell>, _ newCells: UnsafeBufferPointer<Cell>, inRow range: Range<Int>
    ) -> [Range<Int>] {
        guard !shareClusters || !isSameMemory(oldCells, newCells, range) else { return [] }
        var runs: [Range<Int>] = []
        for index in range where differs(oldCells[index], newCells[index]) {
            let first = newCells[index].width == 0 ? index - 1 : index
            let end = newCells[index].width == 2 ? index + 2 : index + 1
            if let last = runs.last, first - range.lowerBound - last.upperBound <= Self.gap {
                runs[runs.count - 1] = last.lowerBound..<max(last.upperBound, end - range.lowerBound)
            } else {
                runs.append(first - range.lowerBound..<end - range.lowerBound)
            }
        }
        return runs
    }

    /// Cells are eight bytes without padding, so that rows can be compared as memory, which is what most of them come to.
    private func isSameMemory(_ first: UnsafeBufferPointer<Cell>, _ second: UnsafeBufferPointer<Cell>, _ range: Range<Int>) -> Bool {
        guard let first = first.baseAddress, let second = second.baseAddress else { return true }
        return memcmp(first + range.lowerBound, second + range.lowerBound, range.count * MemoryLayout<Cell>.stride) == 0
    }

    private func differs(_ first: Cell, _ second: Cell) -> Bool {
        // As one number each, for the same reason.
        unsafeBitCast(first, to: UInt64.self) != unsafeBitCast(second, to: UInt64.self)
            || (!shareClusters && second.glyph & Cell.clusterFlag != 0)
    }
}
