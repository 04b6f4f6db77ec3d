import HTTP

extension Exchange {
    /// How much of each body is searched, in bytes.
    static let searchedBodyByteCount = 64 << 10

    /// What a search in the history looks at: name, environment, method, URL, headers, how it ended, and the beginnings of bodies that are
    /// text.
    ///
    /// Reads files: not for the main actor.
    public var searchedText: String {
        let fields = request.headers.fields + (response?.headers.fields ?? [])
        // What the transport adds stands only in what went out.
        let sent = String(decoding: request.headerBytes, as: UTF8.self)
        let bodies = [request.body, response?.body].compactMap { $0?.beginningOfText(Self.searchedBodyByteCount) }
        let parts = [origin.name, origin.environment ?? "", request.method, request.url, outcome, sent]
        return (parts + fields.map { "\($0.name) \($0.value)" } + bodies).joined(separator: "\n")
    }

    /// As the list of the history shows it, and as the error says it.
    private var outcome: String {
        let status = response.map { "\($0.status) \($0.reason)" } ?? "ERR"
        return error.map { "\(status) \($0.code) \($0.message)" } ?? status
    }
}
