/// Builds an index from bytes as they arrive, in slices of the caller's choice.
enum LineIndexer: Sendable {
    case text(TextIndexer)
    case json(JSONIndexer)

    /// - Parameter start: where the text begins, in bytes.
    init(_ grammar: LineGrammar, start: Int = 0) {
        switch grammar {
        case .text: self = .text(TextIndexer(start: start))
        case .json: self = .json(JSONIndexer(start: start))
        }
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
        }
    }
}
