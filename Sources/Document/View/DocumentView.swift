/// One way to look at a document: a form, and what is folded away. A value for the state of a pane.
///
/// All functions take time in proportion to the rows that are asked for, whatever the size of the document.
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
    /// How it is to be shown.
    public var form: Form

    /// A view of a document.
    /// - Parameter form: how to show it; hexadecimal for what is not text, pretty otherwise, unless given.
    public init(_ document: Document, form: Form? = nil) {
        self.document = document
        self.form = form ?? (document.kind == .binary || document.kind == .image ? .hex : .pretty)
    }

    /// Shows a later document of the same body.
    public mutating func update(_ document: Document) {
        self.document = document
    }

    /// Rows there are so far.
    public var rowCount: Int {
        form == .hex ? HexRow.rowCount(document.bytes.count) : index.rowCount
    }

    /// Lines there are so far, folded ones too. A long line is shown in several rows.
    public var lineCount: Int {
        form == .hex ? rowCount : index.lineCount
    }

    /// The rows of a range; fewer where there are no more.
    public func rows(_ range: Range<Int>) -> [DisplayLine] {
        let range = range.clamped(to: 0..<rowCount)
        return document.bytes.withUnsafeBytes { bytes in
            form == .hex ? range.map { HexRow.line($0, in: bytes) } : RowRenderer(document, index: index, bytes: bytes).rows(range)
        }
    }

    /// The first row of a line; the last row where there is no such line.
    /// - Parameter line: from zero.
    public func row(ofLine line: Int) -> Int {
        guard form != .hex else { return min(line, max(0, rowCount - 1)) }
        return document.bytes.withUnsafeBytes { bytes in
            let target = min(max(0, line), max(0, lineCount - 1))
            var reader = LineReader(index, bytes: bytes, at: target, by: .line)
            return reader?.next()?.row ?? 0
        }
    }

    /// The row in which a byte lies; the nearest before where it is in no row.
    public func row(at offset: Int) -> Int {
        guard form != .hex else { return min(offset / HexRow.width, max(0, rowCount - 1)) }
        return document.bytes.withUnsafeBytes { bytes in
            var reader = LineReader(index, bytes: bytes, at: offset, by: .offset)
            guard let line = reader?.next() else { return 0 }
            return line.row + min(line.rowCount - 1, RowSegments.segment(at: offset, of: line.scanned.range, in: bytes))
        }
    }

    /// The lines of the form.
    var index: LineIndex {
        form == .pretty ? document.pretty ?? document.lines : document.lines
    }
}
