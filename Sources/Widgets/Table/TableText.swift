/// A text format for rows of names and values, one line for each row.
///
/// `#` at the start marks a disabled row. A backslash escapes the separator, `#`, a space or a backslash; `\n`, `\r` and `\t` stand for
/// line feed, return and tab; any other backslash is literal. Reading restores exactly what was written.
public struct TableText: Equatable, Sendable {
    /// The separator between name and value.
    public let separator: Unicode.Scalar

    /// `name: value`.
    public static let headers = TableText(separator: ":")
    /// `name=value`.
    public static let parameters = TableText(separator: "=")

    /// The rows as lines; only the first two cells of a row are written.
    public func write(_ rows: [TableRow]) -> String {
        rows.map { row in
            let gap = separator == ":" && !row[1].isEmpty ? " " : ""
            return (row.isEnabled ? "" : "# ") + escaped(row[0], isName: true) + String(separator) + gap + escaped(row[1], isName: false)
        }.joined(separator: "\n")
    }

    /// The rows of `text`. Empty lines are skipped; a line without a separator is a name without a value.
    ///
    /// - Parameter old: The previous rows. A new row takes the third and later cells from the old row with the same name.
    public func read(_ text: String, keeping old: [TableRow] = []) -> [TableRow] {
        var left = old
        return text.unicodeScalars.split(separator: "\n").compactMap { line in
            guard var row = row(Self.trimmed(lexed(line)[...])) else { return nil }
            if let index = left.firstIndex(where: { $0[0] == row[0] }) { row.cells += left.remove(at: index).cells.dropFirst(2) }
            return row
        }
    }

    /// The rows of cells that were copied from a spreadsheet, with a tab between them; nil if a line has none, or is of another notation, and
    /// for a table with one column.
    public static func cells(_ text: String, columns: Int) -> [TableRow]? {
        guard columns > 1 else { return nil }
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
        let rows = lines.compactMap { line -> TableRow? in
            let cells = line.split(separator: "\t", maxSplits: columns - 1, omittingEmptySubsequences: false).map(withoutOuterSpace)
            guard cells.count > 1, !cells[0].isEmpty, !cells[0].contains("="), !"\(cells[0]) ".contains(": ") else { return nil }
            return TableRow(cells)
        }
        return rows.isEmpty || rows.count != lines.count ? nil : rows
    }

    private static func withoutOuterSpace(_ cell: Substring) -> String {
        var cell = cell.drop(while: \.isWhitespace)
        while cell.last?.isWhitespace == true { cell.removeLast() }
        return String(cell)
    }

    // MARK: Writing

    private func escaped(_ text: String, isName: Bool) -> String {
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            let isOutermost = index == 0 || index == scalars.count - 1
            if let letter = Self.letters.first(where: { $0.scalar == scalar })?.letter, scalar != "\t" || isOutermost {
                result.append(contentsOf: ["\\", letter])
                continue
            }
            let needsBackslash =
                switch scalar {
                case "\\": index == scalars.count - 1 || isSpecial(scalars[index + 1])
                case " ": isOutermost
                case "#": index == 0 && isName
                default: scalar == separator && isName
                }
            if needsBackslash { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }

    /// True if a backslash before `scalar` would be read as an escape.
    private func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
        isEscapable(scalar) || Self.letters.contains { $0.letter == scalar || $0.scalar == scalar }
    }

    private func isEscapable(_ scalar: Unicode.Scalar) -> Bool {
        scalar == separator || scalar == "\\" || scalar == "#" || scalar == " "
    }

    private static let letters: [(letter: Unicode.Scalar, scalar: Unicode.Scalar)] = [("n", "\n"), ("r", "\r"), ("t", "\t")]

    // MARK: Reading

    /// A scalar of a line; `isEscaped` if it was written with a backslash.
    private typealias Token = (scalar: Unicode.Scalar, isEscaped: Bool)

    private func lexed(_ line: Substring.UnicodeScalarView) -> [Token] {
        var tokens: [Token] = []
        var rest = line
        while let scalar = rest.popFirst() {
            guard scalar == "\\", let next = rest.first else {
                tokens.append((scalar, false))
                continue
            }
            if let found = Self.letters.first(where: { $0.letter == next }) {
                tokens.append((found.scalar, true))
            } else if isEscapable(next) {
                tokens.append((next, true))
            } else {
                tokens.append((scalar, false))
                continue
            }
            rest.removeFirst()
        }
        return tokens
    }

    private func row(_ tokens: ArraySlice<Token>) -> TableRow? {
        guard let first = tokens.first else { return nil }
        let isEnabled = first.isEscaped || first.scalar != "#"
        let rest = isEnabled ? tokens : tokens.dropFirst()
        let split = rest.firstIndex { !$0.isEscaped && $0.scalar == separator }
        let name = rest[..<(split ?? rest.endIndex)]
        let value = split.map { rest[($0 + 1)...] } ?? []
        return TableRow([Self.text(of: name), Self.text(of: value)], isEnabled: isEnabled)
    }

    private static func text(of tokens: ArraySlice<Token>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: trimmed(tokens).map(\.scalar))
        return String(text)
    }

    private static func trimmed(_ tokens: ArraySlice<Token>) -> ArraySlice<Token> {
        let isSpace = { (token: Token) in !token.isEscaped && [" ", "\t", "\r"].contains(token.scalar) }
        var rest = tokens.drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return rest
    }
}
