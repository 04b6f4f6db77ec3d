import Foundation
import Interchange
import JSON
import TestFixtures
import Testing
import Workspace

@Suite struct TerminalFormatsTests {
    private func read(_ text: String) throws -> ImportResult { try Importer().read(name: "file.yaml", bytes: Array(text.utf8)) }

    @Test func readsPosting() throws {
        let draft = try read(
            """
            name: Create user
            method: POST
            url: https://$HOST/users/:id
            path_params: [{name: id, value: '3'}]
            body: {content: '{"a": "$$1"}', content_type: application/json}
            headers: [{name: X-A, value: '${B}', enabled: false}]
            auth: {type: bearer_token, bearer_token: {token: $TOKEN}}
            options: {follow_redirects: false, timeout: 5.0}
            posting_version: 2.10.0
            """
        ).collections[0].requests[0].request.draft
        #expect(draft.url == "https://{{HOST}}/users/:id")
        #expect(draft.pathParameters == [Row("id", "3")])
        #expect(draft.body == BodyDraft(kind: .json, json: #"{"a": "$1"}"#))
        #expect(draft.headers == [Row("X-A", "{{B}}", isEnabled: false)])
        #expect(draft.auth == AuthDraft(.bearer, fields: ["token": "{{TOKEN}}"]))
        #expect(draft.options.redirects.follow == false)
        #expect(draft.options.timeout == 5)
    }

    @Test(arguments: ["get.posting.yaml", "a/GET.posting.yml"]) func readsPostingByTheNameOfTheFile(_ name: String) throws {
        let text = "name: Get\nurl: https://h/$a\nmethod: PUT\nheaders:\n- name: A\n  value: b\n"
        let result = try Importer().read(name: name, bytes: Array(text.utf8))
        let draft = result.collections[0].requests[0].request.draft
        #expect(result.formats == ["posting"] && draft.headers == [Row("A", "b")])
        #expect(draft.method == "PUT" && draft.url == "https://h/{{a}}")
        #expect(throws: ImportError.self) { try Importer().read(name: name, bytes: []) }
    }

    @Test func readsSlumber() throws {
        let tree = try read(
            """
            profiles: {local: {name: Local, data: {host: http://localhost}}}
            .auth: {authentication: {type: bearer, token: "{{ response('login', trigger='1h') | jsonpath('$.token') }}"}}
            requests:
              login: {method: POST, url: "{{ host }}/login", body: {type: form_urlencoded, data: {user: me}}}
              fish:
                name: Fish
                requests:
                  get: {$ref: "#/.auth", method: GET, url: "{{ host }}/fish/{{ prompt(message='ID') }}", query: {tag: [a, b]}}
            """
        ).collections[0]
        #expect(tree.environments.map(\.draft.variables) == [[Row("host", "http://localhost")]])
        let requests = tree.requests
        #expect(
            requests.map { ($0.folders.dropFirst().map(\.draft.name) + [$0.request.draft.name]).joined(separator: "/") } == [
                "login", "Fish/get",
            ])
        #expect(requests[0].request.draft.captures == [Capture(variable: "login.token", from: "body", query: "$.token")])
        #expect(requests[1].request.draft.auth == AuthDraft(.bearer, fields: ["token": "{{login.token}}"]))
        #expect(requests[1].request.draft.query == [Row("tag", "a"), Row("tag", "b")])
        #expect(requests[1].request.draft.url == "{{host}}/fish/{{prompt:ID}}")
    }

    @Test func readsTheTagsOfSlumber3() throws {
        let tree = try read(
            """
            chains:
              tok: {source: !request {recipe: login}, selector: $.token}
              key: {source: !env KEY}
              asked: {source: !prompt {message: m}}
            requests:
              login: !request
                method: POST
                url: "{{host}}/login?k={{chains.key}}&a={{chains.asked}}"
                body: !json {"u": "a", "p": 1}
              form: !request
                method: POST
                url: "{{host}}/form"
                authentication: !bearer "{{chains.tok}}"
                body: !form_urlencoded {a: b}
              multi: !request
                method: POST
                url: "{{host}}/m"
                authentication: !basic {username: u, password: p}
                body: !form_multipart {a: b}
              fold: !folder
                requests:
                  raw: !request {method: PUT, url: "{{host}}/r", body: hello}
            """
        )
        let drafts = tree.collections[0].requests.map(\.request.draft)
        #expect(drafts.map(\.name) == ["login", "form", "multi", "raw"])
        #expect(drafts.map(\.body.kind) == [.json, .form, .multipart, .text])
        #expect(drafts[0].query == [Row("k", "{{env:KEY}}"), Row("a", "{{prompt:m}}")])
        #expect(drafts[0].captures == [Capture(variable: "chains.tok", from: "body", query: "$.token")])
        #expect(drafts[1].auth == AuthDraft(.bearer, fields: ["token": "{{chains.tok}}"]) && drafts[1].body.form == [Row("a", "b")])
        #expect(drafts[2].auth == AuthDraft(.basic, fields: ["username": "u", "password": "p"]))
        #expect(tree.issues.isEmpty)
    }

    @Test(arguments: [
        ("{{ prompt(message='Password', sensitive=true) }}", "{{prompt:Password}}", 0),
        ("{{ prompt(message='Answer', sensitive=true) }}", "{{prompt:Answer (secret)}}", 0),
        ("{{ prompt(message='Signature', sensitive=true) }}", "{{prompt:Signature (secret)}}", 0),
        ("{{ select(['a', 'b'], message='Which') }}", "{{prompt:Which}}", 1),
        ("{{ prompt(message=\"ID\", default='x') }}", "{{prompt:ID}}", 1),
        ("{{ 'lit' }}-{{ a }}", "lit-{{a}}", 0),
        ("{_{ no }} {__{ x }} {a}", "\\{{ no }} {_{ x }} {a}", 0),
        ("{{ env('A', default='b') }}", "{{env:A}}", 1),
        ("{{ response_header('login', 'X-Id') }}", "{{login.X-Id}}", 0),
        ("{{ response('login') | jsonpath('$.a.b', mode='single') | trim() }}", "{{login.a.b}}", 0),
        ("{{ response('login') | jq('.[0] | .id') }}", "{{login.0.id}}", 0),
        ("{{ response('login') | replace('a', 'b') }}", "{{login}}", 1),
        ("{{ command(['date']) }}", "{{command-date}}", 1),
        ("{{ command(['date']) }} {{ command(['date','-v']) }}", "{{command-date}} {{command-date-2}}", 2),
        ("{{ 3 }}-{{ true }}", "3-true", 0),
    ])
    func `functions of slumber become references`(_ text: String, _ expected: String, _ issueCount: Int) throws {
        let document: JSONValue = [
            "requests": ["login": ["url": "http://h", "method": "GET"], "x": ["url": "http://h", "method": "PUT", "body": .string(text)]]
        ]
        let result = try Importer().read(name: "slumber.yml", bytes: document.prettyBytes)
        #expect(result.collections[0].requests[1].request.draft.body.text == expected)
        #expect(result.issues.count == issueCount)
    }

    @Test func `templates of slumber's JSON keep the kinds of their values`() throws {
        let draft = try read(
            """
            profiles: {a: {data: {sizes: [1, 2], word: x}}}
            requests:
              r:
                method: POST
                url: http://h
                body:
                  type: json
                  data:
                    a: "{{ 3 }}"
                    b: '{{ prompt(message="Age", default=3) | integer() }}'
                    c: ["{{ sizes }}", "{{ word }}", "x {{ sizes }}"]
                    d: "\\x01 no template"
            """
        ).collections[0].requests[0].request.draft
        let text = draft.body.json.filter { !$0.isWhitespace }
        #expect(text == #"{"a":3,"b":{{prompt:Age}},"c":[{{sizes}},"{{word}}","x{{sizes}}"],"d":"\u0001notemplate"}"#)
    }

    @Test func `profiles of slumber refer to shared values`() throws {
        let tree = try read(
            """
            .shared: {a: "1", b: "2"}
            profiles: {p: {data: {$ref: "#/.shared", b: "3"}}}
            requests: {r: {method: POST, url: http://h, body: {type: form_multipart, data: {f: "{{ prompt(message='File') | file() }}"}}}}
            """
        ).collections[0]
        #expect(tree.environments[0].draft.variables == [Row("a", "1"), Row("b", "3")])
        #expect(tree.requests[0].request.draft.body.parts == [.init("f", "{{prompt:File}}", isFile: true)])
    }

    @Test func `files of slumber's bodies are files`() throws {
        let drafts = try read(
            """
            chains: {f: {source: !file {path: c.txt}}}
            requests:
              parts: !request {method: POST, url: http://h, body: !form_multipart {f: "{{ file('a.txt') }}", g: "1", h: "{{chains.f}}"}}
              whole: !request {method: POST, url: http://h, body: {type: stream, data: "{{ file('b.txt') }}"}}
            """
        ).collections[0].requests.map(\.request.draft)
        #expect(drafts[0].body.parts == [.init("f", "a.txt", isFile: true), .init("g", "1"), .init("h", "c.txt", isFile: true)])
        #expect(drafts[1].body.kind == .file && drafts[1].body.file == "b.txt")
    }

    @Test func `files of variables are environments`() throws {
        let text = """
            # posting
            export BASE=http://h   # comment
            NAME='Lea $X' 
            LONG="a\\n${NAME}
            b" #c

            EMPTY=
            no variable
            """
        let folder = TemporaryFolder(["get.posting.yaml": "name: Get\nurl: $BASE/a\n", "posting.env": text, "dev.env": "BASE=http://d\n"])
        let result = try Importer().read(ImportFolder(folder.path))
        #expect(result.collections.map(\.requests.count) == [1])
        let environments = result.collections[0].environments.map(\.draft)
        #expect(environments.map(\.name) == ["dev", "posting"])
        #expect(
            environments[1].variables == [
                Row("BASE", "http://h"), Row("NAME", "Lea $X"), Row("LONG", "a\n{{NAME}}\nb"), Row("EMPTY", ""),
            ])
        #expect(result.issues.map(\.place) == [.line(8)])
        let single = try Importer().read(name: "dev.env", bytes: Array("A=1".utf8))
        #expect(single.environments.map(\.draft) == [EnvironmentDraft(name: "dev", variables: [Row("A", "1")])])
    }

    @Test func `the environments of ATAC are beside the collection`() throws {
        let collection = #"{"name": "C", "last_position": 1, "requests": [{"name": "A", "url": "{{B}}/a", "protocol": {"type": "http"}}]}"#
        let folder = TemporaryFolder(["c.json": collection, ".env.local": "B=http://h\n", "other.env": "C=1"])
        let result = try Importer().read(name: "c.json", bytes: Array(collection.utf8), in: ImportFolder(folder.path))
        #expect(result.collections[0].environments.map(\.draft) == [EnvironmentDraft(name: "local", variables: [Row("B", "http://h")])])
    }

    @Test func readsATAC() throws {
        let tree = try read(
            #"""
            {"name": "Auth", "last_position": 1, "requests": [{"name": "Basic", "url": "https://h?x=1", "params": [{"enabled": false, "data": ["p", "q"]}],
             "headers": [{"enabled": true, "data": ["accept", "*/*"]}], "auth": {"basic_auth": {"username": "u", "password": "p"}},
             "scripts": {"pre_request_script": null, "post_request_script": "x"}, "settings": {"allow_redirects": false, "timeout": 30000},
             "protocol": {"type": "http", "method": "POST", "body": {"multipart": [{"enabled": true, "data": ["f", "!!/tmp/a"]}]}}}]}
            """#
        ).collections[0]
        let draft = tree.requests[0].request.draft
        #expect(draft.query == [Row("x", "1"), Row("p", "q", isEnabled: false)])
        #expect(draft.auth == AuthDraft(.basic, fields: ["username": "u", "password": "p"]))
        #expect(draft.body.parts == [.init("f", "/tmp/a", isFile: true)])
        #expect(draft.scripts.after == "x")
        #expect(draft.options.timeout == 30)
    }

    @Test func `values of the path and signed tokens of ATAC`() throws {
        let text = """
            {"name": "A", "last_position": 0, "requests": [{"name": "r", "url": "http://h/{id}/:no/a-{id}", "method": "GET",
              "params": [{"enabled": true, "data": ["{id}", "7"]}, {"enabled": true, "data": [":no", "8"]}, {"enabled": true, "data": ["q", "9"]}],
              "auth": {"jwt_token": {"algorithm": "HS256", "secret": "key", "payload": "{\\"sub\\":\\"me\\"}"}}},
              {"name": "s", "url": "http://h", "method": "GET", "auth": {"jwt_token": {"algorithm": "RS256", "secret": "k", "payload": "{}"}}}]}
            """
        let result = try Importer().read(name: "a.json", bytes: Array(text.utf8))
        let requests = result.collections[0].requests.map(\.request)
        try #require(requests.count == 2)
        #expect(requests[0].draft.url == "http://h/:id/:no/a-7" && requests[0].draft.query == [Row("q", "9")])
        #expect(requests[0].draft.pathParameters == [Row("id", "7"), Row("no", "8")])
        let token = "eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtZSJ9.04vCeP9TbMn5k0f8WJDwxAMiu1QC89USv8SDrY4N4kA"
        #expect(requests[0].draft.auth == AuthDraft(.bearer, fields: ["token": token]))
        #expect(requests[1].draft.auth.kind == .inherit && requests[1].extensions["x-atac"] != nil)
        #expect(result.issues.map(\.severity) == [.changed, .kept])
    }

    @Test func `a request of Apus is not one of posting`() {
        let text = #"{"name": "r", "url": "h", "auth": {"type": "bearer", "token": "t"}, "body": {"type": "text", "content": "a"}}"#
        #expect(throws: ImportError.self) { try Importer().read(name: "r.request.json", bytes: Array(text.utf8)) }
    }

    @Test(arguments: [
        ("pa$word1", "pa$word1"), ("${B}", "{{B}}"), ("${A:-x y}", "1"), ("${C:-x}", "x"), ("'${B}'", "${B}"),
        ("\"\\${B} ${B}\"", "${B} {{B}}"),
        ("a$$b", "a$$b"),
    ])
    func `a file of variables has references only in braces`(_ text: String, _ value: String) throws {
        let rows = try Importer().read(name: "a.env", bytes: Array("A=1\nD=\(text)\n".utf8)).environments[0].draft.variables
        #expect(rows.last == Row("D", text.hasPrefix("${A") ? "{{A}}" : value))
    }
}
