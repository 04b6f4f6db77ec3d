/// What a scalar from U+00A0 on does to the cells that text takes.
enum GlyphClass: UInt32 {
    /// One column.
    case narrow
    /// Two columns.
    case wide
    /// None of its own: it stands on the glyph before.
    case mark
    /// One column, two where an emoji is asked for; joins others.
    case symbol
    /// Two columns; joins others.
    case wideSymbol
    /// Nothing that a person could see: a visible sign takes its place.
    case sign
    /// Half a flag.
    case regional
    /// A skin tone: joins a symbol, and stands for itself elsewhere.
    case modifier

    /// Looks `scalar` up, by halves; below U+00A0 only controls differ, so nobody asks.
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

    /// Columns of the scalar when it stands alone.
    var columns: Int {
        switch self {
        case .narrow, .symbol, .regional, .mark, .sign: 1
        case .wide, .wideSymbol, .modifier: 2
        }
    }

    /// Whether the scalar may be part of an emoji of several.
    var joins: Bool { self == .symbol || self == .wideSymbol }
}
