/// The body of a request. A new kind of body implements ``encode()``; one that should not be in memory as a whole is an ``HTTPStreamedBody``.
///
/// ```swift
/// struct CSVBody: HTTPBody {
///     let rows: [[String]]
///     var additionalHeaders: HTTPHeaders { ["Content-Type": "text/csv"] }
///     func encode() -> [UInt8] { Array(rows.map { $0.joined(separator: ",") }.joined(separator: "\r\n").utf8) }
/// }
/// ```
public protocol HTTPBody: Sendable {
    /// True if there is nothing to send. An empty body adds no headers.
    var isEmpty: Bool { get }
    /// Headers such as `Content-Type`, sent unless the request has fields of these names.
    var additionalHeaders: HTTPHeaders { get }
    /// The exact number of bytes if it is known before reading; sent as `Content-Length`.
    var length: HTTPBodyLength { get }
    /// The number of times that ``makeBytes()`` may be called; used by retries, redirects and authentication.
    var replay: HTTPBodyReplay { get }

    /// Checks, without reading it all, that the body can be sent: the file exists, the value can be encoded.
    /// - Throws: an error whose description is a text for a user.
    func validate() throws

    /// The whole body. It is sent as encoded once, when the request is prepared.
    /// - Throws: the reason why the body cannot be read, such as a missing file or a value that cannot be encoded.
    func encode() throws -> [UInt8]

    /// Creates a reader that starts at the first byte.
    /// - Throws: the same as ``encode()``.
    func makeBytes() throws -> any HTTPByteStream
}

/// A body whose bytes are read in pieces while it is sent. It provides a reader and, if it can, its length and its replay behaviour.
public protocol HTTPStreamedBody: HTTPBody {
    /// Creates a reader that starts at the first byte.
    func makeBytes() throws -> any HTTPByteStream
}

extension HTTPBody {
    /// False, unless the length is known to be zero.
    public var isEmpty: Bool { length == .known(0) }
    /// No headers.
    public var additionalHeaders: HTTPHeaders { [:] }
    /// Restartable.
    public var replay: HTTPBodyReplay { .restartable }
    /// Does nothing.
    public func validate() throws {}

    /// The number of encoded bytes; `unknown` if the body cannot be encoded.
    public var length: HTTPBodyLength { (try? encode()).map { .known(Int64($0.count)) } ?? .unknown }

    /// A reader of the encoded bytes.
    public func makeBytes() throws -> any HTTPByteStream { ArrayByteStream(try encode()) }
}

extension HTTPStreamedBody {
    /// Unknown.
    public var length: HTTPBodyLength { .unknown }

    /// The whole body, for small bodies.
    public func encode() throws -> [UInt8] {
        var stream = try makeBytes()
        var bytes: [UInt8] = []
        if case .known(let count) = length { bytes.reserveCapacity(Int(count)) }
        while let chunk = try stream.next(upTo: 65_536) { bytes += chunk }
        return bytes
    }
}

/// The number of bytes of a body.
public enum HTTPBodyLength: Hashable, Sendable {
    /// Exactly this number.
    case known(Int64)
    /// Unknown until the end; sent with chunked coding, or in frames.
    case unknown
}

/// The number of times that a body can be read.
public enum HTTPBodyReplay: Hashable, Sendable {
    /// Any number of times, with the same bytes.
    case restartable
    /// Once.
    case once
}

/// A source of bytes for one reader. Reading blocks at most for a disk, so a transport may read on its own thread.
public protocol HTTPByteStream: Sendable {
    /// Fills the buffer from its start and returns the number of bytes: 1...`buffer.count`, or 0 at the end.
    ///
    /// The buffer is never empty. A caller does not read again after 0 or an error.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

extension HTTPByteStream {
    /// The next bytes, at most `count` (at least 1); nil at the end.
    public mutating func next(upTo count: Int) throws -> [UInt8]? {
        let chunk = try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = try read(into: UnsafeMutableRawBufferPointer(buffer))
        }
        return chunk.isEmpty ? nil : chunk
    }
}

/// A reader of an array.
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

/// A body without bytes and headers.
public struct EmptyBody: HTTPStreamedBody {
    /// Creates an empty body.
    public init() {}

    /// Zero bytes.
    public var length: HTTPBodyLength { .known(0) }

    /// A reader without bytes.
    public func makeBytes() -> any HTTPByteStream { ArrayByteStream([]) }
}
