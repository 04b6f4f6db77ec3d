import HTTP

extension RequestOption {
    /// All options, in the order of the form and the files.
    public static let all = times + redirects + repetitions + tls + proxies + network + limits + answers + offline

    private static let times = [
        Self(
            "timeout", "Time-out (s)", \.timeout, .seconds, unset: "no limit", help: "Seconds until the last byte of the response.",
            core: ["timeouts.total"]
        ) { $2.timeouts.total = Seconds(nearest: $1).duration },
        Self(
            "connectTimeout", "Connect time-out (s)", \.connectTimeout, .seconds, unset: "30",
            help: "Seconds until the connection stands, TLS included.", core: ["timeouts.connect"]
        ) { $2.timeouts.connect = Seconds(nearest: $1).duration },
        Self(
            "idleTimeout", "Idle time-out (s)", \.idleTimeout, .seconds, unset: "no limit",
            help: "Seconds in which not one byte moves in either direction.", core: ["timeouts.idle"]
        ) { $2.timeouts.idle = Seconds(nearest: $1).duration },
    ]

    private static let redirects = [
        Self(
            "redirects.follow", "Follow redirects", \.redirects.follow, .flag, unset: "yes",
            help: "Follows redirects; no shows the redirect itself.", core: ["redirectPolicy.isFollowing"]
        ) { $2.redirectPolicy.isFollowing = $1 },
        Self(
            "redirects.limit", "Most redirects", \.redirects.limit, .count(0...1000, "a number up to 1000"), unset: "10",
            help: "After so many hops it is an error.", core: ["redirectPolicy.limit"]
        ) { $2.redirectPolicy.limit = $1 },
        Self(
            "redirects.keepMethod", "Keep POST", \.redirects.keepMethod, .flag, unset: "no, it becomes GET",
            help:
                "Whether a POST stays one after 301 and 302, where browsers make a GET of it. 307 and 308 always keep it, 303 never does.",
            core: ["redirectPolicy.keepsMethod"]
        ) { $2.redirectPolicy.keepsMethod = $1 },
        Self(
            "redirects.allowDowngrade", "From https to http", \.redirects.allowDowngrade, .flag, unset: "no",
            help: "Whether a redirect may lead from https to http, where everybody on the way can read and change it.",
            core: ["redirectPolicy.allowsDowngrade"]
        ) { $2.redirectPolicy.allowsDowngrade = $1 },
    ]

    private static let repetitions = [
        Self(
            "retry.attempts", "Attempts", \.retry.attempts, .count(1...1000, "a number from 1 to 1000"), unset: "1",
            help: "How often it is sent in all while it fails in a way that may pass. A POST too, which may then be done twice.",
            core: ["retryStrategy"]
        ) { if $1 > 1 { $2.retryStrategy = Backoff(attempts: $1) } },
        Self(
            "retry.backoff", "Wait between them", \.retry.backoff, .choice(["immediate", "constant", "exponential"]), unset: "exponential",
            help: "immediate: not at all; constant: a second each time; exponential: half a second, then twice as long each time. "
                + "A Retry-After of the server wins."
        ) { if let backoff = $2.retryStrategy as? Backoff { $2.retryStrategy = backoff.waiting($1) } },
        Self(
            "retry.statuses", "Retry on status", \.retry.statuses, .statuses,
            unset: Backoff.passingStatuses.map(\.rawValue).sorted().map(String.init).joined(separator: " "),
            help: "The statuses that are worth another attempt, besides connections that failed."
        ) { if let backoff = $2.retryStrategy as? Backoff { $2.retryStrategy = backoff.trying($1) } },
        Self(
            "throttle", "Throttle", \.throttle, .flag, unset: "yes",
            help: "Whether it waits for its turn where config.json limits the number of requests at once.", core: ["throttle"]
        ) { $2.throttle = $1 ? .always : .never },
        Self(
            "deduplicate", "Deduplicate", \.deduplicate, .flag, unset: "no",
            help: "Shares the response of the same request that is in flight already: same method, URL, headers, body and "
                + "credentials. Off unless said, since who sends twice mostly means twice.",
            core: ["deduplicationIdentifier"]),
    ]

    private static let tls = [
        Self(
            "tls.verify", "Check certificates", \.tls.verify, .flag, unset: "yes",
            help:
                "Whether the server's certificate is checked. Without that anybody between here and there can read and change everything.",
            core: ["serverTrust.isVerified"]
        ) { resolver, isVerified, request in
            request.serverTrust.isVerified = isVerified
            if !isVerified {
                resolver.warn(
                    "The server's certificate is not checked: anybody between here and there can read and change everything.")
            }
        },
        Self(
            "tls.minimum", "Least TLS version", \.tls.minimum, .choice(HTTPTLSVersion.allCases.map(\.rawValue)), unset: "1.2",
            help: "The oldest version of TLS that is accepted.", core: ["minimumTLSVersion"]
        ) { if let version = HTTPTLSVersion(rawValue: $1) { $2.minimumTLSVersion = version } },
        Self(
            "tls.authorities", "Authorities file", \.tls.authorities, .path, unset: "the system's",
            help: "A PEM file of the certificates to trust instead of the system's; a self-signed certificate is its own authority.",
            core: ["certificateAuthoritiesPath"]
        ) { if !$1.isEmpty { $2.certificateAuthoritiesPath = $1 } },
        Self(
            "tls.pinnedKeys", "Pinned keys", \.tls.pinnedKeys,
            .words("sha256// and the base64 of 32 bytes", separators: " ;,", isWord: OptionTexts.isPin), unset: "any key",
            help: "Public keys of which one must be the server's, as sha256//…; the TLS tab of a response shows its pin.",
            core: ["serverTrust.pinnedPublicKeys"]
        ) { $2.serverTrust.pinnedPublicKeys = $1 },
        Self(
            "tls.certificate", "Client certificate", \.tls.certificate, .path, unset: "none",
            help: "What this side proves its identity with: PEM, or PKCS#12 where the name ends with .p12 or .pfx.",
            core: ["clientCertificate"]
        ) { if !$1.isEmpty { $2.clientCertificate = HTTPClientCertificate(format: $1.isPKCS12 ? .pkcs12 : .pem, path: $1) } },
        Self(
            "tls.key", "Its key", \.tls.key, .path, unset: "in the same file",
            help: "The key of the client certificate, where it is a file of its own.",
            owner: "tls.certificate"
        ) { if !$1.isEmpty { $2.clientCertificate?.keyPath = $1 } },
        Self(
            "tls.passphrase", "Its passphrase", \.tls.passphrase, .secret, unset: "none",
            help: "Opens the key; better a {{secret}} of the environment.", owner: "tls.certificate"
        ) { $2.clientCertificate?.passphrase = HTTPSecret($1) },
    ]

    private static let proxies = [
        Self(
            "proxy", "Proxy", \.proxy, .orNone { OptionTexts.proxy($0) == nil ? "http://host:port, https://… or socks5://…" : nil },
            unset: "as http_proxy, https_proxy and no_proxy say",
            help:
                "http://, https://, socks4://, socks4a://, socks5:// or socks5h://, with user:password@ where it asks; none for straight to the server.",
            core: ["proxy"]
        ) { resolver, text, request in
            guard let proxy = OptionTexts.proxy(text) else { return request.proxy = .none }
            if let password = proxy.credentials?.password.value { resolver.hide(password) }
            request.proxy = .through(proxy)
        },
        Self(
            "noProxy", "No proxy for", \.noProxy, .words("hosts with spaces between them", separators: " ,") { !$0.contains("/") },
            unset: "no host", help: "Hosts that are reached without the proxy: names, domains with a leading dot, addresses, or *."
        ) { resolver, hosts, request in
            if hosts == ["*"] { return request.proxy = .none }
            resolver.change(&request.proxy, "No proxy for") { $0.exceptions = hosts }
        },
        Self(
            "proxyTunnel", "Proxy tunnel", \.proxyTunnel, .flag, unset: "for https only",
            help: "Whether CONNECT opens a tunnel through the proxy for http too."
        ) { resolver, tunnels, request in resolver.change(&request.proxy, "Proxy tunnel") { $0.tunnels = tunnels } },
    ]

    private static let network = [
        Self(
            "httpVersion", "HTTP version", \.httpVersion, .choice(HTTPVersionPreference.allCases.map(\.rawValue)),
            unset: "2 where TLS agrees on it, else 1.1",
            help: "The version to speak; 2-prior-knowledge speaks HTTP/2 from the first byte, also without TLS.",
            core: ["versionPreference"]
        ) { if let version = HTTPVersionPreference(rawValue: $1) { $2.versionPreference = version } },
        Self(
            "network.resolve", "Resolve", \.network.resolve,
            .words("host:port:address, with numeric addresses") { OptionTexts.addressOverride($0) != nil }, unset: "by the name service",
            help: "Addresses instead of a look-up: host:port:address,address; * is any host.", core: ["addressOverrides"]
        ) { $2.addressOverrides = $1.compactMap(OptionTexts.addressOverride) },
        Self(
            "network.connectTo", "Connect to", \.network.connectTo,
            .words("host:port:host:port, each part empty for any or the same") { OptionTexts.connectOverride($0) != nil },
            unset: "the URL's host and port",
            help: "Another place to connect to, while URL, Host and TLS name stay: host:port:host:port.", core: ["connectOverrides"]
        ) { $2.connectOverrides = $1.compactMap(OptionTexts.connectOverride) },
        Self(
            "network.unixSocket", "Unix socket", \.network.unixSocket, .path, unset: "none",
            help: "The path of the socket to connect to instead of host and port.", core: ["unixSocketPath"]
        ) { if !$1.isEmpty { $2.unixSocketPath = $1 } },
        Self(
            "network.interface", "Interface", \.network.interface, .text(), unset: "the system's choice",
            help: "The interface, address or host name to send from.", core: ["networkInterface"]
        ) { if !$1.isEmpty { $2.networkInterface = $1 } },
        Self(
            "network.addressFamily", "Addresses", \.network.addressFamily, .choice(HTTPAddressFamily.allCases.map(\.rawValue)),
            unset: "any", help: "Whether to connect over IPv4 or IPv6 only.", core: ["addressFamily"]
        ) { if let family = HTTPAddressFamily(rawValue: $1) { $2.addressFamily = family } },
    ]

    private static let limits = [
        Self(
            "limits.sentBytesPerSecond", "Bytes out a second", \.limits.sentBytesPerSecond, .bytes, unset: "any number",
            help: "How fast the body goes out; 64k and 10M can be written.", core: ["rateLimit.sentBytesPerSecond"]
        ) { $2.rateLimit.sentBytesPerSecond = Int64($1) },
        Self(
            "limits.receivedBytesPerSecond", "Bytes in a second", \.limits.receivedBytesPerSecond, .bytes, unset: "any number",
            help: "Maximum speed of receiving; 64k and 10M can be written.", core: ["rateLimit.receivedBytesPerSecond"]
        ) { $2.rateLimit.receivedBytesPerSecond = Int64($1) },
        Self(
            "limits.headerByteCount", "Most header bytes", \.limits.headerByteCount, .bytes, unset: "262144",
            help: "More header lines than that are an error.", core: ["responseLimits.headerByteCount"]
        ) { $2.responseLimits.headerByteCount = $1 },
        Self(
            "limits.bodyByteCount", "Most body bytes", \.limits.bodyByteCount, .bytes,
            unset: "as config.json says, else any number, and 1 GiB of a compressed body",
            help: "A longer body, unpacked, is an error.", core: ["responseLimits.bodyByteCount"]
        ) { $2.responseLimits.bodyByteCount = Int64($1) },
    ]

    private static let answers = [
        Self(
            "parsing", "Parsing", \.parsing, .choice(HTTPResponseParsing.allCases.map(\.rawValue)), unset: "strict",
            help: "strict: a response whose header breaks the rules is an error; lenient: it is shown as far as it can be read.",
            core: ["responseParsing"]
        ) { if let parsing = HTTPResponseParsing(rawValue: $1) { $2.responseParsing = parsing } },
        Self(
            "cookies", "Cookies", \.cookies, .flag, unset: "yes", help: "Whether the jar's cookies are sent and new ones kept.",
            core: ["usesCookies"]
        ) { $2.usesCookies = $1 },
        Self(
            "decompress", "Decompress", \.decompress, .flag, unset: "yes",
            help: "Asks for compressed responses and unpacks them; no shows the bytes as they come.", core: ["decompression"]
        ) { if !$1 { $2.decompression = .none } },
        Self(
            "automaticHeaders", "Automatic headers", \.automaticHeaders, .flag, unset: "yes",
            help: "Adds User-Agent and Accept where the request says none. A row of that name that is switched off leaves that one out."
        ) { if !$1 { $2.omitAutomaticHeaders() } },
        Self(
            "environment", "Environment", \.environment, .text(), unset: "the chosen one",
            help: "The environment that it is always sent to, whatever is chosen."),
    ]

    private static let offline = [
        Self(
            "offline.from", "Offline", \.offline.from, .choice(["no", "history", "examples"]), unset: "no",
            help: "Gives a stored response in place of the network. history: the newest one in the history, else an example; "
                + "examples: an example, else the newest one in the history."),
        Self(
            "offline.example", "Offline example", \.offline.example, .text(), unset: "the first one",
            help: "The name of the example that is given."),
        Self(
            "offline.delay", "Offline delay (s)", \.offline.delay, .seconds, unset: "0",
            help: "Seconds until the stored response is given."),
        Self(
            "offline.faults", "Offline faults", \.offline.faults, .words(ResponseFault.form) { ResponseFault($0) != nil },
            unset: "none",
            help: "Faults in place of stored responses, each for a part of a hundred: 503=20 reset=5 timeout=1."
        ) { _, _, _ in },
    ]
}

extension RequestResolver {
    /// Adds a warning that the user should see before sending.
    mutating func warn(_ warning: String) { warnings.append(warning) }

    /// Masks a text.
    mutating func hide(_ secret: String) { if !secret.isEmpty { secrets.insert(secret) } }

    /// Changes the configured proxy.
    mutating func change(_ selection: inout HTTPProxySelection, _ label: String, _ change: (inout HTTPProxy) -> Void) {
        guard case .through(var proxy) = selection else {
            if selection == .environment {
                warn("Options → \(label) counts with Options → Proxy only: what the process environment says stays.")
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

/// A retry option applies to requests of any method.
extension Backoff {
    init(attempts: Int) {
        self.init(.exponential(first: .milliseconds(500), most: .seconds(30)), mostAttempts: attempts, jitter: 0.2, repeatsAnyMethod: true)
    }

    func waiting(_ kind: String) -> Backoff {
        switch kind {
        case "immediate": Backoff(.immediate, mostAttempts: mostAttempts, statuses: statuses, repeatsAnyMethod: true)
        case "constant":
            Backoff(.constant(.seconds(1)), mostAttempts: mostAttempts, jitter: jitter, statuses: statuses, repeatsAnyMethod: true)
        default: self
        }
    }

    func trying(_ statuses: [Int]) -> Backoff {
        let statuses = Set(statuses.map(HTTPStatus.init(rawValue:)))
        return Backoff(delay, mostAttempts: mostAttempts, jitter: jitter, statuses: statuses, repeatsAnyMethod: true)
    }
}
