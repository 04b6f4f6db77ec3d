import HTTP
import Screen
import Workspace

/// The phases of each transfer as bars.
enum TimingLines {
    private static let barWidth = 32

    static func lines(_ exchange: Exchange) -> [ResponseLines.Line] {
        exchange.hops.enumerated().flatMap { index, hop -> [ResponseLines.Line] in
            let status = hop.status.map { "\($0) " } ?? ""
            let title = ResponseLines.Line(("\(index + 1). \(hop.method) ", .textStrong), (hop.url, .text), ("  " + status, .textMuted))
            return [title] + phases(of: hop.metrics) + connection(hop.metrics) + [ResponseLines.Line(("", .text))]
        }
    }

    private static func phases(of metrics: HTTPMetrics) -> [ResponseLines.Line] {
        let timings = metrics.timings
        let total = (timings.lastByte ?? timings.firstByte ?? timings.requestSent ?? .zero).seconds
        var begin = 0.0
        let ends: [(String, Duration?, StyleRole)] = [
            ("name", timings.nameLookup, .timingResolve), ("connect", timings.connection, .timingConnect),
            ("TLS", timings.tls, .timingSecure), ("send", timings.requestSent, .timingSend), ("wait", timings.firstByte, .timingWait),
            ("receive", timings.lastByte, .timingReceive),
        ]
        return ends.compactMap { name, end, role in
            guard let end = end?.seconds, end >= begin else { return nil }
            defer { begin = end }
            return bar(name, from: begin, to: end, of: total, role: role)
        } + [ResponseLines.Line(("  total    ", .textMuted), (TimeText.milliseconds(total), .textStrong))]
    }

    private static func bar(_ name: String, from begin: Double, to end: Double, of total: Double, role: StyleRole) -> ResponseLines.Line {
        let scale = total > 0 ? Double(barWidth) / total : 0
        let left = min(barWidth - 1, Int(begin * scale))
        let width = max(1, min(barWidth - left, Int((end * scale).rounded()) - left))
        let label = "  " + TextWidth.padded(name, columns: 8) + " "
        return ResponseLines.Line(
            (label, .textMuted), (String(repeating: " ", count: left), .text), (String(repeating: "█", count: width), role),
            (String(repeating: " ", count: barWidth - left - width + 1), .text), (TimeText.milliseconds(end - begin), .text))
    }

    private static func connection(_ metrics: HTTPMetrics) -> [ResponseLines.Line] {
        guard let connection = metrics.connection else { return [] }
        let ends = [connection.local?.description, connection.remote?.description].compactMap { $0 }.joined(separator: " → ")
        let bytes = metrics.byteCounts
        var lines = [
            ResponseLines.Line(("  \(ends)", .text), (connection.isReused ? "  (connection used again)" : "", .textMuted)),
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
