/// How large a text may be. The limits keep a text from outside from taking the stack or the memory.
public struct JSONLimits: Hashable, Sendable {
    /// The most arrays and objects within each other.
    public var depth: Int
    /// The most bytes of the whole text.
    public var byteCount: Int

    /// 512 levels and 64 MB unless said otherwise. Each level costs stack: keep the depth under a few thousand.
    public init(depth: Int = 512, byteCount: Int = 64 << 20) {
        self.depth = depth
        self.byteCount = byteCount
    }
}
