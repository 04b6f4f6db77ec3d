import Screen

/// A line wrapped into rows by columns; a single row without a width.
struct WrappedLine {
    private let line: TextLine
    private let width: Int?
    /// The starts of the rows of a line that is not plain; empty for plain lines, whose rows are computed.
    private let starts: [Int]

    init(_ line: TextLine, width: Int?) {
        self.line = line
        self.width = width.map { max(2, $0) }
        starts = self.width.map { line.isPlain ? [] : Self.starts(line, width: $0) } ?? []
    }

    /// The number of rows, at least 1.
    var rowCount: Int {
        guard let width else { return 1 }
        return line.isPlain ? max(1, (line.count + width - 1) / width) : starts.count
    }

    /// The UTF-8 range of a row.
    func range(ofRow row: Int) -> Range<Int> {
        guard let width else { return 0..<line.count }
        if line.isPlain { return min(line.count, row * width)..<min(line.count, (row + 1) * width) }
        return starts[row]..<(row + 1 < starts.count ? starts[row + 1] : line.count)
    }

    /// The row of the grapheme at `offset`. The end of a full row belongs to that row.
    func row(of offset: Int) -> Int {
        guard let width else { return 0 }
        if line.isPlain { return min(offset / width, rowCount - 1) }
        return (starts.lastIndex { $0 <= offset } ?? 0)
    }

    private static func starts(_ line: TextLine, width: Int) -> [Int] {
        var starts = [0]
        while true {
            let start = starts[starts.count - 1]
            let rest = line.slice(start..<line.count)
            let cut = line.roundedDown(line.utf8Offset(of: TextWidth.index(in: rest, atColumn: width)))
            guard cut < line.count else { return starts }
            starts.append(max(cut, line.next(start)))
        }
    }
}
