import Workspace

/// What can be done in the tree.
enum TreeCommands {
    static let all: [Command] = [
        Command(
            "tree.open", "Open the request, or open or close the folder", label: "open", keys: ["enter"], scope: .tree, group: .view,
            footer: 90, disabled: { $0.tree.current == nil ? "there is nothing" : nil }, sends: .tree(.open)),
        Command(
            "tree.toggle", "Open or close the folder", label: "fold", keys: ["space"], scope: .tree, group: .view, footer: 50,
            disabled: { $0.tree.current?.node.children.isEmpty == false ? nil : "this is no folder with something in it" },
            sends: .tree(.toggle)),
        Command(
            "tree.filter", "Filter by name", label: "filter", keys: ["/", "ctrl+f"], scope: .tree, group: .view, footer: 70,
            sends: .tree(.startFilter)),
    ]
}
