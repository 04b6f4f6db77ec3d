/// Cuts text into what takes cells, from left to right, in time that grows with the text alone.
///
/// The cuts are those of grapheme clusters wherever a terminal draws one glyph for one. Marks that take a column of their own in
/// terminals (category Mc) take one here as well.
struct TextScanner {
    /// The text, which need not be valid UTF-8.
    let bytes: UnsafeBufferPointer<UInt8>
    /// Where the next piece begins.
    private(set) var position = 0

    /// The most marks on a glyph: `CCHARW_MAX` less the glyph. More get a dotted circle, so that nothing climbs over other rows.
    private static let markLimit = 4
    /// The most scalars in an emoji; the longest of emoji-zwj-sequences.txt has ten.
    private static let emojiLimit = 12

    /// Takes the text, which must outlive the scanner.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The bytes from here on that are printable ASCII and take one column each, because no mark can follow them.
    mutating func takePrintableASCII(limit: Int) -> Range<Int> {
        let start = position
        let end = start + min(limit, bytes.count - start)
        while position < end, bytes[position] >= 0x20, bytes[position] < 0x7F { position += 1 }
        if position > start, position < bytes.count, bytes[position] >= 0x80 { position -= 1 }
        return start..<position
    }

    /// The next piece, and nil at the end.
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
            takeMarks(&piece, on: .narrow)
        case .regional: takeFlag(&piece)
        case .narrow, .wide: takeMarks(&piece, on: glyphClass)
        case .symbol, .wideSymbol, .modifier: takeEmoji(&piece, glyphClass)
        }
        return piece
    }

    private mutating func ascii(_ value: UInt32, from start: Int) -> TextPiece {
        var piece = TextPiece(kind: .glyph, bytes: start..<position, scalar: value, columns: 1)
        if value >= 0x20, value < 0x7F {
            takeMarks(&piece, on: .narrow)
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

    private mutating func take(_ scalar: UTF8Scalar, into piece: inout TextPiece) {
        position += scalar.length
        piece.bytes = piece.bytes.lowerBound..<position
        piece.scalarCount += 1
    }

    private mutating func takeMarks(_ piece: inout TextPiece, on base: GlyphClass) {
        var count = piece.kind == .marks ? 1 : 0
        while count < Self.markLimit, let (scalar, found) = peek(), found == .mark {
            take(scalar, into: &piece)
            count += 1
            // U+FE0F asks for an emoji; U+20E3 makes one of a digit.
            if scalar.value == 0xFE0F, base == .symbol { piece.columns = 2 }
            if scalar.value == 0x20E3, count == 2, piece.scalar < 0x40 { piece.columns = 2 }
        }
    }

    private mutating func takeFlag(_ piece: inout TextPiece) {
        guard let (scalar, found) = peek(), found == .regional else { return }
        take(scalar, into: &piece)
        piece.columns = 2
    }

    private mutating func takeEmoji(_ piece: inout TextPiece, _ base: GlyphClass) {
        takeMarks(&piece, on: base)
        while piece.scalarCount < Self.emojiLimit, let (scalar, found) = peek() {
            if found == .modifier, base.joins {
                take(scalar, into: &piece)
            } else if scalar.value == 0x200D, joins(after: scalar) {
                take(scalar, into: &piece)
                if let (joined, _) = peek() { take(joined, into: &piece) }
            } else if piece.scalar == 0x1F3F4, (0xE0020...0xE007F).contains(scalar.value) {
                take(scalar, into: &piece)
            } else {
                return
            }
            takeMarks(&piece, on: base)
            piece.columns = 2
        }
    }

    /// Whether the scalar behind the joiner, which is next, is one to join.
    private func joins(after joiner: UTF8Scalar) -> Bool {
        let index = position + joiner.length
        guard index < bytes.count, bytes[index] >= 0xC2 else { return false }
        let scalar = UTF8Scalar(bytes, at: index)
        return scalar.isValid && scalar.value >= 0xA0 && GlyphClass(scalar.value).joins
    }
}
