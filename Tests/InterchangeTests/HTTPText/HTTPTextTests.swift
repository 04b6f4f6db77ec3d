import JSON
import Testing
import Workspace

@testable import Interchange

@Suite struct HTTPTextTests {
    @Test func `variables in the notations of other tools are read`() throws {
        let draft = try HTTPText.read("@host = http://h.example\n@a=b\nGET {{host}}/x\n", over: RequestDraft())
        #expect(draft.variables == [Row("host", "http://h.example"), Row("a", "b")])
        #expect(draft.url == "{{host}}/x")
    }

    private static let odd = [
        "", " ", "a = b", "a|b", "x: y", "# @off z", "\\", "\\n", "two\nlines\r", "a\\", "a\\\nb\\\r", "ü=ö & |", "{{ v }}", " edge ",
    ]

    static var full: RequestDraft {
        var options = RequestOptions()
        options.timeout = 1.5
        (options.redirects.follow, options.redirects.limit) = (false, 3)
        options.retry = .init(attempts: 2, backoff: "constant", statuses: [429, 503])
        options.tls.verify = false
        options.proxy = ""
        options.throttle = false
        options.network.resolve = ["h:443:1.2.3.4,[::1]", "*:80:{{address}}"]
        options.network.unixSocket = "/run/x y.sock"
        options.limits.bodyByteCount = 1000
        options.noProxy = ["a", ".b"]
        options.parsing = "lenient"
        return RequestDraft(
            name: "Create a pilot", method: "POST", url: "people/:team", pathParameters: [Row("team", "red", comment: "note")],
            query: [Row("a", "1"), Row("b", "", isEnabled: false), Row("c", isBare: true), Row("a", "2", comment: "again")],
            headers: [Row("Accept", "x/y"), Row("X-Off", "1", isEnabled: false, comment: "why"), Row("Accept", "z")],
            variables: [Row("v", "1"), Row("w", "2", isEnabled: false)],
            auth: AuthDraft(.bearer, fields: ["token": "{{token}}", "prefix": "Token"]), body: BodyDraft(kind: .json, json: "{\n\n}\n"),
            options: options,
            captures: [Capture(variable: "id", from: "body", query: ".a | .b"), Capture(variable: "s", from: "status", isEnabled: false)],
            assertions: [
                Assertion(subject: "status", value: .number(201)), Assertion(subject: "body .a", predicate: "exists", isEnabled: false),
            ],
            scripts: Scripts(before: "a\n\nb", after: "c"), tags: ["x", "y z"], docs: "# Title\n\ntext")
    }

    private func expectRoundTrip(_ draft: RequestDraft, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let text = HTTPText.write(draft)
        #expect(try HTTPText.read(text) == draft, "\(text)", sourceLocation: sourceLocation)
    }

    @Test func `every part of a request is written and read`() throws { try expectRoundTrip(Self.full) }

    @Test(arguments: odd)
    func `odd texts in every place`(_ odd: String) throws {
        var draft = RequestDraft(name: odd, method: "GET", url: odd)
        draft.headers = [Row(odd, odd, comment: odd), Row("n", odd, isEnabled: false)]
        draft.query = [Row(odd, odd), Row("q", odd, isEnabled: false, comment: odd)]
        draft.variables = [Row(odd, odd)]
        draft.pathParameters = [Row("p", odd)]
        draft.options.proxy = odd
        draft.captures = [nil, true, false].map { Capture(variable: odd, from: odd, query: odd, isSecret: $0) }
        draft.assertions = [Assertion(subject: odd, predicate: odd, value: odd.isEmpty ? .null : .string(odd))]
        draft.auth = AuthDraft(.basic, fields: odd.isEmpty ? [:] : ["username": odd, "password": odd])
        draft.tags = [odd]
        try expectRoundTrip(draft)
        draft.body = BodyDraft(kind: .form, form: [Row(odd, odd), Row("x", odd, isEnabled: false, comment: odd)])
        try expectRoundTrip(draft)
        draft.body = BodyDraft(
            kind: .multipart, parts: [.init(odd, odd), .init("f", odd, isFile: true, contentType: odd, fileName: odd, headers: odd)])
        try expectRoundTrip(draft)
        for body in [BodyDraft(kind: .text, text: odd), BodyDraft(kind: .xml, xml: odd), BodyDraft(kind: .file, file: odd)] {
            draft.body = body
            try expectRoundTrip(draft)
        }
        draft.body = BodyDraft(kind: .graphql, graphql: .init(query: odd + "\n# @variables\nx", variables: odd, operation: odd))
        try expectRoundTrip(draft)
    }

    @Test(arguments: BodyDraft.Kind.allCases)
    func `an empty body keeps its kind`(_ kind: BodyDraft.Kind) throws { try expectRoundTrip(RequestDraft(body: BodyDraft(kind: kind))) }

    @Test(arguments: ["//h", "#", "# @name", "/", "\\/", "\\#", "@X", "\\@"])
    func `a line of a text that looks like a comment is not one`(text: String) throws {
        try expectRoundTrip(RequestDraft(method: text, url: "h", headers: [Row(text, "b"), Row(text, "c", isEnabled: false)]))
    }

    @Test func `hand-written files are read`() throws {
        let draft = try HTTPText.read(
            """
            ### a note
            POST https://h/x?a=1&b=2 HTTP/1.1
            Content-Type: application/json

            {"a": 1}
            """)
        #expect((draft.method, draft.url, draft.query) == ("POST", "https://h/x", [Row("a", "1"), Row("b", "2")]))
        #expect(draft.body.json == "{\"a\": 1}")
        #expect(draft.docs == "a note")
    }

    @Test func `directives of the body may stand in any order`() throws {
        let draft = try HTTPText.read("# @operation o\n# @body graphql\nPOST h\n\n{ a }")
        #expect(draft.body == BodyDraft(kind: .graphql, graphql: .init(query: "{ a }", operation: "o")))
        let file = try HTTPText.read("# @line-breaks omit\n# @type a/b\n# @body file\nPOST h\n\n< a.txt")
        #expect(file.body == BodyDraft(kind: .file, file: "a.txt", fileContentType: "a/b", fileLineBreaks: "omit"))
    }

    @Test func `a directive that is removed from the text is removed from the body`() throws {
        let body = BodyDraft(
            kind: .file, contentType: "c/d", graphql: .init(query: "q", operation: "o"), file: "a", fileContentType: "a/b",
            fileLineBreaks: "omit")
        let read = try HTTPText.read("# @body file\nPOST h\n\n< a", over: RequestDraft(body: body)).body
        #expect((read.fileContentType, read.fileLineBreaks) == ("", ""))
        #expect((read.contentType, read.graphql.operation) == ("c/d", "o"), "other kinds keep theirs")
    }

    @Test func `empty items of a query are kept`() throws {
        let query = [Row("a", "1"), Row(isBare: true), Row("b", "2")]
        try expectRoundTrip(RequestDraft(url: "https://h/x", query: query))
        #expect(try HTTPText.read("GET https://h/x?a=1&&b=2\n").query == query)
        #expect(try HTTPText.read("GET https://h/x?\n").query == [])
    }

    @Test(arguments: ["f", "#", "a=b", "# @note x", "\\", " edge ", "f "])
    func `a name alone in a form is kept`(name: String) throws {
        let form = [Row(name, isBare: true), Row(name), Row(name, isEnabled: false, comment: "why", isBare: true), Row("g", "1")]
        try expectRoundTrip(RequestDraft(url: "h", body: BodyDraft(kind: .form, form: form)))
    }

    @Test func `a name without an equals sign in a form is a bare one`() throws {
        #expect(try HTTPText.read("# @body form\nPOST h\n\nf\ng =\n").body.form == [Row("f", isBare: true), Row("g")])
    }

    @Test func `values that the text cannot express are kept`() throws {
        let base = RequestDraft(auth: AuthDraft(.none, fields: ["username": "u"]), body: BodyDraft(kind: .json, text: "old", json: "{}"))
        let draft = try HTTPText.read("GET h\n", over: base)
        #expect(draft.body == BodyDraft(kind: .none, text: "old", json: "{}"))
        #expect(draft.auth.fields == ["username": "u"])
    }

    @Test func `ignore rules are kept`() throws {
        let base = try RequestDraft(document: ["url": "h", "comparison": ["ignore": ["/count"]]])
        let draft = try HTTPText.read(HTTPText.write(base), over: base)
        #expect(draft == base)
        #expect(draft.document["comparison"] != nil)
    }

    @Test(arguments: [("timeout", "abc"), ("redirects.limit", "-5"), ("limits.bodyByteCount", "64q"), ("tls.verify", "\"may be\"")])
    func `an invalid option value is written and restored`(_ name: String, _ text: String) throws {
        let option = try #require(RequestOption.named(name))
        var draft = RequestDraft(url: "h")
        option.setTypedText(text, in: &draft.options)
        #expect(draft.options.unread == [name: text])
        try expectRoundTrip(draft)
    }

    @Test(arguments: ["timeout = abc", "timeout = \"abc\""]) func `an unreadable option is kept`(_ line: String) throws {
        #expect(try HTTPText.read("# @option \(line)\nGET h").options.unread == ["timeout": "abc"])
    }

    @Test(arguments: ["may be", "a | b", "x | secret: y", "a\nb"])
    func `an invalid secrecy is written and restored`(_ text: String) throws {
        var capture = Capture(variable: "v", query: ".a | .b")
        capture.unreadSecrecy = text
        try expectRoundTrip(RequestDraft(url: "h", captures: [capture, Capture(variable: "w")]))
    }

    @Test(arguments: [
        ("POST h\n\n{}\n###\nGET http://h/", 4), ("### a\nPOST h\n\n{}\n\n### b\n# c\n\n@d = e\nGET {{f}} HTTP/1.1", 6),
        ("\n### a\nGET h", nil), ("POST h\n\n### Title\nWORDS that say something", nil), ("POST h\n\n{}\n###\n", nil), ("", nil),
        ("GET h\r\n\r\nx\r\n### \r\nGET /a\r\n", 4),
    ])
    func `a second request is reported`(_ text: String, _ line: Int?) {
        #expect(HTTPText.doubt(about: text)?.hasPrefix("line \(line ?? 0):") == (line == nil ? nil : true))
    }

    @Test(arguments: [
        ("", 1), ("GET", 1), ("GET h\nno header", 2), ("# @frob x\nGET h", 1), ("# @auth magic\nGET h", 1), ("# @capture x\nGET h", 1),
        ("# @body multipart\nGET h\n\nnoequals", 4), ("# @body form\nGET h\n\na = 1\n# a remark", 5),
        ("# @body json\n# @type a/b\nGET h\n\n{}", 2), ("# @operation o\n# @body xml\nGET h\n\n<a/>", 1),
        ("# @line-breaks omit\nGET h\n\nx", 1), ("\n# @option frob = 1\nGET h", 2), ("\n@host\nGET h", 2), ("\n\n# @var x\nGET h", 3),
    ])
    func `broken texts name their line`(_ text: String, _ line: Int) {
        #expect { try HTTPText.read(text) } throws: { ($0 as? HTTPTextError)?.line == line }
    }
}
