internal import CCurl
internal import HTTP
public import Platform

/// The reason why a transfer failed: an error code, and a sentence with the problem and the remedy.
struct CurlFailure {
    let code: CURLcode
    /// The reason if this side ended the transfer; libcurl's code is meaningless then.
    let own: TransferFailure?
    /// libcurl's message; parsed for details, and shown if nothing better is known.
    let detail: String
    let phase: TransferPhase
    let request: HTTPRequest
    /// The status of a proxy's response to CONNECT; 0 without one.
    let proxyStatus: Int
    /// True if the transfer went through a proxy; nil if libcurl does not tell.
    var usesProxy: Bool?
    /// The `errno` of the last failed connection; 0 if there was none.
    let systemError: Int
    /// The proxy of the process environment, with its variable, if libcurl has named it.
    var environmentProxy: String?
    /// True if the limit of the whole request has passed.
    var isOverdue = false

    typealias Verdict = (code: HTTPError.Code, message: String)

    var httpCode: HTTPError.Code { verdict.code }
    var message: String { verdict.message }
    var underlyingError: (any Error)? {
        if case .bodyUnreadable(let error) = own { return error }
        return own == nil ? LibcurlError(number: code.rawValue, detail: detail) : nil
    }

    private var verdict: Verdict {
        if let own { return verdict(on: own) }
        return networkVerdict ?? tlsVerdict ?? responseVerdict ?? requestVerdict ?? (.unknown, "The transfer failed: \(explanation)")
    }

    /// libcurl's message as the end of a sentence, with single spaces.
    var explanation: String {
        var text = detail.isEmpty ? "libcurl reports error \(code.rawValue)" : detail.split(separator: " ").joined(separator: " ")
        while text.last == "." { text.removeLast() }
        return text + "."
    }

    /// The destination of the connection, as text for the user.
    var place: String {
        if let path = request.unixSocketPath { return "The socket \(path)" }
        return "\(request.host ?? ""):\(request.effectivePort)"
    }

    /// True if the TLS handshake was with a proxy.
    private var isAboutProxy: Bool { securedPlace != (request.host ?? "", request.effectivePort) }

    /// The peer of the TLS handshake: an HTTPS proxy until it has opened a tunnel, then the server.
    var securedPlace: (host: String, port: Int) {
        if case .through(let proxy) = request.proxy, proxy.kind == .https, proxyStatus == 0 { return (proxy.host, proxy.port) }
        return (request.host ?? "", request.effectivePort)
    }

    /// The proxy that the transfer went through, if known; nil for a direct connection.
    var proxyPlace: String? {
        if usesProxy == false { return nil }
        return switch request.proxy {
        case .none: nil
        case .through(let proxy): usesProxy == nil && !proxy.exceptions.isEmpty && namesServer ? nil : "\(proxy.host):\(proxy.port)"
        case .environment: environmentProxy ?? proxyInDetail ?? (usesProxy == true || proxyStatus > 0 ? "of the process environment" : nil)
        }
    }

    /// The proxy that libcurl's message names: "Failed to connect to <proxy> port <number> after…", or later "…<server> port <number> via <proxy>
    /// after…".
    private var proxyInDetail: String? {
        let words = detail.split(separator: " ").map(String.init)
        guard detail.hasPrefix("Failed to connect to "), words.count > 8, TransferSettings.connectOverride(of: request) == nil else {
            return nil
        }
        if words[7] == "via" { return words[8] }
        return namesServer ? nil : "\(words[4]):\(words[6])"
    }

    /// True if libcurl's message names the server as the peer that it tried to connect to.
    private var namesServer: Bool {
        // libcurl writes IPv6 addresses without brackets.
        let host = (request.host ?? "").filter { $0 != "[" && $0 != "]" }
        return detail.hasPrefix("Failed to connect to \(host) port \(request.effectivePort) after")
    }

    /// The peer of the connection while no tunnel is open.
    var contact: String { proxyPlace.map { "The proxy \($0)" } ?? place }

    /// Errors of names, connections, proxies and time limits.
    var networkVerdict: Verdict? {
        switch code {
        case _ where [EMFILE, ENFILE].contains(Int32(systemError)): connectVerdict
        case CURLE_OPERATION_TIMEDOUT: timeVerdict
        // libcurl's own words: a host or the subject of a certificate may have that name.
        case _ where detail.hasPrefix("CONNECT ") || detail.hasPrefix("Proxy CONNECT "): tunnelVerdict
        case CURLE_COULDNT_RESOLVE_HOST:
            (
                .cannotResolveHost,
                "The host name \"\(request.host ?? "")\" was not found\(missingFamily.map { ", or has no \($0)" } ?? ""): check its spelling and the network."
            )
        case CURLE_COULDNT_RESOLVE_PROXY:
            (.cannotResolveHost, "The proxy \(proxyPlace ?? "of the process environment") was not found: check `proxy` (or http_proxy).")
        case CURLE_COULDNT_CONNECT: connectVerdict
        case CURLE_INTERFACE_FAILED:
            (.cannotConnect, "The network interface \"\(request.networkInterface ?? "")\" cannot be used: check `networkInterface`.")
        case CURLE_PROXY: proxyVerdict
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR: brokenVerdict
        case CURLE_TOO_MANY_REDIRECTS:
            (.cannotAuthenticate, "The login needs one connection, and the server, or a proxy before it, closes each after a response.")
        case CURLE_LOGIN_DENIED, CURLE_AUTH_ERROR: (.cannotAuthenticate, "The server did not accept the credentials: \(explanation)")
        default: nil
        }
    }

    private var connectVerdict: Verdict {
        switch Int32(systemError) {
        case EMFILE, ENFILE:
            return (
                .cannotConnect,
                "No connection can be opened: \(Int32(systemError) == EMFILE ? "this process" : "the system") has no file descriptor left. Close files or connections, lower the loader's `connectionLimits`, or raise the limit (ulimit -n)."
            )
        case ECONNREFUSED:
            return (
                .cannotConnect, "\(contact) refused the connection: nothing listens there. Check host and port, and that the server runs."
            )
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN:
            return (.cannotConnect, "\(contact) cannot be reached: check the network and whether a VPN is needed.")
        case ENOENT, EACCES:
            return (.cannotConnect, "\(contact) cannot be opened: check the path in `unixSocketPath`, and that the server runs.")
        default:
            guard let missingFamily, detail.isEmpty else { return (.cannotConnect, "\(contact) cannot be connected to: \(explanation)") }
            return (.cannotConnect, "\(contact) has no \(missingFamily): choose another one, or connect by another name.")
        }
    }

    /// The only kind of address that the request may use, if there is one.
    private var missingFamily: String? {
        switch request.addressFamily {
        case .any: nil
        case .ipv4: "IPv4 address (`addressFamily` is ipv4)"
        case .ipv6: "IPv6 address (`addressFamily` is ipv6)"
        }
    }

    private var timeVerdict: Verdict {
        let isConnecting = [.resolving, .connecting, .securing].contains(phase)
        let isTotal = !isConnecting || isOverdue
        let (limit, option) = isTotal ? (request.timeouts.total, "total") : (request.timeouts.connect, "connect")
        let time = limit.map { " (\($0))" } ?? ""
        let hint = isConnecting ? connectingHint : ""
        return (.timedOut, "Time ran out\(time) while \(phase.rawValue). \(hint)Raise `timeouts.\(option)` to wait longer.")
    }

    /// The likely reason why a connection took too long.
    private var connectingHint: String {
        if phase == .securing, !isAboutProxy {
            let way = proxyPlace.map { " through the proxy \($0)" } ?? ""
            return "\(place) accepted the connection\(way) but did not finish the TLS handshake: it may not speak TLS (then use http://). "
        }
        return proxyPlace.map { "Check the proxy \($0). " } ?? "Check host and port; a firewall may drop the packets. "
    }

    private var proxyVerdict: Verdict {
        let place = proxyPlace ?? "of the process environment"
        // SOCKS 4 reports "rejected or failed" for every failure.
        if detail.contains("rejected") && !detail.contains("rejected or failed") || detail.contains("authenticat")
            || detail.contains("denied")
        {
            return (.cannotAuthenticate, "The proxy \(place) did not accept the credentials: \(explanation)")
        }
        return (
            .cannotConnect,
            "The proxy \(place) did not connect to \(request.host ?? ""):\(request.effectivePort): \(socksReason ?? explanation)"
        )
    }

    /// The meaning of the number in libcurl's message about SOCKS 5 (RFC 1928, section 6): “Can't complete SOCKS5 connection to host. (2)”.
    private var socksReason: String? {
        guard detail.contains("SOCKS5 connection"),
            let number = detail.split(separator: "(").last.flatMap({ Int($0.prefix { $0 != ")" }) }),
            let reason = Self.socksReasons[number]
        else { return nil }
        return "\(reason) (SOCKS5 error \(number))."
    }

    private static let socksReasons = [
        1: "the proxy has failed", 2: "its rules do not allow it", 3: "the network is unreachable", 4: "the host is unreachable",
        5: "the host refused the connection", 6: "the connection took too many hops", 7: "it does not support the command",
        8: "it does not support this kind of address",
    ]

    /// Errors of a proxy that did not open a tunnel. The server has not received anything.
    private var tunnelVerdict: Verdict {
        let proxy = "The proxy \(proxyPlace ?? "of the process environment")"
        if proxyStatus == 407 {
            return (.cannotAuthenticate, "\(proxy) requires other credentials (407): check its user name and password.")
        }
        let reason = proxyStatus > 0 ? "its status was \(proxyStatus)." : "it ended the connection, or does not speak HTTP. Check `proxy`."
        return (.cannotConnect, "\(proxy) refused to connect to \(place): \(reason)")
    }

    /// Errors of a connection that ended while it was in use.
    private var brokenVerdict: Verdict? {
        if proxyStatus >= 300 { return tunnelVerdict }
        if detail.contains("alert") || detail.contains("SSL") || detail.contains("TLS") { return nil }
        if detail.contains("chunk") || detail.contains("nghttp2") { return nil }
        let reason =
            if isAboutProxy || request.scheme != "https" || phase == .receiving || phase == .sending {
                "The server may have crashed"
            } else if request.clientCertificate != nil {
                // In TLS 1.3, the server refuses a certificate after the handshake.
                "The server may not accept the client certificate (`clientCertificate`)"
            } else {
                phase == .securing ? "The server may require a client certificate (`clientCertificate`)" : "The server may have crashed"
            }
        return (
            .invalidResponse,
            "The connection broke while \(phase.rawValue). \(reason), or a device in between closed the connection. Send again."
        )
    }

    /// Errors of certificates and TLS handshakes.
    var tlsVerdict: Verdict? {
        switch code {
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS: (.insecureConnection, certificateMessage)
        case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
            (
                .insecureConnection,
                "The server's public key is not in `serverTrust.pinnedPublicKeys`: the certificate was changed, or the connection is intercepted."
            )
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED, CURLE_SSL_SHUTDOWN_FAILED:
            (.insecureConnection, handshakeMessage)
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR:
            detail.contains("chunk") || detail.contains("nghttp2") ? nil : (.insecureConnection, handshakeMessage)
        case CURLE_SSL_CLIENTCERT: (.insecureConnection, clientCertificateMessage)
        case CURLE_SSL_CERTPROBLEM:
            (.invalidRequest, "The client certificate cannot be used: \(explanation) \(unusableCertificate)")
        case CURLE_SSL_CACERT_BADFILE:
            (
                .invalidRequest,
                "The file of certificate authorities cannot be used: \(explanation) `certificateAuthoritiesPath` must hold certificates in PEM form."
            )
        default: nil
        }
    }

    private var unusableCertificate: String {
        let certificate = request.clientCertificate
        guard certificate?.needsPassphrase != false else {
            return
                "Check the file in `clientCertificate` and its format: its key may not belong to the certificate, or be missing. The key is not encrypted."
        }
        return
            "Check the file in `clientCertificate`, its format, and the passphrase of its key in `clientCertificate.passphrase`\(certificate?.passphrase == nil ? ", which is not set" : "")."
    }

    private var clientCertificateMessage: String {
        "The server requires a client certificate: choose one for this host in `clientCertificate` (\(explanation))"
    }

    private var certificateMessage: String {
        let host = securedPlace.host
        return switch detail {
        case _ where detail.contains("expired"):
            "The certificate of \(host) has expired: its owner must renew it. Check this machine's clock too."
        case _ where detail.contains("not yet valid"):
            "The certificate of \(host) is not valid yet: check this machine's clock."
        // The last certificate of a complete chain is a root, which is always self-signed.
        case _ where detail.contains("in certificate chain"): unknownAuthority(of: host)
        case _ where detail.contains("self-signed") || detail.contains("self signed"):
            "The certificate of \(host) is self-signed, not signed by an authority that this machine knows: \(trusting("its file"))"
        case _ where detail.contains("issuer") || detail.contains("verify the first certificate"):
            unknownAuthority(of: host)
        case _ where detail.contains("does not match") || detail.contains("no alternative certificate subject name"):
            "The certificate is not valid for the name \(host): check the host, or connect with a name in the certificate."
        case _ where detail.contains("revoked"): "The certificate of \(host) was revoked: do not trust it."
        case _ where request.clientCertificate != nil && !isAboutProxy:
            "\(host) may not have accepted the client certificate, which may have expired, or its own certificate was not accepted: \(explanation)"
        default: "The certificate of \(host) was not accepted: \(explanation)"
        }
    }

    private func unknownAuthority(of host: String) -> String {
        "The certificate of \(host) is signed by an authority that this machine does not know: \(trusting("the authority's file"))"
    }

    private func trusting(_ file: String) -> String {
        let naming = "name \(file) in `certificateAuthoritiesPath` to trust it"
        if isAboutProxy { return naming + "." }
        guard let first = request.redirectedFrom, let origin = request.origin, first != origin else {
            return "\(naming), or switch off `serverTrust.isVerified` to trust any server."
        }
        return
            "\(naming). The request was redirected from \(first), for which alone `serverTrust.isVerified` counts: send to \(origin) itself to trust any server."
    }

    /// The alerts of a server about the certificate of the client (RFC 8446, section 6.2).
    private static let refusals = [
        "unknown ca", "bad certificate", "alert certificate expired", "alert certificate revoked", "alert certificate unknown",
        "unsupported certificate", "access denied",
    ]

    private var handshakeMessage: String {
        let (host, port) = securedPlace
        return switch detail {
        case _ where proxyStatus != 0 && (detail.contains("wrong version number") || detail.contains("packet length")):
            "What came through the proxy from port \(port) of \(host) is not TLS: the proxy may answer itself, or the port may not speak TLS."
        case _ where detail.contains("wrong version number") || detail.contains("packet length"):
            "Port \(port) of \(host) does not speak TLS: use http:// instead of https://, or another port."
        case _ where detail.contains("certificate required") || detail.contains("handshake failure") && request.clientCertificate == nil:
            "\(host) ended the TLS handshake: it may require a client certificate (`clientCertificate`), or other TLS versions or ciphers (\(explanation))"
        case _ where detail.contains("protocol version") || detail.contains("unsupported protocol"):
            "\(host) supports no TLS version that is allowed here: lower `minimumTLSVersion` if you must connect."
        case _ where Self.refusals.contains { detail.contains($0) }:
            "\(host) did not accept the client certificate: \(explanation)"
        // The server closed the connection during the handshake; an alert may or may not arrive.
        case _ where ["SSL_ERROR_SYSCALL", "unexpected eof", "reset by peer"].contains { detail.contains($0) }:
            "\(host) closed the connection during the TLS handshake: port \(port) may not speak TLS (then use http:// instead of https://), \(request.clientCertificate == nil ? "" : "the client certificate may not be accepted, ")or a device in between closed it (\(explanation))"
        default: "TLS with \(host) failed: \(explanation)"
        }
    }
}

extension HTTPClientCertificate {
    /// False for a key in PEM that is not encrypted.
    fileprivate var needsPassphrase: Bool {
        guard format == .pem, let text = try? Descriptor.contents(ofFile: keyPath ?? path, limit: 1 << 20) else { return true }
        // “BEGIN ENCRYPTED PRIVATE KEY”, or older “Proc-Type: 4,ENCRYPTED”.
        return String(decoding: text, as: UTF8.self).contains("ENCRYPTED")
    }
}

/// An error of libcurl, the underlying error of an `HTTPError`.
public struct LibcurlError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
    /// The `CURLcode` (libcurl-errors(3)).
    public let number: UInt32
    /// libcurl's message; may be empty.
    public let detail: String

    /// The number and the message.
    public var description: String { "libcurl error \(number): \(detail)" }
    /// The text for a user.
    public var errorDescription: String? { description }
}

/// A phase of a transfer, in words for an error message.
enum TransferPhase: String {
    case queued = "waiting for a connection"
    case resolving = "looking up the host name"
    case connecting = "connecting"
    case securing = "setting up TLS"
    case sending = "sending the body"
    case waiting = "waiting for the response"
    case receiving = "receiving the response"
}

extension CurlFailure {
    /// A failure that this side caused before libcurl knew of the transfer.
    init(own: TransferFailure, phase: TransferPhase, request: HTTPRequest) {
        self.init(code: CURLE_OK, own: own, detail: "", phase: phase, request: request, proxyStatus: 0, systemError: 0)
    }
}
