import DemoServer
import Foundation
import JSON
import TestFixtures
import Testing
import Workspace

/// The commands in scripts, loops and CI jobs.
@Suite(.timeLimit(.minutes(5))) struct ShellTests {
    private static func server(_ status: String = "204 No Content") throws -> ScriptedServer {
        try ScriptedServer { _, _ in "HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" }
    }

    // MARK: Logins

    /// A CI job would hang until its own limit.
    @Test(arguments: ["authorization_code", "device_code"])
    func `a login without a terminal fails at once, and nobody is said to have cancelled it`(grant: String) async throws {
        let server = try DemoServer.start()
        defer { server.stop() }
        let auth =
            #""type": "oauth2", "grant": "\#(grant)", "authorizationURL": "/oauth/authorize", "deviceURL": "/oauth/device_authorization", "tokenURL": "/oauth/token", "clientID": "demo-app""#
        let ask = #"{"name": "Ask", "url": "\#(server.url)/oauth/userinfo", "auth": {\#(auth)}}"#
        let program = try Program(files: ["collections/api/ask.request.json": ask])
        let sent = try await program.run(["send", "api/ask"], input: "")
        #expect(sent.code != 0 && sent.error.contains("no terminal") && !sent.error.contains("cancelled"), "\(sent)")
        let run = try await program.run(["run", "api/ask", "--report", "json=r.json"], input: "")
        #expect(run.code != 0, "\(run)")
        #expect(try program.text(of: "r.json").contains("no terminal"))
    }

    /// A script reads it to go on.
    @Test func `an address that is not followed is in the JSON, without its secrets`() async throws {
        let server = try Self.server("302 Found\r\nLocation: /next?page=2&code=US&token=abcdefgh12")
        let sent = try await Program(files: ["a": ""]).run(["send", server.url, "--json", "-O", "redirects.follow=no"])
        #expect(sent.code == 0 && sent.output.contains("\"/next?page=2&code=US&token=••••\""), "\(sent)")
    }

    // MARK: Words of the command line

    @Test func `words that answer a prompt, name the printed parts and ask for help are documented and work`() async throws {
        let program = try Program(files: ["collections/api/ask.request.json": #"{"name": "Ask", "url": "http://h.example/{{prompt:who}}"}"#]
        )
        let sent = try await program.run(["send", "api/ask", "--offline", "-v", "prompt:who=me", "--print", "all"])
        #expect(sent.code == 0 && sent.output.contains("http://h.example/me"), "\(sent)")
        let help = try await program.run(["help", "send"])
        #expect(help.code == 0 && help.output.contains("prompt:") && help.output.contains("both"), "\(help)")
        #expect(try await program.run(["send", "--help"]).output == help.output)
        let all = try await program.run(["help"])
        #expect(all.output.contains("apus help [COMMAND]") && all.output.contains("-V"), "\(all)")
        #expect(try await program.run(["-V"]).output == program.run(["--version"]).output)
    }

    // MARK: Finding requests

    @Test func `listing finds requests by their content, without credentials`() async throws {
        let request = #"""
            {"name": "Make", "url": "http://h/people?api_key=very-secret-1", "headers": [{"name": "X-Trace", "value": "on"}],
             "body": {"type": "json", "text": ["{", "  \"password\": \"very-secret-2\",", "  \"trace\": 1", "}"]}}
            """#
        let program = try Program(files: [
            "collections/api/make.request.json": request, "collections/api/other.request.json": #"{"name": "Other", "url": "http://h/"}"#,
            "a.http": "### one\nGET http://h/\nX-Trace: off\n",
        ])
        let found = try await program.run(["list", "--grep", "trace"])
        #expect(found.code == 0 && found.output == "api/make\theaders\t1\tX-Trace: on\napi/make\tbody.text\t3\t\"trace\": 1\n", "\(found)")
        #expect(try await program.run(["list", "--grep", "trace", "--names"]).output == "api/make\n")
        #expect(try await program.run(["list", "--grep", "Trace"]).output == "api/make\theaders\t1\tX-Trace: on\n")
        #expect(try await program.run(["list", "a.http", "--grep", "trace"]).output == "a.http#one\theaders\t1\tX-Trace: off\n")
        let rows = try JSONValue(parsing: try await program.run(["list", "--json", "--grep", "people"]).output).array
        #expect(rows?.count == 1 && rows?.first?["member"]?.string == "url" && rows?.first?["path"]?.string == "api/make")
        for words in [["password"], ["api_key"], ["very-secret"]] {
            let outcome = try await program.run(["list", "--grep"] + words)
            #expect(outcome.code == 0 && !outcome.output.contains("very-secret"), "\(outcome)")
        }
        #expect(try await program.run(["list", "--grep", "very-secret"]).output.isEmpty)
        for words in [["folders", "--grep", "x"], ["--grep", ""]] { #expect(try await program.run(["list"] + words).code == 2) }
    }

    // MARK: Standard input

    @Test func `a GET request of a file takes no body from standard input`() async throws {
        let server = try Self.server()
        let program = try Program(files: ["a.http": "### one\nGET \(server.url)/one\n"])
        for file in ["a.http", "a.http#one"] {
            #expect(try await program.run(["send", file], input: "echo second\n").code == 0)
        }
        #expect(server.requests.count == 2 && server.requests.allSatisfy { $0.hasPrefix("GET /one ") })
    }

    /// The pipe stays open: a request that reads it never ends.
    @Test(arguments: ["api/make", "make", "a.http", "a.http#one"])
    func `a saved request without a body takes none from standard input`(name: String) async throws {
        let server = try Self.server()
        let program = try Program(files: Self.bodiless(server))
        let loop = try await program.run(["send", name], shell: #"printf 'a\nb\n' | while read line; do "$@"; done"#)
        #expect(loop.code == 0 && server.requests.count == 2, "\(loop)")
        #expect(try await program.run(["send", name], shell: #"mkfifo p && exec 3<>p && "$@" <p"#).code == 0)
        #expect(server.requests.allSatisfy { $0.contains("Content-Length: 0\r\n") }, "\(server.requests)")
    }

    @Test func `a saved request takes its body from standard input if it is told to`() async throws {
        let server = try Self.server()
        let program = try Program(files: Self.bodiless(server))
        for words in [["api/make"], ["a.http#one"], ["POST", server.url], [server.url]] {
            #expect(try await program.run(["send"] + words + ["@-"], input: "seven b").code == 0)
        }
        #expect(server.requests.count == 4 && server.requests.allSatisfy { $0.hasPrefix("POST") && $0.contains("Content-Length: 7\r\n") })
        for words in [["@-", "-I"], ["@-", "--secret-from", "t=-"]] {
            #expect(try await program.run(["send", "api/make"] + words, input: "seven b").code == 2)
        }
        #expect(try await program.run(["send", "POST", server.url, "a=1", "@-"], input: "seven b").code == 2)
        #expect(try await program.run(["send", "api/make", "@-"], input: "").code == 2, "a program that failed prints nothing")
        #expect(server.requests.count == 4)
    }

    private static func bodiless(_ server: ScriptedServer) -> [String: String] {
        [
            "collections/api/make.request.json": #"{"name": "Make", "method": "POST", "url": "\#(server.url)/make"}"#,
            "a.http": "### one\nPOST \(server.url)/one\n",
        ]
    }

    @Test func `text that changes the method is announced, and can be ignored`() async throws {
        let server = try Self.server()
        let program = try Program()
        let sent = try await program.run(["send", server.url], input: "https://example.org/b\n")
        #expect(sent.error.contains("--ignore-stdin"), "\(sent)")
        #expect(try await program.run(["send", server.url], input: #"{"a": 1}"#).error.isEmpty)
        for option in ["--ignore-stdin", "-I"] {
            #expect(try await program.run(["send", server.url, option], input: "echo second\n").error.isEmpty)
        }
        #expect(server.requests.map { $0.prefix(4) } == ["POST", "POST", "GET ", "GET "])
    }

    @Test(arguments: ["name\nlea\nbo\n", #"[{"name": "lea"}, {"name": "bo"}]"#, "{\"name\": \"lea\"}\n{\"name\": \"bo\"}\n"])
    func `rows of data are read from standard input and from pipes`(rows: String) async throws {
        let server = try Self.server()
        let program = try Program(files: ["a.http": "GET \(server.url)/{{name}}\n"])
        for file in ["-", "/dev/stdin"] {
            let outcome = try await program.run(["run", "a.http", "--data", file], input: rows)
            #expect(outcome.code == 0, "\(outcome)")
        }
        #expect(server.requests.map { $0.split(separator: " ")[1] } == ["/lea", "/bo", "/lea", "/bo"])
        #expect(try await program.run(["run", "a.http", "--data", "-", "--secret-from", "t=-"], input: rows).code == 2)
        let named = try await program.run(["run", "a.http", "--data", "pipe"], shell: #"mkfifo pipe; echo name > pipe & "$@""#)
        #expect(named.error.contains("pipe") && !named.error.contains(".csv"), "a pipe with any name is read: \(named)")
    }

    // MARK: Signals and limits

    @Test func `the end of the terminal does not end a command of nohup`() async throws {
        let program = try Program()
        let arrived = program.folder.appending(path: "space/arrived")
        let server = try ScriptedServer { _, _ in
            try? Data().write(to: arrived)
            Thread.sleep(forTimeInterval: 2)
            return "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"
        }
        let hangup = "for i in $(seq 600); do [ -e '\(arrived.path)' ] && break; sleep 0.1; done; kill -HUP $!; wait $!"
        let outcome = try await program.run(["run", server.url], shell: #"trap '' HUP; "$@" & "# + hangup)
        #expect(outcome.code == 0, "\(outcome)")
    }

    /// The request is never sent.
    @Test(arguments: ["send", "run"]) func `a signal ends the command of a secret`(command: String) async throws {
        let program = try Program(files: [
            "collections/api/a.request.json": #"{"name": "A", "url": "http://127.0.0.1:1/{{s}}"}"#,
            "collections/api/environments/dev.json":
                #"{"name": "dev", "secrets": [{"name": "s", "from": "command", "command": ["sh", "-c", "echo $$ > id; exec sleep 1000"]}]}"#,
        ])
        let end = "for i in $(seq 600); do [ -s id ] && break; sleep 0.1; done; kill -TERM $!; wait $!; code=$?; "
        let outcome = try await program.run(
            [command, "api/a", "-e", "dev", "--trust"],
            shell: #"true; "$@" & "# + end + "kill -0 $(cat id) 2>/dev/null && exit 1; exit $code")
        #expect(outcome.code == 128 + SIGTERM, "\(outcome)")
    }

    @Test func `a run with more jobs than descriptors raises the limit`() async throws {
        let server = try ScriptedServer(holding: 60) { _, _ in "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n" }
        let outcome = try await Program().run(["run", server.url, "-n", "60", "-J", "60", "-q"], shell: #"ulimit -Sn 40; "$@""#)
        #expect(outcome.code == 0, "\(outcome)")
    }

    @Test func `processes that create the same request at once create one`() async throws {
        let program = try Program()
        let outcome = try await program.run(
            ["new", "request", "api/Item"], shell: #"for i in 1 2 3 4 5 6; do "$@" & done 2>/dev/null; wait"#)
        #expect(outcome.output == "collections/api/item.request.json\n", "\(outcome)")
    }

    // MARK: Failures

    @Test func `refused responses are failures with --fail`() async throws {
        let server = try Self.server("404 Not Found")
        let program = try Program(files: [
            "a.http": "GET \(server.url)\n", "b.http": "# @assert status | equals | 200\nGET \(server.url)\n",
        ])
        #expect(try await program.run(["run", "a.http"]).code == 0)
        let failed = try await program.run(["run", "a.http", "--fail", "--history", "--report", "junit=r.xml"])
        #expect(failed.code == 4 && failed.output.contains("status 404, counted as failed"), "\(failed)")
        #expect(try program.text(of: "r.xml").contains(#"failures="1""#))
        #expect(try await program.run(["run", "a.http", "b.http", "-f"]).code == 1)
        let replayed = try await program.run(["replay", "--filter", "status:404", "-f", "--limit", "0", "-r", "json=r.json"])
        #expect(replayed.code == 4 && replayed.output.contains("✗"), "\(replayed)")
        #expect(try JSONValue(parsing: program.text(of: "r.json"))["summary"]?["failed"]?.integer == 1)
    }

    @Test func `a request without a response is named by the same words in a run and in the history`() async throws {
        let program = try Program(files: ["a.http": "GET http://127.0.0.1:1/\n"])
        let run = try await program.run(["run", "a.http", "--history"])
        let history = try await program.run(["history"])
        let words = FailureHeadline.text(of: "cannotConnect")
        #expect(run.code != 0 && run.output.contains(" \(words) "), "\(run)")
        #expect(history.output.contains("  ERR ") && history.output.hasSuffix("  \(words)\n"), "\(history)")
    }

    @Test func `commands of other programs fail as they do`() async throws {
        let server = try Self.server("404 Not Found")
        let program = try Program()
        let commands = [["wget", "-q"], ["http", "--check-status", "GET"], ["curl", "-sf"], ["http", "GET"], ["curl", "-s"]]
        for (command, code) in zip(commands, [4, 4, 4, 0, 0] as [Int32]) {
            #expect(try await program.run(["send", "--"] + command + [server.url]).code == code, "\(command)")
        }
    }

    @Test func `the number of attempts is printed`() async throws {
        let server = try ScriptedServer { number, _ in
            "HTTP/1.1 \(number == 0 ? "503 Busy" : "200 OK")\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        }
        let program = try Program(files: ["a.http": "# @assert status | equals | 200\nGET \(server.url)\n"])
        let outcome = try await program.run(["run", "a.http", "--retry", "2"])
        #expect(outcome.code == 0 && outcome.output.contains("attempt 2"), "\(outcome)")
        #expect(try await program.run(["run", "a.http", "--retry-delay", "1s"]).code == 2)
    }

    /// A check that is not read must not pass: above the request in another form, and below it.
    @Test(arguments: [
        "# @assert status equals 201\nGET URL\n", "# @assert status == 201\nGET URL\n", "# @capture x body .a\nGET URL\n",
        "# @option timeout 5\nGET URL\n", "# @option timout = 5\nGET URL\n", "GET URL\n\n# @assert status | equals | 201\n",
        "POST URL\n\n{\"a\": 1}\n\n# @assert status | equals | 201\n", "# @no-redirect\nGET URL\n\n# @assert status | equals | 204\n",
        "GET URL\n\n# @option timeout = 5\n",
    ])
    func `a check that cannot be read fails`(text: String) async throws {
        let server = try Self.server()
        let program = try Program(files: ["a.http": text.replacing("URL", with: server.url)])
        let run = try await program.run(["run", "a.http"])
        #expect(run.code == 1 && run.output.contains("✗"), "\(run)")
        let check = try await program.run(["check", "a.http"])
        #expect(check.code == 1 && check.error.contains("1 problem"), "\(check)")
    }

    @Test func `a check within a text is a part of it`() async throws {
        let server = try Self.server()
        let program = try Program(files: ["a.http": "POST \(server.url)\nContent-Type: text/plain\n\na\n# @assert status equals 1\nb\n"])
        #expect(try await program.run(["run", "a.http"]).code == 0)
        #expect(try await program.run(["check", "a.http"]).code == 0)
    }

    @Test func `a missing value is reported with the option that supplies it`() async throws {
        let ask = #"{"name": "Ask", "url": "http://127.0.0.1:1/:id/{{place}}", "headers": [{"name": "X", "value": "{{token}}"}]}"#
        let program = try Program(files: [
            "collections/api/ask.request.json": ask,
            "collections/api/environments/local.json": #"{"name": "local", "secrets": [{"name": "token", "from": "file"}]}"#,
        ])
        let alone = try await program.run(["send", "api/ask"]).error
        #expect(alone.contains("-e NAME") && alone.contains("--variable id=VALUE") && !alone.contains("--secret-from"), "\(alone)")
        let chosen = try await program.run(["send", "api/ask", "-e", "local"]).error
        #expect(!chosen.contains("-e NAME") && chosen.contains("--variable id=VALUE"), "\(chosen)")
        #expect(chosen.contains("--secret-from NAME=env:VARIABLE") && !chosen.contains("with v"), "\(chosen)")
    }

    // MARK: Values from outside

    @Test func `an environment of the process has no effect where there are none`() async throws {
        let server = try Self.server()
        let environment = ["APUS_ENVIRONMENT": "local"]
        for words in [["send", server.url], ["run", server.url]] {
            // A program in the folder that happens to have the name is not meant.
            let outcome = try await Program(files: ["local": "#!/bin/sh\n"]).run(words, environment: environment)
            #expect(outcome.code == 0, "\(outcome)")
        }
        let program = try Program(files: ["collections/api/environments/dev.json": #"{"name": "dev"}"#])
        let wrong = try await program.run(["send", server.url], environment: environment)
        #expect(wrong.code == 2 && wrong.error.contains("APUS_ENVIRONMENT"), "\(wrong)")
    }

    private static let files = [
        "collections/api/a.request.json": #"{"name": "A", "url": "http://h/{{id}}/{{token}}/{{team}}"}"#,
        "collections/api/b.request.json": #"{"name": "B", "url": "http://h/{{missing}}"}"#, "rows.csv": "id\n1\n",
    ]

    @Test func `values that a run gets from outside are defined`() async throws {
        let program = try Program(files: Self.files)
        #expect(try await program.run(["check"]).error.contains("4 problems"))
        let outside = ["--data", "rows.csv", "--secret-from", "token=env:NOT_SET", "-v", "team"]
        let checked = try await program.run(["check"] + outside)
        #expect(checked.code == 1 && checked.output.contains("{{missing}}") && checked.error.contains("1 problem"), "\(checked)")
        #expect(try await program.run(["check"] + outside + ["-v", "missing=1"]).code == 0)
    }

    /// As a hook before a commit passes them.
    @Test func `only the problems of named files of a workspace are reported`() async throws {
        let program = try Program(files: Self.files)
        let one = try await program.run(["check", "collections/api/b.request.json"])
        #expect(one.code == 1 && one.error == "1 file: 1 problem\n" && one.output.contains("b.request.json"), "\(one)")
        #expect(try await program.run(["check", "collections/api/collection.json"]).code == 0)
        let linked = try Program(files: ["collections/api/collection.json": #"{"name": "API", "openapi": "none.yaml"}"#, "docs/a": ""])
        #expect(try await linked.run(["check", "collections/api/collection.json"]).output.contains("none.yaml"))
        #expect(try await linked.run(["check", "docs"]).code == 1)
        #expect(try await program.run(["check", "collections"]).error.contains("4 problems"))
        #expect(try await program.run(["check", "collections/api/none.request.json"]).code == 2)
        #expect(try await program.run(["check", "rows.csv"]).code == 0)
    }

    @Test func `named files of a workspace that are of other programs are left out`() async throws {
        let others = [
            "README.md": "# !a\n```\ncurl {{no}}\n```\n", "collections/api/a.png": "\u{0}PNG", "build.sh": "curl http://h/{{no}}\n",
            "package.json": #"{"name": "p"}"#, "ci.yml": "x: [!reference [a]]\n", "environments/.gitignore": "*.secrets.json\n",
            "empty": "",
            "tests/collection.json": #"{"name": "p"}"#,
        ]
        var files = others
        files["a.request.json"] = #"{"name": "A", "url": "http://h/"}"#
        files["collections/api/b.request.json"] = #"{"name": "B", "url": "http://h/"}"#
        files["collections/api/b.examples.json"] = "[]"
        files["collections/api/deep/collection.json"] = "{}"
        files["environments/local.json"] = #"{"name": "local"}"#
        files["bad.json"] = "{"
        files["bad.http"] = "GET http://h/{{no}}\n"
        let program = try Program(files: files)
        let checked = try await program.run(["check"] + others.keys)
        #expect(checked.code == 0 && checked.output.isEmpty && checked.error.contains("8 files, 8 left out"), "\(checked)")
        for own in ["collections/api/b.request.json", "environments/local.json", "collections/api/collection.json"] {
            let checked = try await program.run(["check", own, "README.md"])
            #expect(checked.code == 0 && checked.error.contains("1 left out"), "\(checked)")
        }
        for wrong in ["a.request.json", "collections/api/deep/collection.json", "bad.json", "bad.http"] {
            let checked = try await program.run(["check", wrong, "README.md"])
            #expect(checked.code == 1 && checked.output.hasPrefix(wrong), "\(checked)")
        }
    }

    @Test func `a whole history entry has every member of a brief entry`() async throws {
        let server = try Self.server()
        let program = try Program()
        _ = try await program.run(["send", server.url + "/a"])
        let row = try JSONValue(parsing: try await program.run(["history", "--json"]).output)[0]
        let whole = try JSONValue(parsing: try await program.run(["history", "--json", "--full"]).output)[0]
        let (names, all) = (try #require(row?.object?.members.map(\.name)), try #require(whole?.object?.members.map(\.name)))
        #expect(Set(names).isSubset(of: all) && whole?["status"] == 204 && whole?["request"]?["method"] == "GET")
    }

    @Test func `a document of several files is read from any folder, and a missing one is a problem`() async throws {
        let document = "openapi: 3.0.0\ninfo: {title: T}\nservers: [{url: 'http://127.0.0.1:1'}]\npaths:\n  /a: {$ref: p.yaml}\n"
        let program = try Program(files: [
            "d/o.yaml": document, "d/p.yaml": "get: {operationId: one}", "d/lost.yaml": document + "  /b: {$ref: none.yaml}\n",
            "d/net.yaml": document + "  /b: {$ref: 'http://127.0.0.1:1/none.yaml'}\n",
        ])
        let whole = program.folder.path + "/space/d/o.yaml"
        for (file, place) in [("d/o.yaml", "space"), ("o.yaml", "space/d"), (whole, "space")] {
            #expect(try await program.run(["list", file, "--names"], in: place).output == "\(file)#one\n")
            let checked = try await program.run(["check", file], in: place)
            #expect(checked.code == 0 && checked.error.contains("1 request"), "\(checked)")
            #expect(try await program.run(["send", file, "--offline"], in: place).output.contains("http://127.0.0.1:1/a"))
        }
        let lost = try await program.run(["check", "d/lost.yaml"])
        #expect(lost.code == 1 && lost.output.hasPrefix("d/lost.yaml: ") && lost.output.contains("none.yaml"), "\(lost)")
        let listed = try await program.run(["list", "d/lost.yaml"])
        #expect(listed.code == 0 && listed.error.contains("none.yaml"), "\(listed)")
        // The file is not wrong because nothing is fetched.
        let remote = try await program.run(["check", "d/net.yaml"])
        #expect(remote.code == 0 && remote.error.contains("none.yaml"), "\(remote)")
    }

    @Test(arguments: ["", "/bruno.json"])
    func `the requests of a folder are listed, checked and sent`(file: String) async throws {
        let folder = TemporaryFolder([
            "bruno.json": #"{"version": "1", "name": "B", "type": "collection"}"#,
            "users/get.bru": "meta {\n  name: Get\n}\n\nget {\n  url: http://127.0.0.1:1/a\n}\n",
            "bad.bru": "meta {\n  name: Bad\n}\n\nget {\n  url: http://127.0.0.1:1/{{missing}}\n}\n",
        ])
        let (program, place) = (try Program(), folder.path + file)
        let listed = try await program.run(["list", place, "--names"])
        let names = Set(listed.output.split(separator: "\n").map(String.init))
        #expect(listed.code == 0 && names == ["\(place)#users/Get", "\(place)#Bad"], "\(listed)")
        let checked = try await program.run(["check", place])
        #expect(checked.code == 1 && checked.output.contains("{{missing}}") && checked.error.contains("2 requests"), "\(checked)")
        let sent = try await program.run(["send", "\(place)#users/Get", "--offline"])
        #expect(sent.code == 0 && sent.output.contains("http://127.0.0.1:1/a"), "\(sent)")
        // Nothing listens there, but outside of a workspace the requests are found.
        let run = try await program.run(["run", place], in: ".")
        #expect(run.code != 0 && (run.output + run.error).contains("2 requests"), "\(run)")
        withExtendedLifetime(folder) {}
    }
}
