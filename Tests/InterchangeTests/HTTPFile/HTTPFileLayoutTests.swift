import Testing
import Workspace

@testable import Interchange

/// Files whose lines other programs read differently: missing separators, comments in several places, versions and directives.
@Suite struct HTTPFileLayoutTests {
    private func read(_ text: String) throws -> ImportResult { try Importer().read(name: "api.http", bytes: Array(text.utf8)) }

    private func drafts(_ text: String) throws -> [RequestDraft] { try read(text).collections[0].requests.map(\.request.draft) }

    @Test(arguments: [
        ("PUT http://h/a\n\nGET http://h/b\n\nGET http://h/c\n", [3, 5]), ("GET http://h/a\n\nHTTP/1.1 200 OK\nX: y\n\nbody\n", [3]),
        ("POST http://h\n\nGET up early\n", []), ("POST http://h\n\none\nGET http://h/b\n", []), ("POST http://h\n\nHTTP/1.1 is old\n", []),
    ])
    func `a request or response within a body is reported`(_ text: String, _ lines: [Int]) throws {
        let result = try read(text)
        #expect(result.issues.map(\.place) == lines.map { .line($0) } && result.collections[0].requests.count == 1)
    }

    @Test(.timeLimit(.minutes(5)), arguments: ["POST http://h\n\nPOST ", "a text\nGET "]) func `a long line of braces is read`(
        start: String
    ) throws {
        #expect(try read(start + String(repeating: "{{", count: 500_000) + "\n").collections[0].requests.count == 1)
    }

    @Test func `a reported line has no password`() throws {
        let result = try read("PUT http://h/a\n\nGET http://me:hunter2@h/b\n")
        #expect(result.issues.count == 1 && !result.issues[0].what.contains("hunter2"))
    }

    @Test(arguments: ["/// note", "// a\n\n// b", "# @lang=lua"])
    func `comments alone are no body`(_ lines: String) throws {
        #expect(try drafts("GET http://h\n\n\(lines)\n\n### two\nGET http://h/2\n").map(\.body.kind) == [.none, .none])
    }

    @Test(arguments: [
        ("####\n### Create   ###\n### (fails) ###\n", "Create (fails)", ""), ("####\n### Create ###\n####\n", "Create", ""),
        ("### Pilots\n\n### Create\n# note\n", "Create", "Pilots\nnote"), ("### Variables\n@a = 1\n\n### C#\n", "C#", ""),
        ("### A\n### \(String(repeating: "b", count: 200))\n", "A", String(repeating: "b", count: 200)), ("### A ##\n#\n", "A", ""),
    ])
    func `titles above a request are its name or its documentation`(_ lines: String, _ name: String, _ docs: String) throws {
        let drafts = try drafts("\(lines)GET http://h\n\n### Last\nGET http://h/2\n")
        #expect(drafts.map(\.name) == [name, "Last"] && drafts.map(\.docs) == [docs, ""])
    }

    @Test(arguments: [
        ("PATCH", "", "{ \"a\": 1 }\n\n# =====\n# Todo endpoints\n# =====\n\n", "{ \"a\": 1 }"),
        ("PATCH", "", "{\n  // \"b\": 2,\n  \"a\": 1\n# c\n}", "{\n  \"a\": 1\n}"), ("POST", "", "# only\n// comments", ""),
        ("GET", "Accept: a/b\n", "# =====\n# Todo endpoints\n", ""), ("POST", "", "<a>\n# x\n</a>\n// end", "<a>\n</a>"),
        ("POST", "Content-Type: application/x-www-form-urlencoded\n", "a=1\n# &b=2\n&c=3", "a=1&c=3"),
        ("POST", "Content-Type: text/markdown\n", "# Title\n\n# End", "# Title\n\n# End"),
        ("GET", "Content-Type: text/plain\n", "# note", ""), ("POST", "", "# Title\ntext\n# more", "# Title\ntext"),
    ])
    func `comments below a body and in marked bodies are not sent`(
        _ method: String, _ headers: String, _ lines: String, _ expected: String
    ) throws {
        let draft = try #require(try drafts("\(method) http://h\n\(headers)\n\(lines)\n\n### two\nGET http://h/2\n").first)
        let body = draft.body
        let text = body.form.isEmpty ? body.text + body.json + body.xml : body.form.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        #expect(text == expected)
    }

    @Test func `a comment above a text stays in it`() throws {
        #expect(try drafts("POST http://h\n\n# Title\ntext\n").first?.body.text == "# Title\ntext")
    }

    @Test(arguments: [
        ("# Upsert a station\n", "Upsert a station", ""), ("# One\n# Two\n", "POST /api/{{id}}", "One\nTwo"), ("", "POST /api/{{id}}", ""),
        ("# @name own\n# Note\n", "own", "Note"), ("# curl -d 'p=s3cret' http://h\n", "POST /api/{{id}}", "curl -d 'p=s3cret' http://h"),
        ("# Authorization: Bearer s3cret\n", "POST /api/{{id}}", "Authorization: Bearer s3cret"),
    ])
    func `a comment of one line names a request without a name`(_ lines: String, _ name: String, _ docs: String) throws {
        let draft = try #require(try drafts("###\n\(lines)POST {{$dotenv HOST }}/api/{{id}}?a=b\n").first)
        #expect(draft.name == name && draft.docs == docs)
    }

    @Test func `a name has no password`() throws {
        #expect(try drafts("GET https://kalo:s3cret@broker.example\n").first?.name.contains("s3cret") == false)
    }

    @Test func `block comments become documentation`() throws {
        let draft = try #require(try drafts("/*\n * download xml\n > [a](b)\n*/\n/* one line */\nGET http://h/xml\n").first)
        #expect(draft.url == "http://h/xml" && draft.docs == "download xml\n> [a](b)\none line" && draft.scripts == Scripts())
    }

    @Test func `text before a request line is reported`() throws {
        let result = try read("fragment Parts on Repository {\n  name\n}\n\nPOST http://h/graphql\nX: 1\n")
        #expect(result.collections[0].requests.map(\.request.draft.url) == ["http://h/graphql"])
        #expect(result.issues.map(\.place) == [.line(1)])
    }

    @Test(arguments: [
        ("HTTP/2", "2"), ("HTTP/2 (Prior Knowledge)", "2-prior-knowledge"), ("http/2.0", "2"), ("HTTP/1.1", nil), ("", nil),
    ])
    func `the version of HTTP becomes an option`(_ version: String, _ option: String?) throws {
        for text in ["GET http://h/a \(version)\n", "GET http://h\n  /a \(version)\n"] {
            let draft = try #require(try drafts(text).first)
            #expect(draft.options.httpVersion == option && draft.url == "http://h/a")
        }
    }

    @Test(arguments: ["2", "2-prior-knowledge"])
    func `an export writes the version`(_ version: String) throws {
        var (tree, draft) = (CollectionTree(.init(FolderDraft(name: "C"))), RequestDraft(name: "A", url: "http://h/a"))
        draft.options.httpVersion = version
        tree.root.items = [.request(.init(draft))]
        let text = try #require(ExportFormat.httpFile.export(tree).files.first).text
        #expect(try drafts(text).map(\.options.httpVersion) == [version])
    }

    @Test(arguments: [("GRPC", "GRPC", 1), ("SSE", "GET", 0)]) func `methods of other protocols`(method: String, sent: String, count: Int)
        throws
    {
        let result = try read("\(method) http://h/a\n")
        #expect(result.collections[0].requests.map(\.request.draft.method) == [sent] && result.issues.count == count)
    }

    @Test(arguments: ["Connection", "Connection[1]"]) func `a value of a header is captured by its name`(_ name: String) throws {
        let drafts = try drafts("# @name one\nGET http://h\n\n###\nGET http://h/{{one.response.headers.\(name)}}\n")
        #expect(drafts[0].captures.map(\.query) == ["Connection"])
    }

    @Test func `the default headers of Kulala belong to the environments`() throws {
        let text = #"{"$shared": {"$default_headers": {"X-A": "{{t}}"}}, "dev": {"t": "1"}}"#
        let result = try Importer().read(name: "http-client.env.json", bytes: Array(text.utf8))
        #expect(result.environments.map(\.draft.headers) == [[Row("X-A", "{{t}}")]] && result.issues.isEmpty)
    }

    @Test func `directives of httpyac become options`() throws {
        let result = try read("# @no-reject-unauthorized\n# @proxy http://p:1\nGET http://h\n")
        let options = try #require(result.collections[0].requests.first).request.draft.options
        #expect(options.tls.verify == false && options.proxy == "http://p:1" && result.issues.isEmpty)
    }

    @Test func `a filter in a reference within a URL stays whole`() throws {
        let result = try drafts(
            "# @name login\nGET http://h\n\n###\nGET http://h/u/{{login.response.body.$[?(@.id==7)].id}}?a=1\n")
        #expect(result[0].captures.map(\.query) == ["$[?(@.id==7)].id"])
    }

    @Test(arguments: ["", "X: 1\n", "\n", "?a=1\n"]) func `assertions of httpyac are no part of the URL`(_ between: String) throws {
        let text = "GET http://h/a\n\(between)?? status == 403\n  ?? body exists\n"
        let result = try Importer().read(name: "a.http", bytes: Array(text.utf8))
        let draft = result.collections[0].requests[0].request.draft
        #expect(draft.url == "http://h/a" && draft.query.map(\.name) == (between.hasPrefix("?") ? ["a"] : []))
        #expect(draft.body.kind == .none && result.issues.filter { $0.severity == .lost }.count == 2, "\(result.issues)")
    }

    @Test func `the variable host of httpyac stands before paths`() throws {
        let paths = "@host = http://h:3000\nPOST /auth/signup\n\n###\nGET /own\nHost: other\n\n###\nGET http://x/a\n"
        #expect(try drafts(paths).map(\.url) == ["{{host}}/auth/signup", "http://other/own", "http://x/a"])
        #expect(try drafts("GET /a\n").map(\.url) == ["/a"])
    }

    private static let mark = "GET http://h/0\n?? status == 200\n###\n"

    @Test(arguments: [
        // Files of httpyac, with the URLs of their requests.
        ("@host = http://h\nGET /a\n\nGET /b\n", ["{{host}}/a", "{{host}}/b"]),
        (mark + "GET http://h/a\nGET http://h/b\n", ["http://h/0", "http://h/a", "http://h/b"]),
        (
            mark + "POST http://h/a\nX: 1\n\n{\"a\": 1}\n\n# @name two\n@v = 1\nGET http://h/b?q={{v}}\n",
            ["http://h/0", "http://h/a", "http://h/b"]
        ),
        (
            mark
                + "POST http://h/a\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/http\n\nGET /x HTTP/1.1\n\n--b--\n",
            ["http://h/0", "http://h/a"]
        ),
        ("# @loop for 2\nPOST http://h/a\n\nGET http://h/b\n", ["http://h/a", "http://h/b"]),
        // Other files: only a line after what is certainly a whole request is no body.
        ("POST http://h/a\n\nGET http://h/b\n", ["http://h/a"]),
        ("PUT http://h/a\n\n{\"a\": \n\nGET http://h/b\n", ["http://h/a"]),
        ("PUT http://h/a\n\ntext\n\nGET http://h/b\n\nGET http://h/c\n", ["http://h/a"]),
        ("@auth = A: 1\nGET http://h/a\n{{auth}}\n\nGET http://h/b\n", ["http://h/a", "http://h/b"]),
        ("GET http://h/a\nGET http://h/b\nA: 1\n\n# c\nGET http://h/c\n", ["http://h/a", "http://h/b", "http://h/c"]),
        ("PUT http://h/a\n{\"a\": 1}\nPOST http://h/b\nA: 1\n\n{}\n[]\n\nGET http://h/c\n", ["http://h/a", "http://h/b", "http://h/c"]),
    ]) func `a request line of httpyac ends the request above`(_ text: String, _ urls: [String]) throws {
        #expect(try drafts(text).map(\.url) == urls)
    }

    @Test func `comments and variables above a request line of httpyac belong to it`() throws {
        let text = Self.mark + "POST http://h/a\n\n{\"a\": 1}\n\n# @name two\n@v = 1\nGET http://h/b\n"
        let requests = try read(text).collections[0].requests.map(\.request)
        #expect(requests.map(\.sourceID) == [nil, nil, "two"])
        #expect(requests[1].draft.body.text == "{\"a\": 1}" && requests[2].draft.body.kind == .none)
    }
}
