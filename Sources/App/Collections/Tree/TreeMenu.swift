import Widgets
import Screen

/// The menu of a row of the tree.
enum TreeMenu {
    private static let ids = [
        "tree.open", "tree.openInNewTab", "tree.edit", "tree.add", "tree.addFolder", "tree.rename", "tree.duplicate", "tree.moveTo",
        "tree.moveUp", "tree.moveDown", "tree.favorite", "tree.inheritance", "tree.copyPath", "tree.delete", "tree.undo", "tree.redo",
    ]

    /// Opens it at a point, or at the row under the cursor.
    static func show(_ state: inout AppState, at point: Point?) {
        let list = TreeUpdate.listRect(state)
        let row = state.tree.list.rect(ofRow: state.tree.list.selected, in: list, count: state.tree.rows.count)
        let depth = state.tree.current?.depth ?? 0
        let anchor = point ?? Point(x: (row ?? list).minX + depth * 2 + 2, y: (row ?? list).minY)
        state.windows.append(.menu(Menu(ids, state, at: anchor)))
    }
}
