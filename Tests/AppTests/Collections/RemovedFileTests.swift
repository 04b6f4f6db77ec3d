import Engine
import Foundation
import HTTP
import Synchronization
import TestFixtures
import Testing
import Workspace

@testable import App

/// Files that another program removes while the workbench has them open.
@Suite struct RemovedFileTests {
    private let temporary = TemporaryFolder()
    private var folder: String { temporary.path }
    private static let path = "collections/c/inner/a.request.json"
    private static let environment = "collections/c/environments/live.json"

    private func write(_ text: String, to path: String) throws { try temporary.write(text, to: path) }

    private func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: "\(folder)/\(path)") }

    private func workspace() throws -> any WorkspaceAccess {
        let inherited = #"{ "name": "c", "headers": [{ "name": "X-Inherited", "value": "yes" }] }"#
        try write(inherited, to: "collections/c/collection.json")
        try write(#"{ "name": "A", "method": "DELETE", "url": "http://h/a" }"#, to: Self.path)
        try write(#"{ "name": "live", "protected": true }"#, to: Self.environment)
        return FileWorkspace(folder: folder, environment: [:], trust: .everything)
    }

    @Test(arguments: [path, "collections/c/inner", "collections"])
    func `a request is saved again at its place, with nothing changed`(removed: String) async throws {
        let workspace = try workspace()
        let draft = try await workspace.request(at: Self.path)
        try remove(removed)
        #expect(try await workspace.save(draft, at: Self.path, overwrites: false) != nil)
        #expect(try await workspace.request(at: Self.path) == draft)
        #expect(await workspace.changed().isEmpty)
    }

    @Test func `a save that began before a rename is written to the renamed file`() async throws {
        let workspace = try workspace()
        var draft = try await workspace.request(at: Self.path)
        let renamed = try await workspace.rename(Self.path, to: "other")
        (draft.name, draft.url) = ("other", "http://h/new")
        #expect(try await workspace.save(draft, at: Self.path, overwrites: false) == renamed)
        #expect(try await workspace.request(at: renamed).url == "http://h/new")
        // So is the undo of overwriting.
        #expect(try await workspace.save(draft, at: Self.path, overwrites: true) == renamed)
        // A file that appears at the old path is another request.
        try write(#"{ "name": "A", "url": "http://h/third" }"#, to: Self.path)
        let third = try await workspace.request(at: Self.path)
        try remove(Self.path)
        #expect(try await workspace.save(third, at: Self.path, overwrites: false) == Self.path)
        #expect(try await workspace.request(at: renamed).url == "http://h/new")
    }

    @Test func `a file that gets its old content again is reported, once`() async throws {
        let workspace = try workspace()
        let draft = try await workspace.request(at: Self.path)
        let text = try temporary.text(Self.path)
        try write(#"{ "name": "A", "url": "http://h/other" }"#, to: Self.path)
        #expect(await workspace.changed()[Self.path]??.url == "http://h/other")
        try write(text, to: Self.path)
        #expect(await workspace.changed() == [Self.path: draft])
        #expect(await workspace.changed().isEmpty)
    }

    @Test func `a change that a save has replaced is not reported`() async throws {
        let workspace = try workspace()
        let draft = try await workspace.request(at: Self.path)
        try write(#"{ "name": "A", "url": "http://h/other" }"#, to: Self.path)
        #expect(await workspace.changed()[Self.path]??.url == "http://h/other")
        #expect(try await workspace.save(draft, at: Self.path, overwrites: true) == Self.path)
        #expect(await workspace.changed().isEmpty)
    }

    @Test func `a change is reported before a save that begins meanwhile`() async throws {
        let workspace = try workspace()
        let draft = try await workspace.request(at: Self.path)
        try write(#"{ "name": "A", "url": "http://h/other" }"#, to: Self.path)
        let (steps, done) = AsyncStream.makeStream(of: String.self)
        await workspace.changedRequests(removed: []) { _, _ in
            Task {
                _ = try await workspace.save(draft, at: Self.path, overwrites: true)
                done.yield("saved")
            }
            usleep(50_000)
            done.yield("reported")
        }
        #expect(await steps.prefix(2).reduce(into: []) { $0.append($1) } == ["reported", "saved"])
    }

    @Test func `a change that follows the one that was shown is reported`() async throws {
        let workspace = try workspace()
        var shown = try await workspace.request(at: Self.path)
        shown.url = "http://h/other"
        try write(#"{ "name": "A", "method": "DELETE", "url": "http://h/last" }"#, to: Self.path)
        let messages = Mutex<[WorkspaceMessage]>([])
        let effects = WorkspaceEffects(workspace: workspace) { message in messages.withLock { $0.append(message) } }
        await effects.run(.noteRequest(path: Self.path, knowing: shown))
        shown.url = "http://h/last"
        #expect(messages.withLock(\.self) == [.changedOutside(path: Self.path, shown)])
        await effects.run(.noteRequest(path: Self.path, knowing: shown))
        #expect(messages.withLock(\.count) == 1)
    }

    @Test func `a removal is reported once, and a replacement is a change that saving does not overwrite`() async throws {
        let workspace = try workspace()
        let draft = try await workspace.request(at: Self.path)
        try remove(Self.path)
        let results = await workspace.changed()
        #expect(results.keys.sorted() == [Self.path])
        #expect(results[Self.path] == .some(nil))
        let again = await workspace.changed()
        #expect(again.isEmpty)
        try write(#"{ "name": "A", "url": "http://h/b" }"#, to: Self.path)
        let changed = await workspace.changed()
        #expect(changed[Self.path]??.url == "http://h/b")
        #expect(try await workspace.save(draft, at: Self.path, overwrites: false) == nil)
    }

    @Test(arguments: [nil, "{ <<<<<<< HEAD"])
    func `a file that was missing or broken at the start is reported later, and not overwritten`(broken: String?) async throws {
        let workspace = try workspace()
        let text = try temporary.text(Self.path)
        if let broken { try write(broken, to: Self.path) } else { try remove(Self.path) }
        await #expect(throws: WorkspaceError.self) { try await workspace.request(at: Self.path) }
        #expect(await workspace.changed().isEmpty)
        try write(text, to: Self.path)
        #expect(await workspace.changed()[Self.path]??.url == "http://h/a")
        #expect(try await workspace.save(RequestDraft(name: "A"), at: Self.path, overwrites: false) == nil)
    }

    /// The files are moved already, and the readable ones are followed.
    @Test(arguments: [nil, "{ <<<<<<< HEAD"])
    func `a folder with a missing or broken request is renamed`(broken: String?) async throws {
        let workspace = try workspace()
        let other = "collections/c/inner/b.request.json"
        try write(#"{ "name": "B", "url": "http://h/b" }"#, to: other)
        let text = try temporary.text(Self.path)
        if let broken { try write(broken, to: Self.path) } else { try remove(Self.path) }
        await #expect(throws: WorkspaceError.self) { try await workspace.request(at: Self.path) }
        var draft = try await workspace.request(at: other)
        // Back and forth, and to a name that keeps the folder: no path leads in a circle.
        var folder = "collections/c/inner"
        for name in ["outer", "inner", "Inner", "outer"] { folder = try await workspace.rename(folder, to: name) }
        draft.url = "http://h/new"
        #expect(try await workspace.save(draft, at: other, overwrites: false) == "\(folder)/b.request.json")
        let place = "\(folder)/a.request.json"
        try write(text, to: place)
        #expect(try await workspace.save(RequestDraft(name: "A"), at: place, overwrites: false) == nil)
        #expect(try temporary.text(place) == text)
    }

    @Test func `a new file that equals two removed files is taken for neither`() async throws {
        let workspace = try workspace()
        let (other, new) = ("collections/c/inner/b.request.json", "collections/c/inner/n.request.json")
        let text = try temporary.text(Self.path)
        try write(text, to: other)
        _ = try await workspace.tree()
        for path in [Self.path, other] { _ = try await workspace.request(at: path) }
        for path in [Self.path, other] { try remove(path) }
        try write(text, to: new)
        #expect(await workspace.renamedRequests(removed: await workspace.missingFiles()).isEmpty)
        #expect(await workspace.changed().keys.sorted() == [Self.path, other])
    }

    /// A file with the same content that was there before is another request.
    @Test(arguments: ["collections/c/inner/b.request.json", "collections/c/b.request.json"], [false, true])
    func `a request that another program renames is followed`(new: String, wasThere: Bool) async throws {
        let workspace = try workspace()
        let text = #"{ "name": "B", "method": "DELETE", "url": "http://h/a" }"#
        if wasThere { try write(text, to: new) }
        _ = try await workspace.tree()
        var draft = try await workspace.request(at: Self.path)
        try remove(Self.path)
        try write(text, to: new)
        let renamed = await workspace.renamedRequests(removed: await workspace.missingFiles())
        #expect(renamed.map { [$0.from, $0.to, $0.name] } == (wasThere ? [] : [[Self.path, new, "B"]]))
        guard !wasThere else { return }
        #expect(await workspace.changed().isEmpty)
        (draft.name, draft.url) = ("B", "http://h/new")
        #expect(try await workspace.save(draft, at: Self.path, overwrites: false) == new)
        #expect(try await workspace.request(at: new).url == "http://h/new")
    }

    /// Two tabs would save to one file.
    @Test func `one new file follows neither of two equal requests`() async throws {
        let workspace = try workspace()
        let copy = "collections/c/inner/copy.request.json"
        let text = #"{ "name": "B", "method": "DELETE", "url": "http://h/a" }"#
        try write(text, to: copy)
        _ = try await workspace.tree()
        for path in [Self.path, copy] {
            _ = try await workspace.request(at: path)
            try remove(path)
        }
        try write(text, to: "collections/c/new.request.json")
        #expect(await workspace.renamedRequests(removed: await workspace.missingFiles()).isEmpty)
        #expect(await workspace.changed().count == 2)
    }

    @Test(arguments: [environment, "collections/c/environments"], [false, true])
    func `an environment is created again after its removal was reported`(removed: String, hasSecret: Bool) async throws {
        let workspace = try workspace()
        var changed = try await workspace.environment(at: Self.environment)
        changed.baseURL.host = "h"
        let draft = changed
        try remove(removed)
        let error = await #expect(throws: WorkspaceError.self) { try await workspace.save(draft, at: Self.environment) }
        #expect(error?.code == .changedOutside)
        if hasSecret { try await workspace.setSecret("s", to: "v", environment: Self.environment) }
        try await workspace.save(draft, at: Self.environment)
        #expect(try await workspace.environment(at: Self.environment) == draft)
        // One that is back meanwhile is not overwritten.
        try remove(Self.environment)
        await #expect(throws: WorkspaceError.self) { try await workspace.save(draft, at: Self.environment) }
        try write(#"{ "name": "live", "host": "theirs" }"#, to: Self.environment)
        await #expect(throws: WorkspaceError.self) { try await workspace.save(draft, at: Self.environment) }
        #expect(try await workspace.environment(at: Self.environment).baseURL.host == "theirs")
    }

    @Test func `a request that was deleted, restored and moved is still watched`() async throws {
        let workspace = try workspace()
        _ = try await workspace.request(at: Self.path)
        let deletion = try await workspace.delete("collections/c/inner")
        _ = try await workspace.restore(deletion)
        let moved = try await workspace.move(Self.path, to: "collections/c", before: nil)
        #expect(await workspace.changed().isEmpty)
        try write(#"{ "name": "A", "url": "http://h/b" }"#, to: moved)
        #expect(await workspace.changed()[moved]??.url == "http://h/b")
    }

    @Test(arguments: [false, true])
    func `a file counts as removed only if it stays away`(isWrittenAnew: Bool) async throws {
        let workspace = try workspace()
        _ = try await workspace.resolve(
            SendJob(draft: try await workspace.request(at: Self.path), path: Self.path, environmentPath: Self.environment)
        ) { _ in }
        try remove(Self.path)
        try remove("collections/c/collection.json")
        let posted = Mutex<[WorkspaceMessage]>([])
        let effects = WorkspaceEffects(
            workspace: workspace,
            wait: { _ in
                guard isWrittenAnew else { return }
                try write(#"{ "name": "A", "url": "http://h/anew" }"#, to: Self.path)
                try write(#"{ "name": "c" }"#, to: "collections/c/collection.json")
            }, post: { message in posted.withLock { $0.append(message) } })
        try await effects.noticeChanges()
        let messages = posted.withLock(\.self)
        let changes = messages.compactMap {
            if case .changedOutside(_, let draft) = $0 { draft?.url ?? "removed" } else { nil }
        }
        #expect(changes == [isWrittenAnew ? "http://h/anew" : "removed"])
        #expect(messages.contains { if case .settingsLost = $0 { true } else { false } } != isWrittenAnew)
    }

    @Test func `a request whose file was removed inherits settings and protection as before`() async throws {
        let workspace = try workspace()
        let draft = try await workspace.request(at: Self.path)
        try remove(Self.path)
        let send = try await workspace.resolve(SendJob(draft: draft, path: Self.path, environmentPath: Self.environment)) { _ in }
        #expect(send.request.headers["X-Inherited"] == "yes")
        #expect(SendConfirmation(send) != nil)
    }

    @Test func `a request that cannot be resolved is refused with its problems`() async throws {
        let workspace = try workspace()
        let draft = RequestDraft(url: "http://h/:id", headers: [Row("A", "{{nosuch}}")])
        let refusal = await #expect(throws: SendError.self) {
            try await workspace.resolve(SendJob(draft: draft, path: nil, environmentPath: nil)) { _ in }
        }
        guard case .issues(let issues)? = refusal else { return #expect(Bool(false), "\(String(describing: refusal))") }
        #expect(issues.map(\.place) == [.pathParameter("id"), .header("A")])
        #expect(issues.map(\.lacksVariable) == [false, true])
    }

    @Test func `nothing is sent to an environment whose file was removed`() async throws {
        let workspace = try workspace()
        let draft = try await workspace.request(at: Self.path)
        try remove(Self.environment)
        let refusal = await #expect(throws: SendError.self) {
            try await workspace.resolve(SendJob(draft: draft, path: Self.path, environmentPath: Self.environment)) { _ in }
        }
        guard case .failed(let error)? = refusal else { return #expect(Bool(false), "\(String(describing: refusal))") }
        #expect(error.message.contains("The file of the chosen environment, \(Self.environment), is missing"))
    }

    @Test func `the settings of a collection stay in effect when its file is removed, with one message`() async throws {
        let workspace = try workspace()
        let file = "collections/c/collection.json"
        let text = #"{ "name": "C", "auth": { "type": "bearer", "token": "t" }, "options": { "environment": "live" }, "x-own": 1 }"#
        try write(text, to: file)
        let draft = try await workspace.request(at: Self.path)
        #expect(await workspace.lost().isEmpty)
        try remove(file)
        let results = await workspace.lost()
        #expect(results.mapValues(\.name) == ["collections/c": "C"])
        #expect(await workspace.lost().isEmpty)
        let send = try await workspace.resolve(SendJob(draft: draft, path: Self.path, environmentPath: nil)) { _ in }
        #expect(SendConfirmation(send) != nil)
        #expect(send.request.authenticationMethod == .bearer)
        #expect(try await workspace.inheritance(of: Self.path).first?.settings?.auth.kind == .bearer)
        // Saved again, it has its old content with the changes.
        var settings = try await workspace.folder(at: "collections/c")
        settings.variables = [Row("a", "1")]
        try await workspace.save(settings, at: "collections/c")
        let now = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
        #expect(now.contains("x-own") && now.contains(#""a""#))
    }

    @Test func `removing a folder ends the wait for its settings`() async throws {
        let workspace = try workspace()
        try write(#"{ "name": "inner" }"#, to: "collections/c/inner/folder.json")
        _ = try await workspace.request(at: Self.path)
        try remove("collections/c/inner")
        #expect(await workspace.missingFiles() == [Self.path])
        #expect(await workspace.changed().count == 1)
        #expect(await workspace.lost().isEmpty)
        #expect(await workspace.missingFiles().isEmpty)
    }

    @Test func `the settings of a collection are removed when it is deleted here`() async throws {
        let workspace = try workspace()
        let draft = try await workspace.request(at: Self.path)
        _ = try await workspace.delete("collections/c")
        #expect(await workspace.lost().isEmpty)
        let send = try await workspace.resolve(SendJob(draft: draft, path: Self.path, environmentPath: nil)) { _ in }
        #expect(send.request.headers["X-Inherited"] == nil)
    }

    @Test func `a deleted settings file is reported and written again on request`() {
        var store = TestStore.opened()
        let draft = FolderDraft(name: "Star Wars")
        store.send(.workspace(.settingsLost(path: "collections/star-wars", draft)))
        #expect(store.state.toasts.last?.kind == .warning)
        #expect(store.click("[restore]") == [.workspace(.settings(.saveFolder(path: "collections/star-wars", draft, asks: false)))])
    }
}

extension WorkspaceAccess {
    /// The changes, with every missing file counted as removed.
    fileprivate func changed() async -> [String: RequestDraft?] { await changedRequests(removed: await missingFiles()) { _, _ in } }
    fileprivate func lost() async -> [String: FolderDraft] { await lostSettings(removed: await missingFiles()) }
}
