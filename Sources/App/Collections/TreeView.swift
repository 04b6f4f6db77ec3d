import Screen
import Widgets
import Workspace

/// Draws the tree.
enum TreeView {
    /// The word beside a folder or collection without content, which cannot be expanded.
    private static let emptyNote = "  empty"

    /// Draws the pane; `isUnsaved` tells whether the open request of a file has unsaved changes.
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
        if let empty = emptyState(state, context) { return empty.draw(in: list, on: &canvas) }
        state.tree.list.draw(in: list, on: &canvas, count: state.tree.rows.count, isFocused: isFocused) { index, cells, backdrop, canvas in
            let row = state.tree.rows[index]
            draw(row, state.tree, signs: signs(of: row, context, isUnsaved), in: cells, backdrop: backdrop, on: &canvas)
        }
    }

    /// The name of the selected row if the row has no room for all of it; nil otherwise.
    static func cutName(_ state: CollectionsState, _ context: CollectionsContext, isUnsaved: (String) -> Bool) -> String? {
        let (tree, list) = (state.tree, TreeReducer.listArea(state, context))
        guard let row = tree.current, let cells = tree.list.rect(ofRow: tree.list.selected, in: list, count: tree.rows.count) else {
            return nil
        }
        let start = row.depth * 2 + (row.node.isRequest ? MethodStyle.abbreviationColumns + 1 : 2)
        let room = cells.width - start - columns(of: signs(of: row, context, isUnsaved), row, tree)
        return TextWidth.columns(of: row.node.name) > room ? row.node.name : nil
    }

    /// The signs after the names of a request with unsaved changes and of the request in front.
    private static func signs(
        of row: TreeState.Row, _ context: CollectionsContext, _ isUnsaved: (String) -> Bool
    ) -> (unsaved: String, front: String) {
        guard row.node.isRequest else { return ("", "") }
        return (isUnsaved(row.node.path) ? " ●" : "", row.node.path == context.frontPath ? " ◂" : "")
    }

    /// The signs of a favourite and of the place where a dragged row would go.
    private static func marks(of row: TreeState.Row, _ tree: TreeState) -> (star: String, target: String) {
        let isTarget = tree.drag?.target == row.node.path
        return (tree.favorites.contains(row.node.path) ? " ★" : "", isTarget ? (row.node.isFolder ? " ← into" : " ← before") : "")
    }

    /// The columns of everything after the name.
    private static func columns(of signs: (unsaved: String, front: String), _ row: TreeState.Row, _ tree: TreeState) -> Int {
        let marks = marks(of: row, tree)
        return [signs.unsaved, signs.front, marks.star, marks.target].reduce(0) { $0 + TextWidth.columns(of: $1) }
    }

    private static func draw(
        _ row: TreeState.Row, _ tree: TreeState, signs: (unsaved: String, front: String), in rect: Rect, backdrop: StyleRole?,
        on canvas: inout Canvas
    ) {
        let node = row.node
        let (star, target) = marks(of: row, tree)
        let signColumns = columns(of: signs, row, tree)
        var x = rect.minX + row.depth * 2
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
        if node.isFolder, !node.hasChildren, TextWidth.columns(of: emptyNote) <= rect.maxX - x { write(emptyNote, .textMuted) }
    }

    /// The content of a tree without rows; nil if there are any.
    static func emptyState(_ state: CollectionsState, _ context: CollectionsContext) -> EmptyState? {
        guard state.tree.rows.isEmpty else { return nil }
        func hints(_ commands: [(id: String, title: String)]) -> [EmptyState.Hint] {
            commands.compactMap { id, title in context.keys.shown(id).map { EmptyState.Hint($0, title, command: id) } }
        }
        if state.tree.filter?.text.isEmpty == false { return EmptyState("No matches", hints: [EmptyState.Hint("Esc", "Clear filter")]) }
        if state.tree.showsFavoritesOnly {
            return EmptyState("No favourites yet", hints: context.isFocused ? hints([("tree.favoritesOnly", "Show everything")]) : [])
        }
        if state.workspace.isLoading { return EmptyState("Reading…") }
        // Keys of the pane are text or other commands elsewhere.
        let paneHints = context.isFocused ? [("tree.addCollection", "New collection"), ("transfer.import", "Import a file")] : []
        let elsewhere = context.isFocused ? [] : [("application.palette", "Import and more")]
        return EmptyState(
            "No collections yet\nFolders of saved requests",
            hints: hints(paneHints + [("request.new", "New request"), ("request.save", "Save request")] + elsewhere))
    }
}
