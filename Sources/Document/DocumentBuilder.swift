/// Turns the bytes of a source into documents, a slice at a time.
struct DocumentBuilder: Sendable {
    let source: ByteSource
    private let interpretation: Interpretation
    private var kind: ContentKind?
    private var rawIndexer = LineIndexer(.text)
    private var prettyIndexer: LineIndexer?
    /// How many bytes were looked at.
    private(set) var position = 0
    /// Whether the last document that was built is final.
    private(set) var isFinal = false

    init(_ source: ByteSource, reading interpretation: Interpretation) {
        self.source = source
        self.interpretation = interpretation
    }

    /// Whether another document would say more than the last one, now.
    var hasWork: Bool {
        let state = source.state
        return !isFinal && (state.ending != nil || state.snapshot.count > position)
    }

    /// Looks at more bytes, at most that many, and gives what is known then.
    mutating func advance(by byteCount: Int) -> Document {
        let state = source.state
        let bytes = state.snapshot
        let end = byteCount < bytes.count - position ? position + byteCount : bytes.count
        let isComplete = state.ending != nil && end == bytes.count
        let kind = decideKind(bytes)
        let (lines, pretty) = bytes.withUnsafeBytes { all in
            let known = UnsafeRawBufferPointer(rebasing: all[..<end])
            return (
                rawIndexer.advance(over: known, isComplete: isComplete), prettyIndexer?.advance(over: known, isComplete: isComplete)
            )
        }
        position = end
        isFinal = isComplete
        return Document(bytes: bytes, source: source, kind: kind, ending: state.ending, lines: lines, pretty: pretty)
    }

    private mutating func decideKind(_ bytes: ByteSnapshot) -> ContentKind {
        if let kind { return kind }
        let claimed = interpretation.mediaType.flatMap(ContentKind.init(mediaType:))
        let decided = interpretation.kind ?? bytes.withUnsafeBytes { ContentSniffer.kind(claimed: claimed, bytes: $0) }
        guard bytes.count > 0 else { return decided }
        kind = decided
        if decided.hasPrettyForm { prettyIndexer = LineIndexer(.json) }
        return decided
    }
}
