import Comparison
import Engine
import Foundation
import HTTP
import Screen
import TestFixtures
import Testing
import Workspace

@testable import App

/// Examples of a request: saved responses that are shown and compared with.
@Suite struct ExampleTests {
    private static let path = "collections/c/a.request.json"

    /// A workspace folder with a request, and the effects of the history on it.
    private func withFolder(_ body: (any WorkspaceAccess, URL) async throws -> Void) async throws {
        let folder = TemporaryFolder([Self.path: #"{"name": "A", "url": "http://h/a"}"#])
        try await body(FileWorkspace(folder: folder.path, environment: [:], trust: .everything), folder.url)
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

    @Test func `a response is saved with its request, with masked secrets, and listed`() async throws {
        try await withFolder { workspace, folder in
            var exchange = Sample.exchange("one")
            exchange.response?.headers["Set-Cookie"] = "sid=very-secret; Path=/"
            exchange.response?.body = ExchangeBody(Array("{}".utf8))
            let all = await messages(
                [.saveExample(exchange, name: "good", path: Self.path), .listExamples(Self.path, .show, exchange, owner: 1)], workspace)
            #expect(all.first == .examples(.saved(name: "good", at: 0, path: Self.path)))
            guard case .examples(.listed(let examples, .show, _, path: Self.path, owner: 1))? = all.last else { throw CancellationError() }
            #expect(examples.map(\.notes.text) == ["good"])
            #expect(examples.first?.response?.body == ExchangeBody(Array("{}".utf8)))
            #expect(examples.first?.request == exchange.request)
            let text = try String(contentsOf: folder.appending(path: "collections/c/a.examples.json"), encoding: .utf8)
            #expect(text.contains("good") && !text.contains("very-secret"))
        }
    }

    @Test func `a body that is incomplete or too large cannot become an example`() async throws {
        try await withFolder { workspace, _ in
            for body in [
                ExchangeBody(storage: .bytes([]), byteCount: 5, isComplete: false), ExchangeBody([UInt8](repeating: 0, count: 2 << 20)),
            ] {
                var exchange = Sample.exchange("one")
                exchange.response?.body = body
                let all = await messages([.saveExample(exchange, name: "x", path: Self.path)], workspace)
                guard case .store(.failed)? = all.last else { throw CancellationError() }
            }
            #expect(try await workspace.examples(of: Self.path) == [])
        }
    }

    @Test func `an example is compared like an entry, also by other rules`() async throws {
        try await withFolder { workspace, _ in
            let store = InMemoryHistoryStore()
            let exchange = Sample.exchange("one")
            await store.record(exchange)
            try await workspace.changeExamples(of: Self.path) { $0.append(SavedResponse(name: "other", status: 500)) }
            let listing = HistoryEffect.listExamples(Self.path, .compare, exchange, owner: 1)
            let id = "example-0-\(Self.path)"
            let all = await messages([listing, .compare(id, "one", nil)], workspace, store)
            guard case .compare(.made(let window))? = all.last else { throw CancellationError() }
            #expect(Set([window.old.id, window.new.id]) == [id, "one"])
        }
    }

    @Test func `renaming and deleting examples can be undone`() async throws {
        try await withFolder { workspace, folder in
            let all = ["one", "", "three"].map { SavedResponse(name: $0, status: 200) }
            try await workspace.changeExamples(of: Self.path) { $0 = all }
            func names() async throws -> [String] { try await workspace.examples(of: Self.path).map(\.name) }
            func change(_ change: ExampleChange) async throws -> ExampleChange? {
                let done = await messages([.changeExamples(change, path: Self.path)], workspace).last
                guard case .examples(.changed(change, let undo, path: Self.path))? = done else { throw CancellationError() }
                return undo
            }
            let rename = try #require(try await change(.rename(0, from: "one", to: "first")))
            #expect(try await names() == ["first", "", "three"])
            _ = try await change(rename)
            #expect(try await names() == ["one", "", "three"])
            let removal = try #require(try await change(.remove(1, title: "Example 2")))
            #expect(try await names() == ["one", "three"])
            _ = try await change(removal)
            #expect(try await workspace.examples(of: Self.path) == all)
            for name in ["three", "Example 2", "one"].enumerated() { _ = try await change(.remove(2 - name.offset, title: name.element)) }
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "collections/c/a.examples.json").path))
        }
    }

    @Test func `an example changed by another program is not overwritten`() async throws {
        try await withFolder { workspace, _ in
            try await workspace.changeExamples(of: Self.path) { $0 = [SavedResponse(name: "new")] }
            for change in [ExampleChange.remove(0, title: "old"), .rename(0, from: "old", to: "x"), .remove(3, title: "new")] {
                guard case .store(.failed)? = await messages([.changeExamples(change, path: Self.path)], workspace).last else {
                    Issue.record("\(change)")
                    continue
                }
            }
            #expect(try await workspace.examples(of: Self.path).map(\.name) == ["new"])
        }
    }

    @Test func `a name is typed over the old one, and a list is clicked`() throws {
        var store = TestStore.withTree()
        let example = SavedResponse(name: "full", status: 200).exchange(0, of: RequestDraft(), at: Self.path, .distantPast)
        store.send(.history(.examples(.listed([example], .rename, nil, path: Self.path, owner: 0))))
        store.type("whole")
        let rename = ExampleChange.rename(0, from: "full", to: "whole")
        #expect(store.press(Key(.enter)).contains(.history(.changeExamples(rename, path: Self.path))))
        store.send(.history(.examples(.listed([example], .delete, nil, path: Self.path, owner: 0))))
        let removal = ExampleChange.remove(0, title: "full")
        #expect(store.click("full").contains(.history(.changeExamples(removal, path: Self.path))))
        store.send(.history(.examples(.changed(removal, undo: .insert(SavedResponse(name: "full"), at: 0), path: Self.path))))
        #expect(store.state.toasts.last?.action?.label == "undo" && store.state.toasts.last?.stays == true)
    }

    @Test func `the only example is shown and compared without a list`() {
        var store = TestStore.withTree()
        let example = SavedResponse(name: "full", status: 200).exchange(0, of: RequestDraft(), at: Self.path, .distantPast)
        let other = Sample.exchange("one")
        func used(_ use: ExampleUse, _ count: Int) -> [Effect] {
            store.send(.history(.examples(.listed(Array(repeating: example, count: count), use, other, path: Self.path, owner: 0))))
        }
        #expect(used(.show, 1).contains(.history(.openExample(example, owner: 0))) && store.state.windows.isEmpty)
        #expect(used(.compare, 1).contains(.history(.compareExample(example, other))) && store.state.windows.isEmpty)
        #expect(used(.show, 2).isEmpty && store.state.windows.count == 1)
    }

    @Test func `an example that is shown is compared with the others, and named in the comparison`() throws {
        var store = TestStore.withTree()
        let examples = ["full", "empty"].enumerated().map { index, name in
            SavedResponse(name: name, status: 200).exchange(index, of: RequestDraft(), at: Self.path, .distantPast)
        }
        func compared(_ examples: [Exchange]) -> [Effect] {
            store.send(.history(.examples(.listed(examples, .compare, examples[0], path: Self.path, owner: 0))))
        }
        #expect(compared(examples).contains(.history(.compareExample(examples[1], examples[0]))))
        let none = compared([examples[0]])
        #expect(!none.contains { if case .history = $0 { true } else { false } } && store.state.toasts.last?.kind == .warning)
        let window = try ComparisonWindow(examples[1], Sample.exchange("one"), rules: IgnoreRules())
        store.send(.history(.compare(.compared(window))))
        #expect(store.canvas.contains("Example “empty”"))
    }

    @Test func `commands for examples are disabled while the request has none`() async throws {
        try await withFolder { workspace, folder in
            #expect(try WorkspaceStore(opening: folder.path).tree().node(at: Self.path)?.hasExamples == false)
            try await workspace.changeExamples(of: Self.path) { $0 = [SavedResponse(name: "one")] }
            #expect(try WorkspaceStore(opening: folder.path).tree().node(at: Self.path)?.hasExamples == true)
        }
        var store = TestStore.opened()
        let path = try #require(store.state.request.path)
        store.send(.history(.store(.opened(Sample.exchange("one"), owner: store.state.response.owner))))
        func reasons() -> [String?] {
            ["examples", "compareExample", "renameExample", "deleteExample"].map { id in
                ResponseCommands.all.first { $0.id == "response.\(id)" }?.disabledReason(store.state.responseCommandState)
            }
        }
        #expect(reasons().allSatisfy { $0?.contains("no examples") == true })
        store.send(.history(.examples(.saved(name: "good", at: 0, path: path))))
        #expect(reasons().allSatisfy { $0 == nil })
    }

    @Test func `an example that is shown has its name instead of a time and a duration`() {
        var store = TestStore.opened(RequestDraft(url: "http://h/"))
        let example = SavedResponse(name: "full", status: 200).exchange(0, of: RequestDraft(), at: Self.path, .distantPast)
        store.send(.history(.store(.opened(example, owner: store.state.response.owner))))
        #expect(store.canvas.contains("example “full”") && !store.canvas.contains("0.0 ms"))
        store.send(.history(.examples(.changed(.rename(0, from: "full", to: "whole"), undo: nil, path: Self.path))))
        #expect(store.canvas.contains("example “whole”"))
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

    @Test func `an example stores the sent request, not the request in front`() throws {
        let sent = "collections/star-wars/planets.request.json"
        var exchange = Sample.exchange("other")
        exchange.origin.requestPath = sent
        var store = TestStore.opened()
        let owner = store.state.response.owner
        store.send(.history(.store(.opened(exchange, owner: owner))))
        store.send(.response(.examples(.save)))
        #expect(store.canvas.contains("“Planets”"))
        #expect(store.press(Key(.enter)).contains(.history(.saveExample(exchange, name: "200 OK", path: sent))))
        // The request was deleted since, or belongs to another workspace: the prompt names the one in front.
        for (path, workspace) in [("collections/star-wars/gone.request.json", "/somewhere/space"), (sent, "/elsewhere")] {
            (exchange.origin.requestPath, exchange.origin.workspace) = (path, workspace)
            store.send(.history(.store(.opened(exchange, owner: owner))))
            store.send(.response(.examples(.save)))
            #expect(store.canvas.contains("“Create a pilot”"))
            #expect(store.press(Key(.enter)).contains(.history(.saveExample(exchange, name: "200 OK", path: Sample.draftPath))))
        }
    }

    @Test func `the response of a request that was saved after sending is kept with it`() {
        var store = TestStore.opened()
        store.start("one")
        let exchange = Sample.exchange("one")
        store.send(.sending(.flight(.finished(exchange))))
        store.send(.response(.examples(.save)))
        #expect(store.press(Key(.enter)).contains(.history(.saveExample(exchange, name: "200 OK", path: Sample.draftPath))))
    }

    @Test func `saving an example can be undone, and so can its restoration`() async throws {
        try await withFolder { workspace, _ in
            var store = TestStore.opened()
            for name in ["good", "good"] {
                let done = await messages([.saveExample(Sample.exchange("one"), name: name, path: Self.path)], workspace)
                let saved = try #require(done.last)
                store.send(.history(saved))
            }
            guard case .history(let undo)? = store.state.toasts.last?.action?.message else { throw CancellationError() }
            #expect(undo == .perform(.changeExamples(.remove(1, title: "good 2"), path: Self.path)))
            let removed = await messages([.changeExamples(.remove(1, title: "good 2"), path: Self.path)], workspace)
            guard case .examples(.changed(_, undo: let restoration?, path: Self.path))? = removed.last else { throw CancellationError() }
            #expect(try await workspace.examples(of: Self.path).map(\.name) == ["good"])
            let restored = await messages([.changeExamples(restoration, path: Self.path)], workspace)
            guard case .examples(.changed(_, undo: let again?, path: Self.path))? = restored.last else { throw CancellationError() }
            #expect(again == .remove(1, title: "good 2"))
        }
    }
}
