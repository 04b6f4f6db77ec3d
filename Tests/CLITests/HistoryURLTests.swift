import DemoServer
import Foundation
import JSON
import Testing

/// The URLs and parts of requests as the history stores them, and their replays.
@Suite(.serialized, .timeLimit(.minutes(5))) struct HistoryURLTests {
    private let server: DemoServer

    init() throws { server = try DemoServer.start() }

    /// The id of the newest entry.
    private func id(_ program: Program) async throws -> String {
        try #require(try await program.run(["history", "--ids", "-n", "1"]).output.split(separator: "\n").first.map(String.init))
    }

    private func send(_ program: Program, _ words: String...) async throws -> String {
        let outcome = try await program.run(["send"] + words)
        #expect(outcome.code == 0, "\(outcome.error)")
        return try await id(program)
    }

    @Test func `a URL is found as the list shows it`() async throws {
        let program = try Program()
        _ = try await send(program, "\(server.url)/anything/wörld?q=grün")
        for filter in ["grün", "wörld", "path:/anything/wörld", "gr%C3%BCn"] {
            #expect(try await program.run(["history", "--count", filter]).output == "1\n", "\(filter)")
        }
    }

    @Test func `a request that is answered offline is stored with its whole URL`() async throws {
        let port = try #require(server.url.split(separator: ":").last)
        let program = try Program(files: [
            "collections/api/people.request.json": #"{"url": "anything/people"}"#,
            "collections/api/environments/local.json": #"{"name": "local", "scheme": "http", "host": "127.0.0.1", "port": "\#(port)"}"#,
        ])
        let first = try await send(program, "api/people", "-e", "local")
        let second = try await send(program, "api/people", "-e", "local", "--option", "offline.from=history")
        #expect(first != second)
        let rows = try JSONValue(parsing: try await program.run(["history", "--json"]).output)
        #expect(rows.array?.map { $0["url"]?.string } == Array(repeating: "\(server.url)/anything/people", count: 2))
    }

    @Test func `the parts without secrets are sent as they were`() async throws {
        let environment = { (team: String) in
            #"{"name": "local", "variables": [{"name": "team", "value": "\#(team)"}]}"#
        }
        let program = try Program(files: [
            "collections/api/create.request.json": """
            {"method": "POST", "url": "\(server.url)/anything/{{team}}", "body": {"type": "text", "text": "of {{team}}"},
             "headers": [{"name": "X-Key", "value": "{{key}}"}, {"name": "X-Team", "value": "{{team}}"}]}
            """,
            "collections/api/environments/local.json": environment("red"),
        ])
        let sent = try await program.run(
            ["send", "api/create", "-e", "local", "--secret-from", "key=env:KEY"], environment: ["KEY": "first-secret"])
        #expect(sent.code == 0 && sent.output.contains("red"), "\(sent)")
        try Data(environment("green").utf8).write(to: program.folder.appending(path: "space/collections/api/environments/local.json"))
        let words = ["replay", try await id(program), "--same-bytes", "--yes", "--secret-from", "key=env:KEY"]
        let again = try await program.run(words, environment: ["KEY": "second-secret"])
        #expect(again.code == 0, "\(again)")
        let answer = try await program.run(["history", "--json", "--full", "-n", "1"]).output
        #expect(["/anything/red", "of red", #"X-Team\": \"red"#].allSatisfy(answer.contains) && !answer.contains("green"), "\(answer)")
    }
}
