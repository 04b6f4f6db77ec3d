public import Foundation
public import HTTP

/// Creates a resource from the head and the body of a response.
///
/// ```swift
/// extension ResponseDecoder where Response == Int {
///     static let count = ResponseDecoder { _, data in data.count }
/// }
/// ```
public struct ResponseDecoder<Response>: Sendable {
    /// Creates the resource; throws if the response does not contain one.
    public let decode: @Sendable (HTTPResponseHead, Data) throws -> Response

    /// - Parameter decode: creates the resource.
    public init(_ decode: @escaping @Sendable (HTTPResponseHead, Data) throws -> Response) { self.decode = decode }
}

extension ResponseDecoder where Response == Void {
    /// Ignores the response.
    public static var none: Self { ResponseDecoder { _, _ in () } }
}

extension ResponseDecoder where Response == Data {
    /// The bytes.
    public static var data: Self { ResponseDecoder { _, data in data } }
}

extension ResponseDecoder where Response == String {
    /// The bytes as UTF-8 text.
    public static var text: Self { text(encoding: .utf8) }

    /// The bytes as text in an encoding. Throws ``RequestError/undecodableText`` for bytes that are invalid in it.
    public static func text(encoding: String.Encoding) -> Self {
        ResponseDecoder { _, data in
            guard let text = String(data: data, encoding: encoding) else { throw RequestError.undecodableText }
            return text
        }
    }
}

extension ResponseDecoder where Response: Decodable & SendableMetatype {
    /// A value of a type, decoded from JSON.
    public static func json(encoded resourceType: Response.Type, decoder: JSONDecoder = JSONDecoder()) -> Self {
        ResponseDecoder { _, data in try decoder.decode(resourceType, from: data) }
    }

    /// A value decoded from JSON, whose type is inferred.
    public static func json(decoder: JSONDecoder = JSONDecoder()) -> Self { json(encoded: Response.self, decoder: decoder) }
}
