import Hashing
public import Platform

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
    public var origin: HTTPOrigin? { host.map { HTTPOrigin(scheme: scheme, host: $0, port: effectivePort) } }
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
    /// contain are percent-encoded; all others are kept. `scheme://host*` has the path `*`, the server itself. Nil if the port is not a
    /// number.
    init?(parsing text: String) {
        // ASCII, in which each byte is a character: to look for characters, Swift would have to find their ends.
        var rest = Substring(text.percentEncoded(keeping: .visible))
        func first(_ byte: Unicode.Scalar) -> Substring.Index? { rest.utf8.firstIndex(of: UInt8(ascii: byte)) }
        if let hash = first("#") {
            fragment = String(rest[rest.utf8.index(after: hash)...])
            rest = rest[..<hash]
        }
        if let mark = first("?") {
            query = String(rest[rest.utf8.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let colon = first(":"), rest.utf8[colon...].starts(with: "://".utf8), ASCII.isScheme(rest[..<colon]) {
            scheme = ASCII.lowercased(rest[..<colon])
            rest = Substring(rest.utf8[colon...].dropFirst(3))
            let slash = first("/")
            // A server itself (RFC 9112 section 3.2.4): an asterisk instead of the path. No name of a host ends with one.
            let star = UInt8(ascii: "*")
            let isServer = slash == nil && query == nil && rest.utf8.last == star && rest.utf8.dropLast().last.map { $0 != star } ?? false
            let end = isServer ? rest.utf8.index(before: rest.endIndex) : slash ?? rest.endIndex
            guard setAuthority(rest[..<end]) else { return nil }
            rest = rest[end...]
        }
        path = String(rest)
    }

    private mutating func setAuthority(_ text: Substring) -> Bool {
        var rest = text
        let (at, colon, bracket) = (UInt8(ascii: "@"), UInt8(ascii: ":"), UInt8(ascii: "]"))
        if let at = rest.utf8.lastIndex(of: at) {
            userInfo = String(rest[..<at])
            rest = rest[rest.utf8.index(after: at)...]
        }
        // Text after an open bracket belongs to an unfinished address and is not a port.
        let isOpen = rest.utf8.first == UInt8(ascii: "[") && !rest.utf8.contains(bracket)
        if !isOpen, let colon = rest.utf8.lastIndex(of: colon), !rest.utf8[colon...].contains(bracket) {
            let digits = rest[rest.utf8.index(after: colon)...]
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

extension HTTPRequest {
    /// The request in the form in which it is sent: validated, with the headers of its body and of its user info unless it sets them
    /// itself.
    ///
    /// All validation happens here. A transport calls it first, so that nothing of an invalid request is sent.
    /// - Throws: ``HTTPError/Code/invalidRequest`` with a message that names the part, the problem, and what to write instead.
    public func prepared() throws(HTTPError) -> HTTPRequest {
        var request = self
        try request.encodeBody()
        let additions = body.additionalHeaders
        if !additions.isEmpty, !body.isEmpty { request.headers.merge(defaults: additions) }
        request.requestPlainRange()
        let userProblem = request.moveUserInfoIntoHeader()
        request.writeHostInASCII()
        if let problem = userProblem ?? request.firstProblem() {
            throw HTTPError(.invalidRequest, request: self, message: problem)
        }
        return request
    }

    /// Encodes a body that is not read in pieces, once for everything that needs its length and bytes.
    private mutating func encodeBody() throws(HTTPError) {
        // The kinds of most requests are known at once; a protocol is looked for among all types the first time.
        guard !(body is EmptyBody || body is DataBody || body is any HTTPStreamedBody) else { return }
        do {
            body = DataBody(try body.encode(), additionalHeaders: body.additionalHeaders)
        } catch {
            throw HTTPError(.invalidRequest, request: self, underlyingError: error, message: "The body cannot be sent: \(error)")
        }
    }

    /// Asks for the uncompressed bytes of a range: a part of a compressed body cannot be decoded, and servers ignore ranges of bodies that they
    /// compress.
    private mutating func requestPlainRange() {
        guard headers.contains("Range"), !headers.contains("Accept-Encoding"), decompression == .automatic else { return }
        headers.append("Accept-Encoding", "identity")
        decompression = .none
    }

    /// Moves `user:password@` of the URL into `Authorization`.
    /// - Returns: the problem, or nil.
    package mutating func moveUserInfoIntoHeader() -> String? {
        guard let userInfo = target.userInfo else { return nil }
        target.userInfo = nil
        guard !headers.contains("Authorization") else { return nil }
        let (encodedName, password) = userInfo.splitOnce(at: ":")
        let name = encodedName.percentDecoded()
        guard !name.contains(":") else { return BasicCredentials.colonProblem }
        let plain = "\(name):\((password ?? "").percentDecoded())"
        headers.append("Authorization", "Basic \(Base64.encode(Array(plain.utf8)))")
        return nil
    }

    /// Writes the host in ASCII. A name that has no such form is kept, and refused later.
    private mutating func writeHostInASCII() {
        guard let host, host.hasByte({ $0 >= 0x80 }) else { return }
        target.host = DomainName.ascii(host) ?? host
    }

    private func firstProblem() -> String? {
        Self.fault(ofMethod: method.rawValue).map { $0 + "." } ?? urlProblem() ?? headers.firstFault ?? bodyProblem()
    }

    /// The reason why a text is not a method, as a sentence without its full stop; nil if it is one.
    package static func fault(ofMethod text: String) -> String? {
        guard !ASCII.isToken(text) else { return nil }
        return "The method \(text.quotedForMessage) is not a token: use letters, digits and -, as in GET or PROPFIND"
    }

    /// The problem of the present URL, as a sentence; nil if it can be sent, or has no host yet, which an environment may provide.
    package var urlFault: String? {
        guard target.unreadableText != nil || host?.isEmpty == false else { return nil }
        var request = self
        request.writeHostInASCII()
        return request.urlProblem()
    }

    private func urlProblem() -> String? {
        if let text = target.unreadableText {
            if text.contains(where: \.isWhitespace) { return "\(text.quotedForMessage) cannot be read as a URL: remove the space." }
            return "\(text.quotedForMessage) cannot be read as a URL: expected https://host:port/path?query."
        }
        guard ["http", "https"].contains(scheme) else {
            return "The URL scheme \(scheme.quotedForMessage) is not supported: use http or https."
        }
        return hostProblem() ?? targetProblem()
    }

    private static let forbiddenInHosts = ASCIISet("\"#%/<>?@\\^`{|}")

    private func hostProblem() -> String? {
        guard let host, !host.isEmpty else {
            return "The URL has no host: write https://host/path, or choose an environment that names one."
        }
        if let problem = Self.problem(withHost: host) { return problem }
        if let port = target.port, !(1...65535).contains(port) { return "The port \(port) is not between 1 and 65535." }
        return nil
    }

    /// The problem of a host's text, for a server or a proxy; nil if it can be used.
    package static func problem(withHost host: String) -> String? {
        if host.hasByte({ $0 <= 0x20 || $0 >= 0x7F || forbiddenInHosts.contains($0) }) {
            return "The host \(host.quotedForMessage) contains a character that host names cannot have."
        }
        return addressProblem(host)
    }

    /// The problem of an IPv6 address, with or without its brackets (RFC 3986 section 3.2.2).
    private static func addressProblem(_ host: String) -> String? {
        guard host.hasByte({ $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: ":") }) else { return nil }
        let example = "write an IPv6 address in brackets, as in http://[::1]:8080/."
        guard host.contains("[") || host.contains("]") else { return "The host \(host.quotedForMessage) contains a colon: \(example)" }
        guard host.hasPrefix("["), host.hasSuffix("]"), host.utf8.count > 1 else {
            return "The host \(host.quotedForMessage) has unmatched brackets: \(example)"
        }
        guard IPv6Address.parse(host.dropFirst().dropLast()) == nil else { return nil }
        return "The host \(host.quotedForMessage) is not an IPv6 address: \(example)"
    }

    private func targetProblem() -> String? {
        guard target.path.isEmpty || target.path.hasPrefix("/") || (target.path == "*" && target.query == nil) else {
            return "The path \(target.path.quotedForMessage) must begin with / once the host is known."
        }
        guard !requestTarget.hasByte({ !ASCIISet.visible.contains($0) }) else {
            return "The path or query contains a space, a control character or a character outside ASCII: percent-encode it."
        }
        return nil
    }

    private func bodyProblem() -> String? {
        do {
            try body.validate()
            return nil
        } catch {
            return "The body cannot be sent: \(error)"
        }
    }
}
