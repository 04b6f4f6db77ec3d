/// A certificate with its private key, in files.
public struct HTTPClientCertificate: Hashable, Sendable {
    /// How the files are written.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// Text between BEGIN and END lines.
        case pem
        /// PKCS#12, certificate and key in one file.
        case pkcs12
    }

    /// How the files are written.
    public var format: Format
    /// The certificate, with its chain.
    public var path: String
    /// The key, where it is a file of its own (PEM only).
    public var keyPath: String?
    /// Opens the key.
    public var passphrase: HTTPSecret?

    /// Files are read when a connection is made.
    public init(format: Format = .pem, path: String, keyPath: String? = nil, passphrase: HTTPSecret? = nil) {
        self.format = format
        self.path = path
        self.keyPath = keyPath
        self.passphrase = passphrase
    }
}

private enum ClientCertificateOption: HTTPRequestOption {
    static let defaultOptionValue: HTTPClientCertificate? = nil
}

extension HTTPRequest {
    /// What this side proves its identity with, when the server asks over TLS.
    public var clientCertificate: HTTPClientCertificate? {
        get { self[option: ClientCertificateOption.self] }
        set { self[option: ClientCertificateOption.self] = newValue }
    }
}
