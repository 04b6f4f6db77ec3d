public import Screen

/// The screen of the emulated terminal at one moment.
public struct RobotScreen: Hashable, Sendable {
    /// One cell.
    public struct Cell: Hashable, Sendable {
        /// The glyph with its marks; empty where nothing was drawn, and right of a wide one.
        public var text: String
        /// The colour of the glyph.
        public var foreground: Color
        /// The colour behind it.
        public var background: Color
        /// The attributes, such as bold.
        public var attributes: Style.Attributes
    }

    /// A colour as set by the program.
    public enum Color: Hashable, Sendable {
        /// The terminal's own.
        case terminal
        /// One of the 256 of the palette.
        case indexed(Int)
        /// Red, green and blue, each 0–255.
        case rgb(Int, Int, Int)
    }

    /// Columns and rows.
    public var size: Size
    /// The cells, row by row.
    public var cells: [Cell]
    /// The position of the cursor; nil if it is hidden.
    public var cursor: Point?
    /// True for the alternate screen, which programs leave at their end.
    public var isAlternate: Bool

    /// The cell in the column `x` of the row `y`.
    public func cell(x: Int, y: Int) -> Cell { cells[y * size.width + x] }

    /// One row as text, without spaces at its end.
    public func row(_ y: Int) -> String {
        var row = ""
        var isCovered = false
        for cell in cells[y * size.width..<(y + 1) * size.width] {
            // A wide glyph covers the next cell, which is empty then.
            if !isCovered || !cell.text.isEmpty { row += cell.text.isEmpty ? " " : cell.text }
            isCovered = TextWidth.columns(of: cell.text) == 2
        }
        while row.last == " " { row.removeLast() }
        return row
    }

    /// All rows, joined by line ends.
    public var text: String { (0..<size.height).map(row).joined(separator: "\n") }

    /// All rows in ASCII, borders as `|`, `-` and `+`, other characters as `?`. For messages of tests, since `swift test` loses output
    /// that it splits inside a longer character.
    public var asciiText: String {
        String(
            text.map { character in
                switch character {
                case "│", "┃": "|"
                case "─", "━": "-"
                case "┌", "┐", "└", "┘", "┏", "┓", "┗", "┛", "├", "┤", "┬", "┴": "+"
                default: character.isASCII ? character : "?"
                }
            })
    }

    /// The start of `text` in the topmost row that has it; columns are counted in cells.
    public func position(of text: String) -> Point? {
        for y in 0..<size.height {
            let row = row(y)
            if let range = row.firstRange(of: text) {
                return Point(x: TextWidth.columns(of: row[..<range.lowerBound]), y: y)
            }
        }
        return nil
    }
}
