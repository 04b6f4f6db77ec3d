/// The nonces that were given out, and how often each was used. Pure: times and nonces come from outside.
struct NonceLedger: Sendable {
    private static let lifetime = 300

    private struct Use: Sendable {
        var highestCount = 0
        var times = 0
        /// What the first answer brought: the secret of a session is made with it (RFC 7616, section 3.4.2).
        var firstClientNonce: String?
    }

    private var nonces = ExpiringTable<Use>()

    mutating func add(_ nonce: String, now: Int) {
        nonces.insert(Use(), key: nonce, expiry: now + Self.lifetime, now: now)
    }

    /// The client's nonce that a session began with; `nil` before its first use.
    func firstClientNonce(_ nonce: String, now: Int) -> String? { nonces.value(nonce, now: now)?.firstClientNonce }

    /// Notes one use. `false` when the nonce is unknown or too old, was used often enough, or its count did not rise, which
    /// is how a repeated request shows (RFC 7616, section 3.4).
    ///
    /// - Parameter count: `nil` from clients that do not count.
    mutating func use(_ nonce: String, count: Int?, clientNonce: String, mostTimes: Int, now: Int) -> Bool {
        guard let use = nonces.value(nonce, now: now), use.times < mostTimes, count.map({ $0 > use.highestCount }) ?? true else {
            return false
        }
        nonces.update(nonce, now: now) { use in
            use.times += 1
            use.highestCount = count ?? 0
            use.firstClientNonce = use.firstClientNonce ?? clientNonce
        }
        return true
    }
}
