import Engine
import Screen
import Widgets
import Workspace

/// Draws the tree.
enum TreeView {
    /// - Parameter isUnsaved: tells whether the open request of a file has unsaved changes.
    static func draw(
        _ state: CollectionsState, _ context: CollectionsContext, in rect: Rect, isUnsaved: (String) -> Bool, on canvas: inout Canvas
    ) {
        let isFocused = context.isFocused
        let title = state.tree.showsFavoritesOnly ? "Favourites" : nil
        let inner = PaneFrame.draw(.tree, title: title, in: rect, isFocused: isFocused, on: &canvas)
        if let filter = state.tree.filter {
            FilterBar.draw(filter, in: inner.row(0), isTyping: isFocused && state.tree.isFiltering, on: &canvas)
        }
        let list = TreeReducer.listArea(state, context)
        guard !state.tree.rows.isEmpty else { return drawEmpty(state, in: list, on: &canvas) }
        state.tree.list.draw(in: list, on: &canvas, count: state.tree.rows.count, isFocused: isFocused) { index, cells, backdrop, canvas in
            let node = state.tree.rows[index].node
            let sign = (isUnsaved(node.path) ? " ●" : "", node.path == context.frontPath ? " ◂" : "")
            draw(state.tree.rows[index], state.tree, signs: node.isRequest ? sign : ("", ""), in: cells, backdrop: backdrop, on: &canvas)
        }
    }

    private static func draw(
        _ row: TreeState.Row, _ tree: TreeState, signs: (unsaved: String, front: String), in rect: Rect, backdrop: StyleRole?,
        on canvas: inout Canvas
    ) {
        let node = row.node
        let isTarget = tree.drag?.target.map { tree.rows[$0].node.path == node.path } ?? false
        var x = rect.minX + row.depth * 2
        let star = tree.favorites.contains(node.path) ? " ★" : ""
        let target = isTarget ? (node.isFolder ? " ← into" : " ← before") : ""
        let signColumns = [signs.unsaved, signs.front, star, target].reduce(0) { $0 + TextWidth.columns(of: $1) }
        func write(_ text: String, _ role: StyleRole) {
            x += canvas.write(text, at: Point(x: x, y: rect.minY), style: CellStyle(role, on: backdrop), columns: max(0, rect.maxX - x))
        }
        func writeName(_ role: StyleRole) { write(TextWidth.fitted(node.name, columns: max(0, rect.maxX - x - signColumns)), role) }
        switch node.kind {
        case .collection, .folder:
            let isOpen = tree.expanded.contains(node.path) || tree.isNarrowed
            write(!node.hasChildren ? "· " : isOpen ? "▾ " : "▸ ", .textMuted)
            writeName(row.depth == 0 ? .textStrong : .text)
        case .request(let method):
            write(MethodStyle.abbreviation(method) + " ", MethodStyle.role(method))
            writeName(.text)
            write(signs.unsaved, .unsaved)
            write(signs.front, .information)
        case .broken:
            write("! ", .error)
            writeName(.error)
        }
        write(star, .information)
        write(target, .match)
    }

    private static func drawEmpty(_ state: CollectionsState, in rect: Rect, on canvas: inout Canvas) {
        let text: String
        if state.tree.filter?.text.isEmpty == false {
            text = "No matches. Esc clears the filter."
        } else if state.tree.showsFavoritesOnly {
            text = "No favourites yet. f adds one, * shows everything."
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
