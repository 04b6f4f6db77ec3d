/// Nothing: no bytes and no header.
public struct EmptyBody: HTTPBody {
    /// The only empty body there is.
    public init() {}

    /// Zero bytes.
    public var length: HTTPBodyLength { .known(0) }

    /// At its end already.
    public func makeBytes() -> any HTTPByteStream { ArrayByteStream([]) }
}
