import HTTP
package import Platform
import Workspace

/// Formats times as text.
package enum TimeText {
    /// Hours and minutes in a time zone.
    package static func clock(_ date: Date, in zone: TimeZoneOffsets) -> String {
        let seconds = Int(local(date, zone).withinCalendar.timeIntervalSince1970.rounded(.down))
        let minutes = ((seconds % 86400 + 86400) % 86400) / 60
        return twoDigits(minutes / 60) + ":" + twoDigits(minutes % 60)
    }

    /// The days since 1970 in a time zone.
    package static func day(_ date: Date, in zone: TimeZoneOffsets) -> Int {
        Int((local(date, zone).withinCalendar.timeIntervalSince1970 / 86400).rounded(.down))
    }

    /// The day in a time zone: `12-31`, or `2025-12-31`.
    package static func date(_ date: Date, in zone: TimeZoneOffsets, withYear: Bool) -> String {
        let time = CivilTime(local(date, zone))
        return (withYear ? "\(time.year)-" : "") + twoDigits(time.month) + "-" + twoDigits(time.day)
    }

    /// True if both dates are in the same year of a time zone.
    package static func isSameYear(_ one: Date, _ other: Date, in zone: TimeZoneOffsets) -> Bool {
        CivilTime(local(one, zone)).year == CivilTime(local(other, zone)).year
    }

    /// Day and time in a time zone: `2026-12-31 23:59:59`.
    package static func second(_ date: Date, in zone: TimeZoneOffsets) -> String { second(local(date, zone)) }

    private static func local(_ date: Date, _ zone: TimeZoneOffsets) -> Date {
        Date(timeIntervalSince1970: zone.local(date.timeIntervalSince1970))
    }

    /// Day and time in UTC: `2026-12-31 23:59:59 UTC`.
    package static func moment(_ date: Date) -> String { second(date) + " UTC" }

    /// Day and time in UTC: `2026-12-31 23:59:59`.
    package static func second(_ date: Date) -> String {
        date.withinCalendar.formatted(Date.ISO8601FormatStyle(dateTimeSeparator: .space)).replacing("Z", with: "")
    }

    /// The moment that ``second(_:)`` and ``moment(_:)`` write, also without the seconds or the time of day; nil for other texts.
    package static func date(from text: String) -> Date? {
        let words = text.replacing("UTC", with: "Z").split { " TZ".contains($0) }
        guard let day = words.first, words.count <= 2 else { return nil }
        let time = words.count == 2 ? String(words[1]) : "00:00:00"
        let whole = time.count == 5 ? time + ":00" : time
        return try? Date("\(day)T\(whole)Z", strategy: .iso8601)
    }

    /// Seconds as `0.4 ms`, `34 ms`, `1.25 s` or `2 min 5 s`.
    package static func milliseconds(_ seconds: Double) -> String {
        let seconds = Seconds(nearest: seconds)
        switch seconds.value {
        case ..<0.01: return decimal(seconds.value * 1000, digits: 1) + " ms"
        case ..<1: return "\(Int((seconds.value * 1000).rounded())) ms"
        case ..<100: return decimal(seconds.value, digits: 2) + " s"
        default: return "\(seconds.whole / 60) min \(seconds.whole % 60) s"
        }
    }

    private static func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}

/// A number with `digits` digits after the decimal point.
package func decimal(_ value: Double, digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((value * scale).rounded())
    let fraction = String(scaled % Int(scale))
    return "\(scaled / Int(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
}

extension Duration {
    /// The whole duration in seconds.
    package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}

/// Formats counts for people, with their noun.
package enum CountText {
    /// `1 request`, `2,000 requests`; `1 entry`, `2 entries` with a plural of its own.
    package static func of(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(number(count)) \(count == 1 ? noun : plural ?? noun + "s")"
    }

    /// `999`, `1,000`, `1,234,567`.
    package static func number(_ count: Int) -> String {
        let digits = Array(String(count.magnitude))
        let grouped = digits.indices.map { index in
            (index > 0 && (digits.count - index).isMultiple(of: 3) ? "," : "") + String(digits[index])
        }
        return (count < 0 ? "-" : "") + grouped.joined()
    }

    /// `2.5 requests/s`, `120 requests/s`: the rate of a number of requests, with a decimal below 10; nil for less than five seconds, in which
    /// it says little.
    package static func perSecond(_ rate: Double, of count: Int) -> String? {
        guard Double(count) >= 5 * rate else { return nil }
        return (rate < 10 ? "\((rate * 10).rounded() / 10)" : number(Int(rate))) + " requests/s"
    }
}

/// Formats lists of words.
package enum ListText {
    /// `a`, `a and b`, `a, b and c`.
    package static func of(_ words: [String]) -> String {
        guard words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
    }
}

/// Formats byte counts as text.
package enum ByteText {
    private static let units = ["kB", "MB", "GB", "TB"]

    /// `312 B`, `1.2 kB`, `48 MB`, in decimal units.
    package static func count(_ bytes: Int64) -> String {
        guard bytes >= 1000 else { return "\(bytes) B" }
        var value = Double(bytes) / 1000
        var unit = 0
        while value >= 999.5, unit + 1 < units.count {
            value /= 1000
            unit += 1
        }
        return (value < 9.95 ? decimal(value, digits: 1) : String(Int(value.rounded()))) + " " + units[unit]
    }
}

/// Splits bytes into lines; they need not be text, as in a part of a multipart body.
package enum BodyLines {
    /// The lines, separated by LF or CRLF. In a line that is not UTF-8, bytes other than printable ASCII are written as `\x89`.
    package static func lines(of bytes: some Collection<UInt8>) -> [String] {
        bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            let text = line.last == 0x0D ? line.dropLast() : line
            return String(validating: text, as: UTF8.self) ?? text.map(escaped).joined()
        }
    }

    private static func escaped(_ byte: UInt8) -> String {
        if (0x20..<0x7F).contains(byte) || byte == 0x09 { return String(Unicode.Scalar(byte)) }
        let digits = String(byte, radix: 16)
        return "\\x" + (digits.count < 2 ? "0" : "") + digits
    }
}

/// Describes the trace of a request in short lines.
enum TraceText {
    /// The sentences in order, each with its time. A transfer that never connected has no sentence about sending.
    static func lines(of trace: [HTTPTraceEntry]) -> [(offset: Duration, text: String)] {
        zip(trace, reached(trace)).compactMap { entry, isReached in
            let text = isReached ? sentence(for: entry.event) : sentenceUnconnected(for: entry.event)
            return text.map { (entry.offset, $0) }
        }
    }

    /// The entries whose transfer reached a connection or a response, as a flag for each entry.
    private static func reached(_ trace: [HTTPTraceEntry]) -> [Bool] {
        var transfer = 0
        var reached: Set<Int> = []
        let transfers = trace.map { entry in
            switch entry.event {
            case .started: transfer += 1
            case .connected, .responded: reached.insert(transfer)
            default: break
            }
            return transfer
        }
        return transfers.map(reached.contains)
    }

    private static func sentenceUnconnected(for event: HTTPTaskEvent) -> String? {
        switch event {
        case .started(let request): "Connection attempt for \(request.method) \(request.url)"
        case .finished: nil
        default: sentence(for: event)
        }
    }

    /// The sentence for an event; nil for an event without news.
    static func sentence(for event: HTTPTaskEvent) -> String? {
        switch event {
        case .queued: "Queued"
        case .changed(let change): changes(change)
        case .waiting(let duration, let reason): "Wait" + (duration.map { " \(TimeText.milliseconds($0.seconds))" } ?? "") + ": \(reason)"
        case .polling(let duration, let reason): "Wait \(TimeText.milliseconds(duration.seconds)): \(reason)"
        case .started(let request): "Request \(request.method) \(request.url)" + (request.isForAuthentication ? " to get a token" : "")
        case .connected(let connection): connected(connection)
        case .sent, .received, .measured: nil
        case .responded(let head): "Response \(head.status) \(head.message)"
        case .finished(let metrics): "Received \(ByteText.count(metrics.byteCounts.receivedBody))"
        case .failed(let error): "Failed: \(ResolutionPlace.naming(error.message))"
        case .redirected(_, let response, let request): "Redirect \(response.status) to \(request.method) \(request.url)"
        case .retrying(let attempt, let delay, let reason):
            "Retry \(attempt) after \(TimeText.milliseconds(delay.seconds)): \(ResolutionPlace.naming(reason))"
        case .authenticating(let scheme): "Authentication: \(scheme)"
        case .noted(let remark): "Note: \(remark)"
        case .answeredFromStore(let reason): "Response without the network: \(ResolutionPlace.naming(reason))"
        }
    }

    private static func changes(_ change: HTTPRequestChange) -> String {
        var parts: [String] = []
        if change.before.method != change.after.method { parts.append("method \(change.after.method)") }
        if change.before.url != change.after.url { parts.append("URL \(change.after.url)") }
        parts += change.addedHeaders.map { "+ \($0.name): \($0.value)" }
        parts += change.removedHeaders.map { "- \($0.name)" }
        return "\(title(ofLink: change.link)): " + (parts.isEmpty ? "body" : parts.joined(separator: ", "))
    }

    /// The name of a link's type in words, such as “Automatic headers” for `AutomaticHeaders`.
    static func title(ofLink name: String) -> String {
        name.reduce(into: "") { words, letter in
            let startsWord = letter.isUppercase && words.last?.isLowercase == true
            words += startsWord ? " " + letter.lowercased() : String(letter)
        }
    }

    private static func connected(_ connection: HTTPConnectionDetails) -> String {
        let place = (connection.proxy ?? connection.remote?.description).map { " to \($0)" } ?? ""
        let version = connection.version.map { ", \($0)" } ?? ""
        let tls = connection.tls?.version.map { ", \($0)" } ?? ""
        return (connection.isReused ? "Reused connection" : "Connected") + place + version + tls
    }
}
