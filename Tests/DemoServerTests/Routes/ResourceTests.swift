import Testing

@testable import DemoServer

@Suite struct ResourceTests {
    let server: TestServer

    init() throws {
        server = try TestServer()
    }

    @Test(arguments: ["people", "planets"])
    func listsPageByPage(resource: String) throws {
        let first = try server.get("/api/\(resource)?limit=5")
        let count = try first.json("count", as: Int.self)
        #expect(count > 10)
        #expect(try first.json("results", as: [Any].self).count == 5)
        #expect(try first.json("next") == "http://test/api/\(resource)?limit=5&page=2")
        #expect(first.text.contains("\"previous\": null"))
        let last = try server.get("/api/\(resource)?limit=5&page=\((count + 4) / 5)")
        #expect(last.text.contains("\"next\": null"))
        #expect(try last.json("results.0.id", as: Int.self) == (count - 1) / 5 * 5 + 1)
    }

    @Test func aPageAfterTheLastIsEmpty() throws {
        #expect(try server.get("/api/people?page=1000000").json("results", as: [Any].self).isEmpty)
    }

    @Test func searchesNames() throws {
        let response = try server.get("/api/people?search=SKY")
        #expect(try response.json("count", as: Int.self) == 1)
        #expect(try response.json("results.0.name") == "Luke Skywalker")
    }

    @Test func readsOneWithWholeAddresses() throws {
        let response = try server.get("/api/people/1")
        #expect(try response.json("homeworld") == "http://test/api/planets/1")
        #expect(try response.json("url") == "http://test/api/people/1")
        #expect(try server.get("/api/planets/1").json("name") == "Tatooine")
    }

    @Test func createsAndKeeps() throws {
        let created = try server.sendJSON("POST", "/api/people", #"{"mass": 80, "name": "Kit"}"#)
        #expect(created.status == 201)
        let address = try #require(created["Location"])
        let read = try server.get(address)
        #expect(try read.json("name") == "Kit")
        #expect(try read.json("mass", as: Int.self) == 80)
        #expect(try created.json("id", as: Int.self) == Catalogue.people.records.count + 1)
    }

    @Test func replacesWhole() throws {
        let response = try server.sendJSON("PUT", "/api/planets/2", #"{"name": "Dust", "id": 9, "url": "x"}"#)
        #expect(response.status == 200)
        #expect(try server.get("/api/planets/2").json("name") == "Dust")
        #expect(try !server.get("/api/planets/2").text.contains("climate"))
        #expect(try server.get("/api/planets/2").json("id", as: Int.self) == 2)
    }

    @Test func patchesMergeAndDelete() throws {
        let response = try server.sendJSON("PATCH", "/api/people/1", #"{"mass": 78, "species": null}"#)
        #expect(try response.json("mass", as: Int.self) == 78)
        #expect(try response.json("name") == "Luke Skywalker")
        #expect(!response.text.contains("species"))
    }

    @Test func deletesAResource() throws {
        #expect(try server.send("DELETE", "/api/people/3").status == 204)
        #expect(try server.get("/api/people/3").status == 404)
        #expect(try server.send("DELETE", "/api/people/3").status == 404)
        #expect(try server.sendJSON("POST", "/api/people", #"{"name": "New"}"#).json("id", as: Int.self) > 3)
    }

    @Test func everyMistakeIsNamed() throws {
        let response = try server.sendJSON("POST", "/api/people", #"{"height": "tall", "side": "left", "wings": 2}"#)
        #expect(response.status == 422)
        #expect(response["Content-Type"] == "application/problem+json")
        let pointers = try response.json("errors", as: [[String: String]].self).compactMap { $0["pointer"] }
        #expect(Set(pointers) == ["#/name", "#/height", "#/side", "#/wings"])
    }

    @Test(arguments: [
        ("POST", "/api/people", "[]", 422), ("PATCH", "/api/people/1", "3", 422), ("PATCH", "/api/people/1", #"{"name": null}"#, 422),
        ("PUT", "/api/people/999", #"{"name": "x"}"#, 404), ("PATCH", "/api/people/999", "{}", 404), ("POST", "/api/people", "{", 400),
        ("PUT", "/api/people/x", #"{"name": "x"}"#, 400), ("POST", "/api/people", #"{"name": ""}"#, 422),
    ])
    func refusesInvalidResources(method: String, target: String, body: String, status: Int) throws {
        #expect(try server.sendJSON(method, target, body).status == status)
    }

    @Test func requiresJSON() throws {
        let response = try server.postForm("/api/people", [("name", "x")])
        #expect(response.status == 415)
        #expect(response["Accept"] == "application/json")
    }

    @Test func aBodyThatIsTooLongIsRefused() throws {
        let small = try TestServer(bodyMemoryLimit: 100)
        #expect(try small.sendJSON("POST", "/api/people", String(repeating: " ", count: 101)).status == 413)
    }

    @Test(arguments: ["/api/people?page=0", "/api/people?limit=101", "/api/people/0"])
    func refusesNumbersOutOfRange(target: String) throws {
        #expect(try server.get(target).status == 400)
    }

    @Test func eachServerHasItsOwnRecords() throws {
        _ = try server.send("DELETE", "/api/people/1")
        #expect(try TestServer().get("/api/people/1").status == 200)
    }
}
