/// A version of JSON Schema with the keywords that it knows.
public struct SchemaDialect: Hashable, Sendable {
    /// The versions, by the number of the draft or the year.
    enum Version: Int, Comparable {
        case draft4 = 4
        case draft6 = 6
        case draft7 = 7
        case draft2019 = 2019
        case draft2020 = 2020

        static func < (left: Version, right: Version) -> Bool { left.rawValue < right.rawValue }
    }

    let version: Version
    /// True for schemas of OpenAPI 2.0 and 3.0: draft 4 with `nullable`, `readOnly` and `writeOnly`.
    private(set) var isOpenAPI = false
    /// True if the vocabulary of validation is in use.
    private(set) var hasValidation = true
    /// True if the vocabulary that makes `format` a rule is in use.
    private(set) var hasFormatAssertion = false

    init(_ version: Version) { self.version = version }

    /// Draft 4 (2013).
    public static let draft4 = SchemaDialect(.draft4)
    /// Draft 6 (2017).
    public static let draft6 = SchemaDialect(.draft6)
    /// Draft 7 (2018).
    public static let draft7 = SchemaDialect(.draft7)
    /// Draft 2019-09.
    public static let draft2019 = SchemaDialect(.draft2019)
    /// Draft 2020-12, which OpenAPI 3.1 uses as well.
    public static let draft2020 = SchemaDialect(.draft2020)
    /// Schemas of responses in OpenAPI 2.0 and 3.0: draft 4 with `nullable`; members that are only written are not required.
    public static let openAPI30: SchemaDialect = {
        var dialect = SchemaDialect(.draft4)
        dialect.isOpenAPI = true
        return dialect
    }()

    /// The dialect whose meta-schema has that URI; nil for others.
    init?(metaSchema uri: String) {
        switch uri.hasSuffix("#") ? String(uri.dropLast()) : uri {
        case "http://json-schema.org/draft-04/schema": self = .draft4
        case "http://json-schema.org/draft-06/schema": self = .draft6
        case "http://json-schema.org/draft-07/schema": self = .draft7
        case "https://json-schema.org/draft/2019-09/schema": self = .draft2019
        case "https://json-schema.org/draft/2020-12/schema": self = .draft2020
        default: return nil
        }
    }

    /// This dialect with the vocabularies that a meta-schema names with `$vocabulary`.
    func limited(to vocabularies: [String]) -> SchemaDialect {
        var dialect = self
        dialect.hasValidation = vocabularies.contains { $0.hasSuffix("/vocab/validation") }
        dialect.hasFormatAssertion = vocabularies.contains { $0.hasSuffix("/vocab/format-assertion") }
        return dialect
    }

    // MARK: Differences

    /// The keyword for the URI of a schema.
    var identifier: String { version == .draft4 ? "id" : "$id" }
    /// True if `$ref` replaces all other keywords of its schema.
    var referenceStandsAlone: Bool { version <= .draft7 }
    /// True if a number is whole only when it is written without a fraction.
    var integersHaveNoFraction: Bool { version == .draft4 && !isOpenAPI }
    /// True if `items` may be a list, with `additionalItems` for the elements after it.
    var hasItemsList: Bool { version <= .draft2019 }
    /// True if the elements that `contains` accepts count as evaluated.
    var containsEvaluates: Bool { version >= .draft2020 }
    /// True if content is checked along with formats.
    var assertsContent: Bool { version == .draft7 }

    /// True if the keyword has a meaning in the dialect.
    func knows(_ keyword: String) -> Bool {
        if !hasValidation, Self.validation.contains(keyword) { return false }
        if version < (Self.introduced[keyword] ?? .draft4) { return false }
        return version <= (Self.withdrawn[keyword] ?? .draft2020)
    }

    private static let validation: Set<String> = [
        "type", "enum", "const", "multipleOf", "maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum", "maxLength", "minLength",
        "pattern", "maxItems", "minItems", "uniqueItems", "maxProperties", "minProperties", "required", "dependentRequired", "maxContains",
        "minContains",
    ]

    private static let introduced: [String: Version] = [
        "const": .draft6, "contains": .draft6, "propertyNames": .draft6,
        "if": .draft7, "then": .draft7, "else": .draft7, "contentEncoding": .draft7, "contentMediaType": .draft7,
        "$defs": .draft2019, "$anchor": .draft2019, "dependentRequired": .draft2019, "dependentSchemas": .draft2019,
        "minContains": .draft2019, "maxContains": .draft2019, "unevaluatedItems": .draft2019, "unevaluatedProperties": .draft2019,
        "contentSchema": .draft2019, "$recursiveRef": .draft2019, "$recursiveAnchor": .draft2019, "prefixItems": .draft2020,
        "$dynamicRef": .draft2020, "$dynamicAnchor": .draft2020,
    ]

    private static let withdrawn: [String: Version] = [
        "$recursiveRef": .draft2019, "$recursiveAnchor": .draft2019, "additionalItems": .draft2019,
    ]

    // MARK: Subschemas

    /// Keywords whose value is a schema.
    private static let single = [
        "not", "if", "then", "else", "additionalProperties", "additionalItems", "contains", "propertyNames", "unevaluatedItems",
        "unevaluatedProperties", "contentSchema", "items",
    ]
    /// Keywords whose value is a list of schemas.
    private static let lists = ["allOf", "anyOf", "oneOf", "prefixItems", "items"]
    /// Keywords whose members are schemas.
    private static let maps = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"]

    /// The keywords that hold schemas, by the form of their value.
    var schemaKeywords: (single: [String], lists: [String], maps: [String]) {
        (Self.single.filter(knows), Self.lists.filter(knows), Self.maps.filter(knows))
    }
}
