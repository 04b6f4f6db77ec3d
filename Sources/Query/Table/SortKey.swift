/// What a row is sorted by, without memory of its own: texts are told apart by their first bytes, and read again where those are the same.
struct SortKey {
    private enum Kind: UInt8 {
        case number, text, nothing
    }

    private let kind: Kind
    private let number: Double
    /// The first eight bytes of a text as one number, which sorts as they do.
    private let prefix: UInt64
    private let value: Int

    init(_ value: Int?, _ text: JSONText) {
        self.value = value ?? 0
        guard let value else {
            (kind, number, prefix) = (.nothing, 0, 0)
            return
        }
        switch text.kind(of: value) {
        case .number:
            let number = text.number(value)
            (kind, self.number, prefix) = (.number, number.isNaN ? 0 : number, 0)
        case .word where text.bytes[value] == UInt8(ascii: "n"): (kind, number, prefix) = (.nothing, 0, 0)
        case .string, .word, .object, .array: (kind, number, prefix) = (.text, 0, Self.prefix(Self.bytes(value, text)))
        }
    }

    /// What a value sorts as; of a container its bracket alone.
    private static func bytes(_ value: Int, _ text: JSONText) -> [UInt8] {
        switch text.kind(of: value) {
        case .string: text.string(value)
        case .word, .number: Array(text.word(value))
        case .object, .array: [text.bytes[value]]
        }
    }

    private static func prefix(_ bytes: [UInt8]) -> UInt64 {
        var prefix: UInt64 = 0
        for index in 0..<8 { prefix = prefix << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
        return prefix
    }

    /// Whether it comes first, whether the other does, or neither. What is missing comes last in either direction.
    func isBefore(_ other: SortKey, isDescending: Bool, in text: JSONText) -> Bool? {
        switch (kind, other.kind) {
        case (.nothing, .nothing): nil
        case (.nothing, _): false
        case (_, .nothing): true
        case (.number, .number): number == other.number ? nil : (number < other.number) != isDescending
        case (.number, .text): !isDescending
        case (.text, .number): isDescending
        case (.text, .text):
            prefix != other.prefix ? (prefix < other.prefix) != isDescending : isTextBefore(other, isDescending: isDescending, in: text)
        }
    }

    private func isTextBefore(_ other: SortKey, isDescending: Bool, in text: JSONText) -> Bool? {
        let (left, right) = (Self.bytes(value, text), Self.bytes(other.value, text))
        return left == right ? nil : left.lexicographicallyPrecedes(right) != isDescending
    }
}
