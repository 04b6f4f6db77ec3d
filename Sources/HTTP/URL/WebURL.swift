import Platform

/// A URL as browsers read it: the record, parser and setters of the URL Standard (https://url.spec.whatwg.org, sections 4 and 6).
///
/// Used for URLs that servers write: redirects, links, cookies. Parsing normalizes (`/a/../b` becomes `/b`), so URLs that people type are
/// sent as written instead, by ``HTTPRequest/url``.
public struct WebURL: Hashable, Sendable {
    /// A list of segments, or one opaque string as in `mailto:x`.
    enum Path: Hashable, Sendable {
        case opaque(String)
        case segments([String])
    }

    var schemeName = ""
    var usernameText = ""
    var passwordText = ""
    /// The serialized host; nil if there is none, which differs from an empty one.
    var hostText: String?
    var portNumber: Int?
    var pathParts = Path.segments([])
    var queryText: String?
    var fragmentText: String?

    init() {}

    /// Parses a URL, relative to a base if there is one; nil for failure.
    public init?(_ text: String, base: WebURL? = nil) {
        var parser = WebURLParser(text, base: base)
        guard parser.run() else { return nil }
        self = parser.url
    }

    static let defaultPorts: [String: Int?] = ["http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21, "file": nil]

    var isSpecial: Bool { Self.defaultPorts.keys.contains(schemeName) }

    var hasOpaquePath: Bool {
        if case .opaque = pathParts { true } else { false }
    }

    var hasCredentials: Bool { !usernameText.isEmpty || !passwordText.isEmpty }

    var segments: [String] {
        if case .segments(let list) = pathParts { list } else { [] }
    }

    /// Removes the last segment, except the drive letter of a file URL (section 4.4, "shorten a URL's path").
    mutating func shortenPath() {
        if schemeName == "file", segments.count == 1, WebURLParser.isNormalizedDriveLetter(segments[0]) { return }
        changeSegments { _ = $0.popLast() }
    }

    mutating func appendSegment(_ segment: String) { changeSegments { $0.append(segment) } }

    /// Changes the segments in place: a copy for each of them would take a minute for a path of a hundred thousand.
    private mutating func changeSegments(_ change: (inout [String]) -> Void) {
        var list = segments
        pathParts = .segments([])
        change(&list)
        pathParts = .segments(list)
    }

    /// The serialized URL. Like all members, it is unchanged by setting text that cannot be parsed.
    public var href: String {
        get { hrefWithoutFragment + (fragmentText.map { "#\($0)" } ?? "") }
        set { if let url = WebURL(newValue) { self = url } }
    }

    /// The scheme with a colon.
    public var `protocol`: String {
        get { schemeName + ":" }
        set { set(newValue + ":", from: .schemeStart) }
    }

    /// The user name, percent-encoded.
    public var username: String {
        get { usernameText }
        set {
            guard canHaveCredentialsAndPort else { return }
            usernameText = newValue.percentEncoded(keeping: .urlUserInfo)
        }
    }

    /// The password, percent-encoded.
    public var password: String {
        get { passwordText }
        set {
            guard canHaveCredentialsAndPort else { return }
            passwordText = newValue.percentEncoded(keeping: .urlUserInfo)
        }
    }

    /// The host and port.
    public var host: String {
        get { hostname + (portNumber.map { ":\($0)" } ?? "") }
        set { if !hasOpaquePath { set(newValue, from: .host) } }
    }

    /// The serialized host without the port.
    public var hostname: String {
        get { hostText ?? "" }
        set { if !hasOpaquePath { set(newValue, from: .hostname) } }
    }

    /// The port in decimal; empty for the default of the scheme.
    public var port: String {
        get { portNumber.map(String.init) ?? "" }
        set {
            guard canHaveCredentialsAndPort else { return }
            if newValue.isEmpty { portNumber = nil } else { set(newValue, from: .port) }
        }
    }

    /// The path, percent-encoded.
    public var pathname: String {
        get {
            switch pathParts {
            case .opaque(let text): text
            case .segments(let list): list.map { "/\($0)" }.joined()
            }
        }
        set {
            guard !hasOpaquePath else { return }
            pathParts = .segments([])
            set(newValue, from: .pathStart)
        }
    }

    /// The query with `?`; empty if there is none.
    public var search: String {
        get { queryText.map { $0.isEmpty ? "" : "?\($0)" } ?? "" }
        set {
            queryText = newValue.isEmpty ? nil : ""
            if !newValue.isEmpty { set(newValue.hasPrefix("?") ? String(newValue.dropFirst()) : newValue, from: .query) }
        }
    }

    /// The fragment with `#`; empty if there is none.
    public var hash: String {
        get { fragmentText.map { $0.isEmpty ? "" : "#\($0)" } ?? "" }
        set {
            fragmentText = newValue.isEmpty ? nil : ""
            if !newValue.isEmpty { set(newValue.hasPrefix("#") ? String(newValue.dropFirst()) : newValue, from: .fragment) }
        }
    }

    private var canHaveCredentialsAndPort: Bool { !hostname.isEmpty && schemeName != "file" }

    private mutating func set(_ text: String, from state: WebURLParser.State) {
        var parser = WebURLParser(text, changing: self, from: state)
        // A failure keeps the parts set before it, because the standard's parser changes the URL in place.
        _ = parser.run()
        self = parser.url
    }
}

extension WebURL: CustomStringConvertible {
    /// The serialized URL.
    public var description: String { href }

    var hrefWithoutFragment: String {
        var text = schemeName + ":"
        if let hostText {
            text += "//"
            if hasCredentials { text += usernameText + (passwordText.isEmpty ? "" : ":\(passwordText)") + "@" }
            text += hostText + (portNumber.map { ":\($0)" } ?? "")
        } else if case .segments(let list) = pathParts, list.count > 1, list[0].isEmpty {
            text += "/."
        }
        return text + pathname + (queryText.map { "?\($0)" } ?? "")
    }
}

/// Resolves references without normalizing them: dots are not resolved and nothing is encoded. For URLs that servers write see ``WebURL``.
public enum URLReference {
    /// A reference resolved against a base, both as written.
    ///
    /// An absolute reference is returned unchanged. `//host` uses the scheme of the base, `/path` its origin, `?query` its path; any other
    /// reference replaces the text after the last slash of the base.
    public static func resolve(_ reference: String, against base: String) -> String {
        let base = Parts(base)
        if isAbsolute(reference) { return reference }
        if reference.hasPrefix("//") || reference.hasPrefix("\\\\") { return "\(base.scheme):\(reference)" }
        if reference.isEmpty { return base.origin + (base.path.isEmpty ? "/" : base.path) + base.query }
        switch reference.first {
        case "/", "\\": return base.origin + reference
        case "?": return base.origin + base.path + reference
        case "#": return base.origin + base.path + base.query + reference
        default: return base.origin + base.folder + reference
        }
    }

    /// True for `scheme://` followed by more text.
    private static func isAbsolute(_ reference: String) -> Bool {
        guard let colon = reference.firstIndex(of: ":"), ASCII.isScheme(reference[..<colon]) else { return false }
        return reference[colon...].hasPrefix("://") && reference[colon...].utf8.count > 3
    }

    /// A base without its fragment, with backslashes in its path replaced.
    private struct Parts {
        let scheme: String
        let origin: String
        let path: String
        let query: String

        init(_ text: String) {
            let whole = text.prefix { $0 != "#" }
            let mark = whole.firstIndex(of: "?") ?? whole.endIndex
            query = String(whole[mark...])
            let address = whole[..<mark]
            let colon = address.firstIndex(of: ":") ?? address.startIndex
            scheme = String(address[..<colon])
            let authority = address[colon...].hasPrefix("://") ? address[colon...].dropFirst(3) : address[colon...]
            let slash = authority.firstIndex { $0 == "/" || $0 == "\\" } ?? address.endIndex
            origin = String(address[..<slash])
            path = String(address[slash...].map { $0 == "\\" ? "/" : $0 })
        }

        /// The path up to its last slash.
        var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/" }
    }
}
