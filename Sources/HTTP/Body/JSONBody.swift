#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A value as JSON, encoded when the body is created.
public struct JSONBody: HTTPStreamedBody {
    private let encoding: Result<[UInt8], any Error>
    /// `Content-Type: application/json`, unless it is changed.
    public var additionalHeaders: HTTPHeaders = ["Content-Type": "application/json"]

    /// Creates a body with this encoder. An error of the encoder is thrown when the request is sent.
    public init(_ value: some Encodable, encoder: JSONEncoder = JSONEncoder()) {
        encoding = Result { Array(try encoder.encode(value)) }
    }

    /// The number of encoded bytes; `unknown` if encoding failed, which ``validate()`` reports.
    public var length: HTTPBodyLength { (try? encoding.get()).map { .known(Int64($0.count)) } ?? .unknown }

    /// False: every value has a text.
    public var isEmpty: Bool { false }

    /// Throws the encoder's error.
    public func validate() throws { _ = try encoding.get() }

    /// The encoded bytes. Throws the encoder's error.
    public func encode() throws -> [UInt8] { try encoding.get() }

    /// A reader from the first byte. Throws the encoder's error.
    public func makeBytes() throws -> any HTTPByteStream { ArrayByteStream(try encoding.get()) }
}
