import Testing

@testable import DemoServer

/// A foreign web page cannot use the server through the user's browser.
@Suite struct AccessPolicyTests {
    private static func status(_ target: String = "/get", host: String?, origin: String? = nil, names: [String] = [], more: [String] = [])
        throws -> Int
    {
        let server = try DemoServer.start(configuration: DemoServerConfiguration(names: names))
        defer { server.stop() }
        let connection = try RawConnection(port: server.port)
        let fields = [host.map { "Host: \($0)" }, origin.map { "Origin: \($0)" }, "Connection: close"].compactMap(\.self) + more
        let version = host == nil ? "1.0" : "1.1"
        try connection.write(Array("GET \(target) HTTP/\(version)\r\n\(fields.joined(separator: "\r\n"))\r\n\r\n".utf8))
        return try connection.response().status
    }

    @Test(arguments: [
        "127.0.0.1", "127.0.0.1:8080", "localhost", "LOCALHOST.:1", "api.localhost", "[::1]:80", "192.168.1.7", "shop.example", "test", nil,
    ])
    func `addresses and names that cannot be registered are accepted`(host: String?) throws {
        #expect(try Self.status(host: host) == 200)
    }

    @Test(arguments: [
        "evil.com", "localhost.evil.com", "127.0.0.1.evil.com", "evil.com:80", "user@evil.com", "evil.com@", "[::1].evil.com", "127.1",
        "0x7f000001", "2130706433", "", "examples", "[::1", "localhost:80:80",
        "evil.com#.localhost", "evil.com/.localhost", "evil.com?.localhost", "evil.com@localhost",
        "evil.com\\.localhost", "evil.com;.localhost", "evil.com%23.localhost",
    ])
    func `a foreign host name is refused`(host: String) throws {
        #expect([400, 403].contains(try Self.status(host: host)))
    }

    @Test(arguments: [
        "https://evil.com", "http://localhost.evil.com", "null", "evil", "file://", "moz-extension://0b5d", "http://203.0.113.7",
        "http://[2001:db8::7]:80", "http://127.0.0.1.evil.com", "http://localhost@evil.com", "http://[::1].evil.com",
        "http://[::ffff:203.0.113.7]",
    ])
    func `a foreign origin is refused`(origin: String) throws {
        #expect(try Self.status(host: "127.0.0.1", origin: origin) == 403)
    }

    @Test(arguments: ["http://127.0.0.1:3000", "http://localhost:5173", "http://[::1]:1", "https://shop.example"])
    func `an origin on this machine is accepted`(origin: String) throws {
        #expect(try Self.status(host: "127.0.0.1", origin: origin) == 200)
    }

    @Test func `an origin at the address of the request is accepted`() throws {
        #expect(try Self.status(host: "192.168.1.7:8080", origin: "http://192.168.1.7:3000") == 200)
        #expect(try Self.status(host: "192.168.1.7:8080", origin: "http://192.168.1.8:8080") == 403)
        #expect(try Self.status(host: "[fe80::1]:8080", origin: "http://[fe80::1]") == 200)
    }

    @Test func `the host of an absolute request target is checked`() throws {
        #expect(try Self.status("http://evil.com/get", host: "localhost") == 403)
        #expect(try Self.status("http://localhost/get", host: "localhost") == 200)
    }

    @Test(arguments: [
        (["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"], nil, 403), (["Sec-Fetch-Site: Cross-Site"], nil, 403),
        (["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"], nil, 200), (["Sec-Fetch-Site: same-site"], nil, 200),
        (["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: cors"], "http://localhost:3000", 200), (["Sec-Fetch-Site: same-origin"], nil, 200),
        (["Sec-Fetch-Site: none"], nil, 200),
    ])
    func `a script or a picture for a foreign page is refused`(fields: [String], origin: String?, status: Int) throws {
        #expect(try Self.status(host: "127.0.0.1", origin: origin, more: fields) == status)
    }

    @Test func `allowed names are accepted`() throws {
        #expect(try Self.status(host: "dev.corp.com", origin: "https://dev.corp.com", names: ["Dev.Corp.com"]) == 200)
        #expect(try Self.status(host: "x.corp.com", names: ["dev.corp.com"]) == 403)
        #expect(try Self.status(host: "evil.com", origin: "null", names: ["*"]) == 200)
    }
}
