extension WebURL {
    /// The whole, serialized. Setting what cannot be parsed changes nothing, as for all members.
    public var href: String {
        get { hrefWithoutFragment + (fragmentText.map { "#\($0)" } ?? "") }
        set { if let url = WebURL(newValue) { self = url } }
    }

    /// The scheme with its colon.
    public var `protocol`: String {
        get { schemeName + ":" }
        set { set(newValue + ":", from: .schemeStart) }
    }

    /// Percent-encoded.
    public var username: String {
        get { usernameText }
        set {
            guard canHaveCredentialsAndPort else { return }
            usernameText = PercentEncodeSet.userInfo.encode(newValue)
        }
    }

    /// Percent-encoded.
    public var password: String {
        get { passwordText }
        set {
            guard canHaveCredentialsAndPort else { return }
            passwordText = PercentEncodeSet.userInfo.encode(newValue)
        }
    }

    /// Host and port.
    public var host: String {
        get { hostname + (portNumber.map { ":\($0)" } ?? "") }
        set { if !hasOpaquePath { set(newValue, from: .host) } }
    }

    /// Host without port, serialized.
    public var hostname: String {
        get { hostText ?? "" }
        set { if !hasOpaquePath { set(newValue, from: .hostname) } }
    }

    /// The port in decimal; empty for the scheme's own.
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

    /// The query with its `?`; empty without one.
    public var search: String {
        get { queryText.map { $0.isEmpty ? "" : "?\($0)" } ?? "" }
        set {
            queryText = newValue.isEmpty ? nil : ""
            if !newValue.isEmpty { set(newValue.hasPrefix("?") ? String(newValue.dropFirst()) : newValue, from: .query) }
        }
    }

    /// The fragment with its `#`; empty without one.
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
        // Failure keeps what was set before it, as the standard's parser changes the URL in place.
        _ = parser.run()
        self = parser.url
    }
}
