import Foundation
import HTTP
import HTTPConformance
import HTTPCurl
import Testing

/// Ways to a server other than the URL's host and port.
@Suite(.timeLimit(.minutes(5))) struct CurlNetworkTests {
    private let loader = CurlLoader()

    private func server() throws -> FaultServer {
        try FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    }

    private func expectAnswer(_ server: FaultServer, host: String, _ change: (inout HTTPRequest) -> Void) async throws {
        var request = server.request()
        request.host = host
        change(&request)
        let response = try await loader.load(request)
        #expect(try await response.body.collect(upTo: 10) == Array("ok".utf8))
        #expect(server.requests.first?["Host"] == "\(host):\(server.port)")
    }

    @Test func connectsToAddressesGivenByHand() async throws {
        let server = try server()
        try await expectAnswer(server, host: "nowhere.invalid") {
            $0.addressOverrides = [HTTPAddressOverride(host: "nowhere.invalid", port: Int(server.port), addresses: ["127.0.0.1"])]
        }
    }

    @Test func triesAllAddressesGivenByHand() async throws {
        let server = try server()
        try await expectAnswer(server, host: "nowhere.invalid") {
            // No server listens on the first one.
            let addresses = ["127.0.0.2", "127.0.0.1"]
            $0.addressOverrides = [HTTPAddressOverride(host: "*", port: Int(server.port), addresses: addresses)]
        }
    }

    @Test func connectsToAnotherHost() async throws {
        try await expectAnswer(try server(), host: "nowhere.invalid") {
            $0.connectOverrides = [HTTPConnectOverride(newHost: "127.0.0.1")]
        }
    }

    @Test func connectsToAnotherPort() async throws {
        let server = try server()
        var request = server.request()
        request.port = 1
        request.connectOverrides = [HTTPConnectOverride(port: 1, newPort: Int(server.port))]
        #expect(try await loader.load(request).status == 200)
    }

    @Test func bindsToAnAddress() async throws {
        try await expectAnswer(try server(), host: "127.0.0.1") { $0.networkInterface = "127.0.0.1" }
    }

    @Test func saysThatAnInterfaceIsMissing() async throws {
        var request = try server().request()
        request.networkInterface = "nothing0"
        let error = await #expect(throws: HTTPError.self) { try await loader.load(request) }
        #expect(error?.code == .cannotConnect)
        #expect(error?.message.contains("nothing0") == true)
    }

    @Test func aLiteralOfTheOtherFamilyCannotBeResolved() async throws {
        var request = try server().request()
        request.addressFamily = .ipv6
        let error = await #expect(throws: HTTPError.self) { try await loader.load(request) }
        #expect([.cannotResolveHost, .cannotConnect].contains(error?.code))
    }

    @Test func saysThatASocketIsMissing() async throws {
        var request = try server().request()
        request.unixSocketPath = "/nowhere/apus.sock"
        let error = await #expect(throws: HTTPError.self) { try await loader.load(request) }
        #expect(error?.code == .cannotConnect)
        #expect(error?.message.contains("/nowhere/apus.sock") == true)
    }

    @Test func talksThroughAUnixSocket() async throws {
        let server = try UnixServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        var request = HTTPRequest(url: "http://docker.example/info")
        request.proxy = .none
        request.unixSocketPath = server.path
        let response = try await loader.load(request)
        #expect(try await response.body.collect(upTo: 10) == Array("ok".utf8))
    }

    @Test func keepsToARate() async throws {
        let server = try FaultServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2000000\r\n\r\n")
            try connection.send([UInt8](repeating: 1, count: 2_000_000))
        }
        var request = server.request()
        request.rateLimit.receivedBytesPerSecond = 1000
        // At that rate it takes minutes: a limit of time ends it first, which it would not do without the rate.
        request.timeouts.total = .milliseconds(300)
        let task = loader.start(request)
        let error = await #expect(throws: HTTPError.self) {
            _ = try await task.value.body.collect(upTo: 3_000_000)
        }
        #expect(error?.code == .timedOut)
        var received: Int64 = 0
        for await event in task.events { if case .finished(let metrics) = event { received = metrics.byteCounts.receivedBody } }
        // libcurl reads up to a hundred buffers before it looks at the rate.
        #expect(received <= 110 * 1024)
    }

    @Test func keepsToARateWhileItSends() async throws {
        let server = try FaultServer { connection in while try connection.readRequest() != nil {} }
        var request = server.request(method: .put, body: DataBody([UInt8](repeating: 1, count: 2_000_000)))
        request.rateLimit.sentBytesPerSecond = 1000
        request.timeouts.total = .milliseconds(300)
        let task = loader.start(request)
        // Not with `#expect(throws:)`, which would put the whole body into words for its report.
        guard case .failure(let error) = await task.result else { return #expect(Bool(false), "it was answered") }
        #expect(error.code == .timedOut)
        var sent: Int64 = 0
        for await event in task.events { if case .finished(let metrics) = event { sent = metrics.byteCounts.sentBody } }
        // Data up to the size of the buffers is sent at once; without the limit all of it would be.
        #expect(sent < 2_000_000)
    }

    /// Nothing was dropped on the way: the usual reason is https to a port of plain HTTP.
    @Test func aServerThatIsSilentInTheHandshakeIsNotCalledUnreachable() async throws {
        let server = try FaultServer { connection in while try connection.readRequest() != nil {} }
        var request = server.request()
        request.scheme = "https"
        request.timeouts.connect = .seconds(1)
        let error = await #expect(throws: HTTPError.self) { try await loader.load(request) }
        #expect(error?.code == .timedOut)
        #expect(error?.message.contains("did not finish the TLS handshake") == true, "\(error?.message ?? "")")
    }

    /// In a separate process, since environment variables apply to the whole process.
    @Test func takesTheProxyOfTheEnvironment() async {
        await #expect(processExitsWith: .success) {
            let server = try FaultServer(answering: "HTTP/1.1 204 No Content\r\n\r\n")
            let proxy = try FaultServer(ScriptedProxy.http(response: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
            setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
            setenv("no_proxy", "exempt.example,127.0.0.1", 1)
            let loader = CurlLoader()
            var (plain, exempt) = (HTTPRequest(url: "http://somewhere.example/a"), server.request("/b"))
            exempt.proxy = .environment
            var proxies: [String?] = []
            for (request, status) in [(plain, HTTPStatus.ok), (exempt, .noContent)] {
                let task = loader.start(request)
                #expect(try await task.value.status == status)
                for await event in task.events { if case .connected(let details) = event { proxies.append(details.proxy) } }
            }
            #expect(proxies == ["the proxy 127.0.0.1:\(proxy.port) of http_proxy", nil])
            #expect(proxy.requests.map(\.target) == ["http://somewhere.example/a"])
            plain.proxy = .none
            plain.connectOverrides = [HTTPConnectOverride(newHost: "127.0.0.1", newPort: Int(server.port))]
            #expect(try await loader.load(plain).status == .noContent)
            #expect(server.requests.map(\.target) == ["/b", "/a"])
        }
    }
}
