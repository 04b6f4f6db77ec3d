import Engine
import HTTPTesting
import Interchange
import Synchronization
import TestFixtures
import Testing
import Workspace

@testable import App

/// Undo of edits of settings, and of imports that update.
@Suite struct EditUndoTests {
    private static let settings = "collections/c/collection.json"
    private static let environment = "collections/c/environments/local.json"
    private let temporary = TemporaryFolder()
    private var workspace: any WorkspaceAccess { FileWorkspace(folder: temporary.path, environment: [:], trust: .everything) }

    private func run(_ effect: WorkspaceEffect, in workspace: any WorkspaceAccess) async -> [WorkspaceMessage] {
        // Guards the messages; effects post from any thread.
        let messages = Mutex<[WorkspaceMessage]>([])
        await WorkspaceEffects(workspace: workspace) { message in messages.withLock { $0.append(message) } }.run(effect)
        return messages.withLock(\.self)
    }

    private func edit(_ messages: [WorkspaceMessage]) throws -> FileEdit {
        try #require(messages.compactMap { if case .changed(.edited(let edit), _) = $0 { edit } else { nil } }.first)
    }

    @Test func `settings of a folder are taken back and made again`() async throws {
        try temporary.write(#"{"name": "C", "x-mine": 1}"#, to: Self.settings)
        let (workspace, old) = (workspace, try temporary.text(Self.settings))
        var draft = try await workspace.folder(at: "collections/c")
        draft.docs = "New"
        let saved = try edit(await run(.settings(.saveFolder(path: "collections/c", draft)), in: workspace))
        let new = try temporary.text(Self.settings)
        #expect(old != new && saved.path == "collections/c")
        let undone = try edit(await run(.change(.takeBack(saved), .undo), in: workspace))
        #expect(try temporary.text(Self.settings) == old && undone == saved.reversed)
        _ = await run(.change(.takeBack(undone), .redo), in: workspace)
        #expect(try temporary.text(Self.settings) == new)
    }

    @Test func `an overwritten change of another program is restored byte by byte`() async throws {
        let (path, theirs) = ("collections/c/a.request.json", #"{ "name": "A",   "url": "http://h/theirs" }"#)
        try temporary.write(#"{"name": "C"}"#, to: Self.settings)
        try temporary.write(#"{"name": "A", "url": "http://h/a"}"#, to: path)
        let workspace = workspace
        var draft = try await workspace.request(at: path)
        draft.url = "http://h/mine"
        try temporary.write(theirs, to: path)
        let overwritten = try edit(await run(.overwriteRequest(path: path, draft: draft), in: workspace))
        #expect(try temporary.text(path).contains("mine"))
        _ = await run(.change(.takeBack(overwritten), .undo), in: workspace)
        #expect(try temporary.text(path) == theirs)
        let undone = await run(.overwriteRequest(path: path, draft: draft, isUndo: true), in: workspace)
        #expect(undone == [.saved(first: nil, path: path, draft, isUndo: true)])
        // The collections have nothing left to undo then.
        var store = TestStore.withTree()
        for other in [path, "collections/c/b.request.json"] {
            store.send(.workspace(.changed(.edited(overwritten))))
            store.send(.workspace(.saved(first: nil, path: other, draft, isUndo: true)))
            #expect(store.state.tree.history.undoable.isEmpty == (other == path))
        }
    }

    @Test func `undoing an edit of a file that was changed since is refused and forgotten`() async throws {
        try temporary.write(#"{"name": "C"}"#, to: Self.settings)
        let workspace = workspace
        var draft = try await workspace.folder(at: "collections/c")
        draft.docs = "New"
        let saved = try edit(await run(.settings(.saveFolder(path: "collections/c", draft)), in: workspace))
        try temporary.write(#"{"name": "Theirs"}"#, to: Self.settings)
        let messages = await run(.change(.takeBack(saved), .undo), in: workspace)
        #expect(messages.contains(.notChanged(nil, .undo)))
        #expect(try temporary.text(Self.settings).contains("Theirs"))
    }

    @Test func `a secret is taken back with its environment`() async throws {
        try temporary.write(#"{"name": "C"}"#, to: Self.settings)
        try temporary.write(#"{"name": "Local", "secrets": [{"name": "key", "from": "file"}]}"#, to: Self.environment)
        let workspace = workspace
        let draft = try await workspace.environment(at: Self.environment)
        let save = SettingsEffect.saveEnvironment(path: Self.environment, draft, oldName: "Local", secrets: ["key": "v"], asks: false)
        let saved = try edit(await run(.settings(save), in: workspace))
        #expect(await workspace.storedSecrets(environment: Self.environment) == ["key"])
        _ = await run(.change(.takeBack(saved), .undo), in: workspace)
        #expect(await workspace.storedSecrets(environment: Self.environment).isEmpty)
    }

    @Test func `saving settings and undoing it includes the collection's secrets`() async throws {
        try temporary.write(#"{"name": "C"}"#, to: Self.settings)
        let (workspace, path) = (workspace, "collections/c")
        try await workspace.setSecret("old", to: "1", environment: Self.settings)
        let read = await run(.settings(.readFolder(path: path)), in: workspace)
        let (draft, layers) = (try await workspace.folder(at: path), try await workspace.inheritance(of: path))
        #expect(read == [.settings(.folderRead(path: path, draft, layers, storedSecrets: ["old"]))])
        let edit = SecretEdit(values: ["new": "2"], formerNames: ["renamed": "old"], removed: ["old"])
        let saved = try self.edit(await run(.settings(.saveFolder(path: path, draft, secrets: edit)), in: workspace))
        #expect(saved.paths == ["collections/c/collection.secrets.json"])
        #expect(await workspace.storedSecrets(environment: Self.settings) == ["new", "renamed"])
        _ = await run(.change(.takeBack(saved), .undo), in: workspace)
        #expect(await workspace.storedSecrets(environment: Self.settings) == ["old"])
    }

    @Test func `a credential in the settings does not replace a secret saved at the same time`() async throws {
        try temporary.write(#"{"name": "C"}"#, to: Self.settings)
        let (workspace, path) = (workspace, "collections/c")
        var draft = try await workspace.folder(at: path)
        draft.auth = AuthDraft(.bearer, fields: ["token": "s3cr3t-4711-abcdef"])
        let found = try #require(try await workspace.separated(draft, at: path))
        let name = try #require(found.secrets.keys.first)
        let messages = await run(.settings(.saveFolder(path: path, draft, secrets: SecretEdit(values: [name: "2"]))), in: workspace)
        guard case .changeFailed? = messages.last else { throw CancellationError() }
        #expect(await workspace.storedSecrets(environment: Self.settings).isEmpty)
    }

    @Test(arguments: [SecretEdit(removed: ["token"]), SecretEdit(formerNames: ["other": "token"], removed: ["token"])])
    func `saving settings keeps a secret whose value was typed into them`(secrets: SecretEdit) async throws {
        try temporary.write(#"{"name": "C"}"#, to: Self.settings)
        let (workspace, path, value) = (workspace, "collections/c", "s3cr3t-4711-abcdef")
        try await workspace.setSecret("token", to: value, environment: Self.settings)
        var draft = try await workspace.folder(at: path)
        draft.auth = AuthDraft(.bearer, fields: ["token": value])
        let messages = await run(.settings(.saveFolder(path: path, draft, secrets: secrets)), in: workspace)
        guard case .settings(.credentialsTyped(_, _, let keep, _))? = messages.last else { throw CancellationError() }
        _ = await run(keep, in: workspace)
        #expect(try await workspace.folder(at: path).auth["token"] == "{{token}}")
        #expect(await workspace.storedSecrets(environment: Self.settings) == Set(["token"]).union(secrets.formerNames.keys))
    }

    @Test(arguments: [false, true])
    func `undoing settings takes the secret of a credential back unless a request uses it`(isUsed: Bool) async throws {
        let (path, file) = ("collections/c/f", "collections/c/f/folder.json")
        for (name, text) in [Self.settings: #"{"name": "C"}"#, file: #"{"name": "F"}"#] { try temporary.write(text, to: name) }
        let workspace = workspace
        var draft = try await workspace.folder(at: path)
        draft.auth = AuthDraft(.bearer, fields: ["token": "s3cr3t-4711-abcdef"])
        let asked = await run(.settings(.saveFolder(path: path, draft)), in: workspace)
        guard case .settings(.credentialsTyped(_, _, let keep, _))? = asked.last else { throw CancellationError() }
        let saved = try edit(await run(keep, in: workspace))
        #expect(await workspace.storedSecrets(environment: Self.settings) == ["token"])
        try await workspace.setSecret("later", to: "1", environment: Self.settings)
        if isUsed { try temporary.write(#"{"name": "A", "url": "http://h/{{token}}"}"#, to: "collections/c/a.request.json") }
        let undone = try edit(await run(.change(.takeBack(saved), .undo), in: workspace))
        #expect(try temporary.text(file) == #"{"name": "F"}"#)
        #expect(await workspace.storedSecrets(environment: Self.settings) == (isUsed ? ["later", "token"] : ["later"]))
        _ = await run(.change(.takeBack(undone), .redo), in: workspace)
        #expect(try await workspace.folder(at: path).auth["token"] == "{{token}}")
        #expect(await workspace.storedSecrets(environment: Self.settings) == ["later", "token"])
    }

    @Test func `undoing settings is refused if their secret was changed since`() async throws {
        try temporary.write(#"{"name": "C"}"#, to: Self.settings)
        let (workspace, path) = (workspace, "collections/c")
        let draft = try await workspace.folder(at: path)
        let secrets = SecretEdit(values: ["new": "1"])
        let saved = try edit(await run(.settings(.saveFolder(path: path, draft, secrets: secrets)), in: workspace))
        try await workspace.setSecret("new", to: "2", environment: Self.settings)
        #expect(await run(.change(.takeBack(saved), .undo), in: workspace).contains(.notChanged(nil, .undo)))
        #expect(await workspace.storedSecrets(environment: Self.settings) == ["new"])
    }

    @Test func `a save without a change can not be undone`() async throws {
        try temporary.write(#"{"name": "C"}"#, to: Self.settings)
        let snapshot = await workspace.snapshot(of: [Self.settings])
        #expect(FileEdit("a", at: Self.settings, from: snapshot, to: snapshot) == nil)
    }

    @Test func `an import that updates is taken back with the requests that it added`() async throws {
        func source(_ items: String) -> String { #"{"info": {"name": "Shop"}, "item": ["# + items + "]}" }
        let first = #"{"name": "List", "request": {"url": "http://h/list"}}"#
        let path = temporary.path + "/a.json"
        let workspace = workspace
        let told = Mutex<[TransferMessage]>([])
        let effects = TransferEffects(
            workspace: workspace, makeLoader: { _ in MockLoader() }, clipboard: { nil },
            post: { message in told.withLock { $0.append(message) } })
        func importing(_ text: String) async throws -> FileEdit? {
            try temporary.write(text, to: "a.json")
            await effects.run(.read(path, isAsked: false))
            let read = told.withLock { $0.compactMap { if case .wasRead(let pending) = $0 { pending } else { nil } }.last }
            await effects.run(.write(try #require(read), collection: nil))
            guard case .written(_, _, let edit)? = told.withLock({ $0.last }) else { return nil }
            return edit
        }
        #expect(try await importing(source(first)) == nil, "a new collection is deleted by undo")
        let changed = first.replacing("h/list", with: "h/all") + #", {"name": "New", "request": {"url": "http://h/new"}}"#
        let edit = try #require(try await importing(source(changed)))
        #expect(try await workspace.tree().requests.count == 2)
        try await workspace.takeBack(edit)
        #expect(try await workspace.tree().requests.count == 1)
        #expect(try await workspace.request(at: "collections/shop/list.request.json").url == "http://h/list")
        try await workspace.takeBack(edit.reversed)
        #expect(try await workspace.request(at: "collections/shop/new.request.json").url == "http://h/new")
        let environment = try #require(try await importing(#"{"name": "Local", "values": [{"key": "a", "value": "b"}]}"#))
        let file = try #require(environment.paths.first { $0.hasSuffix("local.json") })
        try await workspace.takeBack(environment)
        #expect(throws: (any Error).self) { try temporary.text(file) }
    }
}
