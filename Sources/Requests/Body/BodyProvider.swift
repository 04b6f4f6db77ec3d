public import Foundation
public import HTTP

/// Makes the body of a request, and tells the header what it is.
///
/// A provider changes the header only after everything that can throw, so that a failure leaves it as it was.
public struct BodyProvider: Sendable {
    private let encode: @Sendable (inout Header) throws -> RequestBody

    /// - Parameter encode: makes the body and then sets the content type.
    public init(encode: @escaping @Sendable (inout Header) throws -> RequestBody) { self.encode = encode }

    /// The body, after which the header fits it.
    public func body(updating header: inout Header) throws -> RequestBody { try encode(&header) }

    /// No body, and no content type.
    public static let none = BodyProvider { header in
        header.remove(.contentType)
        return .none
    }

    /// Bytes as they are.
    public static func raw(data: Data, contentType: MediaType = .binary) -> BodyProvider {
        BodyProvider { header in
            header.set(.contentType(contentType))
            return .data(data)
        }
    }

    /// A stream, which can be read once: the request cannot be repeated.
    public static func raw(stream: InputStream, contentType: MediaType = .binary) -> BodyProvider {
        let body = InputStreamBody(stream)
        return raw(body: body, contentType: contentType)
    }

    /// Any body of the core, such as a `FileBody`; without a content type here the body's own counts.
    public static func raw(body: any HTTPBody, contentType: MediaType? = nil) -> BodyProvider {
        BodyProvider { header in
            if let contentType { header.set(.contentType(contentType)) } else { header.remove(.contentType) }
            return .body(body)
        }
    }

    /// Text in UTF-8.
    public static func text(_ text: String) -> BodyProvider { raw(data: Data(text.utf8), contentType: .plainText) }

    /// A value as JSON.
    public static func json(encoded value: some Encodable & Sendable, using encoder: JSONEncoder = JSONEncoder()) -> BodyProvider {
        BodyProvider { header in
            let data = try encoder.encode(value)
            header.set(.contentType(.json))
            return .data(data)
        }
    }

    /// Pairs as a form.
    public static func form(_ items: [URLQueryItem]) -> BodyProvider {
        raw(body: FormBody(items), contentType: .urlEncodedForm)
    }

    /// Fields and files; files are read while they are sent.
    public static func multipart(_ parts: [MultipartPart]) -> BodyProvider {
        let body = MultipartBody(parts)
        return raw(body: body, contentType: .formData(boundary: body.boundary))
    }
}

/// A text that cannot be written in an encoding. Swift's strings can always be written in UTF-8; for providers of one's own.
public enum TextBodyEncodingError: Error, Hashable, Sendable {
    /// The text has no UTF-8 form.
    case utf8EncodingFailed
}
