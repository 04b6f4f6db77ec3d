/// Builds an index from bytes as they arrive, in slices of the caller's choice.
enum LineIndexer: Sendable {
    case text(TextIndexer)
    case json(JSONIndexer)
    case markup(MarkupIndexer)

    /// - Parameter start: where the text begins, in bytes.
    init(_ grammar: LineGrammar, start: Int = 0) {
        switch grammar {
        case .text: self = .text(TextIndexer(start: start))
        case .json: self = .json(JSONIndexer(start: start))
        case .xml, .html: self = .markup(MarkupIndexer(grammar, start: start))
        }
    }

    /// Goes on with lines of the bytes where the structure has come to its end.
    /// - Parameters:
    ///   - fault: behind which nothing has structure.
    ///   - index: of bytes beyond that place.
    mutating func endStructure(at fault: Int, _ index: LineIndex, over bytes: UnsafeRawBufferPointer) {
        var reader = LineReader(index, bytes: bytes, at: fault, by: .offset)
        let end = reader?.next()?.scanned.range.lowerBound ?? fault
        var structured = LineIndexer(index.grammar, start: index.checkpoints.isEmpty ? 0 : index.checkpoints[0].offset)
        let known = UnsafeRawBufferPointer(rebasing: bytes[..<min(end, fault)])
        self = .text(TextIndexer(after: structured.advance(over: known, isComplete: true)))
    }

    /// Looks at more bytes.
    /// - Parameters:
    ///   - bytes: all bytes up to where to stop, never fewer than before.
    ///   - isComplete: whether these are all there will be.
    /// - Returns: what is known of all bytes.
    mutating func advance(over bytes: UnsafeRawBufferPointer, isComplete: Bool) -> LineIndex {
        switch self {
        case .text(var indexer):
            defer { self = .text(indexer) }
            return indexer.advance(over: bytes, isComplete: isComplete)
        case .json(var indexer):
            defer { self = .json(indexer) }
            return indexer.advance(over: bytes, isComplete: isComplete)
        case .markup(var indexer):
            defer { self = .markup(indexer) }
            return indexer.advance(over: bytes, isComplete: isComplete)
        }
    }
}
