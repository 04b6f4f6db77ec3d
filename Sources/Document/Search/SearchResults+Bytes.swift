extension SearchResults {
    /// What a pattern finds in bytes that are at hand as a whole, at once: of text that may be long, ``SearchUpdates`` tells it in steps.
    public init(_ pattern: SearchPattern, in bytes: [UInt8]) {
        var search = IncrementalSearch(pattern, in: ByteSource(bytes))
        self = search.advance(by: .max)
    }
}
