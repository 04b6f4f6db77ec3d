import Testing

@testable import Workspace

/// Credentials that were typed, and the variables in their place.
@Suite struct SeparatedCredentialsTests {
    private struct Case: Sendable {
        let draft: RequestDraft
        let result: RequestDraft
        let values: [String: String]

        init(_ values: [String: String], _ change: (inout RequestDraft, _ value: (String) -> String) -> Void) {
            var (draft, result) = (RequestDraft(url: "http://h/"), RequestDraft(url: "http://h/"))
            change(&draft) { values[$0] ?? "" }
            change(&result) { "{{\($0)}}" }
            (self.draft, self.result, self.values) = (draft, result, values)
        }
    }

    private static let cases = [
        Case(["token": "abc"]) { $0.auth = AuthDraft(.bearer, fields: ["token": $1("token")]) },
        Case(["password": "abc"]) { $0.auth = AuthDraft(.basic, fields: ["username": "joe", "password": $1("password")]) },
        Case(["apiKey": "abc"]) { $0.auth = AuthDraft(.apiKey, fields: ["key": "X-Key", "value": $1("apiKey")]) },
        Case(["secretKey": "a", "sessionToken": "b"]) {
            $0.auth = AuthDraft(
                .awsSignature, fields: ["accessKey": "k", "secretKey": $1("secretKey"), "sessionToken": $1("sessionToken")])
        },
        Case(["token": "abc"]) { $0.headers = [Row("Authorization", "Bearer " + $1("token")), Row("Accept", "*/*")] },
        Case(["apiKey": "abc"]) { $0.headers = [Row("X-Api-Key", $1("apiKey"))] },
        Case(["cookie": "session=abc; theme=dark"]) { $0.headers = [Row("Cookie", $1("cookie"))] },
        // The variable's own name means the variable.
        Case(["token2": "abc"]) { $0.variables = [Row("token", $1("token2")), Row("page", "1")] },
        Case(["accessToken": "abc"]) { $0.query = [Row("access_token", $1("accessToken")), Row("page", "1")] },
        // One value is one secret; two are two.
        Case(["token": "abc"]) {
            $0.auth = AuthDraft(.bearer, fields: ["token": $1("token")])
            $0.headers = [Row("Authorization", "Bearer " + $1("token"))]
        },
        Case(["token": "abc", "token2": "def"]) {
            $0.auth = AuthDraft(.bearer, fields: ["token": $1("token")])
            $0.headers = [Row("Authorization", "Bearer " + $1("token2"))]
        },
        Case([:]) { draft, _ in draft.auth = AuthDraft(.bearer, fields: ["token": "{{token}}"]) },
        Case([:]) { draft, _ in draft.auth = AuthDraft(.bearer, fields: ["token": "a{{b}}"]) },
        Case([:]) { draft, _ in draft.headers = [Row("Authorization", "{{scheme}} {{token}}"), Row("X-Token", "")] },
        // Of another scheme than the one that is chosen nothing is written.
        Case([:]) { draft, _ in draft.auth = AuthDraft(.none, fields: ["token": "abc"]) },
        Case(["clientSecret": "abc", "password": "pw"]) {
            let rows = [Row("grant_type", "password"), Row("client_secret", $1("clientSecret")), Row("password", $1("password"))]
            $0.body = BodyDraft(kind: .form, form: rows)
        },
        Case(["apiKey": "abc"]) {
            $0.body = BodyDraft(kind: .multipart, parts: [.init("api_key", $1("apiKey")), .init("token", "token.txt", isFile: true)])
        },
        Case(["apiKey": "abc"]) {
            $0.body = BodyDraft(
                kind: .multipart, parts: [.init("f", "a.txt", isFile: true, headers: "X-A: 1\nX-Api-Key: \($1("apiKey"))")])
        },
        Case(["password": "abc", "apiKey": "def"]) { $0.url = "http://joe:\($1("password"))@h/?a&&api_key=\($1("apiKey"))#f" },
        Case([:]) { draft, _ in draft.url = "http://joe:a%40b@h/?token=a%20b" },
        Case(["clientSecret": "abc"]) {
            $0.body = BodyDraft(
                kind: .text, text: "a[]=1&client_secret=\($1("clientSecret"))&&", contentType: "application/x-www-form-urlencoded")
        },
        Case(["passphrase": "abc", "password": "def"]) {
            $0.options.tls.passphrase = $1("passphrase")
            $0.options.proxy = "http://joe:\($1("password"))@proxy:3128"
        },
        Case(["password": "p\\\"w", "accessToken": "abc", "token": "def"]) {
            let text = #"{"user": {{user}}, "a": [{"password" : "\#($1("password"))"}], "accessToken":"\#($1("accessToken"))","#
            $0.body = BodyDraft(kind: .json, json: text + #" "authorization": "Bearer \#($1("token"))", "tokenType": "a", "open"#)
        },
        Case(["newPassword": "abc"]) {
            let variables = #"{ "id": "1", "input": { "newPassword": "\#($1("newPassword"))" } }"#
            $0.body = BodyDraft(kind: .graphql, graphql: .init(query: "{ token: a }", variables: variables))
        },
        Case(["password": "p&amp;w", "apiKey": "def", "token": "ghi", "secret": "jkl"]) {
            let head = "<?xml version='1.0'?><!-- <pin>1</pin> --><a xmlns:token='urn:t' api-key = \"\($1("apiKey"))\" b>"
            let rest =
                "<s:Password Type=\"T\">\n\($1("password"))\n</s:Password><token>\($1("token"))</token><secret><![CDATA[\($1("secret"))]]></secret>"
            $0.body = BodyDraft(kind: .xml, xml: head + rest + "<token><b>x</b></token><pin/><otp></otp><jwt>?</jwt></a>")
        },
        Case(["password": "abc"]) { $0.body = BodyDraft(kind: .text, text: "\n<password>\($1("password"))</password><token") },
        Case(["token": "abc", "apiKey": "a1b2c3", "password": "hunter22"]) {
            let lines = [
                "GET / HTTP/1.1", "Authorization: Bearer \($1("token"))", "x-api-key:\($1("apiKey"))", "password: \"\($1("password"))\"",
            ]
            $0.body = BodyDraft(kind: .text, text: lines.joined(separator: "\r\n"))
        },
        Case([:]) { draft, _ in
            let values = ["one word", "string", "{{p}}", "", "short", "Bearer {{t}}", "Basic of life", "https://h/a1b2c3", "123456789"]
            draft.body = BodyDraft(
                kind: .text, text: values.flatMap { ["Authorization: " + $0, "password: " + $0] }.joined(separator: "\n"))
        },
        Case([:]) { draft, _ in
            draft.body = BodyDraft(
                kind: .xml, xml: "<a token='' pin=\"{{p}}\" type='password'><secret>string</secret>< <password>{{p}}</password>")
        },
        // Neither variables nor empty values nor placeholders are credentials.
        Case([:]) { draft, _ in
            draft.body = BodyDraft(
                kind: .json, json: #"{"password": "", "token": "{{token}}", "secret": {{secret}}, "pin": "string", "otp": "<otp>"}"#)
        },
        Case([:]) { draft, _ in
            let values = [
                "", " ", "{{p}}", "xxx", "***", "...", "changeme", "YOUR_PASSWORD", "your-password", "<your password>", "password",
            ]
            draft.body = BodyDraft(kind: .form, form: values.map { Row("password", $0) })
        },
        Case([:]) { draft, _ in draft.body = BodyDraft(kind: .text, json: #"{"password": "typed for another kind"}"#) },
    ]

    @Test(arguments: cases.indices) func `a credential becomes a variable`(index: Int) {
        let sample = Self.cases[index]
        let found = SeparatedCredentials(of: sample.draft, notIn: RequestDraft()) { _ in false }
        #expect(found.draft == sample.result)
        #expect(found.values == sample.values)
        #expect(found.places.isEmpty == sample.values.isEmpty)
        #expect(SeparatedCredentials(of: sample.draft, notIn: sample.draft) { _ in false }.values.isEmpty, "the file holds it already")
    }

    @Test func `content of another kind than the saved one is not in a file`() {
        var saved = RequestDraft(auth: AuthDraft(.none, fields: ["token": "abc"]))
        saved.body = BodyDraft(kind: .text, form: [Row("password", "def")])
        var draft = saved
        (draft.auth.kind, draft.body.kind) = (.bearer, .form)
        #expect(SeparatedCredentials(of: draft, notIn: saved) { _ in false }.values == ["token": "abc", "password": "def"])
    }

    @Test func `a used name gets a number`() {
        let draft = RequestDraft(auth: AuthDraft(.bearer, fields: ["token": "abc"]))
        let found = SeparatedCredentials(of: draft, notIn: RequestDraft()) { ["token", "token2"].contains($0) }
        #expect(found.values == ["token3": "abc"] && found.draft.auth["token"] == "{{token3}}")
    }

    @Test(arguments: [
        // A new member, a changed name and a changed value.
        (#"{"a": "1", "token": "old"}"#, #"{"a": "1", "password": "new", "token": "old"}"#, ["new"]),
        (#"{"a": "1", "b": "2"}"#, #"{"a": "1", "token": "2"}"#, ["2"]),
        (#"{"token": "old", "b": "2"}"#, #"{"token": "older", "b": "2"}"#, ["older"]),
        // Members that only moved, and those of an unchanged text.
        (#"{"token": "old", "a": "1"}"#, #"{"a": "1", "token": "old"}"#, []), (#"{"token": "old"}"#, #"{"token": "old"}"#, []),
        // A quote that was missing before, one too many, and an escape: only now the rest has members.
        (#"{"a": "1, "token": "new", "b": "2"}"#, #"{"a": "1", "token": "new", "b": "2"}"#, ["new"]),
        (#"{"a": "1"", "b": {"token": "new"}}"#, #"{"a": "1", "b": {"token": "new"}}"#, ["new"]),
        (#"{"a": "\", "token": "new"}"#, #"{"a": "\\", "token": "new"}"#, ["new"]),
    ])
    func `a JSON body separates only newly typed credentials`(_ old: String, _ new: String, _ values: [String]) {
        let saved = RequestDraft(body: BodyDraft(kind: .json, json: old))
        let found = SeparatedCredentials(of: RequestDraft(body: BodyDraft(kind: .json, json: new)), notIn: saved) { _ in false }
        #expect(found.values.values.sorted() == values)
    }

    @Test func `members apart from a change are not read`() {
        let bytes = Array(#"{"a": "1", "b": "2", "c": "3", "d": "4"}"#.utf8)
        let changed = Array(#"{"a": "1", "b": "2", "c": "x", "d": "4"}"#.utf8).changes(from: bytes)
        #expect(JSONMemberText.all(in: bytes, touching: changed).map(\.name) == ["c"])
        #expect(JSONMemberText.all(in: bytes).count == 4)
        #expect(bytes.changes(from: bytes).isEmpty)
        let more = Array(#"{"a": "1", "x": "y", "b": "2", "c": "3", "d": "4"}"#.utf8)
        #expect(more.changes(from: bytes).upperBound < more.count && bytes.changes(from: more).upperBound < bytes.count)
    }
}
