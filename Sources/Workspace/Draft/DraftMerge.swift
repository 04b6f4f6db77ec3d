/// Two changes of one request put together: one made to it as a text, the other to it taken apart.
public struct DraftMerge: Sendable {
    /// With both changes; where both are to the same member, with the text's.
    public private(set) var draft: RequestDraft
    /// With the other's there.
    public private(set) var alternative: RequestDraft
    /// What both changed, and not to the same; in words.
    public private(set) var disputed: [String] = []

    /// Whether all of it is as the text says.
    public private(set) var isText = true

    private let base: RequestDraft
    private let parts: RequestDraft
    private let text: RequestDraft

    /// Puts together what became of `base`: `parts`, and a text that `read` reads over the request that it is given.
    public init<Failure: Error>(
        of base: RequestDraft, parts: RequestDraft, text read: (RequestDraft) throws(Failure) -> RequestDraft
    ) throws(Failure) {
        self.base = base
        self.parts = parts
        text = try read(base)
        // What a text cannot say is as the parts have it.
        draft = base == parts ? text : try read(parts)
        alternative = draft
        guard base != parts else { return }
        merge(\.name, "the name")
        merge(\.method, "the method")
        merge(\.url, "the URL")
        merge(\.pathParameters, "the path’s parameters")
        merge(\.query, "the query")
        merge(\.headers, "the headers")
        merge(\.variables, "the variables")
        merge(\.auth, "the authentication")
        merge(\.body, "the body")
        merge(\.options, "the options")
        merge(\.captures, "the captures")
        merge(\.assertions, "the assertions")
        merge(\.scripts, "the scripts")
        merge(\.tags, "the tags")
        merge(\.docs, "the docs")
    }

    private mutating func merge(_ path: WritableKeyPath<RequestDraft, some Equatable>, _ name: String) {
        guard parts[keyPath: path] != base[keyPath: path], parts[keyPath: path] != draft[keyPath: path] else { return }
        alternative[keyPath: path] = parts[keyPath: path]
        if text[keyPath: path] == base[keyPath: path] {
            draft[keyPath: path] = parts[keyPath: path]
            isText = false
        } else {
            disputed.append(name)
        }
    }
}
