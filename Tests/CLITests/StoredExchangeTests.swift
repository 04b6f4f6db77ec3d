import DemoServer
import Foundation
import JSON
import Synchronization
import Testing

/// Requests whose responses are not printed, and filters without a value.
@Suite(.serialized, .timeLimit(.minutes(5))) struct StoredExchangeTests {
    private let server: DemoServer

    init() throws { server = try DemoServer.start() }

    /// The number of entries in the history.
    private static func count(_ program: Program) async throws -> Int? {
        Int(try await program.run(["history", "--count"]).output.trimmingCharacters(in: .newlines))
    }

    @Test func `an incomplete response is marked in the history`() async throws {
        let cut = try ScriptedServer { _, _ in "HTTP/1.1 200 OK\r\nContent-Length: 50\r\nConnection: close\r\n\r\nshort" }
        let program = try Program()
        #expect(try await program.run(["send", cut.url]).code == 3)
        #expect(try await program.run(["history"]).output.contains(" 200! "))
        let entry = try JSONValue(parsing: try await program.run(["history", "--json", "--full"]).output)[0]
        #expect(entry?["response"]?["isBodyComplete"] == .bool(false))
    }

    @Test func `stored bodies that are gone are reported by a replay`() async throws {
        let program = try Program()
        _ = try await program.run(["send", "\(server.url)/json/1m"])
        let bodies = try FileManager.default.subpathsOfDirectory(atPath: program.folder.path).filter { $0.contains("history-bodies/") }
        #expect(!bodies.isEmpty)
        for body in bodies { try? FileManager.default.removeItem(at: program.folder.appending(path: body)) }
        let outcome = try await program.run(["replay", "--filter", "path:/json", "--compare"])
        #expect(outcome.error.contains("stored body of the response is incomplete"), "\(outcome)")
    }

    @Test func `the same bytes with a secret that is not stored need its source, and no environment`() async throws {
        let echo = try ScriptedServer { _, _ in "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" }
        let program = try Program(files: [
            "collections/api/me.request.json":
                #"{"url": "\#(echo.url)/me", "headers": [{"name": "Authorization", "value": "Bearer {{token}}"}]}"#
        ])
        let source = ["--secret-from", "token=env:APUS_TEST"]
        #expect(try await program.run(["send", "api/me"] + source, environment: ["APUS_TEST": "s3cret-value"]).code == 0)
        let replay = ["replay", "--filter", "path:/me", "--same-bytes"]
        let refused = try await program.run(replay)
        #expect(refused.code == 3 && refused.output.contains("--secret-from token=") && !refused.output.contains("-e "), "\(refused)")
        #expect(try await program.run(replay + source, environment: ["APUS_TEST": "s3cret-value"]).code == 0)
        #expect(echo.requests.count == 2 && echo.requests.allSatisfy { $0.contains("Bearer s3cret-value") })
    }

    /// A filter whose variable of the shell is empty must not select all entries.
    @Test(arguments: ["host:", "-host:", "host:\"\"", "\"", "-", ":", "page=1 status:"]) func `a filter without a value is refused`(
        _ filter: String
    )
        async throws
    {
        let program = try Program()
        _ = try await program.run(["send", "\(server.url)/get?page=1"])
        for words in [["replay", "--yes", "--filter", filter], ["history", "--ids", filter], ["serve", "--from-history", filter]] {
            let outcome = try await program.run(words)
            #expect(outcome.code == 2 && outcome.output.isEmpty, "\(words) \(outcome.output)\(outcome.error)")
        }
        #expect(try await Self.count(program) == 1)
    }

    @Test(arguments: [["-q", ".headers | .[0]"], ["-o", "/dev/full"]]) func `a request whose response cannot be printed is stored`(
        words: [String]
    )
        async throws
    {
        let program = try Program()
        let outcome = try await program.run(["send", "\(server.url)/get?page=1"] + words)
        #expect(outcome.code != 0 && !outcome.error.isEmpty)
        #expect(try await Self.count(program) == 1)
    }

    @Test(arguments: [".a.b.[", "$.a[", "/a["]) func `a query with a syntax error is refused before anything is sent`(_ query: String)
        async throws
    {
        let program = try Program()
        let outcome = try await program.run(["send", "\(server.url)/get?page=1", "--query", query])
        #expect(outcome.code == 2 && outcome.error.contains("--query"), "\(outcome.error)")
        #expect(try await Self.count(program) == 0)
    }

    @Test func `an empty id is refused`() async throws {
        let program = try Program()
        _ = try await program.run(["send", "POST", "\(server.url)/post", "a=1"])
        #expect(try await program.run(["replay", "", "--yes"]).code == 2)
        #expect(try await Self.count(program) == 1)
    }

    /// Of a large body with a secret, only the beginning is stored.
    @Test func `bodies that are not stored whole do not count as equal`() async throws {
        let counter = Mutex(0)
        let server = try ScriptedServer { _, head in
            let key = head.split(separator: "\r\n").first { $0.hasPrefix("X-Key: ") }.map { String($0.dropFirst(7)) } ?? ""
            let number = counter.withLock { count in
                count += 1
                return count
            }
            let body = key + String(repeating: "p", count: 300_000) + "\(number)"
            return "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n" + body
        }
        let request = #"{"url": "\#(server.url)/large", "headers": [{"name": "X-Key", "value": "{{key}}"}]}"#
        let program = try Program(files: ["collections/api/large.request.json": request])
        let secret = (["--secret-from", "key=env:HIDDEN"], ["HIDDEN": "ABCDEFGHIJKLMNOPQRST"])
        #expect(try await program.run(["send", "api/large", "--print", "h"] + secret.0, environment: secret.1).code == 0)
        let replay = ["replay", "--filter", "path:/large", "--compare"] + secret.0
        let outcome = try await program.run(replay + ["--no-history", "--report", "json=r.json"], environment: secret.1)
        #expect(outcome.code == 1 && outcome.output.contains("of the body is stored"), "\(outcome)")
        let response = try JSONValue(parsing: program.text(of: "r.json"))["results"]?[0]?["exchange"]?["response"]
        #expect(response?["isBodyComplete"] == false && response?["body"]?.string?.contains("ppp") == true)
    }

    @Test func `an archive with an impossible time can be listed`() async throws {
        let program = try Program(files: [
            "a.har": #"""
            {"log": {"version": "1.2", "entries": [{"startedDateTime": "2026-01-01T00:00:00Z", "time": 1e300, "timings": {"connect": 5, "ssl": 1e300},
            "request": {"method": "GET", "url": "http://h/"}, "response": {"status": 200}}]}}
            """#
        ])
        #expect(try await program.run(["import", "--into-history", "a.har"]).code == 0)
        #expect(try JSONValue(parsing: try await program.run(["history", "--json"]).output)[0]?["milliseconds"] == 0)
    }

    @Test func `the numbers of a large archive have one form`() async throws {
        let entry = { (number: Int) in
            #"{"startedDateTime": "2026-01-01T00:00:00Z", "request": {"method": "GET", "url": "http://h/\#(number)"}, "response": {"status": 200}}"#
        }
        let entries = (0..<1_001).map(entry).joined(separator: ",")
        let program = try Program(files: ["a.har": #"{"log": {"version": "1.2", "entries": [\#(entries)]}}"#])
        for words in [["--dry-run"], [], []] {
            let output = try await program.run(["import", "--into-history", "a.har"] + words).output
            #expect(output.matches(of: /1,001/).count == 2 && !output.contains("1001"), "\(output)")
        }
    }

    @Test(arguments: [["send"], ["run", "--history"], ["replay", "--filter", "path:/slow", "-q"]])
    func `a request that is interrupted is stored`(_ words: [String]) async throws {
        let program = try Program()
        let arrived = program.folder.appending(path: "space/arrived")
        let server = try ScriptedServer { number, _ in
            if words[0] == "replay", number == 0 { return "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n" }
            try? Data().write(to: arrived)
            Thread.sleep(forTimeInterval: 5)
            return "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"
        }
        let isReplay = words[0] == "replay"
        if isReplay { _ = try await program.run(["send", server.url + "/slow"]) }
        let interrupting = "for i in $(seq 600); do [ -e '\(arrived.path)' ] && break; sleep 0.1; done; sleep 0.1; kill -INT $!; wait $!"
        let outcome = try await program.run(words + (isReplay ? [] : [server.url + "/slow"]), shell: #""$@" & "# + interrupting)
        #expect(outcome.code == 130, "\(outcome)")
        #expect(try await Self.count(program) == (isReplay ? 2 : 1))
    }

    @Test func `interim responses and trailers are in the JSON of an exchange, and trailers are checked`() async throws {
        let server = try ScriptedServer { _, _ in
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 9\r\n\r\n"
        }
        let program = try Program(files: ["sum.http": "# @assert header X-Sum | equals | \"9\"\nGET \(server.url)"])
        let exchange = try JSONValue(parsing: try await program.run(["send", server.url, "--json"]).output)
        #expect(exchange["response"]?["interim"]?.array?.first?["headers"] == [["name": "Link", "value": "</a>"]])
        #expect(exchange["response"]?["trailers"] == [["name": "X-Sum", "value": "9"]])
        let checked = try await program.run(["send", "sum.http", "--check"])
        #expect(checked.code == 0, "\(checked.error)")
    }
}
