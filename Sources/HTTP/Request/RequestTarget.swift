/// Where a request goes, in the parts of RFC 3986 section 3, each kept percent-encoded exactly as it was written.
///
/// Foundation's `URLComponents` refuses or rewrites what people do send (`|`, `[`, `^` in a path or query), so the core keeps its own.
struct RequestTarget: Hashable, Sendable {
    var scheme = "https"
    /// `user` or `user:password`, percent-encoded, without the `@`.
    var userInfo: String?
    /// A name or an address; an IPv6 address has its brackets.
    var host: String?
    var port: Int?
    var path = ""
    var query: String?
    var fragment: String?
    /// The text that could not be read as a URL, kept for the error that says so.
    var unreadableText: String?

    /// A target that stands for text that is no URL.
    static func unreadable(_ text: String) -> RequestTarget {
        var target = RequestTarget()
        target.unreadableText = text
        return target
    }
}

extension RequestTarget {
    /// Splits `scheme://user@host:port/path?query#fragment`, or a reference without scheme and host. Bytes that no request line
    /// can carry are percent-encoded, all others stay. Nil when the port is no number.
    init?(parsing text: String) {
        var rest = Substring(PercentEncoding.encode(text, isAllowed: PercentEncoding.isVisible))
        if let hash = rest.firstIndex(of: "#") {
            fragment = String(rest[rest.index(after: hash)...])
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: "?") {
            query = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(of: ":"), rest[colon...].hasPrefix("://"), ASCII.isScheme(rest[..<colon]) {
            scheme = ASCII.lowercased(rest[..<colon])
            rest = rest[colon...].dropFirst(3)
            let end = rest.firstIndex(of: "/") ?? rest.endIndex
            guard setAuthority(rest[..<end]) else { return nil }
            rest = rest[end...]
        }
        path = String(rest)
    }

    private mutating func setAuthority(_ text: Substring) -> Bool {
        var rest = text
        if let at = rest.lastIndex(of: "@") {
            userInfo = String(rest[..<at])
            rest = rest[rest.index(after: at)...]
        }
        // What stands behind an open bracket is an address that was not finished, and no port.
        let isOpen = rest.hasPrefix("[") && !rest.contains("]")
        if !isOpen, let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") {
            let digits = rest[rest.index(after: colon)...]
            if !digits.isEmpty {
                guard let number = Int(digits), digits.utf8.allSatisfy(ASCII.isDigit) else { return false }
                port = number
            }
            rest = rest[..<colon]
        }
        // A host is written in UTF-8 by people: what was encoded above is its own text again.
        host = PercentEncoding.decode(rest)
        return true
    }

    /// Everything but the fragment, as one string.
    var text: String {
        if let unreadableText { return unreadableText }
        var text = authority.isEmpty ? "" : "\(scheme)://\(authority)"
        text += path
        if let query { text += "?\(query)" }
        return text
    }

    /// `user@host:port`; empty without a host.
    var authority: String {
        guard let host else { return "" }
        return (userInfo.map { "\($0)@" } ?? "") + host + (port.map { ":\($0)" } ?? "")
    }
}
