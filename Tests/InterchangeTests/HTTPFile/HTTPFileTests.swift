import Foundation
import JSON
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
        #expect(requests.map(\.name) == ["Log in", "GET {{host}}/items?page=2&size=5", "upload"])
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
        #expect(drafts.map(\.name) == ["one", "two", "GET https://h/api/v1?id=1&x=2"] && drafts[1].method == "DELETE")
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
            Content-Disposition: form-data; name="f"; filename="n.txt"
            Content-Type: text/plain
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

    @Test(
        arguments: [
            // Files with an environment each, the imported one, the name of the environment that is found, and the named file.
            (["http-client.env.json"], "a/b", "", "../../"), (["a/http-client.env.json", "http-client.env.json"], "a/b", "a", "../"),
            (["a/b/http-client.env.json", "http-client.env.json"], "a/b", "a/b", nil),
            ([".git/config", "http-client.env.json"], "a/b/c/d/e", "", "../../../../../"),
            (["a/.git/config", "http-client.env.json"], "a/b", nil, nil), (["http-client.env.json"], "a/b/c/d", nil, nil),
        ] as [([String], String, String?, String?)])
    func findsEnvironmentsAbove(_ files: [String], _ place: String, _ found: String?, _ shown: String?) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-http-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let requests = ["\(place)/x.http", "\(place)/sub/y.http"]
        for path in files + requests {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            let name = path.split(separator: "/").dropLast().joined(separator: "/")
            try Data((path.hasSuffix(".http") ? "GET h" : #"{"\#(name)": {"v": 1}}"#).utf8).write(to: file)
        }
        let imported = folder.appending(path: place).path
        let results = try [
            Importer().read(ImportFolder(imported)),
            Importer().read(name: "x.http", bytes: Array("GET h".utf8), in: ImportFolder(imported)),
        ]
        for result in results {
            #expect(result.collections[0].environments.map(\.draft.name) == (found.map { [$0] } ?? []))
            #expect(result.issues.map(\.file) == (shown.map { [$0 + "http-client.env.json"] } ?? []))
        }
        let bounded = try Importer().read(ImportFolder(imported, isBoundary: true))
        #expect(bounded.collections[0].environments.count == (found == place ? 1 : 0))
    }

    @Test func findsEnvironmentsOnlyInTrustedPlaces() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-http-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder.appending(path: "in/http"), withIntermediateDirectories: true)
        let file = folder.appending(path: "http-client.env.json")
        try Data(#"{"dev": {"v": 1}}"#.utf8).write(to: file)
        let read = {
            try Importer().read(name: "x.http", bytes: Array("GET h".utf8), in: ImportFolder(folder.appending(path: "in/http").path))
        }
        #expect(try read().collections[0].environments.count == 1)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
        #expect(try read().collections[0].environments.isEmpty)
        let link = folder.appending(path: "in/http-client.env.json")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        #expect(try read().collections[0].environments.isEmpty)
    }

    @Test func joinsTheFilesOfAFolderWithTheirEnvironments() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-http-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder.appending(path: "sub"), withIntermediateDirectories: true)
        let files = [
            "a.http": "GET {{host}}/a\n\n< ./sub/body.txt", "sub/body.txt": "b", "sub/c.http": "GET h\n\n< ./own.txt", "sub/own.txt": "o",
            "sub/b.rest": "GET {{host}}/b\n###\nGET {{host}}/c\n",
            "http-client.env.json": #"{"$shared": {"v": 1}, "dev": {"host": "h"}}"#,
            "sub/other.md": "text", "http-client.private.env.json": #"{"dev": {"key": "k", "own": {"a": 1}}}"#,
        ]
        for (path, text) in files { try Data(text.utf8).write(to: folder.appending(path: path)) }
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
              */ "rest-client.defaultHeaders": {"X-A": "1",},
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
        #expect(result.issues.map(\.severity) == [.lost])
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
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-http-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
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
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-http-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(#"{"dev": {"key": "k"}}"#.utf8).write(to: folder.appending(path: "http-client.private.env.json"))
        let place = try ImportFolder(folder.path, isBoundary: true)
        let result = try Importer().read(name: "http-client.env.json", bytes: Array(shared.utf8), in: place)
        let environment = try #require(result.environments.first)
        #expect(environment.draft.name == "dev" && environment.draft.variables == [Row("a", "1"), Row("host", "h")])
        #expect(environment.secretValues == ["key": "k"] && result.collections.isEmpty)
        #expect(throws: ImportError.self) { try Importer().read(name: "http-client.env.json", bytes: Array("{".utf8), in: place) }
    }

    @Test(arguments: [
        ("client.global.set(\"t\", response.body.data.token);", "t", "body", ".data.token"),
        ("client.global.set('t', jsonPath(response.body, '$.a[0].b'))", "t", "body", "$.a[0].b"),
        ("pm.environment.set(\"t\", pm.response.json().token)", "t", "body", ".token"),
        (
            "// a\nconst json = pm.response.json();\nconst t = json.a['b-c'];\npm.collectionVariables.set('t', t);", "t", "body",
            ".a.\"b-c\""
        ),
        ("var d = JSON.parse(responseBody)\npostman.setEnvironmentVariable('t', d.items[0].id)", "t", "body", ".items[0].id"),
        (
            "pm.test('ok', () => {\n  pm.response.to.have.status(200);\n});\npm.globals.set('t', pm.response.headers.get('X-T'));", "t",
            "header", "X-T"
        ),
        ("bru.setEnvVar('t', res.body.t)", "t", "body", ".t"), ("pm.environment.set('t', pm.response.code)", "t", "status", ""),
    ])
    func `a script that only sets variables`(_ script: String, _ variable: String, _ source: String, _ query: String) throws {
        #expect(ScriptCaptures.captures(in: script) == [Capture(variable: variable, from: source, query: query)])
    }

    @Test(arguments: [
        "", "if (x) { pm.environment.set('t', pm.response.json().a) }", "pm.environment.set('t', 'text')",
        "pm.environment.set('t', json.a)",
        "pm.environment.set('t', pm.response.json().a + 'x')", "pm.environment.set('t', pm.response.json().find(x => x.a))",
        "pm.test('a', () => { pm.environment.set('t', pm.response.json().a) })", "pm.environment.set(n, pm.response.json().a)",
        "pm.sendRequest('http://h')\npm.environment.set('t', pm.response.json().a)", "pm.environment.set('t', pm.response.json().a.length)",
        "pm.environment.set(`t_${n}`, pm.response.json().a)", "client.global.set('t', jsonPath(response.body, `$.a[${n}]`))",
        "pm.environment.set('t', pm.response.json().a || 'x')", "pm.environment.set('t', pm.response.json().a ?? 'x')",
        "pm.environment.set('t', pm.response.json().a ? 1 : 2)", "pm.environment.set('t', pm.response.json().a[n])",
        "pm.environment.set('t', pm.response.headers.get(`X-${n}`))",
    ])
    func `a script that does more`(_ script: String) { #expect(ScriptCaptures.captures(in: script) == []) }

    @Test func `captures of a script are not lost by formats with scripts`() throws {
        let script = "client.global.set('t', response.body.t)"
        let tree = try read("GET http://h/\n\n> {% \(script) %}\n").collections[0]
        let draft = try #require(tree.requests.first).request.draft
        #expect(draft.scripts.after == script && draft.captures == [Capture(variable: "t", from: "body", query: ".t")])
        for format in [ExportFormat.httpFile, .postman] { #expect(format.export(tree).losses.isEmpty, "\(format.export(tree).losses)") }
        #expect(ExportFormat.har.export(tree).losses.count == 2)
    }

    @Test func `a request without a URL is read back without one`() throws {
        let tree = CollectionTree(
            .init(FolderDraft(name: "c"), items: [.request(.init(RequestDraft(name: "one", method: "PUT", url: "")))]))
        let draft = try #require(try read(ExportFormat.httpFile.export(tree).files[0].text).collections[0].requests.first).request.draft
        #expect((draft.method, draft.url) == ("PUT", ""))
    }
}
