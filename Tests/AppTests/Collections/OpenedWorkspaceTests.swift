import Engine
import Foundation
import Synchronization
import TestFixtures
import Testing
import Workspace

@testable import App

/// A workspace that is opened while another program writes to it.
@Suite struct OpenedWorkspaceTests {
    private static let path = "collections/c/a.request.json"

    private let temporary = TemporaryFolder()

    private func write(_ url: String) throws { try temporary.write(#"{ "name": "A", "url": "\#(url)" }"#, to: Self.path) }

    @Test(.timeLimit(.minutes(5))) func `a request that changed before it is watched is reported`() async throws {
        try write("http://h/old")
        let workspace = FileWorkspace(folder: temporary.path, environment: [:], trust: .everything)
        _ = try await workspace.request(at: Self.path)
        try write("http://h/new")
        let (messages, posted) = AsyncStream<WorkspaceMessage>.makeStream()
        let effects = WorkspaceEffects(workspace: workspace) { posted.yield($0) }
        let following = Task { await effects.run(.watchTree) }
        for await message in messages {
            guard case .changedOutside(Self.path, let draft) = message else { continue }
            #expect(draft?.url == "http://h/new")
            break
        }
        following.cancel()
        await following.value
    }

    @Test func `saving a request withdraws the reason why it was not saved`() {
        var store = TestStore.opened()
        let other = "collections/star-wars/other.request.json"
        store.send(.workspace(.failed("disk full", about: .saving(Sample.draftPath))))
        store.send(.workspace(.failed("unreadable")))
        store.send(.workspace(.saved(first: nil, path: other, RequestDraft())))
        #expect(store.state.toasts.filter { $0.kind == .error }.map(\.text) == ["disk full", "unreadable"], "another file was saved")
        store.send(.workspace(.saved(first: nil, path: Sample.draftPath, store.state.request.draft)))
        #expect(store.state.toasts.filter { $0.kind == .error }.map(\.text) == ["unreadable"])
        store.send(.workspace(.failed("one", about: .saving(Sample.draftPath))))
        store.send(.workspace(.failed("two", about: .saving(other))))
        #expect(store.state.toasts.filter { $0.kind == .error }.map(\.text) == ["unreadable", "one", "two"])
    }

    /// Neither a save nor “Overwrite” writes over both sides of a merge.
    @Test(arguments: [false, true]) func `a merge conflict of git is not overwritten, and saving names it`(overwrites: Bool) async throws {
        try write("http://h/old")
        let workspace = FileWorkspace(folder: temporary.path, environment: [:], trust: .everything)
        let effects = WorkspaceEffects(workspace: workspace) { message in
            guard case .failed(let text, _) = message else {
                Issue.record("\(message)")
                return
            }
            #expect(text.hasPrefix("\(Self.path):2:") && text.contains("merge conflict"))
        }
        var draft = try await workspace.request(at: Self.path)
        draft.url = "http://h/mine"
        let conflict = "{\n<<<<<<< HEAD\n=======\n>>>>>>> other\n}\n"
        try temporary.write(conflict, to: Self.path)
        await effects.run(overwrites ? .overwriteRequest(path: Self.path, draft: draft) : .saveRequest(path: Self.path, draft: draft))
        #expect(try temporary.text(Self.path) == conflict)
    }

    /// A rebase leaves such a file for a moment.
    @Test func `the error of settings that cannot be read goes when they can`() async throws {
        try write("http://h/a")
        let workspace = FileWorkspace(folder: temporary.path, environment: [:], trust: .everything)
        // Guards what effects tell from any thread.
        let told = Mutex<[WorkspaceMessage]>([])
        let effects = WorkspaceEffects(workspace: workspace) { message in told.withLock { $0.append(message) } }
        var store = TestStore()
        for (settings, isWrong) in [("<<<<<<< HEAD\n", true), ("<<<<<<< HEAD\n", true), (#"{ "name": "C" }"#, false)] {
            try temporary.write(settings, to: "collections/c/collection.json")
            told.withLock { $0 = [] }
            await effects.run(.readVariables(environmentPath: nil, requestPath: Self.path))
            for message in told.withLock({ $0 }) { store.send(.workspace(message)) }
            #expect(store.state.toasts.map(\.kind) == (isWrong ? [.error] : []))
        }
    }

    @Test func `the whole tree is read after watching begins or fails`() async {
        for isWatchable in [true, false] {
            let workspace = NotedWorkspace(isWatchable: isWatchable)
            let effects = WorkspaceEffects(workspace: workspace, wait: { _ in throw CancellationError() }, post: { _ in })
            await effects.run(.open(unfolded: ["collections/c"]))
            #expect(workspace.calls == ["unfolded: collections/c"])
            await effects.run(.watchTree)
            #expect(workspace.calls == ["unfolded: collections/c", "watch", "whole tree"])
        }
    }

    @Test func `a workspace that cannot be watched is tried again, and the message goes then`() async {
        let workspace = NotedWorkspace(isWatchable: true, changes: 1, failedWatches: 3)
        // Guards what effects tell from any thread.
        let told = Mutex<[WorkspaceMessage]>([])
        await WorkspaceEffects(workspace: workspace, wait: { _ in }, post: { message in told.withLock { $0.append(message) } }).run(
            .watchTree)
        #expect(workspace.calls == ["watch", "whole tree", "watch", "watch", "watch", "whole tree", "whole tree"])
        let messages = told.withLock(\.self).filter { if case .watched = $0 { true } else { false } }
        #expect(messages.count == 2 && messages.last == .watched(problem: nil))
        var store = TestStore.withTree()
        store.send(.workspace(messages[0]))
        #expect(store.state.toasts.count == 1)
        store.send(.workspace(messages[1]))
        #expect(store.state.toasts.isEmpty)
    }

    @Test func `changes are followed after one that could not be read`() async {
        let workspace = NotedWorkspace(isWatchable: true, changes: 2, failing: 2)
        // Guards what effects tell from any thread.
        let failures = Mutex(0)
        let effects = WorkspaceEffects(workspace: workspace) { if case .failed = $0 { failures.withLock { $0 += 1 } } }
        await effects.run(.watchTree)
        #expect(workspace.calls == ["watch", "whole tree", "whole tree", "whole tree"])
        #expect(failures.withLock(\.self) == 1)
    }

    @Test func `changes that follow each other at once are read at longer and longer intervals`() async {
        let workspace = NotedWorkspace(isWatchable: true, changes: 6)
        // Guards the pauses, which effects make on any thread.
        let pauses = Mutex<[Duration]>([])
        await WorkspaceEffects(workspace: workspace, wait: { pause in pauses.withLock { $0.append(pause) } }, post: { _ in }).run(
            .watchTree)
        #expect(workspace.calls.count(where: { $0 == "whole tree" }) == 7)
        let hasPaused = pauses.withLock { !$0.isEmpty }
        #expect(hasPaused)
    }

    @Test func `a part that is read more slowly than the whole tree is discarded`() {
        var store = TestStore.withTree()
        let part = WorkspaceTree(nodes: [WorkspaceNode(path: "collections/c", name: "C", kind: .collection)])
        let tree = store.state.workspace.tree
        store.send(.workspace(.opened(part, isWhole: false)))
        #expect(store.state.workspace.tree == tree && store.state.workspace.isWhole)
    }
}

/// Notes in which order it is read and watched.
private final class NotedWorkspace: WorkspaceAccess {
    private let isWatchable: Bool
    private let changeCount: Int
    /// The number of the reading of the whole tree that fails; nil if none does.
    private let failing: Int?
    /// The number of times that it cannot be watched at first.
    private let failedWatches: Int
    // Guards what effects note from any thread.
    private let noted = Mutex<[String]>([])

    init(isWatchable: Bool, changes: Int = 0, failing: Int? = nil, failedWatches: Int = 0) {
        (self.isWatchable, changeCount, self.failing, self.failedWatches) = (isWatchable, changes, failing, failedWatches)
    }

    var calls: [String] { noted.withLock(\.self) }

    func tree() async throws -> WorkspaceTree {
        noted.withLock { $0.append("whole tree") }
        guard calls.count(where: { $0 == "whole tree" }) != failing else { throw UnusedInTest() }
        return WorkspaceTree()
    }
    func tree(unfolded: Set<String>) async throws -> WorkspaceTree {
        noted.withLock { $0.append("unfolded: \(unfolded.sorted().joined())") }
        return WorkspaceTree()
    }
    func changes() async throws -> AsyncStream<Void> {
        noted.withLock { $0.append("watch") }
        guard isWatchable, calls.count(where: { $0 == "watch" }) > failedWatches else { throw UnusedInTest() }
        return AsyncStream { changes in
            for _ in 0..<changeCount { changes.yield() }
            changes.finish()
        }
    }
    func resolve(_ job: SendJob, waiting: @escaping SecretReader.Waiting) async throws(SendError) -> ResolvedSend { throw .issues([]) }
    func outline(_ job: SendJob, waiting: @escaping SecretReader.Waiting) async throws(SendError) -> ResolvedSend { throw .issues([]) }
    func request(at path: String) async throws -> RequestDraft { throw UnusedInTest() }
    func save(_ draft: RequestDraft, at path: String, overwrites: Bool) async throws -> String? { throw UnusedInTest() }
    func create(_ draft: RequestDraft, in folder: String) async throws -> String { throw UnusedInTest() }
    func rename(_ path: String, to name: String) async throws -> String { throw UnusedInTest() }
    func variables(environmentPath: String?, requestPath: String?) async throws -> [KnownVariable] { [] }
    func grantedPermissions() -> [TrustStore.GrantedPermission] { [] }
    func revoke(_ permission: TrustStore.GrantedPermission) {}
    func forgetTypedSecrets() async {}
}
