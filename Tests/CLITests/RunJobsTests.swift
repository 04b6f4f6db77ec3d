import Testing

/// Requests that a run sends at once.
@Suite(.timeLimit(.minutes(2))) struct RunJobsTests {
    /// A server that answers nothing before all of them are there.
    @Test(arguments: [1, 12, 100]) func `as many requests are in flight as there are jobs`(jobs: Int) async throws {
        let server = try ScriptedServer(holding: jobs) { _, _ in "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n" }
        let outcome = try await Program().run(["run", server.url, "--repeat", "\(jobs)", "--jobs", "\(jobs)", "-q"])
        #expect(outcome.code == 0 && outcome.output.hasPrefix("\(jobs) requests, 0 failed"), "\(outcome.output)\(outcome.error)")
        #expect(server.requests.count == jobs)
    }
}
