import Foundation
import JSON

/// Checks a document against a JSON Schema (2020-12): the keywords that the project's schemas use. An unknown keyword is an error, so that
/// no schema says something that nobody checks.
struct SchemaValidator {
    private static let silent: Set<String> = ["$schema", "$defs", "title", "description"]

    /// The schemas by their file names.
    let schemas: [String: JSONValue]

    /// What is wrong with the value, each with its place; empty when nothing is.
    func faults(of value: JSONValue, by schema: String) throws -> [String] {
        guard let root = schemas[schema] else { throw Missing(reference: schema) }
        return try faults(of: value, by: root, in: schema, at: "")
    }

    struct Missing: Error {
        let reference: String
    }

    private func faults(of value: JSONValue, by schema: JSONValue, in file: String, at place: String) throws -> [String] {
        if schema == true { return [] }
        if schema == false { return ["\(place): not allowed"] }
        return try (schema.object ?? [:]).flatMap { keyword -> [String] in
            if Self.silent.contains(keyword.name) { return [] }
            return try faults(of: value, by: keyword, of: schema, in: file, at: place)
        }
    }

    private func faults(
        of value: JSONValue, by keyword: JSONMember, of schema: JSONValue, in file: String, at place: String
    ) throws -> [String] {
        let check = { (value: JSONValue, schema: JSONValue, step: String) in
            try self.faults(of: value, by: schema, in: file, at: place + step)
        }
        switch keyword.name {
        case "$ref": return try follow(keyword.value.string ?? "", for: value, in: file, at: place)
        case "oneOf":
            let results = try (keyword.value.array ?? []).map { try check(value, $0, "") }
            let closest = results.min { $0.count < $1.count } ?? []
            return results.count(where: \.isEmpty) == 1 ? [] : ["\(place): not exactly one of the variants, the closest: \(closest)"]
        case "anyOf":
            let results = try (keyword.value.array ?? []).map { try check(value, $0, "") }
            return results.contains(where: \.isEmpty) ? [] : ["\(place): none of the variants: \(results)"]
        case "items": return try (value.array ?? []).enumerated().flatMap { try check($1, keyword.value, "/\($0)") }
        case "properties":
            return try (keyword.value.object ?? [:]).flatMap { member in
                try value[member.name].map { try check($0, member.value, "/" + member.name) } ?? []
            }
        case "patternProperties", "additionalProperties": return try others(of: value, by: keyword, of: schema, check)
        case "propertyNames": return try value.memberNames.flatMap { try check(.string($0), keyword.value, "/" + $0) }
        default: return try plainFault(of: value, by: keyword).map { ["\(place): \($0)"] } ?? []
        }
    }

    private func others(
        of value: JSONValue, by keyword: JSONMember, of schema: JSONValue, _ check: (JSONValue, JSONValue, String) throws -> [String]
    ) throws -> [String] {
        let patterns = schema["patternProperties"]?.object ?? [:]
        return try (value.object ?? [:]).flatMap { member -> [String] in
            let matching = patterns.filter { matches(member.name, $0.name) }
            if keyword.name == "patternProperties" {
                return try matching.flatMap { try check(member.value, $0.value, "/" + member.name) }
            }
            let isKnown = schema["properties"]?[member.name] != nil || !matching.isEmpty
            return isKnown ? [] : try check(member.value, keyword.value, "/" + member.name)
        }
    }

    private func follow(_ reference: String, for value: JSONValue, in file: String, at place: String) throws -> [String] {
        let parts = reference.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
        let target = parts[0].isEmpty ? file : parts[0]
        let steps = parts.count < 2 ? [] : parts[1].split(separator: "/")
        guard let root = schemas[target], let found = steps.reduce(root, { $0?[String($1)] }) else { throw Missing(reference: reference) }
        return try faults(of: value, by: found, in: target, at: place)
    }

    private func plainFault(of value: JSONValue, by keyword: JSONMember) throws -> String? {
        let limit = keyword.value
        switch keyword.name {
        case "type":
            let types = (limit.array ?? [limit]).compactMap(\.string)
            return types.contains { isOfType(value, $0) } ? nil : "not \(types.joined(separator: " or "))"
        case "const": return value == limit ? nil : "not \(limit)"
        case "enum": return limit.array?.contains(value) == true ? nil : "not one of \(limit)"
        case "required":
            let missing = (limit.array ?? []).compactMap(\.string).filter { name in value.object != nil && value[name] == nil }
            return missing.isEmpty ? nil : "without \(missing)"
        case "pattern": return value.string.map { matches($0, limit.string ?? "") } ?? true ? nil : "does not match \(limit)"
        case "minimum": return (value.double ?? .infinity) >= limit.double ?? 0 ? nil : "less than \(limit)"
        case "maximum": return (value.double ?? -.infinity) <= limit.double ?? 0 ? nil : "more than \(limit)"
        case "minLength": return (value.string?.count ?? .max) >= limit.integer ?? 0 ? nil : "shorter than \(limit)"
        case "minItems": return (value.array?.count ?? .max) >= limit.integer ?? 0 ? nil : "fewer than \(limit)"
        default: throw Missing(reference: "keyword \(keyword.name)")
        }
    }

    private func isOfType(_ value: JSONValue, _ type: String) -> Bool {
        switch type {
        case "null": value.isNull
        case "boolean": value.bool != nil
        case "number": value.number != nil
        case "integer": value.integer != nil
        case "string": value.string != nil
        case "array": value.array != nil
        case "object": value.object != nil
        default: false
        }
    }

    private func matches(_ text: String, _ pattern: String) -> Bool {
        text.range(of: pattern, options: .regularExpression) != nil
    }
}
