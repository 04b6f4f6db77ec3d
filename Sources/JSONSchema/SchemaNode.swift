internal import JSON
internal import RegularExpressions

/// A compiled schema, which refers to others by their index.
struct SchemaNode {
    /// The place in the document, for violations.
    var place: String
    var resource: Int
    /// True or false for a schema that accepts everything or nothing; nil for one with rules.
    var constant: Bool?
    /// True if `null` is accepted whatever the rules are (`nullable` of OpenAPI 3.0).
    var acceptsNull = false
    var rules: [SchemaRule] = []
}

/// A keyword with its meaning.
struct SchemaRule {
    let keyword: String
    let check: SchemaCheck
}

/// The meaning of a keyword, or of several that work together.
enum SchemaCheck {
    case reference(Int)
    /// The node at which the search starts, and the name to find in the resources that are being applied.
    case dynamicReference(Int, name: String?)
    case kinds(SchemaKinds)
    /// The values in a form that compares equal for equal values, and as text for messages.
    case values(Set<[UInt8]>, text: String)
    case multiple(of: DecimalNumber)
    case bound(DecimalNumber, isMaximum: Bool, isExclusive: Bool)
    case count(of: Counted, isMaximum: Bool, Int)
    case pattern(ECMAPattern, text: String)
    case format(SchemaFormat)
    case content(encoding: String?, mediaType: String?)
    case uniqueItems
    case items(prefix: [Int], rest: Int?)
    case contains(Int, minimum: Int, maximum: Int?, evaluates: Bool)
    case properties(SchemaProperties)
    case propertyNames(Int)
    case required([String])
    case dependentRequired([(name: String, others: [String])])
    case dependentSchemas([(name: String, node: Int)])
    case all([Int])
    case any([Int])
    case one([Int])
    case not(Int)
    case conditional(Int, then: Int?, otherwise: Int?)
    case unevaluatedItems(Int)
    case unevaluatedProperties(Int)

    /// A thing that has a minimum or a maximum number.
    enum Counted {
        case characters, items, properties
    }
}

/// The kinds of value that `type` names.
struct SchemaKinds {
    var names: [String]
    /// True if `1.0` is not an integer.
    var integersHaveNoFraction: Bool

    func contains(_ value: JSONValue) -> Bool {
        switch value {
        case .null: names.contains("null")
        case .bool: names.contains("boolean")
        case .string: names.contains("string")
        case .array: names.contains("array")
        case .object: names.contains("object")
        case .number(let number): names.contains("number") || names.contains("integer") && isInteger(number)
        }
    }

    private func isInteger(_ number: JSONNumber) -> Bool {
        let isPlain = number.text.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) }
        return isPlain || !integersHaveNoFraction && DecimalNumber(number).isInteger
    }

    /// `a string or null`.
    var phrase: String {
        let phrases = names.map { Self.phrases[$0] ?? $0 }
        return phrases.count < 2 ? phrases.joined() : phrases.dropLast().joined(separator: ", ") + " or " + (phrases.last ?? "")
    }

    private static let phrases = [
        "null": "null", "boolean": "true or false", "string": "a string", "array": "an array", "object": "an object", "number": "a number",
        "integer": "a whole number",
    ]
}

/// The schemas of the members of an object.
struct SchemaProperties {
    var named: [String: Int] = [:]
    var patterns: [(pattern: ECMAPattern, node: Int)] = []
    /// The schema of all other members.
    var additional: Int?
}

/// The members and elements of a part that its schemas have evaluated.
struct Evaluated {
    var properties: Set<String> = []
    var hasAllProperties = false
    /// True if a schema names members, so that others are undocumented.
    var hasNamedProperties = false
    var items: Set<Int> = []
    private var itemCount = 0

    var isDescribed: Bool { hasNamedProperties && !hasAllProperties }

    func contains(_ name: String) -> Bool { hasAllProperties || properties.contains(name) }

    func contains(_ index: Int) -> Bool { index < itemCount || items.contains(index) }

    mutating func addItems(upTo count: Int) { itemCount = max(itemCount, count) }

    mutating func merge(_ other: Evaluated) {
        properties.formUnion(other.properties)
        items.formUnion(other.items)
        itemCount = max(itemCount, other.itemCount)
        hasAllProperties = hasAllProperties || other.hasAllProperties
        hasNamedProperties = hasNamedProperties || other.hasNamedProperties
    }
}
