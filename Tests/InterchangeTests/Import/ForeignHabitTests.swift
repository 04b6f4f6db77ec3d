import TestFixtures
import Testing
import Workspace

@testable import Interchange

/// What other programs send although their files say something else, and what people write in shared files.
@Suite struct ForeignHabitTests {
    private func read(_ text: String, _ name: String) throws -> ImportResult { try Importer().read(name: name, bytes: Array(text.utf8)) }

    private func draft(_ text: String, _ name: String) throws -> RequestDraft {
        try #require(try read(text, name).collections.first?.requests.first?.request.draft)
    }

    private static func postman(_ type: String, _ mode: String, behaviour: String = "") -> String {
        """
        {"info":{"name":"c","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[{"name":"r",
        \(behaviour)"request":{"method":"POST","url":"http://h/","header":[{"key":"Content-Type","value":"\(type)"}],
        "body":{"mode":"\(mode)","\(mode)":[{"key":"a","value":"1","type":"text"}]}}}]}
        """
    }

    @Test(arguments: [
        ("application/x-www-form-urlencoded", "formdata", "", false), ("multipart/form-data", "formdata", "", true),
        ("text/plain", "urlencoded", "", false), ("application/x-www-form-urlencoded; charset=utf-8", "urlencoded", "", true),
        ("text/plain", "formdata", #""protocolProfileBehavior":{"disabledSystemHeaders":{"content-type":true}},"#, true),
    ])
    func `a content type that contradicts the body is switched off`(type: String, mode: String, behaviour: String, isKept: Bool) throws {
        let result = try read(Self.postman(type, mode, behaviour: behaviour), "c.json")
        let draft = try #require(result.collections.first?.requests.first?.request.draft)
        #expect(draft.headers.map(\.isEnabled) == [isKept])
        #expect(result.issues.contains { $0.text.contains("switched off") } == !isKept)
    }

    @Test func `a plus in the query of Insomnia is literal, and a reference is not touched`() throws {
        let text = """
            {"_type":"export","__export_format":4,"resources":[{"_id":"wrk_1","_type":"workspace","name":"w"},
            {"_id":"req_1","_type":"request","parentId":"wrk_1","name":"r","method":"GET","url":"http://h/",
            "parameters":[{"name":"t","value":"1+2 %41 {{ _.a }}"}]}]}
            """
        #expect(try draft(text, "i.json").query.map(\.value) == ["1%2B2 %41 {{a}}"])
    }

    @Test func `programs that encode whole values keep a percent sign`() throws {
        let slumber = "requests:\n  r:\n    method: GET\n    url: http://h/\n    query:\n      t: 1+2%41\n"
        #expect(try draft(slumber, "slumber.yml").query.map(\.value) == ["1%2B2%2541"])
        let posting = "name: r\nmethod: GET\nurl: http://h/\nparams:\n- name: t\n  value: 1+2%41\n"
        #expect(try draft(posting, "r.posting.yaml").query.map(\.value) == ["1%2B2%2541"])
        let bruno =
            "meta {\n  name: r\n}\n\nget {\n  url: http://h/?t=1%41\n}\n\nparams:query {\n  t: 1%41\n}\n\nsettings {\n  encodeUrl: true\n}\n"
        #expect(try draft(bruno, "r.bru").query.map(\.value) == ["1%2541"])
    }

    @Test func `calls of a function around curl are requests`() throws {
        let script = """
            #!/bin/bash
            HOST=http://h.test
            api() {
              curl -s -H "Accept: application/json" "$@"
            }
            get() { curl "$HOST$1"; }
            unused() { curl http://h.test/unused; }
            api "$HOST/users"
            api -X POST -d '{"a":1}' "$HOST/users" | jq .
            get /pets
            get "/a b"
            """
        let drafts = try read(script, "calls.sh").collections.flatMap { $0.requests.map(\.request.draft) }
        #expect(drafts.map(\.method) == ["GET", "GET", "POST", "GET", "GET"])
        #expect(drafts.map(\.url) == ["http://h.test/unused", "{{HOST}}/users", "{{HOST}}/users", "{{HOST}}/pets", "{{HOST}}/a b"])
        #expect(drafts[1].headers == [Row("Accept", "application/json")])
        #expect(drafts[2].body.content == #"{"a":1}"#, "\(drafts[2].body)")
    }

    @Test(arguments: [
        ("for id in 1 2; do api http://h/x; done", "GET", ""), ("if true; then api http://h/x; fi", "GET", ""),
        ("{ api http://h/x; }", "GET", ""),
        ("X=1 api http://h/x", "GET", ""), ("TOKEN=$(api http://h/x | jq .)", "GET", ""), ("! sudo api http://h/x || exit 1", "GET", ""),
        ("echo -n '[1]' | api --json @- http://h/x", "POST", "[1]"), ("api http://h/x;", "GET", ""),
    ])
    func `calls of functions are found wherever a shell expects a command`(call: String, method: String, body: String) throws {
        for header in ["api() {", "api () {", "function api {"] {
            let text = "\(header) curl -s \"$@\"; }\n\(call)\n"
            let drafts = try read(text, "f.sh").collections.flatMap { $0.requests.map(\.request.draft) }
            #expect(drafts.map(\.url) == ["http://h/x"])
            #expect(drafts.map(\.method) == [method])
            #expect(drafts.map(\.body.content) == [body])
        }
    }

    @Test(arguments: ["echo api http://h/x", "# api http://h/x", "api () { ls; }", "X=api"])
    func `a function without a call keeps its own command`(statement: String) throws {
        let drafts = try read("api () { curl http://h/$1; }\n\(statement)\n", "f.sh").collections.flatMap {
            $0.requests.map(\.request.draft)
        }
        #expect(drafts.count == 1 && drafts.first?.url.hasPrefix("http://h/") == true && drafts.first?.url != "http://h/x")
    }

    @Test(arguments: [
        (#"f() { curl -d "$1" http://h; }"#, #"f '{"a":1}'"#, #"{"a":1}"#), (#"f() { curl -d "x $1" http://h; }"#, #"f "b c""#, "x b c"),
        (#"f() { curl -d '$1' http://h; }"#, "f a", "$1"), (#"f() { curl -d "$1" http://h; }"#, "f 'a$2'", "a$2"),
        (#"f() { curl -d '{"n":"'"$1"'"}' http://h; }"#, "f \"Bob S\"", #"{"n":"Bob S"}"#),
    ])
    func `arguments of functions keep their quotes`(definition: String, call: String, body: String) throws {
        #expect(try draft("\(definition)\n\(call)\n", "f.sh").body.content == body)
    }

    @Test(arguments: [
        #"f() { curl "http://h/${1:-x}"; }"#, "f() { local x=$1; curl http://h/$x; }", "f() {\n  curl http://h/$1\n  curl http://h/2\n}",
        "usage() { cat <<E\nf GET /users\nE\n}\ng() { curl http://h/$1; }",
    ])
    func `a function that only a shell can run keeps its own command`(definition: String) throws {
        let drafts = try read("\(definition)\nf a\n", "f.sh").collections.flatMap { $0.requests.map(\.request.draft) }
        #expect(
            !drafts.isEmpty && drafts.allSatisfy { $0.url.contains("$") || $0.url.contains("{{") || $0.url == "http://h/2" },
            "\(drafts.map(\.url))")
    }

    @Test func `the time of functions with long blanks is linear`() throws {
        let blanks = String(repeating: " ", count: 200_000)
        let text = "f() { curl x\(blanks)y\n" + String(repeating: "g() { curl $1\n", count: 2_000)
        let (count, time) = try ProcessorTime.measured { try read(text, "f.sh").requestCount }
        #expect(count == 2_001 && time < .seconds(20))
    }

    @Test(arguments: [
        ("wget --post-file=f.bin http://h/", BodyDraft.Kind.file, ""), ("wget --user=ann --password='s e' http://h/", .none, "ann s e"),
        ("wget -e use_proxy=yes -e https_proxy=p:1 http://h/", .none, ""), ("wget -i urls.txt http://h/", .none, ""),
    ])
    func `files, credentials and settings of Wget`(line: String, kind: BodyDraft.Kind, login: String) throws {
        let requests = try read(line, "w.sh").collections.flatMap { $0.requests.map(\.request.draft) }
        #expect(requests.count == 1 && requests[0].url == "http://h/")
        #expect(requests[0].body.kind == kind && requests[0].method == (kind == .file ? "POST" : "GET"))
        #expect([requests[0].auth["username"], requests[0].auth["password"]].joined(separator: " ") == (login.isEmpty ? " " : login))
    }

    @Test func `a body from a file in an http file gets no content type`() throws {
        #expect(try draft("POST http://h/\n\n< ./f.json\n", "a.http").body.fileContentType == BodyDraft.noContentType)
    }

    private static let openAPI = """
        openapi: 3.0.0
        info: {title: sec, version: "1"}
        servers: [{url: https://h.test}]
        paths:
          /a:
            get:
              security: [{undef: []}, {key: []}]
              parameters: [{$ref: '#/components/parameters/Nope'}]
              responses: {200: {description: ok}}
          /b:
            post:
              requestBody:
                content:
                  application/x-www-form-urlencoded:
                    schema: {type: object, properties: {any: {anyOf: [{type: object}, {type: string}]}, n: {type: string}}}
                    encoding: {any: {style: deepObject, explode: true}}
              responses: {200: {description: ok}}
        components:
          securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
        """

    @Test func `a missing target, an undefined scheme and an empty object in OpenAPI`() throws {
        let result = try read(Self.openAPI, "api.yaml")
        let drafts = result.collections.flatMap { $0.requests.map(\.request.draft) }
        #expect(drafts[0].auth.kind == .apiKey)
        #expect(Set(drafts[1].body.form.map(\.name)) == ["any", "n"])
        let text = result.issues.map(\.text).joined(separator: "\n")
        #expect(text.contains("target does not exist") && !text.contains("--root"), "\(text)")
    }

    @Test func `a merge conflict is named`() {
        let text = "info:\n  name: r\n<<<<<<< HEAD\nhttp:\n=======\n>>>>>>> other\n"
        #expect { try read(text, "r.yml") } throws: { "\($0)".contains("merge conflict") && "\($0)".contains("3") }
    }

    @Test func `a style sheet is no file of Bruno`() {
        #expect { try read("body {\n  margin: 0;\n}\n", "index.css") } throws: { ($0 as? ImportError)?.isUnknownFormat == true }
    }

    @Test func `an escaped reference keeps its escape beside a plus`() {
        #expect(Row("a", #"\{{x}}+{{y}}"#).escapingPlus.value == #"\{{x}}%2B{{y}}"#)
    }
}

extension BodyDraft {
    /// The text of a body of any kind that has one.
    fileprivate var content: String {
        [text, json, xml].first { !$0.isEmpty } ?? form.map { $0.name + ($0.value.isEmpty ? "" : "=" + $0.value) }.joined(separator: "&")
    }
}
