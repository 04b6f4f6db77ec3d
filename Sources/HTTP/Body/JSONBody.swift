#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
import Synchronization

/// A value as JSON, encoded once when it is first needed.
public struct JSONBody: HTTPBody {
    private let encoding: Encoding

    /// Creates a body of type `application/json` with this encoder.
    public init(_ value: some Encodable & Sendable, encoder: JSONEncoder = JSONEncoder()) {
        encoding = Encoding { Array(try encoder.encode(value)) }
    }

    /// The number of encoded bytes; `unknown` if encoding fails, which ``makeBytes()`` reports.
    public var length: HTTPBodyLength {
        (try? encoding.bytes()).map { .known(Int64($0.count)) } ?? .unknown
    }

    /// False, without encoding: every value has a text.
    public var isEmpty: Bool { false }

    /// `application/json`.
    public var additionalHeaders: HTTPHeaders { .contentType("application/json") }

    /// Encodes the value.
    public func validate() throws { _ = try encoding.bytes() }

    /// A reader from the first byte. Throws the encoder's error.
    public func makeBytes() throws -> any HTTPByteStream { ArrayByteStream(try encoding.bytes()) }
}

/// The result of encoding a value once.
private final class Encoding: Sendable {
    private let encode: @Sendable () throws -> [UInt8]
    /// Guards the result, so that the value is encoded once.
    private let result = Mutex<Result<[UInt8], any Error>?>(nil)

    init(_ encode: @escaping @Sendable () throws -> [UInt8]) { self.encode = encode }

    func bytes() throws -> [UInt8] {
        try result.withLock { result in
            let known = result ?? Result { try encode() }
            result = known
            return known
        }
        .get()
    }
}
