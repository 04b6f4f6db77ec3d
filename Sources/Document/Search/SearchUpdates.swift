/// The results of a search while it goes over a document, also one that still arrives; the last ones are complete.
///
/// The work happens in `next()`, so it is cancelled with the task that iterates.
public struct SearchUpdates: AsyncSequence, Sendable {
    /// What is known after each step.
    public typealias Element = SearchResults
    /// Searching does not fail.
    public typealias Failure = Never

    private let document: Document
    private let pattern: SearchPattern

    /// A search over a document, and over what arrives of it later.
    public init(_ document: Document, for pattern: SearchPattern) {
        self.document = document
        self.pattern = pattern
    }

    /// Begins to search from the start.
    public func makeAsyncIterator() -> Iterator {
        Iterator(search: IncrementalSearch(pattern, in: document.source))
    }

    /// Does the work.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        /// In stretches, about 16 megabytes.
        private static let step = 256
        fileprivate var search: IncrementalSearch

        /// The next results, or nil after the complete ones and when the task is cancelled.
        public mutating func next() async -> SearchResults? {
            guard !search.isComplete else { return nil }
            if !search.hasWork { await search.source.change(after: search.end) }
            guard !Task.isCancelled else { return nil }
            return search.advance(by: Self.step)
        }
    }
}
