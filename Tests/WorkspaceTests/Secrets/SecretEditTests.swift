import Testing

@testable import Workspace

/// Changes of the secrets of a collection.
@Suite struct SecretEditTests {
    private static let path = "collections/c"
    private static let file = "collections/c/collection.secrets.json"
    private let workspace: TemporaryWorkspace

    init() throws {
        workspace = try TemporaryWorkspace(["collections/c/collection.json": "{}"])
        try workspace.store.storeSecrets(["a": "1", "b": "2", "c": "3"], for: Self.path)
    }

    private func values() throws -> [String: String] { try workspace.store.secrets(ofCollectionAt: Self.path).get() }

    @Test func `values are added and replaced, and others stay`() throws {
        try workspace.store.changeSecrets(SecretEdit(values: ["a": "new", "d": "4"]), ofCollectionAt: Self.path)
        #expect(try values() == ["a": "new", "b": "2", "c": "3", "d": "4"])
    }

    @Test func `names are exchanged, and removed ones are gone`() throws {
        let edit = SecretEdit(formerNames: ["a": "b", "b": "a"], removed: ["c"])
        try workspace.store.changeSecrets(edit, ofCollectionAt: Self.path)
        #expect(try values() == ["a": "2", "b": "1"])
    }

    @Test func `a secret that another program removed is not renamed, and nothing is written`() throws {
        let edit = SecretEdit(values: ["d": "4"], formerNames: ["x": "gone"], removed: ["a"])
        #expect(throws: WorkspaceError.self) { try workspace.store.changeSecrets(edit, ofCollectionAt: Self.path) }
        #expect(try values() == ["a": "1", "b": "2", "c": "3"])
    }

    @Test func `an edit without changes writes no file`() throws {
        let empty = try TemporaryWorkspace(["collections/c/collection.json": "{}"])
        try empty.store.changeSecrets(SecretEdit(), ofCollectionAt: Self.path)
        #expect(empty.text(Self.file) == nil)
    }
}
