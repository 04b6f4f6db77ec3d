import Interchange
import JSON
import JSONSchema
import Platform
import Workspace

extension Corpus {
    static let schemas = [
        Corpus(name: "jsonschema") { example in
            let dialects: [String: SchemaDialect] = [
                "draft4": .draft4, "draft6": .draft6, "draft7": .draft7, "draft2019-09": .draft2019, "draft2020-12": .draft2020,
            ]
            guard let dialect = dialects[try example.text("draft")] else { throw Refusal(description: "an unknown draft") }
            // The optional cases are those of implementations that check formats.
            let options = SchemaOptions(dialect: dialect, assertsFormats: example["optional"]?.bool == true)
            let schema = try JSONSchema(example["schema"] ?? .null, options: options) { remoteSchemas[$0] }
            return .bool(schema.result(for: example["data"] ?? .null).isValid)
        },
        // A file or a workspace, exported in a format, with the violations of the format's schema.
        Corpus(name: "exports") { example in
            let path = try example.text("path")
            guard let format = ExportFormat.named(try example.text("format")) else { throw Refusal(description: "an unknown format") }
            let documents = example["schemas"]
            let options = SchemaOptions(dialect: .draft7, baseURI: "schemas:/" + (try example.text("schema")), assertsFormats: true)
            let schema = try JSONSchema(documents?[try example.text("schema")] ?? .null, options: options) {
                documents?[String($0.dropFirst("schemas:/".count))]
            }
            var violations: [JSONValue] = []
            for tree in try collections(at: path) {
                // The schema is that of collections; environments lie beside them.
                for file in format.export(tree).files where !file.path.hasSuffix("postman_environment.json") {
                    violations += try schema.result(for: JSONValue(parsing: file.text)).violations.map { .string($0.description) }
                }
            }
            return .array(violations)
        },
    ]

    private static func collections(at path: String) throws -> [CollectionTree] {
        guard FileStatus.isFolder(path) else {
            return try Importer().read(name: path, bytes: ImportFolder.readFile(path), in: ImportFolder(parentFolder(of: path))).collections
        }
        let store = try WorkspaceStore(opening: path)
        return try store.tree().nodes.map { try store.collection(at: $0.path).tree }
    }

    /// The documents that the cases refer to by URI.
    private static let remoteSchemas: [String: JSONValue] = {
        let documents = (try? JSONValue(parsing: remoteTexts))?.object ?? JSONObject()
        return Dictionary(uniqueKeysWithValues: documents.map { ("http://localhost:1234/" + $0.name, $0.value) })
    }()

    /// From the folder `remotes` of the JSON Schema Test Suite (Copyright 2012 Julian Berman, MIT licence).
    private static let remoteTexts = #"""
        {"baseUriChange/folderInteger.json":{"type":"integer"},"baseUriChangeFolder/folderInteger.json":{"type":"integer"},
        "baseUriChangeFolderInSubschema/folderInteger.json":{"type":"integer"},"draft2019-09/baseUriChange/folderInteger.json":{
        "$schema":"https://json-schema.org/draft/2019-09/schema","type":"integer"},
        "draft2019-09/baseUriChangeFolder/folderInteger.json":{"$schema":"https://json-schema.org/draft/2019-09/schema","type":
        "integer"},"draft2019-09/baseUriChangeFolderInSubschema/folderInteger.json":{"$schema":
        "https://json-schema.org/draft/2019-09/schema","type":"integer"},"draft2019-09/dependentRequired.json":{"$id":
        "http://localhost:1234/draft2019-09/dependentRequired.json","$schema":"https://json-schema.org/draft/2019-09/schema",
        "dependentRequired":{"foo":["bar"]}},"draft2019-09/detached-ref.json":{"$id":
        "http://localhost:1234/draft2019-09/detached-ref.json","$schema":"https://json-schema.org/draft/2019-09/schema","$defs":
        {"foo":{"$ref":"#detached"},"detached":{"$anchor":"detached","type":"integer"}}},
        "draft2019-09/different-id-ref-string.json":{"$id":"http://localhost:1234/draft2019-09/real-id-ref-string.json","$defs":
        {"bar":{"type":"string"}},"$ref":"#/$defs/bar"},"draft2019-09/extendible-dynamic-ref.json":{"description":
        "extendible array","$schema":"https://json-schema.org/draft/2019-09/schema","$id":
        "http://localhost:1234/draft2019-09/extendible-dynamic-ref.json","type":"object","properties":{"elements":{"type":
        "array","items":{"$dynamicRef":"#elements"}}},"required":["elements"],"additionalProperties":false,"$defs":{"elements":{
        "$dynamicAnchor":"elements"}}},"draft2019-09/ignore-prefixItems.json":{"$id":
        "http://localhost:1234/draft2019-09/ignore-prefixItems.json","$schema":"https://json-schema.org/draft/2019-09/schema",
        "prefixItems":[{"type":"string"}]},"draft2019-09/integer.json":{"$schema":"https://json-schema.org/draft/2019-09/schema",
        "type":"integer"},"draft2019-09/locationIndependentIdentifier.json":{"$schema":
        "https://json-schema.org/draft/2019-09/schema","$defs":{"refToInteger":{"$ref":"#foo"},"A":{"$anchor":"foo","type":
        "integer"}}},"draft2019-09/metaschema-no-validation.json":{"$schema":"https://json-schema.org/draft/2019-09/schema",
        "$id":"http://localhost:1234/draft2019-09/metaschema-no-validation.json","$vocabulary":{
        "https://json-schema.org/draft/2019-09/vocab/applicator":true,"https://json-schema.org/draft/2019-09/vocab/core":true},
        "$recursiveAnchor":true,"allOf":[{"$ref":"https://json-schema.org/draft/2019-09/meta/applicator"},{"$ref":
        "https://json-schema.org/draft/2019-09/meta/core"}]},"draft2019-09/metaschema-optional-vocabulary.json":{"$schema":
        "https://json-schema.org/draft/2019-09/schema","$id":
        "http://localhost:1234/draft2019-09/metaschema-optional-vocabulary.json","$vocabulary":{
        "https://json-schema.org/draft/2019-09/vocab/validation":true,"https://json-schema.org/draft/2019-09/vocab/core":true,
        "http://localhost:1234/draft/2019-09/vocab/custom":false},"$recursiveAnchor":true,"allOf":[{"$ref":
        "https://json-schema.org/draft/2019-09/meta/validation"},{"$ref":"https://json-schema.org/draft/2019-09/meta/core"}]},
        "draft2019-09/name-defs.json":{"$schema":"https://json-schema.org/draft/2019-09/schema","$defs":{"orNull":{"anyOf":[{
        "type":"null"},{"$ref":"#"}]}},"type":"string"},"draft2019-09/nested-absolute-ref-to-string.json":{"$defs":{"bar":{
        "$id":"http://localhost:1234/draft2019-09/the-nested-id.json","type":"string"}},"$ref":
        "http://localhost:1234/draft2019-09/the-nested-id.json"},"draft2019-09/nested/foo-ref-string.json":{"$schema":
        "https://json-schema.org/draft/2019-09/schema","type":"object","properties":{"foo":{"$ref":"string.json"}}},
        "draft2019-09/nested/string.json":{"$schema":"https://json-schema.org/draft/2019-09/schema","type":"string"},
        "draft2019-09/ref-and-defs.json":{"$schema":"https://json-schema.org/draft/2019-09/schema","$id":
        "http://localhost:1234/draft2019-09/ref-and-defs.json","$defs":{"inner":{"properties":{"bar":{"type":"string"}}}},
        "$ref":"#/$defs/inner"},"draft2019-09/subSchemas.json":{"$schema":"https://json-schema.org/draft/2019-09/schema",
        "$defs":{"integer":{"type":"integer"},"refToInteger":{"$ref":"#/$defs/integer"}}},"draft2019-09/urn-ref-string.json":{
        "$id":"urn:uuid:feebdaed-ffff-0000-2019-0900deadbeef","$defs":{"bar":{"type":"string"}},"$ref":"#/$defs/bar"},
        "draft2020-12/baseUriChange/folderInteger.json":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":
        "integer"},"draft2020-12/baseUriChangeFolder/folderInteger.json":{"$schema":
        "https://json-schema.org/draft/2020-12/schema","type":"integer"},
        "draft2020-12/baseUriChangeFolderInSubschema/folderInteger.json":{"$schema":
        "https://json-schema.org/draft/2020-12/schema","type":"integer"},"draft2020-12/detached-dynamicref.json":{"$id":
        "http://localhost:1234/draft2020-12/detached-dynamicref.json","$schema":"https://json-schema.org/draft/2020-12/schema",
        "$defs":{"foo":{"$dynamicRef":"#detached"},"detached":{"$dynamicAnchor":"detached","type":"integer"}}},
        "draft2020-12/detached-ref.json":{"$id":"http://localhost:1234/draft2020-12/detached-ref.json","$schema":
        "https://json-schema.org/draft/2020-12/schema","$defs":{"foo":{"$ref":"#detached"},"detached":{"$anchor":"detached",
        "type":"integer"}}},"draft2020-12/different-id-ref-string.json":{"$id":
        "http://localhost:1234/draft2020-12/real-id-ref-string.json","$defs":{"bar":{"type":"string"}},"$ref":"#/$defs/bar"},
        "draft2020-12/extendible-dynamic-ref.json":{"description":"extendible array","$schema":
        "https://json-schema.org/draft/2020-12/schema","$id":"http://localhost:1234/draft2020-12/extendible-dynamic-ref.json",
        "type":"object","properties":{"elements":{"type":"array","items":{"$dynamicRef":"#elements"}}},"required":["elements"],
        "additionalProperties":false,"$defs":{"elements":{"$dynamicAnchor":"elements"}}},
        "draft2020-12/format-assertion-false.json":{"$id":"http://localhost:1234/draft2020-12/format-assertion-false.json",
        "$schema":"https://json-schema.org/draft/2020-12/schema","$vocabulary":{
        "https://json-schema.org/draft/2020-12/vocab/core":true,"https://json-schema.org/draft/2020-12/vocab/format-assertion":
        false},"$dynamicAnchor":"meta","allOf":[{"$ref":"https://json-schema.org/draft/2020-12/meta/core"},{"$ref":
        "https://json-schema.org/draft/2020-12/meta/format-assertion"}]},"draft2020-12/format-assertion-true.json":{"$id":
        "http://localhost:1234/draft2020-12/format-assertion-true.json","$schema":"https://json-schema.org/draft/2020-12/schema",
        "$vocabulary":{"https://json-schema.org/draft/2020-12/vocab/core":true,
        "https://json-schema.org/draft/2020-12/vocab/format-assertion":true},"$dynamicAnchor":"meta","allOf":[{"$ref":
        "https://json-schema.org/draft/2020-12/meta/core"},{"$ref":"https://json-schema.org/draft/2020-12/meta/format-assertion"}]},
        "draft2020-12/integer.json":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"integer"},
        "draft2020-12/locationIndependentIdentifier.json":{"$schema":"https://json-schema.org/draft/2020-12/schema","$defs":{
        "refToInteger":{"$ref":"#foo"},"A":{"$anchor":"foo","type":"integer"}}},"draft2020-12/metaschema-no-validation.json":{
        "$schema":"https://json-schema.org/draft/2020-12/schema","$id":
        "http://localhost:1234/draft2020-12/metaschema-no-validation.json","$vocabulary":{
        "https://json-schema.org/draft/2020-12/vocab/applicator":true,"https://json-schema.org/draft/2020-12/vocab/core":true},
        "$dynamicAnchor":"meta","allOf":[{"$ref":"https://json-schema.org/draft/2020-12/meta/applicator"},{"$ref":
        "https://json-schema.org/draft/2020-12/meta/core"}]},"draft2020-12/metaschema-optional-vocabulary.json":{"$schema":
        "https://json-schema.org/draft/2020-12/schema","$id":
        "http://localhost:1234/draft2020-12/metaschema-optional-vocabulary.json","$vocabulary":{
        "https://json-schema.org/draft/2020-12/vocab/validation":true,"https://json-schema.org/draft/2020-12/vocab/core":true,
        "http://localhost:1234/draft/2020-12/vocab/custom":false},"$dynamicAnchor":"meta","allOf":[{"$ref":
        "https://json-schema.org/draft/2020-12/meta/validation"},{"$ref":"https://json-schema.org/draft/2020-12/meta/core"}]},
        "draft2020-12/name-defs.json":{"$schema":"https://json-schema.org/draft/2020-12/schema","$defs":{"orNull":{"anyOf":[{
        "type":"null"},{"$ref":"#"}]}},"type":"string"},"draft2020-12/nested-absolute-ref-to-string.json":{"$defs":{"bar":{
        "$id":"http://localhost:1234/draft2020-12/the-nested-id.json","type":"string"}},"$ref":
        "http://localhost:1234/draft2020-12/the-nested-id.json"},"draft2020-12/nested/foo-ref-string.json":{"$schema":
        "https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"foo":{"$ref":"string.json"}}},
        "draft2020-12/nested/string.json":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"string"},
        "draft2020-12/prefixItems.json":{"$id":"http://localhost:1234/draft2020-12/prefixItems.json","$schema":
        "https://json-schema.org/draft/2020-12/schema","prefixItems":[{"type":"string"}]},"draft2020-12/ref-and-defs.json":{
        "$schema":"https://json-schema.org/draft/2020-12/schema","$id":"http://localhost:1234/draft2020-12/ref-and-defs.json",
        "$defs":{"inner":{"properties":{"bar":{"type":"string"}}}},"$ref":"#/$defs/inner"},"draft2020-12/subSchemas.json":{
        "$schema":"https://json-schema.org/draft/2020-12/schema","$defs":{"integer":{"type":"integer"},"refToInteger":{"$ref":
        "#/$defs/integer"}}},"draft2020-12/tree.json":{"description":"tree schema, extensible","$schema":
        "https://json-schema.org/draft/2020-12/schema","$id":"http://localhost:1234/draft2020-12/tree.json","$dynamicAnchor":
        "node","type":"object","properties":{"data":true,"children":{"type":"array","items":{"$dynamicRef":"#node"}}}},
        "draft2020-12/urn-ref-string.json":{"$id":"urn:uuid:feebdaed-ffff-0000-2020-1200deadbeef","$defs":{"bar":{"type":
        "string"}},"$ref":"#/$defs/bar"},"draft4/locationIndependentIdentifier.json":{"definitions":{"refToInteger":{"$ref":
        "#foo"},"A":{"id":"#foo","type":"integer"}}},"draft4/name.json":{"definitions":{"orNull":{"anyOf":[{"type":"null"},{
        "$ref":"#"}]}},"type":"string"},"draft4/subSchemas.json":{"definitions":{"integer":{"type":"integer"},"refToInteger":{
        "$ref":"#/definitions/integer"}}},"draft6/detached-ref.json":{"$id":"http://localhost:1234/draft6/detached-ref.json",
        "$schema":"http://json-schema.org/draft-06/schema#","definitions":{"foo":{"$ref":"#detached"},"detached":{"$id":
        "#detached","type":"integer"}}},"draft6/locationIndependentIdentifier.json":{"definitions":{"refToInteger":{"$ref":
        "#foo"},"A":{"$id":"#foo","type":"integer"}}},"draft6/name.json":{"definitions":{"orNull":{"anyOf":[{"type":"null"},{
        "$ref":"#"}]}},"type":"string"},"draft6/ref-and-definitions.json":{"$id":
        "http://localhost:1234/draft6/ref-and-definitions.json","definitions":{"inner":{"properties":{"bar":{"type":"string"}}}},
        "allOf":[{"$ref":"#/definitions/inner"}]},"draft6/subSchemas.json":{"definitions":{"integer":{"type":"integer"},
        "refToInteger":{"$ref":"#/definitions/integer"}}},"draft7/detached-ref.json":{"$id":
        "http://localhost:1234/draft7/detached-ref.json","$schema":"http://json-schema.org/draft-07/schema#","definitions":{
        "foo":{"$ref":"#detached"},"detached":{"$id":"#detached","type":"integer"}}},"draft7/ignore-dependentRequired.json":{
        "$id":"http://localhost:1234/draft7/integer.json","$schema":"http://json-schema.org/draft-07/schema#",
        "dependentRequired":{"foo":["bar"]}},"draft7/locationIndependentIdentifier.json":{"definitions":{"refToInteger":{"$ref":
        "#foo"},"A":{"$id":"#foo","type":"integer"}}},"draft7/name.json":{"definitions":{"orNull":{"anyOf":[{"type":"null"},{
        "$ref":"#"}]}},"type":"string"},"draft7/ref-and-definitions.json":{"$id":
        "http://localhost:1234/draft7/ref-and-definitions.json","definitions":{"inner":{"properties":{"bar":{"type":"string"}}}},
        "allOf":[{"$ref":"#/definitions/inner"}]},"draft7/subSchemas.json":{"definitions":{"integer":{"type":"integer"},
        "refToInteger":{"$ref":"#/definitions/integer"}}},"integer.json":{"type":"integer"},"nested/foo-ref-string.json":{
        "type":"object","properties":{"foo":{"$ref":"string.json"}}},"nested/string.json":{"type":"string"}}
        """#
}
