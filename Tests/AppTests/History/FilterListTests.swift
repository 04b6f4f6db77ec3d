import Foundation
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// The list of keys and values while the history's filter is typed.
@Suite struct FilterListTests {
    private func listed() -> TestStore {
        var store = TestStore.withTree()
        let rows = (0..<3).map { Sample.exchange("id\($0)").summary }
        store.send(.history(.store(.listed(rows, after: nil, query: HistoryFilter()))))
        store.send(.application(.focus(.history)))
        return store
    }

    @Test func `the filter lists its keys and their values`() throws {
        var store = listed()
        store.press(.character("/"))
        #expect(store.state.history.completion?.items.map(\.text) == FilterKey.allCases.map { $0.rawValue + ":" } + ["pinned", "failed"])
        store.press(Key(.tab), Key(.down), Key(.enter))
        #expect(store.state.history.filter?.text == "host:")
        store.press(Key(.escape), Key(.escape), .character("/"))
        // Arrows stay with the entries.
        store.press(Key(.down))
        #expect(store.state.history.list.selected == 1 && store.state.history.completion == nil)
        store.press(Key(.escape), .character("/"), Key(.escape))
        #expect(store.state.history.completion == nil && store.state.history.isFiltering)
        store.type("-m")
        #expect(store.state.history.completion?.items.map(\.text) == ["method:"])
        store.press(Key(.tab))
        store.press(Key(.down), Key(.down), Key(.enter))
        #expect(store.state.history.filter?.text == "-method:post ")
        store.type("st")
        let list = try #require(FilterCompletion.frame(store.state.history, store.state.historyContext))
        store.mouse(.press(.left, count: 1), at: Point(x: list.minX + 3, y: list.minY + 1))
        #expect(store.state.history.filter?.text == "-method:post status:")
        store.type("4")
        store.press(Key(.enter))
        #expect(store.state.history.filter?.text == "-method:post status:4" && !store.state.history.isFiltering)
        #expect(store.state.history.completion?.items == nil)
    }

    @Test func `the filter lists every tag and the first segments of the paths`() {
        var store = TestStore.withTree()
        let rows = ["/api/people/1?a=/b", "/api/ships#x", "", "/"].enumerated().map { index, path in
            ExchangeSummary(
                id: "id\(index)", startedAt: Date(timeIntervalSince1970: 0), method: "GET", url: "https://h.example:1" + path,
                notes: .init(tags: index == 0 ? ["bug", "two"] : []))
        }
        store.send(.history(.store(.listed(rows, after: nil, query: HistoryFilter()))))
        store.send(.application(.focus(.history)))
        store.press(.character("/"))
        store.type("path:")
        #expect(store.state.history.completion?.items.map(\.text) == ["/api", "/api/people", "/api/ships"])
        store.type("/api/p")
        #expect(store.state.history.completion?.current.text == "/api/people")
        store.press(.control("u"))
        store.type("tag:t")
        #expect(store.state.history.completion?.items.map(\.text) == ["two"])
    }

    @Test func `a typed name saves the current filter`() {
        var store = listed()
        store.press(.character("/"))
        store.type("failed")
        store.press(Key(.enter))
        store.send(.history(.filters(.listed([SavedFilter(name: "slow", text: "time:>1s")]))))
        store.type("wzq")
        #expect(store.press(Key(.enter)).contains(.history(.saveFilter(SavedFilter(name: "wzq", text: "failed")))))
    }

    @Test func theFilterCompletesAndMarks() {
        var store = listed()
        store.press(.character("/"))
        store.type("sta")
        store.press(Key(.tab))
        #expect(store.state.history.filter?.text == "status:")
        store.press(Key(.tab))
        #expect(store.state.history.filter?.text == "status:200 ")
        store.type("time:soon ")
        #expect(store.state.history.filterProblem?.contains("time:>500ms") == true)
        #expect(store.canvas.contains("✗ “soon”"))
        let lines = store.state.history.problemLines(columns: 28)
        #expect(lines.count == 3 && lines.allSatisfy { store.canvas.contains($0) })
    }
}
