import CCurl
import HTTP
import TestFixtures
import Testing

@testable import HTTPCurl

/// Which of libcurl's options each of ours becomes.
@Suite struct TransferSettingsTests {
    struct Row: Sendable, CustomStringConvertible {
        let name: String
        let change: @Sendable (inout HTTPRequest) -> Void
        let expected: [(option: CURLoption, value: EasySetting.Value)]

        init(_ name: String, _ change: @escaping @Sendable (inout HTTPRequest) -> Void, _ expected: (CURLoption, EasySetting.Value)...) {
            (self.name, self.change) = (name, change)
            self.expected = expected.map { (option: $0.0, value: $0.1) }
        }

        var description: String { name }
    }

    static let transfer = [
        Row("nothing", { _ in }),
        Row("a version", { $0.versionPreference = .http10 }, (CURLOPT_HTTP_VERSION, .number(CURL_HTTP_VERSION_1_0))),
        Row("version 1.1", { $0.versionPreference = .http11 }, (CURLOPT_HTTP_VERSION, .number(CURL_HTTP_VERSION_1_1))),
        Row("version 2", { $0.versionPreference = .http2 }, (CURLOPT_HTTP_VERSION, .number(CURL_HTTP_VERSION_2_0))),
        Row("a time to connect", { $0.timeouts.connect = .milliseconds(1500) }, (CURLOPT_CONNECTTIMEOUT_MS, .number(1500))),
        Row("no time to connect", { $0.timeouts.connect = nil }, (CURLOPT_CONNECTTIMEOUT_MS, .number(Int(Int32.max)))),
        Row("a whole time, rounded up", { $0.timeouts.total = .microseconds(1) }, (CURLOPT_TIMEOUT_MS, .number(1))),
        Row(
            "a rate", { $0.rateLimit = HTTPRateLimit(sentBytesPerSecond: 20_000, receivedBytesPerSecond: 200_000) },
            (CURLOPT_MAX_SEND_SPEED_LARGE, .offset(20_000)), (CURLOPT_UPLOAD_BUFFERSIZE, .number(20_000)),
            (CURLOPT_MAX_RECV_SPEED_LARGE, .offset(200_000))),
        Row(
            "a TLS minimum", { $0.minimumTLSVersion = .tls13 }, (CURLOPT_SSLVERSION, .number(CURL_SSLVERSION_TLSv1_3)),
            (CURLOPT_PROXY_SSLVERSION, .number(CURL_SSLVERSION_TLSv1_3))),
        Row(
            "a TLS minimum of an old server", { $0.minimumTLSVersion = .tls11 }, (CURLOPT_SSLVERSION, .number(CURL_SSLVERSION_TLSv1_1)),
            (CURLOPT_SSL_CIPHER_LIST, .text("DEFAULT@SECLEVEL=0"))),
        Row(
            "NTLM",
            {
                $0.transportAuthentication = HTTPTransportAuthentication(
                    scheme: .ntlm, credentials: BasicCredentials(username: "u", password: "p"))
            },
            (CURLOPT_HTTPAUTH, .number(CCURL_AUTH_NTLM)), (CURLOPT_USERNAME, .text("u")), (CURLOPT_PASSWORD, .text("p")),
            (CURLOPT_MAXREDIRS, .number(5))),
        Row(
            "Negotiate",
            {
                $0.transportAuthentication = HTTPTransportAuthentication(
                    scheme: .negotiate, credentials: BasicCredentials(username: "", password: ""))
            },
            (CURLOPT_HTTPAUTH, .number(CCURL_AUTH_NEGOTIATE)), (CURLOPT_USERNAME, .text("")), (CURLOPT_PASSWORD, .text("")),
            (CURLOPT_MAXREDIRS, .number(5))),
    ]

    static let network = [
        Row("IPv4 only", { $0.addressFamily = .ipv4 }, (CURLOPT_IPRESOLVE, .number(Int(CURL_IPRESOLVE_V4)))),
        Row("IPv6 only", { $0.addressFamily = .ipv6 }, (CURLOPT_IPRESOLVE, .number(Int(CURL_IPRESOLVE_V6)))),
        Row("an interface", { $0.networkInterface = "lo" }, (CURLOPT_INTERFACE, .text("lo"))),
        Row("a socket", { $0.unixSocketPath = "/run/x" }, (CURLOPT_UNIX_SOCKET_PATH, .text("/run/x"))),
        Row(
            "another host", { $0.connectOverrides = [HTTPConnectOverride(newHost: "b", newPort: 1)] },
            (CURLOPT_CONNECT_TO, .lines(["::b:1"]))),
        Row("another host for another port", { $0.connectOverrides = [HTTPConnectOverride(port: 80, newHost: "b")] }),
        Row("another host for others", { $0.connectOverrides = [HTTPConnectOverride(host: "z", newHost: "b")] }),
        Row(
            "an address", { $0.addressOverrides = [HTTPAddressOverride(host: "host.example", port: 443, addresses: ["::1"])] },
            (CURLOPT_CONNECT_TO, .lines(["::[::1]:443"]))),
        Row("an address for another port", { $0.addressOverrides = [HTTPAddressOverride(host: "*", port: 80, addresses: ["::1"])] }),
        Row(
            "two addresses", { $0.addressOverrides = [HTTPAddressOverride(host: "*", port: 443, addresses: ["1.2.3.4", "::1"])] },
            (CURLOPT_RESOLVE, .lines(["1-2-3-4.x.--1.override.invalid:443:1.2.3.4,[::1]"])),
            (CURLOPT_CONNECT_TO, .lines(["::1-2-3-4.x.--1.override.invalid:443"]))),
        Row("no proxy", { $0.proxy = .none }, (CURLOPT_PROXY, .text(""))),
        // The environment's exceptions are the environment's proxy's.
        Row(
            "a proxy", { $0.proxy = .through(HTTPProxy(kind: .socks5, host: "p", port: 1)) }, (CURLOPT_PROXY, .text("socks5://p:1")),
            (CURLOPT_NOPROXY, .text(""))),
        Row(
            "a proxy over TLS with all there is",
            {
                $0.proxy = .through(
                    HTTPProxy(
                        kind: .https, host: "::1", port: 3128, credentials: BasicCredentials(username: "u", password: "p"),
                        exceptions: ["a", ".b"], tunnels: true))
            }, (CURLOPT_PROXY, .text("https://[::1]:3128")), (CURLOPT_NOPROXY, .text("a,.b")), (CURLOPT_HTTPPROXYTUNNEL, .number(1)),
            (CURLOPT_PROXYUSERNAME, .text("u")), (CURLOPT_PROXYPASSWORD, .text("p"))),
        Row(
            "no verification", { $0.serverTrust.isVerified = false }, (CURLOPT_SSL_VERIFYPEER, .number(0)),
            (CURLOPT_SSL_VERIFYHOST, .number(0))),
        // Instead of the system's, not in addition to them.
        Row(
            "authorities", { $0.certificateAuthoritiesPath = #filePath }, (CURLOPT_CAINFO, .text(#filePath)), (CURLOPT_CAPATH, .null),
            (CURLOPT_PROXY_CAINFO, .text(#filePath)), (CURLOPT_PROXY_CAPATH, .null)),
        Row(
            "pins", { $0.serverTrust.pinnedPublicKeys = ["sha256//a", "sha256//b"] },
            (CURLOPT_PINNEDPUBLICKEY, .text("sha256//a;sha256//b"))),
    ]

    @Test(arguments: transfer + network) func requestsBecomeSettings(_ row: Row) throws {
        var request = HTTPRequest(url: "https://host.example/")
        row.change(&request)
        let settings = try TransferSettings.settings(for: request, over: request.proxy, version: CurlLibrary.shared().version)
        #expect(settings.map(\.option) == row.expected.map(\.option))
        #expect(settings.map(\.value) == row.expected.map(\.value))
    }

    /// libcurl would take it for the opposite, or find out when it has connected already.
    @Test(arguments: [
        Row("rate limit of 0", { $0.rateLimit.sentBytesPerSecond = 0 }),
        Row("rate limit of -1", { $0.rateLimit.receivedBytesPerSecond = -1 }),
        Row("port 70000", { $0.proxy = .through(HTTPProxy(host: "p", port: 70_000)) }),
        Row("port 0", { $0.proxy = .through(HTTPProxy(host: "p", port: 0)) }),
        Row("has no host", { $0.proxy = .through(HTTPProxy(host: "", port: 1)) }),
        Row("\"a b\"", { $0.proxy = .through(HTTPProxy(host: "a b", port: 1)) }),
        Row("\"a@b\"", { $0.proxy = .through(HTTPProxy(host: "a@b", port: 1)) }),
        Row("not an IPv6 address", { $0.proxy = .through(HTTPProxy(host: "a:1", port: 1)) }),
        Row(
            "HTTP/1.0 needs a body whose length is known",
            {
                $0.versionPreference = .http10
                $0.body = StreamBody(length: .unknown, replay: .once) { throw CancellationError() }
            }),
    ])
    func refuses(_ row: Row) throws {
        let version = try CurlLibrary.shared().version
        var request = HTTPRequest(method: .put, url: "https://host.example/")
        row.change(&request)
        let error = #expect(throws: HTTPError.self) { try TransferPlan(request, version: version) }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains(row.name) == true, "\(error?.message ?? "")")
    }

    /// Of a libcurl that can do nothing but HTTP/1.1.
    @Test(arguments: [
        Row("HTTP version 2", { $0.versionPreference = .http2 }), Row("HTTP version 3", { $0.versionPreference = .http3 }),
        Row("proxy over TLS", { $0.proxy = .through(HTTPProxy(kind: .https, host: "p", port: 1)) }),
        Row(
            "ntlm",
            {
                $0.transportAuthentication = HTTPTransportAuthentication(
                    scheme: .ntlm, credentials: BasicCredentials(username: "", password: ""))
            }),
        Row(
            "negotiate",
            {
                $0.transportAuthentication = HTTPTransportAuthentication(
                    scheme: .negotiate, credentials: BasicCredentials(username: "", password: ""))
            }),
    ])
    func reportsMissingLibraryFeatures(_ row: Row) throws {
        let plain = "7.68.0".withCString { text in
            var info = curl_version_info_data()
            info.version = text
            info.version_num = 0x074400
            return CurlVersion(info)
        }
        var request = HTTPRequest(url: "https://host.example/")
        row.change(&request)
        let error = #expect(throws: HTTPError.self) {
            try TransferSettings.settings(for: request, over: request.proxy, version: plain)
        }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains("7.68.0") == true)
        #expect(error?.message.contains(row.name) == true, "\(error?.message ?? "")")
    }

    @Test func `client certificates of one file have distinct paths if anything else differs`() throws {
        let folder = TemporaryFolder()
        try folder.write("one", to: "cl.pem")
        let certificate = HTTPClientCertificate(path: folder.path("cl.pem"), passphrase: "right")
        var other = certificate
        other.passphrase = "wrong"
        #expect(CertificatePaths.path(of: certificate) == certificate.path)
        #expect(CertificatePaths.path(of: other) == folder.path("./cl.pem"))
        #expect(CertificatePaths.path(of: certificate) == certificate.path)
        // Another certificate in the same file.
        try folder.write("another", to: "cl.pem")
        #expect(CertificatePaths.path(of: certificate) == folder.path("././cl.pem"))
    }
}
