import Foundation
import Testing
import Workspace

/// Changes on disk are told.
struct WatcherTests {
    @Test(.timeLimit(.minutes(5))) func tellsOfChangesInOldAndNewFolders() async throws {
        let workspace = try TemporaryWorkspace(["collections/c/a.request.json": "{}"])
        var changes = try workspace.store.changes().makeAsyncIterator()
        try workspace.write(#"{"name": "A"}"#, to: "collections/c/a.request.json")
        await #expect(changes.next() != nil)
        let folder = try workspace.store.create(FolderDraft(name: "New"), in: "collections/c")
        await #expect(changes.next() != nil)
        _ = try workspace.store.create(RequestDraft(name: "R"), in: folder)
        await #expect(changes.next() != nil)
    }

    @Test(.timeLimit(.minutes(5))) func endsWithItsReader() async throws {
        let workspace = try TemporaryWorkspace()
        let changes = try workspace.store.changes()
        let reader = Task { for await _ in changes {} }
        reader.cancel()
        await reader.value
    }
}
