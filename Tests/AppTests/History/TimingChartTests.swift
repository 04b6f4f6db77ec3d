import Foundation
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

    private func texts(_ entries: [ExchangeSummary]) -> [String] { TimingChart(entries) { $0.id }.lines.map(\.text) }

    @Test(arguments: [(0.5, 50), (0.95, 95), (0.99, 99), (1, 100)])
    func `a percentile is the nearest rank`(_ share: Double, _ expected: Int) {
        #expect(TimingChart.percentile(share, of: entries(Array(1...100).shuffled())) == Double(expected) / 1000)
    }

    @Test func `each entry is a column, oldest first, with its duration as height`() {
        let lines = texts(entries([80, 40, 10]).reversed())
        #expect(lines.prefix(8).map { $0.prefix(11).filter { $0 != " " }.count } == [3, 3, 3, 3, 6, 6, 6, 9])
        #expect(lines[7].hasPrefix("███ ███ ███"))
        #expect(lines[8] == "id0 … id2")
    }

    @Test(arguments: [(2, "of 2 requests"), (HistoryEffects.maxTimed, "of the newest \(HistoryEffects.maxTimed) requests")])
    func `the title says if only the newest are shown`(count: Int, expected: String) {
        var store = TestStore.withTree()
        store.send(.history(.store(.timed(entries(Array(repeating: 10, count: count))))))
        #expect(store.canvas.contains(expected))
    }

    @Test func `many entries share columns`() {
        #expect(texts(entries(Array(repeating: 10, count: 1_000)))[7].count == 60)
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
