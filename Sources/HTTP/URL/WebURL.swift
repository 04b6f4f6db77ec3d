/// A URL as browsers read it: the URL Standard's record, parser and setters (https://url.spec.whatwg.org, sections 4 and 6).
///
/// For what servers and pages write: redirects, links, cookies. What a person typed to be sent goes out as written through
/// ``HTTPRequest/url`` instead, because parsing here normalizes (`/a/../b` becomes `/b`).
public struct WebURL: Hashable, Sendable {
    /// A list of segments, or one opaque string as in `mailto:x`.
    enum Path: Hashable, Sendable {
        case opaque(String)
        case segments([String])
    }

    var schemeName = ""
    var usernameText = ""
    var passwordText = ""
    /// Serialized; the empty string is a host too, nil is none.
    var hostText: String?
    var portNumber: Int?
    var pathParts = Path.segments([])
    var queryText: String?
    var fragmentText: String?

    init() {}

    /// Reads a URL, relative to a base where there is one. Nil for what the standard calls failure.
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

    /// Drops the last segment; a drive letter of a file URL stays (section 4.4, "shorten a URL's path").
    mutating func shortenPath() {
        var list = segments
        if schemeName == "file", list.count == 1, WebURLParser.isNormalizedDriveLetter(list[0]) { return }
        if !list.isEmpty { list.removeLast() }
        pathParts = .segments(list)
    }

    mutating func appendSegment(_ segment: String) {
        pathParts = .segments(segments + [segment])
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
