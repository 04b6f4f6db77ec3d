import Testing

@testable import DemoServer

@Suite struct CacheTests {
    let server: TestServer

    init() throws {
        server = try TestServer()
    }

    @Test(arguments: [
        ("If-None-Match", "\"t\"", 304), ("If-None-Match", "\"x\"", 200), ("If-Match", "\"t\"", 200), ("If-Match", "\"x\"", 412),
    ])
    func evaluatesEntityTagConditions(header: String, value: String, status: Int) throws {
        let response = try server.get("/etag/t", headers: [(header, value)])
        #expect(response.status == status)
        #expect(response["ETag"] == "\"t\"")
    }

    @Test func usesADefaultEntityTag() throws {
        #expect(try server.get("/etag")["ETag"] == "\"apus\"")
        #expect(try server.get("/etag/a%22b").status == 400)
    }

    @Test func responsesAreFreshAndCounted() throws {
        let first = try server.get("/cache/60?vary=Accept")
        #expect(first["Cache-Control"] == "public, max-age=60")
        #expect(first["Vary"] == "Accept")
        #expect(try first.json("answers", as: Int.self) == 1)
        let tag = try #require(first["ETag"])
        #expect(try server.get("/cache/60?vary=Accept", headers: [("If-None-Match", tag)]).status == 304)
        #expect(try server.get("/cache/60?vary=Accept").json("answers", as: Int.self) == 2)
        #expect(try server.get("/cache/61").json("answers", as: Int.self) == 1)
    }

    @Test(arguments: ["/cache/-1", "/cache/x", "/cache/1?vary=a%20b"])
    func refusesInvalidParameters(target: String) throws {
        #expect(try server.get(target).status == 400)
    }
}
