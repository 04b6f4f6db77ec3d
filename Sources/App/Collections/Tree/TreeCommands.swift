import Workspace

/// What can be done in the tree.
enum TreeCommands {
    static let all: [Command] = looking + changing

    private static let looking: [Command] = [
        Command(
            "tree.open", "Open the request, or open or close the folder", label: "open", keys: ["enter"], scope: .tree, group: .view,
            footer: 90, disabled: nothing, sends: .tree(.open)),
        Command(
            "tree.openInNewTab", "Open the request in a tab of its own", keys: ["t"], scope: .tree, group: .view, disabled: noRequest,
            sends: .tree(.openInNewTab)),
        Command(
            "tree.toggle", "Open or close the folder", label: "fold", keys: ["space"], scope: .tree, group: .view, footer: 50,
            disabled: { $0.tree.current?.node.children.isEmpty == false ? nil : "this is no folder with something in it" },
            sends: .tree(.toggle)),
        Command("tree.expandAll", "Open all folders", keys: ["E"], scope: .tree, group: .view, sends: .tree(.expandAll)),
        Command("tree.collapseAll", "Close all folders", keys: ["C"], scope: .tree, group: .view, sends: .tree(.collapseAll)),
        Command(
            "tree.filter", "Filter by name", label: "filter", keys: ["/", "ctrl+f"], scope: .tree, group: .view, footer: 70,
            sends: .tree(.startFilter)),
        Command(
            "tree.favorite", "Mark as a favourite, or not", keys: ["f"], scope: .tree, group: .edit, disabled: nothing,
            sends: .tree(.toggleFavorite)),
        Command(
            "tree.favoritesOnly", "Show the favourites only, or all", keys: ["*"], scope: .tree, group: .view,
            sends: .tree(.toggleFavoritesOnly)),
        Command(
            "tree.inheritance", "Show what the folders around say", keys: ["i"], scope: .tree, group: .view, disabled: nothing,
            sends: .tree(.showInheritance)),
        Command("tree.menu", "What can be done with the row", keys: ["x"], scope: .tree, group: .view, sends: .tree(.showMenu)),
        Command("tree.copyPath", "Copy the path", keys: ["y p"], scope: .tree, group: .copy, disabled: nothing, sends: .tree(.copyPath)),
        Command("tree.copyName", "Copy the name", keys: ["y n"], scope: .tree, group: .copy, disabled: nothing, sends: .tree(.copyName)),
    ]

    private static let changing: [Command] = [
        Command(
            "tree.add", "New request here", label: "new", keys: ["a"], scope: .tree, group: .file, footer: 65, sends: .tree(.addRequest)),
        Command("tree.addFolder", "New folder here", keys: ["A"], scope: .tree, group: .file, disabled: noFolder, sends: .tree(.addFolder)),
        Command("tree.addCollection", "New collection", keys: ["N"], scope: .tree, group: .file, sends: .tree(.addCollection)),
        Command(
            "tree.edit", "Edit what the folder says, or the request", label: "edit", keys: ["e"], scope: .tree, group: .edit, footer: 40,
            disabled: nothing, sends: .tree(.edit)),
        Command("tree.rename", "Rename", keys: ["f2", "r"], scope: .tree, group: .file, disabled: nothing, sends: .tree(.rename)),
        Command("tree.duplicate", "Duplicate", keys: ["D"], scope: .tree, group: .file, disabled: nothing, sends: .tree(.duplicate)),
        Command(
            "tree.delete", "Delete; undo brings it back", label: "delete", keys: ["d", "delete"], scope: .tree, group: .file, footer: 30,
            disabled: nothing, sends: .tree(.delete)),
        Command("tree.moveDown", "Move down", keys: ["J"], scope: .tree, group: .file, disabled: fixed, sends: .tree(.shift(1))),
        Command("tree.moveUp", "Move up", keys: ["K"], scope: .tree, group: .file, disabled: fixed, sends: .tree(.shift(-1))),
        Command(
            "tree.moveTo", "Move to another folder", keys: ["m"], scope: .tree, group: .file, disabled: fixed, sends: .tree(.pickFolder)),
        Command(
            "tree.undo", "Undo the last change to the tree", keys: ["u"], scope: .tree, group: .edit,
            disabled: { $0.tree.history.undoable.isEmpty ? "nothing was changed" : nil }, sends: .tree(.undo)),
        Command(
            "tree.redo", "Bring back what was undone in the tree", keys: ["U"], scope: .tree, group: .edit,
            disabled: { $0.tree.history.redoable.isEmpty ? "nothing was undone" : nil }, sends: .tree(.redo)),
    ]

    @Sendable
    private static func nothing(_ state: AppState) -> String? { state.tree.current == nil ? "there is nothing" : nil }

    @Sendable
    private static func noRequest(_ state: AppState) -> String? {
        state.tree.current?.node.isRequest == true ? nil : "this is no request"
    }

    @Sendable
    private static func noFolder(_ state: AppState) -> String? { state.tree.current == nil ? "there is no collection yet" : nil }

    @Sendable
    private static func fixed(_ state: AppState) -> String? {
        guard let node = state.tree.current?.node else { return "there is nothing" }
        return node.isCollection ? "collections stand by name" : nil
    }
}
