/// Two changes of one list of rows put together, row by row.
enum RowMerge {
    /// What became of a list on one side: of each of its rows, and what came in behind each, with what came before the first.
    private struct Side<Element: Equatable> {
        /// The row now; nil where it is gone.
        var kept: [Element?]
        /// What came in behind the row of the index before; the first is what came in at the beginning.
        var added: [[Element]]
    }

    /// The rows with what both sides changed; nil where both changed the same row, or added one of the same name with something else in it.
    ///
    /// - Parameters:
    ///   - name: by what a row is known that was changed.
    ///   - firstCounts: whether the first side counts in such rows, so that there is a result always.
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

    /// The row as one of both has it who changed it; nothing where both did, and not to the same.
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

    /// Where each row stands now that is as it was: a longest common subsequence.
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

    /// Between rows that are as they were, those of one name are the same row with something else in it.
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
