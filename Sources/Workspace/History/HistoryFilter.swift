public import Platform

/// Selects exchanges by a text in the filter language; see ``FilterText``.
public struct HistoryFilter: Hashable, Sendable {
    /// The text; an empty one selects everything.
    public var text: String
    /// The time to which `today` and `2h` refer.
    public var now: Date
    /// The zone of its days and times.
    public var timeZone: TimeZoneOffsets

    /// A filter; everything by default.
    public init(text: String = "", now: Date = Date(timeIntervalSince1970: 0), timeZone: TimeZoneOffsets = 0) {
        self.text = text
        self.now = now
        self.timeZone = timeZone
    }

    /// The same filter at another time.
    public func at(_ now: Date) -> HistoryFilter { HistoryFilter(text: text, now: now, timeZone: timeZone) }

    /// The text of a filter for the entries of the same request: by its file, or else by its URL.
    public static func text(forRequestOf row: ExchangeSummary) -> String {
        row.origin.requestPath.map { "request:" + FilterText.quoted($0) } ?? text(forURL: row.url)
    }

    /// The text of a filter for the entries of a URL without its query.
    public static func text(forURL url: String) -> String { text(forURL: url, upTo: "?#") }

    /// The text of a filter for the entries of a URL, and of those that begin with it.
    package static func text(forWholeURL url: String) -> String { text(forURL: url, upTo: "#\"") }

    private static func text(forURL url: String, upTo ends: String) -> String {
        "path:" + FilterText.quoted(String(url.withoutScheme.prefix { !ends.contains($0) }))
    }

    /// The conditions, which must all match. Invalid terms are ignored.
    public var conditions: [Condition] {
        FilterText(text).terms.compactMap { term in
            guard let condition = term.condition(now: now, timeZone: timeZone) else { return nil }
            return term.isNegated ? .not(condition) : condition
        }
    }

    /// A condition on exchanges. Texts are compared without regard to the case of ASCII letters.
    public indirect enum Condition: Hashable, Sendable {
        /// The searched text contains words that begin with these.
        case words([String])
        /// The searched text contains this phrase.
        case phrase(String)
        /// The method begins with this text.
        case method(String)
        /// The URL's host contains this text at the beginning of a word.
        case host(String)
        /// The URL contains this text after its scheme, at the beginning of a word.
        case path(String)
        /// The status is in the range.
        case status(ClosedRange<Int>)
        /// The environment's name begins with this text.
        case environment(String)
        /// The name of the workspace's folder begins with this text.
        case workspace(String)
        /// The path of the request's file, or one of its folders, or the request's name begins with this text.
        case place(String)
        /// The request's name, or that of its file, begins with this text.
        case request(String)
        /// Seconds until the end.
        case duration(FilterBounds)
        /// The length of the response's body.
        case size(FilterBounds)
        /// The time of sending is in the range.
        case sent(Range<Date>)
        case tag(String)
        case pinned
        case failed
        case not(Condition)
    }

    /// True if a condition is about the searched text, so that the full-text index is asked.
    package var searchesText: Bool { conditions.contains(where: \.searchesText) }

    /// True if the exchange matches. Every store gives the same result for the same filter.
    package func matches(_ exchange: Exchange) -> Bool {
        let (conditions, row, text) = (conditions, exchange.summary, searchesText ? exchange.searchedText : "")
        return conditions.allSatisfy { $0.matches(row, text: text) }
    }

    /// Runs of letters, digits and the marks on them, by scalars: the same words as SQLite's full-text search sees.
    public static func words(of text: String) -> [String] { scalarWords(of: text).map { String($0) } }

    fileprivate static func scalarWords(of text: String) -> [Substring.UnicodeScalarView] {
        text.unicodeScalars.split { !isPartOfWord($0) }
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        // Looking up a category is more expensive than everything else done with a text.
        if scalar.isASCII { return isPartOfWord(UInt8(scalar.value)) }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        case .decimalNumber, .letterNumber, .otherNumber: true
        case .nonspacingMark, .spacingMark, .enclosingMark, .privateUse: true
        default: false
        }
    }

    /// True for letters and digits of ASCII.
    fileprivate static func isPartOfWord(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
    }
}

/// A range of numbers, including both ends.
public struct FilterBounds: Hashable, Sendable {
    /// The smallest number; nil for none.
    public var lower: Double?
    /// The largest number; nil for none.
    public var upper: Double?

    func contains(_ value: Double) -> Bool { lower.map { value >= $0 } ?? true && upper.map { value <= $0 } ?? true }
}

extension HistoryFilter.Condition {
    /// True if the condition is about the searched text, which a row of the list does not have.
    package var searchesText: Bool {
        switch self {
        case .words, .phrase: true
        case .not(let condition): condition.searchesText
        default: false
        }
    }

    /// True if the exchange with this row matches; its searched text may be empty if the condition is not about it.
    package func matches(_ row: ExchangeSummary, text searched: String) -> Bool {
        switch self {
        case .words(let words): Self.holds(words, in: searched)
        case .phrase(let text): Self.holds(HistoryFilter.words(of: text), in: searched) && Self.contains(searched, text)
        case .method(let text): Self.begins(row.method, text)
        case .host(let text): Self.holds(text, inPart: Self.host(of: row.url))
        case .path(let text): Self.holds(text, inPart: Self.afterScheme(row.url))
        case .status(let range): range.contains(row.status ?? .min)
        case .environment(let name): Self.begins(row.origin.environment ?? "", name)
        case .workspace(let name): Self.begins(row.origin.workspaceName, name)
        case .place(let text): Self.contains("/" + (row.origin.requestPath ?? ""), "/" + text) || Self.begins(row.origin.name, text)
        case .request(let text):
            Self.begins(row.origin.name, text)
                || Self.begins(row.origin.requestPath?.lastPathComponent ?? "", text)
        case .duration(let bounds): bounds.contains(row.duration)
        case .size(let bounds): bounds.contains(Double(row.byteCount))
        case .sent(let range): range.contains(row.startedAt)
        case .tag(let tag): row.notes.tags.contains { Self.begins($0, tag) }
        case .pinned: row.isPinned
        case .failed: row.errorCode != nil
        case .not(let condition): !condition.matches(row, text: searched)
        }
    }

    /// True if a part of the URL contains the text at the beginning of a word.
    private static func holds(_ text: String, inPart part: Substring) -> Bool {
        contains(part, text) && holds(HistoryFilter.words(of: text), in: String(part))
    }

    private static func holds(_ wanted: [String], in text: String) -> Bool {
        guard !wanted.isEmpty else { return true }
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return holdsASCII(wanted, in: folded(text)) }
        let words = HistoryFilter.scalarWords(of: text.lowercased())
        return wanted.map { $0.lowercased().unicodeScalars }.allSatisfy { part in words.contains { $0.starts(with: part) } }
    }

    /// True if each word begins a word of a folded ASCII text; makes no string of each word of the text.
    private static func holdsASCII(_ wanted: [String], in text: [UInt8]) -> Bool {
        wanted.allSatisfy { word in
            let start = Array(word.lowercased().utf8)
            return text.indices.contains { index in
                (index == 0 || !HistoryFilter.isPartOfWord(text[index - 1])) && text[index...].starts(with: start)
            }
        }
    }

    private static func afterScheme(_ url: String) -> Substring {
        let mark = "://".utf8
        guard let scheme = url.utf8.indices.first(where: { url.utf8[$0...].starts(with: mark) }) else { return url[...] }
        return url[url.utf8.index(scheme, offsetBy: mark.count)...]
    }

    private static func host(of url: String) -> Substring { afterScheme(url).prefix { $0 != "/" } }

    /// The text with ASCII letters in lower case, as by SQLite's `lower`.
    private static func folded(_ text: some StringProtocol) -> [UInt8] {
        text.utf8.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
    }

    private static func begins(_ text: some StringProtocol, _ start: String) -> Bool { folded(text).starts(with: folded(start)) }

    private static func contains(_ text: some StringProtocol, _ part: String) -> Bool {
        let (text, part) = (folded(text), folded(part))
        guard let first = part.first else { return true }
        // The library's search for a collection in another one is not compiled for bytes: it takes a hundred times as long.
        return text.indices.dropLast(part.count - 1).contains { text[$0] == first && text[$0...].starts(with: part) }
    }
}
