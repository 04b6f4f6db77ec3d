import HTTP
import Testing
import Workspace

@testable import Interchange

/// Exported URLs: each leads to where Apus sends the request.
@Suite struct ExportedURLTests {
    private static let plain = [
        "people", "/slash", ":3000/port", ":/colon", "localhost/name", "localhost:3000/both", "example.org:8443/other", "example.org/name",
        "//other.example/scheme", "https://whole.example/whole", "?q=1",
    ]
    private static let withVariables = [
        "{{segment}}/a", "{{path}}/b", "{{whole}}/c", "{{local}}/d", "{{nested}}/e", "{{empty}}/f", ":{{port}}/g", "localhost:{{port}}/h",
        "//{{local}}/i",
    ]
    private static let variables = [
        Row("segment", "team"), Row("path", "/deep"), Row("whole", "https://whole.example"), Row("local", "localhost:3997"),
        Row("nested", "{{local}}/x"), Row("empty", ""), Row("port", "3998"),
    ]

    private func tree(_ urls: [String], prefix: String?) -> CollectionTree {
        let drafts = urls.enumerated().map { RequestDraft(name: "r\($0)", url: $1) }
        var tree = CollectionTree(.init(FolderDraft(name: "c", variables: Self.variables), items: drafts.map { .request(.init($0)) }))
        if let prefix {
            tree.environments = [.init(EnvironmentDraft(name: "e", scheme: "http", host: "h.example", port: "81", pathPrefix: prefix))]
        }
        return tree
    }

    /// The URL that is sent.
    private func sent(_ draft: RequestDraft, _ environment: EnvironmentDraft?) throws -> String {
        var input = ResolutionInput(draft)
        input.workspaceVariables = Self.variables
        input.environment = environment
        let request = try RequestResolver.resolve(input).request
        return (request.serverEnvironment?.applied(to: request) ?? request).url
    }

    @Test(arguments: ["postman", "bruno", "http", "vscode", "hurl", "har", "openapi"], ["", "/anything", "v2/x/"])
    func `a request goes to the same URL after a round trip`(_ id: String, prefix: String) throws {
        // OpenAPI has no variables in paths, and no server without a path.
        let tree = tree(id == "openapi" ? Array(Self.plain.dropLast()) : Self.plain + Self.withVariables, prefix: prefix)
        let back = try ExportRoundTripTests.imported(#require(ExportFormat.named(id)).export(tree).files)
        // Hurl and HAR have no environments.
        let environment = back.environments.first?.draft ?? tree.withAbsoluteURLs.environments[0].draft
        let found = back.requests.map(\.request.draft)
        try #require(found.count == tree.requests.count)
        for (index, original) in tree.requests.map(\.request.draft).enumerated() {
            let draft = found.first { $0.name == original.name } ?? found[index]
            let (before, after) = (try sent(original, tree.environments[0].draft), try sent(draft, environment))
            #expect(before == after, "\(original.url)")
        }
    }

    @Test(arguments: ["", "/anything", "v2/x/", nil] as [String?])
    func `an exported URL is absolute, or a path after the base URL`(_ prefix: String?) throws {
        let tree = tree(Self.plain + Self.withVariables, prefix: prefix)
        let made = tree.withAbsoluteURLs
        let environment = made.environments.first.map { EnvironmentDraft(name: "e", variables: $0.draft.variables) }
        for (before, after) in zip(tree.requests, made.requests) {
            let original = before.request.draft
            // Without a server these are paths, which are not sent.
            guard let expected = try? sent(original, tree.environments.first?.draft) else { continue }
            #expect(try sent(after.request.draft, environment) == expected, "\(original.url)")
        }
    }

    @Test(arguments: [
        (
            ["localhost:8080/api", "https://prod.example/api", ""], ["http://localhost:8080/api", "https://prod.example/api", ""],
            "{{base}}/x"
        ),
        (["https://prod.example", "stage.example"], ["https://prod.example", "https://stage.example"], "{{base}}/x"),
        (["localhost:1", "prod.example"], ["http://localhost:1", "https://prod.example"], "{{base}}/x"),
        (["localhost:1", "localhost:2"], ["localhost:1", "localhost:2"], "http://{{base}}/x"),
    ])
    func `a base URL without a scheme in some environments gets it there`(_ values: [String], _ expected: [String], _ url: String) throws {
        var tree = CollectionTree(.init(FolderDraft(name: "c"), items: [.request(.init(RequestDraft(name: "r", url: "{{base}}/x")))]))
        tree.environments = values.enumerated().map { .init(EnvironmentDraft(name: "e\($0)", variables: [Row("base", $1)])) }
        let made = tree.withAbsoluteURLs
        #expect(made.requests[0].request.draft.url == url)
        #expect(made.environments.map { $0.draft.variables[0].value } == expected)
        // A value that is used elsewhere too must not change.
        tree.root.items.append(.request(.init(RequestDraft(name: "s", url: "https://h/", headers: [Row("X", "{{base}}")]))))
        let kept = tree.withAbsoluteURLs
        #expect(kept.environments.map { $0.draft.variables[0].value } == values)
        #expect(kept.requests[0].request.draft.url == url)
    }

    @Test(arguments: ["markdown", "html"])
    func `a page shows the URLs that are sent`(_ id: String) throws {
        let text = try #require(ExportFormat.named(id)).export(tree(Self.plain, prefix: "/v1")).files.map(\.text).joined()
        for url in ["{{baseUrl}}/people", "{{baseUrl}}/slash", "http://localhost:3000/port", "http://localhost/name"] {
            #expect(text.contains(url), "\(url)")
        }
        #expect(text.contains("http://h.example:81/v1"))
    }

    @Test func `the variable of the base URL replaces no other`() {
        var tree = tree(["people", "{{baseUrl}}/x"], prefix: "/v1")
        tree.environments[0].draft.variables = [Row("baseUrl", "https://whole.example")]
        let made = tree.withAbsoluteURLs
        #expect(made.requests.map(\.request.draft.url) == ["{{baseUrl_2}}/people", "{{baseUrl}}/x"])
        #expect(
            made.environments[0].draft.variables == [Row("baseUrl_2", "http://h.example:81/v1"), Row("baseUrl", "https://whole.example")])
    }

    @Test(arguments: [
        ("{{env:HOST}}/x", "{{env:HOST}}/x"), ("localhost:{{env:PORT}}/x", "http://localhost:{{env:PORT}}/x"),
        ("{{$uuid}}/x", "B/{{$uuid}}/x"),
        ("{{$randomUrl}}/x", "{{$randomUrl}}/x"), ("http{{s}}://h/x", "http{{s}}://h/x"), (":id/x", "B/:id/x"), ("", "B"), (" a ", "B/a"),
        ("\\{{a}}", "B/\\{{a}}"), ("{{a}}:80/x", "{{a}}:80/x"), ("x?u=http://h", "B/x?u=http://h"), ("{{loop}}/x", "{{loop}}/x"),
    ])
    func `a variable without a known value may be a whole URL`(_ url: String, _ expected: String) {
        #expect(URLShorthand.absolute(url, server: "B") { $0 == "loop" ? "{{loop}}" : nil } == expected)
    }

    private static let login = AuthDraft(
        .oauth2, fields: ["clientID": "c", "tokenURL": "/token?a=b", "authorizationURL": "{{path}}/login", "deviceURL": "//d.example/x"])

    @Test(arguments: [
        ("people", "{{baseUrl}}"), (":3000/port", "http://localhost:3000"), ("https://me:pw@h:1/x", "https://h:1"),
        ("{{whole}}/c", "{{whole}}"), ("{{based}}/c", "https://b.example"), ("{{local}}/d", "http://{{local}}"), ("?q=1", "{{baseUrl}}"),
        ("{{unknown}}/x", "{{unknown}}"), ("{{scheme}}://h/x", "{{scheme}}://h"),
    ])
    func `endpoints have the server of the request`(_ url: String, _ server: String) {
        var tree = tree([url], prefix: "v1")
        tree.root.draft.variables.append(Row("based", "https://b.example/v2/"))
        tree.root.items = [.request(.init(RequestDraft(name: "a", url: url, auth: Self.login)))]
        let auth = tree.withAbsoluteURLs.requests[0].request.draft.auth
        #expect(auth["tokenURL"] == server + "/token?a=b")
        #expect(auth["authorizationURL"] == server + "{{path}}/login")
        #expect(auth["deviceURL"] == "//d.example/x")
    }

    @Test func `endpoints of a folder have the server of its requests`() throws {
        var tree = tree(["people", ":3000/port"], prefix: "v1")
        tree.root.draft.auth = Self.login
        #expect(tree.withAbsoluteURLs.root.draft.auth["tokenURL"] == "{{baseUrl}}/token?a=b")
        let own = tree.inheriting(except: []).withAbsoluteURLs.requests.map(\.request.draft.auth["tokenURL"])
        #expect(own == ["{{baseUrl}}/token?a=b", "http://localhost:3000/token?a=b"])
        let alone = tree.requestsStandingAlone(in: tree.environments[0])
        #expect(alone.map(\.draft.auth["tokenURL"]) == own)
        // Without a server, nothing is known.
        tree.environments = []
        #expect(tree.withAbsoluteURLs.root.draft.auth["tokenURL"] == "/token?a=b")
    }

    @Test func `exported endpoints have a server that the format knows`() throws {
        var tree = tree(["people"], prefix: "v1")
        tree.root.draft.auth = Self.login
        let texts = try ["postman", "openapi"].map { try #require(ExportFormat.named($0)).export(tree).files.map(\.text).joined() }
        #expect(texts[0].contains("{{baseUrl}}/token"))
        #expect(!texts[1].contains("{{baseUrl}}") && texts[1].contains("/token"))
    }

    @Test func `the requests of examples are exported with URLs`() {
        var tree = tree(["people"], prefix: "")
        let saved = SavedResponse(request: RequestDraft(url: ":3000/x"), status: 200)
        tree.root.items = [.request(.init(RequestDraft(name: "a", url: "people"), examples: [saved]))]
        #expect(tree.withAbsoluteURLs.requests[0].request.examples[0].request?.url == "http://localhost:3000/x")
    }
}
