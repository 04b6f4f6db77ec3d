/// What is done about compressed answers.
public enum HTTPDecompression: Hashable, Sendable {
    /// Asks for everything the transport knows, unless the request has an `Accept-Encoding`, and unpacks what comes.
    case automatic
    /// Asks for nothing, and passes bytes on as they come.
    case none
    /// Asks for these codings, such as `gzip`, and unpacks what comes; for none of them like ``none``.
    case codings([String])
}

private enum DecompressionOption: HTTPRequestOption {
    static let defaultOptionValue: HTTPDecompression = .automatic
}

extension HTTPRequest {
    /// Whether compressed answers are asked for and unpacked.
    public var decompression: HTTPDecompression {
        get { self[option: DecompressionOption.self] }
        set { self[option: DecompressionOption.self] = newValue }
    }
}
