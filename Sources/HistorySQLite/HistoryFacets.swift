import Workspace

/// Words in the full-text index that stand for columns, so that a rare status is found among a million rows without reading them.
///
/// Each begins with U+E000, which nobody types, and a letter for its column. A duration or a size is the number of its digits and the first of
/// them, so that a range is a few words.
enum HistoryFacets {
    /// A word that every row has.
    static let any = quoted("a")
    private static let sign = "\u{E000}"
    /// The end of the text that never changes; notes follow.
    private static let notesSign = "\u{E001}"
    private static let maxDigitCount = 19

    /// The words of a row.
    static func text(_ row: ExchangeSummary) -> String {
        var words = ["a", "m" + row.method, "t" + digits(row.duration * 1e6), "z" + digits(Double(row.byteCount))]
        if let status = row.status { words.append("s\(status)") }
        if row.errorCode != nil { words.append("f") }
        if let environment = row.origin.environment { words.append("e" + environment) }
        words += (row.origin.requestPath ?? "").split(separator: "/").map { "c" + $0 }
        return words.map { sign + $0 }.joined(separator: " ")
    }

    /// The same in SQL, for a row of `exchange`. A change of this needs a migration.
    static let sql: String = {
        func number(_ column: String) -> String { "CAST(CAST(max(\(column), 0) AS INTEGER) AS TEXT)" }
        func digits(_ column: String) -> String { "printf('%02d', length(\(number(column)))) || substr(\(number(column)), 1, 1)" }
        let sign = "' ' || char(57344)"
        return """
            \(sign) || 'a' || \(sign) || 'm' || method || \(sign) || 't' || \(digits("duration * 1e6"))
            || \(sign) || 'z' || \(digits("byteCount")) || coalesce(\(sign) || 's' || status, '') || iif(errorCode IS NULL, '', \(sign) || 'f')
            || coalesce(\(sign) || 'e' || environment, '') || coalesce(\(sign) || 'c' || replace(requestPath, '/', \(sign) || 'c'), '')
            """
    }()

    /// The text behind ``text(_:)`` that the notes of a row add.
    static func text(_ notes: Exchange.Notes) -> String {
        notes.isEmpty ? "" : "\n\(notesSign)\n\(notes.text)\n\(notes.tags.joined(separator: " "))"
    }

    /// Replaces the notes in the index: the text and the key of the row are to be bound.
    static let replaceNotes =
        "UPDATE search SET text = substr(text, 1, instr(text || char(10, 57345), char(10, 57345)) - 1) || ? WHERE rowid = ?"

    /// The expression of a condition; nil if there is none.
    static func expression(_ condition: HistoryFilter.Condition) -> String? {
        switch condition {
        case .words(let texts): words(texts)
        case .phrase(let text), .host(let text), .path(let text): words(HistoryFilter.words(of: text))
        case .method(let text): prefix("m", text)
        case .status(let range): statuses(range)
        case .environment(let name): prefix("e", name)
        case .place(let text):
            (["c"].map { letter in text.split(separator: "/").map { prefix(letter, String($0)) }.joined(separator: " AND ") }
                + [words(HistoryFilter.words(of: text))]).map { "(\($0))" }.joined(separator: " OR ")
        case .duration(let bounds): range("t", bounds, scale: 1e6)
        case .size(let bounds): range("z", bounds, scale: 1)
        case .failed: quoted("f")
        case .sent, .tag, .pinned, .not: nil
        }
    }

    /// All words, as beginnings.
    static func words(_ words: [String]) -> String {
        // A word holds letters and digits only, so that it cannot end the quotes.
        words.isEmpty ? any : "(" + words.map { "\"\($0)\"*" }.joined(separator: " AND ") + ")"
    }

    private static func quoted(_ word: String) -> String { "\"\(sign)\(word)\"" }

    private static func prefix(_ letter: String, _ text: String) -> String {
        "\"\(HistoryFilter.words(of: sign + letter + text).first ?? sign)\"*"
    }

    private static func statuses(_ range: ClosedRange<Int>) -> String {
        guard range.count > 1 else { return quoted("s\(range.lowerBound)") }
        let classes = Set(range.clamped(to: 0...999).map { $0 / 100 }).sorted()
        return classes.map { quoted("s\($0)") + "*" }.joined(separator: " OR ")
    }

    private static func digits(_ value: Double) -> String {
        let digits = String(Int64(min(max(value, 0), 9e18)))
        return (digits.count < 10 ? "0" : "") + "\(digits.count)" + digits.prefix(1)
    }

    /// The words of all numbers within the bounds, and of some beside them.
    private static func range(_ letter: String, _ bounds: FilterBounds, scale: Double) -> String {
        var parts: [String] = []
        if let lower = bounds.lower {
            let start = digits(lower * scale)
            parts.append(words(letter, start, rest: (Int(start.prefix(2)) ?? 0) + 1..<maxDigitCount + 1, digits: start.suffix(1)..."9"))
        }
        if let upper = bounds.upper {
            let end = digits(upper * scale)
            parts.append(words(letter, end, rest: 1..<max(1, Int(end.prefix(2)) ?? 1), digits: "0"...end.suffix(1)))
        }
        return parts.isEmpty ? any : parts.map { "(\($0))" }.joined(separator: " AND ")
    }

    private static func words(_ letter: String, _ end: String, rest: Range<Int>, digits: ClosedRange<Substring>) -> String {
        let near = (0...9).map { Substring(String($0)) }.filter { digits.contains($0) }.map { quoted(letter + end.prefix(2) + $0) }
        let far = rest.map { quoted(letter + ($0 < 10 ? "0" : "") + "\($0)") + "*" }
        return (near + far).joined(separator: " OR ")
    }
}
