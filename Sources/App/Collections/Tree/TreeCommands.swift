import Engine
import Workspace

/// The commands of the tree.
enum TreeCommands {
    static let all: [AppCommand] = looking + changing

    private static let looking: [AppCommand] = [
        AppCommand(
            "tree.open", "Open", label: "open", synonyms: ["expand", "collapse"], keys: ["enter"], scope: .tree, group: .view,
            footer: 90, disabled: nothing, sends: .tree(.open)),
        AppCommand(
            "tree.openInNewTab", "Open in new tab", keys: ["t"], scope: .tree, group: .view, disabled: noRequest,
            sends: .tree(.openInNewTab)),
        AppCommand(
            "tree.toggle", "Toggle folder", label: "fold", synonyms: ["expand", "collapse"], keys: ["space"], scope: .tree, group: .view,
            footer: 50,
            disabled: { $0.tree.current?.node.children.isEmpty == false ? nil : "this is no folder with something in it" },
            sends: .tree(.toggle)),
        AppCommand(
            "tree.expandAll", "Expand all folders", synonyms: ["open"], keys: ["E"], scope: .tree, group: .view, sends: .tree(.expandAll)),
        AppCommand(
            "tree.collapseAll", "Collapse all folders", synonyms: ["close"], keys: ["C"], scope: .tree, group: .view,
            sends: .tree(.collapseAll)),
        AppCommand(
            "tree.filter", "Filter by name", label: "filter", synonyms: ["search", "find"], keys: ["/", "ctrl+f"], scope: .tree,
            group: .view, footer: 70,
            sends: .tree(.startFilter)),
        AppCommand(
            "tree.favorite", "Toggle favorite", synonyms: ["star", "mark", "bookmark"], keys: ["f"], scope: .tree, group: .edit,
            disabled: nothing,
            sends: .tree(.toggleFavorite)),
        AppCommand(
            "tree.favoritesOnly", "Show only favorites", synonyms: ["star", "bookmark"], keys: ["*"], scope: .tree, group: .view,
            sends: .tree(.toggleFavoritesOnly)),
        AppCommand(
            "tree.inheritance", "Show inherited settings", synonyms: ["folders", "effective"], keys: ["i"], scope: .tree, group: .view,
            disabled: nothing,
            sends: .tree(.showInheritance)),
        AppCommand(
            "tree.menu", "Open context menu", synonyms: ["actions"], keys: ["x"], scope: .tree, group: .view, sends: .tree(.showMenu)),
        AppCommand(
            "tree.copyPath", "Copy path", synonyms: ["file"], keys: ["y p"], scope: .tree, group: .copy, disabled: nothing,
            sends: .tree(.copyPath)),
        AppCommand("tree.copyName", "Copy name", keys: ["y n"], scope: .tree, group: .copy, disabled: nothing, sends: .tree(.copyName)),
    ]

    private static let changing: [AppCommand] = [
        AppCommand(
            "tree.add", "New request here", label: "new", synonyms: ["add", "create"], keys: ["a"], scope: .tree, group: .file, footer: 65,
            sends: .tree(.addRequest)),
        AppCommand(
            "tree.addFolder", "New folder here", synonyms: ["add", "create"], keys: ["A"], scope: .tree, group: .file, disabled: noFolder,
            sends: .tree(.addFolder)),
        AppCommand(
            "tree.addCollection", "New collection", synonyms: ["add", "create"], keys: ["N"], scope: .tree, group: .file,
            sends: .tree(.addCollection)),
        AppCommand(
            "tree.edit", "Folder settings", label: "edit", synonyms: ["edit", "inherit", "properties"], keys: ["e"], scope: .tree,
            group: .edit, footer: 40,
            disabled: nothing, sends: .tree(.edit)),
        AppCommand("tree.rename", "Rename", keys: ["f2", "r"], scope: .tree, group: .file, disabled: nothing, sends: .tree(.rename)),
        AppCommand("tree.duplicate", "Duplicate", keys: ["D"], scope: .tree, group: .file, disabled: nothing, sends: .tree(.duplicate)),
        AppCommand(
            "tree.delete", "Delete", label: "delete", synonyms: ["remove"], keys: ["d", "delete"], scope: .tree, group: .file, footer: 30,
            disabled: nothing, sends: .tree(.delete)),
        AppCommand("tree.moveDown", "Move down", keys: ["J"], scope: .tree, group: .file, disabled: fixed, sends: .tree(.shift(1))),
        AppCommand("tree.moveUp", "Move up", keys: ["K"], scope: .tree, group: .file, disabled: fixed, sends: .tree(.shift(-1))),
        AppCommand(
            "tree.moveTo", "Move to another folder", keys: ["m"], scope: .tree, group: .file, disabled: fixed, sends: .tree(.pickFolder)),
        AppCommand(
            "tree.undo", "Undo", synonyms: ["revert"], keys: ["u"], scope: .tree, group: .edit,
            disabled: { $0.tree.history.undoable.isEmpty ? "nothing was changed" : nil }, sends: .tree(.undo)),
        AppCommand(
            "tree.redo", "Redo", keys: ["U"], scope: .tree, group: .edit,
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
