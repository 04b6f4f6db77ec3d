import Screen

/// The glyphs on whose width terminals disagree, which are drawn after the frame, each at its own position.
///
/// ncurses moves the cursor relative to where it believes it to be, so that a glyph of another width would shift the rest of the row. In the cells
/// of these glyphs ncurses draws no-break spaces. No other cell has those, so that it always draws what replaces such a glyph.
struct DisputedGlyphs {
    /// The character that ncurses draws in the cells.
    static let placeholder: UInt32 = 0xA0

    private let encoder: GlyphEncoder
    private var changes: [(row: Int, columns: Range<Int>)] = []

    init(encoder: GlyphEncoder) { self.encoder = encoder }

    /// Marks cells that ncurses has drawn.
    mutating func add(row: Int, columns: Range<Int>) { changes.append((row, columns)) }

    /// The text that draws the glyphs in the cells marked since the last call; empty if there are none.
    ///
    /// - Parameter look: the sequence that sets attributes and colours.
    mutating func take(from canvas: Canvas, look: (CellStyle) -> String) -> String {
        var text = ""
        for change in changes where change.row < canvas.size.height { append(change.row, change.columns, of: canvas, look, to: &text) }
        changes = []
        // Position, attributes and colours are saved and restored, so that ncurses finds what it has left.
        return text.isEmpty ? "" : "\u{1B}7\(text)\u{1B}8"
    }

    private func append(_ row: Int, _ columns: Range<Int>, of canvas: Canvas, _ look: (CellStyle) -> String, to text: inout String) {
        // The end of the cells that a glyph may have covered, which are drawn again.
        var coveredEnd = columns.lowerBound
        var x = columns.lowerBound
        while x < min(canvas.size.width, max(columns.upperBound, coveredEnd)) {
            let cell = canvas[Point(x: x, y: row)]
            let width = max(1, Int(cell.width))
            defer { x += width }
            guard cell.width > 0, cell.picture == nil else { continue }
            let encoded = encoder.encode(cell, clusters: canvas.clusters)
            guard encoded.isDisputed || x < coveredEnd else { continue }
            var scalars = encoded.scalars
            // Each character takes two columns at most. What does not fit then could wrap into the next row, or scroll the screen.
            if encoded.isDisputed, x + 2 * scalars.count > canvas.size.width {
                scalars = x + 2 > canvas.size.width && GlyphEncoder.isDisputed(scalars[0]) ? [GlyphEncoder.replacement] : [scalars[0]]
            }
            let move = "\u{1B}[\(row + 1);\(x + 1)H"
            text += move + look(cell.style)
            if encoded.isDisputed {
                text += String(repeating: " ", count: width) + move
                coveredEnd = max(coveredEnd, x + 2 * scalars.count)
            }
            text.unicodeScalars.append(contentsOf: scalars.compactMap(Unicode.Scalar.init))
        }
    }
}

extension GlyphEncoder.Encoded {
    /// The characters without padding.
    var scalars: [UInt32] {
        switch self {
        case .whole(let scalar), .padded(let scalar): [scalar]
        case .marked(let scalars, _): scalars.dropLast()
        case .pair(let first, let second): [first, second]
        }
    }

    /// True if the width of a character depends on the version of Unicode that a terminal knows.
    var isDisputed: Bool {
        switch self {
        case .whole(let scalar), .padded(let scalar): GlyphEncoder.isDisputed(scalar)
        case .marked(let scalars, _): scalars.contains(where: GlyphEncoder.isDisputed)
        case .pair: false
        }
    }
}

extension GlyphEncoder {
    /// True if the width of the character depends on the version of Unicode that a terminal knows.
    static func isDisputed(_ scalar: UInt32) -> Bool {
        guard scalar >= disputedBounds[0] else { return false }
        // An odd number of bounds at or before the character means that it is inside a range.
        return disputedBounds.withUnsafeBufferPointer { bounds in
            var (low, high) = (0, bounds.count)
            while low < high {
                let middle = (low + high) / 2
                if bounds[middle] <= scalar { low = middle + 1 } else { high = middle }
            }
            return low % 2 == 1
        }
    }
}
