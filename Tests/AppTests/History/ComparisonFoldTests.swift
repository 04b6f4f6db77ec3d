import Comparison
import HTTP
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
}
