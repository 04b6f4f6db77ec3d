#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Bytes in memory, sent as they are.
public struct DataBody: HTTPBody {
    /// The bytes.
    public let bytes: [UInt8]
    /// `Content-Type`, unless nil or empty bytes.
    public let contentType: String?

    /// Sends these bytes, with no content type unless one is given.
    public init(_ bytes: [UInt8], contentType: String? = nil) {
        self.bytes = bytes
        self.contentType = contentType
    }

    /// Sends Foundation's kind of bytes.
    public init(_ data: Data, contentType: String? = nil) {
        self.init(Array(data), contentType: contentType)
    }

    /// The number of bytes.
    public var length: HTTPBodyLength { .known(Int64(bytes.count)) }

    /// The content type, where there is one.
    public var additionalHeaders: HTTPHeaders { .contentType(bytes.isEmpty ? nil : contentType) }

    /// From the first byte.
    public func makeBytes() -> any HTTPByteStream { ArrayByteStream(bytes) }
}

extension HTTPHeaders {
    /// One `Content-Type` field, or nothing for nil.
    static func contentType(_ value: String?) -> HTTPHeaders {
        value.map { ["Content-Type": $0] } ?? [:]
    }
}

/// Text in UTF-8.
public struct TextBody: HTTPBody {
    let data: DataBody

    /// Sends this text; `text/plain; charset=utf-8` unless another content type is given.
    public init(_ text: String, contentType: String = "text/plain; charset=utf-8") {
        data = DataBody(Array(text.utf8), contentType: contentType)
    }

    /// The number of UTF-8 bytes.
    public var length: HTTPBodyLength { data.length }
    /// The content type, unless the text is empty.
    public var additionalHeaders: HTTPHeaders { data.additionalHeaders }
    /// From the first byte.
    public func makeBytes() -> any HTTPByteStream { data.makeBytes() }
}

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
