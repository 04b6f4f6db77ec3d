import Foundation
import JSON
import TestFixtures
import Testing
import Workspace

@testable import Interchange

/// Habits of other programs that files rely on.
@Suite struct HabitTests {
    private func read(_ name: String, _ text: String) throws -> ImportResult { try Importer().read(name: name, bytes: Array(text.utf8)) }

    @Test(arguments: [
        ("$.0.id", "$[0].id"), ("$.headers.Content-Length", "$.headers['Content-Length']"), ("$..a-b", "$..['a-b']"),
        ("$.a[0].b", "$.a[0].b"),
        ("$.a['b-c'].1", "$.a['b-c'][1]"), ("$.*", "$.*"), ("$..[0]", "$..[0]"), ("$[?(@.a-b==']')].c", "$[?(@.a-b==']')].c"),
        (".a-b", ".a-b"),
        ("$.a.length()", "$.a.length()"), ("$", "$"),
    ])
    func `query paths of other programs become standard JSONPath`(path: String, expected: String) {
        #expect(JSONPathText.standard(path) == expected)
    }

    @Test(arguments: [
        ("{\"a\": 1 // one\n}", 1), ("{\"a\": 1 /* one */}", 1), ("{\"a\": \"// \\\" /* */\"}", 0), ("", 0), ("/", 0), ("{}", 0),
    ])
    func `comments in JSON are reported, since other programs remove them before sending`(json: String, count: Int) {
        var context = ImportContext(file: "a", limits: ImportLimits())
        context.reportComments(in: json, at: JSONPointer())
        #expect(context.issues.count == count)
    }

    @Test func `a script with indented commands is read`() throws {
        let result = try read("a.ps1", "try {\n    $r = Invoke-RestMethod -Uri \"https://h/a\"\n} catch {\n    Write-Host $_\n}\n")
        #expect(result.collections[0].requests.map(\.request.draft.url) == ["https://h/a"])
    }

    @Test(arguments: ["", "X-Request-Type: GraphQL\n"]) func `a request with the method GRAPHQL is posted`(header: String) throws {
        let result = try read("a.http", "GRAPHQL https://h/\n\(header)\nquery { a }\n")
        let draft = try #require(result.collections[0].requests.first).request.draft
        #expect(draft.method == "POST" && draft.body.kind == .graphql && draft.headers.isEmpty)
    }

    @Test(arguments: [("res.body.links.length", ".links | length"), ("res.body.length", "length"), ("res.body.length.a", ".length.a")])
    func `the length of a value in Bruno's expressions`(expression: String, query: String) {
        #expect(BrunoExpression(expression)?.query == query)
    }

    @Test func `the implicit flow of OpenAPI is reported`() throws {
        let flows = #"{"implicit": {"authorizationUrl": "https://h/login", "scopes": {}}}"#
        let result = try read(
            "a.json",
            #"{"openapi": "3.0.0", "info": {"title": "A"}, "security": [{"o": []}], "paths": {"/a": {"get": {}}}, "components": {"securitySchemes": {"o": {"type": "oauth2", "flows": \#(flows)}}}}"#
        )
        #expect(result.collections[0].root.draft.auth["grant"] == "authorization_code")
        #expect(result.issues.contains { $0.severity == .changed && $0.what.contains("“o”") })
    }

    @Test(arguments: [("left out", "it ends; left out"), ("", "it ends.")]) func `a line has no full stop in it`(
        instead: String, end: String
    ) {
        let issue = ImportIssue(severity: .failed, file: "f", place: .file, what: "command", why: "it ends.", instead: instead)
        #expect(issue.text.hasSuffix(end))
    }

    @Test func `equal issues of several operations have one line with the first places`() throws {
        let operations = ["/a", "/a/b", "/c", "/d", "/e"].map { #""\#($0)": {"get": {"security": [{"o": []}]}}"# }
        let other = #""/z": {"post": {"security": [{"none": []}]}}"#
        let scheme = #"{"o": {"type": "oauth2", "flows": {"implicit": {"authorizationUrl": "https://h/login", "scopes": {}}}}}"#
        let result = try read(
            "a.json",
            #"{"openapi": "3.0.0", "info": {"title": "A"}, "servers": [{"url": "https://h"}], "paths": {\#((operations + [other]).joined(separator: ", "))}, "components": {"securitySchemes": \#(scheme)}}"#
        )
        let lines = ImportIssue.lines(of: result.issues, namesFiles: false)
        let many = lines.filter { $0.severity == .changed }
        #expect(many.count == 1 && many[0].text.hasPrefix("5 requests (GET /a, GET /a/b, GET /c and 2 more): login “o”: "), "\(lines)")
        #expect(lines.contains { $0.severity == .lost && $0.text.hasPrefix("POST /z: security scheme “none”: ") }, "\(lines)")
        #expect(result.issues.count == 6, "each has a place of its own, which JSON lists")
    }

    @Test func `requests of the server are reported`() throws {
        let result = try read(
            "a.json",
            #"""
            {"openapi": "3.1.0", "info": {"title": "A"}, "webhooks": {"made": {}, "gone": {}},
             "paths": {"/a": {"post": {"callbacks": {"done": {"{$request.body#/url}": {"post": {}}}}}}}}
            """#)
        let lost = result.issues.filter { $0.severity == .lost }.map { "\($0)" }
        #expect(lost.count == 2 && lost.contains { $0.contains("1 callback") } && lost.contains { $0.contains("2 webhooks") }, "\(lost)")
    }

    @Test func `environments of one name in several folders are merged, or kept apart if they differ`() throws {
        let folder = TemporaryFolder()
        for (name, host) in [("a", "http://a"), ("b", "http://a"), ("c", "http://c")] {
            try folder.write(#"{"dev": {"host": "\#(host)", "only-\#(name)": "1"}}"#, to: "\(name)/http-client.env.json")
            try folder.write("GET {{host}}/\(name)\n", to: "\(name)/\(name).http")
        }
        let result = try Importer().read(ImportFolder(folder.path))
        let environments = result.collections[0].environments.map { "\($0.draft.name): \($0.draft.variables.map(\.name).sorted())" }
        #expect(environments == [#"dev: ["host", "only-a", "only-b"]"#, #"dev (c): ["host", "only-c"]"#])
    }

    @Test(arguments: [
        ("a.md", "curl http://h/a isn't for you\ncurl http://h/b\nThat's all.\n", ["http://h/a", "http://h/b"], 1),
        ("a.md", "curl http://h/a -d 'it isn' (don't)\n\nIt's\n", ["http://h/a"], 1),
        ("a.md", "# T\n\ncurl -X POST \\\n  -H 'A: 1' \\\n  http://h/a\nIt's it.\n", ["http://h/a"], 0),
        ("a.sh", "curl http://h/a (don't)\n", ["http://h/a"], 1), ("a.sh", "curl http://h/a # don't\n", ["http://h/a"], 0),
        ("a.sh", "curl http://h/a -d b'c d'\n", ["http://h/a"], 0),
    ])
    func `prose with an apostrophe after a command ends it`(_ name: String, _ text: String, _ urls: [String], _ issues: Int) throws {
        let result = try read(name, text)
        #expect(result.collections.flatMap(\.requests).map(\.request.draft.url) == urls)
        #expect(result.issues.count == issues, "\(result.issues)")
    }
}
