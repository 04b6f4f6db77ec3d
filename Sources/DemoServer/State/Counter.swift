import Synchronization

/// Counts by key, for a limited number of keys: when there are too many, all are forgotten.
final class Counter: Sendable {
    private static let mostKeys = 10_000

    /// Guards the counts.
    private let counts = Mutex<[String: Int]>([:])

    /// Adds one, and gives the count.
    func increment(_ key: String) -> Int {
        counts.withLock { counts in
            if counts.count >= Self.mostKeys { counts.removeAll() }
            counts[key, default: 0] += 1
            return counts[key, default: 0]
        }
    }

    func reset(_ key: String) {
        counts.withLock { counts in _ = counts.removeValue(forKey: key) }
    }
}
