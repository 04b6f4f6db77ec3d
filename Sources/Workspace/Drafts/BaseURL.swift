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
        guard isKnown, !host.isEmpty, EnvironmentDraft.expectedHost(insteadOf: host) == nil, !host.contains("@"),
            EnvironmentDraft.expectedPort(insteadOf: port) == nil, EnvironmentDraft.expectedPathPrefix(insteadOf: pathPrefix) == nil
        else { return nil }
    }

    /// The URL as it is shown and edited; empty for no server.
    public var text: String {
        guard self != BaseURL() else { return "" }
        let path = pathPrefix.isEmpty || pathPrefix.hasPrefix("/") ? pathPrefix : "/" + pathPrefix
        return "\(scheme.isEmpty ? "https" : scheme)://\(host)\(port.isEmpty ? "" : ":" + port)\(path)"
    }
}

extension EnvironmentDraft {
    /// The server. Setting an equal server changes nothing, so that a file keeps its bytes.
    public var baseURL: BaseURL {
        get {
            var url = BaseURL()
            (url.scheme, url.host, url.port, url.pathPrefix) = (scheme, host, port, pathPrefix)
            return url
        }
        set {
            guard newValue.text != baseURL.text else { return }
            scheme = newValue.scheme == "https" && scheme.isEmpty ? "" : newValue.scheme
            (host, port, pathPrefix) = (newValue.host, newValue.port, newValue.pathPrefix)
        }
    }

    /// The expected form of a base URL if this text is invalid; nil if it is valid.
    public static func expectedBaseURL(insteadOf text: String) -> String? {
        BaseURL(text) == nil ? "a URL such as https://api.example.com/v1, without user, query or fragment" : nil
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
