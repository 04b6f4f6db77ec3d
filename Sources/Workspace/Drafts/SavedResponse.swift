import JSON
import Platform

/// A response that is saved next to its request: an example for readers, and the response of a mock server.
public struct SavedResponse: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The request of this response; nil for the request beside which it is saved.
    public var request: RequestDraft?
    /// The status code; 0 for a response to every status that no other response of the request has (`default` in OpenAPI).
    public var status: Int
    /// The reason phrase; may be empty.
    public var reason: String
    /// The headers in order.
    public var headers: [Row]
    /// The body.
    public var body: [UInt8]

    /// A saved response.
    public init(
        name: String = "", request: RequestDraft? = nil, status: Int = 200, reason: String = "", headers: [Row] = [], body: [UInt8] = []
    ) {
        self.name = name
        self.request = request
        self.status = status
        self.reason = reason
        self.headers = headers
        self.body = body
    }

    /// The status in place of a server's response: its own, or that of an error that says nothing more.
    public var servedStatus: Int { status == 0 ? 500 : status }

    /// The body if it is text; otherwise empty.
    package var text: String {
        get { String(validating: body, as: UTF8.self) ?? "" }
        set { body = Array(newValue.utf8) }
    }

    /// The body in Base64 if it is not text; otherwise empty.
    var base64: String {
        get { String(validating: body, as: UTF8.self) == nil ? Data(body).base64EncodedString() : "" }
        set { body = Data(base64Encoded: newValue).map { Array($0) } ?? body }
    }
}

/// The content of a `<request>.examples.json` file.
public struct SavedResponses: Hashable, Sendable {
    /// The responses in order.
    public var examples: [SavedResponse]

    /// These responses; none by default.
    public init(_ examples: [SavedResponse] = []) { self.examples = examples }
}

extension SavedResponses: Formatted {
    static let fields: [Field<SavedResponses>] = [Field("examples", \.examples, Coder<SavedResponse>.object.list)]
    static let blank = Self()
}

extension SavedResponse: Formatted {
    static let fields: [Field<SavedResponse>] = [
        Field("name", \.name, .string),
        Field("request", \.request, Coder<RequestDraft>.object.optional),
        Field("status", \.status, .integer),
        Field("reason", \.reason, .string),
        Field("headers", \.headers, .rows),
        Field("body", \.text, .lines),
        Field("bodyBase64", \.base64, .base64),
    ]

    static let blank = Self()
}

extension Coder where Value == String {
    /// Bytes in Base64 (RFC 4648, 4).
    static let base64 = Coder("Base64", { value in value.string.flatMap { Data(base64Encoded: $0) == nil ? nil : $0 } }, { .string($0) })
}
