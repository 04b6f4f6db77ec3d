import JSON
import JSONSchema
import Testing
import Workspace

@testable import Interchange

/// Exports against excerpts of the formats' schemas; `scripts/conformance` holds them against the whole ones.
struct ExportSchemaTests {
    private static let postman = ##"""
        {"required": ["info", "item"], "properties": {
          "info": {"required": ["name", "schema"], "properties": {"name": {"type": "string"}, "schema": {"format": "uri"}}},
          "item": {"items": {"$ref": "#/$defs/item"}}, "variable": {"items": {"$ref": "#/$defs/variable"}}, "auth": {"$ref": "#/$defs/auth"}},
        "$defs": {
          "item": {"oneOf": [{"required": ["item"], "properties": {"item": {"items": {"$ref": "#/$defs/item"}}}},
            {"required": ["request"], "properties": {"name": {"type": "string"}, "request": {"$ref": "#/$defs/request"},
              "response": {"type": "array", "items": {"properties": {"code": {"type": "integer"}, "header": {"type": "array"}}}},
              "event": {"items": {"required": ["listen"], "properties": {"script": {"properties": {"exec": {"type": "array"}}}}}}}}]},
          "request": {"properties": {"method": {"type": "string"}, "auth": {"$ref": "#/$defs/auth"},
            "header": {"items": {"required": ["key", "value"], "properties": {"key": {"type": "string"}, "value": {"type": "string"}}}},
            "url": {"properties": {"raw": {"type": "string"}, "host": {"type": ["array", "string"]}, "path": {"type": ["array", "string"]}}},
            "body": {"properties": {"mode": {"enum": ["raw", "urlencoded", "formdata", "file", "graphql"]},
              "urlencoded": {"items": {"required": ["key"]}}, "formdata": {"items": {"required": ["key"]}}}}}},
          "auth": {"type": ["object", "null"], "required": ["type"], "properties": {"type": {"type": "string"}}},
          "variable": {"anyOf": [{"required": ["id"]}, {"required": ["key"]}]}}}
        """##

    private static let har = ##"""
        {"required": ["log"], "properties": {"log": {"required": ["version", "creator", "entries"], "properties": {
          "pages": {"items": {"required": ["startedDateTime", "id", "title", "pageTimings"]}},
          "entries": {"items": {"required": ["startedDateTime", "time", "request", "response", "cache", "timings"], "properties": {
            "startedDateTime": {"format": "date-time"}, "timings": {"required": ["send", "wait", "receive"]},
            "request": {"required": ["method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize"],
              "properties": {"url": {"format": "uri"}, "headers": {"$ref": "#/$defs/pairs"}, "queryString": {"$ref": "#/$defs/pairs"},
                "postData": {"required": ["mimeType"], "properties": {"params": {"items": {"required": ["name"]}}}}}},
            "response": {"required": ["status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize",
              "bodySize"], "properties": {"status": {"type": "integer"}, "content": {"required": ["size", "mimeType"]}}}}}}}}},
        "$defs": {"pairs": {"items": {"required": ["name", "value"], "properties": {"name": {"type": "string"}, "value": {"type": "string"}}}}}}
        """##

    static let openAPI = ##"""
        {"required": ["openapi", "info", "paths"], "patternProperties": {"^x-": true}, "additionalProperties": false, "properties": {
          "openapi": {"pattern": "^3\\.1\\.\\d+$"}, "info": {"required": ["title", "version"], "properties": {"version": {"type": "string"}}},
          "servers": {"items": {"required": ["url"], "properties": {"variables": {"additionalProperties": {"required": ["default"]}}}}},
          "tags": {"uniqueItems": true, "items": {"required": ["name"], "properties": {"name": {"type": "string"}, "description": {"type": "string"}},
            "additionalProperties": false}},
          "paths": {"propertyNames": {"pattern": "^/"}, "additionalProperties": {
            "propertyNames": {"enum": ["get", "put", "post", "delete", "options", "head", "patch", "trace"]},
            "additionalProperties": {"$ref": "#/$defs/operation"}}},
          "components": {"properties": {"securitySchemes": {"additionalProperties": {"required": ["type"]}}}}},
        "$defs": {
          "operation": {"patternProperties": {"^x-": true}, "additionalProperties": false, "properties": {
            "operationId": {"type": "string"}, "summary": {"type": "string"}, "description": {"type": "string"},
            "deprecated": {"type": "boolean"}, "tags": {"items": {"type": "string"}}, "security": {"type": "array"}, "servers": {"items": {"required": ["url"]}},
            "parameters": {"uniqueItems": true, "items": {"$ref": "#/$defs/parameter"}},
            "requestBody": {"required": ["content"], "properties": {"content": {"$ref": "#/$defs/content"}}},
            "responses": {"minProperties": 1, "propertyNames": {"pattern": "^([1-5]([0-9][0-9]|XX)|default)$"}, "additionalProperties":
              {"required": ["description"], "patternProperties": {"^x-": true}, "additionalProperties": false, "properties":
                {"description": {"type": "string"}, "content": {"$ref": "#/$defs/content"}}}}}},
          "parameter": {"required": ["name", "in", "schema"], "additionalProperties": false, "properties": {
              "name": {"type": "string"}, "in": {"enum": ["path", "query", "header", "cookie"]}, "required": {"type": "boolean"},
              "description": {"type": "string"}, "schema": {"type": "object"}, "example": true},
            "if": {"properties": {"in": {"const": "path"}}}, "then": {"required": ["required"], "properties": {"required": {"const": true}}}},
          "content": {"additionalProperties": {"additionalProperties": false, "properties": {"schema": {"type": ["object", "boolean"]},
            "example": true, "encoding": {"additionalProperties": {"properties": {"contentType": {"type": "string"}}, "additionalProperties": false}},
            "examples": {"additionalProperties": {"required": ["value"], "patternProperties": {"^x-": true}, "additionalProperties": false,
              "properties": {"value": true}}}}}}}}
        """##

    @Test(arguments: [("postman", postman), ("har", har), ("openapi", openAPI)]) func exportsAreValid(format: String, schema: String) throws
    {
        let schema = try JSONSchema(JSONValue(parsing: schema), options: SchemaOptions(assertsFormats: true))
        let format = try #require(ExportFormat.named(format))
        var odd = RequestDraft(name: "", method: "", url: "{{base}}/a b/{id}/ü?x[]=%zz&{{y}}#f g")
        odd.auth = AuthDraft(.apiKey, fields: ["key": "k y", "value": "{{v}}", "in": "query"])
        let empty = CollectionTree(CollectionTree.Folder(FolderDraft(name: ""), items: []))
        let strange = CollectionTree(CollectionTree.Folder(FolderDraft(name: "x"), items: [.request(.init(odd))]))
        for tree in [ExportRoundTripTests.rich, empty, strange] {
            let file = try #require(format.export(tree).files.first)
            #expect(try schema.result(for: JSONValue(parsing: file.text)).violations.map(\.description) == [])
        }
    }

    static let urls: [(String, String)] = [
        ("https://a:8080/b?c=d#e", "https://a:8080/b?c=d#e"), ("{{base}}/a/:id", "http://%7B%7Bbase%7D%7D/a/:id"),
        ("https://{{host}}:{{port}}/a", "https://%7B%7Bhost%7D%7D%3A%7B%7Bport%7D%7D/a"), ("http://[::1]:1/a|b", "http://[::1]:1/a%7Cb"),
        ("http://u:p{@h/%zz%41", "http://u:p%7B@h/%25zz%41"), ("", "http://"), ("http://a/x#y#z", "http://a/x#y%23z"),
    ]

    @Test(arguments: urls) func aURLOfAnArchiveIsAURI(url: String, valid: String) throws {
        #expect(HARURL.valid(url) == valid)
        #expect(try JSONSchema(["format": "uri"], options: SchemaOptions(assertsFormats: true)).result(for: .string(valid)).isValid)
    }
}
