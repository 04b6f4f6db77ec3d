import HTTP

extension Exchange {
    /// How much of each body is searched, in bytes.
    static let searchedBodyByteCount = 64 << 10

    /// What a search in the history looks at: name, method, URL, headers, and the beginnings of bodies that are text.
    ///
    /// Reads files: not for the main actor.
    public var searchedText: String {
        let fields = request.headers.fields + (response?.headers.fields ?? [])
        let bodies = [request.body, response?.body].compactMap { $0?.beginningOfText(Self.searchedBodyByteCount) }
        let parts = [origin.name, request.method, request.url] + fields.map { "\($0.name) \($0.value)" } + bodies
        return parts.joined(separator: "\n")
    }
}
