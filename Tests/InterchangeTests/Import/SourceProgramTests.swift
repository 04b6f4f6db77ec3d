import JSON
import Testing
import Workspace

@testable import Interchange

/// What a request means in the program that it comes from, where formats leave that to the program.
@Suite struct SourceProgramTests {
    private func drafts(_ text: String, _ name: String) throws -> [RequestDraft] {
        try Importer().read(name: name, bytes: Array(text.utf8)).collections.flatMap(\.requests).map(\.request.draft)
    }

    @Test(arguments: [
        ("localhost:8080", "http://localhost:8080/api"), ("h:443", "https://h:443/api"), ("h:8443", "https://h:8443/api"),
        ("http://h", "http://h/api"), ("{{base}}", "{{base}}/api"),
    ])
    func `a path gets the scheme that VS Code's REST Client gives it`(host: String, url: String) throws {
        let draft = try #require(try drafts("GET /api\nHost: \(host)\n", "a.http").first)
        #expect(draft.url == url && draft.headers.isEmpty)
    }

    @Test func `the fragment of a URL in Bruno is not part of the query`() throws {
        let text = """
            meta {
              name: r
              type: http
            }

            get {
              url: http://h/api?name=john doe#section1
            }

            params:query {
              name: john doe#section1
            }

            """
        let draft = try #require(try drafts(text, "r.bru").first)
        #expect(draft.query == [Row("name", "john doe")] && draft.url == "http://h/api#section1")
    }

    @Test(arguments: [("HTTP", nil), ("HTTP/*", nil), ("HTTP/1.1", "1.1"), ("HTTP/2", "2")] as [(String, String?)])
    func `the version of a response in Hurl is an assertion`(written: String, version: String?) throws {
        let draft = try #require(try drafts("GET http://h\n\(written) 200\n", "a.hurl").first)
        let found = draft.assertions.first { $0.subject == "version" }
        #expect(found?.value == version.map { .string($0) })
    }

    @Test func `data of slumber's profiles may refer to responses`() throws {
        let text = """
            profiles:
              local:
                data:
                  session: "{{ response('login') | jsonpath('$.id') }}"
                  all: "{{ response('login') | jsonpath('$[*].id') }}"
            requests:
              login:
                method: post
                url: http://h/login
            """
        let result = try Importer().read(name: "slumber.yml", bytes: Array(text.utf8))
        let tree = try #require(result.collections.first)
        let captures = try #require(tree.requests.first?.request.draft.captures)
        #expect(captures.map(\.query) == ["$.id", "$[*].id"] && Set(captures.map(\.variable)).count == 2)
        let values = tree.environments.flatMap(\.draft.variables).map(\.value)
        #expect(values == captures.map { "{{\($0.variable)}}" })
        #expect(tree.requests.first?.request.draft.method == "POST")
    }

    @Test(arguments: [
        #"{"item": [{"name": "r", "request": "http://h"}]}"#, #"{"item": [{"name": "f", "item": [{"request": {"url": "http://h"}}]}]}"#,
    ])
    func `a collection without info is read, as by Postman's runner`(text: String) throws {
        let result = try Importer().read(name: "c.json", bytes: Array(text.utf8))
        #expect(result.collections.flatMap(\.requests).map(\.request.draft.url) == ["http://h"])
    }

    @Test func `an environment without a name is read, as by Postman's runner`() throws {
        let result = try Importer().read(name: "e.json", bytes: Array(#"{"values": [{"key": "a", "value": "1"}]}"#.utf8))
        #expect(result.environments.map(\.draft.variables) == [[Row("a", "1")]])
    }

    @Test func `every circular reference of OpenAPI is reported`() throws {
        let text = """
            openapi: 3.0.0
            info: {title: t, version: "1"}
            paths:
              /a: {$ref: "#/components/pathItems/a"}
              /b: {$ref: "#/components/pathItems/b"}
            components:
              pathItems:
                a: {$ref: "#/components/pathItems/a"}
                b: {$ref: "#/components/pathItems/b"}
            """
        let result = try Importer().read(name: "o.yaml", bytes: Array(text.utf8))
        #expect(result.issues.filter { $0.why.contains("circular") }.count == 2)
    }
}
