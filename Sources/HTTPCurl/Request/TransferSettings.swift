internal import CCurl
internal import HTTP

/// The options of a request in libcurl's terms. A request that sets none gives none.
enum TransferSettings {
    static func settings(for request: HTTPRequest, version: CurlVersion) throws(HTTPError) -> [EasySetting] {
        var settings: [EasySetting] = []
        try settings.add(protocolVersion(of: request, version: version))
        settings.add(timeouts(of: request))
        try settings.add(decompression(of: request, version: version))
        try settings.add(proxy(of: request, version: version))
        settings.add(network(of: request))
        try settings.add(rateLimit(of: request))
        try settings.add(tls(of: request))
        try settings.add(authentication(of: request, version: version))
        try checkTexts(of: settings, request)
        return settings
    }

    /// For a request that must share no connection.
    static let ownConnection = [
        EasySetting(CURLOPT_FRESH_CONNECT, .number(1), "own connection"), EasySetting(CURLOPT_FORBID_REUSE, .number(1), "own connection"),
    ]

    /// libcurl reads texts up to the first NUL: a name or a password would silently become another one.
    private static func checkTexts(of settings: [EasySetting], _ request: HTTPRequest) throws(HTTPError) {
        for setting in settings {
            let isCut =
                switch setting.value {
                case .text(let text): text.utf8.contains(0)
                case .lines(let lines): lines.contains { $0.utf8.contains(0) }
                case .number, .offset, .null: false
                }
            if isCut { throw refusal(request, "The option \(setting.name) holds a NUL, at which libcurl would cut it off: remove it.") }
        }
    }

    /// A refusal before anything is sent.
    static func refusal(_ request: HTTPRequest, _ message: String) -> HTTPError {
        HTTPError(.invalidRequest, request: request, message: message)
    }

    private static func protocolVersion(of request: HTTPRequest, version: CurlVersion) throws(HTTPError) -> [EasySetting] {
        if request.versionPreference == .automatic { return [] }
        let name = "HTTP version \(request.versionPreference.rawValue)"
        let number: Int
        switch request.versionPreference {
        case .automatic: return []
        case .http10: number = CURL_HTTP_VERSION_1_0
        case .http11: number = CURL_HTTP_VERSION_1_1
        case .http2: number = CURL_HTTP_VERSION_2_0
        case .http2PriorKnowledge: number = CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE
        case .http3: number = CURL_HTTP_VERSION_3
        }
        let isMissing: Bool
        switch request.versionPreference {
        case .http2, .http2PriorKnowledge: isMissing = !version.hasHTTP2
        case .http3: isMissing = !version.hasHTTP3
        default: isMissing = false
        }
        guard !isMissing else {
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
            // Zero stands for libcurl's own 300 seconds: no limit is a limit that nobody reaches.
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

    private static func decompression(of request: HTTPRequest, version: CurlVersion) throws(HTTPError) -> [EasySetting] {
        switch request.decompression {
        case .automatic: return []
        // Of an empty list libcurl would make all that it knows.
        case .none, .codings([]): return [EasySetting(CURLOPT_ACCEPT_ENCODING, .null, "decompression")]
        case .codings(let codings):
            let unknown = codings.filter { !version.contentCodings.contains($0.lowercased()) && $0.lowercased() != "identity" }
            guard unknown.isEmpty else {
                let known = version.contentCodings.joined(separator: ", ")
                throw refusal(
                    request, "The installed libcurl \(version.text) cannot unpack \(unknown.joined(separator: ", ")): it knows \(known).")
            }
            return [EasySetting(CURLOPT_ACCEPT_ENCODING, .text(codings.joined(separator: ", ")), "decompression")]
        }
    }

    private static func rateLimit(of request: HTTPRequest) throws(HTTPError) -> [EasySetting] {
        let limit = request.rateLimit
        // For libcurl 0 is no limit.
        if let speed = [limit.sentBytesPerSecond, limit.receivedBytesPerSecond].compactMap(\.self).first(where: { $0 <= 0 }) {
            throw refusal(request, "The rate limit of \(speed) bytes per second lets nothing through: give at least 1, or nil for none.")
        }
        var settings: [EasySetting] = []
        // libcurl sends one buffer, and reads up to a hundred, before it looks at the rate: small ones keep closer to it.
        if let speed = limit.sentBytesPerSecond {
            settings.append(EasySetting(CURLOPT_MAX_SEND_SPEED_LARGE, .offset(speed), "rate limit"))
            let size = min(max(speed, 16_384), Int64(UploadPipe.pieceSize))
            settings.append(EasySetting(CURLOPT_UPLOAD_BUFFERSIZE, .number(Int(size)), "rate limit"))
        }
        if let speed = limit.receivedBytesPerSecond {
            settings.append(EasySetting(CURLOPT_MAX_RECV_SPEED_LARGE, .offset(speed), "rate limit"))
            settings.append(EasySetting(CURLOPT_BUFFERSIZE, .number(Int(min(max(speed / 100, 1024), 16_384))), "rate limit"))
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
            EasySetting(CURLOPT_USERNAME, .text(authentication.credentials.user), name),
            EasySetting(CURLOPT_PASSWORD, .text(authentication.credentials.password.value), name),
        ]
    }
}

extension [EasySetting] {
    /// Most requests set nothing of a kind: putting nothing behind a list would still cost as much as making one.
    mutating func add(_ more: [EasySetting]) {
        if !more.isEmpty { self += more }
    }
}
