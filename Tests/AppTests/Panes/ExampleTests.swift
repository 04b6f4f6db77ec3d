import Engine
import Foundation
import HTTP
import Screen
import Testing
import Workspace

@testable import App

/// Examples of a request: saved responses that are shown and compared with.
@Suite struct ExampleTests {
    private static let path = "collections/c/a.request.json"

    /// A workspace folder with a request, and the effects of the history on it.
    private func withFolder(_ body: (any WorkspaceAccess, URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appending(path: "apus-examples-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder.appending(path: "collections/c"), withIntermediateDirectories: true)
        try Data(#"{"name": "A", "url": "http://h/a"}"#.utf8).write(to: folder.appending(path: Self.path))
        try await body(FileWorkspace(folder: folder.path, environment: [:], trust: .everything), folder)
    }

    private func messages(
        _ effects: [HistoryEffect], _ workspace: any WorkspaceAccess, _ store: InMemoryHistoryStore = InMemoryHistoryStore()
    ) async -> [HistoryMessage] {
        let (messages, sent) = AsyncStream<HistoryMessage>.makeStream()
        let history = HistoryEffects(open: { OpenedHistory(store: store) }, queries: LiveQueries.all, workspace: workspace) {
            sent.yield($0)
        }
        for effect in effects { await history.run(effect) }
        sent.finish()
        return await messages.reduce(into: []) { $0.append($1) }
    }

    @Test func `a response is saved beside its request as the history keeps it, and listed`() async throws {
        try await withFolder { workspace, folder in
            var exchange = Sample.exchange("one")
            exchange.response?.headers["Set-Cookie"] = "sid=very-secret; Path=/"
            exchange.response?.body = ExchangeBody(Array("{}".utf8))
            let all = await messages(
                [.saveExample(exchange, name: "good", path: Self.path), .listExamples(Self.path, .show, exchange, owner: 1)], workspace)
            #expect(all.first == .examples(.saved(name: "good")))
            guard case .examples(.listed(let examples, .show, _, owner: 1))? = all.last else { throw CancellationError() }
            #expect(examples.map(\.notes.text) == ["good"])
            #expect(examples.first?.response?.body == ExchangeBody(Array("{}".utf8)))
            #expect(examples.first?.request == exchange.request)
            let text = try String(contentsOf: folder.appending(path: "collections/c/a.examples.json"), encoding: .utf8)
            #expect(text.contains("good") && !text.contains("very-secret"))
        }
    }

    @Test func `a body that is not whole or too large is no example`() async throws {
        try await withFolder { workspace, _ in
            for body in [
                ExchangeBody(storage: .bytes([]), byteCount: 5, isComplete: false), ExchangeBody([UInt8](repeating: 0, count: 2 << 20)),
            ] {
                var exchange = Sample.exchange("one")
                exchange.response?.body = body
                let all = await messages([.saveExample(exchange, name: "x", path: Self.path)], workspace)
                guard case .failed? = all.last else { throw CancellationError() }
            }
            #expect(try await workspace.examples(of: Self.path) == [])
        }
    }

    @Test func `an example is compared like an entry, also by other rules`() async throws {
        try await withFolder { workspace, _ in
            let store = InMemoryHistoryStore()
            let exchange = Sample.exchange("one")
            await store.record(exchange)
            try await workspace.addExample(SavedResponse(name: "other", status: 500), to: Self.path)
            let listing = HistoryEffect.listExamples(Self.path, .compare, exchange, owner: 1)
            let id = "example-0-\(Self.path)"
            let all = await messages([listing, .compare(id, "one", nil)], workspace, store)
            guard case .compare(.compared(let window))? = all.last else { throw CancellationError() }
            #expect(Set([window.old.id, window.new.id]) == [id, "one"])
        }
    }

    @Test func `a request without a file has no examples`() {
        var store = TestStore.withTree()
        for use in [ExampleUse.save, .show, .compare] {
            let effects = store.send(.history(.examples(.use(use, Sample.exchange("one"), path: nil, owner: 0))))
            #expect(!effects.contains { if case .history = $0 { true } else { false } })
        }
        #expect(store.state.toasts.last?.kind == .warning)
    }

    @Test func `the name is asked for before a response is saved`() {
        var store = TestStore.withTree()
        let exchange = Sample.exchange("one")
        store.send(.history(.examples(.use(.save, exchange, path: Self.path, owner: 0))))
        let effects = store.press(Key(.enter))
        #expect(effects.contains(.history(.saveExample(exchange, name: "200 OK", path: Self.path))))
    }
}
