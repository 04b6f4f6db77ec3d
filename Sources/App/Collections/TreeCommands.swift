import Screen
import Widgets
import Workspace

enum TreeCommands {
    static let all: [Command<CollectionsState, TreeMessage>] = looking + changing

    private static let looking: [Command<CollectionsState, TreeMessage>] = [
        Command(
            "tree.open", "Open", label: "open", ["enter"], .tree, .view, synonyms: ["expand", "collapse", "view", "edit request"],
            footer: 90, disabled: nothing,
            now: { state in
                state.tree.current.flatMap { row in
                    row.node.isRequest ? nil : !state.tree.isNarrowed && state.tree.expanded.contains(row.node.path) ? "Collapse" : "Expand"
                }
            }, sends: .open),
        Command(
            "tree.openInNewTab", "Open in new tab", ["t"], .tree, .view, synonyms: ["keep", "separate"], disabled: noRequest,
            sends: .openInNewTab),
        Command(
            "tree.toggle", "Toggle folder", label: "fold", ["space"], .tree, .view, synonyms: ["expand", "collapse"], footer: 50,
            disabled: { $0.tree.current?.node.hasChildren == true ? nil : "not a folder with content" }, sends: .toggle),
        Command("tree.expandAll", "Expand all folders", ["E"], .tree, .view, synonyms: ["open all folders", "unfold"], sends: .expandAll),
        Command(
            "tree.collapseAll", "Collapse all folders", ["C"], .tree, .view, synonyms: ["close all folders", "fold"], sends: .collapseAll),
        Command(
            "tree.filter", "Filter by name", label: "filter", ["/", "ctrl+f"], .tree, .view,
            synonyms: ["search", "find request", "requests"], footer: 70, sends: .startFilter),
        Command(
            "tree.find", "Find in requests", ["g /"], .nav, .view,
            synonyms: ["search requests", "grep", "full text", "search bodies", "search headers", "where used"], sends: .find(.ask)),
        Command(
            "tree.favorite", "Toggle favourite", ["f"], .tree, .edit, synonyms: ["favorite", "star", "mark", "bookmark", "pin"],
            disabled: nothing,
            now: { state in
                state.tree.current.map { state.tree.favorites.contains($0.node.path) ? "Remove from favourites" : "Add to favourites" }
            }, sends: .toggleFavorite),
        Command(
            "tree.favoritesOnly", "Show only favourites", ["*"], .tree, .view, synonyms: ["favorites", "star", "bookmark", "pinned"],
            sends: .toggleFavoritesOnly),
        Command(
            "tree.inheritance", "Show inherited settings", ["i"], .tree, .view, synonyms: ["folders", "effective", "parent"],
            disabled: nothing, sends: .showInheritance),
        Command(
            "tree.run", "Run requests of folder", label: "run", ["R"], .tree, .send,
            synonyms: [
                "runner", "run collection", "send all", "batch", "test suite", "iterations", "run with data file", "csv",
            ], footer: 35, disabled: nothing,
            now: { $0.tree.current.map { "Run \(noun(of: $0.node))" } }, sends: .run),
        Command("tree.copyPath", "Copy path", ["y p"], .tree, .copy, synonyms: ["file", "location"], disabled: nothing, sends: .copyPath),
        Command(
            "tree.copyName", "Copy name", ["y n"], .tree, .copy, synonyms: ["title", "clipboard"], disabled: nothing, sends: .copyName),
    ]

    private static let changing: [Command<CollectionsState, TreeMessage>] = [
        Command(
            "tree.add", "New request here", label: "new", ["a"], .tree, .file, synonyms: ["add request", "create request"], footer: 65,
            sends: .change(.addRequest)),
        Command(
            "tree.addFolder", "New folder here", ["A"], .tree, .file, synonyms: ["add folder", "create folder", "group", "directory"],
            disabled: noFolder, sends: .change(.addFolder)),
        Command(
            "tree.addCollection", "New collection", ["N"], .tree, .file, synonyms: ["add collection", "create collection", "project"],
            sends: .change(.addCollection)),
        Command(
            "tree.edit", "Edit folder settings", label: "edit", ["e"], .tree, .edit,
            synonyms: ["edit collection", "inherit", "properties", "folder variables", "folder headers", "collection secrets"], footer: 40,
            disabled: nothing,
            now: { $0.tree.current.map { $0.node.isRequest ? "Edit request" : "Edit \(noun(of: $0.node)) settings" } }, sends: .edit),
        Command(
            "tree.rename", "Rename", ["f2", "r"], .tree, .file, synonyms: ["name", "title"], disabled: nothing, sends: .change(.rename)),
        Command(
            "tree.duplicate", "Duplicate", ["D"], .tree, .file, synonyms: ["clone", "copy request", "save a copy"],
            disabled: nothing, sends: .change(.duplicate)),
        Command(
            "tree.delete", "Delete", label: "delete", ["d", "delete"], .tree, .file, synonyms: ["remove", "trash"], footer: 30,
            disabled: nothing, sends: .change(.delete)),
        Command(
            "tree.moveDown", "Move down", ["J"], .tree, .file, synonyms: ["reorder", "sort", "order"], disabled: fixed,
            sends: .change(.shift(1))),
        Command(
            "tree.moveUp", "Move up", ["K"], .tree, .file, synonyms: ["reorder", "sort", "order"], disabled: fixed,
            sends: .change(.shift(-1))),
        Command(
            "tree.moveTo", "Move to another folder", ["m"], .tree, .file, synonyms: ["move request", "drag", "reorganize", "directory"],
            disabled: rootless, sends: .change(.pickFolder)),
        Command(
            "tree.undo", "Undo", ["u"], .tree, .edit, synonyms: ["revert", "restore", "undelete"],
            disabled: { $0.tree.history.undoable.isEmpty ? "nothing to undo" : nil }, sends: .change(.undo)),
        Command(
            "tree.redo", "Redo", ["U"], .tree, .edit, synonyms: ["again", "repeat"],
            disabled: { $0.tree.history.redoable.isEmpty ? "nothing to redo" : nil }, sends: .change(.redo)),
    ]

    private static func nothing(_ state: CollectionsState) -> String? { state.tree.current == nil ? "nothing is selected" : nil }

    private static func noRequest(_ state: CollectionsState) -> String? {
        state.tree.current?.node.isRequest == true ? nil : "not a request"
    }

    private static func noun(of node: WorkspaceNode) -> String {
        if node.isRequest { return "request" }
        return node.kind == .collection ? "collection" : "folder"
    }

    private static func noFolder(_ state: CollectionsState) -> String? { state.tree.current == nil ? "there is no collection yet" : nil }

    private static func fixed(_ state: CollectionsState) -> String? { reason(state, ofCollection: "collections are sorted by name") }

    private static func rootless(_ state: CollectionsState) -> String? { reason(state, ofCollection: "a collection lies in no folder") }

    private static func reason(_ state: CollectionsState, ofCollection reason: String) -> String? {
        guard let node = state.tree.current?.node else { return "nothing is selected" }
        return node.isCollection ? reason : nil
    }

    /// The commands of the context menu of a row, except commands that never apply to its kind.
    static func menu(of node: WorkspaceNode?) -> [String] {
        guard let node, !node.isRequest else { return menu }
        let others = ["tree.openInNewTab"] + (node.isCollection ? ["tree.moveTo", "tree.moveUp", "tree.moveDown"] : [])
        return menu.filter { !others.contains($0) }
    }

    /// The commands for the row under the cursor.
    static var ofRow: [String] { menu.filter { !["tree.undo", "tree.redo", "transfer.import"].contains($0) } }

    private static let menu = [
        "tree.open", "tree.openInNewTab", "tree.run", "tree.edit", "tree.add", "tree.addFolder", "tree.rename", "tree.duplicate",
        "tree.moveTo", "tree.delete", "tree.undo", "tree.redo", "tree.favorite", "tree.copyPath", "tree.inheritance", "tree.moveUp",
        "tree.moveDown", "transfer.export", "transfer.import",
    ]
}

/// Moves items of the tree by dragging.
enum TreeDragging {
    /// The time that a collapsed folder is hovered until it expands.
    static let unfoldDelay = Duration.milliseconds(700)

    /// Follows the pointer; nil when the event is for the list.
    static func mouse(_ state: inout CollectionsState, _ event: MouseEvent, _ context: CollectionsContext) -> CollectionsOutcome? {
        guard let drag = state.tree.drag else { return nil }
        switch event.action {
        case .drag(.left):
            let row = state.tree.list.row(at: event.position, in: TreeReducer.listArea(state, context), count: state.tree.rows.count)
            state.tree.drag?.isMoving = true
            state.tree.drag?.target = row.map { state.tree.rows[$0].node.path }.flatMap { $0 == drag.path ? nil : $0 }
            return hover(&state)
        case .release(.left):
            state.tree.drag = nil
            guard drag.isMoving else { return TreeReducer.open(&state, context) }
            return endHovering(drag) + (drag.target.map { TreeChanges.drop(state, drag.path, on: $0) } ?? [])
        case .press:
            state.tree.drag = nil
            return nil
        default: return nil
        }
    }

    /// The direction in which the tree scrolls while a drag is held on its first or last row, or beyond.
    static func step(_ state: CollectionsState, at point: Point, _ context: CollectionsContext) -> Int {
        let (rect, count) = (TreeReducer.listArea(state, context), state.tree.rows.count)
        guard state.tree.drag != nil, rect.height > 2, (rect.minX...rect.maxX).contains(point.x) else { return 0 }
        let seen = state.tree.list.visibleRows(count: count, height: rect.height)
        if point.y <= rect.minY { return seen.lowerBound > 0 ? -1 : 0 }
        return point.y >= rect.maxY - 1 && seen.upperBound < count ? 1 : 0
    }

    /// Scrolls by a row while a drag is held at the edge.
    static func scroll(_ state: inout CollectionsState, at point: Point, _ context: CollectionsContext) {
        let step = step(state, at: point, context)
        guard step != 0 else { return }
        state.tree.list.scroll(by: step, count: state.tree.rows.count, height: TreeReducer.listArea(state, context).height)
    }

    /// Expands a folder after a drag has hovered over it for a while, unless the drag is over another row by now.
    static func unfold(_ state: inout CollectionsState, _ path: String, _ context: CollectionsContext) {
        guard state.tree.drag?.hovered == path else { return }
        state.tree.drag?.hovered = nil
        state.tree.unfoldInPlace(path, height: TreeReducer.listArea(state, context).height)
    }

    /// Starts to wait when a drag hovers over a collapsed folder.
    private static func hover(_ state: inout CollectionsState) -> CollectionsOutcome {
        let node = state.tree.drag?.target.flatMap { path in state.tree.rows.first { $0.node.path == path }?.node }
        let folder = node.flatMap { node -> String? in
            let isClosed = node.hasChildren && !state.tree.isNarrowed && !state.tree.expanded.contains(node.path)
            return isClosed ? node.path : nil
        }
        guard let drag = state.tree.drag, folder != drag.hovered else { return [] }
        state.tree.drag?.hovered = folder
        return folder.map { [.after(unfoldDelay, .unfold, .tree(.unfoldHeld(path: $0)))] } ?? endHovering(drag)
    }

    private static func endHovering(_ drag: TreeDrag) -> CollectionsOutcome { drag.hovered == nil ? [] : [.cancel(.unfold)] }
}
