import Interchange
import JSON
import Testing
import Workspace

@Suite struct PostmanTests {
    /// The first request of a collection with these items, and the issues of the import.
    private func request(
        _ item: String, around: String = ""
    ) throws -> (request: CollectionTree.Request, issues: [ImportIssue]) {
        let text =
            #"{"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}, "#
            + around + #""item": [\#(item)]}"#
        let result = try Importer().read(name: "file", bytes: Array(text.utf8))
        return (try #require(result.collections[0].requests.first).request, result.issues)
    }

    private func draft(_ request: String) throws -> RequestDraft {
        try self.request(#"{"name": "r", "request": \#(request)}"#).request.draft
    }

    @Test(arguments: [
        (#""https://h/a?b=1&c""#, "https://h/a", ["b=1", "c"]),
        (#"{"raw": "https://h/a?b=1#f"}"#, "https://h/a#f", ["b=1"]),
        (#"{"raw": "x", "protocol": "http", "host": ["a", "b"], "port": "80", "path": ["p", "q"]}"#, "http://a.b:80/p/q", []),
        (
            #"{"host": "{{base}}", "path": "p/q", "query": [{"key": "k", "value": null}, {"key": null, "value": "v"}]}"#, "{{base}}/p/q",
            ["k", "=v"]
        ),
        (#"{"host": ["h"], "path": [{"type": "any", "value": "p"}], "hash": "f"}"#, "h/p#f", []),
        (#"{"host": ["h"], "path": [], "query": [{"key": "k", "value": "v", "disabled": true}]}"#, "h", ["!k=v"]),
        ("null", "", []),
    ])
    func readsURLs(_ url: String, _ expected: String, _ query: [String]) throws {
        let draft = try draft(#"{"url": \#(url)}"#)
        #expect(draft.url == expected)
        #expect(
            draft.query.map { ($0.isEnabled ? "" : "!") + ($0.isBare && $0.value.isEmpty ? $0.name : "\($0.name)=\($0.value)") } == query)
        #expect(draft.method == "GET")
    }

    @Test func `values of secret variables of a collection become its secrets`() throws {
        let variables = ["k=value", "o={{k}}", "e="].map { pair in
            let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
            return #"{"key": "\#(parts[0])", "value": "\#(parts[1])", "type": "secret"}"#
        }
        let text =
            #"{"info": {"name": "c"}, "variable": [\#(variables.joined(separator: ",")), {"key": "p", "value": "value"}], "item": []}"#
        let tree = try Importer().read(name: "file", bytes: Array(text.utf8)).collections[0]
        #expect(tree.secretValues == ["k": "value"])
        #expect(tree.root.draft.variables == [Row("o", "{{k}}"), Row("e", ""), Row("p", "value")])
    }

    @Test func renamesPathParametersThatAURLCannotHave() throws {
        let (request, issues) = try request(
            #"{"name": "r", "request": {"url": {"host": ["h"], "path": [":user id", ":ok"], "variable": [{"key": "user id", "value": "1"}, {"key": "ok", "value": "2"}]}}}"#
        )
        #expect(request.draft.url == "h/:user_id/:ok")
        #expect(request.draft.pathParameters.map(\.name) == ["user_id", "ok"])
        #expect(issues.map(\.severity) == [.changed])
    }

    @Test(arguments: [
        #"[{"key": "A", "value": "b"}, {"key": "C", "value": null, "disabled": true}]"#, #""A: b\n// C:\n""#, #"["A: b", "//C:"]"#,
    ])
    func readsHeaders(_ header: String) throws {
        let draft = try draft(#"{"url": "h", "header": \#(header)}"#)
        #expect(draft.headers == [Row("A", "b"), Row("C", "", isEnabled: false)])
    }

    @Test func readsBodies() throws {
        func body(_ body: String, header: String = "[]") throws -> BodyDraft {
            try draft(#"{"method": "POST", "url": "h", "header": \#(header), "body": \#(body)}"#).body
        }
        #expect(
            try body(#"{"mode": "raw", "raw": "{{a}}", "options": {"raw": {"language": "json"}}}"#) == BodyDraft(kind: .json, json: "{{a}}")
        )
        #expect(
            try body(#"{"mode": "raw", "raw": "<a/>"}"#, header: #"[{"key": "content-type", "value": "a/b+xml; charset=x"}]"#)
                == BodyDraft(kind: .xml, xml: "<a/>"))
        #expect(try body(#"{"mode": "raw", "raw": "t"}"#) == BodyDraft(kind: .text, text: "t"))
        #expect(try body(#"{"mode": "raw", "raw": ""}"#) == BodyDraft())
        #expect(
            try body(#"{"mode": "urlencoded", "urlencoded": [{"key": "a", "value": 1}, {"key": "b", "disabled": true}]}"#)
                == BodyDraft(kind: .form, form: [Row("a", "1"), Row("b", "", isEnabled: false)]))
        #expect(
            try body(
                #"{"mode": "formdata", "formdata": [{"key": "f", "type": "file", "src": ["a", "b"]}, {"key": "t", "value": "v", "contentType": "x/y"}]}"#
            )
                == BodyDraft(
                    kind: .multipart,
                    parts: [.init("f", "a", isFile: true), .init("f", "b", isFile: true), .init("t", "v", contentType: "x/y")]))
        #expect(try body(#"{"mode": "file", "file": {"src": "p"}}"#) == BodyDraft(kind: .file, file: "p"))
        #expect(
            try body(#"{"mode": "graphql", "graphql": {"query": "q", "variables": {"a": 1}, "operationName": "o"}}"#)
                == BodyDraft(kind: .graphql, graphql: .init(query: "q", variables: "{\n  \"a\": 1\n}", operation: "o")))
    }

    @Test(arguments: [
        ("null", AuthDraft(.none)), (#"{"type": "noauth"}"#, AuthDraft(.none)),
        (
            #"{"type": "basic", "basic": [{"key": "username", "value": "u"}, {"key": "password", "value": "p"}]}"#,
            AuthDraft(.basic, fields: ["username": "u", "password": "p"])
        ),
        (#"{"type": "bearer", "bearer": {"token": "t"}}"#, AuthDraft(.bearer, fields: ["token": "t"])),
        (
            #"{"type": "apikey", "apikey": [{"key": "key", "value": "k"}, {"key": "value", "value": "v"}, {"key": "in", "value": "query"}]}"#,
            AuthDraft(.apiKey, fields: ["key": "k", "value": "v", "in": "query"])
        ),
        (#"{"type": "oauth2", "oauth2": [{"key": "accessToken", "value": "t"}]}"#, AuthDraft(.bearer, fields: ["token": "t"])),
        (
            #"{"type": "oauth2", "oauth2": [{"key": "grant_type", "value": "client_credentials"}, {"key": "accessTokenUrl", "value": "u"}, {"key": "clientId", "value": "i"}]}"#,
            AuthDraft(.oauth2, fields: ["grant": "client_credentials", "tokenURL": "u", "clientID": "i"])
        ),
        (
            #"""
            {"type": "oauth2", "oauth2": [{"key": "accessTokenUrl", "value": "u"}, {"key": "clientId", "value": "i"},
              {"key": "authRequestParams", "value": [{"key": "resource", "value": "https://{{host}}/a b", "enabled": true}]},
              {"key": "tokenRequestParams", "value": [{"key": "resource", "value": "https://{{host}}/a b", "send_as": "request_body"},
                {"key": "tenant", "value": "x"}, {"key": "off", "value": "1", "enabled": false},
                {"key": "h", "value": "1", "send_as": "request_header"}]}]}
            """#,
            AuthDraft(
                .oauth2,
                fields: [
                    "grant": "authorization_code", "tokenURL": "u", "clientID": "i",
                    "parameters": "resource=https%3A%2F%2F{{host}}%2Fa+b&tenant=x",
                ])
        ),
        (#"{"type": "hawk", "hawk": []}"#, AuthDraft(.none)),
    ])
    func readsAuthentication(_ auth: String, _ expected: AuthDraft) throws {
        #expect(try draft(#"{"url": "h", "auth": \#(auth)}"#).auth == expected)
    }

    @Test(arguments: [
        (#"{"key": "addTokenTo", "value": "queryParams"}"#, ["it sends the token in the query"]),
        (#"{"key": "headerPrefix", "value": "Token "}"#, ["it sends the token after “Token”"]),
        (#"{"key": "headerPrefix", "value": "Bearer"}"#, []),
    ])
    func `a token that is sent elsewhere is reported`(_ field: String, _ reasons: [String]) throws {
        let auth = #"{"type": "oauth2", "oauth2": [{"key": "accessTokenUrl", "value": "u"}, {"key": "clientId", "value": "i"}, \#(field)]}"#
        let issues = try request(#"{"name": "r", "request": {"url": "h", "auth": \#(auth)}}"#).issues
        #expect(issues.map(\.why) == reasons)
    }

    @Test(arguments: [
        (#""method": "GET""#, "", "", BodyDraft.Kind.none), (#""method": "HEAD""#, "", "", .none), (#""method": "POST""#, "", "", .text),
        (#""method": "DELETE""#, "", "", .text), (#""method": "UNLOCK""#, #""disableBodyPruning": true"#, "", .text),
        (#""method": "GET""#, "", #""disableBodyPruning": true"#, .text),
        (#""method": "GET""#, #""disableBodyPruning": false"#, #""disableBodyPruning": true"#, .none),
    ])
    func sendsABodyWithTheMethodsOfPostman(_ method: String, _ own: String, _ around: String, _ kind: BodyDraft.Kind) throws {
        let item =
            #"{"name": "r", "protocolProfileBehavior": {\#(own)}, "request": {"url": "h", \#(method), "body": {"mode": "raw", "raw": "x"}}}"#
        let (request, issues) = try request(item, around: #""protocolProfileBehavior": {\#(around)}, "#)
        #expect(request.draft.body.kind == kind)
        #expect(issues.map(\.severity) == (kind == .none ? [.kept] : []))
        #expect((request.extensions["x-postman"]?["body"] != nil) == (kind == .none))
    }

    @Test func writesABodyThatPostmanSends() throws {
        let item =
            #"{"name": "r", "protocolProfileBehavior": {"disableBodyPruning": true}, "#
            + #""request": {"method": "GET", "url": "h", "body": {"mode": "raw", "raw": "x"}}}"#
        let (request, _) = try request(item)
        #expect(request.extensions["x-postman"] == nil)
        let tree = CollectionTree(.init(FolderDraft(name: "c"), items: [.request(request)]))
        let files = try #require(ExportFormat.named("postman")).export(tree).files
        let exported = try JSONValue(parsing: try #require(files.first).text)
        #expect(exported["item"]?[0]?["protocolProfileBehavior"] == ["disableBodyPruning": true])
    }

    @Test func writesAFileForEachEnvironment() throws {
        var tree = CollectionTree(.init(FolderDraft(name: "c")))
        tree.environments = ["A/B", "A:B", "a?b"].map { .init(EnvironmentDraft(name: $0)) }
        let files = try #require(ExportFormat.named("postman")).export(tree).files
        #expect(files.count == 4 && Set(files.map { $0.path.lowercased() }).count == 4)
    }

    @Test(arguments: [("get", "GET"), ("Purge", "PURGE"), ("{{method}}", "{{method}}")])
    func writesMethodsInCapitals(method: String, expected: String) throws {
        let (request, issues) = try request(#"{"name": "r", "request": {"method": "\#(method)", "url": "h"}}"#)
        #expect(request.draft.method == expected && issues.isEmpty)
    }

    @Test func namesAnEmptyToken() throws {
        let (request, issues) = try request(#"{"name": "r", "request": {"url": "h", "auth": {"type": "bearer", "bearer": []}}}"#)
        #expect(request.draft.auth.kind == .bearer)
        #expect(issues.map(\.severity) == [.note])
    }

    @Test func keepsUnsupportedAuthentication() throws {
        let (request, issues) = try request(
            #"{"name": "r", "request": {"url": "h", "auth": {"type": "hawk", "hawk": [{"key": "authId", "value": "i"}]}}}"#)
        #expect(request.extensions["x-postman"]?["auth"]?["type"] == "hawk")
        #expect(issues.map(\.severity) == [.kept])
    }

    @Test func leavesABrokenItemOut() throws {
        let (request, issues) = try request(#"17, {"name": "empty", "request": null}, {"name": "r", "request": {"url": "h", "header": 3}}"#)
        #expect(request.draft.name == "empty")
        #expect(issues.map { "\($0.severity) \($0.place)" } == ["failed /item/0", "failed /item/1/request", "lost /item/2/request/header"])
    }

    @Test func readsScriptsVariablesAndExamples() throws {
        let (request, _) = try request(
            #"""
            {"name": "r", "variable": [{"key": "v", "value": 1}], "event": [
              {"listen": "test", "script": {"exec": ["a", "b"]}}, {"listen": "prerequest", "script": {"exec": "c"}}],
             "protocolProfileBehavior": {"followRedirects": false, "strictSSL": false, "disableBodyPruning": true},
             "request": {"url": "h", "description": {"content": "# d"}},
             "response": [{"name": "e", "code": 201, "status": "Created", "header": [{"key": "A", "value": "b"}], "body": "x", "originalRequest": {"url": "o"}}]}
            """#)
        #expect(request.draft.scripts == Scripts(before: "c", after: "a\nb"))
        #expect(request.draft.variables == [Row("v", "1")])
        #expect(request.draft.options.redirects.follow == false)
        #expect(request.draft.options.tls.verify == false)
        #expect(request.draft.docs == "# d")
        #expect(
            request.examples == [
                SavedResponse(
                    name: "e", request: RequestDraft(url: "o"), status: 201, reason: "Created", headers: [Row("A", "b")],
                    body: Array("x".utf8))
            ])
    }

    @Test func readsEnvironmentsAndGlobals() throws {
        let environment = try Importer().read(
            name: "file",
            bytes: Array(
                #"{"name": "e", "values": [{"key": "a", "value": "1", "enabled": false}, {"key": "s", "value": "x", "type": "secret"}]}"#
                    .utf8))
        #expect(environment.environments.map(\.draft.variables) == [[Row("a", "1", isEnabled: false)]])
        #expect(environment.environments.map(\.draft.secrets) == [[SecretEntry("s", .file)]])
        #expect(environment.environments.map(\.secretValues) == [["s": "x"]])
        let off = try Importer().read(
            name: "file",
            bytes: Array(#"{"name": "e", "values": [{"key": "s", "value": "x", "type": "secret", "enabled": false}]}"#.utf8))
        #expect(off.environments.map(\.draft.variables) == [[Row("s", "", isEnabled: false)]])
        #expect(off.issues.map(\.severity) == [.lost])
        let workspace = try Importer().read(
            name: "file",
            bytes: Array(#"{"_postman_variable_scope": "globals", "values": [{"key": "s", "value": "x", "type": "secret"}]}"#.utf8))
        #expect(workspace.globals == [Row("s", "x")])
        #expect(workspace.issues.map(\.severity) == [.changed])
        let globals = try Importer().read(
            name: "file", bytes: Array(#"{"name": "g", "_postman_variable_scope": "globals", "values": [{"key": "a", "value": "1"}]}"#.utf8)
        )
        #expect(globals.globals == [Row("a", "1")])
    }

    @Test func readsVersion1InItsOrder() throws {
        let text = #"""
            {"id": "c", "name": "C", "order": ["2", "1"], "folders": [{"id": "f", "name": "F", "order": ["3"]}], "requests": [
              {"id": "1", "name": "one", "url": "h/:p?q=1", "method": "POST", "headers": "A: b\n//C: d", "dataMode": "raw", "rawModeData": "t",
               "pathVariables": {"p": "v"}, "currentHelper": "basicAuth", "helperAttributes": "{\"username\": \"u\"}", "tests": "x"},
              {"id": "2", "name": "two", "url": "h"}, {"id": "3", "name": "three", "url": "h", "folder": "f"}, {"id": "4", "name": "four", "url": "h"}]}
            """#
        let tree = try Importer().read(name: "file", bytes: Array(text.utf8)).collections[0]
        #expect(
            tree.requests.map { ($0.folders.dropFirst().map(\.draft.name) + [$0.request.draft.name]).joined(separator: "/") } == [
                "F/three", "two", "one", "four",
            ])
        let one = tree.requests[2].request.draft
        #expect(one.headers == [Row("A", "b"), Row("C", "d", isEnabled: false)])
        #expect((one.url, one.pathParameters, one.query) == ("h/:p", [Row("p", "v")], [Row("q", "1")]))
        #expect(one.auth == AuthDraft(.basic, fields: ["username": "u"]))
        #expect(one.scripts.after == "x")
    }

    @Test func `issues of version 1 are at the places of its file, and an empty form is none`() throws {
        let text = #"""
            {"id": "c", "name": "C", "order": ["2"], "folders": [{"id": "f", "name": "F", "order": ["1"]}], "requests": [
              {"id": "2", "name": "two", "url": "h", "method": "GET", "dataMode": "params", "data": []},
              {"id": "1", "name": "one", "url": "h", "method": "GET", "dataMode": "raw", "rawModeData": "t"}]}
            """#
        let issues = try Importer().read(name: "file", bytes: Array(text.utf8)).issues
        #expect(issues.map(\.place) == [.pointer(JSONPointer([.member("requests"), .element(1)]))])
    }

    @Test func `requests of version 1 with equal ids and without ids are all read`() throws {
        let text = #"""
            {"id": "c", "name": "C", "order": ["1"], "folders": [{"name": "F"}, {"name": "G"}], "requests": [
              {"id": "1", "name": "one", "url": "h"}, {"id": "1", "name": "two", "url": "h"}, {"name": "three", "url": "h"},
              {"name": "four", "url": "h"}]}
            """#
        let tree = try Importer().read(name: "file", bytes: Array(text.utf8)).collections[0]
        #expect(tree.requests.map(\.request.draft.name) == ["one", "two", "three", "four"] && tree.folderCount == 2)
    }

    @Test(arguments: [
        #"{"clientName": "Thunder Client", "collectionName": "C", "folders": [], "requests": [{"name": "r", "url": "h"}]}"#,
        #"{"_id": "1", "colName": "C", "folders": [{"_id": "2", "name": "F"}], "requests": []}"#,
        #"{"requests": [{"_id": "a", "name": "r", "url": "h"}]}"#,
        #"{"v": 2, "name": "C", "folders": [], "requests": [{"v": "5", "endpoint": "h", "name": "r", "method": "GET"}]}"#,
        #"{"name": "C", "folders": [], "requests": [{"url": "http://h", "path": "/a", "method": "GET", "auth": "None", "name": "r"}]}"#,
        #"{"v": 1, "name": "C", "folders": [{"name": "F", "folders": [], "requests": []}], "requests": []}"#,
        #"{"kind": "ARC#Collection", "requests": [{"url": "http://h", "method": "GET"}], "folders": []}"#,
    ]) func `a collection of Thunder Client, Hoppscotch or ARC is none of version 1`(_ text: String) {
        let error = #expect(throws: ImportError.self) { try Importer().read(name: "file.json", bytes: Array(text.utf8)) }
        #expect(error?.isUnknownFormat == true)
    }

    @Test(arguments: [
        (#"{"clientName": "Thunder Client", "requests": [{"url": "h"}]}"#, "Thunder Client"),
        (#"[{"v": 2, "name": "C", "folders": [], "requests": []}]"#, "Hoppscotch"), (#"{"kind": "ARC#Collection", "requests": []}"#, "ARC"),
    ]) func `a refused collection names its program`(_ text: String, _ program: String) {
        let error = #expect(throws: ImportError.self) { try Importer().read(name: "file.json", bytes: Array(text.utf8)) }
        #expect(error?.message.contains(program) == true && error?.message.contains("Postman") == true)
    }

    @Test(arguments: [
        (#"{"name": "r", "request": {"url": "{{host_{{env}}}}/a"}}"#, "variable “{{host_{{env}}” of “r”"),
        (#"{"name": "r", "request": {"url": "wss://h/a"}}"#, "request “r”"),
    ]) func `names within names and unsupported schemes are reported`(_ item: String, _ what: String) throws {
        let result = try Importer().read(name: "file", bytes: Array(#"{"info": {"name": "c"}, "item": [\#(item)]}"#.utf8))
        #expect(result.issues.map(\.what) == [what])
    }

    @Test func `a variable with the address of a WebSocket is reported once`() throws {
        let variables = ["ws://h", "WSS://h/{{a}}", "wsdl", "https://h", ""].enumerated().map { #"{"key": "v\#($0)", "value": "\#($1)"}"# }
        let text = #"{"info": {"name": "c"}, "item": [], "variable": [\#((variables + variables).joined(separator: ", "))]}"#
        let result = try Importer().read(name: "file", bytes: Array(text.utf8))
        #expect(result.issues.filter { $0.severity == .kept }.map(\.what) == ["variable “v0”", "variable “v1”"])
    }

    @Test func `a header without a name is disabled`() throws {
        let text = #"{"info": {"name": "c"}, "item": [{"name": "r", "request": {"url": "h", "header": [{"key": "", "value": "y"}]}}]}"#
        let result = try Importer().read(name: "file", bytes: Array(text.utf8))
        #expect(result.collections[0].requests[0].request.draft.headers == [Row("", "y", isEnabled: false)])
        #expect(result.issues.map(\.what) == ["header “y” of “r”"])
    }
}
