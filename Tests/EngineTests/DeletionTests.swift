import Engine
import TestFixtures
import Testing
import Workspace

/// Items that are deleted and restored.
@Suite struct DeletionTests {
    private static let path = "collections/c/a.request.json"

    @Test func `a deletion is restored by its number, and another number is an error`() async throws {
        let temporary = TemporaryFolder([Self.path: #"{"name": "A", "url": "http://h/a"}"#])
        let workspace = FileWorkspace(folder: temporary.path, environment: [:], trust: .everything)
        let deletion = try await workspace.delete(Self.path)
        for other in [deletion + 1, -1, .max] {
            let error = await #expect(throws: WorkspaceError.self) { try await workspace.restore(other) }
            #expect(error?.code == .notFound)
        }
        await #expect(throws: WorkspaceError.self) { try await workspace.request(at: Self.path) }
        #expect(try await workspace.restore(deletion) == Self.path)
        #expect(try await workspace.request(at: Self.path).url == "http://h/a")
    }
}
