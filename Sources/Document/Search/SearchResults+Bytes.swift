extension SearchResults {
    /// What a pattern finds in bytes that are at hand as a whole, at once. The matches are kept, so that to ask for them searches nothing again;
    /// of text that may be long, ``SearchUpdates`` tells it in steps.
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
