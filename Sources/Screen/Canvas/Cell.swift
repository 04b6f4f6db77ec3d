/// One cell of the screen, eight bytes without a reference, so that two screens compare as memory does.
public struct Cell: Equatable, Sendable {
    /// A Unicode scalar value, or with ``clusterFlag`` set the index of a longer grapheme in ``Canvas/clusters``.
    public var glyph: UInt32
    /// How the cell looks.
    public var style: CellStyle
    /// Columns that the glyph takes: 1 or 2, and 0 for the cell that a wide glyph to the left covers.
    public var width: UInt8
    /// Takes the place of padding, whose value would be undefined, so that all eight bytes can be compared.
    private let filler: UInt8 = 0

    /// The bit that turns ``glyph`` into an index.
    public static let clusterFlag: UInt32 = 0x8000_0000

    /// Takes what the properties say.
    public init(glyph: UInt32, style: CellStyle, width: UInt8 = 1) {
        self.glyph = glyph
        self.style = style
        self.width = width
    }

    /// A space in the style of ordinary text.
    public static let blank = Cell(space: CellStyle(.text))

    /// A space.
    init(space style: CellStyle) {
        self.init(glyph: 0x20, style: style)
    }
}
