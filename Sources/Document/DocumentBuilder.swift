/// Turns the bytes of a source into documents, a slice at a time.
struct DocumentBuilder: Sendable {
    let source: ByteSource
    private let interpretation: Interpretation
    private var kind: ContentKind?
    private var lines = LineIndexer(.text)
    private var pretty: LineIndexer?
    private var arrived = 0
    private var isDone = false

    init(_ source: ByteSource, reading interpretation: Interpretation) {
        self.source = source
        self.interpretation = interpretation
    }

    /// Whether another document would say more than the last one, now.
    var hasWork: Bool {
        guard !isDone else { return false }
        let state = source.state
        return state.ending != nil || state.snapshot.count > lines.index.end
    }

    /// Whether the last document that was built is final.
    var isFinal: Bool { isDone }

    /// How many bytes were looked at.
    var position: Int { lines.index.end }

    /// Looks at more bytes, at most that many, and gives what is known then.
    mutating func advance(by byteCount: Int) -> Document {
        let state = source.state
        let bytes = state.snapshot
        let end = byteCount < bytes.count - lines.index.end ? lines.index.end + byteCount : bytes.count
        let isComplete = state.ending != nil && end == bytes.count
        let kind = decideKind(bytes)
        bytes.withUnsafeBytes { all in
            let known = UnsafeRawBufferPointer(rebasing: all[..<end])
            if kind.hasPrettyForm, pretty == nil { pretty = LineIndexer(.json) }
            pretty?.advance(over: known, isComplete: isComplete)
            lines.advance(over: known, isComplete: isComplete)
        }
        isDone = isComplete
        return Document(bytes: bytes, kind: kind, ending: state.ending, lines: lines.index, pretty: pretty?.index)
    }

    private mutating func decideKind(_ bytes: ByteSnapshot) -> ContentKind {
        if let kind { return kind }
        let claimed = interpretation.mediaType.flatMap(ContentKind.init(mediaType:))
        let decided = interpretation.kind ?? bytes.withUnsafeBytes { ContentSniffer.kind(claimed: claimed, bytes: $0) }
        if bytes.count > 0 { kind = decided }
        return decided
    }
}
