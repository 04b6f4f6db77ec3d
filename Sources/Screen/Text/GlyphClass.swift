/// The effect of a scalar, U+00A0 or higher, on the width of text.
enum GlyphClass: UInt32 {
    /// One column.
    case narrow
    /// Two columns.
    case wide
    /// No column of its own: a combining mark on the glyph before.
    case mark
    /// One column, two in emoji presentation; can be part of a joined emoji.
    case symbol
    /// Two columns; can be part of a joined emoji.
    case wideSymbol
    /// Invisible; replaced by a visible sign.
    case sign
    /// One of the two regional indicators of a flag.
    case regional
    /// A skin tone: part of the symbol before it, a glyph of its own elsewhere.
    case modifier

    /// Looks up `scalar`, which is at least U+00A0, by binary search.
    init(_ scalar: UInt32) {
        let key = scalar << 3 | 7
        let rawValue = Self.table.withUnsafeBufferPointer { table in
            var low = 0
            var count = table.count
            while count > 1 {
                let half = count / 2
                if table[low + half] <= key { low += half }
                count -= half
            }
            return table[low] & 7
        }
        self = GlyphClass(rawValue: rawValue) ?? .narrow
    }

    /// The width in columns of the scalar alone.
    var columns: Int {
        switch self {
        case .narrow, .symbol, .regional, .mark, .sign: 1
        case .wide, .wideSymbol, .modifier: 2
        }
    }

    /// True if the scalar can be part of an emoji of several scalars.
    var joins: Bool { self == .symbol || self == .wideSymbol }
}
