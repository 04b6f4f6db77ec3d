import CNcurses
import Platform
import Screen

/// The ncurses screen.
@MainActor
final class CursesScreen {
    /// The colour numbers.
    let colors: ColorMap
    /// The screen as the next update is to make it.
    private let next: UnsafeMutablePointer<WINDOW>
    private var row: CursesRow
    private var disputed: DisputedGlyphs
    private var isCursorVisible = true
    /// False for a terminal that always shows its cursor, as a VT100 does.
    private let hidesCursor: Bool

    /// Initializes ncurses without visible output; nil if ncurses cannot use the terminal.
    init?(type: TerminalType, input: Int32, output: Int32) {
        guard let outputFile = fdopen(output, "w"), let inputFile = fdopen(input, "r") else { return nil }
        use_env(false)
        use_tioctl(true)
        guard Self.open(type, outputFile, inputFile) else { return nil }
        raw()
        noecho()
        nonl()
        // Pending input must not interrupt drawing; the next frame comes after it was handled.
        typeahead(-1)
        def_prog_mode()
        colors = Self.startColors(type.colors)
        guard let next = ncurses_next_screen() else { return nil }
        self.next = next
        hidesCursor = ncurses_string("civis") != nil
        let encoder = GlyphEncoder { Int(wcwidth(wchar_t(bitPattern: $0))) }
        row = CursesRow(hasColors: colors.depth != .none, leavesOutDisputed: TerminalStrings.isANSI, encoder)
        disputed = DisputedGlyphs(encoder: encoder)
        // Before its first `endwin`, ncurses flushes after each cursor movement (lib_mvcur.c, ewInitial); afterwards once per frame.
        endwin()
    }

    private static func open(_ type: TerminalType, _ output: UnsafeMutablePointer<FILE>, _ input: UnsafeMutablePointer<FILE>) -> Bool {
        guard let description = type.description else { return newterm(type.name, output, input) != nil }
        let before = getenv("TERMINFO").map { String(cString: $0) }
        setenv("TERMINFO", description, 1)
        defer {
            if let before { setenv("TERMINFO", before, 1) } else { unsetenv("TERMINFO") }
        }
        return newterm(type.name, output, input) != nil
    }

    private static func startColors(_ wanted: TerminalCapabilities.ColorDepth) -> ColorMap {
        guard wanted != .none, has_colors(), ncurses_is_ok(start_color()), ncurses_is_ok(use_default_colors()) else {
            return ColorMap(depth: .none, paletteCount: 0)
        }
        let count = Int(ncurses_color_count())
        if wanted == .direct, count > 256 {
            // The entry's sequence for colour 8 shows whether it belongs to the palette: `ESC [ 90 m` or red, green and blue.
            let eighth = ncurses_string_with("setaf", 8).map { String(cString: $0) } ?? ""
            return ColorMap(depth: .direct, paletteCount: eighth.hasSuffix("[90m") ? 16 : 8)
        }
        return ColorMap(depth: count >= 256 ? .indexed : .sixteen, paletteCount: min(16, count))
    }

    /// The size in columns and rows.
    var size: Size { Size(width: Int(getmaxx(next)), height: Int(getmaxy(next))) }

    /// Changes the size. Everything must be drawn again.
    func resize(to size: Size) { resizeterm(Int32(size.height), Int32(size.width)) }

    /// Makes the next update clear the terminal and draw everything.
    func invalidate() { clearok(next, true) }

    /// Makes the next update draw whole rows.
    func redraw(rows: Range<Int>) {
        wredrawln(next, Int32(rows.lowerBound), Int32(rows.count))
        for row in rows { disputed.add(row: row, columns: 0..<size.width) }
    }

    /// The text that draws the glyphs that the last update has left out; empty if there are none.
    func drainDisputedGlyphs(of canvas: Canvas, styles: inout StyleTable) -> String {
        disputed.drain(from: canvas) { styles.sequence(for: $0) }
    }

    /// Clears the screen with the terminal's default colours.
    func erase() { werase(next) }

    /// Copies cells of one row of `canvas` to the screen.
    func set(row y: Int, columns: Range<Int>, of canvas: Canvas, styles: inout StyleTable) {
        let start = y * canvas.size.width
        row.fill(with: canvas.cells[start + columns.lowerBound..<start + columns.upperBound], clusters: canvas.clusters, styles: &styles)
        disputed.add(row: y, columns: columns, hasGlyphs: row.hasDisputed)
        guard ncurses_is_ok(wmove(next, Int32(y), Int32(columns.lowerBound))) else { return }
        wadd_wchnstr(next, row.cells, Int32(row.cells.count))
    }

    /// Draws the changes and places the cursor; one that is not wanted and cannot be hidden stands in the last cell.
    func update(cursor: Point?) {
        let place = cursor ?? (hidesCursor ? nil : Point(x: size.width - 1, y: size.height - 1))
        leaveok(next, place == nil)
        if let place { wmove(next, Int32(place.y), Int32(place.x)) }
        if cursor == nil { showCursor(false) }
        doupdate()
        if cursor != nil { showCursor(true) }
    }

    /// Sets the terminal to raw input without echo, before it is asked or drawn on: replies must not be echoed onto its own screen.
    func startRawInput() { reset_prog_mode() }

    /// Restores the terminal's own screen and settings until the next update.
    func leave() {
        endwin()
        isCursorVisible = true
    }

    private func showCursor(_ isVisible: Bool) {
        guard isVisible != isCursorVisible else { return }
        isCursorVisible = isVisible
        curs_set(isVisible ? 1 : 0)
    }
}

/// The ncurses cells of one row; the memory is reused for the next row.
///
/// Not isolated to an actor: closures in an isolated type would check the isolation for each cell.
struct CursesRow {
    /// The cells; a wide glyph is one cell.
    private(set) var cells: [cchar_t] = []
    /// True if the row has glyphs that are drawn later, by ``DisputedGlyphs``.
    private(set) var hasDisputed = false
    private let hasColors: Bool
    private let leavesOutDisputed: Bool
    private let encoder: GlyphEncoder

    /// Creates an empty row for a terminal with or without colours.
    init(hasColors: Bool, leavesOutDisputed: Bool, _ encoder: GlyphEncoder) {
        self.hasColors = hasColors
        self.leavesOutDisputed = leavesOutDisputed
        self.encoder = encoder
    }

    /// Replaces the cells. `clusters` holds the text of cells with several scalars.
    mutating func fill(with source: ArraySlice<Cell>, clusters: [String], styles: inout StyleTable) {
        cells.removeAll(keepingCapacity: true)
        hasDisputed = false
        var previous: Cell?
        for cell in source where cell.width > 0 {
            // Equal neighbours, such as lines and blanks, share the result.
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
        let encoded = encoder.encode(cell, clusters: clusters)
        if leavesOutDisputed, encoded.isDisputed {
            hasDisputed = true
            for _ in 0..<cell.width { append(DisputedGlyphs.placeholder, look) }
            return
        }
        switch encoded {
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

    /// Draws two picture pixels as a half block in their colours; without colours, as blocks where they are bright.
    private mutating func append(picture top: Color, _ bottom: Color, _ styles: inout StyleTable) {
        guard !hasColors else { return append(0x2580, styles.entry(foreground: top, background: bottom)) }
        let glyphs: [UInt32] = [0x20, 0x2584, 0x2580, 0x2588]
        append(glyphs[(Self.isBright(top) ? 2 : 0) + (Self.isBright(bottom) ? 1 : 0)], styles.entry(for: CellStyle(.text)))
    }

    private static func isBright(_ color: Color) -> Bool {
        guard case .rgb(let red, let green, let blue) = color else { return false }
        return 3 * Int(red) + 6 * Int(green) + Int(blue) > 1280
    }

    /// The common case, which does not allocate.
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
    /// True for a printable ASCII character, which needs no encoding.
    fileprivate var isASCII: Bool { width == 1 && (0x20..<0x7F).contains(glyph) }
}
