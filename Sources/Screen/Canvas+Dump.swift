extension Canvas {
    /// The rows as plain text, without spaces at their ends, joined by line ends.
    public var text: String {
        (0..<size.height).map(rowText).joined(separator: "\n")
    }

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
    /// The role's name, and the backdrop's behind a slash.
    public var description: String { backdrop.map { "\(role)/\($0)" } ?? "\(role)" }
}
