public import JSON

/// Something that must hold of an answer.
public struct Assertion: Hashable, Sendable {
    /// What is looked at: `status`, `header Content-Type`, `body .id`, `time`.
    public var subject: String
    /// How it is compared: `equals`, `contains`, `matches`, `exists`, `lessThan`, …
    public var predicate: String
    /// With what; `null` where the predicate needs nothing.
    public var value: JSONValue
    /// Whether it is checked.
    public var isEnabled: Bool

    /// Takes a subject, a predicate and a value.
    public init(subject: String = "", predicate: String = "equals", value: JSONValue = .null, isEnabled: Bool = true) {
        self.subject = subject
        self.predicate = predicate
        self.value = value
        self.isEnabled = isEnabled
    }
}

/// What an assertion looks at: a source, and for some of them a name or a query.
public struct AssertionSubject: Hashable, Sendable {
    /// Where it looks.
    public let source: CaptureSource
    /// A header's or cookie's name, or a query into the body.
    public let query: String

    /// Reads `status`, `header Content-Type`, `body .id`; nil where the first word is no source, or a name is missing.
    public init?(_ text: String) {
        let text = text[...].trimmingSpace
        let word = text.prefix { $0 != " " && $0 != "\t" }
        guard let source = CaptureSource(rawValue: String(word)) else { return nil }
        query = String(text.dropFirst(word.count).trimmingSpace)
        self.source = source
        if query.isEmpty, source == .header || source == .cookie { return nil }
    }

    /// All forms, for a person.
    public static let names = "status, header NAME, cookie NAME, body QUERY, time, url"
}

/// How an assertion compares what it found with its value.
public enum AssertionPredicate: String, CaseIterable, Sendable {
    case equals, notEquals, contains, notContains, startsWith, endsWith, matches
    case exists, notExists, isEmpty, lessThan, lessOrEqual, greaterThan, greaterOrEqual, hasLength, isType

    /// Whether it asks for nothing but that something is there.
    var isOfPresence: Bool { self == .exists || self == .notExists }

    /// Whether the values that were found are as the predicate says; of several, one is enough, for the negative ones all count.
    ///
    /// - Throws: what makes the comparison impossible.
    func holds(_ found: [JSONValue], _ expected: JSONValue, matching: BodyQueries) throws(CheckFailure) -> Bool {
        switch self {
        case .exists: return !found.isEmpty
        case .notExists: return found.isEmpty
        case .isEmpty: return found.allSatisfy(Self.isEmpty)
        case .notEquals: return !found.contains { Self.same($0, expected) }
        case .notContains: return !found.contains { Self.contains($0, expected) }
        default: break
        }
        for value in found where try holds(value, expected, matching) { return true }
        return false
    }

    private func holds(_ value: JSONValue, _ expected: JSONValue, _ matching: BodyQueries) throws(CheckFailure) -> Bool {
        switch self {
        case .contains: return Self.contains(value, expected)
        case .startsWith: return Self.text(value).hasPrefix(Self.text(expected))
        case .endsWith: return Self.text(value).hasSuffix(Self.text(expected))
        case .matches: return try matching.matches(Self.text(expected), Self.text(value))
        case .lessThan: return try Self.numbers(value, expected, <)
        case .lessOrEqual: return try Self.numbers(value, expected, <=)
        case .greaterThan: return try Self.numbers(value, expected, >)
        case .greaterOrEqual: return try Self.numbers(value, expected, >=)
        case .hasLength: return Self.length(value).map(Double.init) == expected.double
        case .isType: return Self.typeName(value) == Self.text(expected)
        default: return Self.same(value, expected)
        }
    }

    /// What a person would write for a value.
    static func text(_ value: JSONValue) -> String { value.string ?? value.compactText }

    /// Equal as JSON, or as what a person wrote: a header's `5` is the number 5.
    private static func same(_ value: JSONValue, _ expected: JSONValue) -> Bool {
        if value == expected { return true }
        if let left = value.double, let right = expected.double { return left == right }
        let isScalar = value.array == nil && value.object == nil && expected.array == nil && expected.object == nil
        return isScalar && text(value) == text(expected)
    }

    private static func contains(_ value: JSONValue, _ expected: JSONValue) -> Bool {
        if let array = value.array { return array.contains { same($0, expected) } }
        if let object = value.object { return object[text(expected)] != nil }
        return text(value).contains(text(expected))
    }

    private static func isEmpty(_ value: JSONValue) -> Bool { value.isNull || length(value) == 0 }

    private static func length(_ value: JSONValue) -> Int? {
        value.array?.count ?? value.object?.members.count ?? value.string?.count
    }

    private static func numbers(_ value: JSONValue, _ expected: JSONValue, _ compare: (Double, Double) -> Bool) throws(CheckFailure) -> Bool
    {
        guard let right = expected.double ?? Double(text(expected)) else { throw CheckFailure("expects a number, not \(text(expected))") }
        guard let left = value.double ?? Double(text(value)) else { return false }
        return compare(left, right)
    }

    private static func typeName(_ value: JSONValue) -> String {
        if value.isNull { return "null" }
        if value.bool != nil { return "boolean" }
        if value.string != nil { return "string" }
        if value.array != nil { return "array" }
        return value.object != nil ? "object" : "number"
    }
}
