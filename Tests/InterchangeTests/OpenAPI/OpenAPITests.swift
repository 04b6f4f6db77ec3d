import Foundation
import Interchange
import JSON
import TestFixtures
import Testing
import Workspace

@Suite struct OpenAPITests {
    private func read(_ text: String, in folder: ImportFolder? = nil) throws -> ImportResult {
        try Importer().read(name: "file", bytes: Array(text.utf8), in: folder)
    }

    private func draft(_ path: String, _ item: String, more: String = "") throws -> RequestDraft {
        let result = try read(#"{"openapi": "3.0.3", "info": {"title": "A"}, "paths": {"\#(path)": \#(item)}\#(more)}"#)
        return try #require(result.collections[0].requests.first).request.draft
    }

    @Test(arguments: [
        ("h/{a}/{b}", "h/1/{b}"), ("{a}{a", "1{a"), ("{x{a}}", "{x1}"), ("}{a}", "}1"), ("{b}{c}", "{b}{a}"), ("", ""),
    ]) func `values of a server's variables are not expanded again`(_ url: String, _ expected: String) {
        #expect(url.replacingBraces { ["a": "1", "c": "{a}"][$0] } == expected)
    }

    @Test func makesACollectionOfADocument() throws {
        let text = """
            openapi: 3.1.0
            info: {title: Pilots, version: 1.0.0, description: All of them.}
            servers:
              - url: https://{region}.example.com/v1/
                description: Production
                variables: {region: {default: eu, enum: [eu, us]}}
              - url: /v2
            security: [{token: []}]
            tags: [{name: people, description: The crew}]
            paths:
              /pilots/{pilotId}:
                parameters:
                  - {name: pilotId, in: path, required: true, schema: {type: integer, minimum: 7}}
                get:
                  tags: [people]
                  summary: One pilot
                  operationId: getPilot
                  parameters: [{name: fields, in: query, schema: {type: array, items: {type: string}}, explode: false, example: [a, b]}]
                  responses:
                    '200': {description: Found, content: {application/json: {schema: {$ref: '#/components/schemas/Pilot'}}}}
                put:
                  security: []
                  requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Pilot'}}}}
                  responses: {}
            components:
              securitySchemes: {token: {type: http, scheme: bearer}}
              schemas:
                Pilot:
                  type: object
                  properties:
                    id: {type: integer, readOnly: true}
                    name: {type: string, examples: [Kes]}
                    wing: {$ref: '#/components/schemas/Pilot'}
                    born: {type: [string, 'null'], format: date}
            """
        let result = try read(text)
        let tree = result.collections[0]
        #expect(tree.root.draft.name == "Pilots")
        #expect(tree.root.draft.auth == AuthDraft(.bearer, fields: ["token": "{{bearerToken}}"]))
        #expect(tree.root.draft.variables.map(\.name) == ["baseUrl", "region"])
        #expect(tree.root.draft.variables.first?.value == "https://{{region}}.example.com/v1")
        #expect(tree.environments.map(\.draft.name) == ["Production", "/v2"])
        #expect(tree.environments.last?.draft.variables == [Row("baseUrl", "http://localhost/v2")])
        #expect(tree.environments.first?.draft.secrets == [SecretEntry("bearerToken", .prompt)])
        let (get, folders) = tree.requests[0]
        #expect(folders.map(\.draft.name) == ["Pilots", "people"])
        #expect(get.draft.name == "One pilot")
        #expect(get.draft.url == "{{baseUrl}}/pilots/:pilotId")
        #expect(get.draft.pathParameters == [Row("pilotId", "7")])
        #expect(get.draft.query == [Row("fields", "a,b", isEnabled: false)])
        #expect(get.draft.auth.kind == .inherit)
        #expect(get.examples.map(\.status) == [200])
        #expect(get.extensions["x-openapi"]?["operationId"] == "getPilot")
        let back = try #require(ExportFormat.named("openapi")).export(tree)
        #expect(back.files[0].text.contains(#""operationId": "getPilot""#) && back.losses.contains { $0.what.hasPrefix("schemas") })
        let put = tree.requests[1].request.draft
        #expect(put.auth.kind == .none)
        #expect(try JSONValue(parsing: put.body.json) == ["name": "Kes", "born": "2026-01-31"])
    }

    @Test(arguments: [
        (
            #"{"name": "q", "in": "query", "required": true, "schema": {"type": "array", "items": {"type": "string"}}, "example": ["a", "b"]}"#,
            ["q=a", "q=b"]
        ),
        (#"{"name": "q", "in": "query", "required": true, "style": "deepObject", "example": {"a": 1, "b": 2}}"#, ["q[a]=1", "q[b]=2"]),
        (#"{"name": "q", "in": "query", "required": true, "style": "deepObject", "schema": {"type": "object"}}"#, ["q="]),
        (#"{"name": "q", "in": "query", "required": true, "style": "pipeDelimited", "explode": false, "example": ["a", "b"]}"#, ["q=a|b"]),
        (#"{"name": "q", "in": "query", "required": true, "content": {"application/json": {"example": {"a": 1}}}}"#, [#"q={"a":1}"#]),
        (#"{"name": "q", "in": "query", "required": true, "example": "a&b"}"#, ["q=a%26b"]),
    ])
    func writesParametersInTheirStyle(_ parameter: String, _ expected: [String]) throws {
        let draft = try draft("/p", #"{"get": {"parameters": [\#(parameter)]}}"#)
        #expect(draft.query.map { "\($0.name)=\($0.value)" } == expected)
    }

    @Test(arguments: [
        (#""style": "matrix", "explode": true, "example": [1, 2]"#, ";p=1;p=2", true),
        (#""style": "matrix", "example": [1, 2]"#, ";p=1,2", true), (#""style": "matrix", "example": 5"#, ";p=5", true),
        (#""style": "matrix", "explode": true, "example": {"a": 1, "b": 2}"#, ";a=1;b=2", true),
        (#""style": "label", "example": [1, 2]"#, ".1,2", true), (#""style": "label", "explode": true, "example": [1, 2]"#, ".1.2", true),
        (#""style": "label", "example": "x""#, ".x", false), (#""example": [1, "a/b"]"#, "1,a%2Fb", true),
        (#""example": {"a": 1, "b": 2}"#, "a,1,b,2", true), (#""explode": true, "example": {"a": 1, "b": 2}"#, "a=1,b=2", true),
        (#""example": "a/b""#, "a/b", false),
    ])
    func `a segment of a path has the signs of its style`(_ members: String, _ expected: String, isEscaped: Bool) throws {
        let draft = try draft("/a/{p}", #"{"get": {"parameters": [{"name": "p", "in": "path", \#(members)}]}}"#)
        #expect(draft.url == (isEscaped ? "{{baseUrl}}/a/{{p}}" : "{{baseUrl}}/a/:p"))
        #expect((isEscaped ? draft.variables : draft.pathParameters) == [Row("p", expected)])
    }

    @Test func `a server without a name is named by its URL with the values of variables`() throws {
        let server = #"{"url": "http://{host}:1/{base}", "variables": {"host": {"default": "h"}, "base": {"enum": ["v1", "v2"]}}}"#
        let result = try read(#"{"openapi": "3.0.3", "info": {"title": "A"}, "servers": [\#(server)], "paths": {}}"#)
        #expect(result.collections[0].environments.map(\.draft.name) == ["h:1/v1"])
    }

    @Test func writesPathsWithMoreThanSegments() throws {
        let draft = try draft("/a/{id}.{format}/{x y}", #"{"get": {"parameters": [{"name": "format", "in": "path", "example": "json"}]}}"#)
        #expect(draft.url == "{{baseUrl}}/a/{{id}}.{{format}}/:x_y")
        #expect(draft.variables == [Row("id", ""), Row("format", "json")])
        #expect(draft.pathParameters == [Row("x_y", "")])
    }

    @Test func makesFormsAndFiles() throws {
        let schema =
            #"{"schema": {"type": "object", "properties": {"a": {"type": "string", "example": "x"}, "f": {"type": "string", "format": "binary"}}}}"#
        let form = try draft("/p", #"{"post": {"requestBody": {"content": {"application/x-www-form-urlencoded": \#(schema)}}}}"#)
        #expect(form.body.form.first == Row("a", "x"))
        let parts = try draft("/p", #"{"post": {"requestBody": {"content": {"multipart/form-data": \#(schema)}}}}"#)
        #expect(parts.body.parts == [.init("a", "x"), .init("f", "", isFile: true)])
        let vendor = try draft("/p", #"{"post": {"requestBody": {"content": {"application/vnd.a+json": {"example": {"a": 1}}}}}}"#)
        #expect(vendor.headers == [Row("Content-Type", "application/vnd.a+json")])
        #expect(vendor.body.kind == .json)
    }

    @Test func `collections of Swagger have their separators`() throws {
        let list = #""type": "array", "items": {"type": "string"}, "x-example": ["a", "b"], "required": true"#
        let parameters = [
            #"{"name": "p", "in": "path", "collectionFormat": "pipes", \#(list)}"#,
            #"{"name": "q", "in": "query", "collectionFormat": "ssv", \#(list)}"#,
            #"{"name": "h", "in": "header", "collectionFormat": "pipes", \#(list)}"#,
            #"{"name": "f", "in": "formData", "collectionFormat": "ssv", \#(list)}"#,
        ]
        let text = """
            {"swagger": "2.0", "info": {"title": "S"}, "host": "h", "consumes": ["application/x-www-form-urlencoded"],
             "paths": {"/x/{p}": {"post": {"parameters": [\(parameters.joined(separator: ", "))]}}}}
            """
        let draft = try #require(try read(text).collections[0].requests.first).request.draft
        #expect(draft.variables == [Row("p", "a%7Cb")] && draft.url.hasSuffix("/x/{{p}}"))
        #expect(draft.query == [Row("q", "a%20b")] && draft.headers.first == Row("h", "a|b") && draft.body.form == [Row("f", "a b")])
    }

    @Test func `a server without a scheme has its host`() throws {
        let result = try read(
            #"{"openapi": "3.0.0", "info": {"title": "A"}, "servers": [{"url": "//h/v1"}], "paths": {"/p": {"get": {}}}}"#)
        #expect(result.collections[0].root.draft.variables.first == Row("baseUrl", "https://h/v1") && result.issues.isEmpty)
    }

    @Test func `encodings of forms have their styles`() throws {
        let media = """
            {"example": {"address": {"city": "Rome"}, "csv": ["a", "b"], "many": ["c", "d"], "object": {"k": 1}},
             "encoding": {"address": {"style": "deepObject", "explode": true}, "csv": {"style": "form", "explode": false}}}
            """
        let form = try draft("/p", #"{"post": {"requestBody": {"content": {"application/x-www-form-urlencoded": \#(media)}}}}"#)
        #expect(
            form.body.form == [
                Row("address[city]", "Rome"), Row("csv", "a,b"), Row("many", "c"), Row("many", "d"), Row("object", #"{"k":1}"#),
            ])
    }

    @Test func `elements of arrays are parts of their own`() throws {
        let media = """
            {"schema": {"type": "object", "properties": {"tags": {"type": "array", "example": ["x", "y"], "items": {"type": "string"}},
             "meta": {"type": "object", "example": {"k": 1}}}}, "encoding": {"tags": {"headers": {"X-A": {}}}}}
            """
        let result = try read(
            #"{"openapi": "3.0.0", "info": {"title": "A"}, "paths": {"/p": {"post": {"requestBody": {"content": {"multipart/form-data": \#(media)}}}}}}"#
        )
        let parts = try #require(result.collections[0].requests.first).request.draft.body.parts
        #expect(parts == [.init("tags", "x"), .init("tags", "y"), .init("meta", #"{"k":1}"#, contentType: "application/json")])
        #expect(result.issues.contains { $0.what.contains("X-A") })
    }

    @Test func `XML has the names, prefixes and namespaces of the schemas`() throws {
        let text = """
            {"openapi": "3.0.0", "info": {"title": "A"}, "paths": {"/p": {"post": {"requestBody": {"content": {"application/xml": {
             "schema": {"$ref": "#/components/schemas/Pet"}}}}}}}, "components": {"schemas": {
             "Pet": {"type": "object", "xml": {"name": "pet", "prefix": "s", "namespace": "http://n"}, "properties": {
              "id": {"type": "integer", "example": 1, "xml": {"attribute": true}},
              "kind": {"$ref": "#/components/schemas/Kind"},
              "tags": {"type": "array", "example": ["a"], "xml": {"wrapped": true}, "items": {"type": "string", "xml": {"name": "tag"}}},
              "names": {"type": "array", "example": ["b"], "items": {"type": "string"}}}},
             "Kind": {"type": "string", "example": "cat", "xml": {"name": "sort"}}}}}
            """
        let draft = try #require(try read(text).collections[0].requests.first).request.draft
        #expect(
            draft.body.xml.split(separator: "\n").dropFirst().map { $0.drop { $0 == " " } } == [
                #"<s:pet xmlns:s="http://n" id="1">"#, "<sort>cat</sort>", "<tags>", "<tag>a</tag>", "</tags>", "<names>b</names>",
                "</s:pet>",
            ])
    }

    @Test(arguments: [("token", "{{baseUrl}}/token"), ("./t", "{{baseUrl}}/t"), ("/t", "/t"), ("https://h/t", "https://h/t")])
    func `a login that is relative to the server begins with it`(_ url: String, _ expected: String) throws {
        let result = try read(
            """
            {"openapi": "3.0.0", "info": {"title": "A"}, "paths": {"/p": {"get": {"security": [{"o": []}]}}}, "components": {"securitySchemes": {
             "o": {"type": "oauth2", "flows": {"password": {"tokenUrl": "\(url)", "scopes": {}}}}}}}
            """)
        #expect(result.collections[0].requests.first?.request.draft.auth["tokenURL"] == expected)
    }

    @Test func readsSwagger() throws {
        let result = try read(
            #"""
            {"swagger": "2.0", "info": {"title": "S"}, "host": "h", "basePath": "/v1", "schemes": ["http"], "consumes": ["application/json"],
             "securityDefinitions": {"k": {"type": "apiKey", "in": "header", "name": "X-Key"}}, "security": [{"k": []}],
             "paths": {"/p": {"post": {"parameters": [{"name": "b", "in": "body", "schema": {"$ref": "#/definitions/P"}},
              {"name": "t", "in": "query", "type": "array", "collectionFormat": "multi", "items": {"type": "string"}, "default": ["a", "b"], "required": true}]}}},
             "definitions": {"P": {"properties": {"n": {"type": "string", "enum": ["x"]}}}}}
            """#)
        let tree = result.collections[0]
        #expect(tree.root.draft.variables == [Row("baseUrl", "http://h/v1")])
        #expect(tree.root.draft.auth == AuthDraft(.apiKey, fields: ["key": "X-Key", "value": "{{k}}"]))
        let draft = tree.requests[0].request.draft
        #expect(try JSONValue(parsing: draft.body.json) == ["n": "x"])
        #expect(draft.query.map(\.value) == ["a", "b"])
    }

    @Test func detectsCircularReferences() throws {
        let result = try read(
            #"""
            {"openapi": "3.0.0", "info": {"title": "R"}, "paths": {"/a": {"$ref": "#/paths/~1b"}, "/b": {"$ref": "#/paths/~1a"},
             "/c": {"post": {"requestBody": {"$ref": "#/components/requestBodies/X"}}}},
             "components": {"requestBodies": {"X": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/T"}}}}},
              "schemas": {"T": {"allOf": [{"$ref": "#/components/schemas/T"}, {"properties": {"t": {"$ref": "#/components/schemas/T"}, "n": {"type": "integer"}}}]}}}}
            """#)
        #expect(result.requestCount == 1)
        #expect(try JSONValue(parsing: result.collections[0].requests[0].request.draft.body.json) == ["n": 0])
        #expect(result.issues.contains { $0.why.contains("circular") })
    }

    @Test func readsReferencesOnlyInsideItsFolder() throws {
        let folder = TemporaryFolder([
            "inner/paths/a.yaml": "get: {summary: Found, parameters: [{$ref: '../shared.yaml#/p'}]}",
            "inner/shared.yaml": "p: {name: q, in: query, required: true, example: 1}", "outside.yaml": "get: {summary: Secret}",
        ])
        let text = """
            openapi: 3.0.0
            info: {title: F}
            paths:
              /a: {$ref: paths/a.yaml}
              /b: {$ref: ../outside.yaml}
              /c: {$ref: 'https://example.com/x.yaml'}
            """
        let result = try read(text, in: ImportFolder(folder.path("inner")))
        #expect(result.collections[0].requests.map(\.request.draft.name) == ["Found"])
        #expect(result.collections[0].requests[0].request.draft.query == [Row("q", "1")])
        #expect(result.issues.filter { $0.severity == .lost }.count == 2)
    }

    @Test func followsReferencesToAnyPart() throws {
        let files = [
            "info.yaml": "title: Of parts",
            "servers.yaml": "[{url: 'https://h'}]",
            "components.yaml": "schemas: {$ref: schemas.yaml}\nsecuritySchemes: {$ref: 'schemes.yaml#/all'}",
            "schemas.yaml": "P: {properties: {n: {$ref: '#/N'}}}\nN: {type: string, example: x}",
            "schemes.yaml": "all: {t: {type: http, scheme: bearer}}",
            "paths/all.yaml": "/a: {get: {$ref: get.yaml}}\n/b: {post: {$ref: 'get.yaml#/x-post'}}",
            "paths/get.yaml": """
            operationId: getA
            tags: [A]
            parameters: {$ref: parameters.yaml}
            responses: {$ref: responses.yaml}
            x-post: {requestBody: {content: {application/json: {schema: {$ref: '../api.yaml#/components/schemas/P'}}}}}
            """,
            "paths/parameters.yaml": "[{name: q, in: query, required: true, example: 1}]",
            "paths/responses.yaml": "'200': {description: Found, content: {application/json: {example: 2}}}",
            "api.yaml": """
            openapi: 3.0.0
            info: {$ref: info.yaml}
            servers: {$ref: servers.yaml}
            security: [{t: []}]
            paths: {$ref: paths/all.yaml}
            components: {$ref: components.yaml}
            """,
        ]
        let folder = TemporaryFolder(files)
        let result = try Importer().read(name: "api.yaml", bytes: Array((files["api.yaml"] ?? "").utf8), in: ImportFolder(folder.path))
        #expect(result.issues.isEmpty)
        let issues = try Importer().read(ImportFolder(folder.path)).issues
        #expect(issues.isEmpty, "\(issues)")
        let tree = result.collections[0]
        #expect(tree.root.draft.name == "Of parts")
        #expect(tree.root.draft.auth.kind == .bearer)
        #expect(tree.root.draft.variables == [Row("baseUrl", "https://h")])
        let (get, folders) = try #require(tree.requests.first)
        #expect(folders.last?.draft.name == "A")
        #expect(get.draft.name == "getA")
        #expect(get.draft.query == [Row("q", "1")])
        #expect(get.examples.map(\.name) == ["200 Found"])
        #expect(try JSONValue(parsing: tree.requests[1].request.draft.body.json) == ["n": "x"])
    }

    @Test(arguments: [
        ##"{"a": {"$ref": "#/components/schemas/a"}}"##, ##"{"$ref": "#/components/schemas/a"}"##, ##"{"$ref": "#/components"}"##,
    ])
    func detectsCirclesInsideAReference(_ schemas: String) throws {
        let body = ##"{"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/a/b/c"}}}}}"##
        #expect(try draft("/p", #"{"post": \#(body)}"#, more: #", "components": {"schemas": \#(schemas)}"#).method == "POST")
    }

    @Test(arguments: [
        (#"{"t": [], "h": [], "q": [], "c": []}"#, AuthDraft.Kind.bearer, ["X-Key={{h}}"], ["key={{q}}"], ["sid={{c}}"]),
        (#"{"q": [], "t": []}"#, .bearer, [], ["key={{q}}"], []),
        (#"{"h": [], "t": []}"#, .bearer, ["X-Key={{h}}"], [], []),
        (#"{"h": [], "q": []}"#, .apiKey, [], ["key={{q}}"], []),
        (#"{"c": []}"#, .none, [], [], ["sid={{c}}"]),
    ])
    func keepsKeysInAdditionToTheAuthentication(
        _ security: String, _ kind: AuthDraft.Kind, _ headers: [String], _ query: [String], _ cookies: [String]
    ) throws {
        let result = try read(
            #"""
            {"openapi": "3.0.0", "info": {"title": "A"}, "security": [\#(security)],
             "paths": {"/a": {"get": {}, "put": {"security": [\#(security)]}, "post": {"security": []},
                              "patch": {"parameters": [{"name": "lang", "in": "cookie", "required": true, "example": "de"}]}}},
             "components": {"securitySchemes": {
              "t": {"type": "http", "scheme": "bearer"}, "h": {"type": "apiKey", "in": "header", "name": "X-Key"},
              "q": {"type": "apiKey", "in": "query", "name": "key"}, "c": {"type": "apiKey", "in": "cookie", "name": "sid"}}}}
            """#)
        #expect(!result.issues.contains { $0.severity == .lost })
        let tree = result.collections[0]
        #expect(tree.root.draft.auth.kind == kind && tree.root.draft.headers.isEmpty)
        let texts = { (rows: [Row]) in rows.map { "\($0.name)=\($0.value)" } }
        for (request, _) in tree.requests where request.draft.method != "POST" {
            let draft = request.draft
            let jar = (draft.method == "PATCH" ? ["lang=de"] : []) + cookies
            #expect(Set(texts(draft.headers)) == Set(headers + (jar.isEmpty ? [] : ["Cookie=" + jar.joined(separator: "; ")])))
            #expect(texts(draft.query) == query)
        }
        let open = try #require(tree.requests.first { $0.request.draft.method == "POST" }).request.draft
        #expect(open.auth.kind == .none && open.headers.isEmpty && open.query.isEmpty)
    }

    @Test(arguments: [
        #"{"openapi": "4.0.0", "paths": {}}"#, #"{"swagger": "1.2", "apis": []}"#,
    ])
    func refusesOtherVersions(_ text: String) {
        #expect(throws: ImportError.self) { try read(text) }
    }

    @Test func `members next to a reference apply if its target lacks them`() throws {
        let schema = #"{"type": "object", "properties": {"a": {"type": "string"}}}"#
        let operation = """
            {"operationId": "theirs", "summary": "Theirs", "requestBody": {"content": {"application/json": {"schema":
             {"$ref": "#/components/schemas/S", "type": "array", "example": {"a": "own"}}}}}}
            """
        let file = #"{"paths": {"/a": {"get": \#(operation)}}, "components": {"schemas": {"S": \#(schema)}}}"#
        let folder = TemporaryFolder(["other.json": file])
        let text = """
            {"openapi": "3.1.0", "info": {"title": "A"}, "paths": {
              "/a": {"post": {"$ref": "other.json/#/paths/~1a/get", "operationId": "ours", "deprecated": true, "summary": "Ours"}}}}
            """
        let result = try read(text, in: ImportFolder(folder.path))
        let draft = try #require(result.collections[0].requests.first).request.draft
        #expect(draft.name == "Ours" && draft.body.json.contains("own"))
        #expect(result.issues.filter { $0.severity == .lost }.isEmpty)
    }

    @Test func skipsBrokenOperations() throws {
        let result = try read(#"{"openapi": "3.0.0", "paths": {"/a": {"get": 1, "put": {}}, "/b": []}}"#)
        #expect(result.requestCount == 1)
        #expect(result.issues.filter { $0.severity == .failed }.map { "\($0.place)" } == ["/paths/~1a/get", "/paths/~1b"])
    }

    @Test func `servers that differ only in their scheme have names with it`() throws {
        let text = #"{"swagger": "2.0", "info": {"title": "T"}, "host": "h", "basePath": "/v2", "schemes": ["https", "http"], "paths": {}}"#
        let tree = try Importer().read(name: "a.json", bytes: Array(text.utf8)).collections[0]
        #expect(tree.environments.map(\.draft.name) == ["https://h/v2", "http://h/v2"])
    }
}
