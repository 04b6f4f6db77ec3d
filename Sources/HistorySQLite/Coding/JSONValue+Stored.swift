import HTTP
import JSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSONValue {
    /// An object of the members that have a value.
    static func stored(_ members: [(String, JSONValue?)]) -> JSONValue {
        .object(members.compactMap { name, value in value.map { (name, $0) } })
    }

    /// Bytes in Base64; nil for none.
    static func bytes(_ bytes: [UInt8]) -> JSONValue? {
        bytes.isEmpty ? nil : .string(Data(bytes).base64EncodedString())
    }

    /// The bytes that ``bytes(_:)`` wrote.
    var bytes: [UInt8] { string.flatMap { Data(base64Encoded: $0) }.map { Array($0) } ?? [] }

    /// Whole microseconds.
    static func microseconds(_ duration: Duration?) -> JSONValue? {
        duration.map { .number(Int($0 / .microseconds(1))) }
    }

    /// What ``microseconds(_:)`` wrote.
    var microseconds: Duration? { integer.map { .microseconds($0) } }

    /// Pairs of name and value in order; nil for none.
    static func fields(_ fields: [HTTPHeaderField]) -> JSONValue? {
        fields.isEmpty ? nil : .array(fields.map { [.string($0.name), .string($0.value)] })
    }

    /// What ``fields(_:)`` wrote.
    var fields: [HTTPHeaderField] {
        (array ?? []).map { HTTPHeaderField(name: $0[0]?.string ?? "", value: $0[1]?.string ?? "") }
    }

    /// A number; nil for zero.
    static func count(_ count: Int64) -> JSONValue? { count == 0 ? nil : .number(Int(count)) }
}
