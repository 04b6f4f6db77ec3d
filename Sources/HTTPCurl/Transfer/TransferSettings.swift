internal import CCurl
internal import HTTP
internal import Platform
internal import Synchronization

/// Translates the options of a request to settings of libcurl; empty for a request without options.
enum TransferSettings {
    /// - Parameter proxy: the proxy of the request, passed in because looking up an option takes time.
    static func settings(for request: HTTPRequest, over proxy: HTTPProxySelection, version: CurlVersion) throws(HTTPError) -> [EasySetting]
    {
        var settings: [EasySetting] = []
        try settings.add(protocolVersion(of: request, version: version))
        settings.add(timeouts(of: request))
        try checkDecompression(of: request, version: version)
        try settings.add(proxySettings(proxy, of: request, version: version))
        settings.add(network(of: request))
        try settings.add(rateLimit(of: request))
        try settings.add(tls(of: request, version: version))
        try settings.add(authentication(of: request, version: version))
        try checkTexts(of: settings, request)
        return settings
    }

    /// The settings for a request that must not share a connection.
    static let ownConnection = [
        EasySetting(CURLOPT_FRESH_CONNECT, .number(1), "own connection"), EasySetting(CURLOPT_FORBID_REUSE, .number(1), "own connection"),
    ]

    /// Refuses texts with a NUL: libcurl would silently cut a name or a password there.
    private static func checkTexts(of settings: [EasySetting], _ request: HTTPRequest) throws(HTTPError) {
        for setting in settings {
            let isCut =
                switch setting.value {
                case .text(let text): text.utf8.contains(0)
                case .lines(let lines): lines.contains { $0.utf8.contains(0) }
                case .number, .offset, .null: false
                }
            if isCut { throw refusal(request, "The option \(setting.name) contains a NUL, at which libcurl would cut it off: remove it.") }
        }
    }

    /// The error for a request that is refused before anything is sent.
    static func refusal(_ request: HTTPRequest, _ message: String) -> HTTPError {
        HTTPError(.invalidRequest, request: request, message: message)
    }

    private static func protocolVersion(of request: HTTPRequest, version: CurlVersion) throws(HTTPError) -> [EasySetting] {
        let name = "HTTP version \(request.versionPreference.rawValue)"
        let (number, isSupported): (Int, Bool)
        switch request.versionPreference {
        case .automatic: return []
        case .http10: (number, isSupported) = (CURL_HTTP_VERSION_1_0, true)
        case .http11: (number, isSupported) = (CURL_HTTP_VERSION_1_1, true)
        case .http2: (number, isSupported) = (CURL_HTTP_VERSION_2_0, version.hasHTTP2)
        case .http2PriorKnowledge: (number, isSupported) = (CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE, version.hasHTTP2)
        case .http3: (number, isSupported) = (CURL_HTTP_VERSION_3, version.hasHTTP3)
        }
        guard isSupported else {
            throw refusal(
                request,
                "The installed libcurl \(version.text) cannot speak \(name): choose another `versionPreference`, or install a libcurl that can."
            )
        }
        let setting = EasySetting(CURLOPT_HTTP_VERSION, .number(number), name)
        guard request.versionPreference == .http2PriorKnowledge, version.breaksReusedPriorKnowledge else { return [setting] }
        return [setting] + ownConnection
    }

    private static func timeouts(of request: HTTPRequest) -> [EasySetting] {
        var settings: [EasySetting] = []
        let timeouts = request.timeouts
        if timeouts.connect != HTTPTimeouts().connect {
            // Zero means libcurl's default of 300 seconds, so a very long limit stands for none.
            let milliseconds = timeouts.connect.map(milliseconds) ?? Int(Int32.max)
            settings.append(EasySetting(CURLOPT_CONNECTTIMEOUT_MS, .number(milliseconds), "time limit to connect"))
        }
        if let total = timeouts.total {
            settings.append(EasySetting(CURLOPT_TIMEOUT_MS, .number(milliseconds(total)), "time limit"))
        }
        return settings
    }

    /// Whole milliseconds, rounded up, from 1 to what fits libcurl's 32-bit arithmetic (24 days).
    static func milliseconds(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        guard seconds < Int64(Int32.max / 1000) else { return Int(Int32.max) }
        return max(1, Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }

    /// Refuses codings that cannot be decoded. They are decoded here and not by libcurl, so there is nothing to set.
    private static func checkDecompression(of request: HTTPRequest, version: CurlVersion) throws(HTTPError) {
        guard case .codings(let codings) = request.decompression else { return }
        let unknown = codings.filter { !version.contentCodings.contains($0.lowercased()) && $0.lowercased() != "identity" }
        guard unknown.isEmpty else {
            let known = version.contentCodings.joined(separator: ", ")
            throw refusal(
                request, "\(unknown.joined(separator: ", ")) cannot be decoded here: the libraries of this machine know \(known).")
        }
    }

    private static func rateLimit(of request: HTTPRequest) throws(HTTPError) -> [EasySetting] {
        let limit = request.rateLimit
        if limit == HTTPRateLimit() { return [] }
        // For libcurl, 0 means no limit.
        if let speed = [limit.sentBytesPerSecond, limit.receivedBytesPerSecond].compactMap(\.self).first(where: { $0 <= 0 }) {
            throw refusal(request, "The rate limit of \(speed) bytes per second lets nothing through: set at least 1, or nil for no limit.")
        }
        var settings: [EasySetting] = []
        // libcurl sends one buffer before it checks the rate: a small one keeps closer to it.
        if let speed = limit.sentBytesPerSecond {
            settings.append(EasySetting(CURLOPT_MAX_SEND_SPEED_LARGE, .offset(speed), "rate limit"))
            let size = min(max(speed, 16_384), Int64(UploadPipe.pieceSize))
            settings.append(EasySetting(CURLOPT_UPLOAD_BUFFERSIZE, .number(Int(size)), "rate limit"))
        }
        if let speed = limit.receivedBytesPerSecond {
            settings.append(EasySetting(CURLOPT_MAX_RECV_SPEED_LARGE, .offset(speed), "rate limit"))
        }
        return settings
    }

    private static func authentication(of request: HTTPRequest, version: CurlVersion) throws(HTTPError) -> [EasySetting] {
        guard let authentication = request.transportAuthentication else { return [] }
        let isNTLM = authentication.scheme == .ntlm
        guard version.has(isNTLM ? CURL_VERSION_NTLM : CURL_VERSION_SPNEGO) else {
            throw refusal(
                request, "The installed libcurl \(version.text) was built without \(authentication.scheme.rawValue) authentication.")
        }
        let name = "\(authentication.scheme.rawValue) authentication"
        return [
            EasySetting(CURLOPT_HTTPAUTH, .number(isNTLM ? CCURL_AUTH_NTLM : CCURL_AUTH_NEGOTIATE), name),
            EasySetting(CURLOPT_USERNAME, .text(authentication.credentials.username), name),
            EasySetting(CURLOPT_PASSWORD, .text(authentication.credentials.password.value), name),
            // libcurl counts the steps of the login as redirects; on a connection that the server closes, it would begin again and again.
            EasySetting(CURLOPT_MAXREDIRS, .number(5), name),
        ]
    }

    static func network(of request: HTTPRequest) -> [EasySetting] {
        var settings: [EasySetting] = []
        switch request.addressFamily {
        case .any: break
        case .ipv4: settings.append(EasySetting(CURLOPT_IPRESOLVE, .number(Int(CURL_IPRESOLVE_V4)), "address family"))
        case .ipv6: settings.append(EasySetting(CURLOPT_IPRESOLVE, .number(Int(CURL_IPRESOLVE_V6)), "address family"))
        }
        if let interface = request.networkInterface {
            settings.append(EasySetting(CURLOPT_INTERFACE, .text(interface), "network interface"))
        }
        if let path = request.unixSocketPath {
            settings.append(EasySetting(CURLOPT_UNIX_SOCKET_PATH, .text(path), "Unix socket"))
        }
        settings.add(destination(of: request))
        return settings
    }

    /// The target to connect to instead of the URL's host.
    ///
    /// libcurl would keep addresses given by `CURLOPT_RESOLVE` for later transfers to the same name, and reuse the connection for
    /// them. So the addresses are given to a made-up name, and `CURLOPT_CONNECT_TO`, which separates connections, points to it.
    private static func destination(of request: HTTPRequest) -> [EasySetting] {
        if request.connectOverrides.isEmpty, request.addressOverrides.isEmpty { return [] }
        let redirected = connectOverride(of: request)
        let host = redirected?.newHost ?? request.host ?? ""
        let port = redirected?.newPort ?? request.effectivePort
        let override = request.addressOverrides.first { matches($0.host == "*" ? nil : $0.host, host) && $0.port == port }
        guard let addresses = override?.addresses, !addresses.isEmpty else {
            return redirected == nil ? [] : [connect(to: host, port: port)]
        }
        guard addresses.count > 1 else { return [connect(to: bracketed(addresses[0]), port: port)] }
        let name = addresses.map { $0.map { $0.isHexDigit ? String($0) : "-" }.joined() }.joined(separator: ".x.") + ".override.invalid"
        return [
            EasySetting(
                CURLOPT_RESOLVE, .lines(["\(name):\(port):\(addresses.map(bracketed).joined(separator: ","))"]), "fixed addresses"),
            connect(to: name, port: port),
        ]
    }

    /// The first connect override that matches the request.
    static func connectOverride(of request: HTTPRequest) -> HTTPConnectOverride? {
        let overrides = request.connectOverrides
        if overrides.isEmpty { return nil }
        return overrides.first { matches($0.host, request.host) && ($0.port ?? request.effectivePort) == request.effectivePort }
    }

    private static func connect(to host: String, port: Int) -> EasySetting {
        EasySetting(CURLOPT_CONNECT_TO, .lines(["::\(host):\(port)"]), "connect override")
    }

    private static func matches(_ pattern: String?, _ host: String?) -> Bool {
        guard let pattern else { return true }
        return pattern.lowercased() == host?.lowercased()
    }

    private static func bracketed(_ address: String) -> String {
        address.contains(":") && !address.hasPrefix("[") ? "[\(address)]" : address
    }

    private static func proxySettings(
        _ proxy: HTTPProxySelection, of request: HTTPRequest, version: CurlVersion
    ) throws(HTTPError) -> [EasySetting] {
        switch proxy {
        case .environment: return []
        case .none: return noProxy
        case .through(let proxy):
            guard proxy.kind != .https || version.has(CURL_VERSION_HTTPS_PROXY) else {
                throw refusal(request, "The installed libcurl \(version.text) cannot talk to a proxy over TLS.")
            }
            // Before 7.86 it would take a network for the name of a host.
            guard version.number >= 0x075600 || !proxy.exceptions.contains(where: { $0.contains("/") }) else {
                throw refusal(request, "The installed libcurl \(version.text) knows no networks as exceptions of a proxy: name the hosts.")
            }
            if let problem = problem(with: proxy) { throw refusal(request, "The proxy cannot be used. \(problem)") }
            return settings(for: proxy)
        }
    }

    private static let noProxy = [EasySetting(CURLOPT_PROXY, .text(""), "no proxy")]

    private static func problem(with proxy: HTTPProxy) -> String? {
        guard !proxy.host.isEmpty else { return "It has no host." }
        guard (1...65535).contains(proxy.port) else { return "The port \(proxy.port) is not between 1 and 65535." }
        return HTTPRequest.problem(withHost: bracketed(proxy.host))
    }

    private static func settings(for proxy: HTTPProxy) -> [EasySetting] {
        var settings = [
            EasySetting(CURLOPT_PROXY, .text("\(proxy.kind.rawValue)://\(bracketed(proxy.host)):\(proxy.port)"), "proxy"),
            // Also if empty: the exceptions of the process environment belong to its proxy.
            EasySetting(CURLOPT_NOPROXY, .text(proxy.exceptions.joined(separator: ",")), "proxy exceptions"),
        ]
        if proxy.tunnels { settings.append(EasySetting(CURLOPT_HTTPPROXYTUNNEL, .number(1), "proxy tunnel")) }
        if let credentials = proxy.credentials {
            settings.append(EasySetting(CURLOPT_PROXYUSERNAME, .text(credentials.username), "proxy credentials"))
            settings.append(EasySetting(CURLOPT_PROXYPASSWORD, .text(credentials.password.value), "proxy credentials"))
        }
        return settings
    }

    static func tls(of request: HTTPRequest, version: CurlVersion) throws(HTTPError) -> [EasySetting] {
        var settings = try trust(of: request)
        try settings.add(authorities(of: request))
        try settings.add(certificate(of: request))
        settings.add(minimumVersion(of: request, version: version))
        return settings
    }

    private static func trust(of request: HTTPRequest) throws(HTTPError) -> [EasySetting] {
        let trust = request.serverTrust
        var settings: [EasySetting] = []
        if !trust.isVerified {
            // A proxy is still verified: it gets its own credentials.
            for option in [CURLOPT_SSL_VERIFYPEER, CURLOPT_SSL_VERIFYHOST] {
                settings.append(EasySetting(option, .number(0), "verification off"))
            }
        }
        if !trust.pinnedPublicKeys.isEmpty {
            if let wrong = trust.pinnedPublicKeys.first(where: { !$0.hasPrefix("sha256//") || $0.contains(";") }) {
                throw refusal(request, "The key \"\(wrong)\" in `serverTrust.pinnedPublicKeys` is not of the form sha256//BASE64.")
            }
            settings.append(EasySetting(CURLOPT_PINNEDPUBLICKEY, .text(trust.pinnedPublicKeys.joined(separator: ";")), "pinned key"))
        }
        return settings
    }

    private static func authorities(of request: HTTPRequest) throws(HTTPError) -> [EasySetting] {
        guard let path = request.certificateAuthoritiesPath else { return [] }
        try checkReadable(path, "`certificateAuthoritiesPath`", request)
        return [
            EasySetting(CURLOPT_CAINFO, .text(path), "certificate authorities"),
            // Instead of the system's folder, not beside it.
            EasySetting(CURLOPT_CAPATH, .null, "certificate authorities"),
            EasySetting(CURLOPT_PROXY_CAINFO, .text(path), "certificate authorities"),
            EasySetting(CURLOPT_PROXY_CAPATH, .null, "certificate authorities"),
        ]
    }

    private static func certificate(of request: HTTPRequest) throws(HTTPError) -> [EasySetting] {
        guard let certificate = request.clientCertificate else { return [] }
        let name = "client certificate"
        try checkReadable(certificate.path, "`clientCertificate`", request)
        var settings = [
            EasySetting(CURLOPT_SSLCERT, .text(CertificatePaths.path(of: certificate)), name),
            EasySetting(CURLOPT_SSLCERTTYPE, .text(certificate.format == .pkcs12 ? "P12" : "PEM"), name),
        ]
        if certificate.format == .pem, let keyPath = certificate.keyPath {
            try checkReadable(keyPath, "key of the client certificate", request)
            settings.append(EasySetting(CURLOPT_SSLKEY, .text(keyPath), name))
        }
        // Without one, the TLS library would ask for it on the terminal, and wait.
        return settings + [EasySetting(CURLOPT_KEYPASSWD, .text(certificate.passphrase?.value ?? ""), "passphrase")]
    }

    private static func minimumVersion(of request: HTTPRequest, version: CurlVersion) -> [EasySetting] {
        let number: Int
        var options = [CURLOPT_SSLVERSION]
        switch request.minimumTLSVersion {
        case .tls12: return []
        case .tls10: number = CURL_SSLVERSION_TLSv1_0
        case .tls11: number = CURL_SSLVERSION_TLSv1_1
        case .tls13:
            number = CURL_SSLVERSION_TLSv1_3
            // An old server is no reason to accept an old proxy.
            options.append(CURLOPT_PROXY_SSLVERSION)
        }
        let name = "TLS \(request.minimumTLSVersion.rawValue)"
        let settings = options.map { EasySetting($0, .number(number), name) }
        // Its default security level forbids the signatures of the versions before 1.2.
        guard request.minimumTLSVersion != .tls13, version.tlsLibrary?.hasPrefix("OpenSSL/") == true else { return settings }
        return settings + [EasySetting(CURLOPT_SSL_CIPHER_LIST, .text("DEFAULT@SECLEVEL=0"), name)]
    }

    private static func checkReadable(_ path: String, _ what: String, _ request: HTTPRequest) throws(HTTPError) {
        guard access(path, R_OK) != 0 else { return }
        throw refusal(request, "The file \"\(path)\" (\(what)) cannot be read: \(SystemError().reason).")
    }
}

extension [EasySetting] {
    /// Appends settings. Most requests have none, or those of one kind, which then need no new array.
    mutating func add(_ more: [EasySetting]) {
        if isEmpty { self = more } else if !more.isEmpty { self += more }
    }
}

/// One option of a transfer that differs from the default of every handle.
struct EasySetting: Sendable, Equatable {
    enum Value: Sendable, Equatable {
        case number(Int)
        case offset(Int64)
        case text(String)
        /// No value: libcurl uses its default.
        case null
        case lines([String])
    }

    let option: CURLoption
    let value: Value
    /// The option's name for the user, in the message if the installed libcurl lacks it.
    let name: String

    init(_ option: CURLoption, _ value: Value, _ name: String) {
        self.option = option
        self.value = value
        self.name = name
    }
}

/// Paths that distinguish client certificates of one file: libcurl uses a connection again that was made with the same path, whatever the key,
/// the passphrase and the content of the file were.
enum CertificatePaths {
    private struct Version: Equatable {
        /// Of the certificate's paths and its passphrase, which must not stay in memory.
        let hash: Int
        let files: [FileStatus?]
    }

    private static let versions = Mutex<[String: [Version]]>([:])

    /// The path of the certificate, with `./` for each other version of it that was used before.
    static func path(of certificate: HTTPClientCertificate) -> String {
        let files = [certificate.path, certificate.keyPath].compactMap(\.self).map { FileStatus(of: $0) }
        let version = Version(hash: certificate.hashValue, files: files)
        let index = versions.withLock { versions in
            let known = versions[certificate.path, default: []]
            if let index = known.firstIndex(of: version) { return index }
            versions[certificate.path] = known + [version]
            return known.count
        }
        let name = certificate.path.split(separator: "/").last ?? ""
        return certificate.path.dropLast(name.count) + String(repeating: "./", count: index) + name
    }
}
