/// One change of a text: what stood at a place, and what stands there now.
struct TextEdit: Equatable, Sendable {
    /// Where it begins.
    var start: TextPosition
    /// What was taken out.
    var removed: String
    /// What was put in.
    var inserted: String

    /// The end of `inserted` once it is in the text.
    var insertedEnd: TextPosition { start.advanced(over: inserted) }
    /// The end of `removed` while it was in the text.
    var removedEnd: TextPosition { start.advanced(over: removed) }
    /// UTF-8 bytes held.
    var byteCount: Int { removed.utf8.count + inserted.utf8.count }
}

extension TextPosition {
    /// The place after `text` when that begins here.
    func advanced(over text: String) -> TextPosition {
        var text = text
        let (lines, tail) = text.withUTF8 { bytes in
            let lineEnd = UInt8(ascii: "\n")
            let lines = bytes.reduce(0) { $1 == lineEnd ? $0 + 1 : $0 }
            return (lines, bytes.count - (lines == 0 ? 0 : (bytes.lastIndex(of: lineEnd) ?? 0) + 1))
        }
        return TextPosition(line: line + lines, offset: lines == 0 ? offset + tail : tail)
    }
}
