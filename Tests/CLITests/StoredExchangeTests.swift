import DemoServer
import Foundation
import Testing

/// Requests whose responses are not printed, and filters without a value.
@Suite(.serialized, .timeLimit(.minutes(5))) struct StoredExchangeTests {
    private let server: DemoServer

    init() throws { server = try DemoServer.start() }

    /// The number of entries in the history.
    private static func count(_ program: Program) async throws -> Int? {
        Int(try await program.run(["history", "--count"]).output.trimmingCharacters(in: .newlines))
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
}
