public import Screen

/// A piece of a line that is drawn in a role of its own, such as a variable or a number.
public struct TextSpan: Hashable, Sendable {
    /// UTF-8 offsets in the line; what lies outside the line is ignored.
    public var range: Range<Int>
    /// How the piece looks.
    public var role: StyleRole

    /// Takes UTF-8 offsets in the line and the role.
    public init(_ range: Range<Int>, _ role: StyleRole) {
        self.range = range
        self.role = role
    }
}
