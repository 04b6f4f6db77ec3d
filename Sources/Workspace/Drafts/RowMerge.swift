/// Merges two changes of a list, row by row.
enum RowMerge {
    /// One side's changes: the new version of each row, and the rows inserted after each one or at the beginning.
    private struct Side<Element: Equatable> {
        /// The new version of each row; nil if it was removed.
        var kept: [Element?]
        /// The rows inserted after the row with the previous index; the first element holds those at the beginning.
        var added: [[Element]]
    }

    /// The merged rows; nil if both sides changed the same row, or inserted different rows with the same name.
    ///
    /// - Parameters:
    ///   - name: identifies a row that was changed.
    ///   - firstCounts: true takes the first side's version in a conflict, so that there is always a result.
    static func merge<Element: Equatable>(
        _ base: [Element], _ one: [Element], _ other: [Element], firstCounts: Bool = false, name: (Element) -> String
    ) -> [Element]? {
        let (first, second) = (side(base, one, name), side(base, other, name))
        guard var result = added(first.added[0], second.added[0], firstCounts, name) else { return nil }
        for index in base.indices {
            guard let row = changed(base[index], first.kept[index], second.kept[index], firstCounts),
                let new = added(first.added[index + 1], second.added[index + 1], firstCounts, name)
            else { return nil }
            result += (row.map { [$0] } ?? []) + new
        }
        return result
    }

    /// The changed version of a row; nil if both sides changed it differently.
    private static func changed<Element: Equatable>(
        _ base: Element, _ one: Element?, _ other: Element?, _ firstCounts: Bool
    ) -> Element?? {
        if one == base { return .some(other) }
        return other == base || one == other || firstCounts ? .some(one) : nil
    }

    private static func added<Element: Equatable>(
        _ one: [Element], _ other: [Element], _ firstCounts: Bool, _ name: (Element) -> String
    ) -> [Element]? {
        let new = other.filter { !one.contains($0) }
        let free = new.filter { row in !one.contains { name($0) == name(row) } }
        return firstCounts || free == new ? one + free : nil
    }

    private static func side<Element: Equatable>(_ base: [Element], _ now: [Element], _ name: (Element) -> String) -> Side<Element> {
        var places = sameRows(base, now)
        pairChanged(base, now, &places, name)
        var side = Side(kept: places.map { $0.map { now[$0] } }, added: Array(repeating: [Element](), count: base.count + 1))
        let taken = Dictionary(places.enumerated().compactMap { index, place in place.map { ($0, index) } }) { first, _ in first }
        var behind = 0
        for index in now.indices {
            if let row = taken[index] { behind = row + 1 } else { side.added[behind].append(now[index]) }
        }
        return side
    }

    /// The new index of each unchanged row: a longest common subsequence.
    private static func sameRows<Element: Equatable>(_ base: [Element], _ now: [Element]) -> [Int?] {
        var places: [Int?] = base.indices.map { _ in nil }
        var (removed, inserted) = (Set<Int>(), Set<Int>())
        for change in now.difference(from: base) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var rest = now.indices.filter { !inserted.contains($0) }[...]
        for index in base.indices where !removed.contains(index) { places[index] = rest.popFirst() }
        return places
    }

    /// Pairs changed rows by name between unchanged ones.
    private static func pairChanged<Element>(_ base: [Element], _ now: [Element], _ places: inout [Int?], _ name: (Element) -> String) {
        var start = 0
        for index in base.indices {
            if let place = places[index] {
                start = place + 1
                continue
            }
            let end = places[index...].lazy.compactMap { $0 }.first ?? now.count
            guard let place = (start..<end).first(where: { name(now[$0]) == name(base[index]) }) else { continue }
            places[index] = place
            start = place + 1
        }
    }
}
