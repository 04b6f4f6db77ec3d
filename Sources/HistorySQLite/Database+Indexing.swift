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

    /// The matching exchanges with these keys that are not in the index, the newest or the oldest first, `limit` or a few more; a last nil if time
    /// ran out before all were tested.
    func unindexed(
        matching filter: HistoryFilter, _ location: HistoryLocation, keys: Range<Int64> = .min..<Int64.max, limit: Int = .max,
        until deadline: ContinuousClock.Instant? = nil, oldestFirst: Bool = false
    ) throws -> [ExchangeSummary?] {
        let conditions = filter.conditions
        let searchesText = conditions.contains(where: \.searchesText)
        var (entries, rest) = ([ExchangeSummary?](), keys)
        while entries.count < limit {
            let group = try unindexedRows(rest, oldestFirst: oldestFirst)
            guard let last = group.last else { break }
            for (key, row) in group {
                if let deadline, ContinuousClock.now >= deadline { return entries + [nil] }
                let text = searchesText ? try exchange(key: key, .searched, location)?.exchange.searchedText : ""
                if let text, conditions.allSatisfy({ $0.matches(row, text: text) }) { entries.append(row) }
            }
            rest = oldestFirst ? last.key + 1..<rest.upperBound : rest.lowerBound..<last.key
        }
        return entries
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

/// The words that are listed beside the full-text index, collected from texts; each once.
///
/// SQLite returns the entries of a whole word one by one, the newest first; prefixes of up to three letters have an index of their own.
/// For a longer prefix it collects all entries of all words with that prefix before it returns the first: tens of milliseconds for each
/// hundred thousand. Queries therefore replace a longer prefix by the listed words that have it.
struct WordList {
    /// The length of the longest prefixes in the full-text index.
    static let prefixLength = 3
    /// The maximum number of words that replace a prefix; with more, the index searches for the prefix itself.
    static let maxCount = 256

    /// The words longer than ``prefixLength``, in the form of the index.
    private(set) var words: [String] = []
    /// The ASCII prefixes of words with other letters, whose form only the index knows.
    private(set) var heads: Set<String> = []
    /// The hashes of the words: most words of a text have come before, and need not become strings.
    private var known: Set<Int> = []

    /// Collects the words of a text.
    mutating func add(_ text: String) {
        var text = text
        let isPlain = text.withUTF8 { add(plain: $0) }
        guard !isPlain else { return }
        for word in HistoryFilter.words(of: text) where word.unicodeScalars.count > Self.prefixLength {
            if let folded = Self.folded(word) { add(word: Array(folded.utf8)) } else { addHead(of: word) }
        }
    }

    /// Adds the ASCII prefix of a word with other letters.
    private mutating func addHead(of word: String) {
        let head = word.unicodeScalars.prefix(while: Self.isPlain)
        if head.count > Self.prefixLength { heads.insert(String(head).lowercased()) }
    }

    private mutating func add(word: [UInt8]) {
        var hasher = Hasher()
        word.withUnsafeBytes { hasher.combine(bytes: $0) }
        if known.insert(hasher.finalize()).inserted { words.append(String(decoding: word, as: UTF8.self)) }
    }

    /// Adds the words of an ASCII text without decoding each character; returns false for a text with characters other than ASCII and the signs of
    /// ``HistoryFacets``.
    private mutating func add(plain bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // The bytes of the current word in lower case, and how many of them continue a character.
        var (word, continuationCount) = ([UInt8](), 0)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): word.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): word.append(byte | 0x20)
            case 0xEE:
                // U+E000 to U+E03F, of the private use area. Text is valid UTF-8: two bytes follow.
                guard bytes[index] == 0x80 else { return false }
                word += [byte, 0x80, bytes[index + 1]]
                continuationCount += 2
                index += 2
            case 0x80...: return false
            default:
                if word.count - continuationCount > Self.prefixLength { add(word: word) }
                word.removeAll(keepingCapacity: true)
                continuationCount = 0
            }
        }
        if word.count - continuationCount > Self.prefixLength { add(word: word) }
        return true
    }

    /// The form of a word in the index; nil if only the index knows it.
    static func folded(_ word: String) -> String? {
        word.utf8.allSatisfy { $0 < 0x80 } || word.unicodeScalars.allSatisfy(isPlain) ? word.lowercased() : nil
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII || scalar.properties.generalCategory == .privateUse
    }
}
