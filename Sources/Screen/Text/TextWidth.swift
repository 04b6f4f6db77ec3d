/// The width of text on the screen, and text truncated to a width.
///
/// The widths are those of ``Canvas/write(_:at:style:columns:)``: signs that replace control characters are counted, tabs take
/// ``tabColumns``. A glyph is never cut in half. The functions that each frame calls often are specialized for strings, because other
/// modules would otherwise call them through witness tables.
public enum TextWidth {
    static let tabColumns = 2

    /// The part of a text that is replaced by an ellipsis if the text is too long.
    public enum Cut: Hashable, Sendable {
        case start, middle, end
    }

    /// The width of `text` in columns.
    @_specialize(where Text == String)
    public static func columns<Text: StringProtocol>(of text: Text) -> Int {
        withBytes(text) { columns(of: $0) }
    }

    /// True if `text` takes at most `columns`; text beyond them is not read. Negative `columns` fit nothing.
    @_specialize(where Text == String)
    public static func fits<Text: StringProtocol>(_ text: Text, columns: Int) -> Bool {
        withBytes(text) { bytes in
            var scanner = TextScanner(bytes: bytes)
            var used = 0
            while used <= columns {
                used += scanner.consumePrintableASCII(limit: columns - used + 1).count
                guard used <= columns, let piece = scanner.next() else { break }
                used += piece.columns
            }
            return used <= columns
        }
    }

    /// The longest prefix of `text` that takes at most `columns`.
    public static func prefix<Text: StringProtocol>(of text: Text, columns: Int) -> Text.SubSequence {
        text[..<index(in: text, atColumn: columns)]
    }

    /// The longest suffix of `text` that takes at most `columns`.
    public static func suffix<Text: StringProtocol>(of text: Text, columns: Int) -> Text.SubSequence {
        let skipped = Self.columns(of: text) - max(0, columns)
        let offset = withBytes(text) { byteOffset(in: $0, from: skipped) }
        return text[text.utf8.index(text.startIndex, offsetBy: offset)...]
    }

    /// The index of the glyph that covers the column `column`, from 0, or the end of a shorter text.
    public static func index<Text: StringProtocol>(in text: Text, atColumn column: Int) -> Text.Index {
        let offset = withBytes(text) { byteOffset(in: $0, upTo: column) }
        return text.utf8.index(text.startIndex, offsetBy: offset)
    }

    /// Returns `text` if it takes at most `columns`, otherwise the part that fits with `ellipsis` instead of the rest.
    @_specialize(where Text == String)
    public static func fitted<Text: StringProtocol>(_ text: Text, columns: Int, cut: Cut = .end, ellipsis: String = "…") -> String {
        guard !fits(text, columns: columns) else { return String(text) }
        let room = columns - Self.columns(of: ellipsis)
        guard room >= 0 else { return String(prefix(of: text, columns: columns)) }
        switch cut {
        case .end: return prefix(of: text, columns: room) + ellipsis
        case .start: return ellipsis + suffix(of: text, columns: room)
        case .middle: return prefix(of: text, columns: (room + 1) / 2) + ellipsis + suffix(of: text, columns: room / 2)
        }
    }

    /// Returns `text` padded with spaces at its end to at least `columns`.
    public static func padded(_ text: some StringProtocol, columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - Self.columns(of: text)))
    }

    /// Runs `body` on the UTF-8 of `text`, which is copied only if it is not contiguous.
    static func withBytes<Text: StringProtocol, Result>(_ text: Text, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        text.utf8.withContiguousStorageIfAvailable(body) ?? Array(text.utf8).withUnsafeBufferPointer(body)
    }

    static func columns(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var scanner = TextScanner(bytes: bytes)
        var columns = 0
        while true {
            columns += scanner.consumePrintableASCII(limit: .max).count
            guard let piece = scanner.next() else { return columns }
            columns += piece.columns
        }
    }

    /// The byte after the last piece that ends at or before `column`.
    private static func byteOffset(in bytes: UnsafeBufferPointer<UInt8>, upTo column: Int) -> Int {
        var scanner = TextScanner(bytes: bytes)
        var used = scanner.consumePrintableASCII(limit: max(0, column)).count
        while used < column {
            let start = scanner.position
            guard let piece = scanner.next() else { return bytes.count }
            guard used + piece.columns <= column else { return start }
            used += piece.columns
        }
        return scanner.position
    }

    /// The first byte of the first piece that starts at or after `column`.
    private static func byteOffset(in bytes: UnsafeBufferPointer<UInt8>, from column: Int) -> Int {
        var scanner = TextScanner(bytes: bytes)
        var used = 0
        while used < column, let piece = scanner.next() { used += piece.columns }
        return scanner.position
    }
}
