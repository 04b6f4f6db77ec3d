/// The results of a search so far: the number of matches in each section of the document. A match is found by searching its section again,
/// so the memory does not grow with the number of matches.
public struct SearchResults: Sendable {
    /// The number of bytes of a section.
    static let stretch = 64 << 10

    struct Stretch: Hashable, Sendable {
        /// The offset from which the section was searched: after a match that began before it.
        var start: Int
        /// The number of matches before the section.
        var matchesBefore: Int
    }

    /// The search pattern.
    public let pattern: SearchPattern
    /// The number of matches so far.
    public internal(set) var count = 0
    /// The number of bytes searched.
    public internal(set) var end = 0
    /// True if the whole document was searched.
    public internal(set) var isComplete = false
    /// True if the pattern exceeded a limit at some position, so that matches may be missing.
    public internal(set) var hasGaps = false
    var stretches: [Stretch] = []
    /// All matches, if they are kept; there is one section then.
    var held: [Match]?
    /// The end of the last match.
    var resume = 0
    let source: ByteSource

    init(_ pattern: SearchPattern, in source: ByteSource) {
        self.pattern = pattern
        self.source = source
    }

    /// A match and its number.
    public struct Match: Hashable, Sendable {
        /// The range in bytes of the text.
        public var range: Range<Int>
        /// The number of the match, from zero.
        public var ordinal: Int
    }

    /// The first match that begins at or after an offset.
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

    /// The match with a number.
    public func match(_ ordinal: Int) -> Match? {
        guard (0..<count).contains(ordinal) else { return nil }
        let index = stretchIndex(ofMatch: ordinal)
        return matches(inStretch: index).first { $0.ordinal == ordinal }
    }

    /// The matches that begin in a range of bytes, which should be small, such as the visible part.
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

    /// The section in which a match begins.
    private func stretchIndex(ofMatch ordinal: Int) -> Int {
        var low = 0
        var high = stretches.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if stretches[middle].matchesBefore <= ordinal { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// Searches bytes at once and keeps all matches. Use ``SearchUpdates`` for text that may be long.
    public init(_ pattern: SearchPattern, in bytes: [UInt8]) {
        self.init(pattern, in: ByteSource(bytes))
        var found: [Match] = []
        let isWhole = bytes.withUnsafeBytes { bytes in
            pattern.forEachMatch(in: 0..<bytes.count, of: bytes) { range in
                found.append(Match(range: range, ordinal: found.count))
                return true
            }
        }
        held = found
        count = found.count
        end = bytes.count
        isComplete = true
        hasGaps = !isWhole
        stretches = [Stretch(start: 0, matchesBefore: 0)]
    }
}
