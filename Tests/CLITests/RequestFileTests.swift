import DemoServer
import Testing

/// Requests of files in the formats of imports, sent without an import.
@Suite struct RequestFileTests {
    private static let postman = #"""
        {"info": {"name": "C", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
         "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "t0ken"}]}, "variable": [{"key": "v", "value": "of the collection"}],
         "item": [{"name": "top", "request": {"url": "URL/anything?v={{v}}"}},
                  {"name": "F", "auth": {"type": "basic", "basic": [{"key": "username", "value": "u"}, {"key": "password", "value": "p"}]},
                   "item": [{"name": "inside", "request": {"url": "URL/anything"}}]}]}
        """#

    @Test func `a request has the authentication of its folders`() async throws {
        let program = try Program(files: ["c.json": Self.postman.replacing("URL", with: "http://127.0.0.1:1")])
        let top = try await program.run(["send", "c.json#top", "--offline", "--format", "curl"])
        #expect(top.output.contains("Bearer") && top.output.contains("v=of"), "\(top)")
        let inside = try await program.run(["send", "c.json#inside", "--offline", "--format", "curl"])
        #expect(inside.code == 0 && inside.output.contains("Basic") && !inside.output.contains("Bearer"), "\(inside)")
    }

    @Test func `a run sends inherited authentication`() async throws {
        let server = try DemoServer.start()
        defer { server.stop() }
        let program = try Program(files: ["c.json": Self.postman.replacing("URL", with: server.url)])
        #expect(try await program.run(["run", "c.json", "--history"]).code == 0)
        let entries = try await program.run(["history", "--json", "--full"]).output
        #expect(entries.ranges(of: #"Authorization\":"#).count == 2, "\(entries)")
    }

    private static let files = [
        "e.http": "GET {{host}}/anything/{{team}}\nX-Key: {{key}}\n",
        "http-client.env.json": #"{"dev": {"host": "http://127.0.0.1:1", "team": "red"}, "live": {"host": "http://127.0.0.1:2"}}"#,
        "http-client.private.env.json": #"{"dev": {"key": "hidden-value"}}"#,
    ]

    @Test func `an environment of the file is used, and its secrets are masked`() async throws {
        let outcome = try await Program(files: Self.files).run(["send", "e.http", "-e", "dev", "--offline"])
        #expect(outcome.code == 0 && outcome.output.contains("http://127.0.0.1:1/anything/red"), "\(outcome)")
        #expect(outcome.output.contains("X-Key") && !outcome.output.contains("hidden-value"), "\(outcome)")
    }

    @Test(arguments: ["send", "run"]) func `an unknown environment is refused with the known ones`(command: String) async throws {
        let outcome = try await Program(files: Self.files).run([command, "e.http", "-e", "nope"])
        #expect(outcome.code == 2 && outcome.error.contains("dev, live"), "\(outcome)")
    }

    @Test func `an environment of another file is used`() async throws {
        let file =
            #"{"name": "Local", "values": [{"key": "host", "value": "http://127.0.0.1:9"}], "_postman_variable_scope": "environment"}"#
        let program = try Program(files: [
            "a.http": "GET {{host}}/x\n", "local.postman_environment.json": file, "no.http": "GET http://h\n",
        ])
        let outcome = try await program.run(["send", "a.http", "-e", "local.postman_environment.json", "--offline"])
        #expect(outcome.code == 0 && outcome.output.contains("http://127.0.0.1:9/x"), "\(outcome)")
        let refused = try await program.run(["send", "a.http", "-e", "no.http", "--offline"])
        #expect(refused.code == 2 && refused.error.contains("no.http contains no environment"), "\(refused)")
    }

    /// A file of Postman, of this program outside of a workspace, and of the workspace, which newman's users and a shell's completion type.
    @Test(arguments: ["postman.json", "own.json", "sub/../own.json", "collections/api/environments/local.json"])
    func `a saved request is sent to the environment of a file`(file: String) async throws {
        let server = try DemoServer.start()
        defer { server.stop() }
        let program = try Program(files: [
            "collections/api/show.request.json":
                #"{"name": "Show", "url": "{{host}}/anything/{{team}}", "headers": [{"name": "X-Key", "value": "{{key}}"}]}"#,
            "collections/api/environments/local.json": Self.environment(server.url), "own.json": Self.environment(server.url),
            "collections/api/environments/local.secrets.json": #"{"key": "hidden-value"}"#, "own.secrets.json": #"{"key": "hidden-value"}"#,
            "sub/x": "",
            "postman.json": #"""
            {"name": "local", "_postman_variable_scope": "environment", "values": [{"key": "host", "value": "\#(server.url)"},
             {"key": "team", "value": "red"}, {"key": "key", "value": "hidden-value", "type": "secret"}]}
            """#,
        ])
        for path in ["own.secrets.json", "collections/api/environments/local.secrets.json"] {
            try program.makePrivate(path)
        }
        for words in [["api/show"], ["GET", "{{host}}/anything/{{team}}", "X-Key:{{key}}"]] {
            let sent = try await program.run(["send", "-e", file] + words + ["--offline"])
            #expect(sent.code == 0 && sent.output.contains("\(server.url)/anything/red"), "\(sent)")
            #expect(sent.output.contains("X-Key") && !sent.output.contains("hidden-value"), "\(sent)")
        }
        let run = try await program.run(["run", "api", "-e", file, "--history", "-r", "junit=r.xml"])
        #expect(try run.code == 0 && program.text(of: "r.xml").contains(#"classname="local""#), "\(run)")
        let entries = try await program.run(["history", "--json", "--full"]).output
        #expect(entries.contains("/anything/red") && !entries.contains("hidden-value"), "\(entries)")
    }

    private static func environment(_ host: String) -> String {
        #"""
        {"name": "local", "variables": [{"name": "host", "value": "\#(host)"}, {"name": "team", "value": "red"}],
         "secrets": [{"name": "key", "from": "file"}]}
        """#
    }

    @Test func `an environment of the workspace comes before a file of its name, and a protected file asks`() async throws {
        let file = #"{"name": "F", "scheme": "http", "host": "127.0.0.1", "port": 1, "protected": true}"#
        let program = try Program(files: [
            "collections/api/show.request.json": #"{"name": "Show", "method": "POST", "url": "/x"}"#, "local": file, "other": file,
            "collections/api/environments/local.json": #"{"name": "local", "scheme": "http", "host": "127.0.0.1", "port": 2}"#,
            "wrong.json": #"{"$schema": "environment.schema.json", "variables": 1}"#, "no.json": #"{"a": 1}"#,
        ])
        #expect(try await program.run(["send", "api/show", "-e", "local", "--offline"]).output.contains("http://127.0.0.1:2/x"))
        #expect(try await program.run(["send", "api/show", "-e", "other", "--offline"]).output.contains("http://127.0.0.1:1/x"))
        let refused = try await program.run(["send", "api/show", "-e", "other"])
        #expect(refused.code == 3 && refused.error.contains("--yes"), "\(refused)")
        for (name, part) in [("wrong.json", "/variables"), ("no.json", "no.json"), ("none.json", "none.json")] {
            let outcome = try await program.run(["send", "api/show", "-e", name, "--offline"])
            #expect(outcome.code == 2 && outcome.error.contains(part), "\(outcome)")
        }
    }

    @Test func `a file is checked in each of its environments`() async throws {
        var files = Self.files
        files["bad.http"] =
            "# @name one\nGET {{nohost}}/a\n\n###\n# @name two\n# @assert body .a[ | equals | 1\nPOST http://h/b\n\n< ./no.txt\n"
        files["broken.json"] = "{"
        files["other.env"] = "host=http://h\nteam=t\nkey=k\n"
        let program = try Program(files: files)
        let checked = try await program.run(["check", "e.http"])
        #expect(
            checked.code == 1
                && checked.output == "e.http: {{key}} is not defined in the environment live\n"
                    + "e.http: {{team}} is not defined in the environment live\n",
            "\(checked)")
        #expect(try await program.run(["check", "e.http", "-e", "dev"]).code == 0)
        #expect(try await program.run(["check", "e.http", "-e", "other.env"]).code == 0)
        let bad = try await program.run(["check", "bad.http", "broken.json", "--json"])
        #expect(bad.code == 1 && bad.output.contains("“one”: {{nohost}} is not defined"), "\(bad)")
        #expect(bad.output.contains("no.txt") && bad.output.contains("assertion “body .a[ equals”") && bad.output.contains("broken.json"))
        #expect(try await program.run(["check", "missing.http"]).code == 2)
    }

    @Test func `the requests of a file are listed`() async throws {
        let program = try Program(files: ["c.json": Self.postman.replacing("URL", with: "http://h")])
        let outcome = try await program.run(["list", "c.json", "--names"])
        #expect(outcome.code == 0 && outcome.output == "c.json#top\nc.json#F/inside\n", "\(outcome)")
        #expect(try await program.run(["send", "c.json#F/inside", "--offline"]).code == 0)
        #expect(try await program.run(["list", "nothing"]).code == 2)
    }

    @Test func `a run reports scripts that it does not run`() async throws {
        let server = try DemoServer.start()
        defer { server.stop() }
        func file(_ line: String) -> String {
            let script = #""event": [{"listen": "test", "script": {"exec": ["\#(line)"]}}]"#
            return Self.postman.replacing("URL", with: server.url).replacing(#"{"name": "top","#, with: #"{"name": "top", \#(script),"#)
        }
        let program = try Program(files: [
            "ok.json": file("pm.test('s', () => pm.response.to.have.status(200))"),
            "red.json": file("pm.test('s', () => pm.response.to.have.status(418))"), "script.json": file("pm.test('s', () => { other() })"),
        ])
        let ok = try await program.run(["run", "ok.json"])
        #expect(ok.code == 0 && ok.output.contains("1 assertion") && !ok.error.contains("script"), "\(ok)")
        #expect(try await program.run(["run", "red.json"]).code == 1)
        let script = try await program.run(["run", "script.json", "--report", "junit=j.xml,json=r.json"])
        #expect(script.code == 0 && script.error.contains("1 request has a script with tests that Apus does not run"), "\(script)")
        #expect(
            try program.text(of: "j.xml").contains("<system-out>")
                && program.text(of: "r.json").firstMatch(of: /"scriptsNotRun":\s*1/) != nil)
    }

    @Test func `options that are typed need no permission`() async throws {
        let server = try DemoServer.start()
        defer { server.stop() }
        let program = try Program(files: ["a.http": "# @option tls.verify = false\nGET \(server.url)/get\n"])
        #expect(try await program.run(["run", "\(server.url)/get", "-O", "tls.verify=no"]).code == 0)
        #expect(try await program.run(["run", "a.http"]).code == 3)
        #expect(try await program.run(["run", "a.http", "-O", "tls.verify=no"]).code == 0)
        #expect(try await program.run(["send", "a.http", "-O", "tls.verify=no", "-O", "timeout=9"]).code == 0)
        #expect(try await program.run(["send", "a.http", "-O", "timeout=9"]).code == 3)
    }

    @Test func `an unknown environment is refused for a file without environments`() async throws {
        let program = try Program(files: ["a.http": "GET http://127.0.0.1:1/\n"])
        #expect(try await program.run(["run", "a.http", "-e", "nope"]).code == 2)
    }

    @Test func `a run uses an environment of the file`() async throws {
        let server = try DemoServer.start()
        defer { server.stop() }
        var files = Self.files
        files["http-client.env.json"] = #"{"dev": {"host": "\#(server.url)", "team": "red"}}"#
        let program = try Program(files: files)
        let outcome = try await program.run(["run", "e.http", "-e", "dev", "--history"])
        #expect(outcome.code == 0, "\(outcome)")
        let entries = try await program.run(["history", "--json", "--full"]).output
        #expect(entries.contains("/anything/red") && !entries.contains("hidden-value"), "\(entries)")
    }

    @Test(arguments: [#"timeout = "abc""#, #"tls.verify = "nein""#, "redirects.follow = maybe"])
    func `an invalid option is refused, not left out`(option: String) async throws {
        let program = try Program(files: ["o.http": "# @option \(option)\nGET http://127.0.0.1:1/\n"])
        for command in [["send", "o.http", "--offline"], ["import", "o.http", "--dry-run"]] {
            let outcome = try await program.run(command)
            #expect(outcome.code != 0 && "\(outcome)".contains(String(option.prefix { $0 != " " })), "\(outcome)")
        }
    }

    @Test func `a name of several requests is refused, and the folder chooses one`() async throws {
        let two = Self.postman.replacing("URL", with: "http://127.0.0.1:1").replacing("\"top\"", with: "\"inside\"")
        let program = try Program(files: ["c.json": two, "a.http": "### a\nGET http://127.0.0.1:1/b\n### a\nGET http://127.0.0.1:1/c\n"])
        for (name, expected) in [("inside", "Bearer"), ("F/inside", "Basic")] {
            let outcome = try await program.run(["send", "c.json#\(name)", "--offline", "--format", "curl"])
            #expect(outcome.output.contains(expected), "\(outcome)")
        }
        let outcome = try await program.run(["send", "a.http#a", "--offline"])
        #expect(outcome.code == 2 && outcome.error.contains("2 requests"), "\(outcome)")
    }

    @Test func `every listed name selects one request`() async throws {
        func request(_ title: String, _ number: Int, _ id: String = "") -> String {
            "### \(title)\n\(id.isEmpty ? "" : "# @name \(id)\n")GET http://127.0.0.1:1/\(number)\n\n"
        }
        let requests = [("a", ""), ("a", ""), ("a", "third"), ("b", ""), ("c", "b"), ("a:2", ""), ("d", "d")]
        let text = requests.enumerated().map { request($1.0, $0, $1.1) }.joined()
        let program = try Program(files: ["a.http": text])
        let names = try await program.run(["list", "a.http", "--names"]).output.split(separator: "\n").map(String.init)
        #expect(names == ["a:1", "a::2", "third", "b:1", "c", "a:2", "d"].map { "a.http#" + $0 })
        for (number, name) in names.enumerated() {
            let sent = try await program.run(["send", name, "--offline"])
            #expect(sent.code == 0 && sent.output.contains("http://127.0.0.1:1/\(number)\n"), "\(name) \(sent)")
        }
        let refused = try await program.run(["send", "a.http#a", "--offline"])
        #expect(refused.code == 2 && ["a:1", "a::2", "third"].allSatisfy(refused.error.contains), "\(refused)")
    }

    @Test(arguments: ["send", "run"]) func `a file that is missing or has a slash after it is no host`(command: String) async throws {
        let program = try Program(files: ["c.json": Self.postman])
        for (word, part) in [
            ("no.http#x", "“no.http”"), ("no.json#F/inside", "“no.json”"), ("c.json/F", "c.json#F"),
            ("./c.json/F/inside", "./c.json#F/inside"),
        ] {
            for place in ["space", "."] {
                let outcome = try await program.run(
                    [command, place == "." ? word.replacing("c.json", with: "space/c.json") : word], in: place)
                #expect(
                    outcome.code == 2 && outcome.error.contains(place == "." ? part.replacing("c.json", with: "space/c.json") : part),
                    "\(outcome)")
            }
        }
        let host = try await program.run(["send", "c.example/F", "--offline"])
        #expect(host.code == 0 && host.output.contains("c.example"), "\(host)")
    }

    @Test func `a folder of a file is run and listed by its name or path`() async throws {
        func folder(_ name: String, _ items: [String]) -> String { #"{"name": "\#(name)", "item": [\#(items.joined(separator: ", "))]}"# }
        func request(_ name: String) -> String { #"{"name": "\#(name)", "request": {"url": "http://127.0.0.1:1/"}}"# }
        let items = [
            folder("A", [request("one"), folder("B", [request("two")]), folder("C", [request("three")])]),
            folder("D", [folder("C", [request("#4")])]),
            folder("E", [request("five")]), request("E"), request("GET /A"),
        ]
        let schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
        let collection = #"{"info": {"name": "X", "schema": "\#(schema)"}, "item": [\#(items.joined(separator: ", "))]}"#
        let program = try Program(files: ["c#1.json": collection, "out/x": ""])
        for (name, expected) in [
            ("A", ["A/one", "A/B/two", "A/C/three"]), ("A/B", ["A/B/two"]), ("B", ["A/B/two"]), ("D/C", ["D/C/#4"]), ("D/", ["D/C/#4"]),
            ("E", ["E"]), ("E/", ["E/five"]), ("D/C/#4", ["D/C/#4"]), ("#4", ["D/C/#4"]),
        ] {
            let listed = try await program.run(["list", "c#1.json#\(name)", "--names"])
            #expect(listed.code == 0 && listed.output == expected.map { "c#1.json#\($0)\n" }.joined(), "\(listed)")
            let run = try await program.run(["run", "c#1.json#\(name)", "-r", "tap=-"])
            let titles = run.output.matches(of: /not ok \d+ - (.*)/).map { String($0.1).replacing("\\#", with: "#") }
            #expect(run.code == 3 && titles == expected.map { $0.split(separator: "/").last.map(String.init) ?? "" }, "\(run)")
        }
        #expect(try await program.run(["send", "c#1.json#E", "--offline"]).code == 0)
        for (words, part) in [(["run"], "A/C, D/C"), (["send"], "A/C, D/C"), (["list"], "A/C, D/C")] {
            let refused = try await program.run(words + ["c#1.json#C"])
            #expect(refused.code == 2 && refused.error.contains(part), "\(refused)")
        }
        let folder = try await program.run(["send", "c#1.json#A/B", "--offline"])
        #expect(folder.code == 2 && folder.error.contains("apus run"), "\(folder)")
        #expect(try await program.run(["run", "c#1.json#Z"]).code == 2)
    }

    /// The requests of each file of a folder are counted on their own, and those that are skipped count too.
    @Test(
        arguments: [
            ("s.hurl#two", [], ["line 4"]), ("s.hurl#three", ["s.hurl line 12"], ["line 4"]), ("f#a/one", ["a.hurl line 4"], ["b.hurl"]),
            ("f#a/two", [], ["a.hurl", "b.hurl"]), ("f#b/three", [], ["a.hurl", "b.hurl"]), ("f#b/four", ["b.hurl line 7"], ["a.hurl"]),
        ] as [(String, [String], [String])])
    func `the parts of a request that are not used are its own`(_ word: String, _ named: [String], _ others: [String]) async throws {
        let lossy = "[Options]\noutput: x\n\n"
        let program = try Program(files: [
            "s.hurl": "# one\nGET http://h/1\n[Options]\nskip: true\n\n# two\nGET http://h/2\n\n# three\nGET http://h/3\n\(lossy)",
            "f/a.hurl": "# one\nGET http://h/1\n\(lossy)# two\nGET http://h/2\n",
            "f/b.hurl": "# three\nGET http://h/3\n\n# four\nGET http://h/4\n\(lossy)",
        ])
        let outcome = try await program.run(["send", word, "--offline"])
        #expect(outcome.code == 0, "\(outcome)")
        for place in named { #expect(outcome.error.contains(place), "\(outcome)") }
        for place in others { #expect(!outcome.error.contains(place), "\(outcome)") }
    }

    /// The word for standard input may come first.
    @Test(arguments: [["e.http", "@-"], ["@-", "e.http"], ["@-", "e.http#one"]])
    func `a file of another author needs permissions wherever it stands`(_ words: [String]) async throws {
        let server = try ScriptedServer { _, _ in "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n" }
        let program = try Program(files: ["e.http": "### one\nPUT \(server.url)\nX-Key: {{env:AWSX}}\n"])
        let refused = try await program.run(["send"] + words, input: "b", environment: ["AWSX": "hidden"])
        #expect(refused.code == 3 && refused.error.contains("AWSX") && server.requests.isEmpty, "\(refused)")
        let trusted = try await program.run(["send", "--trust"] + words, input: "b", environment: ["AWSX": "hidden"])
        #expect(trusted.code == 0 && server.requests.count == 1, "\(trusted)")
    }
}
