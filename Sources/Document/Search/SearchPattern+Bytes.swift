extension SearchPattern {
    /// All matches in bytes that are at hand, in order, at most `limit`.
    /// - Throws: ``DocumentError/Code/limitReached`` when the pattern was too much work somewhere, so that matches may be missing.
    public func matches(in bytes: [UInt8], limit: Int = .max) throws(DocumentError) -> [SearchMatch] {
        var matches: [SearchMatch] = []
        let isWhole = bytes.withUnsafeBytes { bytes in
            forEachGroup(in: 0..<bytes.count, of: bytes) { match in
                matches.append(match)
                return matches.count < limit
            }
        }
        guard isWhole else {
            throw DocumentError(
                .limitReached,
                "The pattern “\(query.text)” needs too many steps on this text: make it simpler, such as with fewer repetitions inside repetitions."
            )
        }
        return matches
    }
}
