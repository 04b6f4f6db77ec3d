import Foundation
import JSON
import Testing
import Workspace

/// The size of the files of a workspace.
struct FileSizeTests {
    private static let path = "collections/c/a.request.json"

    @Test func `a request over the size limit is refused, and the old file stays`() throws {
        let workspace = try TemporaryWorkspace(["collections/c/collection.json": "{}", Self.path: #"{"name": "A"}"#])
        let old = try workspace.store.request(at: Self.path)
        var draft = old.draft
        draft.docs = String(repeating: "x", count: WorkspaceStore.writtenLimit)
        let error = #expect(throws: WorkspaceError.self) { try workspace.store.save(draft, over: old) }
        #expect(error?.code == .unwritable)
        for size in [WorkspaceStore.writtenLimit >> 20, (WorkspaceStore.writtenLimit >> 20) + 1] {
            #expect(error?.message.contains("\(size) MB") == true)
        }
        #expect(throws: WorkspaceError.self) { try workspace.store.create(draft, in: "collections/c") }
        #expect(workspace.text(Self.path) == #"{"name": "A"}"#)
        #expect(workspace.files == [Self.path, "collections/c/collection.json"])
    }

    @Test func `an import writes no file that is larger than a file may be`() throws {
        let workspace = try TemporaryWorkspace(["collections/c/collection.json": #"{"name": "C", "docs": "old"}"#])
        let large = RequestDraft(name: "A", docs: String(repeating: "x", count: WorkspaceStore.writtenLimit))
        let tree = CollectionTree(.init(FolderDraft(name: "New"), items: [.request(.init(large))]))
        let error = #expect(throws: WorkspaceError.self) { try workspace.store.createCollection(tree) }
        #expect(error?.code == .unwritable && error?.message.hasPrefix("a.request.json ") == true, "\(String(describing: error))")
        let path = "collections/c"
        var update = try workspace.store.update(of: path, to: tree, since: nil, record: ImportRecord())
        #expect(throws: WorkspaceError.self) { try workspace.store.apply(update) }
        #expect(!workspace.files.contains { $0.hasSuffix(".request.json") || $0.contains(".tmp") })

        let before = CollectionTree(.init(FolderDraft(name: "C", docs: "old")))
        let after = CollectionTree(
            .init(FolderDraft(name: "C", docs: large.docs), items: [.request(.init(RequestDraft(name: "Small")))]))
        update = try workspace.store.update(of: path, to: before, since: nil, record: ImportRecord())
        try workspace.store.apply(update)
        let record = try #require(try workspace.store.importRecords().records.first?.record)
        update = try workspace.store.update(of: path, to: after, since: record, record: record)
        let changed = #expect(throws: WorkspaceError.self) { try workspace.store.apply(update) }
        #expect(changed?.code == .unwritable)
        #expect(!workspace.files.contains { $0.hasSuffix(".request.json") }, "nothing else is written either")
    }

    @Test func `a file that another program made larger than Apus writes is read`() throws {
        let docs = String(repeating: "x", count: WorkspaceStore.writtenLimit)
        let workspace = try TemporaryWorkspace(["collections/c/collection.json": "{}", Self.path: #"{"docs": "\#(docs)"}"#])
        #expect(try workspace.store.request(at: Self.path).draft.docs.utf8.count == docs.utf8.count)
    }

    @Test func `a file that is larger than Apus writes can become smaller, and not larger`() throws {
        let content =
            #"{"name": "\#(String(repeating: "n", count: 1_000))", "docs": "\#(String(repeating: "x", count: WorkspaceStore.writtenLimit))"}"#
        let workspace = try TemporaryWorkspace(["collections/c/collection.json": "{}", Self.path: content])
        var draft = try workspace.store.request(at: Self.path).draft
        draft.name = "A"
        _ = try workspace.store.save(draft, over: try workspace.store.request(at: Self.path))
        let smaller = try workspace.store.request(at: Self.path)
        #expect(smaller.draft.name == "A")
        draft.name = String(repeating: "n", count: 2_000)
        #expect(throws: WorkspaceError.self) { try workspace.store.save(draft, over: smaller) }
    }

    @Test func `a file that is too large to be read names the limit and its path once`() throws {
        let workspace = try TemporaryWorkspace(["collections/c/collection.json": "{}", Self.path: ""])
        #expect(truncate(workspace.url.appending(path: Self.path).path, off_t(WorkspaceStore.fileLimit + 1)) == 0)
        let error = #expect(throws: WorkspaceError.self) { try workspace.store.request(at: Self.path) }
        #expect(error?.code == .unreadable)
        #expect(error?.message.contains("\(WorkspaceStore.fileLimit >> 20) MB") == true)
        #expect(error?.issue(at: Self.path).description.components(separatedBy: Self.path).count == 2)
    }

    @Test func `the limits of files fit the limit of the parser`() {
        #expect(WorkspaceStore.fileLimit <= JSONLimits().byteCount)
        #expect(WorkspaceStore.writtenLimit * 2 <= WorkspaceStore.fileLimit)
    }
}
