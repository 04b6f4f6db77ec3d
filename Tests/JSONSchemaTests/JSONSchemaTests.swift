import Dispatch
import JSON
import Testing

@testable import JSONSchema

struct JSONSchemaTests {
    private func violations(_ schema: String, _ value: String, _ options: SchemaOptions = SchemaOptions()) throws -> [String] {
        let schema = try JSONSchema(JSONValue(parsing: schema), options: options)
        let value = try JSONValue(parsing: value)
        let result = schema.result(for: value)
        #expect(result.isValid == result.violations.isEmpty)
        return result.violations.map(\.description)
    }

    static let messages: [(schema: String, value: String, message: String)] = [
        (#"{"type": ["string", "null"]}"#, "3", "expected a string or null, found the number 3"),
        (#"{"properties": {"a": {"type": "string"}}}"#, #"{"a": []}"#, "/a: expected a string, found an array"),
        (#"{"items": {"minimum": 5}}"#, "[5, 4.99]", "/1: expected a number of at least 5, found the number 4.99"),
        (#"{"exclusiveMaximum": 1e2}"#, "100", "expected a number less than 100, found the number 100"),
        (#"{"multipleOf": 0.01}"#, "4.075", "expected a multiple of 0.01, found the number 4.075"),
        (#"{"required": ["a", "b"]}"#, #"{"a": 1}"#, "expected a member “b”"),
        (
            #"{"properties": {"name": true}, "additionalProperties": false}"#, #"{"nam": 1}"#,
            "/nam: expected no member of this name (did you mean “name”?)"
        ),
        (#"{"maxLength": 1}"#, #""👍👍""#, "expected at most 1 character, not 2"),
        (#"{"minItems": 2}"#, "[1]", "expected at least 2 elements, not 1"),
        (#"{"enum": ["a", 1]}"#, #""b""#, #"expected "a", 1, found the string "b""#),
        (#"{"pattern": "^a+$"}"#, #""b""#, #"expected a text that matches ^a+$, found the string "b""#),
        (
            #"{"uniqueItems": true}"#, #"[{"a": 1, "b": 2}, 3, {"b": 2.0, "a": 1}]"#,
            "expected elements that differ; number 3 equals number 1"
        ),
        (#"{"not": {"type": "null"}}"#, "null", "expected something that the schema under “not” refuses, found null"),
        (#"{"contains": {"type": "null"}}"#, "[1]", "expected at least 1 matching element"),
        (#"{"oneOf": [{"minimum": 1}, {"minimum": 2}]}"#, "3", "expected exactly one of 2 alternatives; numbers 1 and 2 fit both"),
        (#"{"anyOf": [{"type": "null"}, {"type": "array"}]}"#, "3", "expected null, or an array, found the number 3"),
        (#"{"anyOf": [{"type": "object"}, {"minimum": 5}]}"#, "3", "expected an object, or a number of at least 5, found the number 3"),
        // The alternative for the kind and the fixed member at hand says what is wrong.
        (
            """
            {"oneOf": [{"type": "null"}, {"properties": {"type": {"const": "a"}, "x": {"type": "string"}}},
            {"properties": {"type": {"const": "b"}, "x": {"type": "array"}}}]}
            """,
            #"{"type": "b", "x": 1}"#, "/x: expected an array, found the number 1"
        ),
        (
            #"{"oneOf": [{"properties": {"type": {"const": "a"}}}, {"properties": {"type": {"const": "b"}}}]}"#, #"{"type": "c"}"#,
            #"/type: expected "a", "b", found the string "c""#
        ),
        (##"{"$ref": "#/$defs/a", "$defs": {"a": {"type": "null"}}}"##, "{}", "expected null, found an object"),
        (
            ##"{"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}], "$defs": {"a": {"minimum": 5}, "b": {"$ref": "#/$defs/a"}}}"##,
            "3",
            "expected a number of at least 5, found the number 3"
        ),
        (#"{"properties": {"a": {}}, "unevaluatedProperties": false}"#, #"{"b": 1}"#, "/b: expected no member of this name"),
        (#"{"properties": {"a~/b": false}}"#, #"{"a~/b": 1}"#, "/a~0~1b: expected nothing here, found the number 1"),
    ]

    @Test(arguments: messages) func aViolationNamesTheExpectation(schema: String, value: String, message: String) throws {
        #expect(try violations(schema, value) == [message])
    }

    @Test func aViolationNamesThePlaceInTheSchema() throws {
        let schema = try JSONSchema(["properties": ["a": ["$ref": "#/$defs/b"]], "$defs": ["b": ["type": "null"]]])
        let violation = try #require(schema.result(for: ["a": 1]).violations.first)
        #expect(violation.schema == "#/$defs/b/type")
        #expect(violation.keyword == "type")
        #expect(violation.instance == JSONPointer([.member("a")]))
    }

    @Test func numbersAreComparedExactly() throws {
        let limit = #"{"maximum": 9007199254740993}"#
        #expect(try violations(limit, "9007199254740993") == [])
        #expect(try violations(limit, "9007199254740994") != [])
        #expect(try violations(limit, "9007199254740993.0000000000000000001") != [])
        #expect(try violations(#"{"multipleOf": 0.5, "type": "integer"}"#, "1e308") == [])
        #expect(try violations(#"{"multipleOf": 123456789012345678901}"#, "246913578024691357802") == [])
        #expect(try violations(#"{"multipleOf": 123456789012345678901}"#, "246913578024691357803") != [])
        #expect(try violations(#"{"const": 1.0}"#, "10e-1") == [])
    }

    // MARK: Dialects

    static let dialects: [(SchemaDialect, String, String, Bool)] = [
        (.draft4, #"{"type": "integer"}"#, "1.0", false), (.draft6, #"{"type": "integer"}"#, "1.0", true),
        (.draft4, #"{"maximum": 1, "exclusiveMaximum": true}"#, "1", false),
        (.draft7, ##"{"$ref": "#/definitions/a", "type": "null", "definitions": {"a": {}}}"##, "1", true),
        (.draft2019, ##"{"$ref": "#/$defs/a", "type": "null", "$defs": {"a": {}}}"##, "1", false),
        (.draft2019, #"{"items": [{"type": "null"}], "additionalItems": false}"#, "[null, 1]", false),
        (.draft2020, #"{"prefixItems": [{"type": "null"}], "items": false}"#, "[null, 1]", false),
        (.openAPI30, #"{"type": "string", "nullable": true}"#, "null", true), (.openAPI30, #"{"type": "string"}"#, "null", false),
        (.openAPI30, #"{"type": "integer", "format": "int64"}"#, "1.0", true),
        (.openAPI30, #"{"required": ["a"], "properties": {"a": {"writeOnly": true}}}"#, "{}", true),
        (.draft2020, #"{"$schema": "http://json-schema.org/draft-04/schema#", "const": 1}"#, "2", true),
    ]

    @Test(arguments: dialects) func dialectsDiffer(dialect: SchemaDialect, schema: String, value: String, isValid: Bool) throws {
        #expect(try violations(schema, value, SchemaOptions(dialect: dialect)).isEmpty == isValid)
    }

    @Test func dynamicReferencesReachTheOutermostSchema() throws {
        let tree = ##"{"$id": "http://a/tree", "$dynamicAnchor": "node", "properties": {"children": {"items": {"$dynamicRef": "#node"}}}}"##
        let strict = #"{"$id": "http://a/strict", "$dynamicAnchor": "node", "$ref": "tree", "unevaluatedProperties": false}"#
        let documents = ["http://a/tree": try JSONValue(parsing: tree)]
        let schema = try JSONSchema(JSONValue(parsing: strict)) { documents[$0] }
        #expect(schema.result(for: ["children": [["children": []]]]).isValid)
        #expect(!schema.result(for: ["children": [["child": []]]]).isValid)
    }

    // MARK: Undocumented members

    @Test func membersThatNoSchemaDescribesAreNamed() throws {
        let text = """
            {"allOf": [{"properties": {"a": {}}}, {"properties": {"b": {"properties": {"c": {}}}, "free": {"type": "object"}}}],
            "anyOf": [{"properties": {"d": {}}, "required": ["d"]}, {"properties": {"e": {}}}]}
            """
        let schema = try JSONSchema(JSONValue(parsing: text), options: SchemaOptions(namesUndocumented: true))
        let value: JSONValue = ["a": 1, "b": ["c": 1, "x": 1], "free": ["y": 1], "e": 1, "z": 1]
        let result = schema.result(for: value)
        #expect(result.isValid)
        #expect(result.undocumented.map(\.description) == ["/b/x", "/z"])
    }

    // MARK: Faults and limits

    static let faults: [(String, SchemaError.Code, String)] = [
        (#"{"properties": {"a": {"type": 5}}}"#, .malformed, "#/properties/a/type"), (#"{"type": "text"}"#, .malformed, "#/type"),
        (#"{"allOf": []}"#, .malformed, "#/allOf"), ("[]", .malformed, "#"), (##"{"$ref": "#/$defs/a"}"##, .unresolved, "#"),
        (#"{"items": {"$ref": "http://a/b"}}"#, .unresolved, "#/items"), (##"{"$ref": "#a"}"##, .unresolved, "#"),
        (#"{"pattern": "("}"#, .pattern, "#"), (#"{"patternProperties": {"a**": true}}"#, .pattern, "#"),
    ]

    @Test(arguments: faults) func aFaultySchemaIsRefused(schema: String, code: SchemaError.Code, place: String) throws {
        let document = try JSONValue(parsing: schema)
        let error = #expect(throws: SchemaError.self) { _ = try JSONSchema(document) }
        #expect(error?.code == code)
        #expect(error?.place == place)
    }

    @Test func ignoresMalformedKeywordsOnRequest() throws {
        let options = SchemaOptions(dialect: .openAPI30, ignoresMalformedKeywords: true)
        #expect(try violations(#"{"type": "object", "required": true}"#, "{}", options) == [])
    }

    @Test func endlessReferencesTerminate() throws {
        let text = ##"{"allOf": [{"$ref": "#"}, {"$ref": "#"}]}"##
        #expect(try violations(text, "1", SchemaOptions(depthLimit: 500)).count == 1)
    }

    @Test func exponentialSchemasTerminate() throws {
        let definitions = (0..<40).map { index in
            (String(index), JSONValue.object([("anyOf", .array(Array(repeating: ["$ref": .string("#/$defs/\(index + 1)")], count: 2)))]))
        }
        let schema: JSONValue = ["$ref": "#/$defs/0", "$defs": .object(definitions + [("40", ["type": "null"])])]
        #expect(try violations(schema.compactText, "1", SchemaOptions(stepLimit: 10_000)).count == 1)
    }

    /// Each alternative copies the violations of those below it, and the chain is too deep for the stack of a task.
    private static let hostile: JSONValue = {
        let definitions = (0..<40).map { index in
            let next: JSONValue = ["$ref": .string("#/$defs/\(index + 1)")]
            return (String(index), JSONValue.object([("anyOf", .array([next, next, .object([("allOf", .array([next, next]))])]))]))
        }
        return ["$ref": "#/$defs/0", "$defs": .object(definitions + [("40", ["type": "null"])])]
    }()

    @Test(.timeLimit(.minutes(5))) func `a hostile schema ends after a time`() throws {
        let schema = try JSONSchema(Self.hostile, options: SchemaOptions(stepLimit: .max, timeLimit: .milliseconds(300)))
        #expect(schema.result(for: 1).violations.last?.expected == "a result within 0.3 seconds")
    }

    @Test(.timeLimit(.minutes(5))) func `a cancelled task ends a hostile schema`() async throws {
        let schema = try JSONSchema(Self.hostile, options: SchemaOptions(stepLimit: .max, timeLimit: .seconds(3600)))
        let task = Task { schema.result(for: 1) }
        // Not in Swift's thread pool, in which many tests may wait while this one keeps a processor busy.
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(300)) { task.cancel() }
        #expect(await task.value.violations.last?.expected == "no cancellation")
    }

    @Test func limitsDeepValuesAndSchemas() throws {
        let schema = try JSONSchema(["items": ["$ref": "#"], "type": "array"])
        var deep: JSONValue = []
        for _ in 0..<1500 { deep = [deep] }
        #expect(schema.result(for: deep).isValid)
        var wrong: JSONValue = 1
        for _ in 0..<1500 { wrong = [wrong] }
        #expect(schema.result(for: wrong).violations.first?.instance.steps.count == 1500)
        var nested: JSONValue = ["type": "array"]
        for _ in 0..<3000 { nested = ["not": nested] }
        let tooDeep = nested
        let error = #expect(throws: SchemaError.self) { _ = try JSONSchema(tooDeep) }
        #expect(error?.code == .tooLarge)
    }

    @Test func violationsAreLimited() throws {
        let schema = try JSONSchema(["items": ["type": "null"]], options: SchemaOptions(violationLimit: 7))
        #expect(schema.result(for: .array((0..<100).map { .number($0) })).violations.count == 7)
    }

    // MARK: Formats

    static let formats: [(String, String, Bool)] = [
        ("date", "2024-02-29", true), ("date", "2023-02-29", false), ("date-time", "1998-12-31T23:59:60Z", true),
        ("date-time", "1998-12-31T22:59:60Z", false), ("time", "12:00:00", false), ("email", "a@b.c", true), ("email", "a b@c", false),
        ("ipv6", "::ffff:1.2.3.4", true), ("ipv6", "1::2::3", false), ("uri", "http://a/%zz", false), ("uri-reference", "a:b", true),
        ("uri-reference", "1a:b", false), ("uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d16380", true), ("regex", "(?<=a+)b", true),
        ("regex", "(", false), ("idn-hostname", "실례.테스트", true), ("hostname", "a_b", false), ("nothing", "anything", true),
    ]

    @Test(arguments: formats) func formatsAreChecked(name: String, text: String, isValid: Bool) throws {
        let schema = try JSONSchema(["format": .string(name)], options: SchemaOptions(assertsFormats: true))
        #expect(schema.result(for: .string(text)).isValid == isValid)
        #expect(try JSONSchema(["format": .string(name)]).result(for: .string(text)).isValid)
    }
}
