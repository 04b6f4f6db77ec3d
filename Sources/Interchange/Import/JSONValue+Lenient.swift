import JSON
import Workspace

// Foreign documents often violate their own schemas: numbers in place of strings, null in place of nothing. These functions read the
// intended value.
extension JSONValue {
    /// The value as text: strings unchanged, numbers and booleans as written, null as an empty text, others as JSON.
    var looseText: String {
        switch self {
        case .null: ""
        case .string(let text): text
        case .bool(let value): value ? "true" : "false"
        case .number(let number): number.text
        case .array, .object: compactText
        }
    }

    /// True for `true` and for the word.
    var looseFlag: Bool { bool ?? (string?.lowercased() == "true") }

    /// A whole number, also in a string.
    var looseInteger: Int? { integer ?? string.flatMap { Int($0) } }

    /// An array of strings as lines, or a string; nil for another kind.
    var looseLines: String? { string ?? array.map { $0.map(\.looseText).joined(separator: "\n") } }

    /// The member's text; empty where it is missing.
    func text(_ name: String) -> String { self[name]?.looseText ?? "" }

    /// The member's text; nil where it is missing, null or empty.
    func nonEmpty(_ name: String) -> String? { self[name].flatMap { $0.looseText.isEmpty ? nil : $0.looseText } }

    /// The member's elements; none where it is missing or of another kind.
    func elements(_ name: String) -> [JSONValue] { self[name]?.array ?? [] }
}

extension JSONPointer {
    /// One member further down.
    func member(_ name: String) -> JSONPointer { appending(.member(name)) }

    /// One element further down.
    func element(_ index: Int) -> JSONPointer { appending(.element(index)) }
}

extension JSONObject {
    /// Sets a member unless the value is empty.
    mutating func set(_ name: String, _ value: JSONValue?) {
        guard let value, !value.isNull else { return }
        self[name] = value
    }
}
