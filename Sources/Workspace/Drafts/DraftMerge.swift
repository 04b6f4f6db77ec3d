import JSON

/// Merges two changes of a request: one made to its text, the other made in its form. Tables are merged row by row.
public struct DraftMerge: Sendable {
    /// The result; in conflicts it has the text's version.
    public private(set) var draft: RequestDraft
    /// The result with the form's version in conflicts.
    public private(set) var alternative: RequestDraft
    /// The names of the parts with conflicts.
    public private(set) var disputed: [String] = []

    /// True if the result equals the text's version.
    public private(set) var isText = true

    private let base: RequestDraft
    private let parts: RequestDraft
    private let text: RequestDraft

    /// Merges two versions of `base`: `parts`, and a text that `read` parses over a given request.
    public init<Failure: Error>(
        of base: RequestDraft, parts: RequestDraft, text read: (RequestDraft) throws(Failure) -> RequestDraft
    ) throws(Failure) {
        self.base = base
        self.parts = parts
        text = try read(base)
        // Parts that the text cannot express come from the form.
        draft = base == parts ? text : try read(parts)
        alternative = draft
        guard base != parts else { return }
        merge(\.name, "the name")
        merge(\.method, "the method")
        merge(\.url, "the URL")
        merge(\.pathParameters, "the path’s parameters", by: \.name)
        merge(\.query, "the query", by: \.name)
        merge(\.headers, "the headers", by: \.name)
        merge(\.variables, "the variables", by: \.name)
        merge(\.auth, "the authentication")
        mergeBody()
        mergeOptions()
        merge(\.captures, "the captures", by: \.variable)
        merge(\.assertions, "the assertions") { "\($0.subject) \($0.predicate)" }
        merge(\.comparison, "the ignore rules")
        merge(\.scripts, "the scripts")
        merge(\.tags, "the tags") { $0 }
        merge(\.docs, "the docs")
    }

    private mutating func mergeBody() {
        let name = "the body"
        merge(\.body.kind, name)
        for field in BodyKind.all.flatMap(\.fields) {
            switch field.content {
            case .line(let path), .text(let path, _): merge(Self.inBody(path), name)
            case .rows(let path): merge(Self.inBody(path), name, by: \.name)
            case .parts(let path): merge(Self.inBody(path), name, by: \.name)
            }
        }
    }

    private static func inBody<Value>(_ path: WritableKeyPath<BodyDraft, Value>) -> WritableKeyPath<RequestDraft, Value> {
        let body: WritableKeyPath<RequestDraft, BodyDraft> = \.body
        return body.appending(path: path)
    }

    /// Merges each option as a row.
    private mutating func mergeOptions() {
        for option in RequestOption.all {
            let (mine, old, theirs) = (option.typed(in: parts.options), option.typed(in: base.options), option.typed(in: text.options))
            guard mine != old, mine != option.typed(in: draft.options) else { continue }
            option.setTypedText(mine, in: &alternative.options)
            guard theirs == old else {
                dispute("the options")
                continue
            }
            option.setTypedText(mine, in: &draft.options)
            isText = false
        }
    }

    private mutating func dispute(_ name: String) {
        if !disputed.contains(name) { disputed.append(name) }
    }

    /// Merges both versions of a table, row by row if possible.
    private mutating func merge<Element: Equatable>(
        _ path: WritableKeyPath<RequestDraft, [Element]>, _ name: String, by key: (Element) -> String
    ) {
        let (old, mine, theirs) = (base[keyPath: path], parts[keyPath: path], text[keyPath: path])
        guard mine != old, theirs != old, mine != draft[keyPath: path],
            let merged = RowMerge.merge(old, theirs, mine, name: key)
        else { return merge(path, name) }
        (draft[keyPath: path], alternative[keyPath: path]) = (merged, merged)
        if merged != theirs { isText = false }
    }

    private mutating func merge(_ path: WritableKeyPath<RequestDraft, some Equatable>, _ name: String) {
        guard parts[keyPath: path] != base[keyPath: path], parts[keyPath: path] != draft[keyPath: path] else { return }
        alternative[keyPath: path] = parts[keyPath: path]
        if text[keyPath: path] == base[keyPath: path] {
            draft[keyPath: path] = parts[keyPath: path]
            isText = false
        } else {
            dispute(name)
        }
    }
}

/// Merges two changes of a JSON object: one made here, the other at the source it was copied from. Members of members are merged one by
/// one, and tables row by row.
struct ObjectMerge {
    /// The result; in conflicts it has the local version.
    private(set) var result: JSONObject
    /// The members that were taken from the source.
    private(set) var taken: [String] = []
    /// The members that both sides changed differently.
    private(set) var disputed: [String] = []

    /// Merges two versions of `base`.
    init(of base: JSONObject, here: JSONObject, source: JSONObject) {
        result = here
        for name in here.map(\.name) + source.map(\.name).filter({ here[$0] == nil })
            + base.map(\.name).filter({ here[$0] == nil && source[$0] == nil })
        {
            merge(name, base[name], here[name], source[name])
        }
    }

    private mutating func merge(_ name: String, _ base: JSONValue?, _ here: JSONValue?, _ source: JSONValue?) {
        guard here != source, source != base else { return }
        guard here != base else {
            result[name] = source
            return taken.append(name)
        }
        if let here = here?.object, let source = source?.object, here["type"] == source["type"] {
            // Members of another body kind or authentication scheme have another meaning.
            let base = base?.object.flatMap { $0["type"] == here["type"] ? $0 : nil } ?? JSONObject()
            let inner = ObjectMerge(of: base, here: here, source: source)
            result[name] = .object(inner.result)
            taken += inner.taken.map { "\(name).\($0)" }
            disputed += inner.disputed.map { "\(name).\($0)" }
        } else if let rows = Self.rows(base ?? [], here, source) {
            result[name] = .array(rows)
            if rows != here?.array { taken.append(name) }
        } else {
            disputed.append(name)
        }
    }

    /// The merged rows of a table; nil if one of the values is not a table, or both sides changed the same row.
    private static func rows(_ base: JSONValue, _ here: JSONValue?, _ source: JSONValue?) -> [JSONValue]? {
        guard let base = base.array, let here = here?.array, let source = source?.array,
            (base + here + source).allSatisfy({ $0.object != nil })
        else { return nil }
        return RowMerge.merge(base, here, source) { row in
            row["name"]?.string ?? row["variable"]?.string ?? "\(row["subject"] ?? "") \(row["predicate"] ?? "")"
        }
    }
}

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
        var places = Alignment.matches(of: base, in: now)
        pairChanged(base, now, &places, name)
        var side = Side(kept: places.map { $0.map { now[$0] } }, added: Array(repeating: [Element](), count: base.count + 1))
        let taken = Dictionary(places.enumerated().compactMap { index, place in place.map { ($0, index) } }) { first, _ in first }
        var next = 0
        for index in now.indices {
            if let row = taken[index] { next = row + 1 } else { side.added[next].append(now[index]) }
        }
        return side
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
