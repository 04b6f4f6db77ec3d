import HTTP
import HTTPConformance
import HTTPCurl
import Testing

/// Proxies over TLS: a scripted proxy with `openssl s_server` in front of it. Skipped if the command is missing.
@Suite(.enabled(if: ServerProcess.path(of: "openssl") != nil, "openssl is not installed"), .timeLimit(.minutes(5)))
struct CurlTLSProxyTests {
    private let loader = CurlLoader()
    private let authority: TestAuthority
    private let credentials = BasicCredentials(username: "user", password: "secret")
    private let basic = "Basic dXNlcjpzZWNyZXQ="
    private let proxyResponse = "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nproxied"

    init() async throws { authority = try await TestAuthority.shared }

    private func proxied(_ request: HTTPRequest, through front: TLSFront, _ credentials: BasicCredentials?, tunnels: Bool = false)
        -> HTTPRequest
    {
        var request = request
        request.proxy = .through(HTTPProxy(kind: .https, host: "localhost", port: front.port, credentials: credentials, tunnels: tunnels))
        request.certificateAuthoritiesPath = authority.path("ca.pem")
        request.addressFamily = .ipv4
        return request
    }

    private func error(of request: HTTPRequest) async -> HTTPError? {
        do throws(HTTPError) {
            let response = try await loader.load(request)
            Issue.record("answered \(response.status)")
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [false, true]) func getsTheAbsoluteURL(wantsCredentials: Bool) async throws {
        let proxy = try FaultServer(ScriptedProxy.http(authorization: wantsCredentials ? basic : nil, response: proxyResponse))
        let front = try await TLSFront("good", of: authority, before: proxy)
        let request = HTTPRequest(url: "http://somewhere.example/path?q")
        let response = try await loader.load(proxied(request, through: front, wantsCredentials ? credentials : nil))
        #expect(try await response.body.collect(upTo: 100) == Array("proxied".utf8))
        #expect(proxy.requests.map(\.target) == ["http://somewhere.example/path?q"])
        #expect(proxy.requests.first?["Proxy-Authorization"] == (wantsCredentials ? basic : nil))
    }

    @Test(arguments: [false, true]) func opensATunnel(wantsCredentials: Bool) async throws {
        let server = try FaultServer(answering: "HTTP/1.1 204 No Content\r\n\r\n")
        let proxy = try FaultServer(ScriptedProxy.http(authorization: wantsCredentials ? basic : nil, response: proxyResponse))
        let front = try await TLSFront("good", of: authority, before: proxy)
        let request = proxied(server.request("/path"), through: front, wantsCredentials ? credentials : nil, tunnels: true)
        #expect(try await loader.load(request).status == .noContent)
        #expect(proxy.requests.map(\.method) == ["CONNECT"])
        #expect(server.requests.map(\.target) == ["/path"])
        #expect(server.requests.first?["Proxy-Authorization"] == nil)
    }

    @Test func carriesTLSInsideTLS() async throws {
        let server = try await authority.server("good")
        let proxy = try FaultServer(ScriptedProxy.http(response: proxyResponse))
        let front = try await TLSFront("good", of: authority, before: proxy)
        let response = try await loader.load(proxied(HTTPRequest(url: "https://localhost:\(server.port)/"), through: front, nil))
        #expect(response.status == .ok)
        #expect(proxy.requests.map(\.target) == ["localhost:\(server.port)"])
    }

    @Test func wrongCredentialsAreToldApart() async throws {
        let server = try FaultServer(answering: "HTTP/1.1 204 No Content\r\n\r\n")
        let proxy = try FaultServer(ScriptedProxy.http(authorization: basic, response: proxyResponse))
        let front = try await TLSFront("good", of: authority, before: proxy)
        let error = await error(of: proxied(server.request(), through: front, nil, tunnels: true))
        #expect(error?.code == .cannotAuthenticate)
        #expect(error?.message.contains("localhost:\(front.port)") == true)
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [
        ("expired", "of localhost has expired"), ("other", "not valid for the name localhost"),
        ("alone", "of localhost is self-signed"),
    ])
    func refusesABadCertificateOfTheProxy(_ certificate: String, reason: String) async throws {
        let proxy = try FaultServer(ScriptedProxy.http(response: proxyResponse))
        let front = try await TLSFront(certificate, of: authority, before: proxy)
        let error = await error(of: proxied(HTTPRequest(url: "http://somewhere.example/"), through: front, credentials))
        #expect(error?.code == .insecureConnection)
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
        #expect(proxy.requests.isEmpty)
    }

    @Test(arguments: [(HTTPTLSVersion.tls10, true), (.tls12, true), (.tls13, false)])
    func refusesATLSVersionOfTheProxyUnderTheMinimum(_ minimum: HTTPTLSVersion, isAccepted: Bool) async throws {
        let proxy = try FaultServer(ScriptedProxy.http(response: proxyResponse))
        let front = try await TLSFront("good", ["-tls1_2"], of: authority, before: proxy)
        var request = proxied(HTTPRequest(url: "http://somewhere.example/"), through: front, nil)
        request.minimumTLSVersion = minimum
        if isAccepted {
            #expect(try await loader.load(request).status == .ok)
        } else {
            #expect(await error(of: request)?.code == .insecureConnection)
        }
    }

    /// The proxy gets its own credentials, and is not trusted like the server.
    @Test func trustingAnyServerDoesNotTrustAnyProxy() async throws {
        let proxy = try FaultServer(ScriptedProxy.http(response: proxyResponse))
        let front = try await TLSFront("alone", of: authority, before: proxy)
        var request = proxied(HTTPRequest(url: "http://somewhere.example/"), through: front, credentials)
        request.serverTrust.isVerified = false
        let error = await error(of: request)
        #expect(error?.code == .insecureConnection)
        #expect(error?.message.contains("isVerified") == false)
        #expect(proxy.requests.isEmpty)
    }
}
