import HTTP
import JSON

@testable import Workspace

/// The definitions of `schemas/common.schema.json` that follow from the program's tables: rows, parts, authentication, bodies and options.
enum SharedDefinitions {
    /// A schema with these definitions in place of its own.
    static func updated(_ schema: JSONValue) -> JSONValue {
        var schema = schema.object ?? JSONObject()
        var definitions = schema["$defs"]?.object ?? JSONObject()
        for (name, definition) in [("row", row), ("part", part), ("auth", auth), ("body", body), ("options", options)] {
            definitions[name] = definition
        }
        schema["$defs"] = .object(definitions)
        return .object(schema)
    }

    /// An object with these members, and others whose names begin with `x-`.
    private static func object(_ description: String, _ members: [JSONMember], required: [JSONValue] = []) -> JSONValue {
        let required = required.isEmpty ? [] : [JSONMember("required", .array(required))]
        let content = [
            JSONMember("properties", .object(JSONObject(members))), JSONMember("patternProperties", ["^x-": true]),
            JSONMember("additionalProperties", false),
        ]
        return .object(JSONObject([JSONMember("description", .string(description)), JSONMember("type", "object")] + required + content))
    }

    private static func described(_ description: String, _ value: JSONValue) -> JSONValue {
        .object(JSONObject([JSONMember("description", .string(description))] + (value.object?.members ?? [])))
    }

    private static let template: JSONValue = ["$ref": "#/$defs/template"]

    /// One of these values, or a text with variables.
    private static func orTemplate(_ values: JSONValue...) -> JSONValue { ["anyOf": .array(values + [template])] }

    private static func choice(_ words: [String]) -> JSONValue { ["enum": .array(words.map { .string($0) })] }

    // MARK: Rows and parts

    private static let row = object(
        "A name with a value.",
        members(
            Row.fields,
            [
                "name": "The name; may contain variables.", "value": "The value; may contain variables.",
                "enabled": "False disables the row. Default: true.",
                "bare": "In a query or a form: true writes a name without a value as name, false as name=. Default: false.",
                "comment": "A comment.",
            ]))

    private static let part = object(
        "A part of a multipart body.",
        members(
            BodyDraft.Part.fields,
            [
                "name": "The field's name.",
                "type": "The kind of value: the text itself, or the path of a file. Default: text.",
                "value": "The text, or the path of the file relative to the workspace.",
                "contentType": "The part's media type. Default: from the content.",
                "fileName": "The file name to send. Default: the last part of the path.",
                "headers": "More headers of the part, a line for each: “Name: value”.",
                "enabled": "False leaves the part out. Default: true.", "comment": "A comment.",
            ]))

    /// The members of a type with their descriptions. The table of the type is asked which values it reads.
    private static func members<Root: Formatted>(_ fields: [Field<Root>], _ descriptions: [String: String]) -> [JSONMember] {
        fields.map { field in
            func reads(_ value: JSONValue) -> Bool {
                var root = Root.blank
                return (try? field.read(value, JSONPointer(), &root)) != nil
            }
            let words = ["text", "file"].filter { reads(.string($0)) }
            let value: JSONValue = reads(true) ? ["type": "boolean"] : reads("any") ? ["type": "string"] : choice(words)
            return JSONMember(field.name, described(descriptions[field.name] ?? "", value))
        }
    }

    // MARK: Kinds

    private static func kinds(_ description: String, _ kinds: [JSONValue]) -> JSONValue {
        ["description": .string(description), "type": "object", "required": ["type"], "oneOf": .array(kinds)]
    }

    private static func kind(_ name: String, _ help: String, _ members: [JSONMember]) -> JSONValue {
        object(help, [JSONMember("type", ["const": .string(name)])] + members, required: ["type"])
    }

    private static let auth = kinds(
        "The authentication of a request.",
        AuthKind.all.map { entry in
            kind(
                entry.id.rawValue, entry.help,
                entry.fields.map { field in
                    let value: JSONValue = field.choices.isEmpty ? ["type": "string"] : orTemplate(choice(field.choices))
                    return JSONMember(field.id, described(text(of: field, unset: field.unset), value))
                })
        })

    private static let body = kinds(
        "The body of a request.",
        BodyKind.all.map { entry in
            kind(entry.id.rawValue, entry.help, entry.fields.map { JSONMember($0.form.id, described(text(of: $0), value(of: $0))) })
        })

    private static func text(of field: FormField, unset: String?) -> String {
        let advice = field.isSecret && !field.help.contains("{{secret}}") ? " Use a variable with a secret, not the secret itself." : ""
        let meaning = field.choices.first.map { "default: \($0)" } ?? unset
        return field.help + advice + (meaning.map { " \($0.prefix(1).uppercased())\($0.dropFirst())." } ?? "")
    }

    private static func text(of field: BodyField) -> String {
        // The placeholder of a short text is its default, that of a long text an example.
        guard case .line = field.content, !field.form.isRequired, !field.form.placeholder.isEmpty else {
            return text(of: field.form, unset: nil)
        }
        return text(of: field.form, unset: "default: \(field.form.placeholder)")
    }

    private static func value(of field: BodyField) -> JSONValue {
        switch field.content {
        case .line: field.form.choices.isEmpty ? ["type": "string"] : choice(field.form.choices)
        case .text: ["$ref": "#/$defs/lines"]
        case .rows: ["$ref": "#/$defs/rows"]
        case .parts: ["type": "array", "items": ["$ref": "#/$defs/part"]]
        }
    }
}

// MARK: Options

extension SharedDefinitions {
    private static let titles = [
        "redirects": "Redirects.", "retry": "Retries.", "tls": "TLS.", "network": "Connections.", "limits": "Limits on speed and size.",
        "offline": "Stored responses in place of the network.",
    ]

    private static var options: JSONValue {
        var groups: [(name: String, members: [JSONMember])] = []
        for option in RequestOption.all {
            let names = option.name.split(separator: ".").map(String.init)
            if groups.last?.name != names[0] { groups.append((names[0], [])) }
            groups[groups.count - 1].members.append(JSONMember(names[names.count - 1], described(text(of: option), value(of: option))))
        }
        let members = groups.map { name, members in
            members[0].name == name ? members[0] : JSONMember(name, object(titles[name] ?? "", members))
        }
        return object("The options of requests. Missing ones are inherited.", members)
    }

    private static let switchWords = ["yes", "no"]

    /// The help and the default, in the words of files: true and false instead of yes and no, and sizes without suffixes.
    private static func text(of option: RequestOption) -> String {
        let size = reads(1, option) && isValid("64k", option) ? " In files, a whole number of bytes without a suffix." : ""
        guard option.choices == switchWords else { return "\(option.help)\(size) Default: \(option.unset)." }
        let help = option.help.split(separator: "; ").map { clause in
            clause.hasPrefix("yes ") ? "true\(clause.dropFirst(3))" : clause.hasPrefix("no ") ? "false\(clause.dropFirst(2))" : "\(clause)"
        }
        let unset = ["yes": "true", "no": "false"][option.unset] ?? option.unset
        return "\(help.joined(separator: "; ")) Default: \(unset)."
    }

    /// The values of an option. The option itself is asked which it reads from a file, and which numbers it sends.
    private static func value(of option: RequestOption) -> JSONValue {
        if option.choices == switchWords { return orTemplate(["type": "boolean"]) }
        if !option.choices.isEmpty { return orTemplate(choice(option.choices)) }
        if reads("any", option) { return ["type": "string"] }
        if reads(["any"], option) { return ["type": "array", "items": ["type": "string"]] }
        if reads(1.5, option) { return orTemplate(number("number", 0...Int(Seconds.longestTimeout))) }
        let numbers = numbers(of: option)
        if reads(1, option) { return orTemplate(number("integer", numbers)) }
        if reads([100], option) { return orTemplate(["type": "array", "items": number("integer", numbers)]) }
        let list: JSONValue = ["type": "array", "items": ["enum": .array(numbers.map { .number($0) })]]
        return reads(true, option) ? orTemplate(list, ["type": "boolean"]) : orTemplate(list)
    }

    private static func number(_ type: JSONValue, _ range: ClosedRange<Int>) -> JSONValue {
        ["type": type, "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
    }

    private static func reads(_ value: JSONValue, _ option: RequestOption) -> Bool {
        var options = RequestOptions()
        return (try? option.access.decode(value, JSONPointer(), &options)) != nil
    }

    private static func isValid(_ text: String, _ option: RequestOption) -> Bool {
        var options = RequestOptions()
        return option.setText(text, in: &options) == nil
    }

    /// The numbers that are valid, which are all between two.
    private static func numbers(of option: RequestOption) -> ClosedRange<Int> {
        guard let minimum = (0...1000).first(where: { isValid(String($0), option) }) else { return 0...0 }
        var (valid, last) = (minimum, Int.max)
        while valid < last {
            let middle = valid + (last - valid) / 2 + 1
            if isValid(String(middle), option) { valid = middle } else { last = middle - 1 }
        }
        return minimum...valid
    }
}
