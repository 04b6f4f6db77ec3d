public import Foundation
public import HTTP

/// Makes a resource from an answer: its head and its whole body.
///
/// ```swift
/// extension ResponseDecoder where Response == Int {
///     static let count = ResponseDecoder { _, data in data.count }
/// }
/// ```
public struct ResponseDecoder<Response>: Sendable {
    /// Throws when the answer does not hold such a resource.
    public let decode: @Sendable (HTTPResponseHead, Data) throws -> Response

    /// - Parameter decode: makes the resource.
    public init(_ decode: @escaping @Sendable (HTTPResponseHead, Data) throws -> Response) { self.decode = decode }
}

extension ResponseDecoder where Response == Void {
    /// Does not look at the answer.
    public static var none: Self { ResponseDecoder { _, _ in () } }
}

extension ResponseDecoder where Response == Data {
    /// The bytes.
    public static var data: Self { ResponseDecoder { _, data in data } }
}

extension ResponseDecoder where Response == String {
    /// The bytes read as UTF-8.
    public static var text: Self { text(encoding: .utf8) }

    /// The bytes read in an encoding. Throws ``RequestError/undecodableText`` for bytes that have no meaning in it.
    public static func text(encoding: String.Encoding) -> Self {
        ResponseDecoder { _, data in
            guard let text = String(data: data, encoding: encoding) else { throw RequestError.undecodableText }
            return text
        }
    }
}

extension ResponseDecoder where Response: Decodable & SendableMetatype {
    /// A value of that type from JSON.
    public static func json(encoded resourceType: Response.Type, decoder: JSONDecoder = JSONDecoder()) -> Self {
        ResponseDecoder { _, data in try decoder.decode(resourceType, from: data) }
    }

    /// A value from JSON, where the type is known from elsewhere.
    public static func json(decoder: JSONDecoder = JSONDecoder()) -> Self { json(encoded: Response.self, decoder: decoder) }
}
