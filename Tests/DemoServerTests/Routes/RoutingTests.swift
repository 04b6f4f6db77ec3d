import Testing

@testable import DemoServer

@Suite struct RoutingTests {
    let server: TestServer

    init() throws {
        server = try TestServer()
    }

    @Test func theIndexListsEveryRoute() throws {
        let listed = try server.get("/").json("endpoints", as: [[String: String]].self)
        let endpoints = RouteTable.groups(services: .live).flatMap(\.routes).map(\.endpoint)
        #expect(listed.map { $0["path"] } == endpoints.map(\.path))
        #expect(listed.map { $0["method"] } == endpoints.map(\.method))
        #expect(listed.allSatisfy { $0["summary"]?.isEmpty == false })
    }

    @Test func browsersGetAPage() throws {
        let response = try server.get("/", headers: [("Accept", "text/html,application/xml")])
        #expect(response["Content-Type"] == "text/html; charset=utf-8")
        #expect(response.text.contains("<code>/status/{codes}</code>"))
        #expect(!response.text.contains("<td><td>"))
    }

    @Test func noTwoRoutesAreTheSame() {
        let endpoints = RouteTable.groups(services: .live).flatMap(\.routes).map { "\($0.endpoint.method) \($0.endpoint.path)" }
        #expect(Set(endpoints).count == endpoints.count)
    }

    @Test func notFoundListsTheEndpoints() throws {
        let response = try server.get("/nowhere")
        #expect(response.status == 404)
        #expect(response["Content-Type"] == "application/problem+json")
        #expect(try response.json("endpoints", as: [String].self).contains("/anything/{path*}"))
    }

    @Test func methodNotAllowedListsTheMethods() throws {
        let response = try server.send("POST", "/api/people/1")
        #expect(response.status == 405)
        #expect(response["Allow"] == "GET, HEAD, PUT, PATCH, DELETE, OPTIONS")
        #expect(try response.json("allowed", as: [String].self).contains("PATCH"))
    }

    @Test func optionsListsTheMethods() throws {
        let response = try server.send("OPTIONS", "/get")
        #expect(response.status == 204)
        #expect(response["Allow"] == "GET, HEAD, OPTIONS")
    }

    @Test func ignoresATrailingSlash() throws {
        #expect(try server.get("/api/people/").status == 200)
    }

    @Test func headIsGetWithoutABody() throws {
        let response = try server.send("HEAD", "/get")
        #expect(response.status == 200)
        #expect(response["Content-Type"] == "application/json")
    }
}
