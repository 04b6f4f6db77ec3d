import Engine
import Foundation
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
        var host = "h.example"

        /// The row of an exchange.
        func row(_ id: String) -> ExchangeSummary {
            var exchange = Sample.exchange(id, name: name)
            exchange.origin.environment = environment
            exchange.notes.tags = tag.map { [$0] } ?? []
            var row = exchange.summary
            row.url = "http://" + host + path
            return row
        }
    }

    private static let items = [
        Item(name: "Login", path: "/login", environment: "dev"), Item(path: "/a", environment: "staging"),
        Item(path: "/big?n=2", environment: "dev", tag: "late"), Item(name: "Mine", path: "/mine"),
    ]

    private func store(_ items: [Item], width: Int) -> TestStore {
        var store = TestStore.withTree(size: Size(width: width, height: 24))
        let rows = items.enumerated().map { $1.row("id\($0)") }
        store.send(.history(.store(.listed(rows, after: nil, query: HistoryFilter()))))
        store.send(.application(.focus(.history)))
        store.press(.character("z"))
        return store
    }

    /// The first columns of texts in the line of an item, in the order of the texts.
    private func columns(of texts: [String], in item: Item, _ store: TestStore) throws -> [Int] {
        let title = item.name.isEmpty ? item.path : item.name
        let line = try #require(store.canvas.lines.first { $0.contains(" \(title) ") && $0.contains("200 ") })
        return try texts.map { text in
            let range = try #require(line.firstRange(of: text))
            return line.distance(from: line.startIndex, to: range.lowerBound)
        }
    }

    @Test(arguments: [80, 100])
    func `title, environment and the rest of wide rows begin in one column each`(width: Int) throws {
        let store = store(Self.items, width: width)
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

    @Test(arguments: [120, 160]) func `places and notes of roomy rows have a column each`(width: Int) throws {
        let store = store(Self.items, width: width)
        let places = try Self.items.map { try columns(of: ["h.example"], in: $0, store)[0] }
        #expect(Set(places).count == 1)
        let tag = try columns(of: ["dev", "h.example", "#late"], in: Self.items[2], store)
        #expect(tag == tag.sorted())
    }

    @Test func `hosts that differ have the column of an environment that all rows share`() throws {
        let items = [
            Item(name: "Login", path: "/login", environment: "dev"), Item(path: "/a", environment: "dev", host: "other.example"),
            Item(name: "Mine", path: "/mine", environment: "dev", tag: "late", host: "127.0.0.1:8080"),
        ]
        let store = store(items, width: 160)
        #expect(try Set(items.map { try columns(of: [$0.host], in: $0, store)[0] }).count == 1)
        let paths = try [items[0], items[2]].map { try columns(of: [$0.host, $0.path], in: $0, store)[1] }
        #expect(Set(paths).count == 1)
        #expect(try columns(of: [items[2].host, items[2].path, "#late"], in: items[2], store).last ?? 0 > paths[0])
        #expect(!store.canvas.contains(items[0].host + items[0].path))
    }

    @Test func `a history with one host has no column of hosts`() throws {
        let items = [Item(name: "Login", path: "/login", environment: "dev"), Item(path: "/a", environment: "dev")]
        let store = store(items, width: 160)
        #expect(store.canvas.contains("h.example/login"))
    }

    @Test func `a list of 80 columns has no column of hosts`() throws {
        let items = [Item(name: "Login", path: "/login"), Item(path: "/a", host: "other.example")]
        #expect(store(items, width: 80).canvas.lines.contains { $0.contains("Login  /login") })
    }

    /// A history beside the other panes.
    private func narrow(_ rows: [ExchangeSummary]) -> TestStore {
        var store = TestStore.withTree(size: Size(width: 120, height: 36))
        store.send(.history(.store(.listed(rows, after: nil, query: HistoryFilter()))))
        store.send(.application(.focus(.history)))
        return store
    }

    @Test func `the paths of a narrow list begin in one column, and keep their ends`() throws {
        var rows = [Item(path: "/stream?n=14&d=0.6", environment: "staging"), Item(path: "/b")].enumerated().map { $1.row("id\($0)") }
        rows[0].method = "POST"
        let lines = narrow(rows).canvas.lines
        let columns = try ["/s", "/b"].map { path in
            let line = try #require(lines.first { $0.contains(" " + path) && $0.contains(" 200 ") })
            let range = try #require(line.firstRange(of: path))
            return line.distance(from: line.startIndex, to: range.lowerBound)
        }
        #expect(columns[0] == columns[1])
        #expect(lines.contains { $0.contains("…") && $0.contains("d=0.6") })
    }

    @Test func `a day of this year stands in place of the time in a narrow list, and figures on the border`() throws {
        var rows = [Item(path: "/today"), Item(path: "/before")].enumerated().map { $1.row("id\($0)") }
        rows[0].startedAt += 9 * 86_400
        rows[1].startedAt += 6 * 86_400
        let store = narrow(rows)
        let lines = store.canvas.lines
        let line = try #require(lines.first { $0.contains("/before") })
        #expect(line.contains(TimeText.date(rows[1].startedAt, in: store.state.timeZone, withYear: false) + " 200 GET /before"))
        let title = try #require(lines.first { $0.contains("4 History") })
        #expect(title.contains(TimeText.milliseconds(rows[0].duration)) && title.contains(ByteText.count(rows[0].byteCount)))
    }

    @Test func `a row of another workspace shows its name, or only @ if there is no room`() {
        for (workspace, mark) in [("/somewhere/space", nil), ("/work/api", "@api"), ("/w/space", "@ ")] {
            var exchange = Sample.exchange("one")
            (exchange.origin.workspace, exchange.notes.text) = (workspace, "seen")
            var store = TestStore.withTree()
            store.send(.history(.store(.listed([exchange.summary], after: nil, query: HistoryFilter()))))
            #expect(store.canvas.contains(mark ?? "@") == (mark != nil) && store.canvas.contains("✎"), "\(workspace)")
        }
    }
}
