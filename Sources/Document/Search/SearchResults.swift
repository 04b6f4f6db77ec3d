/// The results of a search so far: the number of matches in each section of the document. A match is found by searching its section again,
/// so the memory does not grow with the number of matches.
public struct SearchResults: Sendable {
    /// The number of bytes of a section.
    static let sectionSize = 64 << 10

    struct Section: Hashable, Sendable {
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
    var sections: [Section] = []
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
        var index = max(0, min(offset / Self.sectionSize, sections.count - 1))
        while index < sections.count {
            if let match = matches(inSection: index).first(where: { $0.range.lowerBound >= offset }) { return match }
            guard let next = firstSection(withMatchesFrom: index + 1) else { return nil }
            index = next
        }
        return nil
    }

    /// The last match that begins before an offset.
    public func previous(before offset: Int) -> Match? {
        var index = min(offset / Self.sectionSize, sections.count - 1)
        while index >= 0 {
            if let match = matches(inSection: index).last(where: { $0.range.lowerBound < offset }) { return match }
            let before = sections[index].matchesBefore
            guard before > 0 else { return nil }
            index = sectionIndex(ofMatch: before - 1)
        }
        return nil
    }

    /// The match with a number.
    public func match(_ ordinal: Int) -> Match? {
        guard (0..<count).contains(ordinal) else { return nil }
        let index = sectionIndex(ofMatch: ordinal)
        return matches(inSection: index).first { $0.ordinal == ordinal }
    }

    /// The matches that begin in a range of bytes, which should be small, such as the visible part.
    public func matches(in range: Range<Int>) -> [Match] {
        guard !sections.isEmpty, !range.isEmpty else { return [] }
        let last = min((range.upperBound - 1) / Self.sectionSize, sections.count - 1)
        let first = min(range.lowerBound / Self.sectionSize, last)
        return (first...last).flatMap { matches(inSection: $0) }.filter { range.contains($0.range.lowerBound) }
    }

    private func matches(inSection index: Int) -> [Match] {
        if let held { return held }
        let section = sections[index]
        let next = index + 1 < sections.count ? sections[index + 1].matchesBefore : count
        guard next > section.matchesBefore else { return [] }
        let range = section.start..<max(section.start, min((index + 1) * Self.sectionSize, end))
        let found = source.snapshot().withUnsafeBytes { pattern.matches(in: range, of: $0, limit: next - section.matchesBefore) }
        return found.enumerated().map { Match(range: $1, ordinal: section.matchesBefore + $0) }
    }

    private func firstSection(withMatchesFrom index: Int) -> Int? {
        guard index < sections.count else { return nil }
        let before = sections[index].matchesBefore
        return before < count ? sectionIndex(ofMatch: before) : nil
    }

    /// The section in which a match begins.
    private func sectionIndex(ofMatch ordinal: Int) -> Int {
        sections.indices.partitioningIndex { sections[$0].matchesBefore > ordinal } - 1
    }

    /// Searches bytes at once and keeps all matches. Use ``SearchUpdates`` for text that may be long.
    public init(_ pattern: SearchPattern, in bytes: [UInt8]) {
        self.init(pattern, in: ByteSource(bytes))
        var found: [Match] = []
        let isWhole = bytes.withUnsafeBytes { bytes in
            pattern.forEachMatch(in: 0..<bytes.count, of: bytes) { match in
                found.append(Match(range: match.range, ordinal: found.count))
                return true
            }
        }
        held = found
        count = found.count
        end = bytes.count
        isComplete = true
        hasGaps = !isWhole
        sections = [Section(start: 0, matchesBefore: 0)]
    }
}

/// The sequence of results of a search over a document, which may still be arriving; the last results are complete.
///
/// The work is done in `next()`, so it is cancelled with the iterating task.
public struct SearchUpdates: AsyncSequence, Sendable {
    /// The results after each step.
    public typealias Element = SearchResults
    /// Searching does not fail.
    public typealias Failure = Never

    private let document: Document
    private let pattern: SearchPattern

    /// Creates a search over a document, including bytes that arrive later.
    public init(_ document: Document, for pattern: SearchPattern) {
        self.document = document
        self.pattern = pattern
    }

    /// Starts the search.
    public func makeAsyncIterator() -> Iterator {
        Iterator(search: IncrementalSearch(pattern, in: document.source))
    }

    /// The iterator, which does the search.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        /// The number of sections of a step, about 16 megabytes.
        private static let step = 256
        fileprivate var search: IncrementalSearch

        /// Waits for the next results; nil after the complete ones and when the task is cancelled.
        public mutating func next() async -> SearchResults? {
            guard !search.isComplete else { return nil }
            if !search.hasWork { await search.source.change(after: search.end) }
            guard !Task.isCancelled else { return nil }
            return search.advance(by: Self.step)
        }
    }
}

/// A search in progress.
struct IncrementalSearch: Sendable {
    private(set) var results: SearchResults
    /// The number of bytes covered by the last results.
    private(set) var end = 0

    var source: ByteSource { results.source }
    private(set) var isComplete = false

    init(_ pattern: SearchPattern, in source: ByteSource) {
        results = SearchResults(pattern, in: source)
    }

    /// True if there is work to do now.
    var hasWork: Bool {
        let state = source.state
        return !isComplete && (state.ending != nil || state.snapshot.count > end)
    }

    /// Searches some sections. The last ones, where a match may still grow, are searched again when more bytes have arrived.
    mutating func advance(by sectionCount: Int) -> SearchResults {
        let state = source.state
        let available = state.snapshot.count
        let isWhole = state.ending != nil
        var remaining = sectionCount
        state.snapshot.withUnsafeBytes { bytes in
            let firm = isWhole ? available : available - SearchPattern.longestMatch
            while remaining > 0, nextEnd <= firm {
                results.searchSection(upTo: nextEnd, of: bytes)
                remaining -= 1
            }
        }
        guard remaining > 0 else {
            end = results.end
            return results
        }
        end = available
        isComplete = isWhole
        return rest(of: state.snapshot)
    }

    private var nextEnd: Int { (results.sections.count + 1) * SearchResults.sectionSize }

    private func rest(of snapshot: ByteSnapshot) -> SearchResults {
        var last = results
        snapshot.withUnsafeBytes { bytes in
            while last.end < bytes.count {
                last.searchSection(upTo: min(bytes.count, (last.sections.count + 1) * SearchResults.sectionSize), of: bytes)
            }
        }
        last.isComplete = isComplete
        return last
    }
}

extension SearchResults {
    /// Searches the next section.
    fileprivate mutating func searchSection(upTo end: Int, of bytes: UnsafeRawBufferPointer) {
        let start = max(self.end, resume)
        sections.append(Section(start: start, matchesBefore: count))
        self.end = end
        guard start < end else { return }
        var found = 0
        var last = start
        let isWhole = pattern.forEachMatch(in: start..<end, of: bytes) { match in
            found += 1
            last = match.range.upperBound
            return true
        }
        count += found
        resume = last
        if !isWhole { hasGaps = true }
    }
}
