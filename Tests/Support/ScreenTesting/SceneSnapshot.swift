public import Screen
public import Testing

/// A screen at several sizes as one text for a file: its rows and style roles, the differences in ASCII mode, and the style of each role in some
/// themes.
///
/// A role has the same style everywhere, so that it is described once.
public struct SceneSnapshot: Hashable, Sendable {
    private let themes: [Theme]
    private var screens: [String] = []
    private var styles: Set<CellStyle> = []

    /// Makes a scene without screens.
    public init(in themes: [Theme]) { self.themes = themes }

    /// Adds the canvas of a terminal, and that of a terminal of the same size with ASCII only.
    public mutating func add(_ canvas: Canvas, ascii: Canvas) {
        let cursor = canvas.cursor.map { "\($0.shape) at \($0.position.x),\($0.position.y)" } ?? "hidden"
        let parts = [
            "== \(canvas.size.width)x\(canvas.size.height), cursor: \(cursor)", Self.shortened(canvas.text), canvas.roles,
            Self.difference(of: ascii, from: canvas),
        ]
        screens.append(parts.filter { !$0.isEmpty }.joined(separator: "\n\n"))
        for y in 0..<canvas.size.height {
            for x in 0..<canvas.size.width { styles.insert(canvas[Point(x: x, y: y)].style) }
        }
    }

    /// The whole text, with a line end at its end.
    public var text: String {
        let looks = styles.map { style in
            "\(style): " + themes.map { Self.name(of: $0.style(of: style)) }.joined(separator: " | ")
        }
        return (screens + ["== \(themes.map(\.name).joined(separator: " | "))\n\n" + looks.sorted().joined(separator: "\n")])
            .joined(separator: "\n\n") + "\n"
    }

    /// The rows, with repeated rows replaced by their count.
    private static func shortened(_ text: String) -> String {
        var rows: [(row: Substring, count: Int)] = []
        for row in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if rows.last?.row == row { rows[rows.count - 1].count += 1 } else { rows.append((row, 1)) }
        }
        return rows.map { $0.count == 1 ? String($0.row) : "\($0.row)\n⋮ \($0.count - 1) more" }.joined(separator: "\n")
    }

    /// The replaced characters, and the rows that differ beyond them.
    private static func difference(of ascii: Canvas, from canvas: Canvas) -> String {
        var replaced = canvas
        replaced.useASCII()
        var signs: Set<String> = []
        for (sign, form) in zip(canvas.text, replaced.text) where sign != form { signs.insert("\(sign)\(form)") }
        let rows = [canvas, replaced, ascii].map { $0.text.split(separator: "\n", omittingEmptySubsequences: false) }
        let others = rows[1].indices.filter { rows[1][$0] != rows[2][$0] }.map { "ascii \($0): \(rows[2][$0])" }
        let known = Set(canvas.roles.split(separator: "\n"))
        let roles = ascii.roles.split(separator: "\n").filter { !known.contains($0) }.map { "ascii \($0)" }
        return (["ascii: " + signs.sorted().joined(separator: " ")] + others + roles).joined(separator: "\n")
    }

    private static func name(of style: Style) -> String {
        let attributes: [(Style.Attributes, String)] = [
            (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
        ]
        let set = attributes.filter { style.attributes.contains($0.0) }.map(\.1)
        let colors = [style.foreground, style.background].map { $0 == .terminal ? "-" : "\($0)" }.joined(separator: "/")
        return (colors == "-/-" ? set.isEmpty ? ["plain"] : set : [colors] + set).joined(separator: "+")
    }
}

/// Expects `scene` to equal the snapshot `name`. `UPDATE_SNAPSHOTS=1` in the environment updates it.
public func expectScene(
    _ scene: SceneSnapshot, named name: String, testFile: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    try SnapshotFile(name, testFile: testFile).verify(scene.text, sourceLocation: sourceLocation)
}

/// A canvas as readable and comparable text for a file: size, cursor, rows, and the role of every cell.
public struct CanvasSnapshot: Hashable, Sendable {
    /// The whole text, with a line end at its end.
    public let text: String

    /// Takes a snapshot of `canvas`.
    public init(_ canvas: Canvas) {
        text = """
            size: \(canvas.size.width)x\(canvas.size.height)
            cursor: \(Self.description(of: canvas.cursor))

            \(canvas.text)

            \(canvas.roles)

            """
    }

    private static func description(of cursor: Cursor?) -> String {
        guard let cursor else { return "hidden" }
        return "\(cursor.shape) at \(cursor.position.x),\(cursor.position.y)"
    }
}
