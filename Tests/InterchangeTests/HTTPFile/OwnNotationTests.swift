import JSON
import Testing
import Workspace

@testable import Interchange

/// Requests of `.http` files in the notation of the program's own texts.
@Suite struct OwnNotationTests {
    private func read(_ text: String) throws -> ImportResult {
        try Importer().read(name: "a.http", bytes: Array(text.utf8))
    }

    @Test func `requests in the program's own notation are read`() throws {
        var full = HTTPTextTests.full
        full.body.json = "{\n\n}"
        // An import reports scripts.
        full.scripts = Scripts()
        let text = "@host = http://h\n\n### One\n@x = 1\n\(HTTPText.write(full))\n\n### Two\n# @no-redirect\nGET {{host}}/b\n"
        let result = try read(text)
        let drafts = result.collections[0].requests.map(\.request.draft)
        #expect(drafts[0] == full && drafts[1].options.redirects.follow == false && drafts[1].url == "{{host}}/b")
        #expect(result.issues.isEmpty && result.collections[0].root.draft.variables.contains(Row("host", "http://h")))
    }

    @Test func `lines of a body that begin with an at sign are kept`() throws {
        let result = try read("@a = 1\n# @auth none\nPOST http://h/x\n\n@all: look\n@b = 2\n")
        #expect(result.collections[0].requests.map(\.request.draft.body.text) == ["@all: look\n@b = 2"])
    }

    @Test(arguments: [
        ("# @auth none\n# @capture x\nGET http://h", 2),
        ("### a\nGET http://h\n\n### b\n# @auth none\n# @frob\nGET http://h", 6),
        ("### a\nGET http://h\n\n### b\n# @option timeout = never\nGET http://h", 5),
    ])
    func `an invalid line of the own notation is named`(_ text: String, _ line: Int) {
        #expect { try read(text) } throws: { ($0 as? ImportError)?.place == .line(line) }
    }

    @Test(arguments: [
        "# @auth bearer {{token}}\nGET http://h", "GET http://h\n\n# @body json\n", "# @capture global x {{a}}\nGET http://h",
    ])
    func `directives of other programs are left unchanged`(_ text: String) throws {
        #expect(try read(text).collections[0].requests.map(\.request.draft.url) == ["http://h"])
    }

    @Test func `directives of both notations apply`() throws {
        let result = try read(
            "# @auth none\n# @description hello\nGET http://h\n\n###\n# @no-redirect\n# @assert status | equals | 302\n# @var v = 7\nGET http://h\n"
        )
        let drafts = result.collections[0].requests.map(\.request.draft)
        #expect(drafts[0].auth.kind == .none && drafts[0].docs == "hello" && result.issues.isEmpty)
        #expect(drafts[1].options.redirects.follow == false && drafts[1].assertions.map(\.subject) == ["status"])
        #expect(drafts[1].variables == [Row("v", "7")])
    }

    @Test(arguments: [
        ("Content-Type: application/x-www-form-urlencoded\n\na=1\n&b=x y", "# @option timeout = 5"),
        (
            "Content-Type: multipart/form-data; boundary=x\n\n--x\nContent-Disposition: form-data; name=\"f\"\n\n< ./up.txt\n--x--",
            "# @assert time | lessThan | 1"
        ),
        ("X-REQUEST-TYPE: GraphQL\n\n{ a }", "# @capture a | body | .a"), ("\n<@ ./tpl.txt", "# @docs a text"),
        ("Authorization: Basic u p\n\n{}", "# @assert status | equals | 200"),
        ("\n{}\n\n> {% client.log(1) %}", "# @assert body .x | exists"),
        ("\n{\"a\": \"{{$dotenv X}}\"}", "# @var v = 7"),
    ])
    func `assertions, captures and options are added to requests in other notations`(_ request: String, _ directive: String) throws {
        func draft(_ text: String) throws -> RequestDraft {
            try #require(try read(text).collections[0].requests.first).request.draft
        }
        let (plain, full) = (try draft("POST http://h\n\(request)\n"), try draft("\(directive)\nPOST http://h\n\(request)\n"))
        var rest = full
        (rest.captures, rest.assertions, rest.variables, rest.docs, rest.options) = ([], [], [], "", RequestOptions())
        #expect(rest == plain && full != plain)
    }

    @Test func `a body keeps lines that look like directives`() throws {
        let head = "# @body text\n# @no-redirect\n# @no-auto-encoding\nPOST http://h\nContent-Type: text/markdown\n\n"
        let result = try read(head + "x\n# @tags in body\n# @no-redirect here\nz\n")
        let request = try #require(result.collections[0].requests.first).request
        #expect(
            request.draft.body.text.hasPrefix("x\n# @tags in body\n# @no-redirect here\nz")
                && request.draft.options.redirects.follow == false)
        #expect(request.extensions["x-http"]?["directives"]?[0]?["name"] == "no-auto-encoding")
    }

    @Test(arguments: ["// @assert status | equals | 200", "#@assert status | equals | 200", "# @off assert status | equals | 200"])
    func `directives have the signs of all programs`(_ line: String) throws {
        let text = "\(line)\nPOST http://h\nContent-Type: application/x-www-form-urlencoded\n\na=1\n&b=x y\n"
        let draft = try #require(try read(text).collections[0].requests.first).request.draft
        #expect(draft.assertions.map(\.isEnabled) == [!line.contains("@off")] && draft.body.form.map(\.name) == ["a", "b"])
    }

    @Test(arguments: [
        "GET http://h/a\n?x=1", "http://h/a", "GET http://h/a\nX-P: C:\\new", "GET http://h/a/:b", "GET /a\nHost: h",
        "POST http://h\nContent-Type: application/json\n{\"a\":1}",
    ])
    func `a check changes nothing else`(_ request: String) throws {
        func draft(_ text: String) throws -> RequestDraft {
            try #require(try read(text).collections[0].requests.first).request.draft
        }
        var checked = try draft("# @name r\n# @assert status | equals | 200\n\(request)\n")
        #expect(checked.assertions.count == 1)
        checked.assertions = []
        #expect(checked == (try draft("# @name r\n\(request)\n")))
    }

    @Test func `the last cell of a check may be left out`() throws {
        let text = "# @assert body | isEmpty\n# @capture c | status\nGET http://h\n"
        let draft = try #require(try read(text).collections[0].requests.first).request.draft
        #expect(draft.assertions == [Assertion(subject: "body", predicate: "isEmpty", value: .null)])
        #expect(draft.captures == [Capture(variable: "c", from: "status", query: "")])
    }

    @Test func `parameters of the path stay in a request with a form`() throws {
        let text = "# @path id = 7\nPOST http://h/:id\nContent-Type: application/x-www-form-urlencoded\n\na=1&b=2\n"
        let draft = try #require(try read(text).collections[0].requests.first).request.draft
        #expect(draft.url == "http://h/:id" && draft.pathParameters == [Row("id", "7")] && draft.body.form.count == 2)
    }

    @Test(
        arguments: [
            ("AWS id key region:eu-west-1 service:s3 token:t", AuthDraft(.awsSignature, fields: awsFields(token: "t")), []),
            ("aws id {{ my key }} region:eu-west-1 service:s3", AuthDraft(.awsSignature, fields: awsFields(key: "{{ my key }}")), []),
            (
                "AWS id key",
                AuthDraft(
                    .awsSignature, fields: ["accessKey": "id", "secretKey": "key", "region": "us-east-1", "service": "execute-api"]),
                ["AWS Signature"]
            ),
            (#"NTLM dom\bob s3cret"#, AuthDraft(.ntlm, fields: ["username": #"dom\bob"#, "password": "s3cret"]), []),
            ("NTLM {{user}}:{{password}}", AuthDraft(.ntlm, fields: ["username": "{{user}}", "password": "{{password}}"]), []),
            ("Negotiate", AuthDraft(.negotiate), []),
            ("OAuth2 client_credentials prefix", AuthDraft(), ["authentication “OAuth2”"]),
            ("COGNITO user password eu-west-1 pool client", AuthDraft(), ["authentication “COGNITO”"]),
        ] as [(String, AuthDraft, [String])])
    func `credentials in shorthands are not sent as they are`(_ value: String, _ auth: AuthDraft, _ issues: [String]) throws {
        let result = try read("GET http://h\nAuthorization: \(value)\n")
        let draft = try #require(result.collections[0].requests.first).request.draft
        #expect(draft.headers.isEmpty && draft.auth == auth)
        #expect(result.issues.map(\.what) == issues)
    }

    @Test func `scripts and assertions of httpyac are no requests and no body`() throws {
        let result = try read(
            """
            {{
            const x = 1;
            }}
            ###
            # @disabled
            POST http://h
            Content-Type: application/json

            {"a": 1}
            ?? status == 200

            {{
            exports.y = 1;
            }}
            """)
        let request = try #require(result.collections[0].requests.first).request
        #expect(result.requestCount == 1 && request.draft.body.json == #"{"a": 1}"# && request.isSkipped)
        #expect(result.issues.map(\.what).contains("assertion “status == 200”"))
        #expect(result.issues.map(\.what).count { $0.hasPrefix("script “{{") } == 2)
    }

    @Test func `a request is also referred to by its title`() throws {
        let result = try read(
            """
            ### login
            GET http://h

            ### next
            GET http://h/{{login.response.body.token}}
            A: {{login.response.headers['X-Id']}}{{login.response.cookies.sid.value}}
            """)
        let captures = try #require(result.collections[0].requests.first).request.draft.captures
        #expect(captures.map(\.from) == ["body", "cookie", "header"])
        #expect(captures.map(\.query) == ["$.token", "sid", "X-Id"])
    }

    private static func awsFields(key: String = "key", token: String? = nil) -> [String: String] {
        var fields = ["accessKey": "id", "secretKey": key, "region": "eu-west-1", "service": "s3"]
        fields["sessionToken"] = token
        return fields
    }

    @Test(arguments: [
        ("# @note\nGET http://h\n", "directive @note"), ("# @no-auto-encoding\nGET http://h\n", "directive @no-auto-encoding"),
        ("GET http://h\n\n>> out.txt\n", "“>> out.txt”"),
    ])
    func `a part without an equivalent is reported`(_ text: String, _ what: String) throws {
        #expect(try read(text).issues.map(\.what) == [what])
    }
}
