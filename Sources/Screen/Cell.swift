/// One cell of the screen, eight bytes without a reference, so that two screens compare as memory does.
public struct Cell: Equatable, Sendable {
    /// A Unicode scalar value, or with ``clusterFlag`` set the index of a longer grapheme in ``Canvas/clusters``.
    public var glyph: UInt32
    /// The style of the cell.
    public var style: CellStyle
    /// The width of the glyph in columns: 1 or 2, and 0 for a cell covered by a wide glyph to its left.
    public var width: UInt8
    /// Explicit padding: compiler padding would have undefined contents, and all eight bytes are compared.
    private let filler: UInt8 = 0

    /// The bit that turns ``glyph`` into an index.
    public static let clusterFlag: UInt32 = 0x8000_0000

    /// The bit that makes ``glyph`` two colours of a picture, one above the other, five bits for each of red, green and blue.
    static let pictureFlag: UInt32 = 0x4000_0000

    /// The colours of the upper and the lower half, for a cell of a picture.
    public var picture: (top: Color, bottom: Color)? {
        guard glyph & (Self.clusterFlag | Self.pictureFlag) == Self.pictureFlag else { return nil }
        return (Self.color(glyph >> 15), Self.color(glyph))
    }

    private static func color(_ bits: UInt32) -> Color {
        func level(_ shift: UInt32) -> UInt8 { UInt8(bits >> shift & 31) << 3 | UInt8(bits >> (shift + 2) & 7) }
        return .rgb(level(10), level(5), level(0))
    }

    /// Creates a cell.
    public init(glyph: UInt32, style: CellStyle, width: UInt8 = 1) {
        self.glyph = glyph
        self.style = style
        self.width = width
    }

    /// A space in the style of ordinary text.
    public static let blank = Cell(space: CellStyle(.text))

    /// A space.
    init(space style: CellStyle) { self.init(glyph: 0x20, style: style) }
}

/// The style of a cell: a role for its text, and optionally another role for its background.
///
/// A highlighted number on the cursor's row is `CellStyle(.codeNumber, on: .cursorRow)`: the foreground and the attributes come from
/// the first role, the background from the second.
public struct CellStyle: Hashable, Sendable {
    /// The role of the foreground and the attributes, and of the background if there is no `backdrop`.
    public var role: StyleRole
    /// The role of the background, if it differs from `role`.
    public var backdrop: StyleRole?

    /// Creates a style from the role of the text and an optional role of the background.
    public init(_ role: StyleRole, on backdrop: StyleRole? = nil) {
        self.role = role
        self.backdrop = backdrop
    }

    /// The surface that the cell shows; nil for a cell with a background of its own, such as a chip.
    var surface: StyleRole? {
        let background = backdrop ?? role
        return [.surfaceBase, .surfaceRaised, .surfaceOverlay, .titleBar, .footer].contains(background) ? background : nil
    }
}
