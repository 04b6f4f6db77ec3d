/// What makes a line in a kind of text.
enum LineGrammar: Hashable, Sendable {
    /// Lines of the bytes.
    case text
    /// Lines of the pretty form of JSON.
    case json

    /// The line that begins at an offset.
    /// - Parameters:
    ///   - bytes: everything that is known.
    ///   - start: the first byte of the line.
    ///   - depth: how many containers are open before it.
    ///   - limit: where to give up, in bytes; nil is returned when the line has not ended there. The end of all bytes ends a line.
    func line(in bytes: UnsafeRawBufferPointer, at start: Int, depth: Int, limit: Int) -> ScannedLine? {
        switch self {
        case .text: TextLines.line(in: bytes, at: start, depth: depth, limit: limit)
        case .json: JSONLines.line(in: bytes, at: start, depth: depth, limit: limit)
        }
    }

    /// Where the first line begins, looking from an offset on; the number of bytes where there is none.
    func firstLine(in bytes: UnsafeRawBufferPointer, from offset: Int) -> Int {
        switch self {
        case .text: offset
        case .json: JSONLines.skipSpace(in: bytes, from: offset)
        }
    }
}
