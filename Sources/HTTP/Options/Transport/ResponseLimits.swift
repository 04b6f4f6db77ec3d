/// Limits of size for one answer, in bytes.
public struct HTTPResponseLimits: Hashable, Sendable {
    /// All header lines together, informational answers included.
    public var headerByteCount: Int
    /// The body after decompression; nil for any size, as it is streamed.
    public var bodyByteCount: Int64?

    /// 256 KiB of headers and a body of any size.
    public init(headerByteCount: Int = 262_144, bodyByteCount: Int64? = nil) {
        self.headerByteCount = headerByteCount
        self.bodyByteCount = bodyByteCount
    }
}

private enum ResponseLimitsOption: HTTPRequestOption {
    static let defaultOptionValue: HTTPResponseLimits = HTTPResponseLimits()
}

extension HTTPRequest {
    /// How large an answer may become. Passing a limit is ``HTTPError/Code/responseTooLarge``, with the limit named in the message.
    public var responseLimits: HTTPResponseLimits {
        get { self[option: ResponseLimitsOption.self] }
        set { self[option: ResponseLimitsOption.self] = newValue }
    }
}
