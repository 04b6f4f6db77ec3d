import Testing

@testable import DemoServer

@Suite struct CookieTests {
    let server: TestServer

    init() throws {
        server = try TestServer()
    }

    @Test func showsTheReceivedCookies() throws {
        let response = try server.get("/cookies", headers: [("Cookie", "a=1; b=x=y"), ("Cookie", "c=3")])
        #expect(try response.json("cookies", as: [String: String].self) == ["a": "1", "b": "x=y", "c": "3"])
    }

    @Test(arguments: ["/cookies/set?a=1&b=2", "/cookies/set/a/1"])
    func setsAndSendsBack(target: String) throws {
        let response = try server.get(target)
        #expect(response.status == 302)
        #expect(response["Location"] == "/cookies")
        #expect(response.values("Set-Cookie") == ["a=1; Path=/"] + (target.contains("b=2") ? ["b=2; Path=/"] : []))
    }

    @Test func deletesACookie() throws {
        let cookie = try server.get("/cookies/delete?a")["Set-Cookie"]
        #expect(cookie == "a=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0")
    }

    @Test(arguments: ["a%3B=1", "a=1%3B", "=1", "a=x%20y", "a=%22"])
    func refusesAnInvalidCookie(query: String) throws {
        #expect(try server.get("/cookies/set?\(query)").status == 400)
    }
}
