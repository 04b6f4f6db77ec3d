import Synchronization

/// A dictionary whose values expire, with a limit on their number. Times are seconds since 1970.
struct ExpiringTable<Value: Sendable>: Sendable {
    private struct Entry {
        var value: Value
        let expiry: Int
    }

    private let limit: Int
    private var entries: [String: Entry] = [:]

    init(limit: Int = 10_000) { self.limit = limit }

    /// Adds a value that expires at `expiry`. If there are too many values, those that expire first are removed.
    mutating func insert(_ value: Value, key: String, expiry: Int, now: Int) {
        if entries.count >= limit { makeRoom(now: now) }
        entries[key] = Entry(value: value, expiry: expiry)
    }

    func value(_ key: String, now: Int) -> Value? {
        entries[key].flatMap { now < $0.expiry ? $0.value : nil }
    }

    mutating func removeValue(_ key: String, now: Int) -> Value? {
        defer { remove(key) }
        return value(key, now: now)
    }

    /// Changes a value that has not expired. Its expiry stays the same.
    mutating func update(_ key: String, now: Int, _ change: (inout Value) -> Void) {
        guard var entry = entries[key], now < entry.expiry else { return }
        change(&entry.value)
        entries[key] = entry
    }

    mutating func remove(_ key: String) { entries.removeValue(forKey: key) }

    /// The key of a value that has not expired and fulfils the condition.
    func key(now: Int, where matches: (Value) -> Bool) -> String? {
        entries.first { now < $0.value.expiry && matches($0.value.value) }?.key
    }

    private mutating func makeRoom(now: Int) {
        entries = entries.filter { now < $0.value.expiry }
        guard entries.count >= limit else { return }
        for (key, _) in entries.sorted(by: { $0.value.expiry < $1.value.expiry }).prefix(limit / 10 + 1) { remove(key) }
    }
}

/// Counters by key. If there are too many keys, all are removed.
final class Counter: Sendable {
    private static let maxKeys = 10_000

    /// Guards the counts.
    private let counts = Mutex<[String: Int]>([:])

    /// Adds one and returns the new count.
    func increment(_ key: String) -> Int {
        counts.withLock { counts in
            if counts.count >= Self.maxKeys { counts.removeAll() }
            counts[key, default: 0] += 1
            return counts[key, default: 0]
        }
    }

    func reset(_ key: String) { counts.withLock { counts in _ = counts.removeValue(forKey: key) } }
}
