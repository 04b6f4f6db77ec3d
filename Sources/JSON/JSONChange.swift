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

/// Pairs the elements of a changed list with those of the old list.
enum Alignment {
    /// For each new element the index of the old element that it equals, or that it replaces between two equal ones; nil for an added
    /// element. The indices rise.
    ///
    /// If the lists differ in more than a few hundred elements, the longest common sequence is not computed and elements are paired in
    /// order.
    static func sources<Element: Hashable>(of new: [Element], in old: [Element], pairsChanged: Bool = true) -> [Int?] {
        let (head, tail) = commonEnds(old, new)
        let oldMiddle = Array(old[head..<(old.count - tail)])
        let newMiddle = Array(new[head..<(new.count - tail)])
        let middle = matches(of: newMiddle, in: oldMiddle).map { $0.map { $0 + head } }
        let all = (0..<head).map { $0 } + middle + (0..<tail).map { old.count - tail + $0 }
        return pairsChanged ? pairing(all, count: old.count) : all
    }

    private static func commonEnds<Element: Equatable>(_ old: [Element], _ new: [Element]) -> (head: Int, tail: Int) {
        let head = zip(old, new).prefix { $0 == $1 }.count
        let rest = min(old.count, new.count) - head
        let tail = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
        return (head, tail)
    }

    /// The longest common sequence, by Myers' algorithm in the standard library.
    private static func matches<Element: Hashable>(of new: [Element], in old: [Element]) -> [Int?] {
        var result = [Int?](repeating: nil, count: new.count)
        guard !old.isEmpty, !new.isEmpty, old.count + new.count < 1000 else { return result }
        let difference = new.difference(from: old)
        let removed = offsets(of: difference.removals)
        let inserted = offsets(of: difference.insertions)
        let kept = old.indices.filter { !removed.contains($0) }
        for (source, target) in zip(kept, new.indices.filter { !inserted.contains($0) }) { result[target] = source }
        return result
    }

    private static func offsets<Element>(of changes: [CollectionDifference<Element>.Change]) -> Set<Int> {
        Set(
            changes.map { change in
                switch change {
                case .insert(let offset, _, _), .remove(let offset, _, _): offset
                }
            })
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
