public import Screen

/// A canvas as text for a file that a person can read and compare: size, cursor, rows, and the role of every cell.
public struct CanvasSnapshot: Hashable, Sendable {
    /// The whole text, with a line end at its end.
    public let text: String

    /// Takes what `canvas` shows.
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
