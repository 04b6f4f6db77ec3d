import JSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A text in the filter language: `method:post host:api.example.com status:5xx time:>500ms -draft "exact text"`.
///
/// Terms are divided by spaces and must all be met: words, which may stand anywhere; text in quotes, which stands as it is written; keys with a value
/// (``FilterKey``); `pinned` and `failed`. A `-` before a term excludes what it selects.
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
        /// True for text or a value in quotes.
        public let isQuoted: Bool
        /// The name before the colon if no key has it.
        fileprivate var unknownKey: String?

        /// The reason why the term cannot be read, as a sentence; nil if it can.
        public var problem: String? {
            if let unknownKey {
                let advice =
                    FilterText.nearestKey(to: unknownKey).map { "Did you mean \($0):?" } ?? "Put it in quotes to search for the text."
                return "There is no key “\(unknownKey)”. \(advice)"
            }
            guard let key, !value.isEmpty, key.condition(value, now: Date(timeIntervalSince1970: 0), timeZoneOffset: 0) == nil else {
                return nil
            }
            return "“\(value)” is no \(key.valueName). Write \(key.example)."
        }

        func condition(now: Date, timeZoneOffset: Int) -> HistoryFilter.Condition? {
            guard unknownKey == nil else { return nil }
            if let key { return value.isEmpty ? nil : key.condition(value, now: now, timeZoneOffset: timeZoneOffset) }
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

    /// Reads a text; any text can be read.
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
        // An address: `https://…`, `localhost:8080`.
        let isAddress = value.hasPrefix("//") || value.first?.isNumber == true && nearestKey(to: name) == nil
        let isWord = isAddress || !name.allSatisfy(\.isLetter) || name.isEmpty
        let all = String(text.filter { $0 != "\"" })
        return Term(
            range: range, isNegated: isNegated, key: nil, value: all, isQuoted: false, unknownKey: isWord ? nil : name)
    }

    /// A value as it is written in a filter: in quotes where it has spaces.
    public static func quoted(_ value: String) -> String {
        let value = value.filter { $0 != "\"" }
        return value.contains(where: \.isWhitespace) || value.isEmpty ? "\"\(value)\"" : value
    }
}
