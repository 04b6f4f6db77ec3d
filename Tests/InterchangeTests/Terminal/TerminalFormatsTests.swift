import Interchange
import JSON
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
        #expect(throws: ImportError.self) { try Importer().facts(name: name, bytes: []) }
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
        #expect(requests[1].request.draft.url == "{{host}}/fish/{{prompt-ID}}")
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
        #expect(drafts[0].query == [Row("k", "{{env:KEY}}"), Row("a", "{{chains.asked}}")])
        #expect(drafts[0].captures == [Capture(variable: "chains.tok", from: "body", query: "$.token")])
        #expect(drafts[1].auth == AuthDraft(.bearer, fields: ["token": "{{chains.tok}}"]) && drafts[1].body.form == [Row("a", "b")])
        #expect(drafts[2].auth == AuthDraft(.basic, fields: ["username": "u", "password": "p"]))
        #expect(tree.issues.map(\.severity) == [.changed])
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
}
