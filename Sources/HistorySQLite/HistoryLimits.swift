/// How much is kept. What is pinned stays and does not count, except towards bytes. Nil for no limit.
public struct HistoryLimits: Hashable, Sendable {
    /// The most exchanges.
    public var count: Int?
    /// The oldest that is kept.
    public var age: Duration?
    /// The most bytes of exchanges and bodies together; the index and SQLite's own bookkeeping come on top.
    public var byteCount: Int64?

    /// 10,000 exchanges, any age, 1 GiB unless said otherwise.
    public init(count: Int? = 10_000, age: Duration? = nil, byteCount: Int64? = 1 << 30) {
        self.count = count
        self.age = age
        self.byteCount = byteCount
    }
}
