#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
import Synchronization

/// A value as JSON, encoded when it is first needed and kept.
public struct JSONBody: HTTPBody {
    private let encoding: Encoding

    /// Sends the value as `application/json`, written by this encoder.
    public init(_ value: some Encodable & Sendable, encoder: JSONEncoder = JSONEncoder()) {
        encoding = Encoding { Array(try encoder.encode(value)) }
    }

    /// Known once encoded; `unknown` where encoding fails, which ``makeBytes()`` reports.
    public var length: HTTPBodyLength {
        (try? encoding.bytes()).map { .known(Int64($0.count)) } ?? .unknown
    }

    /// False: every value has some text, and is not encoded to see that.
    public var isEmpty: Bool { false }

    /// `application/json`.
    public var additionalHeaders: HTTPHeaders { .contentType("application/json") }

    /// Encodes, to see whether that works.
    public func validate() throws { _ = try encoding.bytes() }

    /// From the first byte. Throws what the encoder throws.
    public func makeBytes() throws -> any HTTPByteStream { ArrayByteStream(try encoding.bytes()) }
}

/// The result of encoding a value once.
private final class Encoding: Sendable {
    private let encode: @Sendable () throws -> [UInt8]
    /// Guards the result, so that two readers do not encode twice.
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
