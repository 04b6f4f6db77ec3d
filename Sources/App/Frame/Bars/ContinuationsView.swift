import Screen

/// After a prefix key: what the next key may be.
enum ContinuationsView {
    static func draw(_ state: AppState, in bounds: Rect, on canvas: inout Canvas) {
        let found = state.keymap.continuations(of: state.pendingKeys, in: state.scopes)
        let lines = found.compactMap { next in
            CommandTable.command(next.command).map { (KeyNotation.show(next.keys), $0.title) }
        }
        let width = min(bounds.width, (lines.map { TextWidth.columns(of: $0.1) }.max() ?? 0) + 12)
        let height = min(bounds.height - 2, lines.count + 2)
        let frame = Rect(x: bounds.maxX - width, y: bounds.maxY - 1 - height, width: width, height: height)
        OverlayView.drawWindow(KeyNotation.show(state.pendingKeys), in: frame, on: &canvas)
        for (index, (key, title)) in lines.prefix(max(0, height - 2)).enumerated() {
            let row = frame.inset(columns: 2, rows: 1).row(index)
            canvas.write(key, at: row.origin, style: CellStyle(.footerKey, on: .modal))
            canvas.write(title, at: Point(x: row.minX + 5, y: row.minY), style: CellStyle(.text, on: .modal), columns: row.width - 5)
        }
    }
}
