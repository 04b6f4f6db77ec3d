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
                results.take(upTo: nextEnd, of: bytes)
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
                last.take(upTo: min(bytes.count, (last.sections.count + 1) * SearchResults.sectionSize), of: bytes)
            }
        }
        last.isComplete = isComplete
        return last
    }
}

extension SearchResults {
    /// Searches the next section.
    fileprivate mutating func take(upTo end: Int, of bytes: UnsafeRawBufferPointer) {
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
