public import Screen

extension ListState {
    /// Draws the rows that are seen, the selection behind them, and a scrollbar when there are more.
    ///
    /// - Parameters:
    ///   - rect: the cells of the list.
    ///   - canvas: what is drawn on.
    ///   - count: how many rows there are.
    ///   - isFocused: whether keys go to the list.
    ///   - backdrop: what is behind the rows, nil for the screen itself.
    ///   - row: draws the row of an index in cells; `backdrop` is to be behind all that it writes.
    public func draw(
        in rect: Rect, on canvas: inout Canvas, count: Int, isFocused: Bool, backdrop: StyleRole? = nil,
        row: (_ index: Int, _ rect: Rect, _ backdrop: StyleRole?, _ canvas: inout Canvas) -> Void
    ) {
        let rows = rowsRect(in: rect, count: count)
        let visible = visibleRows(count: count, height: rect.height)
        for index in visible {
            let cells = rows.row(index - visible.lowerBound)
            let behind = index == selected ? (isFocused ? .cursorRowFocused : .cursorRow) : backdrop
            if let behind { canvas.fill(cells, style: CellStyle(behind)) }
            canvas.clipped(to: cells) { row(index, cells, behind, &$0) }
        }
        guard count > rect.height else { return }
        Scrollbar(count: count, height: rect.height, first: visible.lowerBound)
            .draw(in: rect.splitRight(1).right, on: &canvas, backdrop: backdrop)
    }
}
