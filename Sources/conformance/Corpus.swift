import JSON

/// A kind of case and what answers it.
struct Corpus: Sendable {
    let name: String
    let answer: @Sendable (JSONValue) async throws -> JSONValue

    static let all = urls + formats + authentication + cookies + httpResponses + queries + curl + documents
}

/// A case that lacks a part, or something that the code under test refused by returning nothing.
struct Refusal: Error, CustomStringConvertible {
    let description: String
}

extension JSONValue {
    /// The text at a name; a case without it is refused.
    func text(_ name: String) throws -> String {
        guard let text = self[name]?.string else { throw Refusal(description: "no text at \(name)") }
        return text
    }

    static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
