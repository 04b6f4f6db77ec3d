/// A JSON value as written: objects keep the order and the duplicates of their members, numbers keep their digits.
///
/// Two values are equal if they print alike: `1` and `1.0` differ, and so do objects whose members are in another order, and strings that
/// compose a character differently (`é` from one scalar or from two), which Swift's own comparison takes for equal.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number with its digits.
    case number(JSONNumber)
    /// A string, with escapes decoded.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Named values in order.
    case object(JSONObject)

    /// A number.
    public static func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

    /// An object with these members, duplicates included.
    public static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(JSONObject(members.map { JSONMember($0.0, $0.1) }))
    }

    /// True if both print alike.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): haveSameBytes(left, right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// True if this is `null`.
    public var isNull: Bool { self == .null }

    /// The boolean; nil for other kinds.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The number; nil for other kinds.
    public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }

    /// The number if it is whole and in range; nil otherwise.
    public var integer: Int? { number?.integer }

    /// The nearest `Double` to the number; nil for other kinds.
    public var double: Double? { number?.double }

    /// The string; nil for other kinds.
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The elements; nil for other kinds.
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

    /// The members; nil for other kinds.
    public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

    /// The names of an object's members in order, duplicates included; empty for other kinds.
    public var memberNames: [String] { object?.map(\.name) ?? [] }

    /// The value of the last member with that name; nil if there is none or this is not an object.
    ///
    /// Setting a value replaces that member or appends one; setting nil removes all members with that name. A `null` becomes an object;
    /// other kinds stay unchanged.
    public subscript(name: String) -> JSONValue? {
        get { object?[name] }
        set {
            switch self {
            case .object(var members):
                self = .null  // Releases its reference, so that the change is made in place.
                members[name] = newValue
                self = .object(members)
            case .null: if let newValue { self = .object([(name, newValue)]) }
            default: return
            }
        }
    }

    /// The element at that index; nil if there is none or this is not an array.
    public subscript(index: Int) -> JSONValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// The kind with its article, for messages: `an object`, `a string`.
    public var kindDescription: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value on one line.
    public var description: String { compactText }
}

// No `nil` literal for `null`: in an optional context the compiler would make a `null` value of it.

extension JSONValue: ExpressibleByBooleanLiteral {
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    /// A whole number.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
}

extension JSONValue: ExpressibleByFloatLiteral {
    /// A number with the fewest digits that give the same `Double`; `null` for one that JSON cannot represent.
    public init(floatLiteral value: Double) { self = JSONNumber(value).map(JSONValue.number) ?? .null }
}

extension JSONValue: ExpressibleByStringInterpolation {
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// Values in order.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Members in order, duplicates included.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements) }
}

/// The members of an object in order. If several have the same name, the last one counts (as in ECMAScript).
public struct JSONObject: Hashable, Sendable {
    /// All members in order.
    public var members: [JSONMember]

    /// An object with these members; empty by default.
    public init(_ members: [JSONMember] = []) { self.members = members }

    /// The value of the last member with that name.
    ///
    /// Setting a value replaces it in place or appends a member; setting nil removes all members with that name.
    public subscript(name: String) -> JSONValue? {
        get { members.last { haveSameBytes($0.name, name) }?.value }
        set {
            guard let newValue else { return members.removeAll { haveSameBytes($0.name, name) } }
            if let index = members.lastIndex(where: { haveSameBytes($0.name, name) }) {
                members[index].value = newValue
            } else {
                members.append(JSONMember(name, newValue))
            }
        }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Members in order, duplicates included.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        members = elements.map { JSONMember($0.0, $0.1) }
    }
}

extension JSONObject: RandomAccessCollection {
    /// The first member's position.
    public var startIndex: Int { members.startIndex }
    /// One past the last member's position.
    public var endIndex: Int { members.endIndex }
    /// The member at that position.
    public subscript(position: Int) -> JSONMember { members[position] }
}

/// One member of an object.
public struct JSONMember: Hashable, Sendable {
    /// The name, with escapes decoded.
    public var name: String
    /// The value.
    public var value: JSONValue

    /// A member with a name and a value.
    public init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }

    /// True if both print alike.
    public static func == (left: JSONMember, right: JSONMember) -> Bool {
        haveSameBytes(left.name, right.name) && left.value == right.value
    }
}

/// True if two strings have the same bytes; `==` also takes another composition of the same characters for equal, but finds most
/// differences faster.
func haveSameBytes(_ left: String, _ right: String) -> Bool { left == right && left.utf8.elementsEqual(right.utf8) }

/// A number with the digits it was written with, so that no precision is lost on the way.
public struct JSONNumber: Hashable, Sendable, CustomStringConvertible {
    /// The digits: `-?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?[0-9]+)?` (RFC 8259, 6).
    public let text: String

    /// Takes digits that the parser has validated.
    init(checked text: String) { self.text = text }

    /// Takes digits; nil if they are not a JSON number.
    public init?(_ text: String) {
        guard case .number(let number) = try? JSONValue(parsing: Array(text.utf8)), number.text == text else { return nil }
        self = number
    }

    /// A whole number.
    public init(_ value: Int) { text = String(value) }

    /// The fewest digits that give the same `Double`, without a fraction if it is whole; nil for infinities and NaN.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = Int(exactly: value).map(String.init) ?? "\(value)"
    }

    /// The digits.
    public var description: String { text }

    /// The value if it is whole and in range, in any notation (`10`, `1e1`); nil otherwise.
    public var integer: Int? { Int(text) ?? Int(exactly: double) }

    /// The nearest `Double`; infinite if the number is too large.
    public var double: Double { Double(text) ?? .nan }
}

/// The path of a value from the root of its document (RFC 6901).
public struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
    /// One step from a value to one of its parts.
    public enum Step: Hashable, Sendable {
        /// The last member with that name.
        case member(String)
        /// The element at that index.
        case element(Int)
    }

    /// The steps from the root; empty for the root itself.
    public var steps: [Step]

    /// A pointer with these steps; the root by default.
    public init(_ steps: [Step] = []) { self.steps = steps }

    /// This pointer with one more step.
    public func appending(_ step: Step) -> JSONPointer { JSONPointer(steps + [step]) }

    /// The notation of RFC 6901: `/query/0/name`, with `~0` for `~` and `~1` for `/`; empty for the root.
    public var description: String {
        steps.map { step in
            switch step {
            case .element(let index): "/\(index)"
            case .member(let name): "/" + Self.escaped(name)
            }
        }.joined()
    }

    /// A member's name as a token of the notation.
    public static func escaped(_ name: some StringProtocol) -> String {
        name.utf8.contains { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }
            ? name.unicodeScalars.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined() : String(name)
    }

    /// The member's name of a token.
    public static func unescaped(_ token: some StringProtocol) -> String {
        let parts = String(token).unicodeScalars.split(separator: "~", omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
            switch part.first {
            case "1" where index > 0: "/" + String(part.dropFirst())
            case "0" where index > 0: "~" + String(part.dropFirst())
            default: (index > 0 ? "~" : "") + String(part)
            }
        }.joined()
    }
}
