import JSON
import Testing
import Workspace

/// The order of the items when a source is imported again.
struct OrderMergeTests {
    private static let collection = "collections/shop"

    /// A collection with a request for each letter, in a folder or not.
    private static func tree(_ names: String, inFolder: Bool = false) -> CollectionTree {
        let items = names.map { name in
            CollectionTree.Item.request(.init(RequestDraft(name: String(name), method: "GET", url: "http://h/\(name)")))
        }
        let folder = CollectionTree.Item.folder(.init(FolderDraft(name: "F"), items: items))
        return CollectionTree(.init(FolderDraft(name: "Shop"), items: inFolder ? [folder] : items))
    }

    private static let record = ImportRecord(source: "shop.json", formats: ["X"], name: "Shop")

    private func imported(_ tree: CollectionTree) throws -> TemporaryWorkspace {
        let workspace = try TemporaryWorkspace()
        _ = try workspace.store.createCollection(tree, record: Self.record)
        return workspace
    }

    /// Imports a tree again, and gives the changes.
    @discardableResult
    private func importAgain(_ workspace: TemporaryWorkspace, _ tree: CollectionTree) throws -> [CollectionUpdate.Change] {
        let base = try #require(try workspace.store.importRecords().records.first?.record)
        let update = try workspace.store.update(of: Self.collection, to: tree, since: base, record: Self.record)
        try workspace.store.apply(update)
        return update.changes
    }

    private func names(_ workspace: TemporaryWorkspace, in folder: String = collection) throws -> String {
        try #require(try workspace.store.tree().node(at: folder)).children.map(\.name).joined()
    }

    private func path(_ name: String) -> String { "\(Self.collection)/\(name).request.json" }

    @Test(arguments: [("abcde", "acdeb"), ("abcd", "abdcx"), ("ab", "ba"), ("abc", "xcab"), ("abcd", "dc")])
    func anOrderThatChangedAtTheSourceIsTakenOver(_ first: String, _ second: String) throws {
        let workspace = try imported(Self.tree(first))
        let changes = try importAgain(workspace, Self.tree(second))
        #expect(changes.first?.kind == .changed && changes.first?.details == ["order"])
        #expect(try names(workspace) == second)
        #expect(try importAgain(workspace, Self.tree(second)).isEmpty)
    }

    @Test func theOrderOfAFolderIsTakenOver() throws {
        let workspace = try imported(Self.tree("abc", inFolder: true))
        let changes = try importAgain(workspace, Self.tree("cab", inFolder: true))
        #expect(changes.map(\.item) == ["F"])
        #expect(try names(workspace, in: "\(Self.collection)/f") == "cab")
    }

    @Test func anOrderThatChangedHereStays() throws {
        let workspace = try imported(Self.tree("abc"))
        _ = try workspace.store.move(path("c"), to: Self.collection, before: path("a"))
        #expect(try importAgain(workspace, Self.tree("abc")).isEmpty)
        #expect(try names(workspace) == "cab")
        let changes = try importAgain(workspace, Self.tree("bac"))
        #expect(changes.map(\.kind) == [.conflict] && changes.first?.details == ["order"])
        #expect(try names(workspace) == "cab")
        #expect(try importAgain(workspace, Self.tree("bac")).isEmpty)
        // The same order in both is no conflict.
        #expect(try importAgain(workspace, Self.tree("cab")).isEmpty)
    }

    @Test func itemsThatAreOnlyHereFollowTheirNeighbours() throws {
        let workspace = try imported(Self.tree("abc"))
        _ = try workspace.store.create(RequestDraft(name: "x"), in: Self.collection, after: path("a"))
        _ = try workspace.store.create(RequestDraft(name: "y"), in: Self.collection, after: path("x"))
        #expect(try names(workspace) == "axybc")
        try importAgain(workspace, Self.tree("cab"))
        #expect(try names(workspace) == "caxyb")
        // Also those that follow one that the source no longer has.
        try importAgain(workspace, Self.tree("bc"))
        #expect(try names(workspace) == "bcxy")
    }

    @Test func itemsThatWereRemovedHereTellNothingAboutTheOrder() throws {
        let workspace = try imported(Self.tree("abc"))
        _ = try workspace.store.delete(path("b"))
        #expect(try importAgain(workspace, Self.tree("bac")).isEmpty)
        #expect(try names(workspace) == "ac")
    }
}
