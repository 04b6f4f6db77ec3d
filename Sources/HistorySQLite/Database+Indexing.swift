import Workspace

/// The full-text index: exchanges are added to it later than they are stored, many at once, before a query uses it.
extension Database {
    /// The maximum number of exchanges that are added in one transaction, so that other processes and queries need not wait long.
    static let indexedAtOnce = 200

    /// Adds the oldest exchanges that are not in the index yet; returns their number.
    func indexSome(_ location: HistoryLocation) throws -> Int {
        guard try integer("SELECT 1 FROM unindexed LIMIT 1") != nil else { return 0 }
        return try transaction {
            let keys = try unindexedKeys(atMost: Self.indexedAtOnce)
            var words = WordList()
            for key in keys {
                guard let exchange = try exchange(key: key, .searched, location)?.exchange else { continue }
                let text = HistoryFacets.searchedText(of: exchange)
                words.add(text)
                // Replaces the text that an earlier version indexed.
                try run("REPLACE INTO search (rowid, text) VALUES (?, ?)", .integer(key), .utf8(Array(text.utf8)))
            }
            // Exchanges that are sent together have most words in common.
            try list(words)
            if let last = keys.last { try run("DELETE FROM unindexed WHERE key <= ?", .integer(last)) }
            return keys.count
        }
    }

    /// The number of exchanges that are not in the index.
    func unindexedCount() throws -> Int { Int(try integer("SELECT count(*) FROM unindexed") ?? 0) }

    /// The matching exchanges with these keys that are not in the index, the newest or the oldest first, `limit` or a few more; a last nil if time
    /// ran out before all were tested.
    func unindexed(
        matching filter: HistoryFilter, _ location: HistoryLocation, keys: Range<Int64> = .min..<Int64.max, limit: Int = .max,
        until deadline: ContinuousClock.Instant? = nil, oldestFirst: Bool = false
    ) throws -> [ExchangeSummary?] {
        let conditions = filter.conditions
        let searchesText = conditions.contains(where: \.searchesText)
        var (found, rest) = ([ExchangeSummary?](), keys)
        while found.count < limit {
            let group = try unindexedRows(rest, oldestFirst: oldestFirst)
            guard let last = group.last else { break }
            for (key, row) in group {
                if let deadline, ContinuousClock.now >= deadline { return found + [nil] }
                let text = searchesText ? try exchange(key: key, .searched, location)?.exchange.searchedText : ""
                if let text, conditions.allSatisfy({ $0.matches(row, text: text) }) { found.append(row) }
            }
            rest = oldestFirst ? last.key + 1..<rest.upperBound : rest.lowerBound..<last.key
        }
        return found
    }

    /// The newest or the oldest exchanges outside the index with these keys.
    private func unindexedRows(_ keys: Range<Int64>, oldestFirst: Bool) throws -> [(key: Int64, row: ExchangeSummary)] {
        let sql = """
            SELECT \(Self.columns) FROM unindexed JOIN exchange ON exchange.key = unindexed.key
              WHERE unindexed.key >= ? AND unindexed.key < ? ORDER BY unindexed.key \(oldestFirst ? "ASC" : "DESC") LIMIT \(Self.indexedAtOnce)
            """
        return try rows(sql, [.integer(keys.lowerBound), .integer(keys.upperBound)]) { ($0.integer(0), ExchangeSummary($0)) }
    }

    private func unindexedKeys(atMost limit: Int) throws -> [Int64] {
        try rows("SELECT key FROM unindexed ORDER BY key LIMIT ?", [.integer(Int64(limit))]) { $0.integer(0) }
    }

    /// True if more exchanges are outside the index than are added at once.
    func hasManyUnindexed() throws -> Bool { try unindexedKeys(atMost: Self.indexedAtOnce + 1).count > Self.indexedAtOnce }

    func list(_ words: WordList) throws {
        for word in words.words { try run("INSERT OR IGNORE INTO word (text) VALUES (?)", .text(word)) }
        for head in words.heads {
            let sql = "INSERT OR IGNORE INTO word SELECT term FROM indexed WHERE term >= ? AND term < ?"
            try run(sql, .text(head), .text(head + "\u{10FFFF}"))
        }
    }

    /// Lists the words again if more than 1,000 exchanges were removed, and more than still exist: most words of removed
    /// exchanges are in no other one.
    func listWordsAfterRemovals() throws {
        let stale = "SELECT 1 FROM total WHERE removedCount > max(1000, exchangeCount)"
        guard try integer(stale) != nil else { return }
        try transaction { if try integer(stale) != nil { try listWords() } }
    }

    /// Lists the words of the full-text index.
    func listWords() throws {
        try execute(
            """
            DELETE FROM word;
            INSERT INTO word SELECT term FROM indexed WHERE length(term) > \(WordList.prefixLength);
            UPDATE total SET removedCount = 0;
            """)
    }

    /// An expression of the full-text index with the listed words instead of their beginnings (`"peop"*`).
    func completed(_ expression: String) throws -> String {
        let parts = expression.split(separator: "\"", omittingEmptySubsequences: false)
        var result = ""
        for (index, part) in parts.enumerated() {
            // Every other part is in quotes.
            guard index % 2 == 1 else {
                result += part.hasPrefix("*") ? part.dropFirst() : part
                continue
            }
            let isBeginning = index + 1 < parts.count && parts[index + 1].hasPrefix("*")
            if isBeginning, let words = try words(beginningWith: String(part)) {
                result += "(" + words.map { "\"\($0)\"" }.joined(separator: " OR ") + ")"
            } else {
                result += "\"\(part)\"" + (isBeginning ? "*" : "")
            }
        }
        return result
    }

    /// The listed words with this prefix, or the prefix itself if there are none; nil for a prefix that the index searches itself: a short one, or
    /// one of too many words.
    private func words(beginningWith start: String) throws -> [String]? {
        guard start.unicodeScalars.count > WordList.prefixLength, let start = WordList.folded(start) else { return nil }
        let sql = "SELECT text FROM word WHERE text >= ? AND text < ? LIMIT \(WordList.maxCount + 1)"
        let words = try rows(sql, [.text(start), .text(start + "\u{10FFFF}")]) { $0.text(0) }
        return words.count > WordList.maxCount ? nil : words.isEmpty ? [start] : words
    }
}
