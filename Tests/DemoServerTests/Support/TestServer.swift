import Platform
import Testing

@testable import DemoServer

/// A server of a test's own on a free port, with a clock and delays that the test moves.
final class TestServer: Sendable {
    let server: DemoServer
    let clock = ManualTime()

    init(bodyMemoryLimit: Int = 1 << 20) throws {
        var services = Services.live
        services.scheduler = clock
        services.now = { [clock] in clock.now }
        server = try DemoServer.start(configuration: DemoServerConfiguration(bodyMemoryLimit: bodyMemoryLimit), services: services)
    }

    func connect() throws -> RawConnection {
        try RawConnection(port: server.port)
    }

    func send(_ method: String, _ target: String, headers: [(String, String)] = [], body: [UInt8]? = nil) throws -> RawResponse {
        let connection = try connect()
        try connection.send(method, target, headers: headers, body: body)
        return try connection.response(hasBody: method != "HEAD")
    }

    func get(_ target: String, headers: [(String, String)] = []) throws -> RawResponse {
        try send("GET", target, headers: headers)
    }

    func postForm(_ target: String, _ pairs: [(String, String)], headers: [(String, String)] = []) throws -> RawResponse {
        let text = pairs.map { "\($0)=\($1.percentEncoded(keeping: .unreserved))" }.joined(separator: "&")
        return try send("POST", target, headers: headers + [("Content-Type", "application/x-www-form-urlencoded")], body: Array(text.utf8))
    }

    func sendJSON(_ method: String, _ target: String, _ text: String) throws -> RawResponse {
        try send(method, target, headers: [("Content-Type", "application/json")], body: Array(text.utf8))
    }
}
