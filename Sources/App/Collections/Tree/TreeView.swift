import Engine
import Screen
import Widgets
import Workspace

/// Draws the tree.
enum TreeView {
    static func draw(_ state: AppState, in rect: Rect, on canvas: inout Canvas) {
        let isFocused = state.hasFocus(.tree)
        let title = state.tree.showsFavoritesOnly ? "Favourites" : nil
        let inner = PaneFrame.draw(.tree, title: title, in: rect, isFocused: isFocused, on: &canvas)
        if let filter = state.tree.filter {
            FilterBar.draw(filter, in: inner.row(0), isTyping: isFocused && state.tree.isFiltering, on: &canvas)
        }
        let list = TreeUpdate.listRect(state)
        guard !state.tree.rows.isEmpty else { return drawEmpty(state, in: list, on: &canvas) }
        state.tree.list.draw(in: list, on: &canvas, count: state.tree.rows.count, isFocused: isFocused) { index, cells, backdrop, canvas in
            draw(state.tree.rows[index], state, in: cells, backdrop: backdrop, on: &canvas)
        }
    }

    private static func draw(_ row: TreeState.Row, _ state: AppState, in rect: Rect, backdrop: StyleRole?, on canvas: inout Canvas) {
        let node = row.node
        let isTarget = state.tree.drag?.target.map { state.tree.rows[$0].node.path == node.path } ?? false
        var x = rect.minX + row.depth * 2
        func write(_ text: String, _ role: StyleRole) {
            x += canvas.write(text, at: Point(x: x, y: rect.minY), style: CellStyle(role, on: backdrop), columns: max(0, rect.maxX - x))
        }
        switch node.kind {
        case .collection, .folder:
            let isOpen = state.tree.expanded.contains(node.path) || state.tree.isNarrowed
            write(node.children.isEmpty ? "· " : isOpen ? "▾ " : "▸ ", .textMuted)
            write(node.name, row.depth == 0 ? .textStrong : .text)
        case .request(let method):
            write(MethodStyle.abbreviation(method) + " ", MethodStyle.role(method))
            write(node.name, .text)
            if state.isUnsaved(node.path) { write(" ●", .unsaved) }
            if state.request.path == node.path { write(" ◂", .information) }
        case .broken:
            write("! ", .error)
            write(node.name, .error)
        }
        if state.tree.favorites.contains(node.path) { write(" ★", .information) }
        if isTarget { write(node.isFolder ? " ← into" : " ← before", .match) }
    }

    private static func drawEmpty(_ state: AppState, in rect: Rect, on canvas: inout Canvas) {
        let text: String
        if state.tree.filter?.text.isEmpty == false {
            text = "Nothing matches. Esc shows everything."
        } else if state.tree.showsFavoritesOnly {
            text = "No favourites yet: f marks what is under the cursor, * shows everything."
        } else if state.workspace.isLoading {
            text = "Reading…"
        } else {
            text =
                "No collections yet. Press N for a collection, or ^N for a new request and ^S to save it, or run “apus demo” to look around."
        }
        for (index, line) in TextWrap.lines(text, columns: rect.width - 1).prefix(rect.height).enumerated() {
            canvas.write(line, at: Point(x: rect.minX, y: rect.minY + index), style: CellStyle(.textMuted), columns: rect.width)
        }
    }
}
