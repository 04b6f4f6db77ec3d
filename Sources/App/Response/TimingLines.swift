import Engine
import HTTP
import Screen
import Workspace

/// The phases of each transfer as bars, and the pauses between attempts.
enum TimingLines {
    private static let minBarWidth = 8
    /// The columns of the name before a bar and of the time after it.
    private static let besideBar = 22

    /// The lines of an exchange; `columns` is the available width, which determines the length of the bars. All transfers have one
    /// scale, so that their bars can be compared. While the body arrives, the last transfer has no total yet.
    static func lines(_ exchange: Exchange, columns: Int, isArriving: Bool = false) -> [ResponseLines.Line] {
        let barWidth = max(minBarWidth, columns - besideBar)
        let longest = exchange.hops.map { total(of: $0.metrics.timings).seconds }.max() ?? 0
        let scale = longest > 0 ? Double(barWidth) / longest : 0
        let isTriedAgain = exchange.hops.contains { $0.attempt > 1 }
        return exchange.hops.enumerated().flatMap { index, hop -> [ResponseLines.Line] in
            let status = hop.status.map { "  \($0)" } ?? ""
            let attempt = isTriedAgain ? "  attempt \(hop.attempt)" : ""
            let title = ResponseLines.Line(
                ("\(index + 1). \(hop.method) ", .textStrong), (hop.url, .text), (status, .textMuted), (attempt, .information))
            let sum = isArriving && index == exchange.hops.count - 1 ? "so far" : "total"
            return pause(before: hop, barWidth: barWidth) + [title]
                + phases(of: hop.metrics.timings, scale: scale, barWidth: barWidth, sum: sum) + connection(hop.metrics) + [
                    ResponseLines.Line(("", .text))
                ]
        }
    }

    private static func total(of timings: HTTPTimings) -> Duration { timings.lastByte ?? timings.firstByte ?? timings.requestSent ?? .zero }

    /// The bar of the pause before an attempt, at full length: on a common scale, the phases of the attempts would be invisible beside it.
    private static func pause(before hop: Exchange.Hop, barWidth: Int) -> [ResponseLines.Line] {
        guard hop.pause > 0 else { return [] }
        let bar = bar("pause", 0..<barWidth, of: barWidth, .timingQueue, TimeText.milliseconds(hop.pause))
        return [bar, ResponseLines.Line(("", .text))]
    }

    /// The lines of the phases of a transfer; `scale` is the columns of a second.
    private static func phases(of timings: HTTPTimings, scale: Double, barWidth: Int, sum: String) -> [ResponseLines.Line] {
        let total = total(of: timings).seconds
        var begin = 0.0
        let ends: [(String, Duration?, StyleRole)] = [
            ("DNS", timings.nameLookup, .timingResolve), ("connect", timings.connection, .timingConnect),
            ("TLS", timings.tls, .timingSecure), ("send", timings.endOfSending, .timingSend), ("wait", timings.firstByte, .timingWait),
            ("receive", timings.lastByte, .timingReceive),
        ]
        // A bar begins where the one before it ends, and leaves a column to each one after it.
        var left = 0
        let bars = ends.enumerated().compactMap { index, phase -> ResponseLines.Line? in
            let (name, moment, role) = phase
            guard let end = moment?.seconds, end >= begin else { return nil }
            let right = min(max(left + 1, Int((end * scale).rounded())), barWidth - (ends.count - 1 - index))
            defer { (begin, left) = (end, right) }
            return bar(name, left..<right, of: barWidth, role, time(end - begin))
        }
        let end = ResponseLines.Line(
            ("  " + TextWidth.padded(sum, columns: 8) + " ", .textMuted), (String(repeating: " ", count: barWidth + 1), .text),
            (trailing(TimeText.milliseconds(total)), .textStrong))
        return bars + [end]
    }

    /// The duration of a phase; one that rounds to nothing is not shown as nothing.
    private static func time(_ seconds: Double) -> String {
        seconds > 0 && seconds < 0.000_05 ? "<0.1 ms" : TimeText.milliseconds(seconds)
    }

    /// A duration at the right end of its column.
    private static func trailing(_ time: String) -> String {
        String(repeating: " ", count: max(0, besideBar - 13 - TextWidth.columns(of: time))) + time
    }

    /// The line of a phase: its name, its bar over these columns and its duration.
    private static func bar(
        _ name: String, _ columns: Range<Int>, of barWidth: Int, _ role: StyleRole, _ time: String
    ) -> ResponseLines.Line {
        let label = "  " + TextWidth.padded(name, columns: 8) + " "
        return ResponseLines.Line(
            (label, .textMuted), (String(repeating: " ", count: columns.lowerBound), .text),
            (String(repeating: "█", count: columns.count), role),
            (String(repeating: " ", count: barWidth - columns.upperBound + 1), .text), (trailing(time), .text))
    }

    private static func connection(_ metrics: HTTPMetrics) -> [ResponseLines.Line] {
        guard let connection = metrics.connection else { return [] }
        let ends = [connection.local?.description, connection.remote?.description].compactMap { $0 }.joined(separator: " → ")
        let bytes = metrics.byteCounts
        var lines = [
            ResponseLines.Line(("  \(ends)", .text), (connection.isReused ? "  (connection reused)" : "", .textMuted)),
            ResponseLines.Line(
                (
                    "  sent \(ByteText.count(bytes.sentHeader + bytes.sentBody)), received \(ByteText.count(bytes.receivedHeader + bytes.receivedBody))",
                    .text
                ),
                (bytes.decodedBody != bytes.receivedBody ? ", decoded \(ByteText.count(bytes.decodedBody))" : "", .textMuted)),
        ]
        if let tls = connection.tls {
            lines.append(ResponseLines.Line(("  \([tls.version, tls.cipher].compactMap { $0 }.joined(separator: ", "))", .text)))
        }
        return lines
    }
}
