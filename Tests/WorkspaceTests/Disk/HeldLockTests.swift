import Platform
import Testing

@testable import Workspace

/// Changes while another program holds the lock, which may have been stopped.
@Suite(.timeLimit(.minutes(5))) struct HeldLockTests {
    private static let path = "collections/c"
    private let workspace: TemporaryWorkspace

    init() throws { workspace = try TemporaryWorkspace(["\(Self.path)/collection.json": "{}"]) }

    @Test func `a collection is not created, and the error names the folder`() throws {
        let tree = CollectionTree(.init(FolderDraft(name: "New")))
        let folder = "\(workspace.store.root)/collections"
        let lock = try FileLock(folder: folder, within: .zero)
        let error = #expect(throws: WorkspaceError.self) { try workspace.store.createCollection(tree) }
        #expect(error?.code == .unwritable && error?.message.contains(folder) == true)
        #expect(workspace.files.filter { $0.hasSuffix("collection.json") } == ["\(Self.path)/collection.json"])
        _ = consume lock
        #expect(try workspace.store.createCollection(tree) == "collections/new")
    }

    /// The other program would lose its value, or this one.
    @Test func `a secret is not changed, and the error names the folder`() throws {
        try workspace.store.storeSecrets(["a": "1"], for: Self.path)
        let folder = "\(workspace.store.root)/\(Self.path)"
        let lock = try FileLock(folder: folder, within: .zero)
        let edit = SecretEdit(values: ["a": "2"])
        let error = #expect(throws: WorkspaceError.self) { try workspace.store.changeSecrets(edit, ofCollectionAt: Self.path) }
        #expect(error?.code == .unwritable && error?.message.contains(folder) == true)
        #expect(try workspace.store.secrets(ofCollectionAt: Self.path).get() == ["a": "1"])
        _ = consume lock
        try workspace.store.changeSecrets(edit, ofCollectionAt: Self.path)
        #expect(try workspace.store.secrets(ofCollectionAt: Self.path).get() == ["a": "2"])
    }

    @Test func `a permission is not changed, and one that is there needs no lock`() throws {
        let state = try TemporaryWorkspace()
        let trust = TrustStore(state: state.url.path, workspace: "/w")
        let given = Permission(.command, exact: "pass show x", origin: "https://a:443", place: .secret("t"), file: "a.json")
        let other = Permission(.command, exact: "pass show y", origin: "https://a:443", place: .secret("t"), file: "a.json")
        try trust.allow([given])
        let name = try #require(state.files.first { $0.hasSuffix(".lock") })
        let lock = try FileLock(file: "\(state.url.path)/\(name)", within: .seconds(60))
        try trust.allow([given])
        #expect(throws: WorkspaceError.self) { try trust.allow([other]) }
        #expect(trust.grantedPermissions.map(\.words) == ["pass show x"])
        _ = consume lock
        try trust.allow([other])
        #expect(trust.grantedPermissions.map(\.words) == ["pass show x", "pass show y"])
    }

    @Test func `the demo is copied to a temporary folder`() throws {
        let shared = try TemporaryWorkspace(DemoCopyTests.shipped)
        let folder = "\(workspace.url.path)/demo"
        try workspace.write("", to: "demo/.shipped")
        let lock = try FileLock(folder: folder, within: .zero)
        let copy = try DemoCopy.prepare(shared: shared.url.path, data: workspace.url.path, temporary: workspace.url.path)
        #expect(copy.folder != folder && copy.warning?.contains(folder) == true)
        _ = consume lock
        #expect(try DemoCopy.prepare(shared: shared.url.path, data: workspace.url.path, temporary: workspace.url.path).folder == folder)
    }
}
