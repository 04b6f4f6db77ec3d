import JSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An answer that was kept beside its request: an example for readers, and what a mock server gives.
public struct SavedAnswer: Hashable, Sendable {
    /// For a person to choose by.
    public var name: String
    /// The request that was answered so; nil when it is the one that the answer is saved beside.
    public var request: RequestDraft?
    /// The status code.
    public var status: Int
    /// The reason phrase; may be empty.
    public var reason: String
    /// In order.
    public var headers: [Row]
    /// The bytes after the headers.
    public var body: [UInt8]

    /// An answer of these parts.
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

    /// The body where it is text; empty where it is not.
    var text: String {
        get { String(validating: body, as: UTF8.self) ?? "" }
        set { body = Array(newValue.utf8) }
    }

    /// The body in Base64 where it is no text; empty where it is.
    var base64: String {
        get { String(validating: body, as: UTF8.self) == nil ? Data(body).base64EncodedString() : "" }
        set { body = Data(base64Encoded: newValue).map { Array($0) } ?? body }
    }
}

/// What a `<request>.examples.json` holds.
public struct SavedAnswers: Hashable, Sendable {
    /// In order.
    public var answers: [SavedAnswer]

    /// These answers; none unless given.
    public init(_ answers: [SavedAnswer] = []) { self.answers = answers }
}

extension SavedAnswers: Formatted {
    static let fields: [Field<SavedAnswers>] = [Field("examples", \.answers, Coder<SavedAnswer>.object.list)]
    static let blank = Self()
}

extension SavedAnswer: Formatted {
    static let fields: [Field<SavedAnswer>] = [
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
