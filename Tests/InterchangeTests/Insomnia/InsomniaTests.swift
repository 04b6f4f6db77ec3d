import Interchange
import JSON
import Testing
import Workspace

@Suite struct InsomniaTests {
    private func read(_ text: String) throws -> ImportResult { try Importer().read(name: "file", bytes: Array(text.utf8)) }

    @Test func readsVersion4WithItsFoldersAndEnvironments() throws {
        let result = try read(
            #"""
            {"_type": "export", "__export_format": 4, "resources": [
             {"_id": "r2", "parentId": "f", "_type": "request", "name": "two", "method": "POST", "url": "{{ _.base }}/b", "metaSortKey": 2,
              "body": {"mimeType": "application/json", "text": "{\"a\": {% prompt 'x' %}}"}, "authentication": {"type": "bearer", "token": "{{ _.auth.token }}"}},
             {"_id": "r1", "parentId": "f", "_type": "request", "name": "one", "method": "GET", "url": "h?x=1", "metaSortKey": 1,
              "parameters": [{"name": "y", "value": "2", "disabled": true}], "headers": [{"name": "A", "value": "{% uuid 'v4' %}"}], "authentication": {}},
             {"_id": "f", "parentId": "w", "_type": "request_group", "name": "Folder", "environment": {"v": 1}},
             {"_id": "w", "_type": "workspace", "name": "Space"},
             {"_id": "e", "parentId": "w", "_type": "environment", "name": "Base", "data": {"base": "h", "auth": {"token": "t"}, "list": [1]}},
             {"_id": "s", "parentId": "e", "_type": "environment", "name": "Sub", "data": {"base": "i"}},
             {"_id": "g", "parentId": "w", "_type": "grpc_request", "name": "rpc", "url": "h:1"}]}
            """#)
        let tree = result.collections[0]
        #expect(tree.root.draft.name == "Space")
        #expect(tree.root.draft.variables == [Row("base", "h"), Row("auth.token", "t"), Row("list[0]", "1")])
        #expect(tree.environments.map(\.draft.name) == ["Sub"])
        #expect(tree.requests.map(\.request.draft.name) == ["one", "two", "rpc"])
        let (one, two) = (tree.requests[0].request.draft, tree.requests[1].request.draft)
        #expect(one.query == [Row("x", "1"), Row("y", "2", isEnabled: false)])
        #expect(one.headers == [Row("A", "{{$randomUUID}}")])
        #expect(one.auth.kind == .inherit)
        #expect(two.url == "{{base}}/b")
        #expect(two.auth == AuthDraft(.bearer, fields: ["token": "{{auth.token}}"]))
        #expect(two.body.json == #"{"a": {{prompt:x}}}"#)
        #expect(result.issues.map(\.severity) == [.kept])
    }

    @Test func readsVersion5() throws {
        let tree = try read(
            """
            type: collection.insomnia.rest/5.0
            name: Five
            collection:
              - name: Folder
                children:
                  - url: "{{ _.base }}/:id"
                    name: Get
                    method: GET
                    pathParameters: [{name: id, value: "7"}]
                    scripts: {preRequest: a, afterResponse: b}
                    settings: {followRedirects: "off"}
            environments:
              name: Base
              data: {base: h}
              subEnvironments: [{name: Sub, data: {base: i}}]
            """
        ).collections[0]
        let draft = tree.requests[0].request.draft
        #expect(draft.url == "{{base}}/:id")
        #expect(draft.pathParameters == [Row("id", "7")])
        #expect(draft.scripts == Scripts(before: "a", after: "b"))
        #expect(draft.options.redirects.follow == false)
        #expect(tree.root.draft.variables == [Row("base", "h")])
        #expect(tree.environments.map(\.draft.variables) == [[Row("base", "i")]])
    }

    @Test func readsVersion1() throws {
        let tree = try read(
            #"{"_type": "export", "__export_format": 1, "items": [{"name": "G", "requests": [{"url": "h", "body": "a=b", "__insomnia": {"format": "form"}}]}]}"#
        ).collections[0]
        #expect(tree.requests[0].request.draft.body == BodyDraft(kind: .form, form: [Row("a", "b")]))
    }

    @Test(arguments: [#"{"__export_format": 9}"#, #"{"type": "mock.insomnia.rest/5.0"}"#]) func refusesOtherDocuments(_ text: String) {
        #expect(throws: ImportError.self) { try read(text) }
    }

    @Test func detectsCircularParents() throws {
        let result = try read(
            #"{"__export_format": 4, "resources": [{"_id": "a", "parentId": "b", "_type": "request_group"}, {"_id": "b", "parentId": "a", "_type": "request_group"}]}"#
        )
        #expect(result.requestCount == 0)
    }

    @Test func `folders in a circle lose no requests`() throws {
        let result = try read(
            #"""
            {"_type": "export", "__export_format": 4, "resources": [1, {"_type": "workspace", "_id": "w", "name": "W"},
             {"_type": "request_group", "_id": "g", "parentId": "h", "name": "G"}, {"_type": "request_group", "_id": "h", "parentId": "g", "name": "H"},
             {"_type": "request", "_id": "q", "parentId": "g", "name": "in G", "url": "h"},
             {"_type": "request", "_id": "own", "parentId": "own", "name": "own", "url": "h"}, {"_type": "request", "_id": "bare", "parentId": "w"}]}
            """#)
        #expect(Set(result.collections[0].requests.map(\.request.draft.name)) == ["in G", "own", ""])
        #expect(result.issues.map(\.severity) == [.failed])
    }

    @Test func `requests of one name have captures of their own, which are no other variables`() throws {
        let result = try read(
            #"""
            {"_type": "export", "__export_format": 4, "resources": [
             {"_id": "w", "_type": "workspace", "name": "W"},
             {"_id": "a", "parentId": "w", "_type": "request", "name": "login", "method": "POST", "url": "h"},
             {"_id": "b", "parentId": "w", "_type": "request", "name": "login", "method": "POST", "url": "h"},
             {"_id": "q", "parentId": "w", "_type": "request", "name": "q", "method": "GET",
              "url": "h/{% response 'body', 'a', '$.t' %}/{% response 'body', 'b', '$.t' %}/{% response 'raw', 'a' %}"}]}
            """#)
        let requests = result.collections[0].requests.map(\.request.draft)
        #expect(requests[2].url == "h/{{login.t}}/{{login.t_2}}/{{login.body}}")
        #expect(requests[0].captures.map(\.variable) == ["login.t", "login.body"] && requests[1].captures.map(\.variable) == ["login.t_2"])
    }

    @Test func `tags that take a part of a response become captures, and issues are at the places of the file`() throws {
        let result = try read(
            #"""
            {"_type": "export", "__export_format": 4, "resources": [
             {"_id": "w", "_type": "workspace", "name": "W"},
             {"_id": "e", "parentId": "w", "_type": "environment", "data": {"t": "{% response 'body', 'r', 'b64::JC50b2tlbg==::46b', 'never', 60 %}",
               "deep": {"odd": "{% faker 'x' %}"}}},
             {"_id": "r", "parentId": "w", "_type": "request", "name": "Log in", "method": "POST", "url": "h",
              "headers": [{"name": "A", "value": "{% prompt 'One, two', 'l', '', '', true %}"}, {"name": "B", "value": "{% base64 'encode', 'normal', 'a b' %}"}]},
             {"_id": "q", "parentId": "w", "_type": "request", "name": "q", "method": "GET",
              "url": "h/{% response 'header', 'r', 'X-Id' %}/{% response 'body', 'gone', '$.a' %}"}]}
            """#)
        let tree = result.collections[0]
        #expect(tree.root.draft.variables.first == Row("t", "{{Log_in.token}}"))
        let login = tree.requests[0].request.draft
        #expect(login.headers == [Row("A", "{{prompt:One, two (secret)}}"), Row("B", "YSBi")])
        #expect(
            login.captures == [
                Capture(variable: "Log_in.X_Id", from: "header", query: "X-Id"),
                Capture(variable: "Log_in.token", from: "body", query: "$.token"),
            ])
        #expect(tree.requests[1].request.draft.url == "h/{{Log_in.X_Id}}/{{insomnia-response}}")
        #expect(result.issues.map { "\($0.place)" } == ["/resources/3/url", "/resources/1/data/deep/odd"])
    }

    @Test(arguments: [
        (#"{% prompt 'Cover\'s Type', 'd' %}{% prompt 'Cover\'s Value', 'd' %}"#, "{{prompt:Cover's Type}}{{prompt:Cover's Value}}"),
        (#"{% file '/a' %}{% file '/b' %}{% file '/a' %}"#, "{{insomnia-file}}{{insomnia-file-2}}{{insomnia-file}}"),
        (#"{% prompt \"a 'b' c\", '' %}"#, "{{prompt:a 'b' c}}"),
    ])
    func `tags with other arguments are other variables`(_ text: String, _ value: String) throws {
        let header = JSONValue.string(text).compactText
        let result = try read(
            #"{"__export_format": 4, "resources": [{"_id": "r", "_type": "request", "name": "r", "url": "h", "headers": [{"name": "A", "value": \#(header)}]}]}"#
        )
        #expect(result.collections[0].requests[0].request.draft.headers[0].value == value)
    }

    @Test(
        arguments: [
            ("faker 'randomEmail'", "$randomEmail"), ("faker 'randomAlphaNumeric'", "$randomAlphaNumeric"), ("faker 'none'", nil),
            ("now 'unix', ''", "$timestamp"), ("now 'iso-8601', ''", "$isoTimestamp"), ("now 'millis', ''", nil),
            ("now 'custom', 'yyyy-MM-dd HH:mm'", "$datetime YYYY-MM-DD HH:mm"), ("now 'custom', 'EEEE'", nil),
        ] as [(String, String?)])
    func `generated values are values of ours, or named`(_ tag: String, _ name: String?) throws {
        let result = try read(
            """
            {"_type": "export", "__export_format": 4, "resources": [{"_id": "w", "_type": "workspace", "name": "W"},
             {"_id": "r", "parentId": "w", "_type": "request", "name": "r", "method": "GET", "url": "http://h/{% \(tag) %}"}]}
            """)
        let url = result.collections[0].requests[0].request.draft.url
        #expect(result.issues.isEmpty == (name != nil))
        #expect(name.map { url == "http://h/{{\($0)}}" } ?? url.hasPrefix("http://h/{{insomnia-"))
    }

    @Test(arguments: [
        ("{{ _['base-url'] }}/a", "{{base-url}}/a", 0), (#"{{ _["api-key"] }}"#, "{{api-key}}", 0),
        ("{{ _.o['k-y'].z[0] }}", "{{o.k-y.z[0]}}", 0),
        ("{{_.a}}{# no #}b", "{{a}}b", 0), ("{{- name -}}", "{{name}}", 0), ("{{ 'lit' }}", "lit", 0),
        ("{% raw %}{{x}}{% endraw %}{{ _.y }}", "\\{{x}}{{y}}", 0), ("{# open {{ _.a }}", "{# open {{a}}", 0),
        ("{{ _.w | upper }}", "{{insomnia-w-upper}}", 1), ("{{ _.d or 'def' }}", "{{insomnia-d-or-def}}", 1),
        ("{{ f(1) }}", "{{insomnia-f-1}}", 1),
    ]) func `references, literals, comments and expressions`(_ text: String, _ value: String, _ issueCount: Int) throws {
        let header = JSONValue.string(text).compactText
        let result = try read(
            #"{"__export_format": 4, "resources": [{"_id": "r", "_type": "request", "name": "r", "url": "h", "headers": [{"name": "A", "value": \#(header)}]}]}"#
        )
        #expect(result.collections[0].requests[0].request.draft.headers == [Row("A", value)])
        #expect(result.issues.map(\.severity) == Array(repeating: .changed, count: issueCount))
    }

    private func request(_ members: String) throws -> (draft: RequestDraft, issues: [String]) {
        let result = try read(
            #"{"__export_format": 4, "resources": [{"_id": "r", "_type": "request", "name": "r", "url": "h", \#(members)}]}"#)
        return (result.collections[0].requests[0].request.draft, result.issues.map(\.what))
    }

    @Test func `a body that is not rendered has no references`() throws {
        let body = #""body": {"mimeType": "application/json", "text": "{{ name }}{% uuid %}"}"#
        let written = try request(#""settingDisableRenderRequestBody": true, "headers": [{"name": "A", "value": "{{ _.a }}"}], \#(body)"#)
        #expect(written.draft.body.json == #"\{{ name }}{% uuid %}"# && written.draft.headers == [Row("A", "{{a}}")])
        #expect(try request(#""settings": {"renderRequestBody": false}, \#(body)"#).draft.body.json == #"\{{ name }}{% uuid %}"#)
        #expect(try request(body).draft.body.json == "{{name}}{{$randomUUID}}")
    }

    @Test func `a part has the media type of its text`() throws {
        let (draft, _) = try request(
            #""body": {"mimeType": "multipart/form-data", "params": [{"name": "a", "value": "{}", "multiline": "application/json"}, {"name": "b", "multiline": true}]}"#
        )
        #expect(draft.body.parts.map(\.contentType) == ["application/json", ""])
    }

    @Test func `text in Base64 for URLs`() throws {
        #expect(
            try request(#""headers": [{"name": "A", "value": "{% base64 'encode', 'url', '>>>??' %}"}]"#).draft.headers[0].value
                == "Pj4-Pz8")
    }

    @Test(arguments: [
        (#""settingEncodeUrl": false"#, ["setting “encodeUrl”"]), (#""settingStoreCookies": false"#, ["setting “storeCookies”"]),
        (#""settings": {"encodeUrl": false, "cookies": {"store": false}}"#, ["setting “encodeUrl”", "setting “storeCookies”"]),
        (#""settingEncodeUrl": true, "settingStoreCookies": true"#, []),
        (
            #""authentication": {"type": "oauth2", "tokenPrefix": "JWT", "responseType": "id_token", "state": "s"}"#,
            ["“tokenPrefix” of the login", "“responseType” of the login", "“state” of the login"]
        ),
        (#""authentication": {"type": "oauth2", "tokenPrefix": "Bearer", "responseType": "code", "state": ""}"#, []),
    ])
    func `settings without an equivalent are named`(_ members: String, _ whats: [String]) throws {
        #expect(try request(members).issues == whats)
    }

    @Test func `authentication of a folder that Apus cannot send is kept`() throws {
        let result = try read(
            #"{"__export_format": 4, "resources": [{"_id": "f", "_type": "request_group", "name": "F", "authentication": {"type": "hawk", "id": "i"}}]}"#
        )
        guard case .folder(let folder)? = result.collections[0].root.items.first else { throw ImportError("no folder") }
        #expect(folder.extensions["x-insomnia"]?["authentication"]?["id"] == "i")
    }

    @Test(
        arguments: [
            """
            type: environment.insomnia.rest/5.0
            name: Global
            environments: {name: Global, data: {host: h, v: 1}, subEnvironments: [{name: Dev, data: {v: 2}}]}
            """,
            #"""
            {"__export_format": 4, "resources": [{"_id": "w", "_type": "workspace", "name": "Global", "scope": "environment"},
             {"_id": "b", "parentId": "w", "_type": "environment", "name": "Base", "data": {"host": "h", "v": "1"}},
             {"_id": "d", "parentId": "b", "_type": "environment", "name": "Dev", "data": {"v": "2"}}]}
            """#,
        ])
    func `an environment has the variables of its base`(_ text: String) throws {
        let result = try read(text)
        #expect(result.collections.isEmpty && result.environments.map(\.draft.name) == ["Global", "Dev"])
        #expect(result.environments.map(\.draft.variables) == [[Row("host", "h"), Row("v", "1")], [Row("host", "h"), Row("v", "2")]])
    }

    @Test func `an environment below another one inherits its variables`() throws {
        let result = try read(
            #"""
            {"__export_format": 4, "resources": [{"_id": "w", "_type": "workspace", "name": "W"},
             {"_id": "b", "parentId": "w", "_type": "environment", "data": {"host": "h"}},
             {"_id": "d", "parentId": "b", "_type": "environment", "name": "Dev", "data": {"v": "2"}},
             {"_id": "e", "parentId": "d", "_type": "environment", "name": "Own", "data": {"w": "3"}}]}
            """#)
        #expect(result.collections[0].environments.map(\.draft.variables) == [[Row("v", "2")], [Row("v", "2"), Row("w", "3")]])
    }
}
