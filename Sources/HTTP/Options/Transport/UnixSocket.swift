private enum UnixSocketOption: HTTPRequestOption {
    static let defaultOptionValue: String? = nil
}

extension HTTPRequest {
    /// The Unix domain socket to connect to instead of host and port, which stay in the URL.
    public var unixSocketPath: String? {
        get { self[option: UnixSocketOption.self] }
        set { self[option: UnixSocketOption.self] = newValue }
    }
}
