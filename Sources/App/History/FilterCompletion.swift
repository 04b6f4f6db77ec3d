import Workspace

/// Completes the key or the value at the cursor of the history's filter.
enum FilterCompletion {
    /// The values that are looked for in so many of the newest rows.
    private static let rowCount = 1000

    /// The ends of the term at the cursor, the best one first: what is missing of a key, or of a value of the rows or of the key's own.
    static func endings(_ text: String, cursor: Int, rows: [ExchangeSummary]) -> [String] {
        guard let term = FilterText(text).terms.last(where: { $0.range.upperBound == cursor }), !term.isQuoted else { return [] }
        let typed = term.value.lowercased()
        guard let key = term.key else {
            guard !typed.isEmpty, typed.allSatisfy(\.isLetter) else { return [] }
            let words = FilterKey.allCases.map { $0.rawValue + ":" } + ["pinned", "failed"]
            return words.filter { $0.hasPrefix(typed) && $0 != typed }.map { String($0.dropFirst(typed.count)) }
        }
        return values(of: key, in: rows).filter { $0.lowercased().hasPrefix(typed) && $0.count > typed.count }.map { value in
            // A value with spaces is written anew in quotes, which an ending cannot do unless nothing is typed yet.
            typed.isEmpty ? FilterText.quoted(value) : String(value.dropFirst(typed.count))
        }.filter { typed.isEmpty || !$0.contains(" ") }
    }

    private static func values(of key: FilterKey, in rows: [ExchangeSummary]) -> [String] {
        var counts: [String: Int] = [:]
        for row in rows.prefix(rowCount) { if let value = key.value(of: row) { counts[value, default: 0] += 1 } }
        let common = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        return common + key.values.filter { counts[$0] == nil }
    }
}
