#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import JSON

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
