/// What a row is sorted by.
enum SortKey: Equatable {
    case number(Double)
    case text([UInt8])
    case nothing

    init(_ value: Int?, _ text: JSONText) {
        guard let value else {
            self = .nothing
            return
        }
        switch text.kind(of: value) {
        case .number: self = .number(text.number(value))
        case .string: self = .text(text.string(value))
        case .word: self = text.bytes[value] == UInt8(ascii: "n") ? .nothing : .text(Array(text.word(value)))
        case .object, .array: self = .text([text.bytes[value]])
        }
    }

    /// What is missing comes last in either direction.
    func isBefore(_ other: SortKey, isDescending: Bool) -> Bool {
        switch (self, other) {
        case (.nothing, _): false
        case (_, .nothing): true
        case (.number(let left), .number(let right)): isDescending ? left > right : left < right
        case (.text(let left), .text(let right)):
            isDescending ? right.lexicographicallyPrecedes(left) : left.lexicographicallyPrecedes(right)
        case (.number, .text): !isDescending
        case (.text, .number): isDescending
        }
    }
}
