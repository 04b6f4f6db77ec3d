import Testing

@testable import DemoServer

@Suite struct GeneratedTests {
    let server: TestServer

    init() throws {
        server = try TestServer()
    }

    @Test(arguments: [
        ("/json/10k", 10_000, "application/json"), ("/json/3k?style=pretty", 3000, "application/json"),
        ("/json/1ki?style=deep", 1024, "application/json"),
        ("/text/5k", 5000, "text/plain; charset=utf-8"), ("/bytes/1234", 1234, "application/octet-stream"),
        ("/bytes/0", 0, "application/octet-stream"),
    ])
    func bodiesHaveTheSize(target: String, size: Int, type: String) throws {
        let response = try server.get(target)
        #expect(response["Content-Length"] == String(size))
        #expect(response["Content-Type"] == type)
        #expect(response.body.count == size)
    }

    @Test func aLongBodyArrivesWhole() throws {
        let response = try server.get("/bytes/3m?seed=5")
        var expected: [UInt8] = []
        var bytes = RandomBytes(count: 3_000_000, seed: 5)
        while bytes.next(into: &expected) != .end {}
        #expect(response.body == expected)
    }

    @Test func formatsInTheRequestedStyle() throws {
        #expect(try server.get("/json/2k?style=pretty").text.contains("\n      \"name\": "))
        #expect(try !server.get("/json/2k").text.contains("\n"))
        #expect(try server.get("/json/2k?style=deep").text.hasSuffix("}}}}}}}}}}"))
    }

    @Test func sameSeedGivesTheSameBody() throws {
        #expect(try server.get("/text/1k?seed=1").body != server.get("/text/1k?seed=2").body)
        #expect(try server.get("/json/1k?seed=1").body == server.get("/json/1k?seed=1").body)
    }

    @Test func headReturnsOnlyTheLength() throws {
        let response = try server.send("HEAD", "/json/1g")
        #expect(response.status == 200)
        #expect(response["Content-Length"] == "1000000000")
    }

    @Test(arguments: ["/json/0", "/json/x", "/json/11g", "/json/1k?style=odd", "/bytes/1k?seed=-1", "/text/-1"])
    func refusesInvalidParameters(target: String) throws {
        #expect(try server.get(target).status == 400)
    }
}
