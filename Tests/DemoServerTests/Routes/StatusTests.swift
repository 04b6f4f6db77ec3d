import Testing

@testable import DemoServer

@Suite struct StatusTests {
    let server: TestServer

    init() throws {
        server = try TestServer()
    }

    @Test(arguments: [200, 201, 204, 304, 404, 418, 500, 599])
    func returnsTheStatus(status: Int) throws {
        #expect(try server.get("/status/\(status)").status == status)
    }

    @Test func redirectsSayWhereTo() throws {
        #expect(try server.get("/status/308")["Location"] == "/anything")
    }

    @Test(arguments: [(401, "WWW-Authenticate"), (407, "Proxy-Authenticate")])
    func refusalsCarryAChallenge(status: Int, header: String) throws {
        #expect(try server.get("/status/\(status)")[header] == "Basic realm=\"Apus\"")
    }

    @Test func choosesAStatusByWeight() throws {
        #expect(try server.get("/status/500:0,202:1").status == 202)
        let statuses = try Set((0..<40).map { _ in try server.get("/status/200,201").status })
        #expect(statuses == [200, 201])
    }

    @Test(arguments: ["abc", "100", "600", "200:x", "200:-1", "200:0", "200:nan", "200:inf", ",", ":", "200,:"])
    func refusesAnInvalidStatus(codes: String) throws {
        #expect(try server.get("/status/\(codes)").status == 400)
    }

    @Test func delaysTheResponse() throws {
        let connection = try server.connect()
        try connection.send("GET", "/delay/2.5?a=1")
        #expect(server.clock.passNextDelay() == .seconds(2.5))
        #expect(try connection.response().json("args.a") == "1")
    }

    @Test func aDelayDoesNotBlockOtherClients() throws {
        let waiting = try (0..<20).map { _ in try server.connect() }
        for connection in waiting { try connection.send("GET", "/delay/300") }
        #expect(try server.get("/get").status == 200)
        for _ in waiting { #expect(server.clock.passNextDelay() == .seconds(300)) }
        for connection in waiting { #expect(try connection.response().status == 200) }
    }

    @Test func aConnectionCanBeReusedAfterADelay() throws {
        let connection = try server.connect()
        try connection.send("GET", "/delay/1")
        #expect(server.clock.passNextDelay() == .seconds(1))
        #expect(try connection.response().status == 200)
        try connection.send("GET", "/get")
        #expect(try connection.response().json("method") == "GET")
    }

    @Test func delaysWithTheSystemClock() throws {
        let live = try DemoServer.start()
        let connection = try RawConnection(port: live.port)
        try connection.send("GET", "/delay/0.01")
        #expect(try connection.response().status == 200)
    }

    @Test(arguments: ["-1", "301", "x", "nan"])
    func refusesInvalidDelays(text: String) throws {
        #expect(try server.get("/delay/\(text)").status == 400)
    }

    @Test func redirectsTheGivenNumberOfTimes() throws {
        let first = try server.get("/redirect/2?status_code=307")
        #expect(first.status == 307)
        #expect(first["Location"] == "/redirect/1?status_code=307")
        #expect(try server.get("/redirect/1")["Location"] == "/anything")
        #expect(try server.get("/redirect/2?absolute=true")["Location"] == "http://test/redirect/1?absolute=true")
    }

    @Test func redirectsToAnyAddress() throws {
        let response = try server.send("POST", "/redirect-to?url=http%3A%2F%2Felsewhere%2F%3Fa%3D1&status_code=303")
        #expect(response.status == 303)
        #expect(response["Location"] == "http://elsewhere/?a=1")
        #expect(try server.postForm("/redirect-to", [("url", "/get")])["Location"] == "/get")
    }

    @Test(arguments: ["/redirect/0", "/redirect/101", "/redirect-to", "/redirect-to?url=a%0D%0Ab", "/redirect-to?url=/&status_code=200"])
    func refusesInvalidRedirects(target: String) throws {
        #expect(try server.get(target).status == 400)
    }
}
