import DemoServer
import Foundation
import JSON
import Testing

/// The commands about the files of a workspace, and files that are no requests.
@Suite(.serialized, .timeLimit(.minutes(5))) struct WorkspaceCommandTests {
    private let server: DemoServer

    init() throws { server = try DemoServer.start() }

    @Test func `requests and environments are listed`() async throws {
        let program = try ProgramTests.program(beside: server)
        #expect(try await program.run(["list", "--names"]).output == "api/a-show\napi/b-after\nother/wrong\n")
        #expect(try await program.run(["list", "environments", "--names"]).output == "local\nlocal\n")
        #expect(try await program.run(["list", "folders", "--names"]).output == "api\nother\n")
        #expect(try await program.run(["list", "tags"]).output == "smoke\t1\n")
    }

    @Test func `requests have the tags of their folders`() async throws {
        func request(_ name: String, _ tags: String = "[]") -> String {
            #"{"name": "\#(name)", "url": "\#(server.url)/get", "tags": \#(tags)}"#
        }
        let program = try Program(files: [
            "collections/api/collection.json": #"{"name": "API", "tags": ["all"]}"#,
            "collections/api/a.request.json": request("A"),
            "collections/api/deep/folder.json": #"{"name": "Deep", "tags": ["slow", "all"]}"#,
            "collections/api/deep/inner/b.request.json": request("B", #"["own", "slow"]"#),
            "collections/other/c.request.json": request("C"),
        ])
        #expect(try await program.run(["list", "tags"]).output == "all\t2\nown\t1\nslow\t1\n")
        for (tags, count) in [(["all"], 2), (["slow"], 1), (["own", "all"], 2), (["own"], 1)] {
            let outcome = try await program.run(["run", "-q", "-r", "json=r"] + tags.flatMap { ["--tag", $0] })
            let summary = try JSONValue(parsing: program.text(of: "r"))["summary"]
            #expect(outcome.code == 0 && summary?["requests"]?.integer == count, "\(outcome)")
        }
        #expect(try await program.run(["run", "other", "--tag", "all"]).code == 2)
        try Data("{".utf8).write(to: program.folder.appending(path: "space/collections/api/deep/folder.json"))
        #expect(try await program.run(["run", "api", "--tag", "none"]).code == 3, "the tags of a broken folder are not known")
    }

    @Test func `the machine is described without secrets`() async throws {
        let outcome = try await Program().run(["doctor", "--json"], environment: ["API_TOKEN": "very-secret-2"])
        #expect(try JSONValue(parsing: outcome.output).array?.contains { $0["name"] == "libcurl" } == true)
        #expect(!outcome.output.contains("very-secret-2"))
    }

    @Test func `a folder that cannot be created is a fault`() async throws {
        let program = try Program(files: ["plain": ""])
        let file = program.folder.appending(path: "space/plain").path
        let outcome = try await program.run(["doctor"], environment: ["XDG_DATA_HOME": file])
        #expect(outcome.code == 1 && outcome.output.contains("✗ data: \(file)/apus: cannot be created"), "\(outcome.output)")
    }

    @Test func `a workspace is created, checked and formatted`() async throws {
        let program = try Program()
        #expect(try await program.run(["new", "environment", "api/local", "--url", "http://localhost:3000/v1"]).code == 0)
        let made = try await program.run(["new", "request", "api/List", "--url", "people", "--method", "POST"])
        #expect(made.output == "collections/api/list.request.json\n", "\(made.error)")
        #expect(try await program.run(["check"]).code == 0)
        let wrong = try await program.run(["new", "request", "api/Wrong", "--url", "{{nowhere}}/x"])
        #expect(wrong.code == 0)
        let checked = try await program.run(["check"])
        #expect(checked.code == 1 && checked.output.contains("{{nowhere}} is not defined"), "\(checked.output)\(checked.error)")
        #expect(try await program.run(["new", "workspace", "other"]).code == 0)
        let empty = try await program.run(["check", "--workspace", program.folder.appending(path: "space/other").path])
        #expect(
            empty.code == 0 && empty.output + empty.error == "1 collection, 0 requests, 0 environments: 0 problems\n",
            "\(empty.output)\(empty.error)")
        #expect(try await program.run(["new", "thing", "x"]).code == 2)
        try Data(#"{"name":"API"}"#.utf8).write(to: program.folder.appending(path: "space/collections/api/collection.json"))
        let unformatted = try await program.run(["fmt", "--check"])
        #expect(unformatted.code == 1 && !unformatted.output.contains("list.request.json"), "\(unformatted.output)")
        #expect(try await program.run(["fmt"]).code == 0)
        #expect(try await program.run(["fmt", "--check"]).code == 0)
    }

    @Test func `a broken file is named with its line`() async throws {
        let program = try Program(files: ["collections/api/bad.request.json": "{\n \"name\": ,\n}"])
        let outcome = try await program.run(["check", "--json"])
        #expect(outcome.code == 1)
        #expect(try JSONValue(parsing: outcome.output)[0]?["line"]?.integer == 2)
    }

    @Test func `requests that cannot be sent are found, and disabled rows are not used`() async throws {
        let program = try Program(files: [
            "collections/api/collection.json":
                #"{"name": "A", "openapi": "none.yaml", "variables": [{"name": "a", "value": "{{b}}"}, {"name": "b", "value": "{{a}}"}]}"#,
            "collections/api/a.request.json":
                #"{"url": "http://h/{{a}}", "headers": [{"name": "X", "value": "{{off}}", "enabled": false}], "body": {"type": "file", "path": "collections"}}"#,
        ])
        let outcome = try await program.run(["check"])
        for text in ["none.yaml does not exist", "{{a}} refers to itself", "collections is a folder"] {
            #expect(outcome.output.contains(text), "\(outcome.output)")
        }
        #expect(!outcome.output.contains("off"), "\(outcome.output)")
    }

    @Test func `environments with the same name are a problem`() async throws {
        let program = try Program(files: [
            "collections/api/environments/a.json": #"{"name": "prod"}"#, "collections/api/environments/b.json": #"{"name": "prod"}"#,
            "environments/c.json": #"{"name": "prod"}"#,
        ])
        let outcome = try await program.run(["check"])
        #expect(outcome.output.contains("environments/b.json: ") && outcome.output.contains("environments/a.json: rename"))
        #expect(outcome.error.hasSuffix(": 1 problem\n"), "\(outcome.output)")
    }

    @Test func `an option of the wrong kind reports the expected kinds`() async throws {
        let program = try Program(files: [
            "collections/api/a.request.json": #"{"name": "A", "url": "http://h/", "options": {"tls": {"verify": "no"}}}"#
        ])
        let outcome = try await program.run(["check"])
        #expect(
            outcome.output.contains(#"expected true or false, or a text with a {{variable}}, found the string "no""#), "\(outcome.output)")
        #expect(outcome.error == "1 collection, 1 request, 0 environments: 1 problem\n")
    }

    @Test func `responses are compared with the linked OpenAPI document`() async throws {
        let schema = #"{"type": "object", "required": ["url"], "properties": {"url": {"type": "integer"}}}"#
        let responses = #"{"200": {"description": "d", "content": {"application/json": {"schema": \#(schema)}}}}"#
        let document = """
            {"openapi": "3.1.0", "info": {"title": "Demo", "version": "1"}, "servers": [{"url": "\(server.url)"}],
            "paths": {"/get": {"get": {"summary": "Get", "responses": \(responses)}}}}
            """
        let program = try Program(files: ["specs/demo.json": document])
        let imported = try await program.run(["import", "specs/demo.json"])
        #expect(imported.code == 0, "\(imported.output)\(imported.error)")
        #expect(try JSONValue(parsing: program.text(of: "collections/demo/collection.json"))["openapi"] == "specs/demo.json")
        #expect(try await program.run(["check"]).code == 0)
        let run = try await program.run(["run", "demo"])
        #expect(run.code == 1 && run.output.contains("body /url"), "\(run.output)\(run.error)")
        try Data(document.replacing("integer", with: "string").utf8).write(to: program.folder.appending(path: "space/specs/demo.json"))
        let again = try await program.run(["run", "demo"])
        #expect(again.code == 0, "\(again.output)\(again.error)")
    }

    @Test func `undefined variables are named for each request with its environments`() async throws {
        let program = try Program(files: [
            "workspace.json": #"{"variables": [{"name": "w", "value": "1"}]}"#,
            "collections/api/collection.json": #"{"name": "API", "variables": [{"name": "c", "value": "1"}]}"#,
            "collections/api/f/folder.json": #"{"name": "F", "variables": [{"name": "f", "value": "1"}]}"#,
            "collections/api/environments/a.json": #"{"name": "a", "variables": [{"name": "e", "value": "1"}]}"#,
            "collections/api/environments/b.json": #"{"name": "b"}"#,
            "collections/api/f/in.request.json": #"{"url": "http://h/{{w}}/{{c}}/{{f}}/{{e}}/{{taken}}"}"#,
            "collections/api/out.request.json":
                #"{"url": "http://h/{{w}}/{{f}}", "captures": [{"variable": "taken", "from": "body"}]}"#,
        ])
        let issues = try JSONValue(parsing: try await program.run(["check", "--json"]).output).array ?? []
        #expect(
            issues.map { "\($0["file"]?.string ?? "") \($0["message"]?.string ?? "")" } == [
                "collections/api/f/in.request.json {{e}} is not defined in the environment b",
                "collections/api/out.request.json {{f}} is not defined in the environment a, the environment b",
            ])
    }

    /// As `apus send` finds it: by its name, by that of its file, and by that after the folder of its collection.
    @Test(arguments: ["Local server", "local", "api/Local server"])
    func `only the named environment is checked`(name: String) async throws {
        let program = try Program(files: [
            "collections/api/environments/local.json": #"{"name": "Local server", "variables": [{"name": "x", "value": "1"}]}"#,
            "collections/api/environments/other.json": #"{"name": "Other"}"#,
            "collections/api/a.request.json": #"{"url": "http://h/{{x}}"}"#,
        ])
        let check = try await program.run(["check", "-e", name])
        #expect(check.code == 0, "\(check.output)\(check.error)")
    }

    @Test func `members that are given twice are named with their place, never with a value`() async throws {
        let program = try Program(files: [
            "collections/api/environments/a.json":
                "{\"name\": \"a\",\n \"variables\": [{\"name\": \"x\", \"value\": \"one\",\n  \"value\": \"two\"}]}",
            "collections/api/a.request.json": #"{"url": "http://h/{{x}}", "method": "PUT", "method": "GET"}"#,
        ])
        let checked = try await program.run(["check", "--json"])
        let issues = try JSONValue(parsing: checked.output).array ?? []
        #expect(checked.code == 1 && !checked.output.contains("two"))
        #expect(issues.map { $0["file"] } == ["collections/api/a.request.json", "collections/api/environments/a.json"])
        #expect(issues.map { $0["pointer"] } == ["/method", "/variables/0/value"])
        #expect(issues.map { [$0["line"], $0["column"]] } == [[1, 44], [3, 3]])
    }

    @Test func `an undefined variable without environments`() async throws {
        let program = try Program(files: ["collections/api/a.request.json": #"{"url": "http://h/{{x}}"}"#])
        let issues = try JSONValue(parsing: try await program.run(["check", "--json"]).output).array ?? []
        #expect(issues.map { $0["message"]?.string } == ["{{x}} is not defined"])
    }

    @Test func `unknown functions are found`() async throws {
        let program = try Program(files: [
            "collections/api/a.request.json": #"{"url": "http://h/{{$uuid}}/{{$randomNope}}?a={{$randomInt 1 5}}"}"#
        ])
        let outcome = try await program.run(["check"])
        #expect(outcome.code == 1 && outcome.output.contains("{{$randomNope}} is not a function"), "\(outcome)")
        #expect(!outcome.output.contains("uuid") && !outcome.output.contains("randomInt"), "\(outcome)")
    }

    @Test func `names with line breaks do not start lines`() async throws {
        let name = #"x\n::error::mark\r\n::error::mark\u001b[31m"#
        let request =
            #"{"name": "\#(name)", "url": "http://127.0.0.1:1/{{v}}", "body": {"type": "multipart", "parts": [{"name": "\#(name)"}]}}"#
        let program = try Program(files: [
            "collections/api/collection.json": #"{"name": "\#(name)", "scripts": {"before": "x"}}"#,
            "collections/api/environments/a\n::error::mark.json": #"{"name": "\#(name)"}"#,
            "collections/api/a\n::error::mark.request.json": request, "collections/api/b\n::error::mark.request.json": request,
        ])
        let commands = [
            ["export", "--as", "curl", "--to", "-"], ["export", "--as", "hurl", "--to", "out"], ["send", "mark"],
            ["send", "api/a\n::error::mark"],
            ["send", "api/a\n::error::mark", "-e", "none"], ["run", "api", "-r", "github=-"], ["mark"], ["export", "none", "--as", "curl"],
        ]
        for words in commands {
            let outcome = try await program.run(words)
            let lines = (outcome.error + (words[0] == "export" && words.last == "-" ? "" : outcome.output)).unicodeScalars
                .split { $0 == "\n" || $0 == "\r" }.map { String($0) }
            #expect(!lines.contains { $0.hasPrefix("::error::mark") || $0.contains("\u{1B}") }, "\(words): \(lines)")
        }
    }

    @Test(arguments: [
        ["workspace", "."], ["collection", "API"], ["request", "api/One"], ["environment", "api/local"], ["environment", "all"],
    ])
    func `creating an existing item is refused`(words: [String]) async throws {
        let program = try Program(files: [
            "collections/api/one.request.json": #"{"name": "One"}"#, "collections/api/environments/local.json": #"{"name": "local"}"#,
            "environments/all.json": #"{"name": "all"}"#,
        ])
        let again = try await program.run(["new"] + words)
        #expect(again.code == 2 && again.error.contains("already"), "\(again.output)\(again.error)")
    }

    @Test func `inherited settings, assertions and values are checked once`() async throws {
        let request =
            #"{"name": "R", "url": "http://h/:id", "variables": [{"name": "n", "value": "{{inValue}}"}], "#
            + #""query": [{"name": "q", "value": "{{n}}"}], "assertions": [{"subject": "status", "predicate": "equals", "value": "{{inTest}}"}]}"#
        let checked = try await Program(files: [
            "collections/api/collection.json": #"{"name": "API", "headers": [{"name": "A", "value": "{{inherited}}"}]}"#,
            "collections/api/r.request.json": request, "collections/api/s.request.json": #"{"name": "S", "url": "http://h/"}"#,
            "collections/api/t.request.json": #"{"name": "T", "url": "http://h/", "options": {"environment": "none"}}"#,
        ]).run(["check"])
        let lines = checked.output.split(separator: "\n")
        for (file, words) in [
            ("collections/api/r.request.json", "path parameter id"), ("collections/api/r.request.json", "{{inValue}} is not defined"),
            ("collections/api/r.request.json", "{{inTest}} is not defined"), ("collections/api", "{{inherited}} is not defined; inherited"),
            ("collections/api/t.request.json", "“none”"),
        ] {
            #expect(lines.count { $0.hasPrefix(file + ":") && $0.contains(words) } == 1, "\(words): \(checked.output)")
        }
        #expect(checked.code == 1)
    }

    @Test(arguments: [
        (#"{"name": "R", "method": "no method"}"#, "token"), (#"{"name": "R", "url": "http://a b/"}"#, "host"),
        (#"{"name": "R", "options": {"tls": {"certificate": "no.pem"}}}"#, "tls.certificate file no.pem"),
        (
            #"{"name": "R", "method": "{{m}}", "url": "{{u}}", "variables": [{"name": "m", "value": "GET"}, {"name": "u", "value": "x"}]}"#,
            nil
        ),
    ])
    func `a request that cannot be sent is a problem`(request: String, problem: String?) async throws {
        let checked = try await Program(files: ["collections/api/r.request.json": request]).run(["check"])
        #expect(checked.code == (problem == nil ? 0 : 1), "\(checked.output)")
        if let problem { #expect(checked.output.contains(problem), "\(checked.output)") }
    }

    @Test(arguments: [
        (#""assertions": [{"subject": "status", "predicate": "equal", "value": 200}]"#, "status equal"),
        (#""assertions": [{"subject": "statsu", "value": 200}]"#, "statsu equals"),
        (#""assertions": [{"subject": "body ..[", "predicate": "exists"}]"#, "body ..[ exists"),
        (#""assertions": [{"subject": "body $.a[", "predicate": "exists"}]"#, "body $.a[ exists"),
        (#""assertions": [{"subject": "body", "predicate": "matches", "value": "("}]"#, "body matches"),
        (#""captures": [{"variable": "v", "query": ".a |"}]"#, "capture v"),
        (#""captures": [{"variable": "v", "from": "boby"}]"#, "capture v"),
        (#""assertions": [{"subject": "body .a.b", "predicate": "exists"}, {"subject": "body .a[]", "value": 1}]"#, nil),
    ])
    func `a check that always fails is a problem`(checks: String, problem: String?) async throws {
        let program = try Program(files: ["collections/api/a.request.json": #"{"url": "http://h/", \#(checks)}"#])
        let outcome = try await program.run(["check"])
        #expect(outcome.code == (problem == nil ? 0 : 1) && outcome.output.contains(problem ?? "") == (problem != nil), "\(outcome)")
    }

    @Test func `a lower-case method becomes the standard one`() async throws {
        let program = try Program()
        for (name, method) in [("a", "post"), ("b", "Brew")] { _ = try await program.run(["new", "request", "api/\(name)", "-m", method]) }
        #expect(try program.text(of: "collections/api/a.request.json").contains(#""POST""#))
        #expect(try program.text(of: "collections/api/b.request.json").contains(#""Brew""#))
    }

    @Test func `a broken link and an unknown environment are problems`() async throws {
        let program = try Program()
        let link = program.folder.appending(path: "space/collections/api/l.request.json").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/nowhere/x")
        let checked = try await program.run(["check"])
        #expect(checked.code == 1 && checked.output.contains("l.request.json"), "\(checked.output)")
        #expect(try await program.run(["check", "-e", "none"]).code == 2)
    }

    @Test func `a file that is not JSON does not prevent formatting the others`() async throws {
        let program = try Program(files: [
            "collections/api/a.request.json": "{ no", "collections/api/b.request.json": #"{"name":"B","url":"/b"}"#,
            "collections/api/b.examples.json": #"{"examples":[]}"#, "workspace.json": #"{"name":"W"}"#,
        ])
        let formatted = try await program.run(["fmt"])
        #expect(formatted.code == 2 && formatted.error.contains("a.request.json: line 1"), "\(formatted.error)")
        let files = formatted.output.split(separator: "\n")
        for name in ["collections/api/b.request.json", "collections/api/b.examples.json", "workspace.json"] {
            #expect(files.contains { $0 == name }, "\(files)")
        }
        let again = try await program.run(["fmt", "--check"])
        #expect(again.code == 2 && again.output.isEmpty, "\(again.output)")
    }

    @Test func `a signal ends a command without unsaved results`() async throws {
        let program = try Program()
        let code = try await program.codeAfterSignal(["import", "-"], onceItReads: String(repeating: "no format\n", count: 40_000))
        #expect(code == 128 + SIGTERM)
    }

    @Test(arguments: ["workspace.json", "collections/api/collection.json", "collections/api/a.request.json"])
    func `a folder or a pipe in the place of a file is named`(file: String) async throws {
        for isFolder in [true, false] {
            let program = try Program(files: [file: "{}"])
            let path = program.folder.appending(path: "space/\(file)").path
            try FileManager.default.removeItem(atPath: path)
            try #require((isFolder ? mkdir(path, 0o700) : mkfifo(path, 0o600)) == 0)
            let checked = try await program.run(["check"])
            let isRequestFolder = isFolder && file.hasSuffix(".request.json")
            #expect(checked.output.contains(isFolder ? "it is a folder" : "it is a pipe") != isRequestFolder, "\(checked.output)")
        }
    }

    @Test func `a pipe without a writer is not a body`() async throws {
        let request = #"{"name": "A", "method": "POST", "url": "\#(server.url)/post", "body": {"type": "file", "path": "pipe"}}"#
        let program = try Program(files: ["collections/api/a.request.json": request])
        try #require(mkfifo(program.folder.appending(path: "space/pipe").path, 0o600) == 0)
        let outcome = try await program.run(["send", "api/a", "--trust"])
        #expect(outcome.code != 0 && outcome.error.contains("a pipe that nothing writes to"), "\(outcome.error)")
        let shell = #"printf 'of a pipe' | "$@""#
        let piped = try await program.run(["send", "--", "curl", "--data-binary", "@/dev/stdin", "\(server.url)/post"], shell: shell)
        #expect(piped.output.contains("of a pipe"), "\(piped.error)")
    }

    @Test func `every file is checked against its schema`() async throws {
        let program = try Program(files: [
            "workspace.json": #"{"nam": "a"}"#, "collections/api/collection.json": #"{"name": "API", "auth": {"type": "basi"}}"#,
            "collections/api/a.request.json": "{\n \"method\": 5,\n \"querry\": []\n}",
            "collections/api/a.examples.json": #"{"examples": [{"status": "x"}]}"#,
            "collections/api/environments/e.json": #"{"secrets": [{"name": "a", "from": "file", "value": "hunter2"}]}"#,
            "collections/api/environments/e.secrets.json": #"{"a": 90210}"#,
        ])
        let outcome = try await program.run(["check", "--json"])
        #expect(outcome.code == 1)
        let issues = try JSONValue(parsing: outcome.output).array ?? []
        let places = issues.map { "\($0["file"]?.string ?? ""):\($0["line"]?.integer ?? 0)\($0["pointer"]?.string ?? "")" }
        #expect(
            places == [
                "collections/api/a.examples.json:1/examples/0/status", "collections/api/a.request.json:2/method",
                "collections/api/a.request.json:3/querry", "collections/api/collection.json:1/auth/type",
                "collections/api/environments/e.json:1/secrets/0/value", "collections/api/environments/e.secrets.json:1/a",
                "workspace.json:1/nam",
            ])
        #expect(!outcome.output.contains("hunter2") && !outcome.output.contains("90210"))
        #expect(issues.last?["message"]?.string?.contains("“name”") == true)
    }

    @Test func `the new command accepts folders by their names`() async throws {
        let program = try ProgramTests.program(beside: server)
        #expect(try await program.run(["new", "collection", "Foo"]).output == "collections/foo\n")
        #expect(try await program.run(["new", "request", "Foo/bar"]).output == "collections/foo/bar.request.json\n")
        #expect(try await program.run(["new", "request", "collections/foo/baz"]).output == "collections/foo/baz.request.json\n")
        let wrong = try await program.run(["new", "request", "Fo/bar"])
        #expect(wrong.code == 2 && wrong.error.contains("“Fo”; available: api, foo, other"), "\(wrong.error)")
        #expect(try await program.run(["new", "request", "Foo/x/Y y/bar"]).output == "collections/foo/x/y-y/bar.request.json\n")
        #expect(try await program.run(["new", "request", "Foo/x/Y y/bar2"]).output == "collections/foo/x/y-y/bar2.request.json\n")
        #expect(try await program.run(["new", "environment", "Foo/z/local"]).error.contains("“z” in foo; available: x"))
    }

    @Test func `imported and created files are formatted`() async throws {
        let item = #"{"name": "a", "request": {"method": "GET", "url": "http://h/?a=1", "header": [{"key": "A", "value": "b"}]}}"#
        let program = try Program(files: [
            "c.json": #"{"info": {"name": "C", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}, "#
                + #""variable": [{"key": "v", "value": "1"}], "item": [\#(item)]}"#,
            "collections/api/collection.json": "{\n  \"name\": \"API\"\n}\n",
        ])
        #expect(try await program.run(["import", "c.json"]).code == 0)
        #expect(try await program.run(["new", "request", "C/b", "-u", "http://h/?a=1"]).code == 0)
        let outcome = try await program.run(["fmt", "--check"])
        #expect(outcome.code == 0, "\(outcome.output)")
        let written = try program.text(of: "collections/c/a.request.json")
        #expect(written.contains(#"{ "name": "A", "value": "b" }"#))
    }
}
