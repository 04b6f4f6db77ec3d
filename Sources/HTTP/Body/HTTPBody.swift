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

/// Bytes that are pulled, in order, by one reader. Reading blocks at most for a disk, so a transport may read on its own thread.
public protocol HTTPByteStream: Sendable {
    /// Fills the buffer from its start and returns how many bytes were written: 1...`buffer.count`, or 0 at the end.
    ///
    /// The buffer is never empty. A caller does not read again after 0 or an error.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

extension HTTPByteStream {
    /// The next bytes, at most so many (at least 1); nil at the end.
    public mutating func next(upTo count: Int) throws -> [UInt8]? {
        let chunk = try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = try read(into: UnsafeMutableRawBufferPointer(buffer))
        }
        return chunk.isEmpty ? nil : chunk
    }
}

/// Bytes of an array, in order.
struct ArrayByteStream: HTTPByteStream {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, bytes.count - position)
        guard count > 0 else { return 0 }
        buffer.copyBytes(from: bytes[position..<(position + count)])
        position += count
        return count
    }
}

/// Nothing: no bytes and no header.
public struct EmptyBody: HTTPBody {
    /// The only empty body there is.
    public init() {}

    /// Zero bytes.
    public var length: HTTPBodyLength { .known(0) }

    /// At its end already.
    public func makeBytes() -> any HTTPByteStream { ArrayByteStream([]) }
}
