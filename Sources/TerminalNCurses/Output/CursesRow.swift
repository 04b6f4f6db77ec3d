import CNcurses
import Screen

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// Cells of one row as ncurses has them; the memory serves the next row too.
///
/// It belongs to no actor: closures of one that does ask for each cell whether they run on it.
struct CursesRow {
    /// The cells, where a wide one is one.
    private(set) var cells: [cchar_t] = []
    private let hasColors: Bool
    private let encoder = GlyphEncoder { Int(wcwidth(wchar_t(bitPattern: $0))) }

    /// An empty row of a terminal with or without colours.
    init(hasColors: Bool) { self.hasColors = hasColors }

    /// Takes other cells, whose clusters are in `clusters`.
    mutating func fill(with source: ArraySlice<Cell>, clusters: [String], styles: inout StyleTable) {
        cells.removeAll(keepingCapacity: true)
        var previous: Cell?
        for cell in source where cell.width > 0 {
            // Lines and blanks repeat, and a narrow cell is one of ncurses'.
            if cell.width == 1, cell == previous, let last = cells.last {
                cells.append(last)
                continue
            }
            previous = cell
            if let (top, bottom) = cell.picture {
                append(picture: top, bottom, &styles)
            } else {
                let look = styles.entry(for: cell.style)
                if cell.isASCII { append(cell.glyph, look) } else { append(cell, clusters: clusters, look) }
            }
        }
    }

    private mutating func append(_ cell: Cell, clusters: [String], _ look: StyleTable.Entry) {
        switch encoder.encode(cell, clusters: clusters) {
        case .whole(let scalar): append(scalar, look)
        case .padded(let scalar):
            append(scalar, look)
            append(0x20, look)
        case .pair(let first, let second):
            append(first, look)
            append(second, look)
        case .marked(let scalars, let isPadded):
            cells.append(Self.cell(scalars, look))
            if isPadded { append(0x20, look) }
        }
    }

    /// Half a block in the colours of both halves; without colours, blocks where it is bright.
    private mutating func append(picture top: Color, _ bottom: Color, _ styles: inout StyleTable) {
        guard !hasColors else { return append(0x2580, styles.entry(foreground: top, background: bottom)) }
        let glyphs: [UInt32] = [0x20, 0x2584, 0x2580, 0x2588]
        append(glyphs[(Self.isBright(top) ? 2 : 0) + (Self.isBright(bottom) ? 1 : 0)], styles.entry(for: CellStyle(.text)))
    }

    private static func isBright(_ color: Color) -> Bool {
        guard case .rgb(let red, let green, let blue) = color else { return false }
        return 3 * Int(red) + 6 * Int(green) + Int(blue) > 1280
    }

    /// Nearly every cell: nothing is allocated for it.
    private mutating func append(_ scalar: UInt32, _ look: StyleTable.Entry) { cells.append(Self.cell(scalar, look)) }

    private static func cell(_ scalar: UInt32, _ look: StyleTable.Entry) -> cchar_t {
        withUnsafeBytes(of: (scalar, UInt32(0))) { cell($0, look) }
    }

    private static func cell(_ scalars: [UInt32], _ look: StyleTable.Entry) -> cchar_t {
        scalars.withUnsafeBytes { cell($0, look) }
    }

    private static func cell(_ scalars: UnsafeRawBufferPointer, _ look: StyleTable.Entry) -> cchar_t {
        var cell = cchar_t()
        _ = ncurses_set_cell(&cell, scalars.bindMemory(to: wchar_t.self).baseAddress, look.attributes, look.pair)
        return cell
    }
}

extension Cell {
    /// Whether the cell holds a printable ASCII character, which needs no encoding.
    fileprivate var isASCII: Bool { width == 1 && (0x20..<0x7F).contains(glyph) }
}
