/// Splits text into pieces that take cells, from left to right, in linear time.
///
/// The pieces are grapheme clusters wherever a terminal draws one glyph for a cluster. Spacing marks (category Mc) take a column of their
/// own, as in terminals.
struct TextScanner {
    /// The text, which need not be valid UTF-8.
    let bytes: UnsafeBufferPointer<UInt8>
    /// The start of the next piece.
    private(set) var position = 0

    /// The maximum number of marks on a glyph: `CCHARW_MAX` less the glyph. Further marks are shown on a dotted circle, so that they do not
    /// reach into other rows.
    private static let markLimit = 4
    /// The maximum number of scalars in an emoji; the longest in emoji-zwj-sequences.txt has ten.
    private static let emojiLimit = 12

    /// Takes the following bytes that are printable ASCII and one column each, because no mark can follow them.
    mutating func consumePrintableASCII(limit: Int) -> Range<Int> {
        let start = position
        let end = start + min(limit, bytes.count - start)
        while position < end, bytes[position] >= 0x20, bytes[position] < 0x7F { position += 1 }
        if position > start, position < bytes.count, bytes[position] >= 0x80 { position -= 1 }
        return start..<position
    }

    /// Takes the next piece; nil at the end.
    mutating func next() -> TextPiece? {
        guard position < bytes.count else { return nil }
        let first = UTF8Scalar(bytes, at: position)
        let start = position
        position += first.length
        guard first.isValid else { return TextPiece(kind: .invalid, bytes: start..<position, scalar: 0xFFFD, columns: 1) }
        if first.value < 0xA0 { return ascii(first.value, from: start) }
        let glyphClass = GlyphClass(first.value)
        var piece = TextPiece(kind: .glyph, bytes: start..<position, scalar: first.value, columns: glyphClass.columns)
        switch glyphClass {
        case .sign:
            piece.kind = .sign
            piece.columns = ControlSign(first.value).columns
        case .mark:
            piece.kind = .marks
            appendMarks(&piece, on: .narrow)
        case .regional: appendFlag(&piece)
        case .narrow, .wide: appendMarks(&piece, on: glyphClass)
        case .symbol, .wideSymbol, .modifier: appendEmoji(&piece, glyphClass)
        }
        return piece
    }

    private mutating func ascii(_ value: UInt32, from start: Int) -> TextPiece {
        var piece = TextPiece(kind: .glyph, bytes: start..<position, scalar: value, columns: 1)
        if value >= 0x20, value < 0x7F {
            appendMarks(&piece, on: .narrow)
        } else {
            piece.kind = value == 0x09 ? .tab : .sign
            piece.columns = value == 0x09 ? TextWidth.tabColumns : ControlSign(value).columns
        }
        return piece
    }

    private func peek() -> (scalar: UTF8Scalar, glyphClass: GlyphClass)? {
        guard position < bytes.count, bytes[position] >= 0xC2 else { return nil }
        let scalar = UTF8Scalar(bytes, at: position)
        guard scalar.isValid, scalar.value >= 0xA0 else { return nil }
        return (scalar, GlyphClass(scalar.value))
    }

    private mutating func append(_ scalar: UTF8Scalar, into piece: inout TextPiece) {
        position += scalar.length
        piece.bytes = piece.bytes.lowerBound..<position
        piece.scalarCount += 1
    }

    private mutating func appendMarks(_ piece: inout TextPiece, on base: GlyphClass) {
        var count = piece.kind == .marks ? 1 : 0
        while count < Self.markLimit, let (scalar, found) = peek(), found == .mark {
            append(scalar, into: &piece)
            count += 1
            // U+FE0F selects emoji presentation; U+20E3 makes a keycap emoji of a digit.
            if scalar.value == 0xFE0F, base == .symbol { piece.columns = 2 }
            if scalar.value == 0x20E3, count == 2, piece.scalar < 0x40 { piece.columns = 2 }
        }
    }

    private mutating func appendFlag(_ piece: inout TextPiece) {
        guard let (scalar, found) = peek(), found == .regional else { return }
        append(scalar, into: &piece)
        piece.columns = 2
    }

    private mutating func appendEmoji(_ piece: inout TextPiece, _ base: GlyphClass) {
        appendMarks(&piece, on: base)
        while piece.scalarCount < Self.emojiLimit, let (scalar, found) = peek() {
            if found == .modifier, base.joins {
                append(scalar, into: &piece)
            } else if scalar.value == 0x200D, joins(after: scalar) {
                append(scalar, into: &piece)
                if let (joined, _) = peek() { append(joined, into: &piece) }
            } else if piece.scalar == 0x1F3F4, (0xE0020...0xE007F).contains(scalar.value) {
                append(scalar, into: &piece)
            } else {
                return
            }
            appendMarks(&piece, on: base)
            piece.columns = 2
        }
    }

    /// True if the scalar after the joiner, which is next, can be joined.
    private func joins(after joiner: UTF8Scalar) -> Bool {
        let index = position + joiner.length
        guard index < bytes.count, bytes[index] >= 0xC2 else { return false }
        let scalar = UTF8Scalar(bytes, at: index)
        return scalar.isValid && scalar.value >= 0xA0 && GlyphClass(scalar.value).joins
    }
}

/// A piece of text that takes cells as a unit: a glyph with its marks, or a character without a glyph.
struct TextPiece {
    /// The presentation of a piece.
    enum Kind {
        /// A glyph, unchanged.
        case glyph
        /// Marks without a base glyph, on a dotted circle.
        case marks
        /// A tab, as spaces.
        case tab
        /// The visible sign of a scalar, such as a control.
        case sign
        /// Bytes that are not UTF-8, as U+FFFD.
        case invalid
    }

    /// The presentation.
    var kind: Kind
    /// The range of bytes in the text.
    var bytes: Range<Int>
    /// The first scalar.
    var scalar: UInt32
    /// The width in columns.
    var columns: Int
    /// The number of scalars, for a glyph or marks.
    var scalarCount = 1
}
