/// What a request carries: a description from which the bytes can be read in pieces.
///
/// To add a kind of body, give its length, say whether it can be read again, and make a reader; see `DataBody` for the smallest one.
public protocol HTTPBody: Sendable {
    /// True when there is nothing to send; such a body adds no header.
    var isEmpty: Bool { get }
    /// Sent where the request does not set a field of that name itself, such as `Content-Type`.
    var additionalHeaders: HTTPHeaders { get }
    /// The exact number of bytes, where it is known before reading; it becomes `Content-Length`.
    var length: HTTPBodyLength { get }
    /// Whether ``makeBytes()`` may be called again: asked by retries, redirects and authentication.
    var replay: HTTPBodyReplay { get }

    /// Finds out, without reading it all, whether the body can be sent: that a file is there, that a value can be encoded.
    /// - Throws: an error whose description tells a person what is wrong.
    func validate() throws

    /// A reader from the first byte on.
    /// - Throws: what keeps the body from being read, such as a missing file or a value that fails to encode.
    func makeBytes() throws -> any HTTPByteStream
}

extension HTTPBody {
    /// False unless the length is known to be zero.
    public var isEmpty: Bool { length == .known(0) }
    /// None.
    public var additionalHeaders: HTTPHeaders { [:] }
    /// Restartable.
    public var replay: HTTPBodyReplay { .restartable }
    /// Nothing to check.
    public func validate() throws {}

    /// The whole body at once; for bodies that are known to be small.
    public func encode() throws -> [UInt8] {
        var stream = try makeBytes()
        var bytes: [UInt8] = []
        if case .known(let count) = length { bytes.reserveCapacity(Int(count)) }
        while let chunk = try stream.next(upTo: 65_536) { bytes += chunk }
        return bytes
    }
}

/// How many bytes a body has.
public enum HTTPBodyLength: Hashable, Sendable {
    /// Exactly so many.
    case known(Int64)
    /// Only reading to the end tells; sent with chunked coding, or in frames.
    case unknown
}

/// How often a body can be read.
public enum HTTPBodyReplay: Hashable, Sendable {
    /// From the first byte, any number of times, with the same bytes.
    case restartable
    /// One time only.
    case once
}
