extension JSONValue {
    /// This value with the change made to it that leads from `old` to `new`.
    ///
    /// What `old` and `new` have in common stays as it is here, also what neither of them knows. An added member stands behind the one
    /// that it follows in `new`.
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

    /// Replaces the member of that name, or adds it behind the one named `previous`; at the front, after members whose names begin with
    /// `$`, when there is none.
    private mutating func insert(_ member: JSONMember, after previous: String?) {
        guard self[member.name] == nil else { return self[member.name] = member.value }
        let index =
            previous.flatMap { name in members.lastIndex { $0.name == name } }
            ?? members.lastIndex { $0.name.hasPrefix("$") }
        members.insert(member, at: index.map { $0 + 1 } ?? 0)
    }
}
