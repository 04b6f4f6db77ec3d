/// The challenges that servers gave and how often each was answered. Pure.
struct DigestNonces {
    /// What the next answer is made of.
    struct Turn {
        let challenge: DigestChallenge
        /// At least 1.
        let count: Int
        let clientNonce: String
    }

    private struct Entry {
        var challenge: DigestChallenge
        var count = 0
        /// What the first answer to this nonce brought: a session's secret is made of the two (RFC 7616 section 3.4.2).
        var firstClientNonce: String?
    }

    private struct Key: Hashable {
        let origin: HTTPOrigin
        let user: String
    }

    private var entries: [Key: Entry] = [:]

    /// Takes the place of the last challenge of that origin.
    mutating func store(_ challenge: DigestChallenge, origin: HTTPOrigin, user: String) {
        entries[Key(origin: origin, user: user)] = Entry(challenge: challenge)
    }

    /// The challenge to answer next, and how; nil where there was none yet.
    /// - Parameter clientNonce: a text that was not used before, for an answer that begins something new.
    mutating func next(origin: HTTPOrigin, user: String, clientNonce: @autoclosure () -> String) -> Turn? {
        let key = Key(origin: origin, user: user)
        guard var entry = entries[key] else { return nil }
        entry.count += 1
        let text = entry.challenge.isSession ? entry.firstClientNonce ?? clientNonce() : clientNonce()
        entry.firstClientNonce = entry.firstClientNonce ?? text
        entries[key] = entry
        return Turn(challenge: entry.challenge, count: entry.count, clientNonce: text)
    }

    /// Takes up the nonce that the server wants to see next, instead of being challenged anew.
    mutating func renew(_ nonce: String, origin: HTTPOrigin, user: String) {
        let key = Key(origin: origin, user: user)
        guard let entry = entries[key] else { return }
        entries[key] = Entry(challenge: entry.challenge.renewed(nonce: nonce))
    }
}
