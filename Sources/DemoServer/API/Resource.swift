import JSON

/// One kind of thing that the API keeps: which fields it has, and what they may hold.
struct Resource: Sendable {
    struct Field: Sendable {
        let name: String
        let kind: Kind
        var isRequired = false
    }

    enum Kind: Sendable {
        case text(atMost: Int)
        case number(ClosedRange<Int>)
        case choice([String])

        var expected: String {
            switch self {
            case .text(let most): "a text of 1 to \(most) characters"
            case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound), or null"
            case .choice(let words): "one of " + words.joined(separator: ", ")
            }
        }

        func accepts(_ value: JSONValue) -> Bool {
            switch (self, value) {
            case (.text(let most), .string(let text)): (1...most).contains(text.count)
            case (.number, .null): true
            case (.number(let range), _): value.integer.map(range.contains) ?? false
            case (.choice(let words), .string(let text)): words.contains(text)
            default: false
            }
        }
    }

    /// The path segment under `/api`: `people`.
    let name: String
    let singular: String
    let fields: [Field]
    /// What is there from the start, without `id` and `url`.
    let records: [JSONValue]

    /// The given values in the fields' order, or every mistake in them.
    func validate(_ value: JSONValue) throws(Problem) -> JSONValue {
        guard case .object = value else { throw Self.invalid([("", "expected an object")]) }
        var mistakes: [(pointer: String, detail: String)] = []
        for name in value.memberNames where !fields.contains(where: { $0.name == name }) && !Self.ownFields.contains(name) {
            mistakes.append(("/\(name)", "is unknown; known are \(fields.map(\.name).joined(separator: ", "))"))
        }
        var record: JSONValue = [:]
        for field in fields {
            guard let given = value[field.name] else {
                if field.isRequired { mistakes.append(("/\(field.name)", "is missing; expected \(field.kind.expected)")) }
                continue
            }
            if !field.kind.accepts(given) { mistakes.append(("/\(field.name)", "expected \(field.kind.expected)")) }
            record[field.name] = given
        }
        guard mistakes.isEmpty else { throw Self.invalid(mistakes) }
        return record
    }

    /// Fields that the server sets. What a client sends for them is passed over, so that what was read can be sent back.
    private static let ownFields = ["id", "url"]

    private static func invalid(_ mistakes: [(pointer: String, detail: String)]) -> Problem {
        Problem(
            status: 422, title: "Invalid content", detail: "\(mistakes.count) of the values cannot be kept.",
            members: [("errors", .array(mistakes.map { ["pointer": .string("#\($0.pointer)"), "detail": .string($0.detail)] }))])
    }
}
