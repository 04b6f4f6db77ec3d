/// What a server's certificate must satisfy.
public struct HTTPServerTrust: Hashable, Sendable {
    /// False accepts any certificate for any name, of an https proxy too: whoever sits between can read and change everything. Shown loudly wherever it is on.
    public var isVerified: Bool
    /// Public keys of which one must be the server's, as `sha256//` and base64 of the key's SHA-256; empty for any key.
    public var pinnedPublicKeys: [String]

    /// Verified, no pins.
    public init(isVerified: Bool = true, pinnedPublicKeys: [String] = []) {
        self.isVerified = isVerified
        self.pinnedPublicKeys = pinnedPublicKeys
    }
}

private enum ServerTrustOption: HTTPRequestOption {
    static let defaultOptionValue: HTTPServerTrust = HTTPServerTrust()
}

extension HTTPRequest {
    /// What is asked of the server's certificate.
    public var serverTrust: HTTPServerTrust {
        get { self[option: ServerTrustOption.self] }
        set { self[option: ServerTrustOption.self] = newValue }
    }
}
