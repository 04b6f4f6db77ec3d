import JSON
import Testing
import Workspace

@testable import Interchange

/// Texts of Bruno's files: annotations, lists and quotes.
@Suite struct BruTextTests {
    private func read(_ text: String) throws -> ImportResult { try Importer().read(name: "a.bru", bytes: Array(text.utf8)) }

    @Test func `an environment with a color, secrets on one line and descriptions`() throws {
        let result = try read(
            """
            vars {
              host: http://x
              @description('''
                a
                  b
              ''')
              ~old: 1
            }
            vars:secret [token, ~key]
            vars:externalsecrets:vault {
              name: path
            }
            color: #E2A731
            """)
        let environment = try #require(result.environments.first).draft
        #expect(environment.variables == [Row("host", "http://x"), Row("old", "1", isEnabled: false, comment: "a\n  b")])
        #expect(environment.secrets.map(\.name) == ["token"])
        #expect(result.issues.map(\.severity) == [.lost, .lost])
        #expect(["“key”", "vars:externalsecrets:vault"].allSatisfy { name in result.issues.contains { $0.what.contains(name) } })
    }

    @Test(arguments: [
        (#"@description("it's")"#, "it's"), (#"@description('say "hi"')"#, #"say "hi""#),
        (#"@description("say \"hi\" '''x''' \\ \n")"#, "say \"hi\" '''x''' \\ \n"), (#"@description("C:\Users")"#, #"C:\Users"#),
        ("@description('''it's \"so\"''')", "it's \"so\""), ("@description(plain)", "plain"), ("@number", ""),
        ("@number\n  @description('a:b')", "a:b"),
    ]) func `annotations are above a pair or before it`(_ annotation: String, _ description: String) throws {
        for separator in ["\n  ", " "] {
            let text = "get {\n  url: h\n}\n\nheaders {\n  \(annotation)\(separator)X-A: b\n}\n"
            let draft = try read(text).collections[0].requests[0].request.draft
            #expect(draft.headers == [Row("X-A", "b", comment: description)])
        }
    }

    @Test(arguments: [
        "it's", "ends with '", "'''x''' \"y\" \\", "a\nb", "a\n\n  b\n", "\na", "  a\n  b", "\n", "a\r\nb", "'''\n'''", "a\n\\n'", " ",
    ]) func `a comment of any signs is read back`(_ comment: String) throws {
        let draft = RequestDraft(name: "A", url: "http://h/", headers: [Row("X-A", "b", comment: comment)])
        let tree = CollectionTree(.init(FolderDraft(name: "c"), items: [.request(.init(draft))]))
        let result = ExportFormat.bruno.export(tree)
        let file = try #require(result.files.first { $0.path.hasSuffix("A.bru") })
        #expect(result.losses.isEmpty)
        #expect(try read(file.text).collections[0].requests[0].request.draft.headers == draft.headers)
    }

    private static let bodies = [
        "", "a", "  a\n  b", "a\n\n b\n", " ", "\n", "{}", "}\n]", "a\r\nb", "a\n'''\nb", "content: {", "body: {\n  x: 1\n}",
    ]

    @Test(arguments: bodies) func `an example is read back, or the difference is named`(_ body: String) throws {
        let names = ["A", "a: b", " A", "A\nB"]
        let headers = [[Row("X-A", "1")], [], [Row("X-A", "1"), Row("X-A", "2")], [Row("X-A", "b {")]]
        for (name, headers) in zip(names, headers) {
            let saved = SavedResponse(name: name, status: 201, reason: "Made: \(name)", headers: headers, body: Array(body.utf8))
            let request = CollectionTree.Request(RequestDraft(name: "R", url: "http://h/"), examples: [saved])
            let result = ExportFormat.bruno.export(CollectionTree(.init(FolderDraft(name: "c"), items: [.request(request)])))
            let file = try #require(result.files.first { $0.path.hasSuffix("R.bru") })
            var back = try read(file.text).collections[0].requests[0].request.examples
            // Examples of Bruno have requests of their own.
            for index in back.indices { back[index].request = nil }
            #expect((back == [saved]) == result.losses.isEmpty, "\(back) \(result.losses)")
            if name == "A" || name == "a: b" {
                #expect(result.losses.isEmpty == !["\r", "\n'''\n"].contains { body.utf8.contains($0.utf8) }, "\(body)")
            }
        }
    }

    /// An import from OpenAPI names responses without a description after their status and a space.
    @Test func `spaces that end the name of an example are no loss`() throws {
        let saved = SavedResponse(name: "404 ", status: 404)
        let request = CollectionTree.Request(RequestDraft(name: "R", url: "http://h/"), examples: [saved])
        let result = ExportFormat.bruno.export(CollectionTree(.init(FolderDraft(name: "c"), items: [.request(request)])))
        #expect(result.losses.isEmpty)
        let file = try #require(result.files.first { $0.path.hasSuffix("R.bru") })
        #expect(!file.text.textLines.contains { $0.hasPrefix("  name: ") && $0.hasSuffix(" ") })
        #expect(try read(file.text).collections[0].requests[0].request.examples.map(\.name) == ["404"])
    }

    @Test func `names of environments and comments that Bruno does not have are named`() {
        let comment = RequestDraft(name: "E", url: "http://h/", headers: [Row("X-A", "1", comment: "why")])
        let request = CollectionTree.Request(
            RequestDraft(name: "R", url: "http://h/"), examples: [SavedResponse(name: "x", request: comment)])
        var tree = CollectionTree(.init(FolderDraft(name: "c"), items: [.request(request)]))
        tree.environments = ["api: dev", "dev", "Dev"].map { .init(EnvironmentDraft(name: $0)) }
        let losses = ExportFormat.bruno.export(tree).losses.map(\.what)
        #expect(losses == ["name of the environment “api: dev”", "name of the environment “Dev”", "comments"])
    }

    @Test func `an assertion repeated by a test is kept separately`() throws {
        let text = """
            get {
              url: http://h/
            }

            assert {
              res.status: eq 200
            }

            tests {
              test("ok", function() {
                expect(res.status).to.equal(200);
              });
            }
            """
        let tree = try read(text).collections[0]
        let draft = tree.requests[0].request.draft
        #expect(draft.assertions == [Assertion(subject: "status", value: 200), Assertion(subject: "status", value: 200)])
        let file = try #require(ExportFormat.bruno.export(tree).files.first { $0.text.contains("http://h/") })
        #expect(file.text.contains("res.status: eq 200"))
        #expect(try read(file.text).collections[0].requests[0].request.draft.assertions == draft.assertions)
    }

    @Test func `variables for one request only, and the media type of a text in several lines`() throws {
        let draft = try read(
            """
            post {
              url: h
              body: multipartForm
            }
            body:multipart-form {
              a: '''
                1
                2
              ''' @contentType(text/csv)
            }
            vars:pre-request {
              @one: 1
            }
            vars:post-response {
              @id: res.body.id
              ~@other: res.body.b
            }
            """
        ).collections[0].requests[0].request.draft
        #expect(draft.body.parts == [.init("a", "1\n2", contentType: "text/csv")])
        #expect(draft.variables == [Row("one", "1")])
        #expect(draft.captures.map(\.variable) == ["id", "other"])
    }

    private func open(_ items: String, _ more: String = "") throws -> ImportResult {
        let text = "opencollection: 1.0.0\ninfo: {name: A}\n\(more)\nitems: [\(items)]\n"
        return try Importer().read(name: "opencollection.yml", bytes: Array(text.utf8))
    }

    @Test func `a variable with variants has the chosen one`() throws {
        let variants = "[{title: A, value: a}, {title: B, selected: true, value: {type: string, data: b}}]"
        let result = try open(
            "{info: {name: R, type: http}, http: {url: h}, runtime: {variables: [{name: v, value: \(variants)}]}}",
            "request: {variables: [{name: w, value: [{value: c}]}]}")
        let (request, folders) = result.collections[0].requests[0]
        #expect(request.draft.variables == [Row("v", "b")] && folders[0].draft.variables == [Row("w", "c")])
        #expect(result.issues.map(\.what) == ["1 other values of “v”"])
    }

    @Test(arguments: [("type: script, script: x", "script"), ("info: {type: app, name: x}", "app")])
    func `an item of another type is not a request`(_ members: String, _ type: String) throws {
        let result = try open("{\(members)}, {info: {name: R}, http: {url: h}}")
        #expect(result.collections[0].requests.map(\.request.draft.name) == ["R"])
        #expect(result.issues.map(\.what) == ["item of type “\(type)”"])
    }

    @Test func `options of a collection are read, and settings without an equivalent are reported`() throws {
        let environment = "{name: e, extends: base, variables: [{name: s, secret: true, disabled: true}, {name: t, secret: true}]}"
        let result = try open(
            "{info: {name: R}, http: {url: h}}",
            "request: {settings: {http: {timeout: 1500}}, actions: [{type: set-variable}]}\nconfig: {environments: [\(environment)]}")
        let tree = result.collections[0]
        #expect(tree.root.draft.options.timeout == 1.5)
        #expect(tree.environments.map(\.draft.secrets) == [[SecretEntry("t", .prompt)]])
        #expect(result.issues.map(\.what) == ["captures of the folder", "disabled secret “s”", "setting “extends”"])
    }

    @Test(
        arguments: [
            (Assertion(subject: "header Content-Type", predicate: "startsWith", value: "a"), "res.headers['content-type']: startsWith a"),
            (Assertion(subject: "body .t", value: .null), "res.body.t: eq null"),
            (Assertion(subject: "body .t", predicate: "notEquals", value: .null), "res.body.t: neq null"),
            (Assertion(subject: "body .t", predicate: "exists"), "res.body.t: isDefined"),
            (Assertion(subject: "body .t", value: ["k": 1]), nil), (Assertion(subject: "body", predicate: "contains", value: "a\nb"), nil),
        ] as [(Assertion, String?)])
    func `an assertion is a line that Bruno reads in the same way, or lost`(_ assertion: Assertion, _ line: String?) throws {
        var draft = RequestDraft(name: "A", url: "http://h/")
        draft.assertions = [assertion]
        let result = try ExportFormatTests().export(draft, as: "bruno")
        #expect(result.losses.isEmpty == (line != nil))
        #expect(result.files.contains { $0.text.contains("assert {\n  \(line ?? "")\n}") } == (line != nil))
    }

    @Test func `objects are not compared by JetBrains`() throws {
        var draft = RequestDraft(name: "A", url: "http://h/")
        draft.assertions = [Assertion(subject: "body .t", value: ["k": 1])]
        #expect(try ExportFormatTests().export(draft, as: "http").losses.map(\.what) == ["assertion “body .t equals”"])
        #expect(try ExportFormatTests().export(draft, as: "postman").losses.isEmpty)
    }

    @Test(arguments: [
        ("token_placement: url\n  token_query_key: tk", ["token in the query"]),
        ("token_header_prefix: Token", ["prefix “Token” of the token"]),
        ("token_placement: header\n  token_header_prefix: Bearer", []),
    ])
    func `a token that Bruno sends elsewhere is reported`(_ lines: String, _ issues: [String]) throws {
        let text = "get {\n  url: http://h\n  auth: oauth2\n}\n\nauth:oauth2 {\n  grant_type: client_credentials\n  \(lines)\n}\n"
        #expect(try Importer().read(name: "a.bru", bytes: Array(text.utf8)).issues.map(\.what) == issues)
    }
}
