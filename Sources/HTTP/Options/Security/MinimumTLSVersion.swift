/// A version of TLS.
public enum HTTPTLSVersion: String, Hashable, Sendable, CaseIterable {
    /// TLS 1.0 (RFC 2246), for old servers only.
    case tls10 = "1.0"
    /// TLS 1.1 (RFC 4346), for old servers only.
    case tls11 = "1.1"
    /// TLS 1.2 (RFC 5246).
    case tls12 = "1.2"
    /// TLS 1.3 (RFC 8446).
    case tls13 = "1.3"
}

private enum MinimumTLSVersionOption: HTTPRequestOption {
    static let defaultOptionValue: HTTPTLSVersion = .tls12
}

extension HTTPRequest {
    /// The oldest TLS to accept.
    public var minimumTLSVersion: HTTPTLSVersion {
        get { self[option: MinimumTLSVersionOption.self] }
        set { self[option: MinimumTLSVersionOption.self] = newValue }
    }
}
