/// The sequence of documents of a body while it arrives and is indexed; the last one is complete.
///
/// The work is done in `next()`: it is cancelled with the iterating task and does not run ahead of it. The first document comes as soon as
/// there are bytes. Iterations are independent, so another interpretation is another sequence over the same source.
public struct DocumentUpdates: AsyncSequence, Sendable {
    /// The document after each step.
    public typealias Element = Document
    /// Reading does not fail: syntax errors are part of the document.
    public typealias Failure = Never

    private let source: ByteSource
    private let interpretation: Interpretation

    /// Creates the sequence of documents of a body.
    public init(_ source: ByteSource, reading interpretation: Interpretation = Interpretation()) {
        self.source = source
        self.interpretation = interpretation
    }

    /// Starts indexing the body.
    public func makeAsyncIterator() -> Iterator {
        Iterator(builder: DocumentBuilder(source, reading: interpretation))
    }

    /// The iterator, which does the indexing.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        /// A small first step shows the first screen early; later steps take a few frames each.
        private static let firstSlice = 64 << 10
        private static let slice = 8 << 20
        fileprivate var builder: DocumentBuilder

        /// Waits for the next document; nil after the complete one and when the task is cancelled.
        public mutating func next() async -> Document? {
            while !builder.isFinal, !Task.isCancelled {
                if !builder.hasWork { await builder.source.change(after: builder.position) }
                guard !Task.isCancelled else { return nil }
                if let document = step() { return document }
            }
            return nil
        }

        /// The next document of the bytes that have arrived; nil if `next()` would wait, and after the complete one.
        public mutating func nextWithoutWaiting() -> Document? {
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

/// Builds documents from the bytes of a source, a slice at a time: first the lines, then the syntax check.
struct DocumentBuilder: Sendable {
    let source: ByteSource
    private let interpretation: Interpretation
    private var kind: ContentKind?
    private var rawIndexer = LineIndexer(.text)
    private var prettyIndexer: LineIndexer?
    private var check = DocumentCheck(.text, start: 0)
    private var feed: TextFeed

    /// The document so far.
    private(set) var document: Document
    /// The number of indexed bytes as received; `textPosition` counts bytes of the text.
    private(set) var position = 0
    private var textPosition = 0

    init(_ source: ByteSource, reading interpretation: Interpretation) {
        self.source = source
        self.interpretation = interpretation
        let nothing = ByteSource.State(snapshot: source.snapshot().prefix(0), ending: nil)
        feed = TextFeed(source, CharsetSniffer.Decision(charset: .utf8))
        document = Document(nothing, nothing.snapshot, feed, kind: .text, lines: LineIndex(grammar: .text), pretty: nil, check: check)
    }

    /// True if the document will not change any more.
    var isFinal: Bool { document.isComplete }

    /// True if there is work to do now.
    var hasWork: Bool {
        guard !isFinal else { return false }
        let state = source.state
        return state.snapshot.count > position || (state.ending != nil && document.ending == nil) || needsCheck
    }

    /// Indexes or checks more bytes, at most `byteCount`.
    /// - Returns: true if the document has changed.
    @discardableResult
    mutating func advance(by byteCount: Int) -> Bool {
        let state = source.state
        let isNew = state.snapshot.count > position || (state.ending != nil && document.ending == nil)
        let known = (document.problem, check.endOfStructure)
        if isNew { addLines(state, byteCount) } else { addCheck(state, byteCount) }
        return isNew || document.isComplete || known != (document.problem, check.endOfStructure)
    }

    // MARK: Lines

    private mutating func addLines(_ state: ByteSource.State, _ byteCount: Int) {
        let kind = decideKind(state.snapshot)
        let end = Self.end(of: state.snapshot, after: position, byteCount)
        let isComplete = state.ending != nil && end == state.snapshot.count
        position = end
        let (text, textEnd) = feed.state(of: state, upTo: end)
        textPosition = textEnd
        publish(state, text.snapshot, kind, isComplete: isComplete)
    }

    private mutating func publish(_ state: ByteSource.State, _ text: ByteSnapshot, _ kind: ContentKind, isComplete: Bool) {
        let (lines, pretty) = text.prefix(textPosition).withUnsafeBytes { known in
            (rawIndexer.advance(over: known, isComplete: isComplete), prettyIndexer?.advance(over: known, isComplete: isComplete))
        }
        document = Document(state, text, feed, kind: kind, lines: lines, pretty: pretty, check: check)
    }

    private static func end(of snapshot: ByteSnapshot, after position: Int, _ byteCount: Int) -> Int {
        byteCount < snapshot.count - position ? position + byteCount : snapshot.count
    }

    private mutating func decideKind(_ bytes: ByteSnapshot) -> ContentKind {
        if let kind { return kind }
        let claimed = interpretation.mediaType.flatMap(ContentKind.init(mediaType:))
        let (decided, charset) = bytes.withUnsafeBytes { bytes in
            let kind = interpretation.kind ?? ContentSniffer.kind(claimed: claimed, bytes: bytes)
            return (kind, CharsetSniffer.decide(interpretation, kind: kind, bytes: bytes))
        }
        guard bytes.count > 0 else { return decided }
        feed = TextFeed(source, charset)
        begin(decided)
        return decided
    }

    private mutating func begin(_ kind: ContentKind) {
        self.kind = kind
        check = DocumentCheck(kind, start: feed.start)
        rawIndexer = LineIndexer(.text, start: feed.start)
        prettyIndexer = kind.grammar.map { LineIndexer($0, start: feed.start) }
    }

    // MARK: Rules

    private var needsCheck: Bool { !check.isComplete && (check.position < textPosition || document.isIndexed) }

    private mutating func addCheck(_ state: ByteSource.State, _ byteCount: Int) {
        let text = document.text.prefix(textPosition)
        let end = Self.end(of: text, after: check.position, byteCount)
        let hadStructure = check.endOfStructure == nil
        text.withUnsafeBytes { all in
            let known = UnsafeRawBufferPointer(rebasing: all[..<end])
            check.advance(over: known, lines: document.lines, isComplete: document.isIndexed && end == all.count)
            guard hadStructure, let fault = check.endOfStructure, let pretty = document.pretty else { return }
            prettyIndexer?.endStructure(at: fault, pretty, over: all)
        }
        publish(state, document.text, document.kind, isComplete: document.isIndexed)
    }
}
