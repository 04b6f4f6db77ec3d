import Engine
import Platform
import Screen
import Workspace

/// The durations of history entries over time: a chart, percentiles by environment, and the slowest entries. It counts rows as they are
/// read, and its memory does not grow with their number.
struct TimingChart: Sendable, Equatable {
    private static let columns = 60
    private static let rows = 8
    private static let maxSlowest = 20

    /// A column of the chart.
    private struct Column: Sendable, Equatable {
        let median: Double
        let hasFailures: Bool
    }

    /// The number of rows that are expected, to give each column as many of them.
    private let total: Int
    /// The number of rows so far, also of rows that the chart does not count.
    private var position = 0
    /// The number of columns that have ended, with empty ones.
    private var endedCount = 0
    private var columns: [Column] = []
    private var column = DurationCounts()
    private var all = DurationCounts()
    private var environments: [String: DurationCounts] = [:]
    /// The slowest entries, the slowest first.
    private var slowest: [ExchangeSummary] = []
    private var first: ExchangeSummary?
    private var last: ExchangeSummary?

    /// Creates a chart without rows.
    ///
    /// - Parameter total: the number of rows that are expected.
    init(of total: Int) { self.total = total }

    /// The number of counted entries.
    var count: Int { all.count }

    /// Adds the next row, after older ones; `isCounted` is false for a row that only takes its place.
    mutating func add(_ row: ExchangeSummary, isCounted: Bool = true) {
        let count = min(Self.columns, total)
        while endedCount + 1 < count, position >= (endedCount + 1) * total / count { endColumn() }
        position += 1
        guard isCounted else { return }
        (first, last) = (first ?? row, row)
        column.add(row)
        all.add(row)
        environments[row.origin.environment ?? "no environment", default: DurationCounts()].add(row)
        guard slowest.count < Self.maxSlowest || slowest.last.map({ $0.duration < row.duration }) == true else { return }
        slowest.insert(row, at: slowest.firstIndex { $0.duration < row.duration } ?? slowest.endIndex)
        if slowest.count > Self.maxSlowest { slowest.removeLast() }
    }

    private mutating func endColumn() {
        endedCount += 1
        guard column.count > 0 else { return }
        columns.append(Column(median: column.percentile(0.5), hasFailures: column.failureCount > 0))
        column = DurationCounts()
    }

    /// The lines of the window.
    ///
    /// - Parameter moment: formats the time of an entry as in the history.
    func lines(_ moment: (ExchangeSummary) -> String) -> [StyledLine] {
        guard let first, let last else { return [] }
        let span = StyledLine("\(moment(first)) … \(moment(last))", .textMuted)
        let moments = slowest.map(moment)
        let columns = moments.map { TextWidth.columns(of: $0) }.max() ?? 0
        let entries = zip(slowest, moments).map { line($0, TextWidth.padded($1, columns: columns)) }
        return chart + [span, StyledLine("", .text), statistics("all", all)] + ofEnvironments
            + [StyledLine("", .text), StyledLine("Slowest first", .textStrong)] + entries
    }

    /// The percentiles of each environment, if there are several.
    private var ofEnvironments: [StyledLine] {
        let groups = environments.sorted { $0.key < $1.key }
        return groups.count > 1 ? groups.map(statistics) : []
    }

    /// A chart of columns with equal numbers of entries. The height is their median; a mark below shows failures and statuses of 500 and
    /// more.
    private var chart: [StyledLine] {
        var whole = self
        whole.endColumn()
        let columns = whole.columns
        let width = min(4, Self.columns / columns.count)
        func bar(_ glyph: String) -> String { String(repeating: glyph, count: max(1, width - 1)) + (width > 1 ? " " : "") }
        let highest = columns.map(\.median).max() ?? 0
        let heights = columns.map { highest > 0 ? max(1, Int(($0.median / highest * Double(Self.rows)).rounded())) : 1 }
        let bars = (0..<Self.rows).map { row in
            let text = heights.map { bar($0 >= Self.rows - row ? "█" : " ") }.joined()
            return StyledLine(text + (row == 0 ? "  \(TimeText.milliseconds(highest))" : ""), .timingWait)
        }
        let marks = columns.map { TextWidth.padded($0.hasFailures ? "✗" : " ", columns: width) }.joined()
        return bars + (marks.contains("✗") ? [StyledLine(marks, .error)] : [])
    }

    private func statistics(_ name: String, _ counts: DurationCounts) -> StyledLine {
        let shares = [("median", 0.5), ("p95", 0.95), ("p99", 0.99)].map { name, share in
            "\(name) \(TimeText.milliseconds(counts.percentile(share)))"
        }
        let failed = counts.failureCount
        let text = "\(name): \(CountText.number(counts.count))  " + shares.joined(separator: "  ")
        return StyledLine(text + (failed == 0 ? "" : "  \(CountText.number(failed)) failed or 5xx"), failed == 0 ? .text : .warning)
    }

    /// An entry with its duration and its moment in columns, below which nothing of a long URL stands.
    private func line(_ entry: ExchangeSummary, _ moment: String) -> StyledLine {
        let times = TextWidth.padded(TimeText.milliseconds(entry.duration), columns: 10) + moment + "  "
        return StyledLine(
            "\(times)\(entry.outcome) \(entry.method) \(entry.url)", DurationCounts.isFailure(entry) ? .error : .text,
            hanging: TextWidth.columns(of: times))
    }
}

/// The numbers of durations by their first four digits: percentiles of any number of them need little memory.
struct DurationCounts: Sendable, Equatable {
    private static let digits = 10_000
    /// The numbers by ``key(_:)``.
    private var numbers: [Int: Int] = [:]
    private(set) var count = 0
    /// The number of failures and of statuses of 500 and more.
    private(set) var failureCount = 0

    mutating func add(_ row: ExchangeSummary) {
        numbers[Self.key(row.duration), default: 0] += 1
        count += 1
        if Self.isFailure(row) { failureCount += 1 }
    }

    /// The duration that a share of the entries does not exceed, by the nearest-rank method; 0 for none.
    func percentile(_ share: Double) -> Double {
        let rank = min(count, max(1, Int((share * Double(count)).rounded(.up))))
        var passed = 0
        for (key, number) in numbers.sorted(by: { $0.key < $1.key }) {
            passed += number
            if passed >= rank { return Self.duration(key) }
        }
        return 0
    }

    static func isFailure(_ entry: ExchangeSummary) -> Bool { entry.status.map { $0 >= 500 } ?? true }

    /// The first four digits of the microseconds and the number of the others, in the order of durations.
    private static func key(_ seconds: Double) -> Int {
        var (digits, others) = (Int(min(max(seconds * 1e6, 0), 1e15).rounded()), 0)
        while digits >= Self.digits { (digits, others) = (digits / 10, others + 1) }
        return others * Self.digits + digits
    }

    private static func duration(_ key: Int) -> Double {
        (0..<key / digits).reduce(Double(key % digits)) { value, _ in value * 10 } / 1e6
    }
}
