/// Writes lines of an index as text with meaning.
struct RowRenderer {
    let index: LineIndex
    let bytes: UnsafeRawBufferPointer
    /// What is to be marked.
    let pattern: SearchPattern?
    /// What the bytes of these rows mean, where the rows are lines of the bytes.
    var tokens: [SyntaxToken] = []

    /// So far before a row a match may begin to be marked in it.
    private static let matchContext = 1024

    /// The rows of a line that can be seen.
    func rows(of visible: VisibleLine) -> [DisplayLine] {
        let known = sharedTokens(of: visible.line.scanned.range)
        return visible.segments.map { row($0, of: visible, known) }
    }

    /// The tokens of a line of JSON or markup, which all its rows share; none for a line of text.
    private func sharedTokens(of line: Range<Int>) -> [SyntaxToken] {
        switch index.grammar(at: line.lowerBound) {
        case .json: JSONLineTokens.tokens(of: line, in: bytes)
        case .xml, .html: MarkupLineTokens.tokens(of: line, in: bytes, isHTML: index.grammar == .html)
        case .text: []
        }
    }

    private func row(_ segment: Int, of visible: VisibleLine, _ known: [SyntaxToken]) -> DisplayLine {
        let line = visible.line
        let scanned = line.scanned
        let range = RowSegments.range(segment, of: scanned.range, in: bytes)
        var text = LineText()
        append(range, of: scanned.range, known, to: &text)
        if let fold = visible.fold, segment == line.rowCount - 1 { append(fold, to: &text) }
        text = text.repaired()
        return DisplayLine(
            row: visible.visibleRow + segment - visible.segments.lowerBound, line: line.line, isContinuation: segment > 0,
            indent: index.grammar(at: scanned.range.lowerBound) == .text ? 0 : scanned.depth * 2,
            text: String(decoding: text.bytes, as: UTF8.self), spans: text.spans,
            fold: segment == 0 ? fold(of: visible) : .none, offset: range.lowerBound, matches: matches(in: range, text))
    }

    private func matches(in range: Range<Int>, _ text: LineText) -> [DisplayLine.Match] {
        guard let pattern else { return [] }
        let start = max(0, range.lowerBound - Self.matchContext)
        return pattern.matches(in: start..<range.upperBound, of: bytes).compactMap { match in
            text.range(ofSource: match).map { DisplayLine.Match(range: $0, source: match) }
        }
    }

    private func fold(of visible: VisibleLine) -> DisplayLine.Fold {
        guard visible.line.scanned.opens else { return .none }
        return visible.fold.map { .collapsed(hiddenLineCount: $0.hiddenLineCount(of: index.lineCount)) } ?? .expanded
    }

    private func append(_ fold: Fold, to text: inout LineText) {
        text.append("…".utf8, .fold)
        guard let closing = fold.closing?.scanned.range else { return }
        let segment = closing.clamped(to: closing.lowerBound..<closing.lowerBound + ScannedLine.segmentSize)
        append(segment, of: closing, sharedTokens(of: closing), to: &text)
    }

    private func append(_ segment: Range<Int>, of line: Range<Int>, _ known: [SyntaxToken], to text: inout LineText) {
        switch index.grammar(at: line.lowerBound) {
        case .json: JSONRow.append(segment, known, in: bytes, to: &text)
        case .xml, .html: MarkupRow.append(segment, of: line, known, in: bytes, isHTML: index.grammar == .html, to: &text)
        case .text: appendRaw(segment, to: &text)
        }
    }

    private func appendRaw(_ segment: Range<Int>, to text: inout LineText) {
        var offset = segment.lowerBound
        for token in tokens[firstToken(endingAfter: offset)...] {
            guard token.range.lowerBound < segment.upperBound else { break }
            let range = token.range.clamped(to: segment)
            text.append(bytes, offset..<range.lowerBound, .plain)
            text.append(bytes, range, token.kind)
            offset = range.upperBound
        }
        text.append(bytes, offset..<segment.upperBound, .plain)
    }

    private func firstToken(endingAfter offset: Int) -> Int {
        var low = 0
        var high = tokens.count
        while low < high {
            let middle = (low + high) / 2
            if tokens[middle].range.upperBound <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
