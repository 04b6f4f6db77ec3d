import Engine
import Foundation
import Screen
import Synchronization
import TestFixtures
import Testing
import Workspace

@testable import App

/// The window that finds requests by what they contain.
@Suite struct FoundRequestsTests {
    private static func matches(_ text: String) -> [RequestSearch.Match] {
        RequestSearch(text)?.matches(in: Sample.draft, at: Sample.draftPath) ?? []
    }

    /// A store in which a text was typed and found.
    private static func finding(_ text: String) -> TestStore {
        var store = TestStore.withTree()
        store.send(.application(.run("tree.find")))
        store.type(text)
        store.send(.workspace(.found(matches(text), of: text, isWhole: true)))
        store.effects = []
        return store
    }

    @Test func `a typed text is searched after a pause`() {
        var store = TestStore.withTree()
        store.send(.application(.run("tree.find")))
        let effects = store.press(.character("n"))
        let waiting = effects.compactMap { if case .after(_, .findDelay, let message) = $0 { message } else { nil } }
        #expect(effects.contains(.cancel(.findRequests)) && waiting == [.tree(.find(.search("n")))])
        #expect(store.send(.tree(.find(.search("n")))) == [.workspace(.find("n"))])
    }

    @Test func `Enter opens the request with the tab of the match`() {
        var store = Self.finding("accept")
        #expect(store.picker?.items.count == 1)
        let effects = store.press(Key(.enter))
        #expect(store.state.windows.isEmpty && effects.contains(.workspace(.readRequest(path: Sample.draftPath))))
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        #expect(store.state.request.path == Sample.draftPath && store.state.request.tab == .headers)
    }

    @Test func `an open request comes to the front with the tab of the match`() {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.docs)))
        store.send(.tree(.find(.open(path: Sample.draftPath, member: "body.text"))))
        #expect(store.state.request.tab == .body && !store.effects.contains(.workspace(.readRequest(path: Sample.draftPath))))
    }

    @Test func `results for an earlier text are neither shown nor opened`() {
        var store = Self.finding("name")
        store.type("x")
        store.press(Key(.enter))
        #expect(store.picker?.items.isEmpty == false, "the rows stay until others are found")
        store.send(.workspace(.found([], of: "name", isWhole: true)))
        #expect(store.picker?.items.isEmpty == false)
        store.send(.workspace(.found([], of: "namex", isWhole: true)))
        #expect(store.picker?.items.isEmpty == true)
    }

    @Test func `a text that is typed again is searched again, since its search may have been cancelled`() {
        var store = TestStore.withTree()
        store.send(.application(.run("tree.find")))
        store.type("name")
        store.send(.workspace(.found(Self.matches("name"), of: "name", isWhole: false)))
        store.type("x")
        let effects = store.press(Key(.backspace))
        #expect(effects.contains { if case .after(_, .findDelay, .tree(.find(.search("name")))) = $0 { true } else { false } })
        #expect(store.picker?.items.isEmpty == false)
    }

    @Test func `closing the window ends the search`() {
        var store = Self.finding("name")
        let effects = store.press(Key(.escape))
        #expect(effects.contains(.cancel(.findRequests)) && effects.contains(.cancel(.findDelay)))
        store.send(.workspace(.found(Self.matches("name"), of: "name", isWhole: true)))
        #expect(store.state.windows.isEmpty)
    }

    @Test(
        arguments: [
            ("url", nil), ("name", nil), ("query", .params), ("headers", .headers), ("body.graphql", .body), ("auth.token", .auth),
            ("options.timeout", .options), ("variables", .options), ("captures", .tests), ("assertions", .tests),
            ("scripts.before", .scripts),
            ("tags", .docs),
        ] as [(String, RequestTab?)])
    func `a member has the tab that shows it`(member: String, tab: RequestTab?) {
        #expect(RequestTab(member: member) == tab)
    }

    @Test func `files are searched in the order of the tree up to a limit`() async throws {
        let temporary = TemporaryFolder()
        for index in 1...150 {
            try temporary.write(#"{ "name": "R\#(index)", "url": "http://h/needle" }"#, to: "collections/c/r\(index).request.json")
        }
        try temporary.write(#"{ "name": "B", "url": 7, "docs": "needle" }"#, to: "collections/c/broken.request.json")
        let workspace = FileWorkspace(folder: temporary.path, environment: [:], trust: .everything)
        // Guards what is told from any thread.
        let told = Mutex<[(names: [String], isWhole: Bool)]>([])
        for (limit, count) in [(1_000, 150), (10, 10)] {
            told.withLock { $0 = [] }
            try await workspace.find("needle", limit: limit) { matches, isWhole in
                told.withLock { $0.append((matches.map(\.name), isWhole)) }
            }
            let all = told.withLock { $0 }
            #expect(all.last?.isWhole == true && all.dropLast().allSatisfy { !$0.isWhole })
            #expect(all.last?.names == (1...count).map { "R\($0)" })
        }
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await workspace.find("needle", limit: 1_000) { _, isWhole in told.withLock { $0.append(([], isWhole)) } }
        }
        told.withLock { $0 = [] }
        try await cancelled.value
        #expect(told.withLock { $0.isEmpty }, "a search that was cancelled tells nothing")
    }
}
