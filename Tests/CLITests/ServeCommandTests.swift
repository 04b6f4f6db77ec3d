import DemoServer
import Foundation
import Synchronization
import Testing

/// `apus serve` of the built program, asked by `apus send`.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ServeCommandTests {
    private func program() throws -> Program {
        try Program(files: [
            "collections/api/one.request.json": #"{"name": "One", "url": "{{base}}/people/:id"}"#,
            "collections/api/one.examples.json":
                #"{"examples": [{"name": "found", "status": 203, "headers": [{"name": "X-A", "value": "b"}], "body": ["Lea"]}]}"#,
            "collections/other/collection.json": #"{"name": "Other"}"#,
            "collections/other/add.request.json": #"{"name": "Add", "method": "POST", "url": "https://example.org/things?x=1"}"#,
            "collections/other/add.examples.json": #"{"examples": [{"status": 201, "body": ["made"]}]}"#,
        ])
    }

    @Test func `saved examples are served, of all collections or of some`() async throws {
        let program = try program()
        let all = try await program.start(["serve", "--from-examples"])
        let found = try await program.run(["send", "\(all.url)/people/7", "--no-history", "--print", "hb"])
        #expect(
            found.output.contains("203") && found.output.contains("X-A: b") && found.output.contains("Lea"), "\(found.output)\(found.error)"
        )
        #expect(try await program.run(["send", "POST", "\(all.url)/things?x=1", "--no-history"]).output == "made")
        let some = try await program.start(["serve", "--from-examples", "other"])
        let missing = try await program.run(["send", "\(some.url)/thing?x=1", "--no-history", "--fail"])
        #expect(missing.code == 4 && missing.output.contains("POST /things"), "\(missing.output)")
    }

    @Test func `an example for any status is served as an error, after other examples`() async throws {
        let program = try Program(files: [
            "collections/api/a.request.json": #"{"name": "A", "url": "http://h/a"}"#,
            "collections/api/a.examples.json": #"{"examples": [{"status": 0, "body": ["broken"]}]}"#,
            "collections/api/b.request.json": #"{"name": "B", "url": "http://h/b"}"#,
            "collections/api/b.examples.json": #"{"examples": [{"status": 0, "body": ["broken"]}, {"status": 201, "body": ["made"]}]}"#,
        ])
        #expect(try await program.run(["check"]).code == 0)
        let server = try await program.start(["serve", "--from-examples"])
        let error = try await program.run(["send", "\(server.url)/a", "--no-history", "--print", "hb"]).output
        #expect(error.contains("500") && error.contains("broken"), "\(error)")
        #expect(try await program.run(["send", "\(server.url)/b", "--no-history"]).output == "made")
    }

    @Test(arguments: [
        ("http://localhost:9966/shop", "/shop"), ("localhost:9966/shop/", "/shop"), ("{{host}}/v1", "/shop/v1"), ("https://h", ""),
        ("{{base}}", ""), ("/shop", "/shop"),
    ])
    func `examples are served with and without the path of their base URL`(base: String, path: String) async throws {
        let variables = #"[{"name": "base", "value": "\#(base)"}, {"name": "host", "value": "http://h/shop"}]"#
        let program = try Program(files: [
            "collections/api/collection.json": #"{"name": "API", "variables": \#(variables)}"#,
            "collections/api/a.request.json": #"{"name": "A", "url": "{{base}}/owners"}"#,
            "collections/api/a.examples.json": #"{"examples": [{"body": ["Lea"]}]}"#,
        ])
        let server = try await program.start(["serve", "--from-examples"])
        for place in ["", path] {
            #expect(try await program.run(["send", "\(server.url)\(place)/owners", "--no-history"]).output == "Lea")
        }
    }

    @Test func `the history is served, the newest response of each request`() async throws {
        let program = try program()
        let server = try DemoServer.start()
        for path in ["anything/a", "status/404", "uuid", "uuid"] { _ = try await program.run(["send", "\(server.url)/\(path)"]) }
        let newest = try await program.run(["history", "--json", "--full", "-n", "1"]).output
        server.stop()
        let stored = try await program.start(["serve", "--from-history"])
        #expect(try await program.run(["send", "\(stored.url)/status/404", "--no-history", "--fail"]).code == 4)
        let uuid = try await program.run(["send", "\(stored.url)/uuid", "--no-history", "--query", ".uuid"]).output
        #expect(newest.contains(uuid.trimmingCharacters(in: .newlines)), "\(uuid) \(newest)")
        let filtered = try await program.start(["serve", "--from-history", "path:/anything"])
        #expect(try await program.run(["send", "\(filtered.url)/anything/a", "--no-history"]).code == 0)
        #expect(try await program.run(["send", "\(filtered.url)/uuid", "--no-history", "--fail"]).code == 4)
    }

    @Test func `an incomplete response is not served in place of an older complete one`() async throws {
        let program = try program()
        let responses = Mutex(["HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwhole", "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\ncut"])
        let server = try ScriptedServer { _, _ in
            let next = responses.withLock { $0.removeFirst() }
            return next.replacing("\r\n\r\n", with: "\r\nConnection: close\r\n\r\n")
        }
        #expect(try await program.run(["send", "\(server.url)/cut"]).code == 0)
        #expect(try await program.run(["send", "\(server.url)/cut"]).code == 3)
        let stored = try await program.start(["serve", "--from-history"])
        #expect(try await program.run(["send", "\(stored.url)/cut", "--no-history"]).output == "whole")
    }

    @Test func `delays and faults are tried`() async throws {
        let program = try program()
        let server = try await program.start(["serve", "--from-examples", "--delay", "1ms", "--fault", "503=100%"])
        #expect(try await program.run(["send", "\(server.url)/people/7", "--no-history", "--print", "h"]).output.contains("503"))
        let reset = try await program.start(["serve", "--from-examples", "--fault", "reset"])
        #expect(try await program.run(["send", "\(reset.url)/people/7", "--no-history"]).code == 3)
    }

    @Test func `a server uses the given workspace, address and names`() async throws {
        let program = try program()
        let elsewhere = try await program.start(["serve", "--from-examples", "--workspace", program.folder.path + "/space"])
        #expect(try await program.run(["send", "\(elsewhere.url)/people/7", "--no-history"]).output == "Lea")
        let foreign = ["Host:api.example.org", "--no-history", "--print", "h"]
        let closed = try await program.start(["serve", "--from-examples", "--host", "127.0.0.2"])
        #expect(closed.url.hasPrefix("http://127.0.0.2:"))
        #expect(try await program.run(["send", "\(closed.url)/people/7"] + foreign).output.contains("403"))
        let open = try await program.start(["serve", "--from-examples", "--allow-host", "api.example.org"])
        #expect(try await program.run(["send", "\(open.url)/people/7"] + foreign).output.contains("203"))
    }

    @Test(arguments: [
        (["--from-history", "--from-examples"], "--from-history"), (["--from-examples", "--fault", "burn"], "burn"),
        (["--from-examples", "--fault", "503=101"], "503=101"), (["--delay", "1s"], "--delay"), (["word"], "WHAT"),
        (["--from-history"], "no stored response"), (["--from-examples", "nowhere"], "“nowhere”"),
        (["--from-history", "status:x"], "“x”"),
    ])
    func `wrong words are refused`(words: [String], expected: String) async throws {
        let outcome = try await program().run(["serve"] + words)
        #expect(outcome.code == 2 && outcome.error.contains(expected), "\(outcome.error)")
    }
}
