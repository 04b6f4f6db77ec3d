/// Finds what a person means by a few letters of it.
///
/// A pattern is words with spaces between them, each of which must be in the text: its letters in their order, others between them. Case
/// matters for a word with a capital letter. The best matches begin words, follow each other, and leave few letters out between them.
public struct FuzzyMatcher: Sendable {
    /// UTF-8 bytes of the longest pattern that can match anything: longer texts are matched by their beginning alone.
    public static let longestPattern = 4_096

    private let words: [FuzzyWord]
    private let isTooLong: Bool

    /// Takes what was typed; nothing matches everything.
    public init(_ pattern: String) {
        isTooLong = pattern.utf8.count > Self.longestPattern
        words = isTooLong ? [] : pattern.split(separator: " ").map(FuzzyWord.init)
    }

    /// The indices of the texts that match `pattern`, the best first; of equals the shorter and then the earlier.
    public static func matches(of pattern: String, in texts: [String]) -> [Int] {
        FuzzyMatcher(pattern).ranked(texts)
    }

    /// The indices of the texts that match, the best first; of equals the shorter and then the earlier.
    public func ranked(_ texts: [String]) -> [Int] {
        guard !isTooLong else { return [] }
        guard !words.isEmpty else { return Array(texts.indices) }
        var scratch = FuzzyScratch()
        var found: [(score: Int, length: Int, index: Int)] = []
        for (index, text) in texts.enumerated() {
            guard let score = score(text, &scratch) else { continue }
            found.append((score, text.utf8.count, index))
        }
        found.sort { ($1.score, $0.length, $0.index) < ($0.score, $1.length, $1.index) }
        return found.map(\.index)
    }

    /// The UTF-8 offsets of the letters in `text` that make it match, in order and joined where they follow each other; nil when it does not.
    public func ranges(in text: String) -> [Range<Int>]? {
        var scratch = FuzzyScratch()
        guard !isTooLong, scratch.take(text, for: words) else { return nil }
        var matched: Set<Int> = []
        for word in words {
            guard let places = scratch.places(of: word) else { return nil }
            matched.formUnion(places)
        }
        return Self.joined(matched.sorted().map { scratch.range(of: $0, in: text) })
    }

    private func score(_ text: String, _ scratch: inout FuzzyScratch) -> Int? {
        guard scratch.take(text, for: words) else { return nil }
        var total = 0
        for word in words {
            guard let score = scratch.score(of: word) else { return nil }
            total += score
        }
        return total
    }

    private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        ranges.reduce(into: []) { result, range in
            if let last = result.last, last.upperBound == range.lowerBound {
                result[result.count - 1] = last.lowerBound..<range.upperBound
            } else {
                result.append(range)
            }
        }
    }
}
