#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
import Platform

extension HTTPRequest {
    /// The whole URL without its fragment, as it will be asked for; a relative reference while there is no host. Setting splits the text into the
    /// parts below; text that is no URL leaves a target that ``prepared()`` refuses.
    public var url: String {
        get { target.text }
        set { target = RequestTarget(parsing: newValue) ?? .unreadable(newValue) }
    }

    /// `https` unless set; lower case.
    public var scheme: String {
        get { target.scheme }
        set { target.scheme = ASCII.lowercased(newValue) }
    }

    /// A name or an address; an IPv6 address with its brackets. Nil until an environment or a caller gives one.
    public var host: String? {
        get { target.host }
        set { target.host = newValue }
    }

    /// 1...65535; nil stands for the scheme's own port.
    public var port: Int? {
        get { target.port }
        set { target.port = newValue }
    }

    /// The port that is connected to: ``port``, else 443 or 80 by scheme.
    public var effectivePort: Int { target.port ?? (scheme == "https" || scheme == "wss" ? 443 : 80) }

    /// What `Host` says: the port only where it is not the scheme's own (RFC 9110 section 7.2).
    package var hostHeaderValue: String {
        let isDefault = target.port == nil || target.port == (scheme == "https" ? 443 : 80)
        return (host ?? "") + (isDefault ? "" : ":\(effectivePort)")
    }

    /// `user` or `user:password` before the host, percent-encoded. Sent as Basic credentials when no `Authorization` is set.
    public var percentEncodedUserInfo: String? {
        get { target.userInfo }
        set { target.userInfo = newValue }
    }

    /// The path with its percent-escapes decoded. Setting encodes what a path cannot hold.
    public var path: String {
        get { target.path.percentDecoded() }
        set { target.path = newValue.percentEncoded(keeping: .path) }
    }

    /// The path exactly as it goes out.
    public var percentEncodedPath: String {
        get { target.path }
        set { target.path = newValue }
    }

    /// What follows the `?`, exactly as it goes out; nil without a `?`.
    public var percentEncodedQuery: String? {
        get { target.query }
        set { target.query = newValue }
    }

    /// What follows the `#`; never sent.
    public var fragment: String? {
        get { target.fragment }
        set { target.fragment = newValue }
    }

    /// The query as pairs, percent-escapes decoded, `+` left alone. Setting encodes each name and value, and an empty list removes the query.
    public var queryItems: [URLQueryItem] {
        get { QueryItems.decode(target.query) }
        set { target.query = newValue.isEmpty ? nil : QueryItems.encode(newValue) }
    }

    /// Puts items behind the query that is there, which stays as it was written.
    public mutating func appendQueryItems(_ items: [URLQueryItem]) {
        guard !items.isEmpty else { return }
        let added = QueryItems.encode(items)
        target.query = target.query.map { $0.isEmpty ? added : "\($0)&\(added)" } ?? added
    }

    /// Path and query as the request line carries them: origin form, or `*` (RFC 9112 section 3.2).
    public var requestTarget: String {
        (target.path.isEmpty ? "/" : target.path) + (target.query.map { "?\($0)" } ?? "")
    }

    /// Scheme, host and port: what credentials are bound to (RFC 6454). Nil without a host.
    public var origin: HTTPOrigin? {
        host.map { HTTPOrigin(scheme: scheme, host: ASCII.lowercased($0), port: effectivePort) }
    }
}

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

    init() {}

    /// A target that stands for text that is no URL.
    static func unreadable(_ text: String) -> RequestTarget {
        var target = RequestTarget()
        target.unreadableText = text
        return target
    }

    /// Splits `scheme://user@host:port/path?query#fragment`, or a reference without scheme and host. Bytes that no request line
    /// can carry are percent-encoded, all others stay. Nil when the port is no number.
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
        host = rest.percentDecoded()
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

/// A query as `name=value` pairs between `&`.
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
