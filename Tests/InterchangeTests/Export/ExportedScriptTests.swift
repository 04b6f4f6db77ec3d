import JSON
import Testing
import Workspace

@testable import Interchange

/// Scripts of other programs, and captures and assertions as scripts and in the notation of Hurl.
@Suite struct ExportedScriptTests {
    private static let captures = [
        Capture(variable: "a", query: ".a.\"b c\"[0]"), Capture(variable: "b", query: "$.x"), Capture(variable: "c"),
        Capture(variable: "d", from: "header", query: "X-T", isSecret: true), Capture(variable: "e", from: "status", isEnabled: false),
    ]
    private static let assertions = [
        Assertion(subject: "status", value: 200), Assertion(subject: "header X-N", predicate: "greaterThan", value: 3, isEnabled: false),
        Assertion(subject: "body $.a", predicate: "isType", value: "string"), Assertion(subject: "body .a", predicate: "exists"),
        Assertion(subject: "body", predicate: "matches", value: "a\"\\d"),
    ]

    @Test(arguments: [
        ("postman", "pm.environment.set('a', pm.response.json().a);", true), ("postman", "bru.setVar(\"a\", res.body.a);", false),
        ("http", "pm.environment.set('a', 1)", false), ("http", "client.global.set('a', response.body.a);", true),
        ("bruno", "insomnia.test('a', () => {});", false), ("postman", "console.log(1)", true),
        ("postman", "client.global.set('a', response.body.a);", false), ("postman", "test(res.getStatus());", false),
        ("postman", "const client = JSON.parse(responseBody); tests['x'] = client.name;", true),
        ("postman", "// once client.test()\nother('https://client.example.com/');", true),
    ])
    func `a script for another program is not written`(_ id: String, _ script: String, _ isWritten: Bool) throws {
        let format = try #require(ExportFormat.named(id))
        let capture = Capture(variable: "a", query: "$.a")
        let draft = RequestDraft(name: "A", url: "http://h/", captures: [capture], scripts: Scripts(after: script))
        let folder = CollectionTree.Folder(FolderDraft(name: "F", scripts: Scripts(before: script)), items: [.request(.init(draft))])
        let result = format.export(CollectionTree(.init(FolderDraft(name: "C"), items: [.folder(folder)])))
        let text = result.files.map(\.text).joined()
        let lines = result.losses.filter { $0.what == "script" }
        #expect(lines.map(\.item) == (isWritten ? [] : ["F", "F/A"]), "\(result.losses)")
        #expect(text.contains(script.prefix(12)) == isWritten)
        // The values that it would have set are captured in another way.
        if !isWritten {
            #expect(try ExportRoundTripTests.imported(result.files).requests[0].request.draft.captures.map(\.variable) == ["a"])
        }
    }

    @Test func `a captured number is compared with a number`() throws {
        let draft = RequestDraft(
            name: "A", url: "http://h/",
            assertions: [
                Assertion(subject: "body $.id", value: "{{id}}"), Assertion(subject: "body $.n", predicate: "lessThan", value: "{{id}}"),
                Assertion(subject: "header X", value: "{{id}}"),
            ])
        let tree = CollectionTree(.init(FolderDraft(name: "C"), items: [.request(.init(draft))]))
        let postman = try #require(ExportFormat.named("postman")).export(tree)
        let text = try JSONValue(parsing: postman.files[0].text)["item"]?[0]?["event"]?[0]?["script"]?["exec"]?.compactText ?? ""
        #expect(text.contains(#"pm.expect(String(pm.response.json().id)).to.eql(pm.variables"#), "\(text)")
        #expect(text.contains(#".to.be.below(Number(pm.variables.replaceIn("#), "\(text)")
        let hurl = try #require(ExportFormat.named("hurl")).export(tree)
        let contains = Assertion(subject: "body $.t", predicate: "contains", value: "{{id}}")
        let texts = CollectionTree(
            .init(FolderDraft(name: "C"), items: [.request(.init(RequestDraft(name: "A", url: "http://h/", assertions: [contains])))]))
        #expect(try #require(ExportFormat.named("hurl")).export(texts).files[0].text.contains(#"jsonpath "$.t" contains "{{id}}""#))
        #expect(hurl.files[0].text.contains(#"jsonpath "$.id" == {{id}}"#) && hurl.files[0].text.contains(#"header "X" == "{{id}}""#))
        for result in [postman, hurl] {
            #expect(try ExportRoundTripTests.imported(result.files).requests[0].request.draft.assertions == draft.assertions)
        }
    }

    @Test(arguments: ["postman", "http"]) func `captures and assertions come back from a script`(_ id: String) throws {
        let format = try #require(ExportFormat.named(id))
        var draft = RequestDraft(name: "A", url: "http://h/", scripts: Scripts(after: "log();\n"))
        (draft.captures, draft.assertions) = (Self.captures, Self.assertions)
        let lost = [Capture(variable: "f", query: ".a | length"), Capture(variable: "g", from: "url")]
        draft.captures += lost
        let result = format.export(CollectionTree(.init(FolderDraft(name: "C"), items: [.request(.init(draft))])))
        #expect(result.losses.map(\.what) == lost.map { "capture “\($0.variable)”" })
        let back = try ExportRoundTripTests.imported(result.files).requests[0].request.draft
        #expect((back.captures, back.assertions, back.scripts) == (Self.captures, Self.assertions, draft.scripts))
        // A line that the user has changed stays a line, which is read as any other test.
        let text = result.files[0].text.replacing("200));", with: "201));")
        let other = try Importer().read(name: result.files[0].path, bytes: Array(text.utf8)).collections[0].requests[0].request.draft
        #expect(other.assertions.contains(Assertion(subject: "status", value: .number(201))) && other.scripts.after.contains("201"))
    }
}
