import Testing

@testable import DemoServer

@Suite struct DemoServerTests {
    @Test func listensOnTheLoopbackAddressAndAFreePort() throws {
        let server = try DemoServer.start()
        #expect(server.port > 0)
        #expect(server.url == "http://127.0.0.1:\(server.port)")
        let connection = try RawConnection(port: server.port)
        try connection.send("GET", "/get")
        #expect(try connection.response().status == 200)
    }

    @Test func aTakenPortIsNamed() throws {
        let first = try DemoServer.start()
        let error = #expect(throws: DemoServerError.self) { try DemoServer.start(configuration: .init(port: first.port)) }
        #expect(error?.code == .portInUse)
        #expect(error?.description.contains("port \(first.port)") == true)
    }

    @Test(arguments: [("nowhere", 0), ("127.0.0.1", 65536), ("127.0.0.1", -1), ("192.0.2.1", 0), ("", 0)])
    func reportsAnInvalidAddress(host: String, port: Int) {
        let error = #expect(throws: DemoServerError.self) { try DemoServer.start(configuration: .init(host: host, port: port)) }
        #expect(error?.code == .invalidAddress)
    }

    @Test func listensOnOtherAddressesWhenTold() throws {
        #expect(try DemoServer.start(configuration: .init(host: "localhost")).url.hasPrefix("http://localhost:"))
        #expect(try DemoServer.start(configuration: .init(host: "0.0.0.0")).port > 0)
    }

    @Test func stoppingFreesThePortAndMayBeRepeated() throws {
        let first = try DemoServer.start()
        first.stop()
        first.stop()
        #expect(throws: RawConnection.Failure.self) { try RawConnection(port: first.port) }
        #expect(try DemoServer.start(configuration: .init(port: first.port)).port == first.port)
    }

    @Test func stoppingClosesPendingConnections() throws {
        let server = try TestServer()
        let delayed = try server.connect()
        try delayed.send("GET", "/delay/300")
        #expect(server.clock.nextDelay() != nil)
        let dripping = try server.connect()
        try dripping.send("GET", "/drip?numbytes=2&duration=200")
        _ = try dripping.head()
        let streaming = try server.connect()
        try streaming.send("GET", "/bytes/10g")
        _ = try streaming.read(1000)
        server.server.stop()
        #expect(throws: RawConnection.Failure.self) { try delayed.response() }
        #expect(throws: RawConnection.Failure.self) { try dripping.read(3) }
    }

    @Test(arguments: [
        "Content-Length: 5\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\ncontent-length: 5",
        "Content-Length: 5\r\nContent-Length: 6", "Transfer-Encoding : chunked", "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
    ])
    func `an ambiguous request is refused, and nothing after it gets a response`(fields: String) throws {
        let server = try DemoServer.start()
        let connection = try RawConnection(port: server.port)
        try connection.write(
            Array("POST /post HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n\r\n0\r\n\r\nGET /get HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        let response = try connection.response()
        #expect(response.status == 400 && response["Connection"]?.lowercased() == "close")
        #expect((try? connection.line()) == nil)
    }

    @Test(arguments: ["", "GET / HT", "GET /get HTTP/1.1\r\nHost: localhost\r\nX-A"], [false, true])
    func `a connection without a whole head is closed`(start: String, isUsed: Bool) throws {
        var configuration = DemoServerConfiguration()
        configuration.headTimeoutSeconds = 1
        let server = try DemoServer.start(configuration: configuration)
        let connection = try RawConnection(port: server.port)
        if isUsed {
            try connection.send("GET", "/get")
            #expect(try connection.response().status == 200)
        }
        try connection.write(Array(start.utf8))
        // The end comes as one, or with what the server says of the head.
        while try connection.line() != nil {}
    }

    @Test func releasingTheServerStopsIt() throws {
        let port = try DemoServer.start().port
        #expect(throws: RawConnection.Failure.self) { try RawConnection(port: port) }
    }

    @Test func survivesAClientThatDisconnects() throws {
        let server = try TestServer()
        do {
            let connection = try server.connect()
            try connection.send("GET", "/bytes/100m")
            _ = try connection.read(100_000)
        }
        for target in ["/delay/1", "/drip?numbytes=5&duration=5"] {
            let connection = try server.connect()
            try connection.send("GET", target)
            let pending = try #require(server.clock.nextDelay())
            connection.close()
            pending.action()
        }
        #expect(try server.get("/get").status == 200)
    }

    @Test func chunkedUploadsAreTakenIn() throws {
        let server = try TestServer()
        let connection = try server.connect()
        try connection.write(
            Array("POST /post HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n".utf8))
        #expect(try connection.response().json("data") == "abcde")
    }

    @Test func respondsToPipelinedRequestsInOrder() throws {
        let server = try TestServer()
        let connection = try server.connect()
        for number in 0..<5 { try connection.send("GET", "/get?n=\(number)") }
        let numbers = try (0..<5).map { _ in try connection.response().json("args.n") }
        #expect(numbers == ["0", "1", "2", "3", "4"])
    }
}
