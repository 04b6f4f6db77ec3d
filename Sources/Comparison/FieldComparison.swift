extension Comparison {
    /// The rows of named values that differ: values with the same name are compared in order, the rest is added or removed.
    ///
    /// - Parameter foldsCase: true to ignore the case of names, as for headers.
    public static func rows(
        ofFields old: [(name: String, value: String)], and new: [(name: String, value: String)], foldsCase: Bool = false
    ) -> [ComparisonRow] {
        func key(_ name: String) -> String { foldsCase ? name.lowercased() : name }
        func text(_ field: (name: String, value: String)) -> String { "\(field.name): \(field.value)" }
        var places = Dictionary(grouping: new.indices) { key(new[$0].name) }
        var isUsed = [Bool](repeating: false, count: new.count)
        var rows: [ComparisonRow] = []
        for field in old {
            guard let index = places[key(field.name)]?.first else {
                rows.append(ComparisonRow(.removed, left: .init(text(field))))
                continue
            }
            places[key(field.name)]?.removeFirst()
            isUsed[index] = true
            if field.value != new[index].value { rows.append(.changed(text(field), text(new[index]))) }
        }
        return rows + new.indices.filter { !isUsed[$0] }.map { ComparisonRow(.added, right: .init(text(new[$0]))) }
    }
}
