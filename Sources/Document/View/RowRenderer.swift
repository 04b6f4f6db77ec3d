/// Writes rows of an index as text with meaning.
struct RowRenderer {
    private let document: Document
    private let index: LineIndex
    private let bytes: UnsafeRawBufferPointer

    init(_ document: Document, index: LineIndex, bytes: UnsafeRawBufferPointer) {
        self.document = document
        self.index = index
        self.bytes = bytes
    }

    func rows(_ range: Range<Int>) -> [DisplayLine] {
        guard !range.isEmpty, var reader = LineReader(index, bytes: bytes, at: range.lowerBound, by: .row) else { return [] }
        var rows: [DisplayLine] = []
        rows.reserveCapacity(range.count)
        while rows.count < range.count, let line = reader.next() {
            let wanted = line.rows.clamped(to: range)
            for row in wanted { rows.append(self.row(row - line.row, of: line)) }
        }
        return rows
    }

    /// One segment of a line.
    private func row(_ segment: Int, of line: NumberedLine) -> DisplayLine {
        let scanned = line.scanned
        let range = RowSegments.range(segment, of: scanned.range, in: bytes)
        var text = LineText()
        append(range, of: scanned.range, to: &text)
        let (string, spans) = text.finished()
        return DisplayLine(
            row: line.row + segment, line: line.line, isContinuation: segment > 0, indent: scanned.depth * 2, text: string, spans: spans,
            fold: scanned.opens && segment == 0 ? .expanded : .none, offset: range.lowerBound)
    }

    private func append(_ segment: Range<Int>, of line: Range<Int>, to text: inout LineText) {
        switch index.grammar {
        case .json: JSONRow.append(segment, of: line, in: bytes, to: &text)
        case .text: text.append(bytes[segment], .plain)
        }
    }
}
