import Foundation
import HTTP
import JSON
import TestFixtures
import Testing
import Workspace

@testable import Engine

/// Responses against the OpenAPI document that their collection is linked to.
struct OpenAPIContractTests {
    private let temporary = TemporaryFolder()
    private var folder: URL { temporary.url }
    private let contracts = ResponseContracts()

    private func write(_ text: String, to file: String) throws { try temporary.write(text, to: "space/\(file)") }

    private func checks(
        _ method: String = "GET", _ path: String, _ status: Int = 200, _ body: String = "", type: String = "application/json",
        headers: [(String, String)] = [], document: String = "api/openapi.yaml", secrets: Set<String> = []
    ) async -> [CheckReport.Checked] {
        var exchange = Exchange(
            startedAt: Date(timeIntervalSince1970: 0), request: Exchange.Request(method: method, url: "https://example.org\(path)"))
        exchange.origin = Exchange.Origin(workspace: folder.appending(path: "space").path)
        exchange.origin.openAPI = document
        var fields = HTTPHeaders()
        for (name, value) in headers + [("Content-Type", type)] { fields.append(name, value) }
        var facts = ResponseFacts(status: status, headers: fields, body: Array(body.utf8))
        facts.mask = SecretMask(secrets)
        var shown = fields
        shown.fields = fields.fields.map { HTTPHeaderField(name: $0.name, value: facts.mask.masked($0.value)) }
        if !secrets.isEmpty { exchange.response = Exchange.Response(status: status, reason: "", headers: shown) }
        return await contracts.checks(of: exchange, facts)
    }

    private static let version31 = """
        openapi: 3.1.0
        servers: [{url: "https://example.org/{stage}", variables: {stage: {default: v1}}}]
        paths:
          /pets/{id}:
            get:
              responses:
                "200":
                  headers: {X-Rate: {required: true, schema: {type: integer}}}
                  content:
                    application/json: {schema: {$ref: "parts/pet.yaml#/Pet"}}
                4XX: {$ref: "#/components/responses/Problem"}
            delete: {responses: {"204": {description: gone}}}
          /pets/mine: {get: {responses: {default: {content: {"*/*": {schema: {type: string}}}}}}}
        components:
          responses:
            Problem: {content: {application/problem+json: {schema: {required: [title]}}}}
        """
    private static let pet = """
        Pet:
          type: object
          required: [name]
          properties:
            name: {type: [string, "null"]}
            born: {type: string, format: date}
            friends: {type: array, items: {$ref: "#/Pet"}}
        """

    /// A secret satisfies its schema as it arrived, not as it is shown; no result quotes it.
    @Test func `values with secrets are compared as they arrived`() async throws {
        try write(Self.version31, to: "api/openapi.yaml")
        try write(Self.pet, to: "api/parts/pet.yaml")
        let valid = await checks(
            "GET", "/v1/pets/1", 200, #"{"name": "x", "born": "2026-01-31"}"#, headers: [("X-Rate", "123456")],
            secrets: ["2026-01-31", "123456"])
        #expect(valid.allSatisfy { $0.problem == nil }, "\(valid)")
        let invalid = await checks(
            "GET", "/v1/pets/1", 200, #"{"name": 123456, "hush-hush": 1}"#, headers: [("X-Rate", "hush-hush")],
            secrets: ["hush-hush", "123456"])
        #expect(invalid.count { $0.problem != nil } == 2)
        #expect(!invalid.contains { "\($0)".contains("hush") || "\($0)".contains("123456") })
    }

    private func prepare() throws {
        try write(Self.version31, to: "api/openapi.yaml")
        try write(Self.pet, to: "api/parts/pet.yaml")
    }

    @Test func acceptsADescribedResponse() async throws {
        try prepare()
        let body = #"{"name": null, "friends": [{"name": "b", "born": "2024-02-29"}]}"#
        let checks = await checks("GET", "/v1/pets/7?x=1", 200, body, headers: [("X-Rate", "5"), ("Date", "now")])
        #expect(checks.allSatisfy { $0.kind == .contract && $0.problem == nil })
        #expect(checks.count == 4)
        #expect(await self.checks("DELETE", "/v1/pets/7", 204).map(\.problem) == [nil])
        #expect(
            await self.checks("GET", "/v1/pets/7", 404, #"{"title": ""}"#, type: "application/problem+json").allSatisfy {
                $0.problem == nil
            })
        // The literal path is nearer than the template.
        #expect(await self.checks("GET", "/v1/pets/mine", 500, #""a""#).allSatisfy { $0.problem == nil })
    }

    @Test func reportsUndescribedParts() async throws {
        try prepare()
        let wrong = await checks(
            "GET", "/v1/pets/7", 200, #"{"born": "yesterday", "friends": [{"name": 1, "x": 1}], "y": 1}"#,
            headers: [("X-Rate", "many"), ("X-Other", "1"), ("Date", "now")])
        #expect(
            wrong.filter { $0.problem != nil }.map(\.sentence) == [
                "header X-Rate", "body", "body /born", "body /friends/0/name",
            ])
        let notes = wrong.filter { $0.kind == .note }.map(\.sentence)
        #expect(
            notes.contains { $0.contains("X-Other") } && notes.contains { $0.contains("/friends/0/x") }
                && notes.contains { $0.contains("/y") })
        #expect(notes.count == 3)
        #expect(await checks("GET", "/v1/pets/7", 200, "{", headers: [("X-Rate", "1")]).last?.problem?.contains("JSON") == true)
        #expect(await checks("GET", "/v1/pets/7", 200, "{}").contains { $0.sentence == "header X-Rate is present" && $0.problem != nil })
        #expect(await checks("GET", "/v1/pets/7", 302).map(\.problem) == ["the document has only 200, 4XX"])
        #expect(await checks("POST", "/v1/pets/7").map(\.problem) == ["the document has only GET, DELETE"])
        #expect(await checks("GET", "/v1/owners").first?.problem != nil)
        #expect(await checks("GET", "/v1/pets/7", 404, "x", type: "text/plain").contains { $0.problem == "only application/problem+json" })
    }

    @Test(arguments: [
        (
            #"{"swagger": "2.0", "basePath": "/v2", "produces": ["application/json"], "paths": {"/a": {"get": {"responses": {"200": {"schema": "#
                + ##"{"$ref": "#/definitions/A"}}}}}}, "definitions": {"A": {"type": "object", "properties": {"b": {"type": "string"}}}}}"##,
            false
        ),
        (
            #"{"openapi": "3.0.3", "servers": [{"url": "/v2"}], "paths": {"/a": {"get": {"responses": {"200": {"content": {"application/json": "#
                + ##"{"schema": {"$ref": "#/components/schemas/A"}}}}}}}}, "components": {"schemas": {"A": {"type": "object", "required": ["c"], "##
                + #""properties": {"b": {"type": "string", "nullable": true}, "c": {"writeOnly": true}}}}}}"#, true
        ),
    ]) func olderVersionsAreRead(text: String, allowsNull: Bool) async throws {
        try write(text, to: "old.json")
        #expect(await checks("GET", "/v2/a", 200, #"{"b": "x"}"#, document: "old.json").allSatisfy { $0.problem == nil })
        #expect(await checks("GET", "/v2/a", 200, #"{"b": null}"#, document: "old.json").allSatisfy { $0.problem == nil } == allowsNull)
        #expect(await checks("GET", "/v2/a", 200, #"{"b": 1}"#, document: "old.json").last?.sentence == "body /b")
    }

    @Test func aChangedDocumentIsReadAgain() async throws {
        try prepare()
        #expect(await checks("DELETE", "/v1/pets/7", 204).map(\.problem) == [nil])
        try write(Self.version31.replacing("\"204\"", with: "\"2041\""), to: "api/openapi.yaml")
        #expect(await checks("DELETE", "/v1/pets/7", 204).map(\.problem) == ["the document has only 2041"])
    }

    @Test func pathsAndOperationsOfOtherFilesAreFollowed() async throws {
        try write("openapi: 3.0.0\npaths: {$ref: paths.yaml}", to: "api/openapi.yaml")
        try write("/a: {get: {$ref: 'get.yaml#/a'}}", to: "api/paths.yaml")
        try write("a: {responses: {'200': {content: {application/json: {schema: {type: integer}}}}}}", to: "api/get.yaml")
        #expect(await checks("GET", "/a", 200, "1").allSatisfy { $0.problem == nil })
        #expect(await checks("GET", "/a", 200, "true").contains { $0.problem != nil })
    }

    @Test func readsOnlyFilesInsideTheWorkspace() async throws {
        try prepare()
        try Data(Self.version31.utf8).write(to: folder.appending(path: "outside.yaml"))
        try write(Self.version31.replacing("parts/pet.yaml", with: "../../outside.yaml"), to: "api/a.yaml")
        try write(Self.version31.replacing("parts/pet.yaml", with: "http://127.0.0.1:9/pet.yaml"), to: "api/b.yaml")
        try write(Self.version31.replacing("parts/pet.yaml", with: ".hidden/pet.yaml"), to: "api/c.yaml")
        try write(Self.pet, to: "api/.hidden/pet.yaml")
        for document in ["api/a.yaml", "api/b.yaml", "api/c.yaml"] {
            let checks = await checks("GET", "/v1/pets/7", 200, "{}", headers: [("X-Rate", "1")], document: document)
            #expect(checks.last?.problem?.contains("not available") == true, "\(document): \(checks)")
        }
        for document in ["../outside.yaml", "/etc/passwd", "missing.yaml", "api/parts/pet.yaml"] {
            #expect(await checks("GET", "/v1/pets/7", document: document).first?.problem?.contains("cannot be used") == true)
        }
    }

    @Test func aCollectionWithoutADocumentHasNoChecks() async {
        let exchange = Exchange(startedAt: Date(timeIntervalSince1970: 0), request: Exchange.Request(method: "GET", url: "http://a/"))
        #expect(await contracts.checks(of: exchange, ResponseFacts(status: 200, headers: HTTPHeaders())) == [])
    }
}
