import JSON
import Testing
import Workspace

@testable import Interchange

@Suite struct HurlTests {
    private func read(_ text: String) throws -> ImportResult { try Importer().read(name: "a.hurl", bytes: Array(text.utf8)) }

    @Test(arguments: [("true", true), ("false", false)]) func `a skipped entry is known`(_ value: String, _ isSkipped: Bool) throws {
        let text = "DELETE http://h\n[Options]\nskip: \(value)\n"
        let result = try Importer().read(name: "a.hurl", bytes: Array(text.utf8))
        #expect(result.collections[0].requests.first?.request.isSkipped == isSkipped)
    }

    @Test(arguments: [("post", ["POST"], 1), ("M-SEARCH", [], 2), ("{{verb}}", [], 2), ("PURGE", ["PURGE"], 0)])
    func `a method that Hurl cannot say is reported`(method: String, methods: [String], losses: Int) throws {
        let draft = RequestDraft(name: "a", method: method, url: "http://h/")
        let result = ExportFormat.hurl.export(CollectionTree(.init(FolderDraft(name: "c"), items: [.request(.init(draft))])))
        #expect(result.losses.count == losses)
        let again = try result.files.flatMap { try read($0.text).collections[0].requests.map(\.request.draft.method) }
        #expect(again == methods && result.files.isEmpty == methods.isEmpty)
    }

    @Test(arguments: [
        ("GET {{}}", 1), ("POST http://h/a\n{ \"a\": x }", 2), ("GET http://h\n[Unknown]\na: b", 2), ("GET http://h\n\nxxx", 3),
    ])
    func reportsTheLineOfAProblem(_ text: String, _ line: Int) {
        let error = #expect(throws: ImportError.self) { try read(text) }
        #expect(error?.place.description.hasPrefix("line \(line), ") == true)
    }

    @Test func readsIndentedEntries() throws {
        let second = "# two\n  POST http://h/b\n  [Query]\n  q: 1\n  `body`\n  HTTP 201\n  [Asserts]\n  status == 201\n"
        let drafts = try read("GET http://h/a\nHTTP 200\n\n  \(second)").collections[0].requests.map(\.request.draft)
        #expect(drafts.map(\.method) == ["GET", "POST"])
        #expect(drafts[1].name == "two" && drafts[1].docs.isEmpty && drafts[1].query == [Row("q", "1")] && drafts[1].body.text == "body")
    }

    @Test func `a query is not part of the name`() throws {
        let request = try #require(try read("GET http://h/a?b=/c&=\n").collections[0].requests.first).request
        #expect(request.draft.name == "GET /a" && request.draft.url == "http://h/a?b=/c&=")
    }

    @Test func takesOptionsFromTheirVariables() throws {
        let result = try read("GET http://h/a/../b\n[Options]\nvariable: n=-1\nmax-redirs: {{n}}\nlocation: true\npath-as-is: true")
        let draft = result.collections[0].requests[0].request.draft
        #expect(draft.options.redirects.limit == nil && draft.url == "http://h/a/../b")
    }

    @Test func keepsCommentsAndVariablesFromEntryToEntry() throws {
        let result = try read(
            "# one\nGET http://{{h}}\n[Options]\nvariable: h=a\n# two\nGET http://{{h}}\n\n# body\n`x`\nHTTP 200\n[Asserts]\nstatus == 200\n\n# three\n#\n# four\nGET http://{{h}}\n"
        )
        let drafts = result.collections[0].requests.map(\.request.draft)
        #expect(drafts.map(\.name) == ["one", "two", "four"] && drafts.map(\.docs) == ["", "", "three"])
        #expect(drafts.allSatisfy { $0.variables == [Row("h", "a")] })
    }

    @Test(arguments: [
        ("# a\nGET http://h/x\n", "a", ""), ("# a\n# b\nGET http://h/x\n", "GET /x", "a\nb"), ("# a\n#\nGET http://h/x\n", "GET /x", "a"),
        ("# a\n# b\n\n# c\nGET http://h/x\n", "c", "a\nb"), ("# ----\nGET http://h/x\n", "GET /x", "----"),
        ("GET http://h/x\n", "GET /x", ""),
    ])
    func `the comment directly above a request is its name`(_ text: String, _ name: String, _ docs: String) throws {
        let tree = try read(text).collections[0]
        let draft = try #require(tree.requests.first).request.draft
        #expect((draft.name, draft.docs) == (name, docs))
        let again = try read(ExportFormat.hurl.export(tree).files[0].text).collections[0].requests[0].request.draft
        #expect((again.name, again.docs) == (name, docs))
    }

    @Test(arguments: [
        BodyDraft(kind: .text, text: "a \\{{b}} c\n"), BodyDraft(kind: .text, text: "\\{{a}} {{b}} \\\\{{c}}"),
        BodyDraft(kind: .xml, xml: "<a>\\{{b}}</a>\n"), BodyDraft(kind: .form, form: [Row("\\{{a", "{{b}} \\{{c}}")]),
    ])
    func literalBracesRemain(body: BodyDraft) throws {
        var tree = CollectionTree()
        tree.root.items = [.request(.init(RequestDraft(name: "A", method: "POST", url: "http://h/\\{{x}}", body: body)))]
        let text = ExportFormat.hurl.export(tree).files[0].text
        #expect(!text.contains("\\{{") && !text.contains("{{x"))
        let draft = try read(text).collections[0].requests[0].request.draft
        #expect((draft.url, draft.body.text, draft.body.xml, draft.body.form) == ("http://h/\\{{x}}", body.text, body.xml, body.form))
    }

    @Test func jsonWithLiteralBracesStaysTheSame() throws {
        var tree = CollectionTree()
        let body = BodyDraft(kind: .json, json: #"{"a": "\{{b}}", "c": {{d}}}"#)
        tree.root.items = [.request(.init(RequestDraft(name: "A", method: "POST", url: "http://h/", body: body)))]
        #expect(ExportFormat.hurl.export(tree).files[0].text.contains(#"{"a": "\u007b\u007bb}}", "c": {{d}}}"#))
    }

    @Test(arguments: [
        ("```novariable\n{{a}}\n```", "\\{{a}}\n"), ("```escape\na\\tb\\u{7b}{{c}}\n```", "a\tb{{{c}}\n"),
        ("`\\u{7b}\\u{7B}a}}`", "\\{{a}}"),
        ("```raw\n{{newUuid}}\n```", "{{$uuid}}\n"),
    ])
    func readsAttributesOfTexts(source: String, expected: String) throws {
        let draft = try read("POST http://h/\n\(source)\nHTTP 200\n").collections[0].requests[0].request.draft
        #expect(draft.body.text == expected)
    }

    @Test(
        arguments: [("{{t}}", nil), ("0.0001", "max-time: 1ms"), ("2.5", "max-time: 2500ms")] as [(String, String?)]
    )
    func timesAreInMilliseconds(time: String, line: String?) throws {
        var draft = RequestDraft(name: "A", url: "http://h/")
        _ = RequestOption.named("timeout")?.setText(time, in: &draft.options)
        var tree = CollectionTree()
        tree.root.items = [.request(.init(draft))]
        let result = ExportFormat.hurl.export(tree)
        #expect(result.files[0].text.split(separator: "\n").first { $0.hasPrefix("max-time") }.map(String.init) == line)
        #expect(result.losses.contains { $0.what.contains("max-time") } == (line == nil))
    }

    @Test(
        arguments: [
            (RequestOptions.Retry(attempts: 3, backoff: "constant"), "retry-interval: 1000ms", 0),
            (.init(attempts: 3, backoff: "immediate"), nil, 1), (.init(attempts: 3), nil, 0),
        ] as [(RequestOptions.Retry, String?, Int)])
    func `a constant delay of retries is exported to Hurl`(_ retry: RequestOptions.Retry, _ line: String?, _ losses: Int) throws {
        var draft = RequestDraft(name: "a", url: "http://h/")
        draft.options.retry = retry
        let result = ExportFormat.hurl.export(CollectionTree(.init(FolderDraft(name: "c"), items: [.request(.init(draft))])))
        #expect(result.files[0].text.split(separator: "\n").first { $0.hasPrefix("retry-") }.map(String.init) == line)
        #expect(result.losses.count == losses)
        let again = try read("GET http://h/\n[Options]\nretry: 2\nretry-interval: 50ms\n").collections[0].requests[0].request.draft
        #expect((again.options.retry.backoff, again.options.retry.delay) == ("constant", 0.05))
    }

    @Test func aTimeInAVariableIsReported() throws {
        let result = try read("GET http://h/\n[Options]\nmax-time: {{t}}\nHTTP 200\n")
        let options = result.collections[0].requests[0].request.draft.options
        #expect(result.issues.count == 1 && RequestOption.named("timeout")?.text(in: options) == "{{t}}")
    }

    @Test func aBackslashBeforeAVariableIsReported() throws {
        #expect(try read("POST http://h/\n```\n\\{{a}}\n```\nHTTP 200\n").issues.count == 1)
    }

    @Test func aRequestWithoutAURLIsNotWritten() {
        var tree = CollectionTree()
        tree.root.items = [.request(.init(RequestDraft(name: "Draft"))), .request(.init(RequestDraft(name: "List", url: "http://h/")))]
        let result = ExportFormat.hurl.export(tree)
        #expect(result.losses.map(\.item) == ["Draft"] && result.files[0].text.hasPrefix("# List\nGET http://h/"))
    }

    @Test func separatesGraphQLVariablesFromTheQuery() throws {
        let result = try read("POST http://h\n```graphql\nquery A {\n}\n\nvariables {\n}\n```\n")
        #expect(result.collections[0].requests[0].request.draft.body.graphql.query == "query A {\n}")
    }

    @Test func readsEntries() throws {
        let result = try read(
            #"""
            # Create a pilot
            POST https://h/pilots # comment
            X-A: b
            [Query]
            team: r&d
            [BasicAuth]
            me: secret
            [Options]
            location: true
            max-redirs: 5
            variable: x=1
            delay: 1s
            {
              "name": "{{name}}", "n": {{n}}
            }
            HTTP 201
            Location: /pilots/1
            [Captures]
            id: jsonpath "$.id"
            part: header "Location" regex "(\\d+)"
            [Asserts]
            jsonpath "$.name" contains "a"
            header "X" not exists
            jsonpath "$.list" count == 2
            xpath "count(//a)" == 2
            bytes count > 1

            GET https://h/a
            HTTP *
            ```
            line
            ```
            """#)
        let requests = result.collections[0].requests.map(\.request)
        let post = requests[0].draft
        #expect((post.name, post.docs) == ("Create a pilot", ""))
        #expect(post.query == [Row("team", "r%26d")])
        #expect(post.headers == [Row("X-A", "b")])
        #expect(post.auth == AuthDraft(.basic, fields: ["username": "me", "password": "secret"]))
        #expect(post.options.redirects.follow != false)
        #expect(post.options.redirects.limit == 5)
        #expect(post.variables == [Row("x", "1")])
        #expect(post.body.kind == .json)
        #expect(post.captures == [Capture(variable: "id", from: "body", query: "$.id")])
        #expect(
            post.assertions == [
                Assertion(subject: "status", value: 201), Assertion(subject: "header Location", value: "/pilots/1"),
                Assertion(subject: "body $.name", predicate: "contains", value: "a"),
                Assertion(subject: "header X", predicate: "notExists"),
                Assertion(subject: "body $.list", predicate: "hasLength", value: 2), Assertion(subject: "body count(//a)", value: 2),
            ])
        #expect(result.issues.filter { $0.severity == .kept }.count == 3)
        #expect(requests[1].draft.options.redirects.follow == false)
        #expect(requests[1].draft.assertions == [Assertion(subject: "body", value: "line\n")])
    }

    @Test func readsBodies() throws {
        let bodies = try read(
            """
            POST https://h
            `one line`
            HTTP 200
            POST https://h
            file,data.bin;
            HTTP 200
            POST https://h
            hex,68 69;
            HTTP 200
            POST https://h
            <?xml version="1.0"?><a><b/>x</a>
            HTTP 200
            POST https://h
            [Multipart]
            a: x
            f: file,n.txt; text/plain
            HTTP 200
            """
        ).collections[0].requests.map(\.request.draft.body)
        #expect(bodies.map(\.kind) == [.text, .file, .text, .xml, .multipart])
        #expect(bodies[2].text == "hi")
        #expect(bodies[4].parts == [.init("a", "x"), .init("f", "n.txt", isFile: true, contentType: "text/plain")])
    }

    @Test(arguments: [
        ("GET https://h\nHTTP 200\nxxx", 3), ("GET https://h\n[Options]\nfoo: true\nHTTP 200", 3),
        ("GET https://h\nHTTP 200\n[Asserts]\njsonpath ?? == 1", 4), ("POST https://h\n{\"a\": [1, ]}\nHTTP 200", 2),
        ("GET https://h\nHTTP 200\n[Asserts]\nstatus equals", 4), ("POST https://h\n```foo\n```\nHTTP 200", 2),
        ("POST https://h\nbase64, aa?\nHTTP 200", 2), ("GET https://h\nHTTP 20\n", 2),
    ])
    func namesThePlace(_ text: String, _ line: Int) {
        let error = #expect(throws: ImportError.self) { try read(text) }
        guard case .line(let found, _) = error?.place else { return #expect(Bool(false), "no line: \(String(describing: error))") }
        #expect(found == line)
    }

    @Test func `a name derived by the format is not written`() throws {
        let text = "GET http://h/a?b=1\n\n# Told\nPOST http://h/c\n"
        var losses: [ExportLoss] = []
        let tree = try Importer().read(name: "a.hurl", bytes: Array(text.utf8)).collections[0]
        #expect(ExportFormat.hurl.write(tree, &losses).map(\.text) == [text])
    }

    @Test(
        arguments: [
            (#"jsonpath "$.list" count >= 2"#, "body .list | length", "greaterOrEqual", 2),
            (#"jsonpath "$" count > 0"#, "body . | length", "greaterThan", 0),
            (#"jsonpath "$.a[0]['b c']" count != 3"#, #"body .a[0]."b c" | length"#, "notEquals", 3),
            (#"jsonpath "$.a[*].id" count == 3"#, "body [.a[].id] | length", "equals", 3),
            (#"jsonpath "$.list" count == 2"#, "body $.list", "hasLength", 2),
            (#"xpath "//button" count == 2"#, "body count(//button)", "equals", 2),
            (#"jsonpath "$.a" nth 1 == 2"#, "body $.a[1]", "equals", 2), (#"jsonpath "$.a" last > 2"#, "body $.a[-1]", "greaterThan", 2),
            (#"regex "id=(\\d+)" == "1""#, #"body regex:id=(\d+)"#, "equals", "1"),
            (#"body regex "id=(.)" != "1""#, "body regex:id=(.)", "notEquals", "1"),
        ] as [(String, String, String, JSONValue)])
    func `numbers of results, elements and patterns are compared`(
        _ line: String, _ subject: String, _ predicate: String, _ value: JSONValue
    ) throws {
        let result = try read("GET http://h/\nHTTP 200\n[Asserts]\n\(line)\n")
        let assertion = try #require(result.collections[0].requests.first?.request.draft.assertions.last)
        #expect(assertion == Assertion(subject: subject, predicate: predicate, value: value))
        let files = ExportFormat.hurl.export(result.collections[0]).files
        let again = try files.flatMap { try read($0.text).collections[0].requests.flatMap(\.request.draft.assertions) }
        #expect(again.last == assertion, "\(files.map(\.text))")
    }

    @Test func `a number of results is captured, and a path of several results is a wildcard`() throws {
        let text = "GET http://h/\nHTTP *\n[Captures]\nn: jsonpath \"$.a\" count\n"
        let tree = try read(text).collections[0]
        #expect(tree.requests[0].request.draft.captures == [Capture(variable: "n", from: "body", query: ".a | length")])
        #expect(ExportFormat.hurl.export(tree).files.first?.text.contains(#"n: jsonpath "$.a" count"#) == true)
        var draft = RequestDraft(name: "a", url: "http://h/")
        draft.captures = [Capture(variable: "n", query: ".a[].id")]
        let written = ExportFormat.hurl.export(CollectionTree(.init(FolderDraft(name: "c"), items: [.request(.init(draft))])))
        #expect(written.files.first?.text.contains(#"n: jsonpath "$.a[*].id""#) == true)
    }

    @Test func `an element of several results and other filters are reported`() throws {
        let lines = [#"jsonpath "$.a[*]" nth 1 == 2"#, #"jsonpath "$..a" first == 2"#, #"jsonpath "$.a" nth 1 toInt == 2"#]
        let result = try read("GET http://h/\nHTTP 200\n[Asserts]\n\(lines.joined(separator: "\n"))\n")
        #expect(result.collections[0].requests[0].request.draft.assertions.count == 1 && result.issues.count == 3)
    }

    @Test(arguments: ["isUuid", "isIsoDate"])
    func `a form of text is a regular expression`(_ predicate: String) throws {
        let line = "jsonpath \"$.id\" \(predicate)"
        let tree = try read("GET http://h/\nHTTP 200\n[Asserts]\n\(line)\n").collections[0]
        #expect(tree.requests[0].request.draft.assertions.last?.predicate == "matches")
        #expect(ExportFormat.hurl.export(tree).files.first?.text.contains(line) == true)
    }

    @Test func `space around a document is lost, since Hurl sends none`() throws {
        var draft = RequestDraft(name: "a", method: "POST", url: "http://h/")
        draft.body = BodyDraft(kind: .graphql, graphql: .init(query: "{ a }\n", variables: "{}"))
        let result = ExportFormat.hurl.export(CollectionTree(.init(FolderDraft(name: "c"), items: [.request(.init(draft))])))
        #expect(result.losses.count == 1)
        let again = try read(result.files[0].text).collections[0].requests[0].request.draft.body.graphql
        #expect(again.query == "{ a }" && again.variables == "{}")
    }

    @Test(arguments: [
        BodyDraft(kind: .text, text: "{{a and {{b}}"), BodyDraft(kind: .json, json: #"{"a": "{{b", "c": "{{{d}}}"}"#),
        BodyDraft(kind: .form, form: [Row("{{a", "{{ \"b\" }} {{{c}}}")]),
    ]) func `braces that are not closed are literal`(body: BodyDraft) throws {
        let draft = RequestDraft(
            name: "A", method: "POST", url: "http://h/{{baseurl/booking/9", headers: [Row("X", "{{")], body: body,
            assertions: [Assertion(subject: "body .a", predicate: "equals", value: "{{x")])
        var tree = CollectionTree()
        tree.root.items = [.request(.init(draft))]
        let file = ExportFormat.hurl.export(tree).files[0].text
        #expect(file.matches(of: /\{\{(?!b\}\}|c\}\}|d\}\})/).isEmpty)
        let read = try read(file).collections[0].requests[0].request.draft
        #expect(Template(read.url).parts == Template(draft.url).parts)
        #expect(zip(read.body.form, body.form).allSatisfy { Template($0.value).parts.count == Template($1.value).parts.count })
    }

    @Test(arguments: [("\"quoted str\"", "quoted str"), ("\"", "\""), ("a \"b\"", "a \"b\"")])
    func `quotes around the value of a variable are not part of it`(_ text: String, _ value: String) throws {
        let tree = try read("GET http://h\n[Options]\nvariable: s=\(text)\n").collections[0]
        #expect(tree.requests[0].request.draft.variables == [Row("s", value)])
    }

    @Test(arguments: ["\"quoted\"", "\"", "a\\b"]) func `the quotes in the value of a variable survive an export`(_ value: String) throws {
        let draft = RequestDraft(name: "A", url: "http://h/", variables: [Row("s", value)])
        #expect(try ExportFormatTests().readBack(draft, as: "hurl").variables == draft.variables)
    }

    @Test func `credentials that would go to other hosts are named`() throws {
        let result = try read("GET http://h\n[Options]\nlocation-trusted: true\n")
        #expect(result.collections[0].requests[0].request.draft.options.redirects.follow != false)
        #expect(result.issues.map(\.what) == ["option “location-trusted”"])
    }
}
