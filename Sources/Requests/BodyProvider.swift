public import Foundation
public import HTTP
import Synchronization

/// Creates the body of a request and sets its content type in the header.
///
/// A provider changes the header only after everything that can throw, so that a failure leaves the header unchanged.
public struct BodyProvider: Sendable {
    private let encode: @Sendable (inout Header) throws -> RequestBody

    /// - Parameter encode: creates the body and then sets the content type.
    public init(encode: @escaping @Sendable (inout Header) throws -> RequestBody) { self.encode = encode }

    /// Creates the body and updates the header.
    public func body(updating header: inout Header) throws -> RequestBody { try encode(&header) }

    /// No body, and no content type.
    public static let none = BodyProvider { header in
        header.remove(.contentType)
        return .none
    }

    /// Bytes in memory.
    public static func raw(data: Data, contentType: MediaType = .binary) -> BodyProvider {
        BodyProvider { header in
            header.set(.contentType(contentType))
            return .data(data)
        }
    }

    /// A stream, which can be read once, so the request cannot be repeated.
    public static func raw(stream: InputStream, contentType: MediaType = .binary) -> BodyProvider {
        raw(body: InputStreamBody(stream), contentType: contentType)
    }

    /// Any body of the core, such as `FileBody`. Without a content type, the body's own is used.
    public static func raw(body: any HTTPBody, contentType: MediaType? = nil) -> BodyProvider {
        BodyProvider { header in
            if let contentType { header.set(.contentType(contentType)) } else { header.remove(.contentType) }
            return .body(body)
        }
    }

    /// Text in UTF-8.
    public static func text(_ text: String) -> BodyProvider { raw(data: Data(text.utf8), contentType: .plainText) }

    /// A value as JSON, encoded now. An error of the encoder is thrown when the request is created.
    public static func json(encoded value: some Encodable, using encoder: JSONEncoder = JSONEncoder()) -> BodyProvider {
        let encoding = Result { try encoder.encode(value) }
        return BodyProvider { header in
            let data = try encoding.get()
            header.set(.contentType(.json))
            return .data(data)
        }
    }

    /// Pairs as a URL-encoded form.
    public static func form(_ items: [URLQueryItem]) -> BodyProvider {
        raw(body: FormBody(items), contentType: .urlEncodedForm)
    }

    /// Pairs as a URL-encoded form, in the order of the literal.
    public static func form(_ values: KeyValuePairs<String, String>) -> BodyProvider {
        form(values.map { URLQueryItem(name: $0.key, value: $0.value) })
    }

    /// Fields and files as multipart form data. Files are read while they are sent.
    public static func multipart(_ parts: [MultipartPart]) -> BodyProvider {
        let body = MultipartBody(parts)
        return raw(body: body, contentType: .formData(boundary: body.boundary))
    }
}

/// The body created by a ``BodyProvider``.
public enum RequestBody: Sendable {
    /// No body.
    case none
    /// Bytes in memory.
    case data(Data)
    /// Bytes that are read while they are sent.
    case body(any HTTPBody)

    /// A stream, which can be read once.
    public static func stream(_ stream: InputStream) -> RequestBody { .body(InputStreamBody(stream)) }

    /// The body for the core. The content type is part of the header.
    public var httpBody: any HTTPBody {
        switch self {
        case .none: EmptyBody()
        case .data(let data): DataBody(data)
        case .body(let body): body
        }
    }
}

/// An `InputStream` as a body, which can be read once.
struct InputStreamBody: HTTPStreamedBody {
    private let reader: InputStreamReader

    init(_ stream: InputStream) { reader = InputStreamReader(stream) }

    var length: HTTPBodyLength { .unknown }
    var replay: HTTPBodyReplay { .once }
    func makeBytes() throws -> any HTTPByteStream { reader }
}

/// A reader that serializes access to a stream.
final class InputStreamReader: HTTPByteStream {
    /// InputStream is not Sendable. The box is accessed only within the lock, and the creator of the stream no longer uses it.
    private struct Box: @unchecked Sendable {
        let stream: InputStream
        var isOpen = false
    }

    /// Guards the stream.
    private let box: Mutex<Box>

    init(_ stream: InputStream) { box = Mutex(Box(stream: stream)) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        // The caller's buffer is never empty, so it has an address, and Int bits carry it into the lock.
        let address = UInt(bitPattern: buffer.baseAddress)
        let capacity = buffer.count
        let (count, problem) = box.withLock { box -> (Int, String) in
            if !box.isOpen {
                box.stream.open()
                box.isOpen = true
            }
            guard let target = UnsafeMutablePointer<UInt8>(bitPattern: address) else { return (0, "") }
            let count = box.stream.read(target, maxLength: capacity)
            return (count, count < 0 ? "\(box.stream.streamError.map { "\($0)" } ?? "unknown")" : "")
        }
        guard count >= 0 else { throw InputStreamError(reason: problem) }
        return count
    }
}

/// A failure while reading a stream.
struct InputStreamError: Error, CustomStringConvertible {
    let reason: String
    var description: String { "The stream cannot be read: \(reason)." }
}
