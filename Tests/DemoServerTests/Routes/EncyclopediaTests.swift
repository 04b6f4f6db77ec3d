import Testing

@testable import DemoServer

@Suite struct EncyclopediaTests {
    let server: TestServer

    init() throws {
        server = try TestServer()
    }

    @Test func searchesAsMediaWikiDoes() throws {
        let response = try server.get("/wookieepedia/api.php?action=opensearch&search=darth&limit=1&format=json")
        #expect(try response.json("0") == "darth")
        #expect(try response.json("1", as: [String].self) == ["Darth Vader"])
        #expect(try response.json("3", as: [String].self) == ["http://test/wookieepedia/Darth%20Vader"])
    }

    @Test(arguments: ["search=zzz", "search=", ""])
    func findsNothingWithoutAMatch(query: String) throws {
        #expect(try server.get("/wookieepedia/api.php?action=opensearch&\(query)").json("1", as: [String].self).isEmpty)
    }

    @Test(arguments: ["", "action=query", "action=opensearch&format=xml", "action=opensearch&limit=0"])
    func refusesUnknownParameters(query: String) throws {
        #expect(try server.get("/wookieepedia/api.php?\(query)").status == 400)
    }
}
