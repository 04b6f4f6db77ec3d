import JSON

/// Makes example values of JSON Schemas as OpenAPI and Swagger use them.
struct SchemaSample {
    /// The side of the example: requests omit read-only members, responses write-only members.
    enum Side { case request, response }

    /// The maximum nesting of values.
    private static let depthLimit = 12
    /// The maximum number of values in one example.
    private static let countLimit = 2_000

    private let side: Side
    private var count = 0
    /// References that are being expanded; a reference to one of them ends the example there.
    private var open: Set<String> = []

    /// An example of a schema; nil for an empty schema.
    static func make(
        _ schema: OpenAPIValue, _ side: Side, _ references: inout OpenAPIReferences, _ context: inout ImportContext
    ) -> JSONValue? {
        let reference = schema.value.object?.count == 1 ? schema.value["$ref"]?.string : nil
        let key = reference.map { OpenAPIReferences.SampleKey(reference: $0, document: schema.document, side: side) }
        if let key, let known = references.samples[key] { return known }
        var sample = SchemaSample(side: side)
        let value = sample.value(schema, 0, &references, &context)
        if let key { references.samples[key] = .some(value) }
        return value
    }

    private mutating func value(
        _ start: OpenAPIValue, _ depth: Int, _ references: inout OpenAPIReferences, _ context: inout ImportContext
    ) -> JSONValue? {
        count += 1
        guard depth < Self.depthLimit, count < Self.countLimit else { return nil }
        let schema = references.resolve(start, &context)
        if let reference = schema.reference {
            guard open.insert(reference).inserted else { return nil }
        }
        defer { if let reference = schema.reference { open.remove(reference) } }
        guard schema.value.object != nil else { return nil }
        if let example = Self.ownExample(schema.value) { return example }
        for name in ["allOf", "oneOf", "anyOf"] where !schema.elements(name).isEmpty {
            return combined(name, schema, depth, &references, &context)
        }
        return typed(schema, depth, &references, &context)
    }

    /// The example given in the schema itself.
    static func ownExample(_ schema: JSONValue) -> JSONValue? {
        for name in ["example", "x-example", "const", "default"] {
            if let value = schema[name] { return value }
        }
        return schema.elements("examples").first ?? schema["examples"]?.object?.first?.value ?? schema.elements("enum").first
    }

    /// `allOf` joins the members of all its schemas; of alternatives the first with an example counts.
    private mutating func combined(
        _ name: String, _ schema: OpenAPIValue, _ depth: Int, _ references: inout OpenAPIReferences, _ context: inout ImportContext
    ) -> JSONValue? {
        let own = schema["properties"] == nil ? nil : object(schema, depth, &references, &context)
        var members = JSONObject()
        var other: JSONValue?
        for part in schema.elements(name) {
            guard let value = value(part, depth + 1, &references, &context) else { continue }
            if let object = value.object { for member in object { members[member.name] = member.value } } else { other = other ?? value }
            if name != "allOf" { break }
        }
        for member in own?.object ?? JSONObject() { members[member.name] = member.value }
        return members.isEmpty ? other ?? own : .object(members)
    }

    private mutating func typed(
        _ schema: OpenAPIValue, _ depth: Int, _ references: inout OpenAPIReferences, _ context: inout ImportContext
    ) -> JSONValue? {
        switch Self.type(of: schema.value) {
        case "object"?: return object(schema, depth, &references, &context)
        case "array"?:
            guard let items = schema["items"] ?? schema.elements("prefixItems").first else { return [] }
            return .array([value(items, depth + 1, &references, &context)].compactMap(\.self))
        case "string"?: return .string(Self.string(schema.value))
        case "integer"?: return schema.value["minimum"]?.number.map(JSONValue.number) ?? 0
        case "number"?: return schema.value["minimum"]?.number.map(JSONValue.number) ?? 0
        case "boolean"?: return true
        case "null"?: return .null
        default: return nil
        }
    }

    /// The type that a schema states or implies; of several the first that is not `null`.
    static func type(of schema: JSONValue) -> String? {
        if let name = schema["type"]?.string { return name }
        if let names = schema["type"]?.array { return names.compactMap(\.string).first { $0 != "null" } ?? "null" }
        if schema["properties"] != nil || schema["additionalProperties"]?.object != nil { return "object" }
        if schema["items"] != nil { return "array" }
        return schema["format"] != nil || schema["pattern"] != nil ? "string" : nil
    }

    private mutating func object(
        _ schema: OpenAPIValue, _ depth: Int, _ references: inout OpenAPIReferences, _ context: inout ImportContext
    ) -> JSONValue {
        var object = JSONObject()
        for property in schema.value["properties"]?.object ?? JSONObject() {
            let other = side == .request ? "readOnly" : "writeOnly"
            guard property.value[other]?.looseFlag != true else { continue }
            let located = OpenAPIValue(value: property.value, document: schema.document)
            guard let value = value(located, depth + 1, &references, &context) else { continue }
            object.members.append(JSONMember(property.name, value))
        }
        if object.isEmpty, let more = schema["additionalProperties"], more.value.object?.isEmpty == false,
            let value = value(more, depth + 1, &references, &context)
        {
            object["property"] = value
        }
        return .object(object)
    }

    private static func string(_ schema: JSONValue) -> String {
        switch schema["format"]?.string {
        case "date"?: "2026-01-31"
        case "date-time"?: "2026-01-31T12:00:00Z"
        case "time"?: "12:00:00Z"
        case "duration"?: "PT1H"
        case "uuid"?: "3fa85f64-5717-4562-b3fc-2c963f66afa6"
        case "email"?, "idn-email"?: "user@example.com"
        case "uri"?, "url"?, "iri"?: "https://example.com"
        case "uri-reference"?: "/path"
        case "hostname"?, "idn-hostname"?: "example.com"
        case "ipv4"?: "192.0.2.1"
        case "ipv6"?: "2001:db8::1"
        case "byte"?: "c3RyaW5n"
        case "password"?: "password"
        default: "string"
        }
    }
}
