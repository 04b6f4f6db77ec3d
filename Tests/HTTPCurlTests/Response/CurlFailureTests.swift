import CCurl
import Testing

@testable import HTTP
@testable import HTTPCurl

/// Which code and which words each of libcurl's errors becomes.
@Suite struct CurlFailureTests {
    struct Row: Sendable, CustomStringConvertible {
        let code: CURLcode
        var detail = ""
        var phase = TransferPhase.waiting
        var proxyStatus = 0
        var systemError: Int32 = 0
        let expected: HTTPError.Code
        let words: String

        var description: String { "\(code.rawValue) \(detail) \(phase)" }
    }

    static let network = [
        Row(code: CURLE_COULDNT_RESOLVE_HOST, expected: .cannotResolveHost, words: "\"host.example\""),
        Row(code: CURLE_COULDNT_RESOLVE_PROXY, expected: .cannotResolveHost, words: "proxy of the process environment"),
        Row(code: CURLE_COULDNT_CONNECT, systemError: 111, expected: .cannotConnect, words: "host.example:8443 refused"),
        Row(code: CURLE_COULDNT_CONNECT, systemError: 113, expected: .cannotConnect, words: "cannot be reached"),
        Row(code: CURLE_COULDNT_CONNECT, detail: "odd", expected: .cannotConnect, words: "odd."),
        Row(code: CURLE_INTERFACE_FAILED, expected: .cannotConnect, words: "network interface"),
        Row(code: CURLE_OPERATION_TIMEDOUT, phase: .connecting, expected: .timedOut, words: "while connecting"),
        Row(
            code: CURLE_COULDNT_RESOLVE_HOST, detail: "Could not resolve host: CONNECT.x", expected: .cannotResolveHost, words: "not found"),
        Row(
            code: CURLE_OPERATION_TIMEDOUT, detail: "Proxy CONNECT aborted due to timeout", phase: .connecting, expected: .timedOut,
            words: "while connecting"),
        Row(code: CURLE_OPERATION_TIMEDOUT, phase: .receiving, expected: .timedOut, words: "Raise `timeouts.total`"),
        Row(code: CURLE_OPERATION_TIMEDOUT, phase: .securing, expected: .timedOut, words: "it may not speak TLS (then use http://)"),
        Row(code: CURLE_PROXY, detail: "User was rejected by the SOCKS5 server", expected: .cannotAuthenticate, words: "credentials"),
        Row(
            code: CURLE_PROXY, detail: "(91), request rejected or failed", expected: .cannotConnect,
            words: "did not connect to host.example"),
        Row(code: CURLE_PROXY, detail: "(93), request rejected because", expected: .cannotAuthenticate, words: "credentials"),
        Row(
            code: CURLE_PROXY, detail: "Can't complete SOCKS5 connection", expected: .cannotConnect,
            words: "did not connect to host.example"),
        Row(
            code: CURLE_PROXY, detail: "Can't complete SOCKS5 connection to host.example. (2)", expected: .cannotConnect,
            words: "host.example:8443: its rules do not allow it (SOCKS5 error 2)."),
        Row(
            code: CURLE_PROXY, detail: "Can't complete SOCKS5 connection to host.example. (99)", expected: .cannotConnect, words: "(99)."),
        Row(code: CURLE_RECV_ERROR, proxyStatus: 407, expected: .cannotAuthenticate, words: "407"),
        Row(code: CURLE_RECV_ERROR, proxyStatus: 502, expected: .cannotConnect, words: "502"),
        Row(code: CURLE_RECV_ERROR, phase: .receiving, expected: .invalidResponse, words: "broke while receiving"),
        Row(code: CURLE_RECV_ERROR, phase: .securing, expected: .invalidResponse, words: "may require a client certificate"),
        Row(code: CURLE_SEND_ERROR, expected: .invalidResponse, words: "Send again"),
        Row(code: CURLE_LOGIN_DENIED, expected: .cannotAuthenticate, words: "credentials"),
    ]

    static let security = [
        Row(code: CURLE_PEER_FAILED_VERIFICATION, detail: "certificate has expired", expected: .insecureConnection, words: "has expired"),
        Row(
            code: CURLE_PEER_FAILED_VERIFICATION, detail: "self-signed certificate", expected: .insecureConnection,
            words: "self-signed"),
        Row(
            code: CURLE_PEER_FAILED_VERIFICATION, detail: "SSL certificate problem: self-signed certificate in certificate chain",
            expected: .insecureConnection, words: "signed by an authority that this machine does not know"),
        Row(
            code: CURLE_PEER_FAILED_VERIFICATION, detail: "unable to get local issuer certificate", expected: .insecureConnection,
            words: "does not know"),
        Row(
            code: CURLE_PEER_FAILED_VERIFICATION, detail: "no alternative certificate subject name matches", expected: .insecureConnection,
            words: "not valid for the name"),
        Row(
            code: CURLE_PEER_FAILED_VERIFICATION, detail: "SSL: certificate subject name 'CONNECT' does not match target host name",
            expected: .insecureConnection, words: "not valid for the name"),
        Row(code: CURLE_PEER_FAILED_VERIFICATION, detail: "certificate revoked", expected: .insecureConnection, words: "revoked"),
        Row(code: CURLE_SSL_PINNEDPUBKEYNOTMATCH, expected: .insecureConnection, words: "pinned"),
        Row(code: CURLE_SSL_CONNECT_ERROR, detail: "wrong version number", expected: .insecureConnection, words: "does not speak TLS"),
        Row(
            code: CURLE_SSL_CONNECT_ERROR, detail: "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to host.example:8443 ",
            expected: .insecureConnection, words: "8443 may not speak TLS (then use http:// instead of https://)"),
        Row(
            code: CURLE_SSL_CONNECT_ERROR, detail: "OpenSSL SSL_connect: Connection reset by peer in connection to host.example:8443 ",
            expected: .insecureConnection, words: "in connection to host.example:8443.)"),
        Row(code: CURLE_SSL_CONNECT_ERROR, detail: "unsupported protocol", expected: .insecureConnection, words: "`minimumTLSVersion`"),
        Row(
            code: CURLE_SSL_CONNECT_ERROR, detail: "tlsv13 alert certificate required", expected: .insecureConnection,
            words: "`clientCertificate`"),
        Row(code: CURLE_RECV_ERROR, detail: "SSL_read: tlsv1 alert unknown ca", expected: .insecureConnection, words: "did not accept"),
        Row(code: CURLE_SSL_CERTPROBLEM, expected: .invalidRequest, words: "`clientCertificate.passphrase`, which is not set"),
        Row(code: CURLE_SSL_CACERT_BADFILE, expected: .invalidRequest, words: "PEM"),
    ]

    static let messages = [
        Row(code: CURLE_GOT_NOTHING, expected: .invalidResponse, words: "without a response"),
        Row(code: CURLE_PARTIAL_FILE, phase: .receiving, expected: .invalidResponse, words: "too soon"),
        Row(code: CURLE_BAD_CONTENT_ENCODING, phase: .receiving, expected: .invalidResponse, words: "Turn off `decompression`"),
        Row(code: CURLE_RECV_ERROR, detail: "chunk hex-length", phase: .receiving, expected: .invalidResponse, words: "not valid HTTP"),
        Row(
            code: CURLE_RECV_ERROR, detail: "nghttp2_session_mem_recv() returned -904:Flooding was detected in this HTTP/2 session",
            expected: .invalidResponse, words: "(1,000)"),
        Row(
            code: CURLE_RECV_ERROR, detail: "nghttp2 recv error -905: Too many CONTINUATION frames following a HEADER frame",
            expected: .invalidResponse, words: "8 CONTINUATION frames"),
        Row(
            code: CURLE_RECV_ERROR, detail: "nghttp2_session_mem_recv() returned -902:The user callback function failed",
            expected: .responseTooLarge, words: "`responseLimits.headerByteCount`"),
        Row(code: CURLE_SEND_ERROR, detail: "nghttp2 error 1", expected: .invalidResponse, words: "not valid HTTP/2"),
        Row(code: CURLE_HTTP2, expected: .invalidResponse, words: "ended the HTTP/2 connection"),
        Row(code: CURLE_HTTP2_STREAM, detail: "HTTP/2 stream 1: CANCEL", expected: .invalidResponse, words: "CANCEL"),
        Row(
            code: CURLE_UNSUPPORTED_PROTOCOL, detail: "Received HTTP/0.9 when not allowed", expected: .invalidResponse,
            words: "did not respond with HTTP"),
        Row(code: CURLE_UNSUPPORTED_PROTOCOL, detail: "Protocol x", phase: .resolving, expected: .invalidRequest, words: "cannot do this"),
        Row(code: CURLE_OUT_OF_MEMORY, phase: .receiving, expected: .responseTooLarge, words: "100 KiB"),
        Row(code: CURLE_FILESIZE_EXCEEDED, phase: .receiving, expected: .responseTooLarge, words: "larger than allowed"),
        Row(code: CURLE_SEND_FAIL_REWIND, expected: .bodyNotReplayable, words: "only once"),
        Row(code: CURLE_URL_MALFORMAT, expected: .invalidRequest, words: "URL"),
        Row(code: CURLE_UPLOAD_FAILED, expected: .invalidRequest, words: "length is known"),
        Row(code: CURLE_LDAP_CANNOT_BIND, detail: "odd..", expected: .unknown, words: "failed: odd."),
    ]

    @Test(arguments: network + security + messages) func failuresBecomeErrors(_ row: Row) {
        let failure = CurlFailure(
            code: row.code, own: nil, detail: row.detail, phase: row.phase, request: HTTPRequest(url: "https://host.example:8443/"),
            proxyStatus: row.proxyStatus, systemError: Int(row.systemError))
        #expect(failure.httpCode == row.expected)
        #expect(failure.message.contains(row.words), "\(failure.message)")
        #expect((failure.underlyingError as? LibcurlError)?.number == row.code.rawValue)
    }

    /// While connecting, the limit of the whole request may pass before that of the connection, which is shorter.
    @Test(
        arguments: [
            (2, 5, true, "(2.0 seconds)", "`timeouts.total`"), (5, 2, true, "(5.0 seconds)", "`timeouts.total`"),
            (5, 2, false, "(2.0 seconds)", "`timeouts.connect`"), (nil, 3, false, "(3.0 seconds)", "`timeouts.connect`"),
            (4, nil, true, "(4.0 seconds)", "`timeouts.total`"),
        ] as [(Int?, Int?, Bool, String, String)])
    func namesTheLimitThatEndedIt(total: Int?, connect: Int?, isOverdue: Bool, limit: String, option: String) {
        var request = HTTPRequest(url: "https://host.example/")
        request.timeouts.total = total.map { .seconds($0) }
        request.timeouts.connect = connect.map { .seconds($0) }
        let failure = CurlFailure(
            code: CURLE_OPERATION_TIMEDOUT, own: nil, detail: "", phase: .securing, request: request, proxyStatus: 0, systemError: 0,
            isOverdue: isOverdue)
        #expect(failure.message.contains(limit) && failure.message.contains(option), "\(failure.message)")
    }

    @Test(arguments: [CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST]) func aMissingKindOfAddressIsNamed(code: CURLcode) {
        var request = HTTPRequest(url: "http://127.0.0.1/")
        request.addressFamily = .ipv6
        let failure = CurlFailure(code: code, own: nil, detail: "", phase: .resolving, request: request, proxyStatus: 0, systemError: 0)
        #expect(failure.message.contains("has no IPv6 address (`addressFamily` is ipv6)"), "\(failure.message)")
    }

    @Test(arguments: [(HTTPVersionPreference.http2PriorKnowledge, CURLE_GOT_NOTHING), (.automatic, CURLE_UNSUPPORTED_PROTOCOL)])
    func aServerOfAnotherHTTPVersionIsConsidered(version: HTTPVersionPreference, code: CURLcode) {
        var request = HTTPRequest(url: "http://host.example/")
        request.versionPreference = version
        let failure = CurlFailure(
            code: code, own: nil, detail: "Received HTTP/0.9 when not allowed", phase: .waiting, request: request, proxyStatus: 0,
            systemError: 0)
        #expect(failure.httpCode == .invalidResponse)
        #expect(failure.message.contains("`versionPreference`") && failure.message.contains("HTTP/2"), "\(failure.message)")
    }

    /// A server that resets the connection after its alert leaves no better text.
    @Test(arguments: [
        ("https://h/", TransferPhase.securing, true), ("https://h/", .waiting, true), ("https://h/", .receiving, false),
        ("http://h/", .waiting, false),
    ])
    func aBrokenConnectionMayBeARefusedCertificate(url: String, phase: TransferPhase, isSuspected: Bool) {
        var request = HTTPRequest(url: url)
        request.clientCertificate = HTTPClientCertificate(path: "/c.pem")
        let failure = CurlFailure(
            code: CURLE_RECV_ERROR, own: nil, detail: "Recv failure", phase: phase, request: request, proxyStatus: 0, systemError: 0)
        #expect(failure.httpCode == .invalidResponse)
        #expect(failure.message.contains("`clientCertificate`") == isSuspected, "\(failure.message)")
    }

    /// Trust in any certificate is not passed on by a redirect, so switching it on would not help.
    @Test(arguments: [("https://host.example/2", "or switch off"), ("https://other.example/", "send to https://other.example:443 itself")])
    func aRedirectedRequestIsNotToldToSwitchOffWhatDoesNotCount(url: String, words: String) {
        var request = HTTPRequest(url: url)
        request.redirectedFrom = HTTPOrigin(scheme: "https", host: "host.example", port: 443)
        let failure = CurlFailure(
            code: CURLE_PEER_FAILED_VERIFICATION, own: nil, detail: "self-signed certificate", phase: .securing, request: request,
            proxyStatus: 0, systemError: 0)
        #expect(failure.message.contains(words), "\(failure.message)")
    }

    @Test func `a server with an IPv6 address is not called a proxy`() {
        let failure = CurlFailure(
            code: CURLE_COULDNT_CONNECT, own: nil, detail: "Failed to connect to ::1 port 9499 after 0 ms: x", phase: .connecting,
            request: HTTPRequest(url: "http://[::1]:9499/"), proxyStatus: 0, systemError: 111)
        #expect(failure.message.hasPrefix("[::1]:9499 refused"), "\(failure.message)")
    }

    @Test func theVariableOfAProxyIsNamed() {
        let failure = CurlFailure(
            code: CURLE_COULDNT_CONNECT, own: nil, detail: "Failed to connect to 10.0.0.7 port 3128 after 0 ms: x", phase: .connecting,
            request: HTTPRequest(url: "http://host.example/"), proxyStatus: 0, systemError: 111,
            environmentProxy: "10.0.0.7:3128 of http_proxy")
        #expect(failure.message.hasPrefix("The proxy 10.0.0.7:3128 of http_proxy refused"), "\(failure.message)")
    }

    /// Failures of a proxy are not attributed to the server.
    @Test(
        arguments: [
            (
                CURLE_COULDNT_CONNECT, "Failed to connect to 10.0.0.7 port 3128 after 0 ms: Couldn't connect", nil, 111,
                "proxy 10.0.0.7:3128 refused"
            ),
            (
                CURLE_COULDNT_CONNECT, "Failed to connect to host.example port 8443 via 10.0.0.7 after 0 ms: x", nil, 111,
                "proxy 10.0.0.7 refused"
            ),
            (
                CURLE_COULDNT_CONNECT, "Failed to connect to host.example port 8443 after 0 ms: Couldn't connect", nil, 111,
                "host.example:8443 refused"
            ),
            (CURLE_COULDNT_CONNECT, "", true, 111, "proxy of the process environment refused"),
            (CURLE_COULDNT_CONNECT, "Failed to connect to 10.0.0.7 port 3128 after 0 ms: x", false, 111, "host.example:8443 refused"),
            (CURLE_RECV_ERROR, "Proxy CONNECT aborted", nil, 0, "proxy of the process environment refused to connect to host.example:8443"),
            (CURLE_COULDNT_CONNECT, "CONNECT tunnel failed, response 0", true, 0, "refused to connect to host.example:8443"),
        ] as [(CURLcode, String, Bool?, Int, String)])
    func blamesTheProxy(code: CURLcode, detail: String, usesProxy: Bool?, systemError: Int, words: String) {
        let failure = CurlFailure(
            code: code, own: nil, detail: detail, phase: .connecting, request: HTTPRequest(url: "https://host.example:8443/"),
            proxyStatus: 0,
            usesProxy: usesProxy, systemError: systemError)
        #expect(failure.httpCode == .cannotConnect)
        #expect(failure.message.contains(words), "\(failure.message)")
    }

    @Test(arguments: [
        (TransferFailure.cancelled, HTTPError.Code.cancelled, "waiting for the response"), (.shutDown, .cancelled, "reset"),
        (.invalidHead("x"), .invalidResponse, "x"), (.headerTooLarge(limit: 7), .responseTooLarge, "7 bytes"),
        (.bodyTooLarge(limit: 8), .responseTooLarge, "8 bytes"), (.idle(.seconds(9), isInHead: false), .timedOut, "for 9.0 seconds"),
        (.idle(.seconds(9), isInHead: true), .timedOut, "head of the response was not complete after 9.0 seconds"),
        (.keptByServer, .invalidResponse, "HTTP/2 frames without end"),
    ])
    func ownReasonsTakePrecedence(own: TransferFailure, code: HTTPError.Code, words: String) {
        let failure = CurlFailure(
            code: CURLE_WRITE_ERROR, own: own, detail: "", phase: .waiting, request: HTTPRequest(url: "https://host.example/"),
            proxyStatus: 0, systemError: 0)
        #expect(failure.httpCode == code)
        #expect(failure.message.contains(words), "\(failure.message)")
        #expect(failure.underlyingError == nil)
    }
}
