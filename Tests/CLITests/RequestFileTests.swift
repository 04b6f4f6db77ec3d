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

    @Test func `a run sends inherited authentication too`() async throws {
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

    @Test(arguments: ["send", "run"]) func `an unknown environment is refused with those of the file`(command: String) async throws {
        let outcome = try await Program(files: Self.files).run([command, "e.http", "-e", "nope"])
        #expect(outcome.code == 2 && outcome.error.contains("dev, live"), "\(outcome)")
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
}
