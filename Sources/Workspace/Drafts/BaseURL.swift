/// The server of an environment as one URL: scheme, host, port and path prefix, each possibly with variables.
public struct BaseURL: Hashable, Sendable {
    /// The scheme in lower case; empty for the default, `https`.
    public var scheme = ""
    /// The host; empty for no server.
    public var host = ""
    /// A number or a variable; empty for the scheme's default.
    public var port = ""
    /// The beginning of all paths, such as `/v1`; may be empty.
    public var pathPrefix = ""

    /// No server.
    public init() {}

    /// Reads a URL, also one without a scheme: local hosts get `http`, others the default.
    ///
    /// An empty text is no server; nil for a text with a user, a query, a fragment, or another scheme than HTTP's.
    public init?(_ text: String) {
        var rest = text.drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        guard !rest.isEmpty else { return }
        let end = rest.firstRange(of: "://")
        if let end {
            scheme = rest[..<end.lowerBound].lowercased()
            rest = rest[end.upperBound...]
        }
        let path = rest.firstIndex(outsideVariables: { $0 == "/" }) ?? rest.endIndex
        pathPrefix = rest[path...] == "/" ? "" : String(rest[path...])
        let authority = rest[..<path]
        let afterAddress = authority.hasPrefix("[") ? authority.firstIndex(of: "]") ?? authority.startIndex : authority.startIndex
        let colon = authority[afterAddress...].firstIndex(outsideVariables: { $0 == ":" })
        host = String(authority[..<(colon ?? authority.endIndex)])
        port = colon.map { String(authority[authority.index(after: $0)...]) } ?? ""
        if end == nil, ["localhost", "127.0.0.1", "[::1]"].contains(host.lowercased()) { scheme = "http" }
        let isKnown = ["", "http", "https"].contains(scheme) || scheme.contains("{{")
        guard isKnown, !host.isEmpty, Self.expectedHost(insteadOf: host) == nil, !host.contains("@"),
            Self.expectedPort(insteadOf: port) == nil, Self.expectedPathPrefix(insteadOf: pathPrefix) == nil
        else { return nil }
    }

    /// The URL as it is shown and edited; empty for no server.
    public var text: String {
        guard self != BaseURL() else { return "" }
        let path = pathPrefix.isEmpty || pathPrefix.hasPrefix("/") ? pathPrefix : "/" + pathPrefix
        return "\(scheme.isEmpty ? "https" : scheme)://\(host)\(port.isEmpty ? "" : ":" + port)\(path)"
    }
}

extension BaseURL {
    /// Takes another server, unless it is written equally: so a file keeps its bytes.
    public mutating func replace(with new: BaseURL) {
        guard new.text != text else { return }
        let keepsDefault = new.scheme == "https" && scheme.isEmpty
        self = new
        if keepsDefault { scheme = "" }
    }

    /// The expected form of a base URL if this text is invalid; nil if it is valid.
    public static func expected(insteadOf text: String) -> String? {
        Self(text) == nil ? "a URL such as https://api.example.com/v1, without user, query or fragment" : nil
    }

    /// The expected form of a port if this text is invalid; nil if it is valid or holds variables.
    static func expectedPort(insteadOf text: String) -> String? {
        let isPossible = text.isEmpty || text.contains("{{") || (1...65535).contains(Int(text) ?? 0)
        return isPossible ? nil : "a number from 1 to 65535"
    }

    /// The expected form of a host if this text is invalid; nil if it is valid or holds variables.
    static func expectedHost(insteadOf text: String) -> String? {
        let isPossible = text.contains("{{") || !text.contains { $0.isWhitespace || "/?#@".contains($0) }
        return isPossible ? nil : "only a host: scheme and path have fields of their own"
    }

    /// The expected form of a path prefix if this text is invalid; nil if it is valid or holds variables.
    static func expectedPathPrefix(insteadOf text: String) -> String? {
        let isPossible = text.contains("{{") || text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"?#".utf8.contains($0) }
        return isPossible ? nil : "only a path, such as /api/v1, without ?, # or spaces"
    }
}

extension Substring {
    /// The index of the first matching character outside variables.
    fileprivate func firstIndex(outsideVariables isWanted: (Character) -> Bool) -> Index? {
        var place = startIndex
        while place < endIndex {
            if self[place...].hasPrefix("{{"), let end = self[place...].firstRange(of: "}}") {
                place = end.upperBound
            } else {
                if isWanted(self[place]) { return place }
                place = index(after: place)
            }
        }
        return nil
    }
}
