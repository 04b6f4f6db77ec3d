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
        // The parts that a text cannot express are taken from the form.
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

    /// Each option is a row of its own.
    private mutating func mergeOptions() {
        for option in RequestOption.all {
            let (mine, old, theirs) = (option.typed(in: parts.options), option.typed(in: base.options), option.typed(in: text.options))
            guard mine != old, mine != option.typed(in: draft.options) else { continue }
            option.keep(mine, in: &alternative.options)
            guard theirs == old else {
                dispute("the options")
                continue
            }
            option.keep(mine, in: &draft.options)
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
