/// The documents that a body becomes while it arrives and is looked at; the last one is complete.
///
/// The work happens in `next()`, so it is cancelled with the task that iterates, goes no faster than that task takes documents, and
/// does not run at all when nobody asks. The first document comes as soon as there are bytes. Several iterations of one body are
/// independent, so that another interpretation is another sequence over the same source.
public struct DocumentUpdates: AsyncSequence, Sendable {
    /// What is given for each step.
    public typealias Element = Document
    /// Reading does not fail: what cannot be read as its kind says so in the document.
    public typealias Failure = Never

    private let source: ByteSource
    private let interpretation: Interpretation

    /// The documents of a body.
    public init(_ source: ByteSource, reading interpretation: Interpretation = Interpretation()) {
        self.source = source
        self.interpretation = interpretation
    }

    /// Begins to look at the body from its start.
    public func makeAsyncIterator() -> Iterator {
        Iterator(builder: DocumentBuilder(source, reading: interpretation))
    }

    /// Does the work.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        /// The first screen needs little; later steps are as large as can be done within a few frames.
        private static let firstSlice = 64 << 10
        private static let slice = 8 << 20
        fileprivate var builder: DocumentBuilder

        /// The next document, or nil after the complete one and when the task is cancelled.
        public mutating func next() async -> Document? {
            while !builder.isFinal, !Task.isCancelled {
                if !builder.hasWork { await builder.source.change(after: builder.position) }
                guard !Task.isCancelled else { return nil }
                if let document = step() { return document }
            }
            return nil
        }

        /// The next document of what is there already; nil where `next()` would wait, and after the complete one.
        public mutating func nextAtHand() -> Document? {
            while builder.hasWork {
                if let document = step() { return document }
            }
            return nil
        }

        private mutating func step() -> Document? {
            builder.advance(by: builder.position == 0 ? Self.firstSlice : Self.slice) ? builder.document : nil
        }
    }
}
