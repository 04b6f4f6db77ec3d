/// A body over any reader: for bytes that are made while they are sent.
public struct StreamBody: HTTPBody {
    /// As stated by whoever made this.
    public let length: HTTPBodyLength
    /// As stated by whoever made this.
    public let replay: HTTPBodyReplay
    private let contentType: String?
    private let make: @Sendable () throws -> any HTTPByteStream

    /// Sends what a reader gives. `make` is called once for each pass over the body; it must give exactly `length` bytes where that is known.
    public init(
        length: HTTPBodyLength = .unknown, replay: HTTPBodyReplay, contentType: String? = nil,
        make: @escaping @Sendable () throws -> any HTTPByteStream
    ) {
        self.length = length
        self.replay = replay
        self.contentType = contentType
        self.make = make
    }

    /// The content type, where one was given.
    public var additionalHeaders: HTTPHeaders { .contentType(contentType) }

    /// A new reader.
    public func makeBytes() throws -> any HTTPByteStream { try make() }
}
