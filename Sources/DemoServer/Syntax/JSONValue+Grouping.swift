import JSON

extension JSONValue {
    /// An object with the names in the order of their first use: a value, or a list where a name came more than once.
    init(grouping items: [NameValue]) {
        var values: [String: [JSONValue]] = [:]
        var names: [String] = []
        for item in items {
            if values[item.name] == nil { names.append(item.name) }
            values[item.name, default: []].append(.string(item.value))
        }
        self = [:]
        for name in names {
            let all = values[name] ?? []
            self[name] = all.count == 1 ? all[0] : .array(all)
        }
    }
}
