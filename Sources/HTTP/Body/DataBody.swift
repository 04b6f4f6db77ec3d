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
