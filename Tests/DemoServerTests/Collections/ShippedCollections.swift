import Foundation
import Workspace

/// The collections that the project ships, read as the workbench reads them.
struct ShippedCollections {
    /// The top of the checkout.
    static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized.path(percentEncoded: false)

    let store: WorkspaceStore
    let tree: WorkspaceTree

    init() throws {
        store = try WorkspaceStore(opening: Self.root)
        tree = try store.tree()
    }

    /// Every row of the tree within a collection.
    func nodes(in collection: String) -> [WorkspaceNode] {
        func all(_ node: WorkspaceNode) -> [WorkspaceNode] { [node] + node.children.flatMap(all) }
        return tree.node(at: "collections/\(collection)").map(all) ?? []
    }

    func requests(in collection: String) throws -> [LoadedRequest] {
        try nodes(in: collection).filter { $0.method != nil }.map { try store.request(at: $0.path) }
    }
}
