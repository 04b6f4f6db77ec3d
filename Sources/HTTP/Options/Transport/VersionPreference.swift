/// Which version of HTTP to speak.
public enum HTTPVersionPreference: String, Hashable, Sendable, CaseIterable {
    /// HTTP/2 where TLS agrees on it, else 1.1.
    case automatic
    /// HTTP/1.0 only.
    case http10 = "1.0"
    /// HTTP/1.1 only.
    case http11 = "1.1"
    /// HTTP/2, over plain text by upgrade.
    case http2 = "2"
    /// HTTP/2 from the first byte, also without TLS.
    case http2PriorKnowledge = "2-prior-knowledge"
    /// HTTP/3, falling back to earlier ones.
    case http3 = "3"
}

private enum VersionOption: HTTPRequestOption {
    static let defaultOptionValue: HTTPVersionPreference = .automatic
}

extension HTTPRequest {
    /// The protocol version to speak. A version that the installed transport lacks is an invalid request.
    public var versionPreference: HTTPVersionPreference {
        get { self[option: VersionOption.self] }
        set { self[option: VersionOption.self] = newValue }
    }
}
