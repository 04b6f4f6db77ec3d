/// One row of a view, ready to be drawn except for control characters: the text is as untrusted as its bytes.
public struct DisplayLine: Hashable, Sendable {
    /// The fold state of a row.
    public enum Fold: Hashable, Sendable {
        /// No container begins here.
        case none
        /// The container that begins here is expanded.
        case expanded
        /// The container that begins here is collapsed and hides a number of lines.
        case collapsed(hiddenLineCount: Int)
    }

    /// The row in the view, from zero, not counting folded rows.
    public var row: Int
    /// The number of the line, from zero, counting folded lines. A long line has several rows.
    public var line: Int
    /// True if the line began in an earlier row.
    public var isContinuation: Bool
    /// The indentation in columns. It grows with the nesting of the document, so it can be huge.
    public var indent: Int
    /// The text: at most a few kilobytes, without line breaks. May contain control characters.
    public var text: String
    /// The highlighted parts, in order and without overlap; the text between them is plain.
    public var spans: [SyntaxSpan]
    /// The fold state.
    public var fold: Fold
    /// The start of the row, in bytes of the document's text.
    public var offset: Int
    /// The search matches in the row.
    public var matches: [Match] = []

    /// A search match in a row.
    public struct Match: Hashable, Sendable {
        /// The part of the match in this row, in UTF-8 bytes of the row's text.
        public var range: Range<Int>
        /// The whole match, in bytes of the document's text.
        public var source: Range<Int>
    }
}

/// Builds the text of a row from bytes, with its highlighting and the origin of each part.
struct LineText {
    /// A part of the text and its bytes in the document, of which it is a copy if both have the same length.
    struct Origin: Hashable {
        var text: Range<Int>
        var source: Range<Int>
    }

    private(set) var bytes: [UInt8] = []
    private(set) var spans: [SyntaxSpan] = []
    private(set) var origins: [Origin] = []

    /// Appends bytes of the document that have one kind.
    /// - Parameter breaksAsSpace: replaces tabs and line breaks by spaces.
    mutating func append(_ source: UnsafeRawBufferPointer, _ range: Range<Int>, _ kind: SyntaxKind, breaksAsSpace: Bool = false) {
        guard !range.isEmpty else { return }
        let copy = bytes.count..<bytes.count + range.count
        if let last = origins.last, last.source.count == last.text.count, last.source.upperBound == range.lowerBound,
            last.text.upperBound == bytes.count
        {
            origins[origins.count - 1] = Origin(
                text: last.text.lowerBound..<copy.upperBound, source: last.source.lowerBound..<range.upperBound)
        } else {
            origins.append(Origin(text: copy, source: range))
        }
        if breaksAsSpace, source[range].contains(where: Self.isBreak) {
            append(source[range].map { Self.isBreak($0) ? 0x20 : $0 }, kind)
        } else {
            append(source[range], kind)
        }
    }

    private static func isBreak(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// Appends bytes that stand for a range of the document.
    mutating func append(_ shown: [UInt8], insteadOf range: Range<Int>, _ kind: SyntaxKind) {
        origins.append(Origin(text: bytes.count..<bytes.count + shown.count, source: range))
        append(shown, kind)
    }

    /// Appends bytes that are not part of the document.
    mutating func append(_ slice: some Collection<UInt8>, _ kind: SyntaxKind) {
        let start = bytes.count
        bytes.append(contentsOf: slice)
        guard kind != .plain, bytes.count > start else { return }
        if let last = spans.last, last.kind == kind, last.range.upperBound == start {
            spans[spans.count - 1].range = last.range.lowerBound..<bytes.count
        } else {
            spans.append(SyntaxSpan(start..<bytes.count, kind))
        }
    }

    /// The range in the text of a range of the document; nil if it is not in the text.
    func range(ofSource range: Range<Int>) -> Range<Int>? {
        var found: Range<Int>?
        for origin in origins {
            let common = range.clamped(to: origin.source)
            guard !common.isEmpty else { continue }
            let shift = origin.text.lowerBound - origin.source.lowerBound
            let isCopy = origin.text.count == origin.source.count
            let shown = isCopy ? common.lowerBound + shift..<common.upperBound + shift : origin.text
            found = (found?.lowerBound ?? shown.lowerBound)..<shown.upperBound
        }
        return found
    }

    // MARK: Bytes that are not text

    /// Returns the text with each maximal subpart of an invalid sequence replaced by U+FFFD and highlighted as invalid (Unicode 15, section
    /// 3.9).
    func repaired() -> LineText {
        if String(validating: bytes, as: UTF8.self) != nil { return self }
        var repair = Repair(text: self)
        repair.run()
        return repair.result
    }

    private struct Repair {
        let text: LineText
        var result = LineText()
        private var offset = 0
        private var span = 0
        private var origin = 0

        init(text: LineText) { self.text = text }

        mutating func run() {
            var parser = Unicode.UTF8.ForwardParser()
            var iterator = text.bytes.makeIterator()
            while true {
                switch parser.parseScalar(from: &iterator) {
                case .valid(let scalar): appendScalar(scalar.count, scalar, kind)
                case .error(let count): appendScalar(count, [0xEF, 0xBF, 0xBD], .invalid)
                case .emptyInput: return
                }
            }
        }

        private var kind: SyntaxKind {
            mutating get {
                while span < text.spans.count, text.spans[span].range.upperBound <= offset { span += 1 }
                return span < text.spans.count && text.spans[span].range.contains(offset) ? text.spans[span].kind : .plain
            }
        }

        private mutating func appendScalar(_ count: Int, _ scalar: some Collection<UInt8>, _ kind: SyntaxKind) {
            while origin < text.origins.count, text.origins[origin].text.upperBound <= offset { origin += 1 }
            if origin < text.origins.count, text.origins[origin].text.contains(offset) {
                let (shown, source) = (text.origins[origin].text, text.origins[origin].source)
                let start = source.lowerBound + offset - shown.lowerBound
                result.append(Array(scalar), insteadOf: shown.count == source.count ? start..<start + count : source, kind)
            } else {
                result.append(scalar, kind)
            }
            offset += count
        }
    }
}

/// Renders the lines of an index as highlighted rows.
struct RowRenderer {
    let index: LineIndex
    let bytes: UnsafeRawBufferPointer
    /// The search pattern whose matches are marked.
    let pattern: SearchPattern?
    /// The tokens of the rows that are lines of the raw text.
    var tokens: [SyntaxToken] = []

    /// The number of bytes before a row that are searched for matches that reach into the row.
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

/// Splits a line into rows of about equal length, never within a character or an escape of one.
enum RowSegments {
    private static let (maxContext, maxScalarSize) = (256, 4)

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
        let offset = line.lowerBound + segment * ScannedLine.segmentSize
        guard segment > 0, offset < line.upperBound else { return min(offset, line.upperBound) }
        guard bytes[offset] < 0x80 else { return characterStart(at: offset, of: line, in: bytes) }
        return JSONEscape.start(around: offset, from: line.lowerBound, in: bytes)
    }

    /// The beginning of the character, which may have several scalars, that contains a byte; of its scalar if it is very long or not text.
    private static func characterStart(at offset: Int, of line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int {
        let scalar = scalarStart(at: offset, in: bytes)
        // An ASCII character before it begins a character of its own; others may be the middle of one.
        let first = max(line.lowerBound, offset - maxContext)
        let start = scalarStart(at: (first...offset).last { bytes[$0] < 0x80 } ?? first, in: bytes)
        let end = offset + maxScalarSize < line.upperBound ? scalarStart(at: offset + maxScalarSize, in: bytes) : line.upperBound
        guard start < scalar, let text = String(validating: bytes[start..<end], as: UTF8.self) else { return scalar }
        let place = text.utf8.index(text.startIndex, offsetBy: scalar - start)
        var character = text.startIndex
        while character < place {
            let next = text.index(after: character)
            guard next <= place else { break }
            character = next
        }
        let isKnown = character > text.startIndex || bytes[start] < 0x80
        return isKnown ? start + text.utf8.distance(from: text.startIndex, to: character) : scalar
    }

    private static func scalarStart(at offset: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        var offset = offset
        var steps = 0
        while steps < 3, bytes[offset] & 0xC0 == 0x80 {
            offset -= 1
            steps += 1
        }
        return bytes[offset] & 0xC0 == 0x80 ? offset + steps : offset
    }
}

/// The text of one row of the hexadecimal view: offset, `width` bytes, and the same bytes as text.
enum HexRow {
    /// The numbers of bytes in a row, the usual one first.
    static let widths = [16, 8, 4]

    /// The columns of a row: the offset, three for each byte, one before each group of eight, two before the text, and the text.
    static func columns(of width: Int, byteCount: Int) -> Int { offsetDigits(byteCount) + 4 * width + (width + 7) / 8 + 2 }

    private static func offsetDigits(_ byteCount: Int) -> Int { byteCount > 0xFFFF_FFFF ? 12 : 8 }

    static func line(_ row: Int, width: Int, in bytes: UnsafeRawBufferPointer) -> DisplayLine {
        let start = row * width
        let slice = bytes[start..<min(start + width, bytes.count)]
        var text = LineText()
        text.append(hex(start, digits: offsetDigits(bytes.count)), .offset)
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

    static func rowCount(_ byteCount: Int, width: Int) -> Int { (byteCount + width - 1) / width }

    private static func isPrintable(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) }

    private static func hex(_ value: Int, digits: Int) -> [UInt8] {
        let text = String(value, radix: 16)
        return Array(repeating: UInt8(ascii: "0"), count: max(0, digits - text.utf8.count)) + Array(text.utf8)
    }
}
