import Foundation
import Interchange
import TestFixtures
import Testing
import Workspace

/// Parameters and servers that a request cannot have.
@Suite struct OpenAPIOddityTests {
    private func read(_ path: String, _ parameters: String, servers: String = "[]") throws -> ImportResult {
        let operation = #"{"parameters": \#(parameters), "requestBody": {"content": {"application/json": {"example": {"a": 1}}}}}"#
        let text = #"{"openapi": "3.0.0", "info": {"title": "T"}, "servers": \#(servers), "paths": {"\#(path)": {"post": \#(operation)}}}"#
        return try Importer().read(name: "a.json", bytes: Array(text.utf8))
    }

    @Test(arguments: ["Content-Length", "transfer-encoding"])
    func `headers that follow from the body are left out`(_ name: String) throws {
        let result = try read(
            "/a",
            #"""
            [{"name": "\#(name)", "in": "header", "required": true, "example": "10"},
             {"name": "X-Own", "in": "header", "required": true, "example": "1"}]
            """#, servers: #"[{"url": "http://h"}]"#)
        #expect(result.collections[0].requests[0].request.draft.headers.map(\.name) == ["X-Own"])
        #expect(result.issues.map(\.severity) == [.note] && result.issues[0].what.contains(name))
    }

    @Test(arguments: [("/copy", true), ("/{id}", false), ("/a.{id}", false), ("/x/:id", false), ("/a?q={id}", false), ("/{idea}", true)])
    func `a parameter without a place in the path is reported`(_ path: String, _ isLost: Bool) throws {
        let result = try read(path, #"[{"name": "id", "in": "path", "required": true}]"#, servers: #"[{"url": "http://h"}]"#)
        let lost = result.issues.filter { $0.severity == .lost }
        #expect(lost.count == (isLost ? 1 : 0) && lost.allSatisfy { $0.isProblem && $0.what.contains("id") })
    }

    @Test(arguments: [
        ("https://h/${stageVariables.stage}/v", "https://h/{{stageVariables.stage}}/v", true),
        ("https://{a}.h/{a}", "https://{{a}}.h/{{a}}", true), ("https://{b}.h:80/v{b}", "https://{{b}}.h:80/v{{b}}", false),
        ("https://h/{c d}", "https://h/{c d}", false),
    ])
    func `variables that a server does not define are references without a value`(_ url: String, _ expected: String, _ isNamed: Bool) throws
    {
        let server = #"[{"url": "\#(url)", "variables": {"b": {"default": "1"}}}]"#
        let path = #""paths": {"/p/{id}": {"get": {"parameters": [{"name": "id", "in": "path"}], "servers": \#(server)}}}"#
        let text = #"{"openapi": "3.0.3", "info": {"title": "A"}, "servers": \#(server), \#(path)}"#
        let result = try Importer().read(name: "file", bytes: Array(text.utf8))
        let tree = result.collections[0]
        #expect(tree.root.draft.variables == [Row("baseUrl", expected), Row("b", "1")])
        let draft = tree.requests[0].request.draft
        #expect(draft.url == expected + "/p/:id" && draft.variables == [Row("b", "1")])
        #expect(
            result.issues.filter { $0.severity == .changed && $0.why.contains("has no variable") }.count == (isNamed ? 2 : 0),
            "\(result.issues)")
    }

    @Test func `a base path with the slash before it has one`() throws {
        let server = #"[{"url": "https://h/{basePath}", "variables": {"basePath": {"default": "/prod"}}}]"#
        let result = try read("/a", "[]", servers: server)
        #expect(result.collections[0].root.draft.variables.last == Row("basePath", "prod"))
    }

    @Test(arguments: [("wss://h/v1", true), ("ws://{x}/v1", true), ("https://h/v1", false), ("/v1", false)])
    func `a server that is not of HTTP is reported`(_ url: String, _ isOther: Bool) throws {
        let result = try read("/a", "[]", servers: #"[{"url": "\#(url)"}]"#)
        #expect(result.issues.filter { $0.severity == .kept }.map(\.what) == (isOther ? ["server “\(url)”"] : []))
    }
}

/// OpenAPI documents of several files.
@Suite struct OpenAPIFilesTests {
    /// A document with two parts that refer back to it, in a folder of its own.
    private let files = [
        "api/openapi.yaml": """
        openapi: 3.0.0
        info: {title: Parts}
        servers: [{url: https://h.example}]
        paths:
          /a: {$ref: ./paths/a.yaml}
          /b: {$ref: ./paths/b.yaml}
        components: {parameters: {q: {name: q, in: query, required: true, example: 1}}}
        """,
        "api/paths/a.yaml": "get: {summary: A, parameters: [{$ref: ../openapi.yaml#/components/parameters/q}]}",
        "api/paths/b.yaml": "get: {summary: B, parameters: [{$ref: '../openapi.yaml#/components/parameters/q'}]}",
    ]

    private func importer(documents: Int) -> Importer {
        var limits = ImportLimits()
        limits.documentCount = documents
        return Importer(limits: limits)
    }

    /// The imports of the document alone, with a larger folder around it, and with the whole folder.
    private func results(documents: Int) throws -> [ImportResult] {
        let folder = TemporaryFolder(files)
        let importer = importer(documents: documents)
        let bytes = Array((files["api/openapi.yaml"] ?? "").utf8)
        return [
            try importer.read(name: "openapi.yaml", bytes: bytes, in: ImportFolder(folder.path("api"))),
            try importer.read(name: "api/openapi.yaml", bytes: bytes, in: ImportFolder(folder.path)),
            try importer.read(ImportFolder(folder.path)),
        ]
    }

    @Test func `parts that refer back to their document do not read it again`() throws {
        for result in try results(documents: 3) {
            #expect(result.requestCount == 2)
            #expect(result.collections[0].requests.allSatisfy { $0.request.draft.query.map(\.name) == ["q"] })
            #expect(result.issues.isEmpty, "\(result.issues)")
        }
    }

    @Test func `the report names the limit of files`() throws {
        for result in try results(documents: 2) {
            #expect(result.requestCount == 1)
            let lost = result.issues.filter { $0.severity == .lost }
            #expect(lost.count == 1 && lost[0].what.contains("b.yaml") && lost[0].why.contains("2 files"))
        }
    }

    @Test(arguments: [("", "\\{{doc.title}}"), ("x-apus-references: true\n", "{{doc.title}}")])
    func `braces in examples are text, in an export variables`(_ mark: String, _ expected: String) throws {
        let text = """
            openapi: 3.1.0
            \(mark)info: {title: A, version: '1'}
            servers: [{url: 'https://h.example'}]
            paths:
              /a/{id}:
                post:
                  parameters:
                    - {name: q, in: query, example: '{{doc.title}}'}
                    - {name: id, in: path, required: true, example: '1'}
                  requestBody: {content: {application/json: {example: {t: '{{doc.title}}'}}}}
                  responses: {'200': {description: ok, content: {application/json: {example: {t: '{{doc.title}}'}}}}}
            """
        let result = try Importer().read(name: "a.yaml", bytes: Array(text.utf8))
        let request = result.collections[0].requests[0].request
        #expect(request.draft.query.map(\.value) == [expected] && request.draft.url == "{{baseUrl}}/a/:id")
        #expect(request.draft.body.json.contains(#""t": "\#(expected)""#))
        #expect(String(decoding: request.examples[0].body, as: UTF8.self).contains(#""t": "{{doc.title}}""#))
    }
}
