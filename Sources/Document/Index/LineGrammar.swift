/// What makes a line in a kind of text.
enum LineGrammar: Hashable, Sendable {
    /// Lines of the bytes.
    case text
    /// Lines of the pretty form of JSON.
    case json
    /// Lines of formatted XML.
    case xml
    /// Lines of formatted HTML.
    case html

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
        case .xml, .html: MarkupLines.line(in: bytes, at: start, depth: depth, limit: limit, isHTML: self == .html)
        }
    }
}
