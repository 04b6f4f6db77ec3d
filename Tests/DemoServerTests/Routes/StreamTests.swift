import Testing

@testable import DemoServer

@Suite struct StreamTests {
    let server: TestServer

    init() throws {
        server = try TestServer()
    }

    @Test func linesAreJSON() throws {
        let response = try server.get("/stream/3?a=1")
        #expect(response["Transfer-Encoding"] == "chunked")
        let lines = response.text.split(separator: "\n")
        #expect(lines.count == 3)
        let last = RawResponse(status: 200, headers: [], body: Array(lines[2].utf8))
        #expect(try last.json("id", as: Int.self) == 2)
        #expect(try last.json("args.a") == "1")
    }

    @Test func sendsLinesWithAnInterval() throws {
        let connection = try server.connect()
        try connection.send("GET", "/stream/2?interval=7")
        _ = try connection.head()
        #expect(try connection.chunk() != nil)
        #expect(server.clock.passNextDelay() == .seconds(7))
        #expect(try connection.chunk() != nil)
        #expect(try connection.chunk() == nil)
    }

    @Test func sendsABodySlowly() throws {
        let connection = try server.connect()
        try connection.send("GET", "/drip?numbytes=3&duration=6&delay=1&code=202")
        #expect(server.clock.passNextDelay() == .seconds(1))
        #expect(try connection.head().first == "HTTP/1.1 202 Accepted")
        #expect(try connection.read(1) == Array("*".utf8))
        #expect(server.clock.passNextDelay() == .seconds(2))
        #expect(try connection.read(1) == Array("*".utf8))
        #expect(server.clock.passNextDelay() == .seconds(2))
        #expect(try connection.read(1) == Array("*".utf8))
        try connection.send("GET", "/get")
        #expect(try connection.response().status == 200)
    }

    @Test func eventsContinueAfterTheLastEventID() throws {
        let response = try server.get("/sse?count=3&interval=0", headers: [("Last-Event-ID", "1")])
        #expect(response["Content-Type"] == "text/event-stream")
        #expect(response.text.split(separator: "\n").filter { $0.hasPrefix("id:") } == ["id: 2", "id: 3"])
        #expect(response.text.hasSuffix("event: tick\ndata: {\"number\": 3,\ndata:  \"of\": 3}\n\n"))
    }

    @Test(arguments: ["x", "-5", "99"])
    func eventsRestartOrEndForAnUnknownID(id: String) throws {
        let response = try server.get("/sse?count=2&interval=0", headers: [("Last-Event-ID", id)])
        #expect(response.text.contains("id: 1") == (id != "99"))
    }

    @Test func sendsEventsWithAnInterval() throws {
        let connection = try server.connect()
        try connection.send("GET", "/sse?count=2")
        _ = try connection.head()
        #expect(try connection.chunk() != nil)
        #expect(server.clock.passNextDelay() == .seconds(1))
        #expect(try connection.chunk() != nil)
        #expect(try connection.chunk() == nil)
    }

    @Test(arguments: [
        "/stream/-1", "/stream/x", "/stream/1?interval=x", "/drip?numbytes=-1", "/drip?duration=301", "/drip?code=99", "/sse?count=x",
    ])
    func refusesInvalidParameters(target: String) throws {
        #expect(try server.get(target).status == 400)
    }
}
