extension SearchPattern {
    /// All matches in bytes that are at hand, in order, at most `limit`.
    public func ranges(in bytes: [UInt8], limit: Int = .max) -> [Range<Int>] {
        bytes.withUnsafeBytes { matches(in: 0..<$0.count, of: $0, limit: limit) }
    }
}
