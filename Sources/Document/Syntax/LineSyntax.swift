/// What the pieces of one line mean, for editors that know no more than the line.
public enum LineSyntax {
    /// Before what is seen, so much of the line is looked at.
    private static let context = 2 << 10

    /// The spans of what is seen of a line, in UTF-8 offsets of the line. Strings and comments that began on earlier lines are not known.
    public static func spans(of line: String, visible: Range<Int>, as kind: ContentKind) -> [SyntaxSpan] {
        var line = line
        return line.withUTF8 { bytes in
            let end = min(visible.upperBound, bytes.count)
            let start = max(0, min(visible.lowerBound, end) - context)
            guard start < end else { return [] }
            return SyntaxHighlighter.tokens(kind, in: start..<end, of: UnsafeRawBufferPointer(bytes), safeStart: start).map {
                SyntaxSpan($0.range, $0.kind)
            }
        }
    }
}
