/// The challenges that servers gave and how often each was answered. Pure.
struct DigestNonces {
    private struct Entry {
        let challenge: DigestChallenge
        var count: Int
    }

    private struct Key: Hashable {
        let origin: HTTPOrigin
        let user: String
    }

    private var entries: [Key: Entry] = [:]

    /// Takes the place of the last challenge of that origin.
    mutating func store(_ challenge: DigestChallenge, origin: HTTPOrigin, user: String) {
        entries[Key(origin: origin, user: user)] = Entry(challenge: challenge, count: 0)
    }

    /// The challenge to answer and the number of this answer; nil where there was none yet.
    mutating func next(origin: HTTPOrigin, user: String) -> (challenge: DigestChallenge, count: Int)? {
        let key = Key(origin: origin, user: user)
        guard var entry = entries[key] else { return nil }
        entry.count += 1
        entries[key] = entry
        return (entry.challenge, entry.count)
    }
}
