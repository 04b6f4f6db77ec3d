internal import CCurl
internal import HTTP
internal import Platform

/// All settings of one transfer, computed on the caller's thread.
struct TransferPlan: Sendable {
    /// The content after the headers.
    enum Content: Sendable {
        /// No body and no `Content-Length`.
        case none
        /// A small body, passed to libcurl at once; may be empty, with `Content-Length: 0`.
        case bytes([UInt8])
        /// A body that is read while it is sent; a nil length means chunks.
        case stream(length: Int64?)
    }

    /// Bodies up to this size are read before the transfer begins.
    static let largestBytesContent: Int64 = 262_144

    /// The request as it is sent: validated, with the headers of its body.
    let request: HTTPRequest
    let url: TransferURL
    /// The request target if libcurl cannot derive it from the URL.
    let target: String?
    /// The line for `Accept-Encoding`; nil if nothing is to be decoded.
    let acceptEncodingLine: String?
    let content: Content
    let isEncrypted: Bool
    let settings: [EasySetting]
    // These options are needed often during the transfer, and looking one up takes longer than processing a header line.
    let idleLimit: Duration?
    let totalLimit: Duration?
    let responseLimits: HTTPResponseLimits
    let isStrict: Bool
    /// True if the reader of the body can drive the transfer: nothing is sent meanwhile, the whole transfer has no time limit, and the connection
    /// is not shared.
    let isFetchedByReader: Bool
    /// True if a proxy may be used; only libcurl knows the proxies of the process environment.
    let mayUseProxy: Bool
    /// The settings that a reused handle must have; nil if libcurl keeps state of a transfer that is not reset.
    let handleShape: HandleShape?
    /// The destination of the transfer's connection.
    let connectionTarget: ConnectionTarget
    /// True if the server may answer over HTTP/2.
    let mayUseHTTP2: Bool
    /// True if the connection may carry other transfers at the same time.
    let mayMultiplex: Bool
    /// True if libcurl may answer challenges itself, so that a head may be followed by another one.
    let mayBeRepeatedByLibrary: Bool

    /// The time limit that may pass first.
    var shortestLimit: Duration? { [idleLimit, totalLimit].compactMap(\.self).min() }

    /// - Throws: `invalidRequest` if the request is invalid, its body cannot be read, or the installed library cannot send it.
    init(_ original: HTTPRequest, version: CurlVersion) throws(HTTPError) {
        // Calls that may throw come first: a value that may have to be destroyed half initialized would be built elsewhere and copied.
        let request = try original.prepared()
        let content = try Self.content(of: request)
        let proxy = request.proxy
        let common = try TransferSettings.settings(for: request, over: proxy, version: version)
        let settings = Self.isFramed(request.headers, content) ? common : common + TransferSettings.ownConnection
        let scheme = request.scheme
        isEncrypted = scheme == "https"
        let requestTarget = request.requestTarget
        let isPath = requestTarget.utf8.first == UInt8(ascii: "/")
        target = isPath ? nil : requestTarget
        url = TransferURL(scheme: scheme, host: request.host ?? "", port: request.port, target: isPath ? requestTarget : "/")
        let acceptEncodingLine = HeaderPlan.acceptEncodingLine(of: request, version: version)
        let timeouts = request.timeouts
        (idleLimit, totalLimit) = (timeouts.idle, timeouts.total)
        responseLimits = request.responseLimits
        let isClear = Self.isClear(request, content)
        isFetchedByReader = isClear && timeouts.total == nil
        isStrict = request.responseParsing == .strict
        mayUseProxy = Self.mayUseProxy(proxy, isEncrypted: isEncrypted)
        mayBeRepeatedByLibrary = request.transportAuthentication != nil
        connectionTarget = Self.connectionTarget(of: request, over: proxy, isEncrypted: isEncrypted)
        mayUseHTTP2 = isEncrypted || [.http2, .http2PriorKnowledge].contains(request.versionPreference)
        mayMultiplex = isEncrypted || request.versionPreference == .http2PriorKnowledge && !version.breaksReusedPriorKnowledge
        let isPlain = isClear && !mayUseProxy && !mayBeRepeatedByLibrary && isPath && request.method == .get
        handleShape =
            isPlain && settings.allSatisfy { $0.isPlain }
            ? HandleShape(headers: request.headers, acceptEncodingLine: acceptEncodingLine, settings: settings) : nil
        (self.request, self.content, self.settings, self.acceptEncodingLine) = (request, content, settings, acceptEncodingLine)
    }

    /// The header lines in libcurl's notation, which only a new handle needs.
    var headerLines: [String] { HeaderPlan.lines(for: request, content: content, acceptEncodingLine: acceptEncodingLine) }

    /// True to decompress the body if the response is compressed.
    var decompresses: Bool { acceptEncodingLine != nil }

    /// The size of the buffer for reading the response, smaller if there are many other transfers.
    func readSize(isOneOfMany: Bool) -> Int {
        // libcurl reads up to a hundred buffers before it checks the rate: small ones keep closer to it.
        if let speed = request.rateLimit.receivedBytesPerSecond { return Int(min(max(speed / 100, 1024), 16_384)) }
        return isOneOfMany ? Transfer.sharedReadSize : Transfer.readSize
    }

    /// True if the body is sent only after the server has agreed (RFC 9110 section 10.1.1).
    var expectsContinue: Bool {
        if case .none = content { return false }
        return request.headers.values(for: "Expect").contains { $0.lowercased().contains("100-continue") }
    }

    /// True if a proxy may be used. libcurl reads the process environment itself; without one of these variables it finds no proxy
    /// for plain HTTP.
    private static func mayUseProxy(_ proxy: HTTPProxySelection, isEncrypted: Bool) -> Bool {
        switch proxy {
        case .none: false
        case .through: true
        case .environment:
            isEncrypted || getenv("http_proxy") != nil || getenv("all_proxy") != nil || getenv("ALL_PROXY") != nil
        }
    }

    private static func connectionTarget(
        of request: HTTPRequest, over proxy: HTTPProxySelection, isEncrypted: Bool
    ) -> ConnectionTarget {
        if let path = request.unixSocketPath { return ConnectionTarget(host: path, port: 0) }
        if case .through(let proxy) = proxy, !isEncrypted, !proxy.tunnels, [.http, .https].contains(proxy.kind) {
            return ConnectionTarget(host: proxy.host, port: proxy.port)
        }
        guard let override = TransferSettings.connectOverride(of: request) else { return ConnectionTarget(of: request) }
        return ConnectionTarget(host: override.newHost ?? request.host ?? "", port: override.newPort ?? request.effectivePort)
    }

    /// True for HEAD with a body. libcurl cannot send both, so the request is sent as an upload with another method name.
    var isHeadWithBody: Bool {
        if case .stream = content { return request.method == .head }
        return false
    }

    /// True if only a header is sent, over HTTP/1 without TLS.
    private static func isClear(_ request: HTTPRequest, _ content: Content) -> Bool {
        guard case .none = content, request.scheme == "http" else { return false }
        return switch request.versionPreference {
        case .automatic, .http10, .http11: true
        case .http2, .http2PriorKnowledge, .http3: false
        }
    }

    /// True if the request's own `Content-Length` and `Transfer-Encoding` fit its content. If they do not, they are sent anyway, over a connection
    /// of their own, because the server may take the rest for the beginning of another request.
    private static func isFramed(_ headers: HTTPHeaders, _ content: Content) -> Bool {
        let lengths = headers.values(for: "Content-Length")
        let codings = headers.values(for: "Transfer-Encoding")
        if lengths.isEmpty, codings.isEmpty { return true }
        return switch content {
        case .none: codings.isEmpty && lengths == ["0"]
        case .bytes(let bytes): codings.isEmpty ? lengths == ["\(bytes.count)"] : lengths.isEmpty && codings == ["chunked"]
        case .stream(let length?): codings.isEmpty ? lengths == ["\(length)"] : lengths.isEmpty && codings == ["chunked"]
        case .stream(nil): lengths.isEmpty && codings == ["chunked"]
        }
    }

    private static func content(of request: HTTPRequest) throws(HTTPError) -> Content {
        let body = request.body
        guard !body.isEmpty else {
            // These methods expect content, so its absence is stated (RFC 9110 section 8.6).
            return switch request.method {
            case .post, .put, .patch: .bytes([])
            default: .none
            }
        }
        guard case .known(let length) = body.length else {
            guard request.versionPreference != .http10 else {
                throw TransferSettings.refusal(request, "HTTP/1.0 needs a body whose length is known: choose another version.")
            }
            return .stream(length: nil)
        }
        guard length <= largestBytesContent, request.method != .head else { return .stream(length: length) }
        do {
            let bytes = try body.encode()
            let missing = length - Int64(bytes.count)
            if missing > 0 { throw UploadTooShortError(announced: length, missing: missing) }
            // A file may have grown since its length was announced: the rest is not sent.
            return .bytes(missing < 0 ? Array(bytes.prefix(Int(length))) : bytes)
        } catch {
            throw HTTPError(.invalidRequest, request: request, underlyingError: error, message: "The body cannot be sent: \(error)")
        }
    }
}

/// The URL of a transfer in parts, which are compared with the parts of the previous transfer without building a text.
struct TransferURL: Equatable, Sendable {
    let scheme: String
    let host: String
    let port: Int?
    /// The path with the query.
    let target: String

    /// The URL in the form for libcurl, with a NUL at its end.
    var bytes: [UInt8] {
        Array(scheme.utf8) + "://".utf8 + host.utf8 + (port.map { ":\($0)" } ?? "").utf8 + target.utf8 + [0]
    }
}

extension EasySetting {
    /// True if libcurl stores only a number for the option, or that there is no proxy.
    fileprivate var isPlain: Bool {
        if case .number = value { true } else { option == CURLOPT_PROXY }
    }
}
