/// Which host and path a cookie belongs to (RFC 6265 section 5.1).
enum CookieRules {
    /// Both in lower case. An address has no domains above it.
    static func domain(_ domain: String, matches host: String) -> Bool {
        if host == domain { return true }
        return host.hasSuffix("." + domain) && !host.hasPrefix("[") && !IPv4Address.endsInNumber(host)
    }

    static func path(_ path: String, matches requestPath: String) -> Bool {
        guard requestPath.hasPrefix(path) else { return false }
        return requestPath.utf8.count == path.utf8.count || path.hasSuffix("/")
            || requestPath.utf8.dropFirst(path.utf8.count).first == 0x2F
    }

    /// The request's path up to its last slash.
    static func defaultPath(for requestPath: String) -> String {
        guard requestPath.hasPrefix("/"), let slash = requestPath.lastIndex(of: "/"), slash != requestPath.startIndex else { return "/" }
        return String(requestPath[..<slash])
    }

    /// The path with needless escapes undone (RFC 3986 section 6.2.2.2): `%6F` is `o`.
    static func comparablePath(_ path: String) -> String {
        let path = path.isEmpty ? "/" : path
        guard path.contains("%") else { return path }
        var output = ""
        var rest = path[...]
        while let percent = rest.firstIndex(of: "%") {
            output += rest[..<percent]
            let escape = rest[percent...].prefix(3)
            let decoded = PercentEncoding.decodeBytes(escape.utf8)
            output +=
                decoded.count == 1 && PercentEncoding.isUnreserved(decoded[0]) ? String(decoding: decoded, as: UTF8.self) : String(escape)
            rest = rest[percent...].dropFirst(3)
        }
        return output + rest
    }

    /// https, and plain connections to this very machine.
    static func isTrustworthy(_ request: HTTPRequest) -> Bool {
        request.scheme == "https" || isLoopback(request.host ?? "")
    }

    private static func isLoopback(_ host: String) -> Bool {
        let host = ASCII.lowercased(host)
        return host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
            || (IPv4Address.endsInNumber(host) && host.hasPrefix("127."))
    }
}
