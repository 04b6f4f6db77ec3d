import Foundation
import Hashing
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

    private static let schema =
        "\(ProcessInfo.processInfo.environment["APUS_CORPORA"] ?? "")/schemas/collection-v2.1.0.bundled.json"
    private static var hasSchema: Bool { FileManager.default.fileExists(atPath: schema) }

    @Test(.enabled(if: hasSchema, "APUS_CORPORA is not set")) func `a Postman export is valid to the official schema`() async throws {
        guard try await run(["python3", "-c", "import jsonschema"]).status == 0 else { return }
        let text = try #require(ExportFormat.postman.export(ExportRoundTripTests.rich).files.first).text
        let path = FileManager.default.temporaryDirectory.path + "/apus-postman-\(UUID().uuidString).json"
        try Data(text.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let program =
            "import json, sys, jsonschema; jsonschema.Draft7Validator(json.load(open(sys.argv[1]))).validate(json.load(open(sys.argv[2])))"
        let result = try await run(["python3", "-c", program, Self.schema, path])
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

    @Test(arguments: ExportFormat.all.map(\.id))
    func `a part that a format lacks is named`(_ id: String) throws {
        let format = try #require(ExportFormat.named(id))
        var tree = ExportRoundTripTests.rich
        var named = RequestDraft(
            name: "n", method: "POST", url: "http://h/:id?a=\\{{b}}", auth: AuthDraft(.bearer, fields: ["prefix": "token"]))
        named.body = BodyDraft(kind: .multipart, parts: [.init("f", "dir/a.bin", isFile: true, fileName: "b.bin")])
        for draft in [Self.partWithHeaders, Self.formWithBareRow, named] {
            tree.root.items.append(.request(.init(draft, examples: [SavedResponse(status: 0)])))
        }
        let losses = format.export(tree).losses
        for feature in ExportFeature.allCases where feature != .environments && !format.carries.contains(feature) && feature != .variables {
            #expect(losses.contains { $0.what == feature.title } == (feature != .anyStatus || format.carries.contains(.examples)))
        }
        #expect(losses.contains { $0.what == "path parameter “id”" } == !format.hasPathParameters)
        if id == "har" { #expect(losses.contains { $0.what == ExportFeature.partNames.title }) }
        #expect(format.options.contains("timeout") != losses.contains { $0.what == "option “Timeout (s)”" })
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
            ["a/b", "..", "", " .x ", "a\u{0}b", "nul\n", "ü"].map(\.fileStem) == [
                "a-b", "untitled", "untitled", "x", "a-b", "nul-", "ü",
            ])
        let long = String(repeating: "获", count: 96).fileStem
        #expect(long.utf8.count <= 200 && long.allSatisfy { $0 == "获" } && !long.isEmpty)
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
        #expect(made.requests.map(\.request.draft.url) == ["{{baseUrl}}/users/1", "{{baseUrl}}/x", "https://h/a", "{{b}}/c"])
        #expect(made.environments[0].draft.variables == [Row("baseUrl", "http://h:81/v1")])
    }

    @Test func `an OpenAPI skeleton is read as the requests that it came from`() throws {
        let file = try #require(ExportFormat.openAPI.export(ExportRoundTripTests.rich).files.first)
        let result = try Importer().read(name: file.path, bytes: Array(file.text.utf8))
        let requests = try #require(result.collections.first).requests.map(\.request.draft)
        #expect(Set(requests.map(\.name)) == Set(ExportRoundTripTests.rich.requests.map(\.request.draft.name)))
        #expect(result.issues.allSatisfy { $0.severity < .lost })
    }

    @Test func `an OpenAPI skeleton has the servers of the environments and a scheme for each key`() throws {
        var tree = CollectionTree(.init(FolderDraft(name: "C", variables: [Row("region", "eu")])))
        tree.root.items = ["A", "B"].map { name in
            let auth = AuthDraft(.apiKey, fields: ["key": "X-\(name)", "value": name == "A" ? "{{keyA}}" : "typed"])
            return .request(.init(RequestDraft(name: name, url: "{{host}}/\(name)", auth: auth)))
        }
        tree.environments = ["one", "two"].map { name in
            .init(EnvironmentDraft(name: name, variables: [Row("host", "https://{{region}}.\(name)/v1/")]))
        }
        let result = ExportFormat.openAPI.export(tree, includingSecrets: true)
        let document = try JSONValue(parsing: try #require(result.files.first).text)
        #expect(document.elements("servers").map { $0.text("url") } == ["https://{region}.one/v1", "https://{region}.two/v1"])
        #expect(document.elements("servers").map { $0["variables"]?["region"]?.text("default") } == ["eu", "eu"])
        #expect(document["components"]?["securitySchemes"]?.memberNames == ["keyA", "apiKey"])
        #expect(result.losses.isEmpty)
        tree.environments = []
        #expect(ExportFormat.openAPI.export(tree).losses.contains { $0.what == "server “{{host}}”" })
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
            for file in format.export(tree).files where ![".json", ".txt"].contains(where: file.path.hasSuffix) {
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

    /// The export of one request.
    func export(_ draft: RequestDraft, as id: String) throws -> ExportResult {
        try #require(ExportFormat.named(id)).export(
            CollectionTree(.init(FolderDraft(name: "C"), items: [.request(.init(draft))])), includingSecrets: true)
    }

    func readBack(_ draft: RequestDraft, as id: String) throws -> RequestDraft {
        try ExportRoundTripTests.imported(export(draft, as: id).files).requests[0].request.draft
    }

    @Test(arguments: ["http", "vscode"]) func `a form field has line breaks only if the type of the body allows them`(_ id: String) throws {
        var draft = RequestDraft(
            name: "A", method: "POST", url: "http://h/", body: BodyDraft(kind: .form, form: [Row("a", "1"), Row("b", "2")]))
        #expect(try readBack(draft, as: id).body == draft.body)
        draft.headers = [Row("Content-Type", "application/json")]
        #expect(try readBack(draft, as: id).body.json == "a=1&b=2")
    }

    @Test(arguments: [BodyDraft(kind: .json), BodyDraft(kind: .text), BodyDraft(kind: .form)])
    func `a body without text has no type in an http file`(_ body: BodyDraft) throws {
        let draft = RequestDraft(name: "A", method: "POST", url: "http://h/", body: body)
        #expect(try readBack(draft, as: "http").headers.isEmpty)
    }

    @Test(
        arguments: ["http", "hurl", "har"],
        [
            AuthDraft(.basic, fields: ["username": "u", "password": "p"]), AuthDraft(.bearer, fields: ["token": "t"]),
            AuthDraft(.apiKey, fields: ["key": "Authorization", "value": "k"]),
        ])
    func `a request's header replaces the authentication's header`(_ id: String, _ auth: AuthDraft) throws {
        let draft = RequestDraft(name: "A", url: "http://h/", headers: [Row("authorization", "Custom 1")], auth: auth)
        let back = try readBack(draft, as: id)
        #expect(back.headers == draft.headers && back.auth == AuthDraft())
    }

    @Test(arguments: [("u", ""), ("", "p"), ("a b", "c"), ("a", "b c")])
    func `credentials that are not two words are encoded in an http file`(_ user: String, _ password: String) throws {
        let draft = RequestDraft(name: "A", url: "http://h/", auth: AuthDraft(.basic, fields: ["username": user, "password": password]))
        let expected = "Basic " + Base64.encode(Array("\(user):\(password)".utf8))
        #expect(try readBack(draft, as: "http").headers == [Row("Authorization", expected)])
    }

    @Test func `a text keeps line breaks of Unicode`() throws {
        let draft = RequestDraft(name: "A", method: "POST", url: "http://h/", body: BodyDraft(kind: .text, text: "a\u{2028}b\u{85}c"))
        for id in ["http", "bruno"] { #expect(try readBack(draft, as: id).body.text == draft.body.text) }
    }

    @Test(arguments: ["http", "vscode"], ["a\n", "a\r\nb", "\r", " ", "### a", "< b"])
    func `a text that lines would change is a file beside the requests, with variables it is named`(_ id: String, _ text: String) throws {
        var draft = RequestDraft(name: "A {{b}}", method: "POST", url: "http://h/", body: BodyDraft(kind: .text, text: text))
        let result = try export(draft, as: id)
        #expect(result.losses.isEmpty, "\(result.losses)")
        #expect(result.files.map(\.path) == ["C.http", "c.bodies/a-b.txt"] && result.files.last?.text == text)
        let body = try readBack(draft, as: id).body
        #expect(body.kind == .file && body.file == "./c.bodies/a-b.txt")
        draft.body.text = "{{v}}" + (text.contains("#") || text.contains("<") ? "\n" : "") + text
        let named = try export(draft, as: id)
        #expect(named.files.count == 1)
        // Spaces at the end of a line stay.
        #expect(named.losses.isEmpty == (text == " "), "\(named.losses)")
    }

    @Test func `CR in a body of JSON is named, and the lines around are as before`() throws {
        let draft = RequestDraft(name: "A", method: "POST", url: "http://h/", body: BodyDraft(kind: .json, json: "{\r\n}"))
        let result = try export(draft, as: "http")
        #expect(result.losses.count == 1 && result.files.count == 1)
        #expect(try readBack(draft, as: "http").body.json == "{\n}")
    }

    @Test(arguments: ["http", "vscode"]) func `headers whose names cannot be sent are named`(_ id: String) throws {
        let rows = ["a b", "", "ä", "#x", "X-Ok", "{{name}}"].map { Row($0, "1") } + [Row("", ""), Row("c d", "1", isEnabled: false)]
        let result = try export(RequestDraft(name: "A", url: "http://h/", headers: rows), as: id)
        #expect(result.losses.count { $0.what.hasPrefix("header") } == 4, "\(result.losses)")
        let lines = result.files[0].text.textLines
        #expect(lines.suffix(3) == ["X-Ok: 1", "{{name}}: 1", ""])
    }

    @Test(arguments: [
        ("postman", "{{$guid}} {{env:A}} {{prompt:B c}}", 2), ("bruno", "{{$guid}} {{process.env.A}} {{?B c}}", 0),
        ("http", "{{$uuid}} {{$env.A}} {{B_c}}", 1), ("vscode", "{{$guid}} {{$processEnv A}} {{B_c}}", 0),
        ("hurl", "{{newUuid}} {{A}} {{prompt:B c}}", 2),
    ])
    func `references are in the notation of the format, or named`(_ id: String, _ expected: String, _ lossCount: Int) throws {
        let text = "{{$uuid}} {{env:A}} {{prompt:B c}}"
        let scripts = Scripts(after: "// {{env:A}}")
        var draft = RequestDraft(name: "A", url: "http://h/", headers: [Row("X", text)], scripts: scripts)
        let result = try export(draft, as: id)
        let file = try #require(result.files.first { $0.text.contains("http://h/") }).text
        #expect(file.contains(expected), "\(file)")
        #expect(result.losses.count { $0.what.hasPrefix("value") } == lossCount, "\(result.losses)")
        draft = try readBack(draft, as: id)
        let name = id == "hurl" ? "A" : "env:A"
        #expect(["{{$uuid}}", "{{$guid}}"].contains { draft.headers[0].value.hasPrefix("\($0) {{\(name)}} ") })
    }

    @Test func `prompts are directives of VS Code`() throws {
        var draft = RequestDraft(name: "A", url: "http://h/{{code}}", query: [Row("q", "{{prompt:One time}}")])
        draft.variables = [Row("code", "{{prompt:code}}"), Row("v", "1")]
        let text = try #require(export(draft, as: "vscode").files.first).text
        #expect(text.contains("# @prompt code\n# @prompt One_time One time\n@v = 1\nGET http://h/{{code}}?q={{One_time}}\n"), "\(text)")
    }

    @Test func `a file for VS Code has no scripts, and its environments are settings`() throws {
        var draft = RequestDraft(name: "A", url: "http://h/", scripts: Scripts(before: "b()", after: "a()"))
        draft.captures = [Capture(variable: "A.response.body.$.x", query: "$.x")]
        draft.assertions = [Assertion(subject: "status", value: 200)]
        var tree = CollectionTree(.init(FolderDraft(name: "C"), items: [.request(.init(draft))]))
        tree.environments = [.init(EnvironmentDraft(name: "e", variables: [Row("a", "1")]))]
        let result = ExportFormat.vsCode.export(tree)
        #expect(result.losses.map(\.what) == ["scripts", "assertions"])
        #expect(result.files.map(\.path) == ["C.http", ".vscode/settings.json"])
        #expect(!result.files[0].text.contains("{%"))
        let back = try ExportRoundTripTests.imported(result.files)
        #expect(back.environments.map(\.draft) == tree.environments.map(\.draft))
    }

    @Test(
        arguments: [
            ("{}", "{\n    \"g\": {\n        \"e\": 1\n    }\n}"),
            ("// a\n{ } // b\n", "// a\n{\n    \"g\": {\n        \"e\": 1\n    }\n} // b\n"),
            ("{\n  \"a\": [1, {\"g\": 2}] // x\n}\n", "{\n  \"a\": [1, {\"g\": 2}], // x\n  \"g\": {\n    \"e\": 1\n  }\n}\n"),
            ("{\"a\": \"}\", /* , */}", "{\"a\": \"}\", /* , */\n    \"g\": {\n        \"e\": 1\n    }\n}"),
            ("{\"g\": {\"e\": {\"x\": 0}, \"o\": 2}}", "{\"g\": {\"e\": 1, \"o\": 2}}"),
            ("{\n\t\"g\": {\n\t\t\"o\": 2\n\t}\n}", "{\n\t\"g\": {\n\t\t\"o\": 2,\n\t\t\"e\": 1\n\t}\n}"),
            ("{\"g\": null}", "{\"g\": {\n        \"e\": 1\n    }}"), ("[]", nil), ("{\"a\" 1}", nil), ("{\"a\": 1", nil), ("{} x", nil),
            ("{\"g\": {x}}", nil),
        ] as [(String, String?)])
    func `a member of settings changes, and nothing else`(_ text: String, _ expected: String?) {
        #expect(SettingsText.setting(1, at: ["g", "e"], in: text) == expected)
    }

    @Test func `a variable of the process environment is one for Hurl, and its source is named`() throws {
        let result = try export(RequestDraft(name: "A", url: "http://h/{{env:TOKEN}}"), as: "hurl")
        #expect(result.files[0].text.contains("http://h/{{TOKEN}}\n"))
        #expect(result.losses.map(\.what) == ["value {{env:TOKEN}}"] && result.losses[0].why.contains("HURL_VARIABLE_TOKEN"))
    }

    @Test func `credentials with variables come back from a HAR`() throws {
        let auth = AuthDraft(.basic, fields: ["username": "{{env:USER}}", "password": "a:{{pw}}"])
        let draft = RequestDraft(name: "A", url: "http://h/", auth: auth)
        #expect(try readBack(draft, as: "har").auth == auth)
    }

    @Test(
        arguments: [
            ("$randomInt 1 5", "$randomInt 1 5", "$randomInt 1 5", "$random.integer(1, 5)"),
            ("$random.integer(100)", "$randomInt 0 100", "$randomInt 0 100", "$random.integer(0, 100)"),
            ("$random.integer(10, 20)", "$randomInt 10 20", "$randomInt 10 20", "$random.integer(10, 20)"),
            ("$random.alphanumeric(14)", "$randomAlphaNumeric 14", nil, "$random.alphanumeric(14)"),
            ("$random.alphabetic(5)", "$randomAlphabetic 5", nil, "$random.alphabetic(5)"),
            ("$datetime \"DD-MM-YYYY\" 1 d", "$datetime DD-MM-YYYY 1 d", "$datetime \"DD-MM-YYYY\" 1 d", nil),
            ("$datetime rfc1123", "$datetime rfc1123", "$datetime rfc1123", nil),
            ("$timestamp -2 h", "$timestamp -2 h", "$timestamp -2 h", nil),
        ] as [(String, String, String?, String?)])
    func `dynamic values keep their arguments`(_ theirs: String, _ ours: String, _ vsCode: String?, _ jetBrains: String?) throws {
        let result = try Importer().read(name: "a.http", bytes: Array("GET http://h/\nX-A: {{\(theirs)}}\n".utf8))
        #expect(result.issues.isEmpty)
        #expect(result.collections[0].requests[0].request.draft.headers == [Row("X-A", "{{\(ours)}}")])
        for (format, name) in [(ExportFormat.vsCode, vsCode), (.httpFile, jetBrains)] {
            let exported = format.export(result.collections[0])
            #expect(exported.losses.isEmpty == (name != nil))
            if let name { #expect(exported.files[0].text.contains("X-A: {{\(name)}}\n")) }
        }
    }

    @Test func `an empty form is named, since Postman sends none`() throws {
        var draft = RequestDraft(name: "A", method: "POST", url: "http://h/", body: BodyDraft(kind: .form))
        #expect(try export(draft, as: "postman").losses.map(\.what) == ["empty form"])
        draft.body.form = [Row("a", "1", isEnabled: false)]
        #expect(try export(draft, as: "postman").losses.map(\.what) == ["empty form"])
        draft.body.form[0].isEnabled = true
        #expect(try export(draft, as: "postman").losses.isEmpty)
    }

    @Test func `the type of a file is a header in Postman`() throws {
        var draft = RequestDraft(
            name: "A", method: "POST", url: "http://h/", body: BodyDraft(kind: .file, file: "a.txt", fileContentType: "a/b"))
        #expect(try readBack(draft, as: "postman").headers == [Row("Content-Type", "a/b")])
        draft.body.fileContentType = BodyDraft.noContentType
        let text = try #require(export(draft, as: "postman").files.first).text
        #expect(text.contains("disabledSystemHeaders") && !text.contains("a/b"))
    }

    @Test(arguments: [
        (" a", true), ("a\n b", false), ("a\r\nb", true), ("\u{27}\u{27}\u{27}\na", true), ("a b", false), ("it's", false),
    ])
    func `a value that Bruno changes is named with its request`(_ value: String, _ isLost: Bool) throws {
        let draft = RequestDraft(name: "A", url: "http://h/", variables: [Row("v", value)])
        let losses = try export(draft, as: "bruno").losses
        #expect(losses.map(\.item) == (isLost ? ["A"] : []), "\(losses)")
        #expect(try (readBack(draft, as: "bruno").variables == draft.variables) == !isLost)
    }
}
