import DemoServer
import HTTPConformance
import Screen
import ScreenTesting
import Testing

/// Requests that are not answered: the program says why and goes on.
@Suite struct SendingTroubleTests {
    private func start(url: String, options: String = "{}", beside server: DemoServer? = nil) async throws -> PtyRobot {
        let machine = try await Machine(beside: server)
        try machine.writeRequest("Ask", #""url": "\#(url)", "options": \#(options)"#)
        if let server { try machine.writeRequest("Next", #""url": "\#(server.url)/status/204""#) }
        return try await machine.startWithRequest()
    }

    /// A stream may never end.
    @Test func `the trace is shown while the body arrives`() async throws {
        let server = try FaultServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: one\n\n")
            while !connection.isClosed(withinMilliseconds: 100) {}
        }
        let machine = try await Machine(beside: server)
        try machine.writeRequest("Ask", #""url": "\#(server.url)/""#)
        let robot = try await machine.startWithRequest()
        robot.press(.function(5))
        try await robot.see(all: ["data: one", " Cancel "])
        robot.press(.function(9))
        try await robot.see(all: ["Response 200 OK", " Cancel "])
        robot.press(.control("c"))
        try await robot.seeNoMore(" Cancel ")
        try await robot.quit()
    }

    @Test func `a slow response can be cancelled`() async throws {
        let server = try DemoServer.start()
        let robot = try await start(url: "\(server.url)/delay/120", beside: server)
        robot.press(.function(5))
        try await robot.see(all: ["Cancel (^C)"])
        robot.press(.control("c"))
        try await robot.see("cancelled")
        try await robot.seeNoMore("Cancel (^C)")
        #expect(!robot.screen.text.contains("Quit Apus?"))
        try await robot.quit()
    }

    @Test func `quitting cancels a request in flight`() async throws {
        let server = try DemoServer.start()
        let robot = try await start(url: "\(server.url)/delay/120", beside: server)
        robot.press(.function(5))
        try await robot.see("Cancel (^C)")
        robot.send("q")
        try await robot.expectEnd(.exited(0))
    }

    // Port 1 of the loopback has no listener; the name cannot exist (RFC 6761, 6.4).
    @Test(arguments: [
        ("http://127.0.0.1:1/", "✗ Could not connect"), ("http://nobody.invalid/", "Host not found"),
    ])
    func `a response that never arrives has a headline and a message`(url: String, headline: String) async throws {
        let robot = try await start(url: url)
        robot.press(.function(5))
        try await robot.see(headline)
        try await robot.see("ERR GET Ask")
        robot.press(.control("l"))
        robot.send("http://127.0.0.1:1/again")
        try await robot.see("EDIT")
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }

    @Test(arguments: [
        ("delay/120", #"{ "timeout": 0.2 }"#, "✗ Timed out", "Raise Options"),
        (
            "get", #"{ "tls": { "verify": true } }"#, "✗ No secure connection",
            "use http:// instead of https://"
        ),
    ])
    func `timeouts and TLS failures are reported with suggestions`(
        _ path: String, _ options: String, _ headline: String, _ advice: String
    ) async throws {
        let server = try DemoServer.start()
        let scheme = path.hasPrefix("delay") ? "http" : "https"
        let robot = try await start(url: "\(scheme)://127.0.0.1:\(server.port)/\(path)", options: options, beside: server)
        robot.press(.function(5))
        try await robot.see(all: [headline, advice, "ERR GET Ask"])
        // The program goes on. The same request might run out of its time again.
        robot.send("1j\r")
        try await robot.seeTab("Next ×")
        robot.press(.function(5))
        try await robot.see("204 No Content")
        try await robot.quit()
    }

    @Test(arguments: [("http://{{nowhere}}/", "nowhere"), ("http:///path", "host"), ("gopher://127.0.0.1/", "gopher")])
    func `a request that cannot be sent shows the reason`(url: String, word: String) async throws {
        let robot = try await start(url: url)
        robot.press(.function(5))
        try await robot.wait(until: "the reason", timeout: PtyRobot.patience) {
            let text = $0.screen.text
            return (text.contains("Not sent") || text.contains("✗")) && text.split(separator: word).count > 2
        }
        try await robot.quit()
    }
}
