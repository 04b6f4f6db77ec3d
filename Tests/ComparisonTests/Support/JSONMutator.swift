import Hashing
import JSON

/// Makes JSON documents and changes them, the same ones for the same seed.
struct JSONMutator: RandomNumberGenerator {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func next() -> UInt64 { random.next() }

    private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

    private static let names = ["id", "name", "a/b", "m~n", "ü", "", "tags", "quote\"", "items", "x"]
    private static let texts = ["", "Leia", "Luke Skywalker", "\u{1F680} up", "line\nbreak", "tab\t", "a\\b", "2026-11-23T06:00:00Z"]
    private static let numbers = ["0", "-1", "42", "3.14", "1e3", "12345678901234567890", "-0.5"]

    mutating func value(depth: Int = 0) -> JSONValue {
        switch below(depth > 3 ? 4 : 7) {
        case 0: return .null
        case 1: return .bool(below(2) == 0)
        case 2: return JSONNumber(Self.numbers[below(Self.numbers.count)]).map { .number($0) } ?? .null
        case 3: return .string(Self.texts[below(Self.texts.count)])
        case 4: return .array((0..<below(7)).map { _ in value(depth: depth + 1) })
        case 5: return .array((0..<below(7)).map { ["id": .number($0), "value": value(depth: depth + 2)] })
        default: return object(depth: depth)
        }
    }

    private mutating func object(depth: Int) -> JSONValue {
        let names = Self.names.shuffled(using: &self).prefix(below(6))
        return .object(names.map { ($0, value(depth: depth + 1)) })
    }

    /// The value with some changes at random places.
    mutating func mutated(_ value: JSONValue) -> JSONValue {
        var value = value
        for _ in 0...below(4) { value = changed(value) }
        return value
    }

    private mutating func changed(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(var elements) where !elements.isEmpty && below(8) > 0:
            let index = below(elements.count)
            switch below(6) {
            case 0: elements.remove(at: index)
            case 1: elements.insert(self.value(depth: 2), at: index)
            case 2: elements.swapAt(index, below(elements.count))
            case 3: elements.insert(elements.remove(at: index), at: below(elements.count + 1))
            default: elements[index] = changed(elements[index])
            }
            return .array(elements)
        case .object(var object) where !object.isEmpty && below(8) > 0:
            let index = below(object.count)
            let name = object.members[index].name
            switch below(5) {
            case 0: object.members.remove(at: index)
            case 1: object[Self.names[below(Self.names.count)]] = self.value(depth: 2)
            case 2:
                let moved = object.members.remove(at: index)
                object[name + "2"] = moved.value
            default: object[name] = changed(object.members[index].value)
            }
            return .object(object)
        default: return self.value(depth: 1)
        }
    }
}

extension JSONValue {
    /// The value with the members of all objects sorted, which makes equal values equal texts.
    var sorted: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.sorted))
        case .object(let object): .object(object.members.sorted { $0.name < $1.name }.map { ($0.name, $0.value.sorted) })
        case .null, .bool, .number, .string: self
        }
    }
}
