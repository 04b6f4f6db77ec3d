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

    /// For each row that differs, the columns from the first to the last cell that does, never half of a wide glyph.
    func changes() -> [(row: Int, columns: Range<Int>)] {
        let width = new.size.width
        guard width > 0 else { return [] }
        return (0..<new.size.height).compactMap { row in
            columns(inRow: row * width..<(row + 1) * width).map { (row, $0) }
        }
    }

    private func columns(inRow range: Range<Int>) -> Range<Int>? {
        guard let old else { return 0..<range.count }
        return old.cells.withUnsafeBufferPointer { oldCells in
            new.cells.withUnsafeBufferPointer { newCells in
                guard !shareClusters || !isSameMemory(oldCells, newCells, range) else { return nil }
                guard var first = range.first(where: { differs(oldCells[$0], newCells[$0]) }),
                    var last = range.last(where: { differs(oldCells[$0], newCells[$0]) })
                else { return nil }
                if newCells[first].width == 0 { first -= 1 }
                if newCells[last].width == 2 { last += 1 }
                return first - range.lowerBound..<last + 1 - range.lowerBound
            }
        }
    }

    /// Cells are eight bytes without padding, so that rows can be compared as memory, which is what most of them come to.
    private func isSameMemory(_ first: UnsafeBufferPointer<Cell>, _ second: UnsafeBufferPointer<Cell>, _ range: Range<Int>) -> Bool {
        guard let first = first.baseAddress, let second = second.baseAddress else { return true }
        return memcmp(first + range.lowerBound, second + range.lowerBound, range.count * MemoryLayout<Cell>.stride) == 0
    }

    private func differs(_ first: Cell, _ second: Cell) -> Bool {
        first != second || (!shareClusters && second.glyph & Cell.clusterFlag != 0)
    }
}
