/// A search in progress.
struct IncrementalSearch: Sendable {
    private(set) var results: SearchResults
    /// How many bytes the last results have seen.
    private(set) var end = 0

    var source: ByteSource { results.source }
    private(set) var isComplete = false

    init(_ pattern: SearchPattern, in source: ByteSource) {
        results = SearchResults(pattern, in: source)
    }

    /// Whether another step would say more, now.
    var hasWork: Bool {
        let state = source.state
        return !isComplete && (state.ending != nil || state.snapshot.count > end)
    }

    /// Searches some stretches. The last ones, in or before which a match may yet grow, are searched again when more has come.
    mutating func advance(by stretchCount: Int) -> SearchResults {
        let state = source.state
        let available = state.snapshot.count
        let isWhole = state.ending != nil
        var remaining = stretchCount
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

    private var nextEnd: Int { (results.stretches.count + 1) * SearchResults.stretch }

    private func rest(of snapshot: ByteSnapshot) -> SearchResults {
        var last = results
        snapshot.withUnsafeBytes { bytes in
            while last.end < bytes.count {
                last.take(upTo: min(bytes.count, (last.stretches.count + 1) * SearchResults.stretch), of: bytes)
            }
        }
        last.isComplete = isComplete
        return last
    }
}

extension SearchResults {
    /// Searches the next stretch.
    fileprivate mutating func take(upTo end: Int, of bytes: UnsafeRawBufferPointer) {
        let start = max(self.end, resume)
        stretches.append(Stretch(start: start, matchesBefore: count))
        self.end = end
        guard start < end else { return }
        var found = 0
        var last = start
        let isWhole = pattern.forEachMatch(in: start..<end, of: bytes) { match in
            found += 1
            last = match.upperBound
            return true
        }
        count += found
        resume = last
        if !isWhole { hasGaps = true }
    }
}
