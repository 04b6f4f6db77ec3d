import Engine
import Platform
import Screen
import Workspace

/// The durations of history entries over time: a chart, percentiles by environment, and the slowest entries.
struct TimingChart {
    private static let columns = 60
    private static let rows = 8
    private static let maxSlowest = 20

    /// The entries, the oldest first.
    private let entries: [ExchangeSummary]
    private let moment: (ExchangeSummary) -> String

    /// Creates the chart of some entries.
    ///
    /// - Parameters:
    ///   - entries: the entries, in any order.
    ///   - moment: formats the time of an entry as in the history.
    init(_ entries: [ExchangeSummary], moment: @escaping (ExchangeSummary) -> String) {
        self.entries = entries.sorted { $0.startedAt < $1.startedAt }
        self.moment = moment
    }

    /// The lines of the window.
    var lines: [StyledLine] {
        guard let first = entries.first, let last = entries.last else { return [] }
        return chart + [StyledLine("\(moment(first)) … \(moment(last))", .textMuted), StyledLine("", .text)]
            + [statistics("all", entries)] + environments + [StyledLine("", .text), StyledLine("Slowest first", .textStrong)]
            + entries.sorted { $0.duration > $1.duration }.prefix(Self.maxSlowest).map(line)
    }

    /// The duration that a share of the entries does not exceed, by the nearest-rank method.
    static func percentile(_ share: Double, of entries: [ExchangeSummary]) -> Double {
        let sorted = entries.map(\.duration).sorted()
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1))]
    }

    /// A chart of columns with equal numbers of entries. The height is their median; a mark below shows failures and statuses of 500 and
    /// more.
    private var chart: [StyledLine] {
        let count = min(Self.columns, entries.count)
        let groups = (0..<count).map { Array(entries[$0 * entries.count / count..<($0 + 1) * entries.count / count]) }
        let width = min(4, Self.columns / count)
        func column(_ glyph: String) -> String { String(repeating: glyph, count: max(1, width - 1)) + (width > 1 ? " " : "") }
        let medians = groups.map { Self.percentile(0.5, of: $0) }
        let highest = medians.max() ?? 0
        let heights = medians.map { highest > 0 ? max(1, Int(($0 / highest * Double(Self.rows)).rounded())) : 1 }
        let bars = (0..<Self.rows).map { row in
            let text = heights.map { column($0 >= Self.rows - row ? "█" : " ") }.joined()
            return StyledLine(text + (row == 0 ? "  \(TimeText.milliseconds(highest))" : ""), .timingWait)
        }
        let marks = groups.map { TextWidth.padded($0.contains(where: Self.isFailure) ? "✗" : " ", columns: width) }.joined()
        return bars + (marks.contains("✗") ? [StyledLine(marks, .error)] : [])
    }

    private static func isFailure(_ entry: ExchangeSummary) -> Bool { entry.status.map { $0 >= 500 } ?? true }

    /// The percentiles of each environment, if there are several.
    private var environments: [StyledLine] {
        let groups = Dictionary(grouping: entries) { $0.origin.environment ?? "no environment" }.sorted { $0.key < $1.key }
        return groups.count > 1 ? groups.map(statistics) : []
    }

    private func statistics(_ name: String, _ entries: [ExchangeSummary]) -> StyledLine {
        let shares = [("median", 0.5), ("p95", 0.95), ("p99", 0.99)].map { name, share in
            "\(name) \(TimeText.milliseconds(Self.percentile(share, of: entries)))"
        }
        let failed = entries.count(where: Self.isFailure)
        let text = "\(name): \(entries.count)  " + shares.joined(separator: "  ")
        return StyledLine(text + (failed == 0 ? "" : "  \(failed) failed or 5xx"), failed == 0 ? .text : .warning)
    }

    private func line(_ entry: ExchangeSummary) -> StyledLine {
        let time = TextWidth.padded(TimeText.milliseconds(entry.duration), columns: 10)
        return StyledLine("\(time)\(entry.outcome) \(entry.method) \(entry.url)  \(moment(entry))", Self.isFailure(entry) ? .error : .text)
    }
}
