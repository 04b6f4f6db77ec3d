/// Renders the lines of an index as highlighted rows.
struct RowRenderer {
    let index: LineIndex
    let bytes: UnsafeRawBufferPointer
    /// The search pattern whose matches are marked.
    let pattern: SearchPattern?
    /// The tokens of the rows that are lines of the raw text.
    var tokens: [SyntaxToken] = []

    /// The number of bytes before a row in which a match can begin that is marked in the row.
    private static let matchContext = 1024

    /// The visible rows of a line.
    func rows(of visible: VisibleLine) -> [DisplayLine] {
        let known = sharedTokens(of: visible.line.scanned.range)
        return visible.segments.map { row($0, of: visible, known) }
    }

    /// The tokens of a line of JSON or markup, shared by all its rows; none for a line of text.
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
        for token in tokens[tokens.indices.partitioningIndex(where: { tokens[$0].range.upperBound > offset })...] {
            guard token.range.lowerBound < segment.upperBound else { break }
            let range = token.range.clamped(to: segment)
            text.append(bytes, offset..<range.lowerBound, .plain)
            text.append(bytes, range, token.kind)
            offset = range.upperBound
        }
        text.append(bytes, offset..<segment.upperBound, .plain)
    }
}

/// Splits a line into rows of about equal length, never within a character.
enum RowSegments {
    /// The bytes of one row of a line.
    /// - Parameter segment: the number of the row in the line, from zero.
    static func range(_ segment: Int, of line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Range<Int> {
        let start = boundary(segment, of: line, in: bytes)
        return start..<max(start, boundary(segment + 1, of: line, in: bytes))
    }

    /// The row of a line that contains a byte.
    static func segment(at offset: Int, of line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int {
        let segment = max(0, offset - line.lowerBound) / ScannedLine.segmentSize
        let last = ScannedLine.rowCount(line.count) - 1
        guard segment < last else { return last }
        return offset >= boundary(segment + 1, of: line, in: bytes) ? segment + 1 : segment
    }

    private static func boundary(_ segment: Int, of line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int {
        var offset = line.lowerBound + segment * ScannedLine.segmentSize
        guard segment > 0, offset < line.upperBound else { return min(offset, line.upperBound) }
        var steps = 0
        while steps < 3, bytes[offset] & 0xC0 == 0x80 {
            offset -= 1
            steps += 1
        }
        return bytes[offset] & 0xC0 == 0x80 ? offset + steps : offset
    }
}

/// The text of one row of the hexadecimal view: offset, sixteen bytes, and the same bytes as text.
enum HexRow {
    static let width = 16

    static func line(_ row: Int, in bytes: UnsafeRawBufferPointer) -> DisplayLine {
        let start = row * width
        let slice = bytes[start..<min(start + width, bytes.count)]
        var text = LineText()
        text.append(hex(start, digits: bytes.count > 0xFFFF_FFFF ? 12 : 8), .offset)
        for index in 0..<width {
            text.append(index % 8 == 0 ? [0x20, 0x20] : [0x20], .plain)
            let byte = index < slice.count ? slice[start + index] : nil
            text.append(byte.map { hex(Int($0), digits: 2) } ?? [0x20, 0x20], byte == 0 ? .comment : .number)
        }
        text.append([0x20, 0x20], .plain)
        for byte in slice { text.append([isPrintable(byte) ? byte : UInt8(ascii: ".")], isPrintable(byte) ? .string : .comment) }
        return DisplayLine(
            row: row, line: row, isContinuation: false, indent: 0, text: String(decoding: text.bytes, as: UTF8.self), spans: text.spans,
            fold: .none, offset: start)
    }

    static func rowCount(_ byteCount: Int) -> Int { (byteCount + width - 1) / width }

    private static func isPrintable(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) }

    private static func hex(_ value: Int, digits: Int) -> [UInt8] {
        let text = String(value, radix: 16)
        return Array(repeating: UInt8(ascii: "0"), count: max(0, digits - text.utf8.count)) + Array(text.utf8)
    }
}
