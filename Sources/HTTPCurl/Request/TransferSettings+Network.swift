internal import CCurl
internal import HTTP

extension TransferSettings {
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

    /// Where to connect instead of the URL's host.
    ///
    /// libcurl would keep addresses given by `CURLOPT_RESOLVE` for later transfers to the same name, and reuse the connection for
    /// them. So the name that gets the addresses is one of ours, and `CURLOPT_CONNECT_TO`, which tells connections apart, points to it.
    private static func destination(of request: HTTPRequest) -> [EasySetting] {
        if request.connectOverrides.isEmpty, request.addressOverrides.isEmpty { return [] }
        let redirected = request.connectOverrides.first { override in
            matches(override.host, request.host) && (override.port ?? request.effectivePort) == request.effectivePort
        }
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
                CURLOPT_RESOLVE, .lines(["\(name):\(port):\(addresses.map(bracketed).joined(separator: ","))"]), "addresses by hand"),
            connect(to: name, port: port),
        ]
    }

    private static func connect(to host: String, port: Int) -> EasySetting {
        EasySetting(CURLOPT_CONNECT_TO, .lines(["::\(host):\(port)"]), "another place to connect to")
    }

    private static func matches(_ pattern: String?, _ host: String?) -> Bool {
        guard let pattern else { return true }
        return pattern.lowercased() == host?.lowercased()
    }

    private static func bracketed(_ address: String) -> String {
        address.contains(":") && !address.hasPrefix("[") ? "[\(address)]" : address
    }

    static func proxy(of request: HTTPRequest, version: CurlVersion) throws(HTTPError) -> [EasySetting] {
        switch request.proxy {
        case .environment: return []
        case .none: return [EasySetting(CURLOPT_PROXY, .text(""), "no proxy")]
        case .through(let proxy):
            guard proxy.kind != .https || version.has(CURL_VERSION_HTTPS_PROXY) else {
                throw refusal(request, "The installed libcurl \(version.text) cannot talk to a proxy over TLS.")
            }
            if let problem = problem(with: proxy) { throw refusal(request, "The proxy cannot be used. \(problem)") }
            return settings(for: proxy)
        }
    }

    private static func problem(with proxy: HTTPProxy) -> String? {
        guard !proxy.host.isEmpty else { return "It has no host." }
        guard (1...65535).contains(proxy.port) else { return "The port \(proxy.port) is not between 1 and 65535." }
        return HTTPRequest.problem(withHost: bracketed(proxy.host))
    }

    private static func settings(for proxy: HTTPProxy) -> [EasySetting] {
        var settings = [
            EasySetting(CURLOPT_PROXY, .text("\(proxy.kind.rawValue)://\(bracketed(proxy.host)):\(proxy.port)"), "proxy"),
            // Also when empty: the environment's exceptions belong to the environment's proxy.
            EasySetting(CURLOPT_NOPROXY, .text(proxy.exceptions.joined(separator: ",")), "proxy exceptions"),
        ]
        if proxy.tunnels { settings.append(EasySetting(CURLOPT_HTTPPROXYTUNNEL, .number(1), "proxy tunnel")) }
        if let credentials = proxy.credentials {
            settings.append(EasySetting(CURLOPT_PROXYUSERNAME, .text(credentials.user), "proxy credentials"))
            settings.append(EasySetting(CURLOPT_PROXYPASSWORD, .text(credentials.password.value), "proxy credentials"))
        }
        return settings
    }
}
