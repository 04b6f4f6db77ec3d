/// Values under keys, each until its time, and never more than a limit of them. Times are seconds since 1970.
struct ExpiringTable<Value: Sendable>: Sendable {
    private struct Entry {
        var value: Value
        let expiry: Int
    }

    private let limit: Int
    private var entries: [String: Entry] = [:]

    init(limit: Int = 10_000) {
        self.limit = limit
    }

    /// Keeps a value up to `expiry`. Where there are too many, those that end first go.
    mutating func insert(_ value: Value, key: String, expiry: Int, now: Int) {
        if entries.count >= limit { makeRoom(now: now) }
        entries[key] = Entry(value: value, expiry: expiry)
    }

    func value(_ key: String, now: Int) -> Value? {
        entries[key].flatMap { now < $0.expiry ? $0.value : nil }
    }

    /// Gives the value and forgets it.
    mutating func take(_ key: String, now: Int) -> Value? {
        defer { remove(key) }
        return value(key, now: now)
    }

    /// Changes a value that is still good. Its time stays.
    mutating func update(_ key: String, now: Int, _ change: (inout Value) -> Void) {
        guard var entry = entries[key], now < entry.expiry else { return }
        change(&entry.value)
        entries[key] = entry
    }

    mutating func remove(_ key: String) {
        entries.removeValue(forKey: key)
    }

    /// The first key whose value is good and passes the test.
    func key(now: Int, where matches: (Value) -> Bool) -> String? {
        entries.first { now < $0.value.expiry && matches($0.value.value) }?.key
    }

    private mutating func makeRoom(now: Int) {
        entries = entries.filter { now < $0.value.expiry }
        guard entries.count >= limit else { return }
        for (key, _) in entries.sorted(by: { $0.value.expiry < $1.value.expiry }).prefix(limit / 10 + 1) { remove(key) }
    }
}
