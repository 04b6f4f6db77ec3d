import Foundation
import JSON
import TestFixtures
import Testing
import Workspace

@testable import Interchange

@Suite struct HTTPFileTests {
    private func read(_ text: String) throws -> ImportResult { try Importer().read(name: "api.http", bytes: Array(text.utf8)) }

    @Test func readsBothDialects() throws {
        let result = try read(
            """
            @host = https://h
            # a comment of the file

            ### Log in
            # @name login
            # @no-redirect
            < {%
              request.variables.set("a", 1)
            %}
            POST {{host}}/login HTTP/1.1
            Content-Type: application/json
            # between
            Authorization: Basic me secret

            {"user": "{{$processEnv USER}}", "id": "{{$guid}}"}

            > {%
              client.global.set("t", response.body.t)
            %}

            ###
            // @timeout 10
            GET {{host}}/items
                ?page=2
                &size=5
            Authorization: Bearer {{login.response.body.$.token}}

            > ./check.js

            ### upload
            PUT https://h/file
            Content-Type: image/png

            < ./a.png
            """)
        let tree = result.collections[0]
        #expect(tree.root.draft.variables == [Row("host", "https://h")])
        let requests = tree.requests.map(\.request.draft)
        #expect(requests.map(\.name) == ["Log in", "GET /items", "upload"])
        #expect(requests[0].auth == AuthDraft(.basic, fields: ["username": "me", "password": "secret"]))
        #expect(requests[0].headers == [Row("Content-Type", "application/json")])
        #expect(requests[0].body.json == "{\"user\": \"{{env:USER}}\", \"id\": \"{{$uuid}}\"}")
        #expect(requests[0].options.redirects.follow == false)
        #expect(requests[0].scripts.before.contains("request.variables"))
        #expect(requests[0].scripts.after.contains("client.global"))
        let captured = [("t", ".t"), ("login.response.body.$.token", "$.token")]
        #expect(requests[0].captures == captured.map { Capture(variable: $0, from: "body", query: $1) })
        #expect(requests[1].url == "{{host}}/items")
        #expect(requests[1].query == [Row("page", "2"), Row("size", "5")])
        #expect(requests[1].options.timeout == 10)
        #expect(requests[2].body.kind == .file)
        #expect(requests[2].body.file == "./a.png")
    }

    @Test func readsNamesWithASignAndURLsOnSeveralLines() throws {
        let text = """
            # @name=one
            GET https://h/1

            ###
            # @name = two
            delete https://h/2?
                page=1&
                size=2\thttp/1.1
            A: b,
                c
            D: e

            ###
            GET https://h
                /api
                /v1
                ?id=1
                &x=2
            Accept: {{one.response.body.$.a}}
            """
        let drafts = try read(text).collections[0].requests.map(\.request.draft)
        #expect(drafts.map(\.name) == ["one", "two", "GET /api/v1"] && drafts[1].method == "DELETE")
        #expect(drafts[0].captures.map(\.query) == ["$.a"])
        #expect(drafts[1].url == "https://h/2" && drafts[1].query == [Row("page", "1"), Row("size", "2")])
        #expect(drafts[1].headers == [Row("A", "b, c"), Row("D", "e")])
    }

    @Test func readsPartsFormsAndGraphQL() throws {
        let requests = try read(
            """
            ### parts
            POST https://h
            Content-Type: multipart/form-data; boundary=b

            --b
            Content-Disposition: form-data; name="a"

            x
            --b
            Content-Disposition: form-data; name="f";
              filename="n.txt"
            Content-Type : text/plain
            X-Part: 7

            < ./n.txt
            --b--

            ### form
            POST https://h
            Content-Type: application/x-www-form-urlencoded

            a=1
            &b=2

            ### graphql
            POST https://h
            X-REQUEST-TYPE: GraphQL

            query { a }

            {"v": 1}
            """
        ).collections[0].requests.map(\.request.draft)
        #expect(
            requests[0].body.parts == [
                .init("a", "x"), .init("f", "./n.txt", isFile: true, contentType: "text/plain", fileName: "n.txt", headers: "X-Part: 7"),
            ])
        #expect(requests[0].headers.isEmpty)
        #expect(requests[1].body.form == [Row("a", "1"), Row("b", "2")])
        #expect(requests[2].body == BodyDraft(kind: .graphql, graphql: .init(query: "query { a }", variables: "{\"v\": 1}")))
        #expect(requests[2].headers.isEmpty)
    }

    @Test(arguments: ["multipart/form-data; boundary=\"own one\"", "multipart/form-data", ""])
    func writesPartsWithTheBoundaryOfTheirHeader(_ type: String) throws {
        var draft = RequestDraft(name: "r", method: "POST", url: "https://h")
        draft.headers = [Row("content-type", "x", isEnabled: false)] + (type.isEmpty ? [] : [Row("Content-Type", type)])
        draft.body = BodyDraft(kind: .multipart, parts: [.init("a", "b")])
        let format = try #require(ExportFormat.named("http"))
        let text = try #require(format.export(CollectionTree(.init(FolderDraft(name: "c"), items: [.request(.init(draft))]))).files.first)
            .text
        #expect(try self.read(text).collections[0].requests.map(\.request.draft.body) == [draft.body], "\(text)")
    }

    @Test func joinsTheFilesOfAFolderWithTheirEnvironments() throws {
        let files = [
            "a.http": "GET {{host}}/a\n\n< ./sub/body.txt", "sub/body.txt": "b", "sub/c.http": "GET h\n\n< ./own.txt", "sub/own.txt": "o",
            "sub/b.rest": "GET {{host}}/b\n###\nGET {{host}}/c\n",
            "http-client.env.json": #"{"$shared": {"v": 1}, "dev": {"host": "h"}}"#,
            "sub/other.md": "text", "http-client.private.env.json": #"{"dev": {"key": "k", "own": {"a": 1}}}"#,
        ]
        let folder = TemporaryFolder(files)
        let result = try Importer().read(ImportFolder(folder.path))
        #expect(result.collections.count == 1)
        let tree = result.collections[0]
        #expect(tree.requests.map { $0.folders.dropFirst().map(\.draft.name) } == [[], ["sub", "b"], ["sub", "b"], ["sub"]])
        #expect(Set(result.issues.map(\.what)) == ["sub/other.md", "“own”"])
        #expect(tree.environments.map(\.draft.variables) == [[Row("v", "1"), Row("host", "h")]])
        #expect(tree.environments.map(\.secretValues) == [["key": "k"]])
    }

    @Test func `environments and headers of the editor's settings`() throws {
        let folder = NSTemporaryDirectory() + "/apus-http-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/.vscode", withIntermediateDirectories: true)
        let settings = """
            { // comment
              /*/ one comment, not an empty one and text */
              "other": "http://x", /* more
              */ "rest-client.defaultHeaders": {"X-A": "1",}, "rest-client.followredirect": false, "http.proxy": "http://p:1",
              "rest-client.timeoutinmilliseconds": 1500, "rest-client.certificates": {"h": {"cert": "c.pem"}},
              "rest-client.environmentVariables": {
                "$shared": {"v": "1", "host": "s"},
                "local": {"host": "http://h", "full": "{{$shared v}}/{{host}}", "list": [1], },
              },
            }
            """
        try Data(settings.utf8).write(to: URL(fileURLWithPath: folder + "/.vscode/settings.json"))
        let result = try Importer().read(name: "a.http", bytes: Array("GET {{host}}/a\n".utf8), in: ImportFolder(folder))
        let tree = result.collections[0]
        #expect(
            tree.environments.map(\.draft) == [
                EnvironmentDraft(
                    name: "local", variables: [Row("v", "1"), Row("host", "http://h"), Row("full", "1/{{host}}")])
            ])
        #expect(tree.root.draft.headers == [Row("X-A", "1")])
        let options = tree.root.draft.options
        #expect(options.redirects.follow == false && options.timeout == 1.5 && options.proxy == "http://p:1")
        #expect(result.issues.map(\.severity) == [.lost, .lost] && result.issues.contains { $0.what == "certificates" })
    }

    @Test func `a curl command stands for a request`() throws {
        let result = try read(
            "### One\ncurl -X PUT -H 'A: b' \\\n  {{host}}/x -d a=1\n\n> {% client.log(1) %}\n\n###\n# @name two\ncurl http://h/y\n")
        let drafts = result.collections[0].requests.map(\.request.draft)
        #expect(drafts.map(\.name) == ["One", "two"] && drafts.map(\.method) == ["PUT", "GET"])
        #expect(drafts[0].url == "{{host}}/x" && drafts[0].headers.contains(Row("A", "b")) && drafts[0].scripts.after == "client.log(1)")
    }

    @Test func `prompts, and spaces around the items of forms`() throws {
        let text = """
            # @prompt pin Your PIN
            POST http://h/{{pin}}
            Content-Type: application/x-www-form-urlencoded

            a = 1 &
            b = two words&c=3
            """
        let draft = try read(text).collections[0].requests[0].request.draft
        #expect(draft.variables == [Row("pin", "{{prompt:pin}}", comment: "Your PIN")])
        #expect(draft.body.form == [Row("a", "1"), Row("b", "two words"), Row("c", "3")])
    }

    @Test func `values of what a request sent are reported`() throws {
        let result = try read("# @name a\nGET http://h\n\n###\nGET http://h/{{a.request.body.$.x}}\n")
        #expect(result.issues.map(\.severity) == [.changed])
    }

    @Test func `dynamic values that ours do not equal are named once`() throws {
        let text = """
            @when = {{$localDatetime rfc1123 -1 d}}
            GET http://h/?a={{$randomInt 5 1}}&b={{$guid}}&c={{$datetime iso8601}}&d={{$processEnv X}}&e={{$random.uuid}}&f={{$timestamp}}
            X-A: {{$random.float(5)}} {{$randomInt 5 1}} {{$randomInt}} {{%n}}

            """
        let result = try Importer().read(name: "a.http", bytes: Array(text.utf8))
        let names = ["$localDatetime rfc1123 -1 d", "$randomInt 5 1", "$random.float(5)", "%n"]
        #expect(result.issues.map(\.what) == names.map { "value “\($0)”" })
        #expect(result.collections[0].root.draft.variables == [Row("when", "{{$localDatetime rfc1123 -1 d}}")])
    }

    @Test func `a redefined variable applies to its request`() throws {
        let text = "@a = 1\n@b = 2\n\n### one\nGET http://h/{{a}}\n\n### two\n@a = 3\n@c = 4\nGET http://h/{{a}}/{{c}}\n"
        let tree = try Importer().read(name: "a.http", bytes: Array(text.utf8)).collections[0]
        #expect(tree.root.draft.variables == [Row("a", "1"), Row("b", "2"), Row("c", "4")])
        #expect(tree.requests.map(\.request.draft.variables) == [[], [Row("a", "3")]])
    }

    @Test func `a body without a type is read back without one`() throws {
        let text = "### one\nPOST http://h/\n\na  \n\nb \n"
        let tree = try Importer().read(name: "a.http", bytes: Array(text.utf8)).collections[0]
        #expect(try #require(tree.requests.first).request.draft.body == BodyDraft(kind: .text, text: "a  \n\nb ", contentType: "none"))
        var losses: [ExportLoss] = []
        #expect(ExportFormat.httpFile.write(tree, &losses).map(\.text) == [text])
    }

    private func read(_ text: String, beside files: [String: String]) throws -> ImportResult {
        let folder = TemporaryFolder(files)
        return try Importer().read(name: "a.http", bytes: Array(text.utf8), in: ImportFolder(folder.path, isBoundary: true))
    }

    @Test func `values of the file .env in the same folder`() throws {
        let text = "@host = h\nGET http://{{host}}/{{$dotenv NAME}}/{{$dotenv OTHER}}/{{$processEnv NAME2}}\nX-A: {{ $dotenv NAME }}\n"
        let tree = try read(text, beside: [".env": "NAME=one\nUNUSED=two\n"]).collections[0]
        #expect(tree.root.draft.variables == [Row("host", "h"), Row("NAME", "one")])
        let draft = try #require(tree.requests.first).request.draft
        #expect(draft.url == "http://{{host}}/{{NAME}}/{{env:OTHER}}/{{env:NAME2}}")
        #expect(draft.headers == [Row("X-A", "{{NAME}}")])
    }

    @Test func `the login of an environment`() throws {
        let shared = """
            {"dev": {"host": "h", "Security": {"Auth": {"id": {"Type": "OAuth2", "Grant Type": "Client Credentials",
              "Token URL": "http://{{host}}/token", "Client ID": "me", "Scope": "a b"}}}}}
            """
        let secret = #"{"dev": {"Security": {"Auth": {"id": {"Client Secret": "s"}}}}}"#
        let text = "GET http://{{host}}/\nAuthorization: Bearer {{$auth.token(\"id\")}}\n"
        let result = try read(text, beside: ["http-client.env.json": shared, "http-client.private.env.json": secret])
        let tree = result.collections[0]
        let draft = try #require(tree.requests.first).request.draft
        #expect(draft.headers == [] && draft.auth.kind == .oauth2)
        #expect(draft.auth["grant"] == "client_credentials" && draft.auth["tokenURL"] == "{{auth.id.tokenURL}}")
        let environment = try #require(tree.environments.first)
        #expect(environment.draft.variables.contains(Row("auth.id.tokenURL", "http://{{host}}/token")))
        #expect(environment.secretValues == ["auth.id.clientSecret": "s"])
        #expect(result.issues.isEmpty, "\(result.issues)")
    }

    @Test func `a file of environments alone`() throws {
        let shared = #"{"$shared": {"a": "1"}, "dev": {"host": "h"}}"#
        let folder = TemporaryFolder(["http-client.private.env.json": #"{"dev": {"key": "k"}}"#])
        let place = try ImportFolder(folder.path, isBoundary: true)
        let result = try Importer().read(name: "http-client.env.json", bytes: Array(shared.utf8), in: place)
        let environment = try #require(result.environments.first)
        #expect(environment.draft.name == "dev" && environment.draft.variables == [Row("a", "1"), Row("host", "h")])
        #expect(environment.secretValues == ["key": "k"] && result.collections.isEmpty)
        #expect(throws: ImportError.self) { try Importer().read(name: "http-client.env.json", bytes: Array("{".utf8), in: place) }
    }

    @Test func `captures of a script are not lost by formats with scripts`() throws {
        let script = "client.global.set('t', response.body.t)"
        let tree = try read("GET http://h/\n\n> {% \(script) %}\n").collections[0]
        let draft = try #require(tree.requests.first).request.draft
        #expect(draft.scripts.after == script && draft.captures == [Capture(variable: "t", from: "body", query: ".t")])
        #expect(ExportFormat.httpFile.export(tree).losses.isEmpty)
        let losses = ExportFormat.postman.export(tree).losses.map(\.what)
        #expect(losses == ["script"], "\(losses)")
        #expect(ExportFormat.har.export(tree).losses.count == 2)
    }

    @Test func `a request without a URL is read back without one`() throws {
        let tree = CollectionTree(
            .init(FolderDraft(name: "c"), items: [.request(.init(RequestDraft(name: "one", method: "PUT", url: "")))]))
        let draft = try #require(try read(ExportFormat.httpFile.export(tree).files[0].text).collections[0].requests.first).request.draft
        #expect((draft.method, draft.url) == ("PUT", ""))
    }

    @Test(
        arguments: [
            ("Content-Type : a/b\nX: 1", [Row("Content-Type", "a/b"), Row("X", "1")], []),
            ("Cookie: a=1;\n    b=2\n# c\n\tc=3\nX: 1", [Row("Cookie", "a=1; b=2 c=3"), Row("X", "1")], []),
            ("Link: <a>,\n  http://h/b\n  X: 1", [Row("Link", "<a>, http://h/b"), Row("X", "1")], []),
            ("X: 1\nno header\nno header: 2\n...more\nY: 2", [Row("X", "1"), Row("Y", "2")], [3, 4, 5]),
            ("{{line}}\n{{alias}}\n{{host}}\n{{none}}\n{{self}}\nX: 1", [Row("A", "b:c"), Row("A", "b:c"), Row("X", "1")], [4, 5, 6]),
            ("{{line}}: 1\n{{ a b }}: 2", [Row("{{line}}", "1"), Row("{{ a b }}", "2")], []),
            ("{{host}} {\"a\": 1}", [], [2]),
        ] as [(String, [Row], [Int])])
    func `all lines up to the empty one are headers`(_ lines: String, _ headers: [Row], _ lost: [Int]) throws {
        let variables = "@line = A: b:c\n@alias = {{line}}\n@host = h\n@self = {{self}}\n"
        let result = try read("POST http://h\n\(lines)\n\nbody\n\n###\n\(variables)GET http://h\n")
        let draft = try #require(result.collections[0].requests.first).request.draft
        #expect(draft.headers == headers && draft.body.text == "body")
        #expect(result.issues.map(\.place) == lost.map { .line($0) } && result.issues.allSatisfy { $0.severity == .lost })
    }

    @Test(arguments: [
        ("{{$processEnv USER}}:", "{{env:USER}}", ""), ("{{env:A}}:{{b:c}}", "{{env:A}}", "{{b:c}}"), ("me:a:b", "me", "a:b"),
    ])
    func `the name and password of a header`(_ value: String, _ name: String, _ password: String) throws {
        let draft = try #require(try read("GET http://h\nAuthorization: Basic \(value)\n").collections[0].requests.first).request.draft
        #expect(draft.auth == AuthDraft(.basic, fields: ["username": name, "password": password]) && draft.headers.isEmpty)
    }

    @Test(arguments: ["{\"a\": 1}", "[1]", "< ./a: b.json", "--b"])
    func `a body without an empty line before it`(_ line: String) throws {
        let draft = try #require(try read("POST http://h\nX: 1\n\(line)\n").collections[0].requests.first).request.draft
        #expect(draft.headers == [Row("X", "1")] && draft.body.kind == (line.hasPrefix("<") ? .file : .text))
        #expect(draft.body.text + draft.body.file == line.drop { "< ".contains($0) })
    }

    @Test(arguments: [
        ("/a?\n  # &x=1\n  &y=2", "/a?y=2"), ("/a?p=1\n// comment\n&y=2", "/a?p=1&y=2"), ("/a\n    # ?x=1\n\t?y=2 HTTP/1.1", "/a?y=2"),
        ("/two\n  /parts/\n  {{$uuid}}\n  ?a=1&\n  b=2", "/two/parts/{{$uuid}}?a=1&b=2"), ("/\n    api\n    /get", "/api/get"),
        ("/a\n/b HTTP/2", "/a/b"), ("/y HTTP/2 (Prior Knowledge)", "/y"), ("/y?a=b\tHTTP/1.1", "/y?a=b"),
        ("/?at=\n  10:30&b\n  =c:d", "/?at=10:30&b=c:d"), ("/a\n  X: 1", "/a"), ("/a\n  X:1\n  Y : 2", "/a"),
    ])
    func `a URL on several lines`(_ lines: String, _ target: String) throws {
        let result = try read("GET http://h\(lines)\nAccept: a/b\n")
        let draft = try #require(result.collections[0].requests.first).request.draft
        #expect(PostmanURL.escapedText(of: draft) == "http://h\(target)" && draft.body.kind == .none)
        let own = lines.contains("Y") ? [Row("X", "1"), Row("Y", "2")] : lines.contains("X") ? [Row("X", "1")] : []
        #expect(draft.headers == own + [Row("Accept", "a/b")] && result.issues.isEmpty)
    }

    @Test func `directives that run and import requests are not requests`() throws {
        let result = try read(
            "import b.http\nrun b.http\n\n### one\nrun #Login (@key=secret)\nGET http://h/\n\n### two\n# @no-log\nrun #x\n")
        #expect(result.collections[0].requests.map(\.request.draft.name) == ["one"])
        #expect(result.issues.map(\.what) == ["“import b.http”", "“run b.http”", "“run #Login”", "“run #x”"])
        #expect(result.issues.map(\.place) == [1, 2, 5, 10].map { .line($0) })
    }

    @Test(arguments: [
        ("### -----\n# Get info\n# more\nGET http://h", "Get info", "more"), ("#######\n# Get info\n#######\nGET http://h", "Get info", ""),
        ("### ══════\n# Get info\n### ══════\n# more\nGET http://h", "Get info", "more"), ("### -----\nGET http://h", "-----", ""),
        ("# of the file\n###\nGET http://h", "GET http://h", ""), ("###\n# a\n### b\nGET http://h", "b", ""),
        ("###\n# more\nGET http://h", "more", ""), ("### ?!\n# more\nGET http://h", "?!", "more"),
        ("### @name login\n# a\nGET http://h", "login", "a"),
        ("### Log in\n\n### @name login\n# a\nGET http://h", "Log in", "a"),
    ])
    func `titles that are only lines`(_ text: String, _ name: String, _ docs: String) throws {
        let draft = try #require(try read(text).collections[0].requests.first).request.draft
        #expect(draft.name == name && draft.docs == docs)
    }

    @Test(arguments: [
        ("GET /users HTTP/1.1\nHost: h", true), ("@a = 1\n\n# c\nGET {{ a }}/x", true), ("https://h/a?q=b c", true), ("{{host}}/a", true),
        ("### one\ncurl http://h", true), ("import b.http\n\n###\nget /x", true), ("GET h", true), ("GET http://h?q={{a}} b", true),
        ("GET /users returns the users.", false), ("GET https://h/a returns it.", false), ("# Changes\n### 1.0\n- POST /x is new", false),
        ("### banner\nimport os\n@a(b=1)\ndef f():", false), ("/**\n * a\n */", false), ("HELLO WORLD", false), ("@a = 1", false),
    ])
    func `a text without an ending is recognized by its first request`(_ text: String, _ isKnown: Bool) {
        #expect(HTTPFile.recognizes(text) == isKnown)
    }
}
