import Screen
import Testing
import Workspace

@testable import App

/// The columns of the list of exchanges.
@Suite struct HistoryColumnsTests {
    private struct Item {
        var name = ""
        let path: String
        var environment: String?
        var tag: String?

        /// The row of an exchange.
        func row(_ id: String) -> ExchangeSummary {
            var exchange = Sample.exchange(id, name: name)
            exchange.origin.environment = environment
            exchange.notes.tags = tag.map { [$0] } ?? []
            var row = exchange.summary
            row.url = "http://h.example" + path
            return row
        }
    }

    private static let items = [
        Item(name: "Login", path: "/login", environment: "dev"), Item(path: "/a", environment: "staging"),
        Item(path: "/big?n=2", environment: "dev", tag: "late"), Item(name: "Mine", path: "/mine"),
    ]

    @Test(arguments: [80, 100, 160])
    func `title, environment and the rest of wide rows begin in one column each`(width: Int) throws {
        var store = TestStore.withTree(size: Size(width: width, height: 24))
        let rows = Self.items.enumerated().map { $1.row("id\($0)") }
        store.send(.history(.store(.listed(rows, after: nil, query: HistoryFilter()))))
        store.send(.application(.focus(.history)))
        store.press(.character("z"))
        var columns: (environments: Set<Int>, rests: Set<Int>) = ([], [])
        for item in Self.items {
            let title = item.name.isEmpty ? item.path : item.name
            let line = try #require(store.canvas.lines.first { $0.contains(" \(title) ") && $0.contains("200 ") })
            func column(of text: String) -> Int? {
                line.firstRange(of: text).map { line.distance(from: line.startIndex, to: $0.lowerBound) }
            }
            if let environment = item.environment { columns.environments.insert(try #require(column(of: environment))) }
            let rest = item.tag.map { "#" + $0 } ?? "h.example"
            columns.rests.insert(try #require(column(of: rest) ?? column(of: item.path)))
        }
        #expect(columns.environments.count == 1 && columns.rests.count == 1)
    }
}
