/// A place between two graphemes of a text.
public struct TextPosition: Hashable, Comparable, Sendable {
    /// The line, from 0.
    public var line: Int
    /// UTF-8 bytes from the line's start.
    public var offset: Int

    /// Takes the line, from 0, and the UTF-8 bytes from its start.
    public init(line: Int, offset: Int) {
        self.line = line
        self.offset = offset
    }

    /// The start of a text.
    public static let zero = TextPosition(line: 0, offset: 0)

    /// Whether `left` comes earlier in the text.
    public static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.offset) < (right.line, right.offset)
    }
}
