import DemoServer
import Foundation
import JSON
import Testing

/// Requests that a run sends at once.
@Suite(.timeLimit(.minutes(5))) struct RunJobsTests {
    /// A server that responds only after all requests have arrived.
    @Test(arguments: [1, 12, 100]) func `the number of jobs is the number of requests in flight`(jobs: Int) async throws {
        let server = try ScriptedServer(holding: jobs) { _, _ in "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n" }
        let outcome = try await Program().run(["run", server.url, "--repeat", "\(jobs)", "--jobs", "\(jobs)", "-q"])
        #expect(
            outcome.code == 0 && outcome.output.hasPrefix("\(jobs) request\(jobs == 1 ? "" : "s"), 0 failed"),
            "\(outcome.output)\(outcome.error)")
        #expect(server.requests.count == jobs)
    }

    /// All requests of a run see one state of the workspace: its files are read once, and each secret is asked for once.
    @Test(arguments: [["--jobs", "4", "--repeat", "8"], ["--repeat", "3"]]) func `a run asks once for a secret`(words: [String])
        async throws
    {
        let server = try ScriptedServer { _, _ in "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n" }
        let secret = #"{"name": "t", "from": "command", "command": ["sh", "-c", "echo asked >> log; echo secret-value"]}"#
        let program = try Program(files: [
            "collections/api/environments/e.json": #"{"name": "e", "secrets": [\#(secret)]}"#,
            "collections/api/a.request.json": #"{"name": "A", "url": "\#(server.url)", "headers": [{"name": "X-T", "value": "{{t}}"}]}"#,
            "collections/api/deep/b.request.json":
                #"{"name": "B", "url": "\#(server.url)", "headers": [{"name": "X-T", "value": "{{t}}"}]}"#,
        ])
        let outcome = try await program.run(["run", "api", "-e", "e", "--trust", "-q"] + words)
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.error)")
        #expect(server.requests.allSatisfy { $0.contains("X-T: secret-value\r\n") })
        #expect(try program.text(of: "log") == "asked\n")
    }
}

/// Reports of runs by the built program.
@Suite(.timeLimit(.minutes(5))) struct RunReportFilesTests {
    private static let request =
        #"{"name": "A", "method": "POST", "url": "URL/anything", "body": {"type": "text", "text": "{{password}}"}}"#

    @Test func `values of rows whose names sound secret are masked everywhere`() async throws {
        let server = try DemoServer.start()
        let program = try Program(files: [
            "collections/api/a.request.json": Self.request.replacing("URL", with: server.url),
            "users.csv": "user,password\nlea,TOPSECRETPW1\n",
        ])
        let outcome = try await program.run([
            "run", "api", "--data", "users.csv", "--history", "--report", "json=r.json,html=r.html,junit=r.xml,tap=r.tap",
        ])
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.error)")
        let history = try await program.run(["history", "--json", "--full"]).output
        for text in [outcome.output, history] + (try ["r.json", "r.html", "r.xml", "r.tap"].map(program.text(of:))) {
            #expect(!text.contains("TOPSECRETPW1"), "\(text)")
        }
        #expect(history.contains("••••"))
    }

    @Test func `an unwritable report does not prevent other reports and the totals`() async throws {
        let server = try DemoServer.start()
        let program = try Program(files: ["collections/api/a.request.json": Self.request.replacing("URL", with: server.url)])
        let outcome = try await program.run(
            ["run", "api", "-v", "password=x", "--repeat", "50", "--report", "json=r.json,junit=r.xml"], shell: #"ulimit -f 20; exec "$@""#)
        #expect(outcome.code == 1 && outcome.output.contains("of 50 requests, 0 failed"), "\(outcome)")
        #expect(outcome.error.contains("r.json could not be written: file too large"), "\(outcome)")
        #expect(try program.text(of: "r.xml").contains("</testsuites>"))
    }

    @Test func `two reports in one file are refused, also through a link`() async throws {
        let program = try Program(files: ["collections/api/a.request.json": Self.request, "reports/.keep": ""])
        let folder = program.folder.appending(path: "space")
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "link"), withDestinationURL: folder.appending(path: "reports"))
        let outcome = try await program.run(["run", "api", "--report", "junit=reports/a.xml,json=link/a.xml"])
        #expect(outcome.code == 2 && outcome.error.contains("same file"), "\(outcome.error)")
    }
}

/// Checks of a response that is too large for memory.
@Suite(.timeLimit(.minutes(5))) struct RunLargeBodyTests {
    private static let body =
        #"{"items": ["#
        + (0..<500).map { #"{"id": \#($0), "text": "\#(String(repeating: "x", count: 200))"}"# }
        .joined(separator: ",") + "]}"

    @Test(arguments: [[], ["--history"]]) func `checks read the whole body`(words: [String]) async throws {
        let server = try ScriptedServer { _, _ in
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(Self.body.utf8.count)\r\nConnection: close\r\n\r\n"
                + Self.body
        }
        let schema = #"{"type": "object", "properties": {"items": {"type": "array", "minItems": 500}}}"#
        let program = try Program(files: [
            "collections/api/collection.json": #"{"name": "API", "openapi": "api.json"}"#,
            "api.json":
                #"{"openapi": "3.1.0", "paths": {"/": {"get": {"responses": {"200": {"content": {"application/json": {"schema": \#(schema)}}}}}}}}"#,
            "collections/api/a.request.json": #"""
            {"name": "A", "url": "\#(server.url)/", "captures": [{"variable": "last", "query": ".items[499].id"}],
             "assertions": [{"subject": "body .items | length", "value": 500}]}
            """#,
            "collections/api/b.request.json": #"{"name": "B", "url": "\#(server.url)/?{{last}}"}"#,
        ])
        let outcome = try await program.run(["run", "api", "--report", "json=r.json"] + words)
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.error)")
        #expect(server.requests.last?.contains("/?499 ") == true)
        let report = try JSONValue(parsing: program.text(of: "r.json"))
        let response = report["results"]?.array?.first?["exchange"]?["response"]
        #expect(response?["isBodyComplete"]?.bool == !words.isEmpty)
        #expect(response?["byteCount"] == .number(JSONNumber(Self.body.utf8.count)))
        let text = try #require(response?["body"]?.string)
        #expect(Self.body.hasPrefix(text) && (text == Self.body) == !words.isEmpty)
        let files = FileManager.default.enumerator(at: program.folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        #expect(!files.contains { $0.deletingLastPathComponent().lastPathComponent == "incoming" })
    }
}

/// `apus run` as users and scripts call it.
@Suite(.serialized, .timeLimit(.minutes(5))) struct RunProgramTests {
    private let server: DemoServer

    init() throws { server = try DemoServer.start() }

    @Test func `a run is sequential and passes captured values`() async throws {
        let outcome = try await ProgramTests.program(beside: server).run([
            "run", "api", "-e", "local", "-v", "page=42", "--report", "tap=-",
        ])
        #expect(outcome.code == 0, "\(outcome.output) \(outcome.error)")
        #expect(outcome.output == "TAP version 13\nok 1 - api/a-show\nok 2 - api/b-after\n1..2\n")
    }

    @Test(arguments: ["", " ", "/"]) func `an empty name sends nothing, even if there is only one request`(word: String) async throws {
        let program = try Program(files: ["collections/api/only.request.json": #"{"url": "http://127.0.0.1:9/", "method": "DELETE"}"#])
        for command in ["run", "send"] {
            let outcome = try await program.run([command, word])
            #expect(outcome.code == 2 && outcome.error.contains("empty"), "\(outcome)")
        }
    }

    @Test(arguments: ["api", "API v1", "deep", "Deep One", "API v1/Deep One", "api/deep", "deep/"])
    func `a folder is found by its name on the disk or on the screen`(words: String) async throws {
        let request = #"{"name": "Deep show", "url": "\#(server.url)/status/200"}"#
        let program = try Program(files: [
            "collections/api/collection.json": #"{"name": "API v1"}"#, "collections/api/deep/folder.json": #"{"name": "Deep One"}"#,
            "collections/api/deep/a.request.json": request, "collections/api/deep/b.request.json": request,
        ])
        let outcome = try await program.run(["run", words, "--report", "tap=-"])
        #expect(outcome.output == "TAP version 13\nok 1 - api/deep/a\nok 2 - api/deep/b\n1..2\n", "\(outcome.error)")
    }

    @Test func `a request comes before a folder of the same name, and two folders are not guessed between`() async throws {
        func request(_ name: String) -> String { #"{"name": "\#(name)", "url": "\#(server.url)/status/200"}"# }
        let program = try Program(files: [
            "collections/api/login/a.request.json": request("A"), "collections/api/login.request.json": request("login"),
            "collections/api/v1/users/a.request.json": request("B"), "collections/api/v2/users/a.request.json": request("C"),
        ])
        #expect(try await program.run(["run", "login", "--report", "tap=-"]).output == "TAP version 13\nok 1 - api/login\n1..1\n")
        let users = try await program.run(["run", "users"])
        #expect(users.code == 2 && users.error.contains("api/v1/users/a") && users.error.contains("api/v2/users/a"))
    }

    /// Sizes of bodies: in memory, in a file, and above the limit for bodies that are not displayed.
    @Test(arguments: ["/text/10k", "/text/100k", "/text/3m"]) func `a run reads responses to their end`(path: String) async throws {
        let program = try ProgramTests.program(beside: server)
        let outcome = try await program.run(["run", server.url + path, "--history"])
        #expect(outcome.code == 0, "\(outcome.output)")
    }

    @Test func `a run reports failures in every format`() async throws {
        let program = try ProgramTests.program(beside: server)
        let reports = ["--report", "junit=r.xml,json=r.json", "--report", "html=r.html", "--report", "tap=r.tap,github=r.txt"]
        let outcome = try await program.run(["run", "other", "api/a-show", "-e", "local", "-v", "page=1"] + reports)
        #expect(outcome.code == 1)
        let junit = try program.text(of: "r.xml")
        #expect(junit.contains("<failure type=\"assertion\" message=\"status"))
        #expect(junit.contains(/<testsuite name="apus run" timestamp="[0-9T:-]{19}" tests="2" failures="1" errors="0" time="[0-9.]+" *>/))
        #expect(try JSONValue(parsing: program.text(of: "r.json"))["summary"]?["failed"]?.integer == 1)
        #expect(try program.text(of: "r.html").contains("</html>"))
        #expect(try program.text(of: "r.tap").contains("not ok 1 - other/wrong"))
        #expect(try program.text(of: "r.txt").hasPrefix("::error file=collections/other/wrong.request.json"))
    }

    @Test func `a request file that cannot be read fails the run of its folder`() async throws {
        let program = try Program(files: [
            "collections/api/a.request.json": #"{"name": "A", "url": "\#(server.url)/status/200"}"#,
            "collections/api/b.request.json": "<<<<<<< HEAD\n{}\n", "collections/api/c.request.json": #"{"method": 5}"#,
            "collections/api/d.request.json": #"{"headers": 5}"#,
        ])
        let outcome = try await program.run(["run", "api", "--report", "json=r.json"])
        #expect(outcome.code == 3 && outcome.output.contains("4 requests, 3 failed"), "\(outcome)")
        let results = try #require(try JSONValue(parsing: program.text(of: "r.json"))["results"]?.array)
        #expect(results.map { $0["title"]?.string } == ["api/a", "api/b", "api/c", "api/d"])
        #expect(results.map { $0["passed"]?.bool } == [true, false, false, false])
        let problems = results.compactMap { $0["problems"]?[0]?.string }
        #expect(problems.map { $0.contains("request.json:1") } == [true, true, true], "\(problems)")
        #expect(try await program.run(["run", "--tag", "smoke", "-q"]).output.contains("b.request.json:1"))
        for name in ["api/b", "b", "api/d"] {
            let named = try await program.run(["run", name])
            #expect(named.code == 2 && named.error.contains("request.json:1"), "\(named)")
        }
        let list = try await program.run(["list", "--names"])
        #expect(list.code == 1 && list.output == "api/a\napi/d\n", "\(list)")
        // Also the last one, whose name can be read.
        for name in ["b", "c", "d"] { #expect(list.error.contains("api/\(name).request.json:1"), "\(list)") }
        let tags = try await program.run(["list", "tags"])
        #expect(tags.code == 1 && tags.error.contains("api/d.request.json:1"), "\(tags)")
    }

    @Test(arguments: [
        ("subjct", #""assertions": [{"subjct": "status", "value": 500}]"#), ("assertion", #""assertion": [{"subject": "status"}]"#),
        ("qurey", #""captures": [{"variable": "a", "qurey": "$.args"}]"#),
    ])
    func `a misspelt member of a check is a failed check`(name: String, member: String) async throws {
        let program = try Program(files: ["collections/api/a.request.json": #"{"url": "\#(server.url)/get", \#(member)}"#])
        let run = try await program.run(["run", "api"])
        #expect(run.code == 1 && run.output.contains("unknown member “\(name)”"), "\(run)")
        let send = try await program.run(["send", "api/a", "--check"])
        #expect(send.code == 1 && send.error.contains("unknown member “\(name)”"), "\(send)")
    }

    @Test func `a collection without requests is found`() async throws {
        let outcome = try await Program().run(["run", "api"])
        #expect(outcome.code == 2 && outcome.error.contains("“api” has no requests"), "\(outcome)")
    }

    @Test(arguments: ["json=new,tap=/no/folder/r", "json=new,yaml=x"]) func `a refused run makes no report`(reports: String) async throws {
        let program = try ProgramTests.program(beside: server)
        #expect(try await program.run(["run", "other", "--report", reports]).code == 2)
        #expect(throws: (any Error).self) { try program.text(of: "new") }
    }

    @Test(arguments: [["--report", "json=r,tap=/no/folder"], ["--report", "json=r", "-e", "missing"]])
    func `a refused run keeps the old reports`(words: [String]) async throws {
        let program = try ProgramTests.program(beside: server)
        try "old".write(to: program.folder.appending(path: "space/r"), atomically: true, encoding: .utf8)
        #expect(try await program.run(["run", "other"] + words).code == 2)
        #expect(try program.text(of: "r") == "old")
        #expect(try await program.run(["run", "other", "-e", "local", "--report", "tap=r"]).code == 1)
        #expect(try program.text(of: "r").hasPrefix("TAP version 13\nnot ok"))
    }

    @Test func `a link at the path of a report is replaced, never followed`() async throws {
        let program = try ProgramTests.program(beside: server)
        let target = program.folder.appending(path: "target").path
        try "mine".write(toFile: target, atomically: true, encoding: .utf8)
        symlink(target, program.folder.appending(path: "space/r").path)
        #expect(try await program.run(["run", "other", "-e", "local", "--report", "junit=r"]).code == 1)
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "mine")
        #expect(try program.text(of: "r").contains("tests=\"1\" failures=\"1\""))
    }

    @Test(.timeLimit(.minutes(5))) func `a report in a folder's place or in a pipe that nobody reads is refused`() async throws {
        let program = try ProgramTests.program(beside: server)
        mkfifo(program.folder.appending(path: "space/pipe").path, 0o600)
        for name in ["pipe", "collections"] {
            let outcome = try await program.run(["run", "other", "-e", "local", "--report", "tap=\(name)"])
            #expect(outcome.code == 2 && outcome.error.contains("could not be written"), "\(outcome)")
        }
    }

    @Test func `two reports in one file are refused`() async throws {
        let program = try ProgramTests.program(beside: server)
        let outcome = try await program.run(["run", "other", "-e", "local", "--report", "tap=r,json=./r"])
        #expect(outcome.code == 2 && outcome.error.contains("--report"), "\(outcome)")
        #expect(throws: (any Error).self) { try program.text(of: "r") }
    }

    @Test func `annotations are written between the lines of the results`() async throws {
        let program = try ProgramTests.program(beside: server)
        let outcome = try await program.run(
            ["run", "other", "-e", "local", "--report", "github=-,tap=a,b.tap"],
            environment: ["GITHUB_WORKSPACE": program.folder.path])
        #expect(
            outcome.output.contains("::error file=space/collections/other/wrong.request.json,")
                && outcome.output.contains("1 request, 1 failed"), "\(outcome)")
        #expect(try program.text(of: "a,b.tap").contains("not ok 1"))
    }

    @Test(arguments: [".", "space"]) func `annotations name the place of a request in a file`(repository: String) async throws {
        let program = try Program(files: [
            "a.http": "### One\nGET \(server.url)/get\n\n### Two\n# @assert status | equals | 200\nGET \(server.url)/status/500\n",
            "b.hurl": "# Three\nGET \(server.url)/status/500\nHTTP 200\n",
            "c.json": #"""
            {"info": {"name": "C", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
             "item": [{"name": "Four", "request": {"url": "http://127.0.0.1:1/"}}]}
            """#,
        ])
        let prefix = repository == "." ? "space/" : ""
        let outcome = try await program.run(
            ["run", "a.http", "./b.hurl", "c.json", "a.http#Two", "--report", "github=-"],
            environment: ["GITHUB_WORKSPACE": repository == "." ? program.folder.path : program.folder.path + "/space"])
        let places = outcome.output.matches(of: /::error (.*)title=/).map { String($0.1) }
        let expected = ["a.http,line=6", "b.hurl,line=2", "c.json", "a.http,line=6"].map { "file=\(prefix)\($0)," }
        #expect(places == expected, "\(outcome)")
    }

    @Test func `rows, repetitions, jobs, tags, retries and the end at a failure count`() async throws {
        let program = try ProgramTests.program(beside: server)
        try Data("page,note\n1,\"a,b\"\n2,c\n".utf8).write(to: program.folder.appending(path: "space/rows.csv"))
        let rows = try await program.run([
            "run", "--tag", "smoke", "-e", "local", "--data", "rows.csv", "--repeat", "5", "--jobs", "4", "-q",
        ])
        #expect(rows.code == 0 && rows.output.hasPrefix("10 requests, 0 failed"), "\(rows.output)\(rows.error)")
        let bail = try await program.run([
            "run", "other", "api", "-e", "local", "-v", "page=1", "--bail", "--retry", "1", "--retry-delay", "1ms", "-q",
        ])
        #expect(bail.code == 1 && bail.output.contains("1 of 3 requests, 1 failed"), "\(bail.output)")
        try Data("page\n1,2\n".utf8).write(to: program.folder.appending(path: "space/bad.csv"))
        let bad = try await program.run(["run", "api", "-e", "local", "--data", "bad.csv"])
        #expect(bad.code == 2 && bad.error.contains("bad.csv: line 2"))
    }

    @Test(arguments: ["run", "send"]) func `a check of Hurl that Apus lacks fails`(command: String) async throws {
        let program = try Program(files: ["a.hurl": "GET \(server.url)/get\nHTTP 200\n[Asserts]\nsha256 == hex,00;\n"])
        let outcome = try await program.run([command, "a.hurl"] + (command == "send" ? ["--check"] : []))
        #expect(outcome.code == 1, "\(outcome.output)\(outcome.error)")
        #expect(outcome.error.contains("apus \(command): kept: a.hurl line 4: assertion “sha256 == hex,00;”"), "\(outcome.error)")
        #expect((outcome.output + outcome.error).contains("sha256 == hex,00;"))
    }

    @Test(arguments: [(["run", "a.http"], ["ever"]), (["send", "a.http#Log in"], []), (["send", "a.http#ever"], ["ever"])])
    func `unused parts of a file are reported, for a request only its own`(words: [String], named: [String]) async throws {
        let program = try Program(files: [
            "a.http": """
            ### Log in
            # @name login
            GET \(server.url)/get

            ### Send both
            # @name ever
            POST \(server.url)/post
            Content-Type: application/json

            {"a": 1,
            < ./f1.txt
            }

            > {% client.test("x", () => { f(); }); %}
            """
        ])
        let outcome = try await program.run(words)
        #expect(outcome.code == 0, "\(outcome.error)")
        let lines = outcome.error.split(separator: "\n").map(String.init)
        let expected = ["lost: a.http line 7: files within the body", "kept: a.http: 1 script of “Send both”", "1 request has a script"]
        #expect(lines.count == (named.isEmpty ? 0 : words[0] == "run" ? 3 : 2), "\(lines)")
        for (line, text) in zip(lines, expected) { #expect(line.hasPrefix("apus \(words[0]): \(text)"), "\(line)") }
    }

    @Test(arguments: [["run", "api"], ["send", "api/one", "--check"]])
    func `tests expect values of variables`(words: [String]) async throws {
        let request = #"""
            {"name": "One", "url": "\#(server.url)/get?page={{page}}", "variables": [{"name": "page", "value": "3"}],
             "captures": [{"variable": "seen", "from": "body", "query": "$.args.page"}],
             "assertions": [{"subject": "body .args.page", "predicate": "equals", "value": "{{page}}"},
              {"subject": "body .args.page", "predicate": "equals", "value": "{{seen}}"}]}
            """#
        let program = try Program(files: ["collections/api/collection.json": "{}", "collections/api/one.request.json": request])
        let outcome = try await program.run(words)
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.error)")
    }

    /// The system limits no threads of the superuser, who can become another user.
    @Test(
        .enabled(if: geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")), .timeLimit(.minutes(1)),
        arguments: ["send", "run"])
    func `a command without a thread ends with an error`(command: String) async throws {
        let limited = #"exec setpriv --reuid=64321 --regid=64321 --clear-groups sh -c 'ulimit -u 1; exec "$@"' sh "$@""#
        let outcome = try await Program().run([command, "http://127.0.0.1:1/"], shell: limited)
        #expect(outcome.code == 3 && outcome.error.contains("ulimit"), "\(outcome)")
    }
}
