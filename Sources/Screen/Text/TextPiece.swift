/// A stretch of text that takes cells as one: a glyph with its marks, or something without a glyph.
struct TextPiece {
    /// How the stretch is shown.
    enum Kind {
        /// As it is.
        case glyph
        /// On a dotted circle, because it is marks without a glyph below.
        case marks
        /// As spaces.
        case tab
        /// As the sign of its scalar.
        case sign
        /// As U+FFFD, because the bytes are no UTF-8.
        case invalid
    }

    /// How it is shown.
    var kind: Kind
    /// The bytes of the text.
    var bytes: Range<Int>
    /// The first scalar.
    var scalar: UInt32
    /// Columns that it takes.
    var columns: Int
    /// Scalars, for a glyph or marks.
    var scalarCount = 1
}
