import HTTP
import Platform

extension RequestOption {
    /// All options, in the order of the form and the files.
    public static let all = Array(groups.joined())

    /// The options by subject.
    public static let groups = [times, redirects, repetitions, tls, proxies, network, limits, responseOptions, offline]

    private static let times = [
        RequestOption(
            "timeout", "Timeout (s)", \.timeout, .seconds, unset: "no limit",
            help: "Seconds until the last byte of the response, with all redirects, attempts and waits between them; 0 for no limit.",
            core: ["timeouts.total"]
        ) { $2.timeouts.total = $1 > 0 ? Seconds(nearest: $1).duration : nil },
        RequestOption(
            "connectTimeout", "Connect timeout (s)", \.connectTimeout, .seconds, unset: "30",
            help: "Seconds until the connection is established, including TLS.", core: ["timeouts.connect"]
        ) { $2.timeouts.connect = Seconds(nearest: $1).duration },
        RequestOption(
            "idleTimeout", "Idle timeout (s)", \.idleTimeout, .seconds, unset: "no limit",
            help: "Seconds without any data in either direction. The head of a response counts when it is complete.",
            core: ["timeouts.idle"]
        ) { $2.timeouts.idle = Seconds(nearest: $1).duration },
    ]

    private static let redirects = [
        RequestOption(
            "redirects.follow", "Follow redirects", \.redirects.follow, .flag, unset: "yes",
            help: "yes follows redirects; no shows the redirect itself.", core: ["redirectPolicy.isFollowing"]
        ) { $2.redirectPolicy.isFollowing = $1 },
        RequestOption(
            "redirects.limit", "Maximum redirects", \.redirects.limit, .count(0...1000, "a number up to 1000"), unset: "10",
            help: "More redirects than this are an error.", core: ["redirectPolicy.limit"]
        ) { $2.redirectPolicy.limit = $1 },
        RequestOption(
            "redirects.keepMethod", "Keep method after", \.redirects.keepMethod, .keptMethods, unset: "none",
            help: "The statuses among 301, 302 and 303 after which the method and the body stay, such as 301 302. Browsers change POST to "
                + "GET after 301 and 302, and every method after 303. 307 and 308 always keep it.",
            core: ["redirectPolicy.methodKeepingStatuses"]
        ) { $2.redirectPolicy.methodKeepingStatuses = Set($1.map(HTTPStatus.init(rawValue:))) },
        RequestOption(
            "redirects.allowDowngrade", "Allow https to http", \.redirects.allowDowngrade, .flag, unset: "no",
            help: "yes follows redirects from https to http. Then anyone on the path can read and change the data.",
            core: ["redirectPolicy.allowsDowngrade"]
        ) { $2.redirectPolicy.allowsDowngrade = $1 },
    ]

    private static let repetitions = [
        RequestOption(
            "retry.attempts", "Attempts", \.retry.attempts, .count(1...1000, "a number from 1 to 1000"), unset: "1",
            help: "The maximum number of attempts after temporary failures. This includes POST, which the server may then perform twice.",
            core: ["retryStrategy"]
        ) { if $1 > 1 { $2.retryStrategy = Backoff(attempts: $1) } },
        RequestOption(
            "retry.backoff", "Retry delay", \.retry.backoff, .choice(["immediate", "constant", "exponential"]), unset: "exponential",
            help: "immediate: none; constant: one second; exponential: half a second, doubled each time. "
                + "A Retry-After header of the response can only lengthen a delay; if it asks for more than 10 minutes, there is no further attempt."
        ) { _, kind, request in request.changeBackoff { $0.waiting(kind) } },
        RequestOption(
            "retry.delay", "First delay (s)", \.retry.delay, .seconds, unset: "0.5; 1 if the delay is constant",
            help: "Seconds before the second attempt, unless the delay is immediate."
        ) { _, seconds, request in request.changeBackoff { $0.with(first: Seconds(nearest: seconds).duration) } },
        RequestOption(
            "retry.factor", "Delay factor", \.retry.factor, .count(1...100, "a number from 1 to 100"), unset: "2",
            help: "The number by which each further exponential delay is multiplied."
        ) { _, factor, request in request.changeBackoff { $0.with(factor: Double(factor)) } },
        RequestOption(
            "retry.maxDelay", "Maximum delay (s)", \.retry.maxDelay, .seconds, unset: "30",
            help: "The limit of exponential delays in seconds."
        ) { _, seconds, request in request.changeBackoff { $0.with(maximum: Seconds(nearest: seconds).duration) } },
        RequestOption(
            "retry.maxTime", "Time for retries (s)", \.retry.maxTime, .seconds, unset: "no limit",
            help: "Seconds after the beginning of the first attempt in which further attempts may begin."
        ) { _, seconds, request in request.changeBackoff { $0.with(maxTime: Seconds(nearest: seconds).duration) } },
        RequestOption(
            "retry.jitter", "Random delay (%)", \.retry.jitter, .count(0...100, "a number up to 100"), unset: "20",
            help: "The random share of each delay in percent, so that many clients do not retry at the same time."
        ) { _, percent, request in request.changeBackoff { $0.with(jitter: Double(percent) / 100) } },
        RequestOption(
            "retry.statuses", "Retry on status", \.retry.statuses, .statuses,
            unset: Backoff.temporaryStatuses.map(\.rawValue).sorted().reduce("") { $0.isEmpty ? "\($1)" : "\($0) \($1)" },
            help: "The statuses to retry, besides failed connections."
        ) { _, statuses, request in request.changeBackoff { $0.with(statuses: Set(statuses.map(HTTPStatus.init(rawValue:)))) } },
        RequestOption(
            "retry.anyMethod", "Retry any method", \.retry.anyMethod, .flag, unset: "yes",
            help: "no repeats a POST or PATCH only if the server was not reached, or says that it did nothing."
        ) { _, isAny, request in request.changeBackoff { $0.with(repeatsAnyMethod: isAny) } },
        RequestOption(
            "throttle", "Throttle", \.throttle, .flag, unset: "yes",
            help: "yes waits in the queue if config.json limits the number of concurrent requests; no sends immediately.",
            core: ["throttle"]
        ) { $2.throttle = $1 ? .always : .never },
        RequestOption(
            "deduplicate", "Deduplicate", \.deduplicate, .flag, unset: "no",
            help: "yes shares the response of an identical request in flight: same method, URL, headers, body and "
                + "credentials.",
            core: ["deduplicationIdentifier"]),
    ]

    private static let tls = [
        RequestOption(
            "tls.verify", "Check certificates", \.tls.verify, .flag, unset: "yes",
            help:
                "no accepts any certificate of the server in the URL, not of a proxy or of another server that it redirects to. "
                + "Then anyone on the path can read and change the data.",
            core: ["serverTrust.isVerified"]
        ) { resolver, isVerified, request in
            request.serverTrust.isVerified = isVerified
            if !isVerified {
                resolver.warn(
                    "The server's certificate is not checked: anyone on the path can read and change the data.")
            }
        },
        RequestOption(
            "tls.minimum", "Minimum TLS version", \.tls.minimum, .choice(HTTPTLSVersion.allCases.map(\.rawValue)), unset: "1.2",
            help: "The oldest TLS version to accept.", core: ["minimumTLSVersion"]
        ) { if let version = HTTPTLSVersion(rawValue: $1) { $2.minimumTLSVersion = version } },
        RequestOption(
            "tls.authorities", "CA bundle", \.tls.authorities, .path, unset: "the system's",
            help: "A PEM file with the certificates to trust in place of the system's, such as a self-signed certificate.",
            core: ["certificateAuthoritiesPath"]
        ) { if !$1.isEmpty { $2.certificateAuthoritiesPath = $1 } },
        RequestOption(
            "tls.pinnedKeys", "Pinned keys", \.tls.pinnedKeys,
            .words("sha256// and the base64 of 32 bytes", separators: " ;,", isWord: OptionTexts.isPin), unset: "any key",
            help: "Public keys as sha256//…; the server must have one of them. The TLS tab of a response shows the server's.",
            core: ["serverTrust.pinnedPublicKeys"]
        ) { $2.serverTrust.pinnedPublicKeys = $1 },
        RequestOption(
            "tls.certificate", "Client certificate", \.tls.certificate, .path, unset: "none",
            help: "The certificate for authentication to the server: a PEM file, or PKCS#12 with the extension .p12 or .pfx.",
            core: ["clientCertificate"]
        ) { if !$1.isEmpty { $2.clientCertificate = HTTPClientCertificate(format: $1.isPKCS12 ? .pkcs12 : .pem, path: $1) } },
        RequestOption(
            "tls.key", "Client key", \.tls.key, .path, unset: "in the same file",
            help: "The key of the client certificate, if it is in a separate file.",
            owner: "tls.certificate"
        ) { if !$1.isEmpty { $2.clientCertificate?.keyPath = $1 } },
        RequestOption(
            "tls.passphrase", "Key passphrase", \.tls.passphrase, .secret, unset: "none",
            help: "The passphrase of the client key. A {{secret}} of the environment is safer than text in the file.",
            core: ["clientCertificate.passphrase"], owner: "tls.certificate"
        ) { $2.clientCertificate?.passphrase = HTTPSecret($1) },
    ]

    private static let proxies = [
        RequestOption(
            "proxy", "Proxy", \.proxy, .orNone { OptionTexts.proxy($0) == nil ? "http://host:port, https://… or socks5://…" : nil },
            unset: "from http_proxy, https_proxy and no_proxy",
            help:
                "http://, https://, socks4://, socks4a://, socks5:// or socks5h://, with user:password@ if needed; none connects directly.",
            core: ["proxy"]
        ) { resolver, text, request in
            guard let proxy = OptionTexts.proxy(text) else { return request.proxy = .none }
            if let credentials = proxy.credentials { resolver.hide(credentials) }
            request.proxy = .through(proxy)
        },
        RequestOption(
            "noProxy", "No proxy for", \.noProxy,
            .words("hosts and networks separated by spaces", separators: " ,", isWord: OptionTexts.isProxyException),
            unset: "no host",
            help: "Hosts to connect to without the proxy: names, domains with a leading dot, addresses, networks such as 10.0.0.0/8, or *."
        ) { resolver, hosts, request in
            if hosts == ["*"] { return request.proxy = .none }
            resolver.change(&request.proxy, "No proxy for") { $0.exceptions = hosts }
        },
        RequestOption(
            "proxyTunnel", "Proxy tunnel", \.proxyTunnel, .flag, unset: "for https only",
            help: "yes uses a CONNECT tunnel through the proxy for http too."
        ) { resolver, tunnels, request in resolver.change(&request.proxy, "Proxy tunnel") { $0.tunnels = tunnels } },
    ]

    private static let network = [
        RequestOption(
            "httpVersion", "HTTP version", \.httpVersion, .choice(HTTPVersionPreference.allCases.map(\.rawValue)),
            unset: "2 if TLS negotiates it, else 1.1",
            help: "The HTTP version; 2-prior-knowledge uses HTTP/2 from the first byte, also without TLS.",
            core: ["versionPreference"]
        ) { if let version = HTTPVersionPreference(rawValue: $1) { $2.versionPreference = version } },
        RequestOption(
            "network.resolve", "Resolve", \.network.resolve,
            .words("host:port:address, with numeric addresses") { OptionTexts.addressOverride($0) != nil }, unset: "DNS",
            help: "Fixed addresses in place of DNS: host:port:address,address; * is any host.", core: ["addressOverrides"]
        ) { $2.addressOverrides = $1.compactMap(OptionTexts.addressOverride) },
        RequestOption(
            "network.connectTo", "Connect to", \.network.connectTo,
            .words("host:port:host:port, each part empty for any or the same") { OptionTexts.connectOverride($0) != nil },
            unset: "the URL's host and port",
            help: "Another host and port to connect to: host:port:host:port. URL, Host header and TLS name stay the same.",
            core: ["connectOverrides"]
        ) { $2.connectOverrides = $1.compactMap(OptionTexts.connectOverride) },
        RequestOption(
            "network.unixSocket", "Unix socket", \.network.unixSocket, .path, unset: "none",
            help: "The path of a socket to connect to in place of host and port.", core: ["unixSocketPath"]
        ) { if !$1.isEmpty { $2.unixSocketPath = $1 } },
        RequestOption(
            "network.interface", "Interface", \.network.interface, .text(), unset: "the system's choice",
            help: "The local interface, address or host name to connect from.", core: ["networkInterface"]
        ) { if !$1.isEmpty { $2.networkInterface = $1 } },
        RequestOption(
            "network.addressFamily", "Address family", \.network.addressFamily, .choice(HTTPAddressFamily.allCases.map(\.rawValue)),
            unset: "any", help: "Limits connections to IPv4 or IPv6.", core: ["addressFamily"]
        ) { if let family = HTTPAddressFamily(rawValue: $1) { $2.addressFamily = family } },
    ]

    private static let limits = [
        RequestOption(
            "limits.sentBytesPerSecond", "Upload limit (B/s)", \.limits.sentBytesPerSecond, .bytes, unset: "no limit",
            help: "The maximum upload rate of the body, such as 64k or 10M.", core: ["rateLimit.sentBytesPerSecond"]
        ) { $2.rateLimit.sentBytesPerSecond = Int64($1) },
        RequestOption(
            "limits.receivedBytesPerSecond", "Download limit (B/s)", \.limits.receivedBytesPerSecond, .bytes, unset: "no limit",
            help: "The maximum download rate, such as 64k or 10M.", core: ["rateLimit.receivedBytesPerSecond"]
        ) { $2.rateLimit.receivedBytesPerSecond = Int64($1) },
        RequestOption(
            "limits.headerByteCount", "Maximum header size", \.limits.headerByteCount, .bytes, unset: "262144",
            help: "A longer response header, in bytes and with its trailers, is an error. More than 16777216 (16 MiB) counts as 16 MiB.",
            core: ["responseLimits.headerByteCount"]
        ) { $2.responseLimits.headerByteCount = min($1, 16 << 20) },
        RequestOption(
            "limits.bodyByteCount", "Maximum body size", \.limits.bodyByteCount, .bytes,
            unset: "from config.json, else no limit; 1 GiB if compressed",
            help: "A longer body, in bytes after decompression, is an error.", core: ["responseLimits.bodyByteCount"]
        ) { $2.responseLimits.bodyByteCount = Int64($1) },
    ]

    private static let responseOptions = [
        RequestOption(
            "parsing", "Parsing", \.parsing, .choice(HTTPResponseParsing.allCases.map(\.rawValue)), unset: "strict",
            help: "strict: an invalid header or truncated compressed data is an error; lenient: both are shown as far as possible.",
            core: ["responseParsing"]
        ) { if let parsing = HTTPResponseParsing(rawValue: $1) { $2.responseParsing = parsing } },
        RequestOption(
            "cookies", "Cookies", \.cookies, .flag, unset: "yes", help: "yes sends the cookies in the jar and stores new ones.",
            core: ["usesCookies"]
        ) { $2.usesCookies = $1 },
        RequestOption(
            "cache", "Cache", \.cache, .choice(HTTPCachePolicy.allCases.map(\.rawValue)), unset: "from config.json, else ignore",
            help:
                "useProtocol: as HTTP allows; ignore: none; reload: stores the response, uses none; preferStored: a stored response of any "
                + "age, else the server's; onlyStored: a stored response, else status 504.",
            core: ["cachePolicy"]
        ) { $2.cachePolicy = HTTPCachePolicy(rawValue: $1) },
        RequestOption(
            "decompress", "Decompress", \.decompress, .flag, unset: "yes",
            help: "yes requests compressed responses and decompresses them; no shows the bytes as received.", core: ["decompression"]
        ) { if !$1 { $2.decompression = .none } },
        RequestOption(
            "codings", "Compressions", \.codings,
            .words("gzip, deflate, br or zstd", separators: " ,") { ["gzip", "deflate", "br", "zstd"].contains($0) },
            unset: "gzip deflate br zstd", help: "The compressions to request and decompress."
        ) { if $2.decompression != .none { $2.decompression = .codings($1) } },
        RequestOption(
            "automaticHeaders", "Automatic headers", \.automaticHeaders, .flag, unset: "yes",
            help: "yes adds User-Agent and Accept to a request that does not set them. A disabled row with the name suppresses the header."
        ) { if !$1 { $2.omitAutomaticHeaders() } },
        RequestOption(
            "environment", "Environment", \.environment, .text(), unset: "the chosen one",
            help: "The environment for this request, whichever is chosen."),
    ]

    private static let offline = [
        RequestOption(
            "offline.from", "Offline", \.offline.from, .choice(["no", "history", "examples"]), unset: "no",
            help: "Returns a stored response in place of the network. history: the newest one in the history, else an example; "
                + "examples: an example, else the newest one in the history."),
        RequestOption(
            "offline.example", "Offline example", \.offline.example, .text(), unset: "the first one",
            help: "The name of the example to return."),
        RequestOption(
            "offline.delay", "Offline delay (s)", \.offline.delay, .seconds, unset: "0",
            help: "Seconds before the stored response."),
        RequestOption(
            "offline.faults", "Offline faults", \.offline.faults, .words(ResponseFault.form) { ResponseFault($0) != nil },
            unset: "none",
            help: "Simulated faults in place of stored responses, with percentages: 503=20 reset=5 timeout=1."
        ) { _, _, _ in },
    ]
}

extension RequestResolver {
    /// Adds a warning that the user should see before sending.
    mutating func warn(_ warning: String) { warnings.append(warning) }

    /// Masks a text.
    mutating func hide(_ secret: String) { if !secret.isEmpty { secrets.insert(secret) } }

    /// Masks a password, also in the form of an `Authorization` header (RFC 7617).
    mutating func hide(_ credentials: BasicCredentials) {
        hide(credentials.password.value)
        hide(Data("\(credentials.username):\(credentials.password.value)".utf8).base64EncodedString())
    }

    /// Changes the configured proxy.
    mutating func change(_ selection: inout HTTPProxySelection, _ label: String, _ change: (inout HTTPProxy) -> Void) {
        guard case .through(var proxy) = selection else {
            if selection == .environment {
                warn("Options → \(label) needs Options → Proxy: it does not apply to a proxy from the process environment.")
            }
            return
        }
        change(&proxy)
        selection = .through(proxy)
    }
}

extension String {
    var isPKCS12: Bool { [".p12", ".pfx"].contains { lowercased().hasSuffix($0) } }
}

extension HTTPRequest {
    /// Changes the retries, if there are any.
    fileprivate mutating func changeBackoff(_ change: (Backoff) -> Backoff) {
        if let backoff = retryStrategy as? Backoff { retryStrategy = change(backoff) }
    }
}

/// Unless an option says otherwise, retries apply to requests of any method.
extension Backoff {
    init(attempts: Int) {
        self.init(
            .exponential(first: .milliseconds(500), maximum: .seconds(30)), maxAttempts: attempts, jitter: 0.2, repeatsAnyMethod: true)
    }

    func waiting(_ kind: String) -> Backoff {
        switch kind {
        case "immediate": with(delay: .immediate, jitter: 0)
        case "constant": with(delay: .constant(.seconds(1)))
        default: self
        }
    }

    /// A copy with other delays of the same kind; a kind without such a delay stays as it is.
    func with(first: Duration? = nil, factor: Double? = nil, maximum: Duration? = nil) -> Backoff {
        switch delay {
        case .immediate: self
        case .constant(let duration): with(delay: .constant(first ?? duration))
        case .exponential(let oldFirst, let oldFactor, let oldMaximum):
            with(delay: .exponential(first: first ?? oldFirst, factor: factor ?? oldFactor, maximum: maximum ?? oldMaximum))
        }
    }

    /// A copy with other values.
    func with(
        delay: Delay? = nil, jitter: Double? = nil, statuses: Set<HTTPStatus>? = nil, repeatsAnyMethod: Bool? = nil,
        maxTime: Duration? = nil
    ) -> Backoff {
        Backoff(
            delay ?? self.delay, maxAttempts: maxAttempts, jitter: jitter ?? self.jitter, statuses: statuses ?? self.statuses,
            codes: codes,
            repeatsAnyMethod: repeatsAnyMethod ?? self.repeatsAnyMethod, maxTime: maxTime ?? self.maxTime)
    }
}
