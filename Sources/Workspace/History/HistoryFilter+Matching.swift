extension HistoryFilter {
    /// The words of ``text``. Each begins a word of what is searched.
    public var words: [String] { Self.words(of: text).map(String.init) }

    /// Whether the exchange is one of those to list. Every store gives the same answer for the same filter.
    func matches(_ exchange: Exchange) -> Bool {
        matchesOrigin(exchange.origin)
            && method.map { $0 == exchange.request.method } ?? true
            && statuses.map { $0.contains(exchange.response?.status ?? .min) } ?? true
            && (!onlyFailed || exchange.error != nil)
            && (!onlyPinned || exchange.isPinned)
            && since.map { exchange.startedAt >= $0 } ?? true
            && until.map { exchange.startedAt < $0 } ?? true
            && matchesText(exchange)
    }

    private func matchesOrigin(_ origin: Exchange.Origin) -> Bool {
        workspace.map { $0 == origin.workspace } ?? true
            && requestPath.map { $0 == origin.requestPath } ?? true
            && environment.map { $0 == origin.environment } ?? true
    }

    private func matchesText(_ exchange: Exchange) -> Bool {
        let wanted = Self.words(of: text.lowercased())
        guard !wanted.isEmpty else { return true }
        let words = Set(Self.words(of: exchange.searchedText.lowercased()))
        return wanted.allSatisfy { part in words.contains { $0.hasPrefix(part) } }
    }

    /// Runs of letters, digits and the marks on them, by scalars: as SQLite's full-text search can be told to see words.
    private static func words(of text: String) -> [Substring] {
        text.unicodeScalars.split { !isPartOfWord($0) }.map { Substring($0) }
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        case .decimalNumber, .letterNumber, .otherNumber: true
        case .nonspacingMark, .spacingMark, .enclosingMark, .privateUse: true
        default: false
        }
    }
}
