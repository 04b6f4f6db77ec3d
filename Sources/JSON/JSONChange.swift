extension JSONValue {
    /// Applies the difference between `old` and `new` to this value.
    ///
    /// Members and elements that `old` and `new` have in common keep their value here, and so do members that neither of them has. An
    /// added member is inserted after the member that it follows in `new`.
    public func applyingChange(from old: JSONValue, to new: JSONValue) -> JSONValue {
        if old == new { return self }
        switch (self, old, new) {
        case (.object(let own), .object(let old), .object(let new)): return .object(own.applyingChange(from: old, to: new))
        case (.array(let own), .array(let old), .array(let new)) where own.count == old.count:
            return .array(
                zip(Alignment.sources(of: new, in: old), new).map { source, value in
                    source.map { own[$0].applyingChange(from: old[$0], to: value) } ?? value
                })
        default: return new
        }
    }
}

extension JSONObject {
    fileprivate func applyingChange(from old: JSONObject, to new: JSONObject) -> JSONObject {
        var result = self
        for member in old where new[member.name] == nil { result[member.name] = nil }
        var previous: String?
        for member in new {
            if let own = result[member.name], let before = old[member.name] {
                result[member.name] = own.applyingChange(from: before, to: member.value)
            } else {
                result.insert(member, after: previous)
            }
            previous = member.name
        }
        return result
    }

    /// Replaces the member of that name, or inserts it after the one named `previous`. Without a previous one it becomes the first member
    /// after those whose names begin with `$`.
    private mutating func insert(_ member: JSONMember, after previous: String?) {
        guard self[member.name] == nil else { return self[member.name] = member.value }
        let index =
            previous.flatMap { name in members.lastIndex { haveSameBytes($0.name, name) } }
            ?? members.lastIndex { $0.name.hasPrefix("$") }
        members.insert(member, at: index.map { $0 + 1 } ?? 0)
    }
}

/// Pairs the elements of a changed list with the elements of the old list.
package enum Alignment {
    /// The index of the old element that each new one equals, or that it replaces between two equal ones; nil for an added element.
    /// The indices rise.
    ///
    /// If the lists differ in more than a few hundred elements, the longest common sequence is not computed and elements are paired in
    /// order.
    static func sources<Element: Hashable>(of new: [Element], in old: [Element], pairsChanged: Bool = true) -> [Int?] {
        let (head, tail) = commonEnds(old, new)
        let oldMiddle = Array(old[head..<(old.count - tail)])
        let newMiddle = Array(new[head..<(new.count - tail)])
        let isLong = oldMiddle.count + newMiddle.count >= 1000
        let middle = isLong ? newMiddle.map { _ in nil } : matches(of: newMiddle, in: oldMiddle).map { $0.map { $0 + head } }
        let all = (0..<head).map { $0 } + middle + (0..<tail).map { old.count - tail + $0 }
        return pairsChanged ? pairing(all, count: old.count) : all
    }

    private static func commonEnds<Element: Equatable>(_ old: [Element], _ new: [Element]) -> (head: Int, tail: Int) {
        let head = zip(old, new).prefix { $0 == $1 }.count
        let rest = min(old.count, new.count) - head
        let tail = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
        return (head, tail)
    }

    /// The index of the old element for each new one in the longest common sequence, which the standard library finds by Myers' algorithm.
    package static func matches<Element: Equatable>(of new: [Element], in old: [Element]) -> [Int?] {
        var (removed, inserted) = (Set<Int>(), Set<Int>())
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var kept = old.indices.lazy.filter { !removed.contains($0) }.makeIterator()
        return new.indices.map { inserted.contains($0) ? nil : kept.next() }
    }

    /// Pairs the unmatched new elements between two matches with the unmatched old ones between them, in order.
    private static func pairing(_ sources: [Int?], count: Int) -> [Int?] {
        // The index of the next match after each position, computed once from the end.
        var ends = [Int](repeating: count, count: sources.count + 1)
        for index in sources.indices.reversed() { ends[index] = sources[index] ?? ends[index + 1] }
        var next = 0
        return sources.indices.map { index in
            let isMatch = sources[index] != nil
            guard isMatch || next < ends[index] else { return nil }
            let source = sources[index] ?? next
            next = source + 1
            return source
        }
    }
}
