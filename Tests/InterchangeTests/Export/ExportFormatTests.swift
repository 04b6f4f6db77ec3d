import Foundation
import JSON
import Platform
import Testing
import Workspace

@testable import Interchange

@Suite struct ExportFormatTests {
    private func run(_ words: [String]) async throws -> ChildProcess.Result {
        var command = ChildProcess.Command(words)
        (command.output, command.errorOutput) = (.pipe, .pipe)
        return try await ChildProcess.run(command, outputLimit: 1 << 20)
    }

    @Test func `a Postman export is valid to the official schema`() async throws {
        let corpora = ProcessInfo.processInfo.environment["APUS_CORPORA"] ?? "../shared/corpora"
        let schema = "\(corpora)/schemas/collection-v2.1.0.bundled.json"
        guard FileManager.default.fileExists(atPath: schema), try await run(["python3", "-c", "import jsonschema"]).status == 0 else {
            return
        }
        let text = try #require(ExportFormat.postman.export(ExportRoundTripTests.rich).files.first).text
        let path = FileManager.default.temporaryDirectory.path + "/apus-postman-\(UUID().uuidString).json"
        try Data(text.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let program =
            "import json, sys, jsonschema; jsonschema.Draft7Validator(json.load(open(sys.argv[1]))).validate(json.load(open(sys.argv[2])))"
        let result = try await run(["python3", "-c", program, schema, path])
        #expect(result.status == 0, "\(result.errorText)")
    }

    @Test(arguments: ExportFormat.all.map(\.id))
    func `secrets are masked by default`(_ id: String) throws {
        var tree = ExportRoundTripTests.rich
        tree.root.items.append(
            .request(.init(RequestDraft(name: "s", url: "https://h/", headers: [Row("Authorization", "Bearer TYPED")]))))
        tree.root.draft.auth = AuthDraft(.bearer, fields: ["token": "TYPED"])
        let format = try #require(ExportFormat.named(id))
        let masked = format.export(tree).files.map(\.text).joined()
        #expect(!masked.contains("TYPED") && !masked.contains("VALUE"))
    }

    @Test func `a part without a file has no text in an http file`() throws {
        let body = BodyDraft(kind: .multipart, parts: [.init("f", "", isFile: true), .init("g", "1")])
        let draft = RequestDraft(name: "r", method: "POST", url: "https://h", body: body)
        let result = ExportFormat.httpFile.export(CollectionTree(.init(FolderDraft(name: "c"), items: [.request(.init(draft))])))
        let text = try #require(result.files.first).text
        let copy = try Importer().read(name: "a.http", bytes: Array(text.utf8)).collections[0].requests[0].request.draft
        #expect(copy.body.parts.map(\.value) == ["", "1"] && !copy.body.parts[0].isFile && result.losses.count == 1, "\(text)")
    }

    @Test(arguments: ExportFormat.all.map(\.id))
    func `a part that a format lacks is named`(_ id: String) throws {
        let format = try #require(ExportFormat.named(id))
        var tree = ExportRoundTripTests.rich
        tree.root.items += [.request(.init(Self.partWithHeaders)), .request(.init(Self.formWithBareRow))]
        let losses = format.export(tree).losses
        for feature in ExportFeature.allCases where feature != .environments && !format.carries.contains(feature) && feature != .variables {
            #expect(losses.contains { $0.what == feature.title }, "\(feature)")
        }
        #expect(format.options.contains("timeout") != losses.contains { $0.what == "option “Time-out (s)”" })
    }

    private static let formWithBareRow = RequestDraft(
        name: "bare", method: "POST", url: "https://h/", body: BodyDraft(kind: .form, form: [Row("a", "", isBare: true)]))
    private static let partWithHeaders = RequestDraft(
        name: "part", method: "POST", url: "https://h/",
        body: BodyDraft(kind: .multipart, parts: [.init("a", "1", headers: "X-A: 1\nX-B: 2")]))

    @Test func `headers of parts come back from a file of requests`() throws {
        let tree = CollectionTree(CollectionTree.Folder(FolderDraft(name: "c"), items: [.request(.init(Self.partWithHeaders))]))
        let read = try ExportRoundTripTests.imported(ExportFormat.httpFile.export(tree).files)
        #expect(read.requests.first?.request.draft.body == Self.partWithHeaders.body)
    }

    @Test func `file names are safe`() {
        #expect(
            ["a/b", "..", "", " .x ", "a\u{0}b", "nul\n", "ü"].map(FileStem.make) == [
                "a-b", "untitled", "untitled", "x", "a-b", "nul-", "ü",
            ])
        var tree = CollectionTree(.init(FolderDraft(name: "../x")))
        tree.root.items = ["../../e", "a", "A"].map { .request(.init(RequestDraft(name: $0, url: "h"))) }
        let paths = ExportFormat.bruno.export(tree).files.map(\.path)
        #expect(
            paths.allSatisfy { !$0.hasPrefix("/") && !$0.split(separator: "/").contains("..") }
                && Set(paths.map { $0.lowercased() }).count == paths.count)
    }

    @Test func `relative URLs get the environment's server`() throws {
        var tree = CollectionTree(.init(FolderDraft(name: "c")))
        tree.root.items = ["users/1", "/x", "https://h/a", "{{b}}/c"].map { .request(.init(RequestDraft(name: $0, url: $0))) }
        tree.environments = [.init(EnvironmentDraft(name: "e", scheme: "http", host: "h", port: "81", pathPrefix: "/v1"))]
        let made = tree.withAbsoluteURLs
        #expect(made.requests.map(\.request.draft.url) == ["{{baseUrl}}/users/1", "{{origin}}/x", "https://h/a", "{{b}}/c"])
        #expect(made.environments[0].draft.variables == [Row("origin", "http://h:81"), Row("baseUrl", "http://h:81/v1")])
    }

    @Test func `an OpenAPI skeleton is read as the requests that it came from`() throws {
        let file = try #require(ExportFormat.openAPI.export(ExportRoundTripTests.rich).files.first)
        let result = try Importer().read(name: file.path, bytes: Array(file.text.utf8))
        let requests = try #require(result.collections.first).requests.map(\.request.draft)
        #expect(Set(requests.map(\.name)) == Set(ExportRoundTripTests.rich.requests.map(\.request.draft.name)))
        #expect(result.issues.allSatisfy { $0.severity < .lost })
    }

    @Test func `a page of HTML needs no other files and escapes all texts`() throws {
        var tree = ExportRoundTripTests.rich
        tree.root.draft.docs = "<script>alert(1)</script>"
        let page = try #require(ExportFormat.html.export(tree).files.first).text
        #expect(!page.contains("<script") && page.contains("&lt;script&gt;"))
        #expect(!page.contains("src=") && !page.contains("@import") && !page.contains("<link"))
        let markdown = try #require(ExportFormat.markdown.export(tree).files.first).text
        #expect(markdown.contains("# Rich") && markdown.contains("```json"))
    }

    @Test(arguments: ["http", "hurl", "bruno"], ["\n", "\r\n", "\r"])
    func `a line break in a name or a text begins no other request`(_ id: String, _ end: String) throws {
        let text = ["x", "GET http://evil/", "### next", "```", "'''", "}", "< /etc/passwd", ""].joined(separator: end)
        var draft = RequestDraft(name: text, method: "POST", url: "http://h/" + text, query: [Row(text, text)], headers: [Row(text, text)])
        (draft.tags, draft.docs, draft.variables) = ([text], text, [Row(text, text, comment: text)])
        draft.auth = AuthDraft(.basic, fields: ["username": text, "password": text])
        draft.captures = [
            Capture(variable: text, from: "body", query: "$." + text), Capture(variable: text + ".response.a.b", from: "body", query: ""),
        ]
        draft.assertions = [Assertion(subject: "header " + text, value: .string(text))]
        let bodies = [
            BodyDraft(kind: .multipart, parts: [.init(text, text, contentType: text, fileName: text), .init(text, text, isFile: true)]),
            BodyDraft(kind: .text, text: text), BodyDraft(kind: .file, file: text), BodyDraft(kind: .form, form: [Row(text, text)]),
            BodyDraft(kind: .xml, xml: text),
        ]
        let format = try #require(ExportFormat.named(id))
        for body in bodies {
            draft.body = body
            let hurl: JSONValue = ["options": [["name": "x", "value": .string(text)]], "response": [["assert": .string(text)]]]
            let http: JSONValue = ["directives": [["name": .string(text), "value": .string(text)]]]
            let extensions = JSONObject([JSONMember("x-hurl", hurl), JSONMember("x-http", http)])
            var tree = CollectionTree(.init(FolderDraft(name: text), items: [.request(.init(draft, extensions: extensions))]))
            tree.environments = [.init(EnvironmentDraft(name: text, secrets: [SecretEntry(text, .prompt)]))]
            for file in format.export(tree).files where !file.path.hasSuffix(".json") {
                let lines = file.text.textLines
                // A body in `.http` extends to the next `###`.
                let marks = id == "http" ? ["### next", "< /etc/passwd"] : ["GET", "### next"]
                #expect(!lines.contains { line in marks.contains { line.hasPrefix($0) } }, "\(body.kind): \(file.text)")
                #expect(lines.count { $0.hasPrefix("POST http") } == (id == "bruno" ? 0 : 1), "\(body.kind): \(file.text)")
                guard id == "bruno" else { continue }
                #expect(lines.count { $0 == "}" } == lines.count { $0.hasSuffix(" {") && !$0.hasPrefix(" ") }, "\(body.kind): \(file.text)")
            }
        }
    }

    @Test(arguments: ["http", "hurl", "har"])
    func `a format without path parameters has their values, and literal colons`(_ id: String) throws {
        var draft = RequestDraft(name: "A", url: "http://h/:id/\\:all/:none/x:y")
        draft.pathParameters = [Row("id", "a b/c"), Row("none", "")]
        let tree = CollectionTree(.init(FolderDraft(name: "C"), items: [.request(.init(draft))]))
        let files = try #require(ExportFormat.named(id)).export(tree).files
        #expect(files[0].text.contains("http://h/a%20b%2Fc/:all/:none/x:y"))
        let back = try Importer().read(name: files[0].path, bytes: Array(files[0].text.utf8)).collections[0].requests[0].request.draft
        #expect(back.url == "http://h/a%20b%2Fc/\\:all/\\:none/x:y" && back.pathParameters.isEmpty)
        #expect(!back.name.contains("\\"))
    }

    @Test func `a text without Content-Type stays so in Postman, and is named for Bruno`() throws {
        var draft = RequestDraft(name: "A", method: "POST", url: "http://h/")
        draft.body = BodyDraft(kind: .text, text: "x", contentType: BodyDraft.noContentType)
        let tree = CollectionTree(.init(FolderDraft(name: "C"), items: [.request(.init(draft))]))
        let result = ExportFormat.postman.export(tree)
        let back = try ExportRoundTripTests.imported(result.files)
        #expect(result.losses.isEmpty && back.requests[0].request.draft == draft && back.requests[0].request.extensions.isEmpty)
        #expect(ExportFormat.bruno.export(tree).losses.count == 1)
    }

    private static let captures = [
        Capture(variable: "a", query: ".a.\"b c\"[0]"), Capture(variable: "b", query: "$.x"), Capture(variable: "c"),
        Capture(variable: "d", from: "header", query: "X-T", isSecret: true), Capture(variable: "e", from: "status", isEnabled: false),
    ]
    private static let assertions = [
        Assertion(subject: "status", value: 200), Assertion(subject: "header X-N", predicate: "greaterThan", value: 3, isEnabled: false),
        Assertion(subject: "body $.a", predicate: "isType", value: "string"), Assertion(subject: "body .a", predicate: "exists"),
        Assertion(subject: "body", predicate: "matches", value: "a\"\\d"),
    ]

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
        // A line that somebody has changed stays a line.
        let text = result.files[0].text.replacing("200));", with: "201));")
        let other = try Importer().read(name: result.files[0].path, bytes: Array(text.utf8)).collections[0].requests[0].request.draft
        #expect(other.assertions.isEmpty && other.scripts.after.contains("201"))
    }
}
