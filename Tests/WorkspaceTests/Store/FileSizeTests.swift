import Foundation
import JSON
import Testing
import Workspace

/// The size of the files of a workspace.
struct FileSizeTests {
    private static let path = "collections/c/a.request.json"

    @Test func `what is larger than a file may be is refused and the old file stays`() throws {
        let workspace = try TemporaryWorkspace(["collections/c/collection.json": "{}", Self.path: #"{"name": "A"}"#])
        let old = try workspace.store.request(at: Self.path)
        var draft = old.draft
        draft.docs = String(repeating: "x", count: WorkspaceStore.writtenLimit)
        let error = #expect(throws: WorkspaceError.self) { try workspace.store.save(draft, over: old) }
        #expect(error?.code == .unwritable)
        #expect(error?.message.contains("\(WorkspaceStore.writtenLimit >> 20) MB") == true)
        #expect(throws: WorkspaceError.self) { try workspace.store.create(draft, in: "collections/c") }
        #expect(workspace.text(Self.path) == #"{"name": "A"}"#)
        #expect(workspace.files == [Self.path, "collections/c/collection.json"])
    }

    @Test func `a file that another program made larger than Apus writes is read`() throws {
        let docs = String(repeating: "x", count: WorkspaceStore.writtenLimit)
        let workspace = try TemporaryWorkspace(["collections/c/collection.json": "{}", Self.path: #"{"docs": "\#(docs)"}"#])
        #expect(try workspace.store.request(at: Self.path).draft.docs.utf8.count == docs.utf8.count)
    }

    @Test func `a file that is too large to be read names the limit and its path once`() throws {
        let workspace = try TemporaryWorkspace(["collections/c/collection.json": "{}", Self.path: ""])
        #expect(truncate(workspace.url.appending(path: Self.path).path, off_t(WorkspaceStore.fileLimit + 1)) == 0)
        let error = #expect(throws: WorkspaceError.self) { try workspace.store.request(at: Self.path) }
        #expect(error?.code == .unreadable)
        #expect(error?.message.contains("\(WorkspaceStore.fileLimit >> 20) MB") == true)
        #expect(error?.issue(at: Self.path).description.components(separatedBy: Self.path).count == 2)
    }

    @Test func `each file that is read is short enough to be parsed, also after it was saved and formatted`() {
        #expect(WorkspaceStore.fileLimit <= JSONLimits().byteCount)
        #expect(WorkspaceStore.writtenLimit * 2 <= WorkspaceStore.fileLimit)
    }
}
