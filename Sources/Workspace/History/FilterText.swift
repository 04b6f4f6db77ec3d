import JSON
import Platform

/// A text in the filter language: `method:post host:api.example.com status:5xx time:>500ms -draft "exact text"`.
///
/// Terms are separated by spaces and must all match: words in any place, quoted text exactly as written, keys with a value (``FilterKey``),
/// `pinned` and `failed`. A `-` before a term excludes its matches.
public struct FilterText: Hashable, Sendable {
    /// A term with its place in the text.
    public struct Term: Hashable, Sendable {
        /// The place of the term, in UTF-8 bytes.
        public fileprivate(set) var range: Range<Int>
        /// True for a term that excludes.
        public let isNegated: Bool
        /// The key; nil for words and quoted text.
        public let key: FilterKey?
        /// The words, the quoted text or the value.
        public let value: String
        /// True for quoted text or a quoted value.
        public let isQuoted: Bool
        /// The name before the colon if it is not a key.
        fileprivate var unknownKey: String?

        /// The reason why the term is invalid, as a sentence; nil if it is valid.
        public var problem: String? {
            if let unknownKey {
                let advice =
                    FilterText.nearestKey(to: unknownKey).map { "Did you mean \($0):?" } ?? "Put it in quotes to search for the text."
                return "Unknown key “\(unknownKey)”. \(advice)"
            }
            guard let key, !value.isEmpty, key.condition(value, now: Date(timeIntervalSince1970: 0), timeZone: 0) == nil else {
                return nil
            }
            // Rows without a response are shown with ERR.
            let isError = key == .status && ["e", "er", "err", "error", "failed"].contains(value.lowercased())
            let advice = isError ? " Entries with an error: failed." : ""
            return "“\(value)” is not a \(key.valueName). Example: \(key.example).\(advice)"
        }

        /// True if the term selects nothing in particular, as while it is typed: `host:`, `-`.
        public var isEmpty: Bool {
            problem == nil && condition(now: Date(timeIntervalSince1970: 0), timeZone: 0) == nil
        }

        /// The term for messages, with its key.
        public var text: String { (isNegated ? "-" : "") + (key.map { "\($0.rawValue):" } ?? "") + value }

        func condition(now: Date, timeZone: TimeZoneOffsets) -> HistoryFilter.Condition? {
            guard unknownKey == nil else { return nil }
            if let key { return value.isEmpty ? nil : key.condition(value, now: now, timeZone: timeZone) }
            if isQuoted { return value.isEmpty ? nil : .phrase(value) }
            switch value.lowercased() {
            case "pinned": return .pinned
            case "failed": return .failed
            default:
                let words = HistoryFilter.words(of: value)
                return words.isEmpty ? nil : .words(words)
            }
        }
    }

    /// The terms in order.
    public let terms: [Term]

    /// Parses a text; every text can be parsed.
    public init(_ text: String) {
        let characters = Array(text)
        var terms: [Term] = []
        var index = 0
        while index < characters.count {
            if characters[index].isWhitespace {
                index += 1
            } else {
                let end = Self.end(of: index, in: characters)
                if let term = Self.term(index..<end, characters) { terms.append(term) }
                index = end
            }
        }
        var ends = [0]
        for character in characters { ends.append((ends.last ?? 0) + character.utf8.count) }
        self.terms = terms.map { term in
            var term = term
            term.range = ends[term.range.lowerBound]..<ends[term.range.upperBound]
            return term
        }
    }

    /// The end of a term: the next space outside of quotes.
    private static func end(of start: Int, in characters: [Character]) -> Int {
        var (index, isQuoted) = (start, false)
        while index < characters.count, isQuoted || !characters[index].isWhitespace {
            if characters[index] == "\"" { isQuoted.toggle() }
            index += 1
        }
        return index
    }

    private static func nearestKey(to name: String) -> String? { NearestName.of(name, among: FilterKey.allCases.map(\.rawValue)) }

    private static func term(_ range: Range<Int>, _ characters: [Character]) -> Term? {
        let isNegated = characters[range.lowerBound] == "-" && range.count > 1
        let text = characters[range.dropFirst(isNegated ? 1 : 0)]
        guard text.first != "\"", let colon = text.firstIndex(of: ":") else {
            let isQuoted = text.first == "\""
            let value = String(text.filter { $0 != "\"" })
            return value.isEmpty ? nil : Term(range: range, isNegated: isNegated, key: nil, value: value, isQuoted: isQuoted)
        }
        let name = String(text[..<colon])
        let rest = text[(colon + 1)...]
        let value = String(rest.filter { $0 != "\"" })
        if let key = FilterKey(rawValue: name.lowercased()) {
            return Term(range: range, isNegated: isNegated, key: key, value: value, isQuoted: rest.first == "\"")
        }
        // A URL: `https://…`, `localhost:8080`.
        let isAddress = value.hasPrefix("//") || value.first?.isNumber == true && nearestKey(to: name) == nil
        let isWord = isAddress || !name.allSatisfy(\.isLetter) || name.isEmpty
        let all = String(text.filter { $0 != "\"" })
        return Term(
            range: range, isNegated: isNegated, key: nil, value: all, isQuoted: false, unknownKey: isWord ? nil : name)
    }

    /// A value as written in a filter: quoted if it has spaces.
    public static func quoted(_ value: String) -> String {
        let value = value.filter { $0 != "\"" }
        return value.contains(where: \.isWhitespace) || value.isEmpty ? "\"\(value)\"" : value
    }
}

/// A key of the filter language. The raw value is written before the colon.
public enum FilterKey: String, CaseIterable, Hashable, Sendable {
    case method, host, path, status, env, workspace, collection, request, before, after, on, time, size, tag

    /// An example with its value, for help and for messages about invalid values.
    public var example: String {
        switch self {
        case .method: "method:post"
        case .host: "host:api.example.com"
        case .path: "path:/people"
        case .status: "status:5xx, status:404, status:400-499"
        case .env: "env:local"
        case .workspace: "workspace:shop"
        case .collection: "collection:star-wars"
        case .request: "request:\"Create pilot\""
        case .before: "before:yesterday, before:2026-11-01, before:2026-11, before:2h"
        case .after: "after:today, after:2026-11-01, after:2026-11-30T19:30, after:2025, after:3mo"
        case .on: "on:yesterday, on:2026-11-01, on:2026-11"
        case .time: "time:>500ms, time:<2s, time:100ms-1s"
        case .size: "size:>1mb, size:<10kb, size:0b"
        case .tag: "tag:bug"
        }
    }

    /// The values in the example, without the key.
    public var exampleValues: String { example.replacing("\(rawValue):", with: "") + (self == .time ? ", 2s (or more)" : "") }

    /// The name of the value type, for use inside a sentence.
    var valueName: String {
        switch self {
        case .status: "status"
        case .before, .after, .on: "day or time"
        case .time: "duration"
        case .size: "size"
        case .method, .host, .path, .env, .workspace, .collection, .request, .tag: "text"
        }
    }

    /// Values to offer besides those in the rows.
    public var values: [String] {
        switch self {
        case .method: ["get", "post", "put", "patch", "delete", "head", "options"]
        case .status: ["2xx", "3xx", "4xx", "5xx"]
        case .before, .after, .on: ["today", "yesterday"]
        case .time: [">100ms", ">500ms", ">1s", ">5s"]
        case .size: [">10kb", ">1mb", ">10mb"]
        case .host, .path, .env, .workspace, .collection, .request, .tag: []
        }
    }

    /// The values of a row that match this key, to offer; empty if it has none.
    public func values(of row: ExchangeSummary) -> [String] {
        switch self {
        case .method: [row.method.lowercased()]
        case .host: [row.host]
        case .path: Self.beginnings(ofPathIn: row.url)
        case .status: row.status.map { [String($0)] } ?? []
        case .env: row.origin.environment.map { [$0] } ?? []
        case .workspace: row.origin.workspace.isEmpty ? [] : [row.origin.workspaceName]
        case .collection: row.origin.requestPath.flatMap(WorkspacePath.collection).map { [$0.lastPathComponent] } ?? []
        case .request: row.origin.name.isEmpty ? [] : [row.origin.name]
        case .tag: row.notes.tags
        case .before, .after, .on, .time, .size: []
        }
    }

    /// The first segment of a URL's path, and the first two: `/api` and `/api/people`.
    private static func beginnings(ofPathIn url: String) -> [String] {
        let path = url.withoutScheme.drop { !"/?#".contains($0) }.prefix { !"?#".contains($0) }
        let segments = path.split(separator: "/").prefix(2)
        return segments.indices.map { "/" + segments[...$0].joined(separator: "/") }
    }

    /// The condition for a value; nil if it is invalid.
    func condition(_ value: String, now: Date, timeZone: TimeZoneOffsets) -> HistoryFilter.Condition? {
        switch self {
        case .method: .method(value)
        case .host: .host(value)
        // Paths are stored as they are sent.
        case .path: .path(value.percentEncoded(keeping: .visible))
        case .status: FilterValue.statuses(value).map { .status($0) }
        case .env: .environment(value)
        case .workspace: .workspace(value)
        case .request where !value.contains("/"): .request(value)
        case .collection, .request: .place(value)
        case .before:
            FilterValue.time(value, now: now, timeZone: timeZone).map { .sent(.distantPast..<max($0.lowerBound, .distantPast)) }
        case .after:
            FilterValue.time(value, now: now, timeZone: timeZone).map {
                .sent($0.lowerBound..<max($0.lowerBound, .distantFuture))
            }
        case .on: FilterValue.time(value, now: now, timeZone: timeZone).map { .sent($0) }
        case .time: FilterValue.bounds(value, units: FilterValue.durations, step: { $0.ulp }, isExact: false).map { .duration($0) }
        case .size: FilterValue.bounds(value, units: FilterValue.sizes, step: { _ in 1 }, isExact: true).map { .size($0) }
        case .tag: .tag(value)
        }
    }
}

/// Parses the values of keys.
enum FilterValue {
    /// Seconds in a unit.
    static let durations = ["us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1, "min": 60, "m": 60, "h": 3600]
    /// Bytes in a unit.
    static let sizes = ["b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "kib": 1024, "mib": 1_048_576]
    private static let ages: [String: Double] = [
        "min": 60.0, "m": 60, "h": 3600, "d": 86_400, "w": 604_800, "mo": 30 * 86_400, "y": 365 * 86_400,
    ]

    /// `404`, `5xx`, `400-499`, `>=400`.
    static func statuses(_ text: String) -> ClosedRange<Int>? {
        let text = text.lowercased()
        if text.count == 3, text.hasSuffix("xx"), let hundreds = text.first?.wholeNumberValue {
            return hundreds * 100...hundreds * 100 + 99
        }
        if let status = status(text) { return status...status }
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { status($0) }
        if ends.count == 2, let first = ends[0], let last = ends[1], first <= last { return first...last }
        for (sign, shift) in [(">=", 0), (">", 1)] where text.hasPrefix(sign) {
            return status(text.dropFirst(sign.count)).map { $0 + shift...max($0 + shift, 999) }
        }
        for (sign, shift) in [("<=", 0), ("<", 1)] where text.hasPrefix(sign) {
            return status(text.dropFirst(sign.count)).flatMap { $0 > shift ? 0...$0 - shift : nil }
        }
        return nil
    }

    /// A number, brought into a range that holds all statuses.
    private static func status(_ text: some StringProtocol) -> Int? { number(text).map { min($0, 9999) } }

    /// A number without a sign.
    private static func number(_ text: some StringProtocol) -> Int? { text.first?.isNumber == true ? Int(text) : nil }

    /// `>500ms`, `<=2s`, `100ms-1s`, `10kb`.
    ///
    /// - Parameter isExact: true if a number alone stands for this number, false if for it and all above.
    static func bounds(_ text: String, units: [String: Double], step: (Double) -> Double, isExact: Bool) -> FilterBounds? {
        func number(_ text: some StringProtocol) -> Double? {
            let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            guard let unit = units[text.dropFirst(digits.count).lowercased()] else { return nil }
            return Double(String(digits)).map { min($0 * unit, 1e18) }
        }
        if text.hasPrefix(">=") { return number(text.dropFirst(2)).map { FilterBounds(lower: $0) } }
        if text.hasPrefix("<=") { return number(text.dropFirst(2)).map { FilterBounds(upper: $0) } }
        if text.hasPrefix(">") { return number(text.dropFirst()).map { FilterBounds(lower: $0 + step($0)) } }
        if text.hasPrefix("<") { return number(text.dropFirst()).map { FilterBounds(upper: $0 - step($0)) } }
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { number($0) }
        switch ends.count {
        case 1: return isExact ? shown(text, units) : ends[0].map { FilterBounds(lower: $0) }
        case 2: return ends[0].flatMap { lower in ends[1].flatMap { lower <= $0 ? FilterBounds(lower: lower, upper: $0) : nil } }
        default: return nil
        }
    }

    /// The bounds of the values that are shown as a text with that number of decimals, such as 1950 to 2050 bytes for `2.0kb`.
    private static func shown(_ text: String, _ units: [String: Double]) -> FilterBounds? {
        let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        guard let number = Double(String(digits)), let unit = units[text.dropFirst(digits.count).lowercased()] else { return nil }
        guard unit != 1 else { return FilterBounds(lower: number, upper: number) }
        let decimals = digits.splitOnce(at: ".").1?.count ?? 0
        let half = (0..<decimals).reduce(0.5) { half, _ in half / 10 }
        return FilterBounds(
            lower: (min(number * unit, 1e18) - half * unit).nextUp, upper: (min(number * unit, 1e18) + half * unit).nextDown)
    }

    /// The start and end of `today`, `yesterday`, `2026-11-01`, `2026-11`, `2025`, `2026-11-01 12:30`, `2026-11-01T12:30:05Z` or `2h`.
    static func time(_ text: String, now: Date, timeZone: TimeZoneOffsets) -> Range<Date>? {
        let text = text.lowercased()
        // A day on which summer time begins or ends is not as long as others.
        func range(_ start: Double, _ seconds: Double) -> Range<Date> {
            let (lower, upper) = (timeZone.moment(ofLocal: start), timeZone.moment(ofLocal: start + seconds))
            return Date(timeIntervalSince1970: lower)..<Date(timeIntervalSince1970: max(lower, upper))
        }
        let today = (timeZone.local(now.timeIntervalSince1970) / 86_400).rounded(.down) * 86_400
        if text == "today" { return range(today, 86_400) }
        if text == "yesterday" { return range(today - 86_400, 86_400) }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        if let count = Double(String(digits)), let unit = ages[String(text.dropFirst(digits.count))] {
            return max(now.addingTimeInterval(-count * unit), .distantPast)..<now
        }
        let parts = text.split { $0 == " " || $0 == "t" }
        let numbers = (parts.first ?? "").split(separator: "-", omittingEmptySubsequences: false).map { number($0) }
        if parts.count == 1, let span = months(numbers) { return range(span.start, span.length) }
        guard parts.count <= 2, numbers.count == 3, let year = numbers[0], let month = numbers[1], let date = numbers[2] else { return nil }
        let isUTC = parts.count == 2 && parts[1].hasSuffix("z")
        let written = parts.count == 2 ? parts[1].dropLast(isUTC ? 1 : 0).prefix { $0 != "." } : "0:0"
        let clock = written.split(separator: ":", omittingEmptySubsequences: false).map { number($0) }
        guard 2...3 ~= clock.count, let hour = clock[0], let minute = clock[1], let second = clock.count == 3 ? clock[2] : 0 else {
            return nil
        }
        let civil = CivilTime(year: year, month: month, day: date, hour: hour, minute: minute, second: second)
        guard civil.isValid else { return nil }
        let (start, length) = (Double(civil.secondsSince1970), parts.count == 1 ? 86_400.0 : clock.count == 3 ? 1 : 60)
        return isUTC ? Date(timeIntervalSince1970: start)..<Date(timeIntervalSince1970: start + length) : range(start, length)
    }

    /// The start and the seconds of a month or a year by its numbers; nil for other numbers.
    private static func months(_ numbers: [Int?]) -> (start: Double, length: Double)? {
        guard 1...2 ~= numbers.count, let year = numbers[0], 1000...9998 ~= year else { return nil }
        guard let month = numbers.count == 2 ? numbers[1] : 1, 1...12 ~= month else { return nil }
        let endsYear = numbers.count == 1 || month == 12
        let end = CivilTime(year: endsYear ? year + 1 : year, month: endsYear ? 1 : month + 1, day: 1).secondsSince1970
        let start = CivilTime(year: year, month: month, day: 1).secondsSince1970
        return (Double(start), Double(end - start))
    }
}
