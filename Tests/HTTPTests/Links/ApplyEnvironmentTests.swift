import Foundation
import HTTP
import HTTPTesting
import Testing

@Suite struct ApplyEnvironmentTests {
    static let environment = ServerEnvironment(
        name: "local", scheme: "http", host: "127.0.0.1", port: 81, pathPrefix: "/api/", headers: ["Accept": "json", "Key": "k"],
        queryItems: [URLQueryItem(name: "v", value: "1")])

    @Test(arguments: [
        ("people/1", "http://127.0.0.1:81/api/people/1?v=1"),
        ("/people", "http://127.0.0.1:81/people?v=1"),
        ("", "http://127.0.0.1:81/api?v=1"),
        ("?v=2", "http://127.0.0.1:81/api?v=2"),
        ("http://127.0.0.1:81/x?a=[]", "http://127.0.0.1:81/x?a=[]&v=1"),
        ("https://other.example/x", "https://other.example/x"),
    ])
    func aURLIsCompleted(url: String, expected: String) async throws {
        let mock = MockLoader().then(200)
        _ = try await (ApplyEnvironment(environment: Self.environment) --> mock).load(HTTPRequest(url: url))
        #expect(mock.requests.first?.url == expected)
    }

    @Test func requestHeadersOverrideEnvironmentHeaders() async throws {
        let mock = MockLoader().then(200)
        _ = try await (ApplyEnvironment(environment: Self.environment) --> mock).load(HTTPRequest(url: "x", headers: ["accept": "html"]))
        #expect(mock.requests.first?.headers == ["accept": "html", "Key": "k"])
    }

    @Test func headersAreNotSentToOtherHosts() async throws {
        let mock = MockLoader().then(200)
        mock.then(200).then(200)
        for url in ["https://other.example/", "http://127.0.0.1:82/", "https://127.0.0.1:81/"] {
            _ = try await (ApplyEnvironment(environment: Self.environment) --> mock).load(HTTPRequest(url: url))
        }
        #expect(mock.requests.map { $0.headers.contains("Key") } == [false, false, false])
    }

    /// Links after it use the environment, for example to choose the jar.
    @Test func requestCarriesItsEnvironment() async throws {
        let mock = MockLoader().then(200)
        _ = try await (ApplyEnvironment(environment: Self.environment) --> mock).load(HTTPRequest(url: "x"))
        #expect(mock.requests.first?.serverEnvironment == Self.environment)
    }

    @Test func theRequestsEnvironmentBeatsTheLoaders() async throws {
        let mock = MockLoader().then(200)
        var request = HTTPRequest(url: "x")
        request.serverEnvironment = ServerEnvironment(host: "wookieepedia.example")
        _ = try await (ApplyEnvironment(environment: Self.environment) --> mock).load(request)
        #expect(mock.requests.first?.url == "https://wookieepedia.example/x")
    }

    @Test func theChangeIsTraced() async throws {
        let task = (ApplyEnvironment(environment: Self.environment) --> MockLoader().then(200)).start(HTTPRequest(url: "x"))
        _ = try await task.value.body.collect(upTo: 1)
        var changes: [HTTPRequestChange] = []
        for await event in task.events { if case .changed(let change) = event { changes.append(change) } }
        #expect(changes.map(\.link) == ["ApplyEnvironment"])
        #expect(changes.first?.addedHeaders.map(\.name) == ["Accept", "Key"])
    }

    @Test func prefixIsNotAppliedToOtherHosts() async throws {
        let mock = MockLoader().then(200).then(200)
        let loader = ApplyEnvironment(environment: Self.environment) --> mock
        _ = try await loader.load(HTTPRequest(url: "https://other.example"))
        _ = try await loader.load(HTTPRequest(url: "http://127.0.0.1:81"))
        #expect(mock.requests.map(\.percentEncodedPath) == ["/", "/api"])
    }
}
