import Comparison
import HTTP
import Screen
import Testing
import Widgets
import Workspace

@testable import App

@Suite struct ComparisonFoldTests {
    private func exchange(_ id: String, _ body: String) -> Exchange {
        var exchange = Sample.exchange(id)
        exchange.response?.body = ExchangeBody(Array(body.utf8))
        return exchange
    }

    @Test(arguments: [false, true]) func `expanding a fold changes no other lines`(isBelow: Bool) throws {
        func text(_ mark: String) -> String { (1...200).map { "{ \($0 == 3 || $0 == 190 ? mark : "same")\($0)" }.joined(separator: "\n") }
        var window = try ComparisonWindow(exchange("a", text("old")), exchange("b", text("new")), rules: IgnoreRules())
        let context = TestStore.withTree().state.windowContext
        if isBelow { window.toggleSides(context) }
        let fold = try #require(window.lines.firstIndex { $0.unfoldedCount > 100 })
        window.list.select(fold, count: window.lines.count, height: 10)
        let isUnfolded = window.unfold(height: 10)
        let whole = window
        window.toggleSides(context)
        window.toggleSides(context)
        #expect(isUnfolded && !whole.isEqual && whole.lines.count > 50)
        #expect(window.lines == whole.lines && window.numberColumns == whole.numberColumns)
        let moves = [true, true, false, false].map { window.findDifference(forward: $0, height: 10) }
        #expect(moves == [true, false, true, false])
        #expect(window.list.selected < fold)
    }

    @Test func `a pair of a replayed set opens compared over the window of the replay`() throws {
        var store = TestStore.withTree()
        let rows = (0..<2).map { Sample.exchange("id\($0)").summary }
        store.send(.history(.store(.listed(rows, after: nil, query: HistoryFilter()))))
        store.send(.sending(.replays(.start(rows, .unchanged))))
        for place in 0..<2 {
            var exchange = Sample.exchange("new-id\(place)", status: 500)
            exchange.repeats = "id\(place)"
            store.send(.sending(.replays(.progressed([.began(place), .sent(place, exchange, nil)], at: .zero))))
        }
        store.send(.sending(.replays(.ended)))
        store.press(.character("d"))
        let effects = store.press(Key(.enter))
        #expect(effects.contains { if case .history(.compare("id0", "new-id0", _)) = $0 { true } else { false } })
        #expect(store.question?.isProgress == true)
        let window = try ComparisonWindow(exchange("id0", "[]"), exchange("new-id0", "{}"), rules: IgnoreRules())
        store.send(.history(.compare(.made(window))))
        guard store.state.windows.last?.content is ComparisonWindow else { return #expect(Bool(false), "\(store.state.windows)") }
        store.press(Key(.escape))
        #expect(store.question?.isProgress == true)
    }
}
