import DemoServer
import Foundation
import HTTP
import HTTPCurl
import Requests
import Testing

/// The example of Dave DeLong's “HTTP in Swift” (parts 1, 7 and 8), against the demo server.
struct StarWarsAPI {
    struct Person: Decodable, Equatable, Sendable {
        let name: String
    }

    private struct Page: Decodable {
        let results: [Person]
    }

    private let loader: any HTTPLoader

    init(loader: any HTTPLoader) { self.loader = loader }

    func requestPeople() async throws -> [Person] {
        let response = try await loader.load(HTTPRequest(url: "people"))
        let body = try await response.body.collect(upTo: 1 << 20)
        return try JSONDecoder().decode(Page.self, from: Data(body)).results
    }

    /// Asks another server through the same loader.
    func search(_ text: String, in wookieepedia: ServerEnvironment) async throws -> [String] {
        var request = HTTPRequest(url: "api.php")
        request.queryItems = [("action", "opensearch"), ("search", text), ("format", "json")].map { URLQueryItem(name: $0, value: $1) }
        request.serverEnvironment = wookieepedia
        let body = try await loader.load(request).body.collect(upTo: 1 << 20)
        let response = try JSONSerialization.jsonObject(with: Data(body)) as? [Any]
        return response?.dropFirst().first as? [String] ?? []
    }
}

@Suite struct StarWarsAPITests {
    @Test func peopleComeFromTheLoadersEnvironmentAndPagesFromTheRequests() async throws {
        let server = try DemoServer.start()
        defer { server.stop() }
        let local = ServerEnvironment(scheme: "http", host: "127.0.0.1", port: server.port, pathPrefix: "/api")
        let api = StarWarsAPI(
            loader: ResetGuard() --> AutoCancel() --> ApplyEnvironment(environment: local) --> Throttle(maximumNumberOfRequests: 2)
                --> CurlLoader())
        #expect(try await api.requestPeople().contains(StarWarsAPI.Person(name: "Luke Skywalker")))
        var wookieepedia = local
        wookieepedia.pathPrefix = "/wookieepedia"
        #expect(try await api.search("Luke", in: wookieepedia) == ["Luke Skywalker"])
    }
}
