internal import HTTP

/// Everything that libcurl is told about one transfer, worked out on the caller's side.
struct TransferPlan: Sendable {
    /// What goes out after the headers.
    enum Content: Sendable {
        /// Nothing, and no `Content-Length` either.
        case none
        /// Small enough to be handed over at once; may be empty, with `Content-Length: 0`.
        case bytes([UInt8])
        /// Pulled while it is sent; a nil length means chunks.
        case stream(length: Int64?)
    }

    /// Bodies up to this size are read before the transfer begins.
    static let largestBytesContent: Int64 = 262_144

    /// As it is sent: checked, with the headers of its body.
    let request: HTTPRequest
    let url: String
    /// The request target, where it cannot be read off the URL.
    let target: String?
    /// Header lines in libcurl's notation.
    let headerLines: [String]
    let content: Content
    let isEncrypted: Bool
    let settings: [EasySetting]
    /// Options that are asked for again and again while the transfer runs: looking one up costs more than a header line.
    let idleLimit: Duration?
    let responseLimits: HTTPResponseLimits
    let isStrict: Bool
    /// Whether nothing has to be done while bytes wait for their reader: nothing goes out, no clock runs, and the connection is not shared.
    let isFetchedByReader: Bool
    /// Whether a proxy may stand between; libcurl alone knows what the environment says.
    let mayUseProxy: Bool
    /// Whether libcurl may answer challenges itself, so that a head is not the last one before its body has begun.
    let mayBeRepeatedByLibrary: Bool

    /// - Throws: `invalidRequest` where the request is wrong in itself, its body cannot be read, or the installed library cannot do it.
    init(_ original: HTTPRequest, version: CurlVersion) throws(HTTPError) {
        let request = try original.prepared()
        self.request = request
        isEncrypted = request.scheme == "https"
        target = request.requestTarget.hasPrefix("/") ? nil : request.requestTarget
        url = Self.url(of: request)
        content = try Self.content(of: request)
        headerLines = HeaderPlan.lines(for: request, content: content)
        idleLimit = request.timeouts.idle
        responseLimits = request.responseLimits
        isFetchedByReader = Self.isFetchedByReader(request, content)
        isStrict = request.responseParsing == .strict
        mayUseProxy = request.proxy != .none
        mayBeRepeatedByLibrary = request.transportAuthentication != nil
        settings = try TransferSettings.settings(for: request, version: version)
    }

    /// libcurl can do HEAD, or send a body, but not both: such a request goes out as an upload under another name.
    var isHeadWithBody: Bool {
        if case .stream = content { return request.method == .head }
        return false
    }

    private static func isFetchedByReader(_ request: HTTPRequest, _ content: Content) -> Bool {
        guard case .none = content, request.scheme == "http", request.timeouts.total == nil, request.timeouts.idle == nil else {
            return false
        }
        return switch request.versionPreference {
        case .automatic, .http10, .http11: true
        case .http2, .http2PriorKnowledge, .http3: false
        }
    }

    private static func url(of request: HTTPRequest) -> String {
        var url = request.scheme + "://" + (request.host ?? "")
        if let port = request.port { url += ":" + String(port) }
        let target = request.requestTarget
        url += target.hasPrefix("/") ? target : "/"
        return url
    }

    private static func content(of request: HTTPRequest) throws(HTTPError) -> Content {
        let body = request.body
        guard !body.isEmpty else {
            // Their meaning expects content, so its absence is said (RFC 9110 section 8.6).
            return [.post, .put, .patch].contains(request.method) ? .bytes([]) : .none
        }
        guard case .known(let length) = body.length else { return .stream(length: nil) }
        guard length <= largestBytesContent, request.method != .head else { return .stream(length: length) }
        do {
            return .bytes(try body.encode())
        } catch {
            throw HTTPError(.invalidRequest, request: request, underlyingError: error, message: "The body cannot be sent: \(error)")
        }
    }
}
