import DemoServer
import Foundation
import HTTP
import HTTPCurl
import HTTPTesting
import Requests
import Testing

/// The examples of `docs/loaders.md`, run against the demo server.
@Suite struct LoaderExamples {
    private let demo: DemoServer

    init() throws {
        demo = try DemoServer.start()
    }

    private var server: String { demo.url }
    private var port: Int { demo.port }

    @Test func basics() async throws {
        var request = HTTPRequest(method: .post, url: server + "/anything?page=1")
        request.headers["Accept"] = "application/json"
        request.body = JSONBody(["name": "Leia"])
        let response = try await CurlLoader().load(request)
        #expect(response.status == .ok)
    }

    @Test func bodies() throws {
        let path = NSTemporaryDirectory() + UUID().uuidString
        try Data("secret".utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let body = MultipartBody([
            .field("title", "Plans"),
            .file("plans", path: path, contentType: "text/plain"),
        ])
        #expect(body.length != .unknown)
        #expect(body.replay == .restartable)
    }

    @Test func failures() async {
        do {
            _ = try await CurlLoader().load(HTTPRequest(url: "http://127.0.0.1:1/"))
        } catch {
            #expect(error.code == .cannotConnect)
        }
    }

    @Test func chunks() async throws {
        let response = try await CurlLoader().load(HTTPRequest(url: server + "/bytes/100000"))
        var count = 0
        for try await chunk in response.body { count += chunk.count }
        #expect(count == 100_000)
    }

    @Test func reading() async throws {
        let leia = try await CurlLoader().load(HTTPRequest(url: server + "/api/people/5")).body.decode(Person.self)
        let lines = try await CurlLoader().load(HTTPRequest(url: server + "/text/1k")).body.text()
        #expect(!leia.name.isEmpty)
        #expect(lines.utf8.count == 1_000)
    }

    @Test func downloads() async throws {
        let path = NSTemporaryDirectory() + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        let size = try await CurlLoader().download(HTTPRequest(url: server + "/bytes/100000"), to: path) { count, total in
            print("\(count) of \(total ?? 0) bytes")
        }
        .byteCount
        #expect(size == 100_000)
    }

    @Test func events() async throws {
        var count = 0
        for try await event in CurlLoader().serverSentEvents(for: HTTPRequest(url: server + "/sse?count=3")) {
            print(event.data)
            count += 1
            break
        }
        #expect(count == 1)
    }

    @Test func ownBodies() async throws {
        let sent = try await CurlLoader().load(HTTPRequest(method: .post, url: server + "/anything", body: Table(rows: [["a", "b"]])))
        #expect(try await sent.body.text().contains("a,b"))
    }

    @Test func mocks() async throws {
        let mock = MockLoader()
        mock.then(503, headers: ["Retry-After": "1"])
        mock.then { request throws(HTTPError) in HTTPResponse(request: request, status: .ok, bytes: Array("hi".utf8)) }
        let retry = Retry(Backoff(.immediate), clock: ManualClock(advancesBySleeping: true).clock)
        #expect(try await (retry --> mock).load(HTTPRequest(url: "https://host/")).status == .ok)
    }

    @Test func environments() async throws {
        let named = ModifyRequest { request in
            var request = request
            request.headers["User-Agent"] = "millennium-falcon/1"
            return request
        }
        let development = ServerEnvironment(scheme: "http", host: "127.0.0.1", port: port, pathPrefix: "/api", headers: ["X-Key": "k"])
        let loader = Greet() --> named --> ApplyEnvironment(environment: development) --> CurlLoader()
        let people = try await loader.load(HTTPRequest(url: "people"))
        #expect(people.status == .ok)
    }

    @Test func options() {
        var request = HTTPRequest()
        #expect(request.priority == 0)
        request.priority = 3
        #expect(request.priority == 3)
    }

    @Test func resetting() async {
        let guarded = ResetGuard() --> AutoCancel() --> CurlLoader()
        let task = guarded.start(HTTPRequest(url: server + "/delay/30"))
        task.onCancel { print("cancelled") }
        for await event in task.events { if case .started = event { break } }
        await guarded.reset()
        #expect(task.isCancelled)
    }

    @Test func patience() async throws {
        let patient = Retry(Backoff(.exponential(first: .milliseconds(1), maximum: .seconds(30)), maxAttempts: 5, jitter: 0.2))
        let polite = Throttle(maximumNumberOfRequests: 6, requestsPerSecond: 100)
        let flaky = try await (patient --> polite --> CurlLoader()).load(HTTPRequest(url: server + "/flaky/2?retry_after=0"))
        #expect(flaky.status == .ok)
    }

    @Test func basicAuthentication() async throws {
        let doorman = BasicAuth(delegate: Cantina()) --> CurlLoader()
        let inside = try await doorman.load(HTTPRequest(url: server + "/basic-auth/han/kessel"))
        #expect(inside.status == .ok)
    }

    @Test func tokens() async throws {
        let service = OAuthConfiguration(
            grant: .clientCredentials, clientID: "demo-service", clientSecret: "demo-secret",
            endpoints: OAuthEndpoints(token: server + "/oauth/token"))
        var asking = HTTPRequest(url: server + "/oauth/userinfo")
        asking.authenticate(with: .oauth(service))
        let known = try await (OAuth() --> CurlLoader()).load(asking)
        #expect(known.status == .ok)
    }

    @Test func authentication() async throws {
        var signed = HTTPRequest(url: server + "/headers")
        let key = AWSCredentials(accessKeyID: "id", secretAccessKey: "key", region: "us-east-1", service: "s3")
        signed.authenticate(with: .awsSignature(key))
        let all = Authenticate() --> CurlLoader()
        _ = try await all.load(signed)
        var secured = HTTPRequest(url: server + "/digest-auth/auth/leia/alderaan")
        secured.authenticate(with: .digest(BasicCredentials(username: "leia", password: "alderaan")))
        let opened = try await all.load(secured)
        #expect(opened.status == .ok)
    }

    @Test func storing() async throws {
        let frugal = Deduplicate() --> CacheResponses() --> Redirect() --> CookieJar() --> CurlLoader()
        _ = try await frugal.load(HTTPRequest(url: server + "/cache/60")).body.collect(upTo: 1 << 20)
        let stored = try await frugal.load(HTTPRequest(url: server + "/cache/60"))
        #expect(stored.headers.contains("Age"))
    }

    @Test func typedRequests() async throws {
        let api = StarWars(baseURL: try #require(URL(string: server + "/api")))
        let connection = Connection(CurlLoader())
        let page = try await connection.request(
            api.get(.json(encoded: Page.self), from: "people").adding(queryItem: URLQueryItem(name: "page", value: "1")))
        #expect(!page.results.isEmpty)
    }
}

struct Cantina: BasicAuthDelegate {
    func basicCredentials(for request: HTTPRequest) async -> BasicCredentials? {
        BasicCredentials(username: "han", password: "kessel")
    }
}

struct Table: HTTPBody {
    let rows: [[String]]
    var additionalHeaders: HTTPHeaders { ["Content-Type": "text/csv"] }
    func encode() -> [UInt8] { Array(rows.map { $0.joined(separator: ",") + "\r\n" }.joined().utf8) }
}

struct Greet: HTTPLoaderLink {
    func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        var greeting = request
        greeting.headers["Greeting"] = "hello"
        task.reportChange(by: self, from: request, to: greeting)
        return try await nextLoader.load(greeting, task: task)
    }
}

private enum PriorityOption: HTTPRequestOption {
    static let defaultOptionValue = 0
}

extension HTTPRequest {
    var priority: Int {
        get { self[option: PriorityOption.self] }
        set { self[option: PriorityOption.self] = newValue }
    }
}

struct Person: Decodable, Sendable {
    let name: String
}

struct Page: Decodable, Sendable {
    let results: [Person]
}

struct StarWars: RequestProviding {
    let baseURL: URL
}
