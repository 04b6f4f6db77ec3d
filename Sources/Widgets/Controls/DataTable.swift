public import Screen

/// A read-only table: numbers are aligned right, values coloured by their type, and the header stays in sight.
///
/// Only the visible rows and columns are asked for.
public struct DataTable: Hashable, Sendable {
    /// A column.
    public struct Column: Hashable, Sendable {
        /// The title in the header.
        public var title: String
        /// The width of the values.
        public var width: Int
        /// True if the values are numbers, which are aligned right.
        public var isNumeric: Bool
        /// The mark of the column by which the rows are sorted.
        public var sorting: Sorting?

        /// Creates a column.
        public init(_ title: String, width: Int, isNumeric: Bool = false, sorting: Sorting? = nil) {
            self.title = title
            self.width = width
            self.isNumeric = isNumeric
            self.sorting = sorting
        }

        /// The title with the sort mark.
        var heading: String { sorting.map { "\(title) \($0.sign)" } ?? title }
        /// The width of the column, which shows its title whole up to twice the width of its values.
        var columns: Int { max(width, min(TextWidth.columns(of: heading), max(8, width * 2))) }
        var alignment: Canvas.Alignment { isNumeric ? .trailing : .leading }
    }

    /// The order of the rows by a column.
    public enum Sorting: Hashable, Sendable {
        case ascending, descending
        /// The rows are being sorted.
        case running

        var sign: String {
            switch self {
            case .ascending: "▲"
            case .descending: "▼"
            case .running: "…"
            }
        }
    }

    /// A value with the type that determines its style.
    public enum Value: Hashable, Sendable {
        case text(String)
        case number(String)
        /// `true`, `false` and `null`.
        case keyword(String)
        /// An object or array in a cell.
        case structure(String)
        /// A row without this column.
        case missing

        /// True for a number.
        public var isNumber: Bool { if case .number = self { true } else { false } }

        var text: String {
            switch self {
            case .text(let text), .number(let text), .keyword(let text), .structure(let text): text
            case .missing: "·"
            }
        }

        var role: StyleRole {
            switch self {
            case .text: .text
            case .number: .codeNumber
            case .keyword: .codeKeyword
            case .structure, .missing: .textMuted
            }
        }
    }

    /// The columns from left to right.
    public var columns: [Column]
    /// The column with the cursor, which is always visible.
    public var current: Int

    /// Creates a table.
    public init(_ columns: [Column], current: Int = 0) {
        self.columns = columns
        self.current = min(max(0, current), max(0, columns.count - 1))
    }

    private static let gap = 2

    /// Gives columns that are narrower than their values the free columns of a rectangle, from left to right.
    ///
    /// - Parameter widths: the widths of the values of all columns.
    public mutating func widen(to widths: [Int], in width: Int) {
        var free = width - columns.reduce(-Self.gap) { $0 + $1.columns + Self.gap }
        for (index, wanted) in zip(columns.indices, widths) where free > 0 && wanted > columns[index].columns {
            let new = min(wanted, columns[index].columns + free)
            free -= new - columns[index].columns
            columns[index].width = new
        }
    }

    /// The cells of the rows, below the header.
    public func body(in rect: Rect) -> Rect { rect.splitTop(1).rest }

    /// The visible columns with their cells in the first row of `rect`; the last one may be cut.
    public func places(in rect: Rect) -> [(column: Int, rect: Rect)] {
        guard !columns.isEmpty else { return [] }
        var first = 0
        while first < current, columns[first...current].reduce(-Self.gap, { $0 + $1.columns + Self.gap }) > rect.width { first += 1 }
        var x = rect.minX
        var places: [(Int, Rect)] = []
        for (index, column) in columns.enumerated().dropFirst(first) where x < rect.maxX {
            places.append((index, Rect(x: x, y: rect.minY, width: column.columns, height: 1).intersection(rect)))
            x += column.columns + Self.gap
        }
        return places
    }

    /// Draws the header and the visible ones of so many rows, each with its values in the given columns.
    public func draw(
        in rect: Rect, _ list: ListState, count: Int, isFocused: Bool, on canvas: inout Canvas,
        values: (_ row: Int, _ columns: [Int]) -> [Value]
    ) {
        guard !columns.isEmpty else { return }
        let body = body(in: rect)
        // A scrollbar takes the last column of the rows.
        let area = count > body.height ? rect.splitRight(1).rest : rect
        let places = places(in: area)
        for (index, cells) in places {
            let isCurrent = isFocused && index == current
            let style = isCurrent ? CellStyle(.paneTitleFocused, on: .cursorRowFocused) : CellStyle(.tableHeader)
            canvas.write(columns[index].heading, in: cells, style: style, alignment: columns[index].alignment)
        }
        drawEdges(of: places, in: area.row(0), on: &canvas)
        list.draw(in: body, on: &canvas, count: count, isFocused: isFocused) { row, cells, backdrop, canvas in
            for (value, (index, place)) in zip(values(row, places.map(\.column)), places) {
                let rect = Rect(x: place.minX, y: cells.minY, width: place.width, height: 1)
                canvas.write(value.text, in: rect, style: CellStyle(value.role, on: backdrop), alignment: columns[index].alignment)
            }
        }
    }

    /// Marks the sides of the header on which columns are cut or hidden, as a body marks its lines.
    private func drawEdges(of places: [(column: Int, rect: Rect)], in header: Rect, on canvas: inout Canvas) {
        guard header.width > 1, let first = places.first, let last = places.last else { return }
        if first.column > 0 { canvas.write("‹", at: header.origin, style: CellStyle(.codeFold)) }
        guard last.column + 1 < columns.count || last.rect.width < columns[last.column].columns else { return }
        canvas.write("›", at: Point(x: header.maxX - 1, y: header.minY), style: CellStyle(.codeFold))
    }
}
