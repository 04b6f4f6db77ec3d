import Hashing
import JSON
import JSONSchema
import Testing
import Workspace

@testable import Interchange

/// OpenAPI documents read, exported and read again.
@Suite struct OpenAPIExportTests {
    private func read(_ text: String) throws -> CollectionTree {
        try #require(try Importer().read(name: "a.json", bytes: Array(text.utf8)).collections.first)
    }

    private func document(_ tree: CollectionTree) throws -> JSONValue {
        try JSONValue(parsing: #require(ExportFormat.openAPI.export(tree).files.first).text)
    }

    private func tree(_ responses: String) throws -> CollectionTree {
        try read(#"{"openapi": "3.0.3", "info": {"title": "A"}, "paths": {"/a": {"get": {"responses": {\#(responses)}}}}}"#)
    }

    // MARK: Responses

    @Test func `responses keep their names and descriptions`() throws {
        let content = #""content": {"application/json": {"example": {"a": 1}}}"#
        let names = [("201", "Created"), ("4XX", "Wrong: 400"), ("503", ""), ("default", "Any other")]
        let members = names.map { #""\#($0)": {"description": "\#($1)", \#(content)}"# }
        let first = try tree(members.joined(separator: ", "))
        let saved = first.requests[0].request.examples
        #expect(saved.map(\.status) == [201, 400, 503, 0] && saved.map(\.reason) == ["", "", "", ""])
        let written = try #require(try document(first)["paths"]?["/a"]?["get"]?["responses"]?.object)
        #expect(written.map(\.name) == names.map(\.0))
        #expect(written.map { $0.value.text("description") } == names.map(\.1))
        let second = try read(document(first).prettyText)
        #expect(second.requests[0].request.examples == saved)
    }

    @Test func `a description that is longer than a name is kept`() throws {
        let long = String(repeating: "Why it failed. ", count: 9)
        let first = try tree(#""409": {"description": "\#(long)", "content": {"application/json": {"example": 1}}}"#)
        #expect(try document(first)["paths"]?["/a"]?["get"]?["responses"]?["409"]?.text("description") == long)
        var renamed = first.requests[0].request
        renamed.examples[0].name = "409 Other"
        let written = try document(CollectionTree(.init(FolderDraft(name: "C"), items: [.request(renamed)])))
        #expect(written["paths"]?["/a"]?["get"]?["responses"]?["409"]?.text("description") == "Other")
    }

    @Test func `a name that begins like another status is a description`() throws {
        let examples = [
            SavedResponse(name: "404 of the day", status: 200, body: Array("1".utf8)), SavedResponse(name: "5XX", status: 0, body: [49]),
        ]
        let request = CollectionTree.Request(RequestDraft(name: "A", url: "http://h/a"), examples: examples)
        let written = try document(CollectionTree(.init(FolderDraft(name: "C"), items: [.request(request)])))
        let responses = try #require(written["paths"]?["/a"]?["get"]?["responses"]?.object)
        #expect(responses.map { "\($0.name) \($0.value.text("description"))" } == ["200 404 of the day", "default 5XX"])
    }

    @Test(arguments: ["postman", "har", "bruno"]) func `an example for any status becomes an error elsewhere`(_ id: String) throws {
        let request = CollectionTree.Request(
            RequestDraft(name: "A", url: "http://h/a"), examples: [SavedResponse(name: "default", status: 0, body: [49])])
        let result = try #require(ExportFormat.named(id)).export(CollectionTree(.init(FolderDraft(name: "C"), items: [.request(request)])))
        #expect(result.losses.map(\.what) == [ExportFeature.anyStatus.title])
        let back = try ExportRoundTripTests.imported(result.files)
        #expect(back.requests.first?.request.examples.map(\.status) == [500])
    }

    // MARK: Requests

    private func lost(_ drafts: [RequestDraft], examples: [SavedResponse] = []) -> [String] {
        let items = drafts.map { CollectionTree.Item.request(.init($0, examples: examples)) }
        return ExportFormat.openAPI.export(CollectionTree(.init(FolderDraft(name: "C"), items: items))).losses.map(\.what)
    }

    @Test func `an exported document restores its content and reports losses`() throws {
        var wholeCount = 0
        let schema = try JSONSchema(JSONValue(parsing: ExportSchemaTests.openAPI))
        for seed in 0..<150 as Range<UInt64> {
            var generator = OperationGenerator(seed: seed)
            let tree = generator.tree()
            let result = ExportFormat.openAPI.export(tree)
            let text = try #require(result.files.first).text
            #expect(try schema.result(for: JSONValue(parsing: text)).violations.map(\.description) == [], "\(seed)")
            let first = try read(text)
            let again = try read(document(first).prettyText)
            #expect(first == again, "\(seed)")
            guard result.losses.isEmpty else { continue }
            wholeCount += 1
            for (one, folders) in tree.requests {
                let (other, place) = try #require(first.requests.first { $0.request.draft.name == one.draft.name })
                #expect(parts(of: one.draft) == parts(of: other.draft), "\(seed)")
                #expect(one.draft.body.kind == other.draft.body.kind && one.draft.body.form == other.draft.body.form, "\(seed)")
                #expect(one.draft.body.parts == other.draft.body.parts, "\(seed)")
                #expect(Set(one.examples) == Set(other.examples), "\(seed) \(one.examples) \(other.examples)")
                #expect(folders.dropFirst().map(\.draft) == place.dropFirst().map(\.draft))
            }
        }
        #expect(wholeCount > 50)
    }

    /// The texts of a request, with the headers in the order of their names.
    private func parts(of draft: RequestDraft) -> [String] {
        let headers = draft.headers.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
        return [draft.name, draft.docs, "\(draft.tags)", draft.body.json, draft.body.xml, draft.body.text]
            + (draft.pathParameters + draft.query + headers).map { "\($0)" }
    }

    @Test func `the media type that is asked for does not depend on the examples`() throws {
        let responses = """
            "200": {"description": "OK", "content": {"application/pdf": {}}},
            "400": {"description": "No", "content": {"application/json": {"example": {"a": 1}}}}
            """
        let first = try tree(responses)
        let second = try read(document(first).prettyText)
        for draft in [first, second].map(\.requests[0].request.draft) {
            #expect(draft.headers == [Row("Accept", "application/pdf")])
        }
        #expect(try document(first)["paths"]?["/a"]?["get"]?["responses"]?.object?.map(\.name) == ["400"])
    }

    @Test func `optional fields of Swagger stay off with their descriptions`() throws {
        let fields = """
            [{"name": "note", "in": "formData", "type": "string", "description": "Text", "x-example": "n"},
             {"name": "id", "in": "formData", "type": "string", "required": true, "x-example": "1"},
             {"name": "file", "in": "formData", "type": "file", "description": "Any"}]
            """
        let first = try read(#"{"swagger": "2.0", "info": {"title": "A"}, "paths": {"/a": {"post": {"parameters": \#(fields)}}}}"#)
        let parts = first.requests[0].request.draft.body.parts
        #expect(parts.map(\.isEnabled) == [false, true, false] && parts.map(\.comment) == ["Text", "", "Any"])
        #expect(try read(document(first).prettyText).requests[0].request.draft.body.parts == parts)
    }

    @Test func `descriptions of the fields of a form become comments`() throws {
        let schema = #"{"type": "object", "properties": {"a": {"type": "string", "description": "One", "example": "1"}}}"#
        for (type, path) in [("application/x-www-form-urlencoded", "/f"), ("multipart/form-data", "/m")] {
            let body = #"{"content": {"\#(type)": {"schema": \#(schema)}}}"#
            let read = try self.read(
                #"{"openapi": "3.1.0", "info": {"title": "A"}, "paths": {"\#(path)": {"post": {"requestBody": \#(body)}}}}"#
            )
            .requests[0].request.draft.body
            #expect(read.form.map(\.comment) + read.parts.map(\.comment) == ["One"])
        }
    }

    @Test func `an example of OpenAPI has only the parts that are sent`() throws {
        var draft = RequestDraft(name: "r", method: "POST", url: "http://h/p")
        draft.body.kind = .multipart
        draft.body.parts = [
            .init("a", "sent"), .init("a", "not sent", isEnabled: false), .init("b", "not sent", isEnabled: false),
        ]
        let tree = CollectionTree(.init(FolderDraft(name: "c"), items: [.request(.init(draft))]))
        let text = try #require(ExportFormat.openAPI.export(tree).files.first).text
        let content = try JSONValue(parsing: text)["paths"]?["/p"]?["post"]?["requestBody"]?["content"]?["multipart/form-data"]
        #expect(content?["schema"]?["properties"]?["a"]?["example"] == "sent")
        #expect(content?["schema"]?["properties"]?["b"] != nil)
        #expect(content?["example"] == ["a": "sent"])
    }

    @Test func `requests keep their own servers`() throws {
        let urls = ["{{base}}/a", "http://one/b", "{{other}}/c", "http://two/d"]
        let variables = [Row("base", "http://one"), Row("other", "http://three")]
        var tree = CollectionTree(.init(FolderDraft(name: "C", variables: variables)))
        tree.root.items = urls.map { .request(.init(RequestDraft(name: $0, url: $0))) }
        for environment in ["", "http://four"] {
            if !environment.isEmpty { tree.environments = [.init(EnvironmentDraft(name: "E", variables: [Row("base", environment)]))] }
            let document = try document(tree)
            if !environment.isEmpty {
                let servers = document.elements("servers").map { $0.text("url") }
                #expect(servers.starts(with: ["http://one", environment]), "\(servers)")
            }
            let back = try read(document.prettyText)
            #expect(back.root.draft.variables.first?.value == "http://one")
            let found = back.requests.map { $0.request.draft.url.replacing("{{baseUrl}}", with: "http://one") }
            #expect(found == ["http://one/a", "http://one/b", "http://three/c", "http://two/d"], "\(found)")
        }
    }

    @Test func `the server without an environment stays, and environments do not switch others`() throws {
        var tree = CollectionTree(.init(FolderDraft(name: "C", variables: [Row("base", "http://two")])))
        tree.root.items = ["{{base}}/a", "http://two/b"].map { .request(.init(RequestDraft(name: $0, url: $0))) }
        tree.environments = ["one", "two"].map { .init(EnvironmentDraft(name: $0, variables: [Row("base", "http://\($0)")])) }
        let document = try document(tree)
        #expect(document.elements("servers").map { $0.text("url") } == ["http://two", "http://one"])
        let back = try read(document.prettyText)
        #expect(back.root.draft.variables.first?.value == "http://two")
        #expect(back.requests.map(\.request.draft.url) == ["{{baseUrl}}/a", "http://two/b"])
    }

    @Test func `the server of a folder stays its own, and variables without a place are named`() throws {
        let inner = CollectionTree.Folder(FolderDraft(name: "B", variables: [Row("off", "1", isEnabled: false), Row("deep", "1")]))
        let draft = RequestDraft(name: "R", url: "{{base}}/a?x={{region}}")
        let folder = CollectionTree.Folder(
            FolderDraft(name: "A", variables: [Row("region", "eu"), Row("base", "http://two")]),
            items: [.folder(inner), .request(.init(draft))])
        let other = CollectionTree.Request(RequestDraft(name: "S", url: "{{base}}/b"))
        let root = FolderDraft(name: "C", variables: [Row("base", "http://one"), Row("page", "2")])
        let tree = CollectionTree(.init(root, items: [.request(other), .folder(folder)]))
        for (format, names) in [(ExportFormat.openAPI, ["page", "region", "deep"]), (ExportFormat.har, ["base", "region", "deep"])] {
            let losses = format.export(tree).losses.filter { $0.what.hasPrefix("variable") && $0.item != "A/R" }
            #expect(losses.map(\.item) == ["", "A", "A/B"], "\(losses)")
            #expect(zip(losses, names).allSatisfy { $0.what.contains("“\($1)”") } && !losses.contains { $0.what.contains("off") })
        }
        let document = try document(tree)
        #expect(document["paths"]?["/a"]?["get"]?.elements("servers").first?.text("url") == "http://two")
        #expect(document["paths"]?["/b"]?["get"]?["servers"] == nil)
    }

    @Test func `a server that uses request variables stays with its request`() throws {
        for other in [[], ["http://one/b"]] {
            let draft = RequestDraft(name: "A", url: "https://{{host}}/a", variables: [Row("host", "h.example")])
            let drafts = other.map { RequestDraft(name: $0, url: $0) } + [draft]
            let tree = CollectionTree(.init(FolderDraft(name: "C"), items: drafts.map { .request(.init($0)) }))
            let document = try document(tree)
            #expect(document.elements("servers").map { $0.text("url") } == other.map { _ in "http://one" })
            let back = try #require(try read(document.prettyText).requests.last?.request.draft)
            #expect(back.url == draft.url)
            #expect(back.variables.map { $0.value } == ["h.example"])
        }
    }

    @Test func `a server without a value is named beside others`() {
        var tree = CollectionTree(.init(FolderDraft(name: "C")))
        tree.environments = [.init(EnvironmentDraft(name: "E", variables: [Row("there", "http://two")]))]
        tree.root.items = ["http://one/a", "{{none}}/b", "{{there}}/c", "{{own}}/d"].map {
            .request(.init(RequestDraft(name: $0, url: $0, variables: [Row("own", "http://three")])))
        }
        #expect(ExportFormat.openAPI.export(tree).losses.map(\.what).filter { $0.hasPrefix("server") } == ["server “{{none}}”"])
    }

    @Test func `descriptions of tags and the order of the folders are kept`() throws {
        let folders = ["Z", "A"].map { name in
            CollectionTree.Item.folder(
                .init(
                    FolderDraft(name: name, docs: "About \(name)"),
                    items: [.request(.init(RequestDraft(name: name, url: "http://h/\(name)")))]))
        }
        let back = try read(document(CollectionTree(.init(FolderDraft(name: "C"), items: folders))).prettyText)
        let found = back.requests.map { $0.folders[1].draft }
        #expect(found.map(\.name) == ["Z", "A"] && found.map(\.docs) == ["About Z", "About A"])
    }

    @Test func `folders that tags cannot be are named`() {
        let inner = CollectionTree.Folder(
            FolderDraft(name: "B", docs: "d"), items: [.request(.init(RequestDraft(name: "R", url: "http://h/")))])
        let folders = [
            CollectionTree.Folder(FolderDraft(name: "A"), items: [.folder(inner)]), .init(FolderDraft(name: "A")),
            .init(FolderDraft(name: "E")),
        ]
        let losses = ExportFormat.openAPI.export(CollectionTree(.init(FolderDraft(name: "C"), items: folders.map { .folder($0) }))).losses
        #expect(losses.map(\.item) == ["A/B", "A", "E"])
    }

    @Test func `parts of requests without a place are named`() {
        var draft = RequestDraft(name: "R", method: "POST", url: "http://h/:a")
        #expect(lost([draft]).isEmpty)
        draft.pathParameters = [Row("a", "1", isEnabled: false), Row("b", "2")]
        draft.query = [Row("q", "1"), Row("q", "2", isEnabled: false), Row("p", "a+b"), Row("n", "", isBare: true)]
        draft.headers = [Row("X-A", "1"), Row("x-a", "2"), Row("Authorization", "x", isEnabled: false)]
        draft.body = BodyDraft(
            kind: .multipart, parts: [.init("f", "a.png", isFile: true), .init("d", "1"), .init("d", "2", comment: "c")])
        #expect(lost([draft]).count { !ExportFeature.allCases.map(\.title).contains($0) } == 9)
        draft = RequestDraft(name: "R", method: "POST", url: "http://h/")
        for body in [
            BodyDraft(kind: .file, file: "a"), BodyDraft(kind: .graphql, graphql: .init(query: "{ a }")), BodyDraft(kind: .json, json: "{"),
            BodyDraft(kind: .text, text: "a", contentType: "image/png"), BodyDraft(kind: .text, text: "a", contentType: "none"),
        ] {
            draft.body = body
            #expect(lost([draft]).count == 1, "\(body)")
        }
    }

    @Test func `parts of examples without a place are named`() {
        let examples = [
            SavedResponse(name: "a", status: 999), SavedResponse(name: "b", request: RequestDraft()), SavedResponse(name: "c"),
            SavedResponse(name: "d", status: 201, headers: [Row("X-A", "1")], body: [49]),
            SavedResponse(name: "e", status: 202, body: [255]),
            SavedResponse(name: "f", status: 203, headers: [Row("Content-Type", "application/json")], body: [120]),
        ]
        #expect(lost([RequestDraft(name: "R", url: "http://h/")], examples: examples).count == examples.count)
    }
}

/// Generates requests with everything that operations describe, and some of what they do not.
private struct OperationGenerator {
    private var numbers: SplitMix64

    init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[Int.random(in: 0..<elements.count, using: &numbers)] }
    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &numbers) < percent }

    mutating func tree() -> CollectionTree {
        var items: [CollectionTree.Item] = []
        for name in ["Z", "A"] {
            let requests = ["1", "2"].map { CollectionTree.Item.request(request(name + $0)) }
            items.append(.folder(.init(FolderDraft(name: name, docs: pick(["", "About **it**."])), items: requests)))
        }
        items.append(.request(request("loose")))
        return CollectionTree(.init(FolderDraft(name: "C"), items: items))
    }

    private mutating func request(_ name: String) -> CollectionTree.Request {
        var draft = RequestDraft(name: name, method: pick(["GET", "POST", "PUT"]), url: "https://h.example/\(name)/:id")
        draft.pathParameters = [Row("id", pick(["", "a b"]), comment: pick(["", "which"]))]
        draft.query = rows(["q", "x[]"], ["", "1", "a%26b", "a b"])
        if chance(20) { draft.query += [Row("list", "1"), Row("list", "2")] }
        draft.headers = rows(["X-One", "Accept", "X-Two"], ["a=1", "b=2; c=3"])
        if draft.method != "GET" { draft.body = body() }
        if draft.body.kind == .none { draft.headers += rows(["Content-Type"], ["text/csv"]) }
        draft.tags = pick([[], ["a"], ["a", "b"], ["deprecated"], ["deprecated", "a"]])
        draft.docs = pick(["", "What it is."])
        return .init(draft, examples: (0..<pick([0, 1, 3])).map { _ in example() })
    }

    private mutating func rows(_ names: [String], _ values: [String]) -> [Row] {
        names.filter { _ in chance(50) }.map { Row($0, pick(values), isEnabled: chance(70), comment: pick(["", "why"])) }
    }

    private mutating func body() -> BodyDraft {
        let (isEnabled, comment) = (chance(50), pick(["", "of it"]))
        let parts = ["t", "l", "l", "o"].map { BodyDraft.Part($0, pick(["", "1", "a\nb"]), isEnabled: isEnabled, comment: comment) }
        switch pick(["none", "json", "xml", "text", "form", "parts"]) {
        case "json": return BodyDraft(kind: .json, json: pick(["{\n  \"a\": 1\n}", "{\"a\": {{b}}}", "\"x\""]))
        case "xml": return BodyDraft(kind: .xml, xml: "<a>\n</a>")
        case "text": return BodyDraft(kind: .text, text: pick(["", "a\nb\n"]), contentType: "text/csv")
        case "form":
            return BodyDraft(
                kind: .form,
                form: rows(["a b", "ü"], ["", "1 & 2"])
                    + parts.map { Row($0.name, $0.value, isEnabled: $0.isEnabled, comment: $0.comment) } + rows(["z"], ["+"]))
        case "parts":
            let file = BodyDraft.Part("f", isFile: true, contentType: pick(["", "image/png"]), isEnabled: chance(50), comment: comment)
            return BodyDraft(kind: .multipart, parts: [file] + parts + [.init("u", "1", contentType: "text/csv", isEnabled: chance(50))])
        default: return BodyDraft()
        }
    }

    private mutating func example() -> SavedResponse {
        var saved = SavedResponse(name: pick(["200 OK", "404 Not there", "default", "4XX", "x", ""]), status: pick([200, 400, 404, 0]))
        saved.reason = pick(["", "Reason"])
        let (type, body) = pick([
            ("application/json", "{\n  \"a\": 1\n}"), ("application/json; charset=utf-8", "\"x\""), ("text/csv", "1"), ("", ""),
        ])
        if !type.isEmpty { saved.headers = [Row("Content-Type", type)] }
        saved.body = Array(body.utf8)
        return saved
    }
}
