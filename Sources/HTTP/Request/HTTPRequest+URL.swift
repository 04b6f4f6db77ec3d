#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

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
        get { PercentEncoding.decode(target.path) }
        set { target.path = PercentEncoding.encode(newValue, isAllowed: PercentEncoding.isPathByte) }
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
