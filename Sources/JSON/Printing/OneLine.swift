/// What stands on one line in the `rows` layout.
enum OneLine {
    /// The longest line, in bytes, without its margin.
    static let width = 100

    /// The array, unless it has parts with parts, is a list of strings, or is too long.
    static func text(of elements: [JSONValue]) -> String? {
        guard elements.allSatisfy(\.isPlain), !elements.contains(where: { $0.string != nil }) else { return nil }
        return fitting("[" + elements.map(\.compactText).joined(separator: ", ") + "]")
    }

    /// The object, unless it has parts with parts or is too long.
    static func text(of object: JSONObject) -> String? {
        guard !object.isEmpty else { return "{}" }
        guard object.allSatisfy({ isPlain($0.value) }) else { return nil }
        return fitting(
            "{ " + object.map { JSONValue.string($0.name).compactText + ": " + plainText($0.value) }.joined(separator: ", ") + " }")
    }

    private static func fitting(_ line: String) -> String? { line.utf8.count <= width ? line : nil }

    /// Within a row, a list that would stand on one line may do so.
    private static func isPlain(_ value: JSONValue) -> Bool { value.isPlain || value.array.map { text(of: $0) != nil } ?? false }

    private static func plainText(_ value: JSONValue) -> String { value.array.flatMap { text(of: $0) } ?? value.compactText }
}

extension JSONValue {
    /// Whether it has no parts.
    fileprivate var isPlain: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }
}
