/// What a tree knows of a row; what is written in it is its owner's.
public struct TreeRow: Hashable, Sendable {
    /// Whether the rows below a row are seen.
    public enum Disclosure: Hashable, Sendable {
        case collapsed, expanded
    }

    /// How far in the row stands: 0 for the top level.
    public var depth: Int
    /// Whether the rows below are seen; nil for a row that can have none.
    public var disclosure: Disclosure?

    /// Takes the level, from 0, and whether the rows below are seen.
    public init(depth: Int, disclosure: Disclosure? = nil) {
        self.depth = depth
        self.disclosure = disclosure
    }
}
