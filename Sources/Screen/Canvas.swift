/// The surface that all drawing goes to: a grid of cells and at most one cursor.
///
/// All input is treated as text: control characters, escapes, bidirectional overrides and invalid bytes become visible signs, so that no
/// untrusted text reaches the terminal as a command. Writing outside the clip is ignored.
public struct Canvas: Sendable {
    /// Columns and rows.
    public let size: Size
    /// The cells, row by row.
    public private(set) var cells: [Cell]
    /// The graphemes of more than one scalar; cells refer to them by index.
    public private(set) var clusters: [String] = []
    /// The terminal's cursor; hidden when nil.
    public var cursor: Cursor?
    /// The picture drawn last; later drawing may cover it.
    public internal(set) var picture: PlacedPicture?
    /// The area that drawing is limited to.
    private(set) var clip: Rect
    /// The background of everything drawn without a background of its own; nil for that of each style.
    private var surface: StyleRole?
    /// The index of each cluster, by the hash of its bytes.
    private var clusterIndices: [UInt64: UInt32] = [:]

    /// An empty canvas of `size`.
    public init(size: Size) {
        self.size = size
        cells = [Cell](repeating: .blank, count: size.width * size.height)
        clip = Rect(size)
    }

    /// The whole canvas.
    public var bounds: Rect { Rect(size) }

    /// The cell at a point inside.
    public subscript(point: Point) -> Cell { cells[point.y * size.width + point.x] }

    /// The glyph at a point inside, with its combining marks; empty for a cell covered by a wide glyph to its left.
    public func glyph(at point: Point) -> String {
        let cell = self[point]
        if cell.width == 0 { return "" }
        if cell.glyph & Cell.clusterFlag != 0 { return clusters[Int(cell.glyph & ~Cell.clusterFlag)] }
        if cell.picture != nil { return "▀" }
        return Unicode.Scalar(cell.glyph).map { String(Character($0)) } ?? "\u{FFFD}"
    }

    /// Fills `rect` with spaces.
    public mutating func fill(_ rect: Rect, style: CellStyle) {
        let visible = rect.intersection(clip)
        let style = onSurface(style)
        replace(visible) { row, _ in row.update(repeating: Cell(space: style)) }
    }

    /// Sets the backdrop of the cells in `rect` and keeps their content.
    public mutating func highlight(_ rect: Rect, backdrop: StyleRole) {
        restyle(rect) { $0.backdrop = backdrop }
    }

    /// Shows the focused element in `rect` as without the focus.
    public mutating func unfocus(_ rect: Rect) {
        restyle(rect) { $0 = CellStyle($0.role.unfocused, on: $0.backdrop?.unfocused) }
    }

    /// Mutes the cells in `rect`, as behind a window: their text, their surfaces and the frames of panes stay; chips and marked rows lose
    /// their colours.
    public mutating func dim(_ rect: Rect) {
        var surface = StyleRole.surfaceBase
        restyle(rect) { style in
            // A chip has no surface of its own: it takes that of the cell before it, and an unfilled cell resets it to the base.
            let role = style.backdrop ?? style.role
            if let styleSurface = style.surface { surface = styleSurface } else if !role.isFilled { surface = .surfaceBase }
            let isFrame = [.paneBorder, .paneBorderFocused].contains(style.role)
            style = CellStyle(isFrame ? .paneBorder : .shadow, on: surface)
        }
    }

    /// Runs `body` with drawing limited to `rect`.
    public mutating func clipped(to rect: Rect, _ body: (inout Canvas) -> Void) {
        let outer = clip
        clip = outer.intersection(rect)
        body(&self)
        clip = outer
    }

    /// Fills `rect` with a surface and runs `body` with drawing limited to it.
    ///
    /// Everything that `body` draws shows the surface, except for styles that are filled (``StyleRole/isFilled``): no view has to name the
    /// background it is drawn on, and none leaves a patch of another one.
    public mutating func draw(on surface: StyleRole, in rect: Rect, _ body: (inout Canvas) -> Void) {
        let outer = self.surface
        self.surface = surface
        fill(rect, style: CellStyle(surface))
        clipped(to: rect, body)
        self.surface = outer
    }

    private func onSurface(_ style: CellStyle) -> CellStyle {
        guard let surface, !(style.backdrop ?? style.role).isFilled else { return style }
        return CellStyle(style.role, on: surface)
    }

    /// Replaces narrow glyphs of a single scalar beyond ASCII; nil keeps a glyph.
    mutating func replaceGlyphs(_ change: (UInt32, StyleRole) -> UInt32?) {
        for index in cells.indices where cells[index].width == 1 && cells[index].glyph > 0x7F {
            if let glyph = change(cells[index].glyph, cells[index].style.role) { cells[index].glyph = glyph }
        }
    }

    private mutating func restyle(_ rect: Rect, _ change: (inout CellStyle) -> Void) {
        let visible = rect.intersection(clip)
        for y in visible.minY..<visible.maxY {
            for x in visible.minX..<visible.maxX { change(&cells[y * size.width + x].style) }
        }
    }

    /// Calls `body` with each row of `visible`, an area inside the canvas, to set all its cells. Wide glyphs that are only half inside
    /// become blank first.
    private mutating func replace(_ visible: Rect, _ body: (UnsafeMutableBufferPointer<Cell>, Int) -> Void) {
        guard !visible.isEmpty else { return }
        for y in visible.minY..<visible.maxY {
            let row = y * size.width
            uncover(row + visible.minX..<row + visible.maxX)
            cells.withUnsafeMutableBufferPointer { cells in
                body(UnsafeMutableBufferPointer(rebasing: cells[row + visible.minX..<row + visible.maxX]), y)
            }
        }
    }

    /// Blanks the remaining halves of wide glyphs that are partly in `range`, which is not empty and within one row.
    private mutating func uncover(_ range: Range<Int>) {
        if cells[range.lowerBound].width == 0 {
            cells[range.lowerBound - 1] = Cell(space: cells[range.lowerBound - 1].style)
        }
        if cells[range.upperBound - 1].width == 2 {
            cells[range.upperBound] = Cell(space: cells[range.upperBound].style)
        }
    }

    // MARK: - Writing cells

    /// Writes printable ASCII from `point` on, one cell for each byte.
    mutating func placeASCII(_ bytes: UnsafeBufferPointer<UInt8>.SubSequence, at point: Point, style: CellStyle) {
        let visible = Rect(x: point.x, y: point.y, width: bytes.count, height: 1).intersection(clip)
        let first = bytes.startIndex + visible.minX - point.x
        let style = onSurface(style)
        replace(visible) { row, _ in
            for index in row.indices { row[index] = Cell(glyph: UInt32(bytes[first + index]), style: style) }
        }
    }

    /// Writes one glyph of `columns` columns; spaces where only half of it is inside the clip.
    mutating func place(_ glyph: UInt32, columns: Int, at point: Point, style: CellStyle) {
        let visible = Rect(x: point.x, y: point.y, width: columns, height: 1).intersection(clip)
        // A cell of a picture shows no background.
        let style = glyph & (Cell.clusterFlag | Cell.pictureFlag) == Cell.pictureFlag ? style : onSurface(style)
        replace(visible) { row, _ in
            row.update(repeating: Cell(space: style))
            guard row.count == columns else { return }
            row[0] = Cell(glyph: glyph, style: style, width: UInt8(truncatingIfNeeded: columns))
            if columns == 2 { row[1].width = 0 }
        }
    }

    /// The cell value for a grapheme of several scalars.
    mutating func glyph(forCluster bytes: UnsafeBufferPointer<UInt8>.SubSequence, on base: String = "") -> UInt32 {
        // FNV-1a, because the hash of `String` normalises first, which costs more than the rest of writing.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        if let index = clusterIndices[hash], clusters[Int(index)].utf8.elementsEqual(base.utf8, followedBy: bytes) {
            return index | Cell.clusterFlag
        }
        let index = UInt32(truncatingIfNeeded: clusters.count)
        clusters.append(base + String(decoding: bytes, as: UTF8.self))
        clusterIndices[hash] = index
        return index | Cell.clusterFlag
    }

    // MARK: Text

    /// The position of text within a wider area.
    public enum Alignment: Hashable, Sendable {
        case leading, center, trailing
    }

    /// Writes `text` to the right of `point`.
    ///
    /// - Parameters:
    ///   - text: one line; a tab becomes two spaces, other characters without a glyph become signs in the role `control`.
    ///   - columns: the maximum width; text beyond it is left out, and a wide glyph is never cut in half.
    /// - Returns: the width written, in columns. Text to the right of the clip is not read, so a long line costs no more than a short one.
    @discardableResult
    @_specialize(where Text == String)
    public mutating func write<Text: StringProtocol>(_ text: Text, at point: Point, style: CellStyle, columns: Int = .max) -> Int {
        TextWidth.withBytes(text) { write($0, at: point, style: style, columns: columns) }
    }

    /// Writes `text` in the first row of `rect`, truncated with an ellipsis if it is too long.
    ///
    /// - Returns: the width written, in columns.
    @discardableResult
    @_specialize(where Text == String)
    public mutating func write<Text: StringProtocol>(
        _ text: Text, in rect: Rect, style: CellStyle, alignment: Alignment = .leading
    ) -> Int {
        guard !rect.isEmpty else { return 0 }
        let fitted = TextWidth.fitted(text, columns: rect.width)
        let free = rect.width - TextWidth.columns(of: fitted)
        let offset =
            switch alignment {
            case .leading: 0
            case .center: free / 2
            case .trailing: free
            }
        return write(fitted, at: Point(x: rect.minX + offset, y: rect.minY), style: style, columns: rect.width)
    }

    /// Writes lines from the first row of `rect`, as many as fit; the last one ends with `…` if others follow it.
    public mutating func write(lines: [String], in rect: Rect, style: CellStyle, alignment: Alignment = .leading) {
        for (index, line) in lines.prefix(rect.height).enumerated() {
            let isCut = index == rect.height - 1 && lines.count > rect.height
            write(isCut ? line + " …" : line, in: rect.row(index), style: style, alignment: alignment)
        }
    }

    private mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, at point: Point, style: CellStyle, columns: Int) -> Int {
        let edge = max(0, min(columns, clip.maxX - point.x))
        var scanner = TextScanner(bytes: bytes)
        var used = 0
        while used < edge {
            let place = Point(x: point.x + used, y: point.y)
            let plain = scanner.consumePrintableASCII(limit: edge - used)
            if plain.isEmpty {
                guard let piece = scanner.next(), piece.columns <= columns - used else { break }
                write(piece, of: bytes, at: place, style: style)
                used += piece.columns
            } else {
                placeASCII(bytes[plain], at: place, style: style)
                used += plain.count
            }
        }
        return used
    }

    private mutating func write(_ piece: TextPiece, of bytes: UnsafeBufferPointer<UInt8>, at point: Point, style: CellStyle) {
        switch piece.kind {
        case .glyph where piece.scalarCount == 1: place(piece.scalar, columns: piece.columns, at: point, style: style)
        case .glyph: place(glyph(forCluster: bytes[piece.bytes]), columns: piece.columns, at: point, style: style)
        case .marks: place(glyph(forCluster: bytes[piece.bytes], on: "◌"), columns: 1, at: point, style: style)
        case .invalid: place(0xFFFD, columns: 1, at: point, style: sign(on: style))
        case .tab: fill(Rect(x: point.x, y: point.y, width: piece.columns, height: 1), style: style)
        case .sign:
            for (offset, scalar) in ControlSign(piece.scalar).scalars.enumerated() {
                place(scalar, columns: 1, at: Point(x: point.x + offset, y: point.y), style: sign(on: style))
            }
        }
    }

    private func sign(on style: CellStyle) -> CellStyle {
        let style = onSurface(style)
        return CellStyle(.control, on: style.backdrop ?? style.role)
    }
}

extension String.UTF8View {
    fileprivate func elementsEqual(_ start: String.UTF8View, followedBy end: some Sequence<UInt8>) -> Bool {
        starts(with: start) && dropFirst(start.count).elementsEqual(end)
    }
}

/// The terminal's own cursor, which marks the place of text input.
public struct Cursor: Hashable, Sendable {
    /// The shape of the cursor, on terminals that can change it.
    public enum Shape: Hashable, Sendable {
        /// A full cell, for commands and for text that typing replaces.
        case block
        /// A line before the cell, for text that typing inserts into.
        case bar
    }

    /// The cell of the cursor.
    public var position: Point
    /// The shape of the cursor.
    public var shape: Shape

    /// Creates a cursor at a cell.
    public init(at position: Point, shape: Shape = .bar) {
        self.position = position
        self.shape = shape
    }
}

extension Canvas {
    /// Replaces the lines, arrows and signs that this program draws by ASCII, for screen readers and for terminals and fonts without those
    /// glyphs. Letters of any script stay.
    public mutating func useASCII() {
        spellEllipses()
        // A separate glyph, because the forms below would give the thumb and its track the same one.
        replaceGlyphs { glyph, role in role == .scrollbarThumb ? Self.asciiThumb : Self.asciiForms[glyph] }
    }

    /// Writes `…` as three dots where blanks follow; elsewhere it becomes the `~` of a cut line.
    private mutating func spellEllipses() {
        let (ellipsis, dot, blank) = (UInt32(0x2026), UInt32(UInt8(ascii: ".")), UInt32(UInt8(ascii: " ")))
        for y in 0..<size.height {
            let row = y * size.width..<(y + 1) * size.width
            for x in row where cells[x].glyph == ellipsis && cells[x].width == 1 {
                let next = cells[min(x + 1, row.upperBound)..<min(x + 4, row.upperBound)]
                guard next.prefix(2).count == 2, next.allSatisfy({ $0.glyph == blank && $0.style == cells[x].style }) else { continue }
                for index in x...x + 2 { cells[index].glyph = dot }
            }
        }
    }

    private static let asciiThumb = UInt32(UInt8(ascii: "#"))

    /// The replacement of each sign, both one column wide.
    private static let asciiForms: [UInt32: UInt32] = {
        let rows: [(String, String)] = [
            ("─┄┈╌", "-"), ("━═", "="), ("│┃║┆┊╎", "|"), ("┌┐└┘╭╮╰╯┏┓┗┛├┤┬┴┼┣┫┳┻╋", "+"), ("▾▼", "v"), ("▸▶", ">"), ("◂◀←", "<"),
            ("→", ">"),
            ("↑", "^"),
            ("↓", "v"), ("●◆", "*"), ("○◇", "o"), ("★☆", "*"), ("▲", "!"), ("✓✔", "+"), ("✗✕×✖", "x"), ("·•∙", "."), ("…⋯", "~"),
            ("✎", "&"), ("◌", "o"), ("↻", "r"), ("⇢›", ">"), ("⇠‹", "<"), ("−", "-"),
            ("–—‐‑", "-"), ("“”„«»", "\""), ("‘’", "'"), ("█▉▊▋▍▎▏▓▒▐", "#"), ("▌", "|"), ("░", ":"), ("☐", "o"), ("☑☒", "x"), ("⇧", "S"),
            ("⏎↵", "<"),
            ("≤≥≈≠", "="), ("␛␀␇␈␉␊␋␌␍␡", "?"),
        ]
        var forms: [UInt32: UInt32] = [:]
        for (signs, form) in rows {
            for sign in signs.unicodeScalars { forms[sign.value] = form.unicodeScalars.first?.value }
        }
        return forms
    }()
}

extension Canvas: CustomStringConvertible {
    /// The rows as plain text, so that a failed test shows the screen.
    public var description: String { text }
}

extension Canvas {
    /// The rows as plain text, without spaces at their ends, joined by line ends.
    public var text: String { (0..<size.height).map(rowText).joined(separator: "\n") }

    /// The roles of each row from left to right with the columns that they take, as `role` or `role/backdrop`.
    ///
    /// Rows that look alike share a line. The dump is for people and for comparing, so it names roles and not numbers.
    public var roles: String {
        var lines: [(rows: ClosedRange<Int>, runs: String)] = []
        for y in 0..<size.height {
            let runs = rowRoles(y)
            if let last = lines.last, last.runs == runs {
                lines[lines.count - 1].rows = last.rows.lowerBound...y
            } else {
                lines.append((y...y, runs))
            }
        }
        return lines.map { "\(Self.label($0.rows)): \($0.runs)" }.joined(separator: "\n")
    }

    private func rowText(_ y: Int) -> String {
        var row = ""
        for x in 0..<size.width { row += glyph(at: Point(x: x, y: y)) }
        while row.last == " " { row.removeLast() }
        return row
    }

    private func rowRoles(_ y: Int) -> String {
        var runs: [(style: CellStyle, columns: Int)] = []
        for x in 0..<size.width {
            let style = self[Point(x: x, y: y)].style
            if runs.last?.style == style {
                runs[runs.count - 1].columns += 1
            } else {
                runs.append((style, 1))
            }
        }
        return runs.map { "\($0.style) \($0.columns)" }.joined(separator: ", ")
    }

    private static func label(_ rows: ClosedRange<Int>) -> String {
        rows.count == 1 ? "\(rows.lowerBound)" : "\(rows.lowerBound)-\(rows.upperBound)"
    }
}

extension CellStyle: CustomStringConvertible {
    /// The role's name, and the backdrop's after a slash.
    public var description: String { backdrop.map { "\(role)/\($0)" } ?? "\(role)" }
}
