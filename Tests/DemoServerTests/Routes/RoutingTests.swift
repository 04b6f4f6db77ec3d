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
        let answer = try server.get("/", headers: [("Accept", "text/html,application/xml")])
        #expect(answer["Content-Type"] == "text/html; charset=utf-8")
        #expect(answer.text.contains("<code>/status/{codes}</code>"))
        #expect(!answer.text.contains("<td><td>"))
    }

    @Test func noTwoRoutesAreTheSame() {
        let endpoints = RouteTable.groups(services: .live).flatMap(\.routes).map { "\($0.endpoint.method) \($0.endpoint.path)" }
        #expect(Set(endpoints).count == endpoints.count)
    }

    @Test func notFoundListsTheEndpoints() throws {
        let answer = try server.get("/nowhere")
        #expect(answer.status == 404)
        #expect(answer["Content-Type"] == "application/problem+json")
        #expect(try answer.json("endpoints", as: [String].self).contains("/anything/{path*}"))
    }

    @Test func methodNotAllowedListsTheMethods() throws {
        let answer = try server.send("POST", "/api/people/1")
        #expect(answer.status == 405)
        #expect(answer["Allow"] == "GET, HEAD, PUT, PATCH, DELETE, OPTIONS")
        #expect(try answer.json("allowed", as: [String].self).contains("PATCH"))
    }

    @Test func optionsListsTheMethods() throws {
        let answer = try server.send("OPTIONS", "/get")
        #expect(answer.status == 204)
        #expect(answer["Allow"] == "GET, HEAD, OPTIONS")
    }

    @Test func ignoresATrailingSlash() throws {
        #expect(try server.get("/api/people/").status == 200)
    }

    @Test func headIsGetWithoutABody() throws {
        let answer = try server.send("HEAD", "/get")
        #expect(answer.status == 200)
        #expect(answer["Content-Type"] == "application/json")
    }
}
