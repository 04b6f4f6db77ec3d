/// What stands between the method and the version on a request line, taken apart (RFC 9112, section 3.2).
struct RequestTarget: Sendable, Hashable {
    /// Host and port, when the target is a whole URL, as a client sends it to a proxy.
    let authority: String?
    /// As written, escapes and all. Starts with a slash unless it is `*`.
    let path: String
    /// As written, without the question mark. `nil` where there is none.
    let query: String?

    init(_ text: String) {
        let (authority, rest) = Self.splitAuthority(text)
        self.authority = authority
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = parts.first.map(String.init) ?? "/"
        query = parts.count > 1 ? String(parts[1]) : nil
    }

    /// The path's segments without escapes. A slash at the end makes no segment of its own.
    var segments: [String] {
        path.split(separator: "/").map { PercentEncoding.decode($0) }
    }

    /// The query's pairs without escapes, in order and with their duplicates.
    var queryItems: [NameValue] {
        query.map(PercentEncoding.decodeForm) ?? []
    }

    /// Path and query as they were written.
    var text: String {
        query.map { "\(path)?\($0)" } ?? path
    }

    private static func splitAuthority(_ text: String) -> (String?, Substring) {
        for scheme in ["http://", "https://"] where text.lowercased().hasPrefix(scheme) {
            let rest = text.dropFirst(scheme.count)
            let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
            let path = rest[end...]
            return (String(rest[..<end]), path.hasPrefix("/") ? path : "/\(path)")
        }
        return (nil, text[...])
    }
}
