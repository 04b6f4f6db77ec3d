import Foundation
import JSON
import Platform
import Testing

@testable import DemoServer

/// A server that gives stored responses.
@Suite struct StoredResponsesTests {
    private static let known = [
        StoredResponse(name: "newest", method: "GET", path: "/people", query: [("page", "2")]),
        StoredResponse(name: "older", method: "GET", path: "/people", query: [("page", "1")]),
        StoredResponse(name: "plain", method: "get", path: "people"),
        StoredResponse(name: "one", method: "GET", path: "/people/1"),
        StoredResponse(name: "any", method: "GET", path: "/people/:id"),
        StoredResponse(name: "made", method: "POST", path: "/people", status: 201),
        StoredResponse(name: "pets", method: "GET", path: "/people/{{id}}/pets"),
        StoredResponse(name: "space", method: "GET", path: "/a%20b"),
    ]

    private func start(
        _ responses: [StoredResponse] = known, delay: Duration = .zero, faults: [ResponseFault] = [], chance: Double = 0.5,
        clock: ManualTime = ManualTime()
    ) throws -> DemoServer {
        let stored = StoredResponses(responses, delay: delay, faults: faults, access: AccessPolicy(names: [])) { chance }
        return try DemoServer.start(DemoServerConfiguration(), clock, stored)
    }

    private func get(_ target: String, of server: DemoServer, _ headers: [(String, String)] = []) throws -> RawResponse {
        let connection = try RawConnection(port: server.port)
        try connection.send("GET", target, headers: headers)
        return try connection.response(hasBody: true)
    }

    /// A request, and the name of the response that it gets.
    @Test(arguments: [
        ("GET", "/people?page=2", "newest"), ("GET", "/people?page=1", "older"), ("GET", "/people", "plain"),
        ("GET", "/people?page=3", "plain"), ("GET", "/people?page=1&x=y", "older"), ("HEAD", "/people", "plain"),
        ("POST", "/people", "made"), ("GET", "/people/1", "one"), ("GET", "/people/2", "any"), ("GET", "/people/2/pets", "pets"),
        ("GET", "/a%20b", "space"), ("GET", "/people/", "plain"),
    ])
    func `the response with the best matching method, path and query is returned`(method: String, target: String, expected: String) {
        let stored = StoredResponses(Self.known)
        #expect(stored.response(method: method, target: ReceivedTarget(target))?.name == expected)
    }

    @Test(arguments: [("DELETE", "/people"), ("GET", "/"), ("GET", "/people/2/3/4"), ("POST", "/people/1")])
    func `no response is invented`(method: String, target: String) {
        #expect(StoredResponses(Self.known).response(method: method, target: ReceivedTarget(target)) == nil)
    }

    @Test func `the error for an unknown request suggests similar names`() throws {
        let server = try start()
        let response = try get("/peple/1", of: server)
        #expect(response.status == 404)
        #expect(try JSONValue(parsing: response.text)["nearest"]?.string == "GET /people/1")
        #expect(try JSONValue(parsing: try get("/zzzzzzzzzzzz", of: server).text)["nearest"] == nil)
    }

    /// libmicrohttpd refuses a field without a value and a line break.
    @Test func `a header that cannot be sent does not keep the response from being sent`() throws {
        let headers = [("X-Empty", ""), ("X-Break", "a\nb"), ("X-Kept", "1")]
        let server = try start([StoredResponse(name: "two\nlines", method: "GET", path: "/a", headers: headers, body: .bytes([0x61]))])
        let response = try get("/a", of: server)
        #expect(response.status == 200 && response.text == "a" && response["X-Kept"] == "1")
    }

    @Test func `a status that no response ends with is an error`() throws {
        let server = try start([StoredResponse(name: "n", method: "GET", path: "/a", status: 100)])
        #expect(try get("/a", of: server).status == 500)
    }

    @Test func `a stored response keeps status, headers and body`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "apus-stored-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(String(repeating: "x", count: 200_000).utf8).write(to: file)
        let headers = [
            ("Content-Type", "text/x"), ("Content-Length", "7"), ("Transfer-Encoding", "chunked"), ("X-Two", "1"), ("X-Two", "2"),
        ]
        let server = try start([
            StoredResponse(name: "n", method: "GET", path: "/a", status: 418, headers: headers, body: .bytes(Array("abc".utf8))),
            StoredResponse(name: "f", method: "GET", path: "/file", body: .file(file.path)),
            StoredResponse(name: "g", method: "GET", path: "/gone", body: .file(file.path + "-gone")),
        ])
        let response = try get("/a", of: server)
        #expect(response.status == 418 && response.text == "abc")
        #expect(
            response.values("X-Two") == ["1", "2"] && response.values("Content-Length") == ["3"] && response.values("Apus-Stored") == ["n"])
        #expect(try get("/file", of: server).body.count == 200_000)
        #expect(try get("/gone", of: server).status == 500)
    }

    @Test(arguments: [("Host", "evil.example.com"), ("Origin", "http://evil.example.com"), ("Origin", "null")])
    func `a foreign host or origin is refused`(name: String, value: String) throws {
        #expect(try get("/people", of: try start(), [(name, value)]).status == 403)
    }

    @Test func `faults affect their share of the requests`() throws {
        let faults = ["503=25", "reset=25"].compactMap { ResponseFault($0) }
        #expect(try get("/people", of: try start(faults: faults, chance: 0.1)).status == 503)
        #expect(try get("/people", of: try start(faults: faults, chance: 0.6)).status == 200)
        let server = try start(faults: faults, chance: 0.3)
        #expect(throws: (any Error).self) { try get("/people", of: server) }
    }

    @Test func `a response waits for the delay, and a missing one for an hour`() throws {
        let clock = ManualTime()
        let slow = try start(delay: .milliseconds(300), clock: clock)
        let connection = try RawConnection(port: slow.port)
        try connection.send("GET", "/people")
        #expect(clock.passNextDelay() == .milliseconds(300))
        #expect(try connection.response(hasBody: true).status == 200)
        let dead = try start(faults: [#require(ResponseFault("timeout"))], clock: clock)
        let other = try RawConnection(port: dead.port)
        try other.send("GET", "/people")
        #expect(clock.nextDelay()?.delay == .seconds(3600))
    }
}
