/// What a pattern found in one place.
public struct SearchMatch: Hashable, Sendable {
    /// All of it, in bytes.
    public let range: Range<Int>
    /// What the pattern's first group found of it; nil where that has no part in the match, or there is no group.
    public let group: Range<Int>?
}
