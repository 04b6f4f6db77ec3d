/// Where a pattern was found, as far as has been looked: how many matches begin in each stretch of the document. A match itself is found by
/// looking again at its stretch, so nothing grows with the number of matches.
public struct SearchResults: Sendable {
    /// So many bytes are one stretch.
    static let stretch = 64 << 10

    struct Stretch: Hashable, Sendable {
        /// From where it was searched: a match that began before reaches to there.
        var start: Int
        /// How many matches begin before it.
        var matchesBefore: Int
    }

    /// What was looked for.
    public let pattern: SearchPattern
    /// How many matches there are so far.
    public internal(set) var count = 0
    /// How many bytes were looked at.
    public internal(set) var end = 0
    /// Whether the whole document was looked at.
    public internal(set) var isComplete = false
    /// Whether the pattern was too much work at some places, so that matches may be missing.
    public internal(set) var hasGaps = false
    var stretches: [Stretch] = []
    /// All the matches, where they are kept: there is one stretch then.
    var held: [Match]?
    /// Where the last match ends.
    var resume = 0
    let source: ByteSource

    init(_ pattern: SearchPattern, in source: ByteSource) {
        self.pattern = pattern
        self.source = source
    }

    /// A match and its place among all.
    public struct Match: Hashable, Sendable {
        /// In bytes of the text.
        public var range: Range<Int>
        /// From zero.
        public var ordinal: Int
    }

    /// The first match that begins at an offset or behind it.
    public func next(from offset: Int) -> Match? {
        guard count > 0 else { return nil }
        var index = max(0, min(offset / Self.stretch, stretches.count - 1))
        while index < stretches.count {
            if let match = matches(inStretch: index).first(where: { $0.range.lowerBound >= offset }) { return match }
            guard let next = firstStretch(withMatchesFrom: index + 1) else { return nil }
            index = next
        }
        return nil
    }

    /// The last match that begins before an offset.
    public func previous(before offset: Int) -> Match? {
        var index = min(offset / Self.stretch, stretches.count - 1)
        while index >= 0 {
            if let match = matches(inStretch: index).last(where: { $0.range.lowerBound < offset }) { return match }
            let before = stretches[index].matchesBefore
            guard before > 0 else { return nil }
            index = stretchIndex(ofMatch: before - 1)
        }
        return nil
    }

    /// A match by its place among all.
    public func match(_ ordinal: Int) -> Match? {
        guard (0..<count).contains(ordinal) else { return nil }
        let index = stretchIndex(ofMatch: ordinal)
        return matches(inStretch: index).first { $0.ordinal == ordinal }
    }

    /// The matches that begin in a range of bytes, which ought to be small: what is on the screen.
    public func matches(in range: Range<Int>) -> [Match] {
        guard !stretches.isEmpty, !range.isEmpty else { return [] }
        let last = min((range.upperBound - 1) / Self.stretch, stretches.count - 1)
        let first = min(range.lowerBound / Self.stretch, last)
        return (first...last).flatMap { matches(inStretch: $0) }.filter { range.contains($0.range.lowerBound) }
    }

    private func matches(inStretch index: Int) -> [Match] {
        if let held { return held }
        let stretch = stretches[index]
        let next = index + 1 < stretches.count ? stretches[index + 1].matchesBefore : count
        guard next > stretch.matchesBefore else { return [] }
        let range = stretch.start..<max(stretch.start, min((index + 1) * Self.stretch, end))
        let found = source.snapshot().withUnsafeBytes { pattern.matches(in: range, of: $0, limit: next - stretch.matchesBefore) }
        return found.enumerated().map { Match(range: $1, ordinal: stretch.matchesBefore + $0) }
    }

    private func firstStretch(withMatchesFrom index: Int) -> Int? {
        guard index < stretches.count else { return nil }
        let before = stretches[index].matchesBefore
        return before < count ? stretchIndex(ofMatch: before) : nil
    }

    /// The stretch in which a match begins.
    private func stretchIndex(ofMatch ordinal: Int) -> Int {
        var low = 0
        var high = stretches.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if stretches[middle].matchesBefore <= ordinal { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
