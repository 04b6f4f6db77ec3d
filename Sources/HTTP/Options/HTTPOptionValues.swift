/// The options that a request sets: a few among many, so a list that is looked through is quicker than a table.
struct HTTPOptionValues: Sendable {
    private struct Entry {
        let key: ObjectIdentifier
        var value: any Sendable
    }

    private var entries: [Entry] = []

    subscript(key: ObjectIdentifier) -> (any Sendable)? {
        // By index: a loop over the entries would copy each value that it passes.
        for index in entries.indices where entries[index].key == key { return entries[index].value }
        return nil
    }

    mutating func set(_ key: ObjectIdentifier, to value: any Sendable) {
        if let index = entries.firstIndex(where: { $0.key == key }) {
            entries[index].value = value
        } else {
            entries.append(Entry(key: key, value: value))
        }
    }

    /// Takes over every value of another; those it does not set stay.
    mutating func merge(_ other: HTTPOptionValues) {
        for entry in other.entries { set(entry.key, to: entry.value) }
    }
}
