import Widgets
import Workspace

extension WorkspaceNode {
    /// True if the node is a request.
    var isRequest: Bool { method != nil }

    /// True if the file of the node cannot be read.
    var isBroken: Bool { if case .broken = kind { true } else { false } }
}

extension WorkspaceTree {
    /// The URLs of all requests in the order of the tree, each once, with the name of the first that has it.
    var urls: [CompletionItem] {
        var seen: Set<String> = []
        var found: [CompletionItem] = []
        func collect(_ nodes: [WorkspaceNode]) {
            for node in nodes {
                if !node.url.isEmpty, seen.insert(node.url).inserted { found.append(CompletionItem(node.url, detail: node.name)) }
                collect(node.children)
            }
        }
        collect(nodes)
        return found
    }
}
