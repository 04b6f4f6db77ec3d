/// Turns the bytes of a source into documents, a slice at a time: lines first, then what the rules of the kind say.
struct DocumentBuilder: Sendable {
    let source: ByteSource
    private let interpretation: Interpretation
    private var kind: ContentKind?
    private var rawIndexer = LineIndexer(.text)
    private var prettyIndexer: LineIndexer?
    private var check = DocumentCheck(.text, start: 0)

    /// What is known.
    private(set) var document: Document
    /// How many bytes have lines.
    private(set) var position = 0

    init(_ source: ByteSource, reading interpretation: Interpretation) {
        self.source = source
        self.interpretation = interpretation
        let nothing = ByteSource.State(snapshot: source.snapshot().prefix(0), ending: nil)
        document = Document(nothing, of: source, kind: .text, lines: LineIndex(.text), pretty: nil, check: check)
    }

    /// Whether the document will not change any more.
    var isFinal: Bool { document.isComplete }

    /// Whether there is something to do, now.
    var hasWork: Bool {
        guard !isFinal else { return false }
        let state = source.state
        return state.snapshot.count > position || (state.ending != nil && document.ending == nil) || needsCheck
    }

    /// Looks at more bytes, at most that many.
    /// - Returns: whether the document says more than before.
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
        publish(state, kind, isComplete: isComplete)
    }

    private mutating func publish(_ state: ByteSource.State, _ kind: ContentKind, isComplete: Bool) {
        let (lines, pretty) = state.snapshot.withUnsafeBytes { all in
            let known = UnsafeRawBufferPointer(rebasing: all[..<position])
            return (rawIndexer.advance(over: known, isComplete: isComplete), prettyIndexer?.advance(over: known, isComplete: isComplete))
        }
        document = Document(state, of: source, kind: kind, lines: lines, pretty: pretty, check: check)
    }

    private static func end(of snapshot: ByteSnapshot, after position: Int, _ byteCount: Int) -> Int {
        byteCount < snapshot.count - position ? position + byteCount : snapshot.count
    }

    private mutating func decideKind(_ bytes: ByteSnapshot) -> ContentKind {
        if let kind { return kind }
        let claimed = interpretation.mediaType.flatMap(ContentKind.init(mediaType:))
        let decided = interpretation.kind ?? bytes.withUnsafeBytes { ContentSniffer.kind(claimed: claimed, bytes: $0) }
        guard bytes.count > 0 else { return decided }
        kind = decided
        check = DocumentCheck(decided, start: 0)
        if decided.hasPrettyForm { prettyIndexer = LineIndexer(.json) }
        return decided
    }

    // MARK: Rules

    private var needsCheck: Bool { !check.isComplete && (check.position < position || document.isIndexed) }

    private mutating func addCheck(_ state: ByteSource.State, _ byteCount: Int) {
        let end = Self.end(of: state.snapshot, after: check.position, byteCount)
        let hadStructure = check.endOfStructure == nil
        state.snapshot.withUnsafeBytes { all in
            let known = UnsafeRawBufferPointer(rebasing: all[..<end])
            check.advance(over: known, lines: document.lines, isComplete: document.isIndexed && end == position)
            guard hadStructure, let fault = check.endOfStructure, let pretty = document.pretty else { return }
            prettyIndexer?.endStructure(at: fault, pretty, over: UnsafeRawBufferPointer(rebasing: all[..<position]))
        }
        publish(state, document.kind, isComplete: document.isIndexed)
    }
}
