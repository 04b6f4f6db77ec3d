#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
import Platform

extension HTTPRequest {
    /// The URL without its fragment; a relative reference while there is no host.
    ///
    /// Setting it splits the text into the parts below. Text that is not a URL is kept, and refused by ``prepared()``.
    public var url: String {
        get { target.text }
        set { target = RequestTarget(parsing: newValue) ?? .unreadable(newValue) }
    }

    /// The scheme in lower case; `https` by default.
    public var scheme: String {
        get { target.scheme }
        set { target.scheme = ASCII.lowercased(newValue) }
    }

    /// The host: a name or an address, IPv6 addresses in brackets. Nil until the caller or an environment sets it.
    public var host: String? {
        get { target.host }
        set { target.host = newValue }
    }

    /// The port, 1...65535; nil for the default of the scheme.
    public var port: Int? {
        get { target.port }
        set { target.port = newValue }
    }

    /// The port of the connection: ``port``, or else 443 or 80 by scheme.
    public var effectivePort: Int { target.port ?? (scheme == "https" || scheme == "wss" ? 443 : 80) }

    /// The value of `Host`, with the port only if it is not the scheme's default (RFC 9110 section 7.2).
    package var hostHeaderValue: String {
        let isDefault = target.port == nil || target.port == (scheme == "https" ? 443 : 80)
        return (host ?? "") + (isDefault ? "" : ":\(effectivePort)")
    }

    /// `user` or `user:password` before the host, percent-encoded. Sent as Basic credentials if there is no `Authorization` field.
    public var percentEncodedUserInfo: String? {
        get { target.userInfo }
        set { target.userInfo = newValue }
    }

    /// The path with its percent-escapes decoded. Setting it encodes the characters that a path cannot contain.
    public var path: String {
        get { target.path.percentDecoded() }
        set { target.path = newValue.percentEncoded(keeping: .path) }
    }

    /// The path exactly as it is sent.
    public var percentEncodedPath: String {
        get { target.path }
        set { target.path = newValue }
    }

    /// The text after `?` exactly as it is sent; nil without `?`.
    public var percentEncodedQuery: String? {
        get { target.query }
        set { target.query = newValue }
    }

    /// The text after `#`, which is never sent.
    public var fragment: String? {
        get { target.fragment }
        set { target.fragment = newValue }
    }

    /// The query as pairs with their percent-escapes decoded; `+` is kept. Setting them encodes each name and value; an empty list removes
    /// the query.
    public var queryItems: [URLQueryItem] {
        get { QueryItems.decode(target.query) }
        set { target.query = newValue.isEmpty ? nil : QueryItems.encode(newValue) }
    }

    /// Appends items to the query, whose existing text is kept as written.
    public mutating func appendQueryItems(_ items: [URLQueryItem]) {
        guard !items.isEmpty else { return }
        let added = QueryItems.encode(items)
        target.query = target.query.map { $0.isEmpty ? added : "\($0)&\(added)" } ?? added
    }

    /// The path and query of the request line: origin form, or `*` (RFC 9112 section 3.2).
    public var requestTarget: String {
        (target.path.isEmpty ? "/" : target.path) + (target.query.map { "?\($0)" } ?? "")
    }

    /// The scheme, host and port that credentials belong to (RFC 6454); nil without a host.
    public var origin: HTTPOrigin? {
        host.map { HTTPOrigin(scheme: scheme, host: $0, port: effectivePort) }
    }
}

/// The target of a request in the parts of RFC 3986 section 3, each percent-encoded exactly as written.
///
/// Foundation's `URLComponents` refuses or rewrites characters that people do send (`|`, `[` and `^` in a path or query), so the core has
/// its own type.
struct RequestTarget: Hashable, Sendable {
    var scheme = "https"
    /// `user` or `user:password`, percent-encoded, without the `@`.
    var userInfo: String?
    /// A name or an address; IPv6 addresses in brackets.
    var host: String?
    var port: Int?
    var path = ""
    var query: String?
    var fragment: String?
    /// Text that is not a URL, kept for the error message.
    var unreadableText: String?

    init() {}

    /// A target that keeps text that is not a URL.
    static func unreadable(_ text: String) -> RequestTarget {
        var target = RequestTarget()
        target.unreadableText = text
        return target
    }

    /// Splits `scheme://user@host:port/path?query#fragment`, or a reference without scheme and host. Bytes that a request line cannot
    /// contain are percent-encoded; all others are kept. Nil if the port is not a number.
    init?(parsing text: String) {
        var rest = Substring(text.percentEncoded(keeping: .visible))
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
        // Text after an open bracket belongs to an unfinished address and is not a port.
        let isOpen = rest.hasPrefix("[") && !rest.contains("]")
        if !isOpen, let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") {
            let digits = rest[rest.index(after: colon)...]
            if !digits.isEmpty {
                guard let number = Int(digits), digits.utf8.allSatisfy(ASCII.isDigit) else { return false }
                port = number
            }
            rest = rest[..<colon]
        }
        // Hosts are typed in UTF-8: undo the encoding above.
        host = rest.percentDecoded()
        return true
    }

    /// The URL without its fragment.
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

/// The items of a query: `name=value` pairs separated by `&`.
enum QueryItems {
    static func decode(_ query: String?) -> [URLQueryItem] {
        guard let query else { return [] }
        return query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            guard let equals = pair.firstIndex(of: "=") else {
                return URLQueryItem(name: pair.percentDecoded(), value: nil)
            }
            return URLQueryItem(name: pair[..<equals].percentDecoded(), value: pair[pair.index(after: equals)...].percentDecoded())
        }
    }

    static func encode(_ items: [URLQueryItem]) -> String {
        items.map { item in
            let name = item.name.percentEncoded(keeping: .queryItem)
            guard let value = item.value else { return name }
            return "\(name)=\(value.percentEncoded(keeping: .queryItem))"
        }
        .joined(separator: "&")
    }
}
