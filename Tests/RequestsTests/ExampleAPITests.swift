import DemoServer
import Foundation
import HTTP
import HTTPCurl
import Requests
import Synchronization
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The worked example of the library `Requests`, against two demo servers.
enum ExampleAPI: RequestProviding {
    case development(port: Int)
    case production(port: Int)

    var baseURL: URL {
        switch self {
        case .development(let port): URL(string: "http://127.0.0.1:\(port)/anything/dev") ?? URL("http://127.0.0.1")
        case .production(let port): URL(string: "http://127.0.0.1:\(port)/anything/live") ?? URL("http://127.0.0.1")
        }
    }

    /// Every request carries the application's key.
    func request(to endpoint: String, using method: HTTPMethod) -> Request<ExampleAPI, Void> {
        Request(api: self, endpoint: endpoint, responseDecoder: .none, method: method).adding(headerField: .applicationKey("DEAD-BEEF"))
    }
}

extension Field.Name {
    static let applicationKey = Field.Name("X-APPLICATION-KEY")
}

extension Field {
    static let applicationKey: @Sendable (String) -> Field = { Field(name: .applicationKey, value: $0) }
}

extension ResponseDecoder where Response == [String: String] {
    /// The header of the response, as a resource.
    static var fields: Self {
        ResponseDecoder { head, _ in Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first } }
    }
}

extension AuthenticationProvider {
    static func custom(_ token: String) -> AuthenticationProvider {
        AuthenticationProvider { header in header[.authorization] = "Custom \(token)" }
    }
}

extension BodyProvider {
    static func lines(_ lines: [String]) -> BodyProvider {
        BodyProvider { header in
            header.set(.contentType(.plainText))
            return .data(Data(lines.joined(separator: "\n").utf8))
        }
    }
}

@Suite struct ExampleAPITests {
    struct User: Codable, Equatable, Sendable {
        var name = "Leia"
    }

    /// A request as the server received it.
    struct Echo: Decodable {
        let method: String
        let url: String
        let args: [String: String]
        let headers: [String: String]
        let data: String
    }

    /// Sends and gives what the server saw.
    static func echo(_ request: Request<ExampleAPI, Void>) async throws -> Echo {
        let (_, text) = try await CurlLoader().perform(request.receiving(.text))
        return try JSONDecoder().decode(Echo.self, from: Data(text.utf8))
    }

    @Test func sendsRequestsToTheirServer() async throws {
        let server = try DemoServer.start()
        defer { server.stop() }
        let apis = [ExampleAPI.development(port: server.port), .production(port: server.port)]
        for (api, path) in zip(apis, ["/anything/dev/user/1", "/anything/live/user/1"]) {
            let echo = try await Self.echo(
                api.put(.json(encoded: User()), to: "/user/1").authenticated(with: .bearerToken("t-o-k")).with(query: ["limit": "30"]))
            #expect(echo.method == "PUT")
            #expect(echo.url.hasSuffix("\(path)?limit=30"))
            #expect(echo.args == ["limit": "30"])
            #expect(echo.headers["Authorization"] == "Bearer t-o-k")
            #expect(echo.headers["X-APPLICATION-KEY"] == "DEAD-BEEF")
            #expect(echo.headers["Content-Type"] == "application/json")
            #expect(try JSONDecoder().decode(User.self, from: Data(echo.data.utf8)) == User())
        }
    }

    @Test func customProvidersWorkLikeTheOthers() async throws {
        let server = try DemoServer.start()
        defer { server.stop() }
        let api = ExampleAPI.development(port: server.port)
        let echo = try await Self.echo(api.post(.lines(["a", "b"]), to: "x").authenticated(with: .custom("c")))
        #expect(echo.method == "POST")
        #expect(echo.data == "a\nb")
        #expect(echo.headers["Authorization"] == "Custom c")
        #expect(echo.headers["Content-Type"] == "text/plain; charset=utf-8")
        let (_, fields) = try await CurlLoader().perform(api.get(.fields, from: "x").with(header: [.accept(.json)]))
        #expect(fields["content-type"]?.hasPrefix("application/json") == true)
    }

    @Test func worksWithFoundationsSession() async throws {
        let server = try DemoServer.start()
        defer { server.stop() }
        let (response, text) = try await URLSession.shared.perform(ExampleAPI.production(port: server.port).get(.text, from: "y"))
        #expect(response.status == .ok)
        #expect(text.contains("/anything/live/y"))
        let head = try await withCheckedThrowingContinuation { continuation in
            URLSession.shared.perform(ExampleAPI.production(port: server.port).get(.text, from: "y")) { result in
                continuation.resume(with: result.map(\.0))
            }
        }
        #expect(head.status == .ok)
        let error = await #expect(throws: RequestTransportError.self) {
            let request = ExampleAPI.production(port: server.port).get(.text, from: "y")
            return try await URLSession.shared.perform(request) { !$0.status.isSuccess }
        }
        #expect(error?.underlyingError as? RequestError == .unacceptableResponse)
        #expect(error?.response?.status == .ok)
    }

    /// Foundation joins fields with the same name, and a date has a comma too.
    @Test func `every cookie of a response has its own header field`() async throws {
        let server = try DemoServer.start()
        defer { server.stop() }
        let cookies = ["first=1; Expires=Wed, 21 Oct 2076 07:28:00 GMT; Path=/response-headers", "second=2; Path=/response-headers"]
        let api = AnonymousRequestProvider(baseURL: try #require(URL(string: "http://127.0.0.1:\(server.port)")))
        let request = api.get(.text, from: "response-headers").with(query: cookies.map { URLQueryItem(name: "Set-Cookie", value: $0) })
        let session = URLSession(configuration: .ephemeral)
        defer { session.finishTasksAndInvalidate() }
        let (response, _) = try await session.perform(request)
        #expect(response.headers.values(for: "Set-Cookie") == cookies)
    }

    @Test func foundationsSessionReadsABodyWhileItIsSent() async throws {
        let server = try DemoServer.start()
        defer { server.stop() }
        let whole = UploadedBytes(count: 2 << 20)
        let request = ExampleAPI.production(port: server.port).post(.raw(body: whole.body), to: "y").receiving(.text)
        let (_, text) = try await URLSession.shared.perform(request)
        #expect(text.contains(String(repeating: "a", count: 1 << 20)))
        let unread = UploadedBytes(count: 1 << 28)
        let nowhere = AnonymousRequestProvider("http://127.0.0.1:1").post(.raw(body: unread.body), to: "y")
        await #expect(throws: RequestTransportError.self) { try await URLSession.shared.perform(nowhere) }
        #expect(unread.readCount < 1 << 24)
    }

    @Test func aBodyThatFailsEndsTheTransferOfFoundationsSession() async throws {
        let server = try DemoServer.start()
        defer { server.stop() }
        let broken = UploadedBytes(count: 2 << 20, failsAtEnd: true)
        let request = ExampleAPI.production(port: server.port).post(.raw(body: broken.body), to: "y")
        let error = await #expect(throws: RequestTransportError.self) { try await URLSession.shared.perform(request) }
        #expect(error?.underlyingError is UploadedBytes.Broken)
    }
}

/// A body of unknown length that counts what was read.
private final class UploadedBytes: HTTPByteStream {
    struct Broken: Error {}

    private let count: Int
    private let failsAtEnd: Bool
    private let read = Mutex(0)

    init(count: Int, failsAtEnd: Bool = false) { (self.count, self.failsAtEnd) = (count, failsAtEnd) }

    var readCount: Int { read.withLock { $0 } }
    var body: StreamBody { StreamBody(length: .unknown, replay: .once) { self } }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let part = read.withLock { read in
            defer { read += min(buffer.count, count - read) }
            return min(buffer.count, count - read)
        }
        if part == 0, failsAtEnd { throw Broken() }
        buffer[..<part].initializeMemory(as: UInt8.self, repeating: UInt8(ascii: "a"))
        return part
    }
}
