import HTTP

extension RequestResolver {
    /// Puts the options on the request; what is not said stays the loaders' own.
    mutating func resolveOptions(_ request: inout HTTPRequest) {
        let options = input.options
        if let timeout = options.timeout { request.timeouts.total = Seconds(nearest: timeout).duration }
        if let timeout = options.connectTimeout { request.timeouts.connect = Seconds(nearest: timeout).duration }
        if let follow = options.redirects.follow { request.redirectPolicy.isFollowing = follow }
        if let limit = options.redirects.limit { request.redirectPolicy.limit = limit }
        if let usesCookies = options.cookies { request.usesCookies = usesCookies }
        if options.decompress == false { request.decompression = .none }
        if let throttle = options.throttle { request.throttle = throttle ? .always : .never }
        resolveRetry(options.retry, &request)
        resolveVersion(options.httpVersion, &request)
        resolveProxy(options.proxy, &request)
        resolveTLS(options.tls, &request)
    }

    private mutating func resolveRetry(_ retry: RequestOptions.Retry, _ request: inout HTTPRequest) {
        guard let attempts = retry.attempts, attempts > 1 else { return }
        let delay: Backoff.Delay
        switch retry.backoff {
        case nil, "exponential": delay = .exponential(first: .milliseconds(500), most: .seconds(30))
        case "constant": delay = .constant(.seconds(1))
        case "immediate": delay = .immediate
        case let other?: return refuse("option retry", "“\(other)” is none of immediate, constant, exponential")
        }
        let statuses = Set(retry.statuses.map(HTTPStatus.init(rawValue:)))
        request.retryStrategy = Backoff(
            delay, mostAttempts: attempts, jitter: delay == .immediate ? 0 : 0.2,
            statuses: statuses.isEmpty ? Backoff.passingStatuses : statuses)
    }

    private mutating func resolveVersion(_ version: String?, _ request: inout HTTPRequest) {
        guard let version else { return }
        guard let preference = HTTPVersionPreference(rawValue: version) else {
            let known = HTTPVersionPreference.allCases.map(\.rawValue).joined(separator: ", ")
            return refuse("option httpVersion", "“\(version)” is none of \(known)")
        }
        request.versionPreference = preference
    }

    private mutating func resolveProxy(_ proxy: String?, _ request: inout HTTPRequest) {
        guard let proxy else { return }
        let place = "option proxy"
        let text = resolve(proxy, at: place)
        guard !text.isEmpty else { return request.proxy = .none }
        let url = HTTPRequest(url: text.contains("://") ? text : "http://\(text)")
        guard let kind = HTTPProxy.Kind(rawValue: url.scheme), let host = url.host, !host.isEmpty else {
            return refuse(place, "“\(text)” is no proxy: write http://host:port, https://… or socks5://…")
        }
        let isSOCKS = kind != .http && kind != .https
        request.proxy = .through(
            HTTPProxy(
                kind: kind, host: host, port: url.port ?? (isSOCKS ? 1080 : kind == .https ? 443 : 80), credentials: credentials(of: url)))
    }

    private mutating func credentials(of url: HTTPRequest) -> BasicCredentials? {
        guard let info = url.percentEncodedUserInfo else { return nil }
        let parts = info.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { part in
            // A path is decoded by the same rules.
            var holder = HTTPRequest()
            holder.percentEncodedPath = String(part)
            return holder.path
        }
        let password = parts.count > 1 ? parts[1] : ""
        secrets.formUnion([password].filter { !$0.isEmpty })
        return BasicCredentials(user: parts[0], password: HTTPSecret(password))
    }

    private mutating func resolveTLS(_ tls: RequestOptions.TLS, _ request: inout HTTPRequest) {
        if tls.verify == false {
            request.serverTrust.isVerified = false
            warnings.append("The server's certificate is not checked: anybody between here and there can read and change everything.")
        }
        if let minimum = tls.minimum {
            guard let version = HTTPTLSVersion(rawValue: minimum) else {
                return refuse("option tls.minimum", "“\(minimum)” is none of 1.0, 1.1, 1.2, 1.3")
            }
            request.minimumTLSVersion = version
        }
        if let authorities = path(tls.authorities, "authorities") { request.certificateAuthoritiesPath = authorities }
        guard let certificate = path(tls.certificate, "certificate") else { return }
        let isBundle = [".p12", ".pfx"].contains { certificate.lowercased().hasSuffix($0) }
        let passphrase = tls.passphrase.map { HTTPSecret(resolve($0, at: "option tls.passphrase", isSecret: true)) }
        request.clientCertificate = HTTPClientCertificate(
            format: isBundle ? .pkcs12 : .pem, path: certificate, keyPath: path(tls.key, "key"), passphrase: passphrase)
    }

    private mutating func path(_ path: String?, _ option: String) -> String? {
        guard let path, !path.isEmpty else { return nil }
        return file(resolve(path, at: "option tls.\(option)"))
    }
}
