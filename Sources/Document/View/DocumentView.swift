/// One way to look at a document: a form, and what is folded away. A value for the state of a pane.
///
/// A row is what stands in one row of the screen: rows that are folded away are not counted, a long line has several. All functions take
/// time in proportion to the rows that are asked for, whatever the size of the document.
public struct DocumentView: Sendable {
    /// How the bytes are shown.
    public enum Form: String, CaseIterable, Sendable {
        /// With line breaks and indentation by structure. Shown as raw where the kind has no such form.
        case pretty
        /// Lines as they are.
        case raw
        /// Places, bytes and text.
        case hex
    }

    /// What is shown.
    public private(set) var document: Document
    /// How it is to be shown. What is folded in the pretty form stays folded there.
    public var form: Form {
        didSet { if oldValue != form { plainRows = RowMap(rowCount: baseRowCount) } }
    }
    var folding: Folding
    /// The rows of a form that knows no folds.
    private var plainRows = RowMap(rowCount: 0)

    /// A view of a document.
    /// - Parameter form: how to show it; hexadecimal for what is not text, pretty otherwise, unless given.
    public init(_ document: Document, form: Form? = nil) {
        self.document = document
        self.form = form ?? (document.kind == .binary || document.kind == .image ? .hex : .pretty)
        folding = Folding(document.pretty ?? document.lines)
        plainRows = RowMap(rowCount: baseRowCount)
    }

    /// Shows a later document of the same body.
    public mutating func update(_ document: Document) {
        self.document = document
        plainRows = RowMap(rowCount: baseRowCount)
        document.text.withUnsafeBytes { bytes in
            folding.update(StructureReader(index: document.pretty ?? document.lines, bytes: bytes))
        }
    }

    /// Rows there are so far.
    public var rowCount: Int { map.visibleRowCount }

    /// Lines there are so far, folded ones too.
    public var lineCount: Int { form == .hex ? rowCount : index.lineCount }

    /// The rows of a range; fewer where there are no more.
    /// - Parameter pattern: what to mark where it stands in these rows.
    public func rows(_ range: Range<Int>, marking pattern: SearchPattern? = nil) -> [DisplayLine] {
        let range = range.clamped(to: 0..<rowCount)
        guard !range.isEmpty else { return [] }
        if form == .hex { return document.bytes.withUnsafeBytes { bytes in range.map { HexRow.line($0, in: bytes) } } }
        return read { structure in

            let lines = visibleLines(structure).lines(range)
            let renderer = RowRenderer(index: index, bytes: structure.bytes, pattern: pattern, tokens: tokens(of: lines, structure))
            return lines.flatMap(renderer.rows)
        }
    }

    /// What the lines that are shown as they are mean.
    private func tokens(of lines: [VisibleLine], _ structure: StructureReader) -> [SyntaxToken] {
        let raw = lines.filter { index.grammar(at: $0.line.scanned.range.lowerBound) == .text }
        guard let first = raw.first, let last = raw.last else { return [] }
        let start = RowSegments.range(first.segments.lowerBound, of: first.line.scanned.range, in: structure.bytes).lowerBound
        let end = RowSegments.range(last.segments.upperBound - 1, of: last.line.scanned.range, in: structure.bytes).upperBound
        return SyntaxHighlighter.tokens(
            document.kind, in: start..<max(start, end), of: structure.bytes, safeStart: safeStart(before: start))
    }

    /// The last line of the pretty form before a place, which is outside strings.
    private func safeStart(before offset: Int) -> Int? {
        guard let pretty = document.pretty, offset < pretty.textStart else { return nil }
        return pretty.checkpoints.lastIndex(.offset, atMost: offset).map { pretty.checkpoints[$0].offset }
    }

    /// The first row of a line, or the row that stands for it where it is folded away; the last row where there is no such line.
    /// - Parameter line: from zero.
    public func row(ofLine line: Int) -> Int {
        guard form != .hex else { return max(0, min(line, rowCount - 1)) }
        return read { structure in
            let target = max(0, min(line, lineCount - 1))
            return structure.line(target, by: .line).map { map.visibleRow(of: $0.row, level: level, bytes: structure.bytes) } ?? 0
        }
    }

    /// The row in which a byte lies, or that stands for it; the nearest before where it is in no row.
    /// - Parameter offset: in bytes of the text.
    public func row(at offset: Int) -> Int {
        guard form != .hex else { return max(0, min(offset / HexRow.width, rowCount - 1)) }
        return read { structure in
            guard let line = structure.line(offset, by: .offset) else { return 0 }
            let segment = RowSegments.segment(at: offset, of: line.scanned.range, in: structure.bytes)
            return map.visibleRow(of: line.row + min(line.rowCount - 1, segment), level: level, bytes: structure.bytes)
        }
    }

    // MARK: Reading

    /// The lines of the form.
    var index: LineIndex { usesFolds ? document.pretty ?? document.lines : document.lines }

    /// Whether lines can be folded away in this form.
    public var usesFolds: Bool { form == .pretty && document.pretty != nil }

    func read<Result>(_ body: (StructureReader) -> Result) -> Result {
        document.text.withUnsafeBytes { body(StructureReader(index: index, bytes: $0)) }
    }

    /// The line of a row.
    func line(atRow row: Int, _ structure: StructureReader) -> NumberedLine? {
        guard form != .hex, row >= 0, row < rowCount else { return nil }
        return structure.line(map.row(ofVisible: row, level: level, bytes: structure.bytes), by: .row)
    }

    func visibleRow(of line: NumberedLine, _ structure: StructureReader) -> Int {
        map.visibleRow(of: line.row, level: level, bytes: structure.bytes)
    }

    private var map: RowMap { usesFolds ? folding.map : plainRows }
    private var level: FoldLevel? { usesFolds ? folding.level : nil }
    private var baseRowCount: Int { form == .hex ? HexRow.rowCount(document.bytes.count) : index.rowCount }

    private func visibleLines(_ structure: StructureReader) -> VisibleLines {
        VisibleLines(structure: structure, map: map, folding: usesFolds ? folding : nil)
    }
}
