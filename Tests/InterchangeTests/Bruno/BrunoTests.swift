import Foundation
import JSON
import TestFixtures
import Testing
import Workspace

@testable import Interchange

@Suite struct BrunoTests {
    private static let request = """
        meta {
          name: Create
          type: http
          seq: 2
          tags: [
            smoke
          ]
        }

        post {
          url: {{host}}/pilots/:id?a=1
          body: json
          auth: basic
        }

        params:query {
          a: 1
          ~b: 2
        }

        params:path {
          id: 7
        }

        headers {
          @description('''Why''')
          X-A: b
          "x:y": z
        }

        auth:basic {
          username: u
          password: {{p}}
        }

        body:json {
          {
            "a": 1
          }
        }

        vars:post-response {
          token: res.body.items[0]['x-y']
          odd: res.body.a + 1
        }

        assert {
          res.status: eq 201
          res.body.name: contains "a"
          ~res.responseTime: lt 500
        }

        script:pre-request {
          const a = { b: 1 };
        }

        tests {
          test("x", () => {
          });
        }

        settings {
          followRedirects: false
          timeout: 1500
        }
        """

    private func read(_ text: String) throws -> ImportResult { try Importer().read(name: "a.bru", bytes: Array(text.utf8)) }

    @Test func readsARequest() throws {
        let result = try read(Self.request)
        let draft = result.collections[0].requests[0].request.draft
        #expect((draft.name, draft.method, draft.url, draft.tags) == ("Create", "POST", "{{host}}/pilots/:id", ["smoke"]))
        #expect(draft.query == [Row("a", "1"), Row("b", "2", isEnabled: false)])
        #expect(draft.pathParameters == [Row("id", "7")])
        #expect(draft.headers == [Row("X-A", "b", comment: "Why"), Row("x:y", "z")])
        #expect(draft.auth == AuthDraft(.basic, fields: ["username": "u", "password": "{{p}}"]))
        #expect(draft.body == BodyDraft(kind: .json, json: "{\n  \"a\": 1\n}"))
        #expect(draft.captures == [Capture(variable: "token", from: "body", query: #".items[0]."x-y""#)])
        #expect(
            draft.assertions == [
                Assertion(subject: "status", predicate: "equals", value: 201),
                Assertion(subject: "body .name", predicate: "contains", value: "a"),
                Assertion(subject: "time", predicate: "lessThan", value: 500, isEnabled: false),
            ])
        #expect(draft.scripts == Scripts(before: "const a = { b: 1 };", after: "test(\"x\", () => {\n});"))
        #expect(draft.options.redirects.follow == false)
        #expect(draft.options.timeout == 1.5)
        #expect(result.issues.map(\.severity) == [.kept, .kept])
    }

    @Test func readsExamplesAndForms() throws {
        let draft = try read(
            """
            post {
              url: h
              body: multipartForm
              auth: none
            }

            body:multipart-form {
              a: x @contentType(text/plain)
              f: @file(one.png|two.png)
            }

            example {
              name: Ok

              response: {
                headers: {
                  content-type: text/plain
                }

                status: {
                  code: 201
                  text: Created
                }

                body: {
                  type: text
                  content: '''
                    hello
                  '''
                }
              }
            }
            """
        ).collections[0].requests[0].request
        #expect(
            draft.draft.body.parts == [
                .init("a", "x", contentType: "text/plain"), .init("f", "one.png", isFile: true), .init("f", "two.png", isFile: true),
            ])
        #expect(
            draft.examples.map { "\($0.name) \($0.status) \($0.reason) \(String(decoding: $0.body, as: UTF8.self))" } == [
                "Ok 201 Created hello"
            ])
        #expect(draft.examples[0].headers == [Row("content-type", "text/plain")])
    }

    @Test(arguments: [("get {\n  url: h\n", 1), ("get {\n  url: h\n}\nhello\n", 4)]) func namesThePlace(_ text: String, _ line: Int) {
        let error = #expect(throws: ImportError.self) { try read(text) }
        #expect(error?.place == .line(line))
    }

    @Test func readsAFolder() throws {
        let outer = TemporaryFolder()
        let files = [
            "bruno.json": #"{"version": "1", "name": "Crew", "type": "collection"}"#,
            "collection.bru": "headers {\n  X: y\n}\n\nauth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: t\n}\n",
            "environments/dev.bru": "vars {\n  host: h\n}\n\nvars:secret [\n  key\n]\n",
            "b.bru": Self.request, "a.bru": "meta {\n  name: First\n  seq: 1\n}\n\nget {\n  url: h\n  auth: inherit\n}\n",
            "sub/folder.bru": "meta {\n  name: Sub\n  seq: 0\n}\n", "sub/c.bru": "get {\n  url: h\n}\n", "sub/broken.bru": "get {\n",
        ]
        for (path, text) in files { try outer.write(text, to: "crew/\(path)") }
        let result = try Importer().read(ImportFolder(outer.path("crew")))
        #expect(result.collections.count == 1)
        let tree = result.collections[0]
        #expect(tree.root.draft.name == "Crew")
        #expect(tree.root.draft.auth == AuthDraft(.bearer, fields: ["token": "t"]))
        #expect(
            tree.requests.map { ($0.folders.dropFirst().map(\.draft.name) + [$0.request.draft.name]).joined(separator: "/") } == [
                "Sub/c", "First", "Create",
            ])
        #expect(tree.environments.map(\.draft.variables) == [[Row("host", "h")]])
        #expect(tree.environments.map(\.draft.secrets) == [[SecretEntry("key", .prompt)]])
        #expect(result.issues.filter { $0.severity == .failed }.map(\.file) == ["sub/broken.bru"])
        let settings = Array(#"{"version": "1", "name": "Crew", "type": "collection"}"#.utf8)
        let byFile = try Importer().read(name: "bruno.json", bytes: settings, in: ImportFolder(outer.path("crew")))
        #expect(byFile.collections == result.collections && byFile.formats == ["Bruno"])
        let parent = try ImportFolder(outer.path)
        let within = try Importer().read(name: "crew/bruno.json", bytes: settings, in: parent)
        #expect(within.collections == result.collections)
        #expect(within.requestCount == 3)
    }

    @Test func writesNoEmptySettingsAndReadsThem() throws {
        let folder = TemporaryFolder()
        let tree = CollectionTree(.init(FolderDraft(name: "c"), items: [.request(.init(RequestDraft(name: "r", url: "https://h")))]))
        let files = try #require(ExportFormat.named("bruno")).export(tree).files
        #expect(Set(files.map(\.path)) == ["c/bruno.json", "c/r.bru"])
        for file in files { try folder.write(file.text, to: String(file.path.dropFirst(2))) }
        try folder.write("", to: "collection.bru")
        let result = try Importer().read(ImportFolder(folder.path))
        #expect(result.requestCount == 1 && result.issues.isEmpty, "\(result.issues)")
    }

    @Test func readsOpenCollection() throws {
        let tree = try read(
            """
            opencollection: "1.0.0"
            info: {name: Open}
            request: {headers: [{name: X, value: y}], auth: {type: bearer, token: t}}
            config: {environments: [{name: dev, variables: [{name: host, value: h}, {name: key, secret: true}]}]}
            items:
              - info: {name: Folder, type: folder}
                items:
                  - info: {name: Get, type: http}
                    http:
                      method: GET
                      url: h/:id
                      params: [{name: id, value: "1", type: path}, {name: q, value: "2", type: query, disabled: true}]
                      body: {type: json, data: "{}"}
                      auth: inherit
                    runtime: {scripts: [{type: tests, code: t}]}
            """
        ).collections[0]
        #expect(tree.root.draft.auth == AuthDraft(.bearer, fields: ["token": "t"]))
        let (request, folders) = tree.requests[0]
        #expect(folders.map(\.draft.name) == ["Open", "Folder"])
        #expect(request.draft.pathParameters == [Row("id", "1")])
        #expect(request.draft.query == [Row("q", "2", isEnabled: false)])
        #expect(request.draft.body == BodyDraft(kind: .json, json: "{}"))
        #expect(request.draft.auth.kind == .inherit)
        #expect(request.draft.scripts.after == "t")
        #expect(tree.environments.map(\.draft.name) == ["dev"])
    }

    @Test func `parts that Apus does not send are exported again`() throws {
        let blocks = [
            "auth:oauth1 {\n  consumer_key: k\n  callback_url: c\n  version: 1.0\n}", "body:xml {\n  <a/>\n}",
            "vars:post-response {\n  odd: res.body.a + 1\n}", "assert {\n  res.body.a: isTruthy\n}",
        ]
        let text =
            "meta {\n  name: A\n}\n\nget {\n  url: http://h\n  body: none\n  auth: oauth1\n}\n\n" + blocks.joined(separator: "\n\n") + "\n"
        let result = try Importer().read(name: "a.bru", bytes: Array(text.utf8))
        #expect(result.issues.map(\.severity) == [.kept, .kept, .kept, .kept])
        var losses: [ExportLoss] = []
        let file = try #require(ExportFormat.bruno.write(result.collections[0], &losses).last)
        for block in blocks { #expect(file.text.contains(block)) }
        #expect(file.text.contains("auth: oauth1"))
        let again = try Importer().read(name: "a.bru", bytes: Array(file.text.utf8))
        #expect(again.collections == result.collections && losses.isEmpty)
    }

    @Test func `paths in JSONPath are exported`() throws {
        var draft = RequestDraft(name: "A", url: "http://h/")
        draft.captures = ["$.a[0].b", "$[0]", "$..a"].map { Capture(variable: "v\($0.count)", query: $0) }
        draft.assertions = [Assertion(subject: "body $.a", value: 1)]
        let result = ExportFormat.bruno.export(CollectionTree(.init(FolderDraft(name: "C"), items: [.request(.init(draft))])))
        #expect(result.losses.map(\.what) == ["capture “v4”"])
        let text = try #require(result.files.last).text
        let back = try Importer().read(name: "a.bru", bytes: Array(text.utf8)).collections[0].requests[0].request.draft
        #expect(back.captures.map(\.query) == [".a[0].b", ".[0]"] && back.assertions == [Assertion(subject: "body .a", value: 1)])
    }

    @Test func `a request of another protocol is exported unchanged`() throws {
        let text = "meta {\n  name: W\n  type: ws\n}\n\nws {\n  url: ws://h\n}\n\nbody:ws {\n  content: \'\'\'\n    {}\n  \'\'\'\n}\n"
        let result = try Importer().read(name: "w.bru", bytes: Array(text.utf8))
        var losses: [ExportLoss] = []
        #expect(ExportFormat.bruno.write(result.collections[0], &losses).last?.text == text)
    }

    @Test func `a folder keeps its captures and its other authentication`() throws {
        let text =
            "meta {\n  name: F\n}\n\nauth {\n  mode: edgegrid\n}\n\nauth:edgegrid {\n  access_token: t\n}\n\nvars:post-response {\n  a: res.body.b\n}\n"
        let result = try Importer().read(name: "folder.bru", bytes: Array(text.utf8))
        let kept = result.collections[0].root.extensions["x-bruno"]
        #expect(kept?["auth"]?["access_token"] == "t" && kept?["blocks"]?.array?.count == 1)
        var losses: [ExportLoss] = []
        let files = ExportFormat.bruno.write(result.collections[0], &losses)
        let own = try #require(files.first { $0.path.hasSuffix("collection.bru") }).text
        #expect(own.contains("mode: edgegrid") && own.contains("access_token: t") && own.contains("a: res.body.b"))
    }

    @Test func `settings without a place are reported`() throws {
        let content = try read(
            """
            opencollection: "1.0.0"
            info: {name: Open}
            config: {proxy: {inherit: false, config: {hostname: p}}, clientCertificates: [{domain: d}], protobuf: {}}
            items: [{info: {name: Get, type: http}, http: {method: GET, url: h}}]
            """)
        let lost = content.issues.filter { $0.severity == .lost }.map(\.place)
        let config = JSONPointer().member("config")
        #expect(lost == [.pointer(config.member("proxy")), .pointer(config.member("clientCertificates"))], "\(content.issues)")
    }

    @Test func `environments in the settings of a folder`() throws {
        let settings =
            "opencollection: 1.0.0\ninfo: {name: A}\nconfig: {environments: [{name: one, variables: [{name: a, value: b}]}, {name: two}]}\n"
        let folder = TemporaryFolder([
            "opencollection.yml": settings, "environments/two.yml": "name: two\nvariables: [{name: c, value: d}]\n",
        ])
        let tree = try #require(try Importer().read(ImportFolder(folder.path)).collections.first)
        #expect(tree.environments.map(\.draft.name) == ["two", "one"])
        #expect(tree.environments.map(\.draft.variables) == [[Row("c", "d")], [Row("a", "b")]])
    }

    @Test func `items of other types are kept or reported`() throws {
        let folder = TemporaryFolder([
            "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: A}\n", "sub/app.yml": "info: {name: app, type: app}\ncode: x\n",
            "sub/call.yml": "info: {name: call, type: grpc}\ngrpc: {url: h}\n",
        ])
        let result = try Importer().read(ImportFolder(folder.path))
        #expect(result.collections.first?.requests.map(\.request.draft.name) == ["call"])
        #expect(result.issues.map(\.severity).contains(.lost) && result.issues.contains { $0.file.hasSuffix("sub/app.yml") })
    }

    @Test func `issues of a folder name the file and the line, in the order of the items`() throws {
        let folder = TemporaryFolder([
            "c/bruno.json": #"{"version": "1", "name": "C", "type": "collection", "proxy": {"a": 1}}"#,
            "c/sub/folder.bru": "meta {\n  name: Sub\n  seq: 1\n}\n\nauth:basic {\n  username: u\n}\n",
        ])
        for (name, sequence) in [("z", 2), ("b", 3), ("y", 4)] {
            let head = "meta {\n  name: \(name)\n  seq: \(sequence)\n}\n\nget {\n  url: http://h\n}\n\n"
            try folder.write(head + "assert {\n  res.body.a: isJson\n}\n", to: "c/\(name).bru")
        }
        let issues = try Importer().read(ImportFolder(folder.path)).issues
        #expect(issues.map(\.file) == ["c/bruno.json", "c/sub/folder.bru", "c/z.bru", "c/b.bru", "c/y.bru"])
        #expect(issues.map(\.place) == [.pointer(JSONPointer().member("proxy")), .line(6), .line(10), .line(10), .line(10)])
    }

    @Test func `variables of the process and prompts are references of ours`() throws {
        let text = "meta {\n  name: a\n}\n\nget {\n  url: http://{{process.env.HOST}}/{{?id}}/{{plain}}\n}\n"
        let draft = try Importer().read(name: "a.bru", bytes: Array(text.utf8)).collections[0].requests[0].request.draft
        #expect(draft.url == "http://{{env:HOST}}/{{prompt:id}}/{{plain}}")
    }

    @Test func `a part of YAML without a type is a file in the notation of the other format`() throws {
        let text = """
            opencollection: 1.0.0
            info: {name: A}
            bundled: true
            items:
              - info: {name: a, type: http}
                http:
                  method: POST
                  url: http://h
                  body:
                    type: multipart-form
                    data: [{name: f, value: "@file(a.txt|b.txt)"}, {name: t, type: text, value: "@file(c)"}]
            """
        let draft = try Importer().read(name: "opencollection.yml", bytes: Array(text.utf8)).collections[0].requests[0].request.draft
        #expect(draft.body.parts == [.init("f", "a.txt", isFile: true), .init("f", "b.txt", isFile: true), .init("t", "@file(c)")])
    }

    @Test(arguments: [
        ("isArray", "body $"), ("isString", "body"), ("length 3", "body $"), ("eq [1]", "body $"), ("neq null", "body $"),
        ("eq done", "body"), ("isUndefined", "body $"), ("isDefined", "body"), ("contains a", "body"),
    ])
    func `an assertion on the whole body is about its JSON or its text`(_ condition: String, _ subject: String) throws {
        let text = "meta {\n  name: a\n}\n\nget {\n  url: http://h\n}\n\nassert {\n  res.body: \(condition)\n}\n"
        let tree = try read(text).collections[0]
        #expect(tree.requests[0].request.draft.assertions.map(\.subject) == [subject])
        let file = try #require(ExportFormat.bruno.export(tree).files.last).text
        #expect(try read(file).collections[0].requests[0].request.draft.assertions == tree.requests[0].request.draft.assertions)
    }

    @Test func `an assertion whose subject has another name for Bruno is lost`() {
        var draft = RequestDraft(name: "a", url: "http://h")
        draft.assertions = [
            Assertion(subject: "body", predicate: "hasLength", value: 3), Assertion(subject: "body .", predicate: "exists"),
            Assertion(subject: "body $", predicate: "equals", value: "a"),
        ]
        let result = ExportFormat.bruno.export(CollectionTree(.init(FolderDraft(name: "c"), items: [.request(.init(draft))])))
        #expect(result.losses.map(\.what) == ["assertion “body hasLength”", "assertion “body . exists”", "assertion “body $ equals”"])
    }

    @Test func `CR in scripts and documentation is listed`() {
        let draft = RequestDraft(name: "a", url: "http://h", scripts: Scripts(before: "a()\r\nb()"), docs: "a\r\nb")
        let result = ExportFormat.bruno.export(CollectionTree(.init(FolderDraft(name: "c"), items: [.request(.init(draft))])))
        #expect(
            result.losses.map(\.what) == ["CR at the ends of lines in “script:pre-request”", "CR at the ends of lines in “docs”"])
    }
}
