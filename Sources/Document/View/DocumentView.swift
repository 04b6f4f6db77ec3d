/// A view of a document: its form and its folds. A value type for the state of a pane.
///
/// Rows are rows of the screen: folded rows are not counted, and a long line has several. All functions take time in proportion to the
/// requested rows, independent of the size of the document.
public struct DocumentView: Sendable {
    /// The form in which a document is shown.
    public enum Form: String, CaseIterable, Sendable {
        /// Formatted, with line breaks and indentation. Shown as raw if the kind has no formatted view.
        case pretty
        /// The lines of the text, unchanged.
        case raw
        /// A hexadecimal view: offsets, bytes and text.
        case hex
    }

    /// The document.
    public private(set) var document: Document
    /// The form. Folds of the pretty form are kept while another form is shown.
    public var form: Form {
        didSet { if oldValue != form { plainRows = RowMap(rowCount: baseRowCount) } }
    }
    /// The number of bytes in a row of the hexadecimal view.
    private var hexWidth = HexRow.widths[0]
    var folding: Folding
    /// The rows of a form without folds.
    private var plainRows = RowMap(rowCount: 0)

    /// Creates a view of a document.
    /// - Parameter form: the form; by default hexadecimal for binary content and images, and pretty for all others.
    public init(_ document: Document, form: Form? = nil) {
        self.document = document
        self.form = form ?? (document.kind == .binary || document.kind == .image ? .hex : .pretty)
        folding = Folding(document.pretty ?? document.lines)
        plainRows = RowMap(rowCount: baseRowCount)
    }

    /// Replaces the document by a later one of the same body.
    public mutating func update(_ document: Document) {
        self.document = document
        plainRows = RowMap(rowCount: baseRowCount)
        document.text.withUnsafeBytes { bytes in
            folding.update(StructureReader(index: document.pretty ?? document.lines, bytes: bytes))
        }
    }

    /// Gives the rows of the hexadecimal view as many bytes as fit in `columns`: sixteen, eight or four. Returns true if that changes them.
    public mutating func fitHex(columns: Int) -> Bool {
        let count = document.bytes.count
        let width = HexRow.widths.first { HexRow.columns(of: $0, byteCount: count) <= columns } ?? HexRow.widths[HexRow.widths.count - 1]
        guard width != hexWidth else { return false }
        hexWidth = width
        plainRows = RowMap(rowCount: baseRowCount)
        return true
    }

    /// The number of rows so far.
    public var rowCount: Int { map.visibleRowCount }

    /// The number of lines so far, including folded ones.
    public var lineCount: Int { form == .hex ? rowCount : index.lineCount }

    /// The rows of a range, clamped to the rows that exist.
    /// - Parameter pattern: a search pattern whose matches in these rows are marked.
    public func rows(_ range: Range<Int>, marking pattern: SearchPattern? = nil) -> [DisplayLine] {
        let range = range.clamped(to: 0..<rowCount)
        guard !range.isEmpty else { return [] }
        if form == .hex { return document.bytes.withUnsafeBytes { bytes in range.map { HexRow.line($0, width: hexWidth, in: bytes) } } }
        return read { structure in
            let lines = VisibleLines(structure: structure, map: map, folding: usesFolds ? folding : nil).lines(range)
            let renderer = RowRenderer(index: index, bytes: structure.bytes, pattern: pattern, tokens: tokens(of: lines, structure))
            return lines.flatMap(renderer.rows)
        }
    }

    /// The tokens of the lines that are shown unformatted.
    private func tokens(of lines: [VisibleLine], _ structure: StructureReader) -> [SyntaxToken] {
        let raw = lines.filter { index.grammar(at: $0.line.scanned.range.lowerBound) == .text }
        guard let first = raw.first, let last = raw.last else { return [] }
        let start = RowSegments.range(first.segments.lowerBound, of: first.line.scanned.range, in: structure.bytes).lowerBound
        let end = RowSegments.range(last.segments.upperBound - 1, of: last.line.scanned.range, in: structure.bytes).upperBound
        return SyntaxHighlighter.tokens(
            document.kind, in: start..<max(start, end), of: structure.bytes, safeStart: safeStart(before: start))
    }

    /// The start of a formatted line at or before an offset, which is outside strings.
    private func safeStart(before offset: Int) -> Int? {
        guard let pretty = document.pretty, offset < pretty.textStart else { return nil }
        return pretty.checkpoints.lastIndex(.offset, atMost: offset).map { pretty.checkpoints[$0].offset }
    }

    /// The first row of a line, or the row that hides it in a fold; the last row if there is no such line.
    /// - Parameter line: from zero.
    public func row(ofLine line: Int) -> Int {
        guard form != .hex else { return max(0, min(line, rowCount - 1)) }
        return read { structure in
            let target = max(0, min(line, lineCount - 1))
            return structure.line(target, by: .line).map { map.visibleRow(of: $0.row, level: level, bytes: structure.bytes) } ?? 0
        }
    }

    /// The row of a byte, or the row that hides it in a fold; the nearest row before a byte that is in no row.
    /// - Parameter offset: in bytes of the text.
    public func row(at offset: Int) -> Int {
        guard form != .hex else { return max(0, min(offset / hexWidth, rowCount - 1)) }
        return read { structure in
            guard let line = structure.line(offset, by: .offset) else { return 0 }
            let segment = RowSegments.segment(at: offset, of: line.scanned.range, in: structure.bytes)
            return map.visibleRow(of: line.row + min(line.rowCount - 1, segment), level: level, bytes: structure.bytes)
        }
    }

    // MARK: Reading

    /// The lines of the form.
    var index: LineIndex { usesFolds ? document.pretty ?? document.lines : document.lines }

    /// True if this form has folds.
    public var usesFolds: Bool { form == .pretty && document.pretty != nil }

    func read<Result>(_ body: (StructureReader) -> Result) -> Result {
        document.text.withUnsafeBytes { body(StructureReader(index: index, bytes: $0)) }
    }

    func line(atRow row: Int, _ structure: StructureReader) -> NumberedLine? {
        guard form != .hex, row >= 0, row < rowCount else { return nil }
        return structure.line(map.row(ofVisible: row, level: level, bytes: structure.bytes), by: .row)
    }

    /// The whole line of a row, in bytes of the document's text; nil in the hexadecimal form.
    public func lineRange(atRow row: Int) -> Range<Int>? { read { line(atRow: row, $0)?.scanned.range } }

    func visibleRow(of line: NumberedLine, _ structure: StructureReader) -> Int {
        map.visibleRow(of: line.row, level: level, bytes: structure.bytes)
    }

    private var map: RowMap { usesFolds ? folding.map : plainRows }
    private var level: FoldLevel? { usesFolds ? folding.level : nil }
    private var baseRowCount: Int { form == .hex ? HexRow.rowCount(document.bytes.count, width: hexWidth) : index.rowCount }

    // MARK: Folding and structure

    /// Toggles the fold of the container that begins in a row, or else of the container around the row.
    /// - Returns: the row in which the container begins; nil if there is nothing to fold.
    @discardableResult
    public mutating func toggleFold(atRow row: Int) -> Int? {
        setFold(atRow: row) { folding, opening in !folding.isCollapsed(opening) }
    }

    /// Collapses or expands the container that begins in a row, or else the container around the row.
    /// - Returns: the row in which the container begins; nil if there is nothing to fold.
    @discardableResult
    public mutating func setFold(collapsed: Bool, atRow row: Int) -> Int? {
        setFold(atRow: row) { _, _ in collapsed }
    }

    /// Collapses all containers of a level.
    /// - Parameter level: a level counted by ``Document/foldLevel(_:)``; nil expands everything.
    public mutating func fold(to level: FoldLevel?) {
        guard document.pretty != nil else { return }
        var folding = folding
        read { folding.reset(to: level, in: $0) }
        self.folding = folding
    }

    /// Expands all folds that hide an offset.
    /// - Parameter offset: in bytes of the document's text.
    /// - Returns: the row in which the offset is visible.
    public mutating func reveal(_ offset: Int) -> Int {
        guard usesFolds else { return row(at: offset) }
        var folding = folding
        read { structure in
            if let line = structure.line(offset, by: .offset) { folding.reveal(line, in: structure) }
        }
        self.folding = folding
        return row(at: offset)
    }

    /// The row in which the container around a row begins.
    public func parentRow(of row: Int) -> Int? {
        guard usesFolds else { return nil }
        return read { structure in
            guard let line = line(atRow: row, structure) else { return nil }
            let ancestors = structure.ancestors(of: line, limit: 2)
            let parent = line.scanned.closes ? ancestors.dropFirst().first : ancestors.first
            return parent.map { visibleRow(of: $0.opening, structure) }
        }
    }

    /// The path to the JSON value in a row.
    public func path(atRow row: Int) -> DocumentPath? { nodes(atRow: row) { $0.path(to: $1) } }

    /// The range of the value that begins or ends in a row, in the document's text.
    public func valueRange(atRow row: Int) -> Range<Int>? { nodes(atRow: row) { $0.value(of: $1) } ?? nil }

    /// The range of the key in a row with its quotes, in the document's text.
    public func keyRange(atRow row: Int) -> Range<Int>? { nodes(atRow: row) { $0.key(of: $1) } ?? nil }

    private mutating func setFold(atRow row: Int, to isCollapsed: (Folding, NumberedLine) -> Bool) -> Int? {
        guard usesFolds else { return nil }
        var folding = folding
        let opening: NumberedLine? = read { structure in
            guard let line = line(atRow: row, structure) else { return nil }
            let opening = line.scanned.opens ? line : structure.ancestors(of: line, limit: 1).first?.opening
            if let opening { folding.set(opening, collapsed: isCollapsed(folding, opening), in: structure) }
            return opening
        }
        self.folding = folding
        return opening.map { opening in read { visibleRow(of: opening, $0) } }
    }

    private func nodes<Result>(atRow row: Int, _ body: (JSONNodes, NumberedLine) -> Result) -> Result? {
        guard usesFolds, index.grammar == .json else { return nil }
        return read { structure in
            guard let line = line(atRow: row, structure), index.grammar(at: line.scanned.range.lowerBound) == .json else { return nil }
            return body(JSONNodes(structure: structure), line)
        }
    }
}

extension Document {
    /// Counts the visible rows with all containers at a depth collapsed; depth 0 is the outermost.
    ///
    /// The time is proportional to the size of the document: about a second for a gigabyte.
    /// - Returns: nil if the task was cancelled.
    public func foldLevel(_ level: Int) async -> FoldLevel? { await FoldLevel(level, of: self) }
}
