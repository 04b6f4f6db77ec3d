import Engine
import Foundation
import Screen
import Synchronization
import Testing
import Workspace

@testable import App

/// Durations of history entries over time.
@Suite struct TimingChartTests {
    private func entries(_ milliseconds: [Int], _ change: (Int, inout ExchangeSummary) -> Void = { _, _ in }) -> [ExchangeSummary] {
        milliseconds.enumerated().map { index, duration in
            var row = Sample.exchange("id\(index)").summary
            row.startedAt = Date(timeIntervalSince1970: Double(index))
            row.duration = Double(duration) / 1000
            change(index, &row)
            return row
        }
    }

    private func chart(_ entries: [ExchangeSummary]) -> TimingChart {
        var chart = TimingChart(of: entries.count)
        for entry in entries { chart.add(entry) }
        return chart
    }

    private func texts(_ entries: [ExchangeSummary]) -> [String] { chart(entries).lines { $0.id }.map(\.text) }

    @Test(arguments: [(0.5, 50), (0.95, 95), (0.99, 99), (1, 100)])
    func `a percentile is the nearest rank`(_ share: Double, _ expected: Int) {
        var counts = DurationCounts()
        for entry in entries(Array(1...100).shuffled()) { counts.add(entry) }
        #expect(counts.percentile(share) == Double(expected) / 1000)
    }

    @Test(arguments: [0, 0.000_001, 0.009_999, 0.01, 0.123_4, 1.234, 59.99, 7_200, 123_456.789])
    func `a duration is counted with its first four digits`(seconds: Double) {
        var (counts, row) = (DurationCounts(), Sample.exchange().summary)
        row.duration = seconds
        counts.add(row)
        #expect(abs(counts.percentile(0.5) - seconds) <= seconds / 1000)
    }

    @Test func `the chart has one column per entry, oldest first, as high as the duration`() {
        let lines = texts(entries([80, 40, 10]))
        #expect(lines.prefix(8).map { $0.prefix(11).filter { $0 != " " }.count } == [3, 3, 3, 3, 6, 6, 6, 9])
        #expect(lines[7].hasPrefix("███ ███ ███"))
        #expect(lines[8] == "id0 … id2")
    }

    @Test func `the chart shows the number of entries and opens only while nothing is typed`() {
        var store = TestStore.withHistory()
        let durations = chart(entries([10, 20]))
        guard case .history(.readTimings)? = store.press(.character("T")).first else { return #expect(Bool(false), "nothing is read") }
        store.send(.history(.store(.timed(durations))))
        #expect(store.canvas.contains("of 2 requests"))
        store.press(Key(.escape), .character("T"), .character("/"))
        store.send(.history(.store(.timed(durations))))
        #expect(store.state.windows.isEmpty && store.state.toasts.last?.action?.message == .history(.showTimings(durations)))
    }

    @Test func `a chart without durations opens no window and offers to clear the filter`() {
        var store = TestStore.withHistory()
        store.press(.character("T"))
        store.send(.history(.store(.timed(chart([])))))
        #expect(store.state.windows.isEmpty && store.state.toasts.last?.action == nil)
        store.send(.history(.filters(.use("status:418"))))
        store.press(.character("T"))
        store.send(.history(.store(.timed(chart([])))))
        #expect(store.state.windows.isEmpty && store.state.toasts.last?.action?.message == .history(.clearFilter))
    }

    @Test func `slow reading shows a message, and Esc cancels the reading`() {
        var store = TestStore.withHistory()
        store.press(.character("T"))
        store.send(.history(.announceReading("Reading…")))
        #expect(store.state.toasts.count == 1)
        #expect(store.press(Key(.escape)).first == .cancel(.readTimings) && store.state.toasts.isEmpty)
        store.send(.history(.store(.timed(chart(entries([10]))))))
        store.send(.history(.announceReading("Reading…")))
        #expect(store.state.windows.isEmpty && store.state.toasts.isEmpty)
    }

    /// Deleted and offline entries are left out.
    @Test func `the chart counts all matching entries`() async {
        let posted = Mutex<[HistoryMessage]>([])
        let effects = HistoryEffects(open: { OpenedHistory(store: LongHistory()) }, queries: LiveQueries.all) { message in
            posted.withLock { $0.append(message) }
        }
        let recording = Task { await effects.writeRecords() }
        let entries = MatchingEntries(filter: HistoryFilter(), start: HistoryCursor(startedAt: .distantFuture, id: ""))
        await effects.run(.readTimings(entries, without: [["7", "8"]]))
        recording.cancel()
        guard case .store(.timed(let chart))? = posted.withLock({ $0.first }) else { return #expect(Bool(false), "no durations") }
        let lines = chart.lines { $0.id }.map(\.text)
        #expect(chart.count == LongHistory.count - 3 && lines[7].count == 60 && lines[8] == "1 … \(LongHistory.count - 1)")
    }

    @Test func `a long address wraps onto further lines`() throws {
        let long = entries([10]) { $1.url = "http://h.example/" + String(repeating: "segment/", count: 20) }
        let line = try #require(chart(long).lines { _ in "22:05" }.last)
        let rows = line.rows(columns: 76).map(\.text)
        #expect(rows.count > 1 && rows[0].hasPrefix("10 ms     22:05  200 GET"))
        #expect(rows.dropFirst().allSatisfy { $0.hasPrefix(String(repeating: " ", count: 17)) })
    }

    @Test func `many entries share columns`() {
        let lines = texts(entries(Array(repeating: 10, count: 1_000)))
        #expect(lines[7].count == 60 && lines.contains { $0.hasPrefix("all: 1,000 ") })
    }

    @Test func `failures are marked, environments have their own numbers, and the slowest are first`() {
        let lines = texts(
            entries([10, 30, 20]) { index, row in
                row.status = index == 1 ? 503 : 200
                row.origin.environment = index == 2 ? "live" : "local"
            })
        #expect(lines[8] == "    ✗       ")
        #expect(lines.contains { $0.hasPrefix("all: 3") && $0.hasSuffix("1 failed or 5xx") })
        #expect(lines.contains { $0.hasPrefix("live: 1") } && lines.contains { $0.hasPrefix("local: 2") })
        #expect(lines.suffix(3).map { $0.prefix(5) } == ["30 ms", "20 ms", "10 ms"])
    }
}

/// A history of many entries, the oldest of which is offline.
private struct LongHistory: PartialHistory {
    static let count = 10_000

    func list(before cursor: HistoryCursor?, limit: Int, filter: HistoryFilter) async -> [ExchangeSummary] {
        let first = cursor.flatMap { Int($0.id) }.map { $0 + 1 } ?? 0
        return (first..<Self.count).prefix(limit).map { number in
            var row = Sample.row("\(number)", Double(number))
            if number == 0 { row.notes.tags = [Exchange.offlineTag] }
            return row
        }
    }

    func count(_ filter: HistoryFilter) async -> Int { Self.count }
}
