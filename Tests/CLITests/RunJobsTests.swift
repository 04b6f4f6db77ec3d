import Testing

/// Requests that a run sends at once.
@Suite(.timeLimit(.minutes(2))) struct RunJobsTests {
    /// A server that answers nothing before all of them are there.
    @Test(arguments: [1, 12, 100]) func `as many requests are in flight as there are jobs`(jobs: Int) async throws {
        let server = try ScriptedServer(holding: jobs) { _, _ in "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n" }
        let outcome = try await Program().run(["run", server.url, "--repeat", "\(jobs)", "--jobs", "\(jobs)", "-q"])
        #expect(
            outcome.code == 0 && outcome.output.hasPrefix("\(jobs) request\(jobs == 1 ? "" : "s"), 0 failed"),
            "\(outcome.output)\(outcome.error)")
        #expect(server.requests.count == jobs)
    }

    /// All requests of a run see one state of the workspace: its files are read once, and each secret is asked for once.
    @Test(arguments: [["--jobs", "4", "--repeat", "8"], ["--repeat", "3"]]) func `a run asks for a secret once`(words: [String])
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
