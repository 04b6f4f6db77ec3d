public import JSON
import Platform

/// A condition that a response must meet.
public struct Assertion: Hashable, Sendable {
    /// The value that is tested: `status`, `header Content-Type`, `body .id`, `time`.
    public var subject: String
    /// The comparison: `equals`, `contains`, `matches`, `exists`, `lessThan` and so on.
    public var predicate: String
    /// The expected value; `null` if the predicate needs none.
    public var value: JSONValue
    /// True if the assertion is checked.
    public var isEnabled: Bool

    /// An assertion about a subject.
    public init(subject: String = "", predicate: String = "equals", value: JSONValue = .null, isEnabled: Bool = true) {
        self.subject = subject
        self.predicate = predicate
        self.value = value
        self.isEnabled = isEnabled
    }
}

extension Assertion {
    /// The reason why its subject, predicate or type fails for every response; nil if all are known.
    public var fault: String? {
        if AssertionSubject(subject) == nil {
            let form = subject.hasPrefix("@") ? Self.form(ofDirective: String(subject.dropFirst().prefix { $0 != " " })) : nil
            return "expected \(form ?? AssertionSubject.names)"
        }
        guard let known = AssertionPredicate(rawValue: predicate) else {
            return "expected \(AssertionPredicate.allCases.map(\.rawValue).joined(separator: ", "))"
        }
        let type = AssertionPredicate.text(value)
        guard known == .isType, !AssertionPredicate.types.contains(type), Template(type).names.isEmpty else { return nil }
        return "expected \(AssertionPredicate.types.joined(separator: ", "))"
    }
}

extension Assertion {
    /// The form of a directive of `.http` files that only Apus reads: its request fails if it has another one. Nil for other directives.
    package static func form(ofDirective name: String) -> String? {
        switch name {
        case "assert": "“SUBJECT | PREDICATE | VALUE” above the request line"
        case "capture": "“VARIABLE | FROM | QUERY” above the request line"
        case "option": "“NAME = VALUE” with the name of an option"
        default: nil
        }
    }
}

/// The subject of an assertion: a source in the response, and for some sources a name or a query.
public struct AssertionSubject: Hashable, Sendable {
    /// The part of the response.
    public let source: CaptureSource
    /// The name of a header or cookie, or a query into the body.
    public let query: String

    /// Parses `status`, `header Content-Type`, `body .id`; nil if the first word is not a source or a required name is missing.
    public init?(_ text: String) {
        let text = text.trimmingSpacesAndTabs
        let word = text.prefix { $0 != " " && $0 != "\t" }
        guard let source = CaptureSource(rawValue: String(word)) else { return nil }
        query = String(text.dropFirst(word.count).trimmingSpacesAndTabs)
        self.source = source
        if query.isEmpty, source == .header || source == .cookie { return nil }
    }

    /// All forms, for messages.
    public static let names = "status, header NAME, cookie NAME, body QUERY, time, url, version"
}

/// The comparison of an assertion.
public enum AssertionPredicate: String, CaseIterable, Sendable {
    case equals, notEquals, contains, notContains, startsWith, endsWith, matches
    case exists, notExists, isEmpty, lessThan, lessOrEqual, greaterThan, greaterOrEqual, hasLength, isType

    /// Reads the word of files or ``words``; nil for other texts.
    public init?(words text: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue == text || $0.words == text.lowercased() }) else { return nil }
        self = known
    }

    /// The comparison as people say it; files have the raw value.
    public var words: String {
        switch self {
        case .equals, .contains, .matches, .exists: rawValue
        case .notEquals: "does not equal"
        case .notContains: "does not contain"
        case .startsWith: "starts with"
        case .endsWith: "ends with"
        case .notExists: "does not exist"
        case .isEmpty: "is empty"
        case .lessThan: "is less than"
        case .lessOrEqual: "is at most"
        case .greaterThan: "is greater than"
        case .greaterOrEqual: "is at least"
        case .hasLength: "has length"
        case .isType: "is of type"
        }
    }

    /// The types of JSON, which ``isType`` compares.
    static let types = ["string", "number", "boolean", "null", "array", "object"]

    /// True if only the presence of a value is tested.
    var isOfPresence: Bool { self == .exists || self == .notExists }

    /// True if the values that were found match. One match of several is enough; the negative predicates require all to match.
    ///
    /// - Throws: the reason why the comparison is impossible.
    func holds(_ found: [JSONValue], _ expected: JSONValue, matching: BodyQueries) throws(CheckError) -> Bool {
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

    private func holds(_ value: JSONValue, _ expected: JSONValue, _ matching: BodyQueries) throws(CheckError) -> Bool {
        switch self {
        case .contains: return Self.contains(value, expected)
        case .startsWith: return Self.text(value).utf8.starts(with: Self.text(expected).utf8)
        case .endsWith: return Self.text(value).utf8.reversed().starts(with: Self.text(expected).utf8.reversed())
        case .matches: return try matching.matches(Self.text(expected), Self.text(value))
        case .lessThan: return try Self.numbers(value, expected, <)
        case .lessOrEqual: return try Self.numbers(value, expected, <=)
        case .greaterThan: return try Self.numbers(value, expected, >)
        case .greaterOrEqual: return try Self.numbers(value, expected, >=)
        case .hasLength: return try Self.numbers(Self.length(value).map { .number(JSONNumber($0)) } ?? .null, expected, ==)
        case .isType: return Self.typeName(value) == Self.text(expected)
        default: return Self.same(value, expected)
        }
    }

    /// The string itself, or the JSON of other values.
    static func text(_ value: JSONValue) -> String { value.string ?? value.compactText }

    /// Compares as JSON or as text: a header's `5` equals the number 5. The text `null` is not null, and the order of an object's members does
    /// not count.
    private static func same(_ value: JSONValue, _ expected: JSONValue) -> Bool {
        if isEqual(value, expected) { return true }
        let isScalar = [value, expected].allSatisfy { $0.array == nil && $0.object == nil && !$0.isNull }
        return isScalar && (value.number == nil || expected.number == nil) && text(value).utf8.elementsEqual(text(expected).utf8)
    }

    private static func isEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): isSame(left, right)
        case (.array(let left), .array(let right)): left.count == right.count && zip(left, right).allSatisfy(isEqual)
        case (.object(let left), .object(let right)): isEqual(members(of: left), members(of: right))
        default: left == right
        }
    }

    private static func isEqual(_ left: [[UInt8]: JSONValue], _ right: [[UInt8]: JSONValue]) -> Bool {
        left.count == right.count && left.allSatisfy { name, value in right[name].map { isEqual(value, $0) } ?? false }
    }

    /// The values by the bytes of their names; of several with one name the last counts.
    private static func members(of object: JSONObject) -> [[UInt8]: JSONValue] {
        Dictionary(object.map { (Array($0.name.utf8), $0.value) }) { $1 }
    }

    /// Compares whole numbers by their digits, because `Double` cannot distinguish neighbouring ids of 17 digits or more.
    private static func isSame(_ left: JSONNumber, _ right: JSONNumber) -> Bool {
        let areWhole = [left, right].allSatisfy { $0.text.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) } }
        return areWhole && left.text != "-0" && right.text != "-0" ? left.text == right.text : left.double == right.double
    }

    private static func contains(_ value: JSONValue, _ expected: JSONValue) -> Bool {
        if let array = value.array { return array.contains { same($0, expected) } }
        if let object = value.object { return object[text(expected)] != nil }
        return text(value).utf8.contains(text(expected).utf8)
    }

    private static func isEmpty(_ value: JSONValue) -> Bool { value.isNull || length(value) == 0 }

    /// The number of elements, members or Unicode scalars, as in jq; nil for other kinds.
    private static func length(_ value: JSONValue) -> Int? {
        value.array?.count ?? value.object?.members.count ?? value.string?.unicodeScalars.count
    }

    private static func numbers(_ value: JSONValue, _ expected: JSONValue, _ compare: (Double, Double) -> Bool) throws(CheckError) -> Bool {
        guard let right = expected.double ?? Double(text(expected)) else { throw CheckError("expects a number, not \(text(expected))") }
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
