private enum CertificateAuthoritiesOption: HTTPRequestOption {
    static let defaultOptionValue: String? = nil
}

extension HTTPRequest {
    /// A PEM file of the authorities to trust instead of the system's; nil for the system's.
    public var certificateAuthoritiesPath: String? {
        get { self[option: CertificateAuthoritiesOption.self] }
        set { self[option: CertificateAuthoritiesOption.self] = newValue }
    }
}
