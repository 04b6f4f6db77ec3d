import CCurl
import HTTP

extension EasyHandle {
    /// Sets every option of a new handle but its URL, its buffer size and its callbacks.
    ///
    /// - Throws: `invalidRequest` if the installed library lacks an option that the request asks for.
    func configure(for plan: TransferPlan, version: CurlVersion) throws(HTTPError) {
        setDefaults(version)
        set(CURLOPT_HTTP_VERSION, plan.isEncrypted ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)
        // Over TLS, only the first connection shows whether HTTP/2 is used: other transfers wait for it instead of opening their own.
        if plan.isEncrypted { set(CURLOPT_PIPEWAIT, true) }
        if plan.isEncrypted || plan.mayUseProxy { setTLS() }
        set(CURLOPT_HTTPHEADER, lines: plan.headerLines)
        if plan.mayUseProxy { setProxyHeaders() }
        setMethod(of: plan)
        if let target = plan.target { set(CURLOPT_REQUEST_TARGET, target) }
        for setting in plan.settings { try apply(setting, of: plan.request, version: version) }
    }

    private func setDefaults(_ version: CurlVersion) {
        set(CURLOPT_NOSIGNAL, true)
        set(CURLOPT_PATH_AS_IS, true)
        set(CURLOPT_CONNECTTIMEOUT_MS, Self.connectLimit)
        // Without it, ending a transfer waits for its name look-up, and with it every other transfer.
        set(CCURL_QUICK_EXIT, true)
    }

    private static let connectLimit = HTTPTimeouts().connect.map(TransferSettings.milliseconds) ?? 0

    private func setTLS() {
        set(CURLOPT_CERTINFO, true)
        for option in [CURLOPT_SSLVERSION, CURLOPT_PROXY_SSLVERSION] { set(option, Int(CURL_SSLVERSION_TLSv1_2)) }
    }

    private func setProxyHeaders() {
        // libcurl would add this field.
        set(CURLOPT_PROXYHEADER, lines: ["Proxy-Connection:"])
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
    }

    private func setMethod(of plan: TransferPlan) {
        let method = plan.request.method
        if case .none = plan.content {} else { set(CURLOPT_UPLOAD_BUFFERSIZE, UploadPipe.pieceSize) }
        switch plan.content {
        case .none where method == .head: set(CURLOPT_NOBODY, true)
        case .none: if method != .get { set(CURLOPT_CUSTOMREQUEST, method.rawValue) }
        case .bytes(let bytes):
            set(CURLOPT_POST, true)
            set(CURLOPT_POSTFIELDSIZE_LARGE, offset: Int64(bytes.count))
            // An empty array may have no address, and without one libcurl would read the body from standard input.
            _ = bytes.withUnsafeBytes {
                set(CURLOPT_COPYPOSTFIELDS, pointer: bytes.isEmpty ? UnsafeRawPointer(pointer) : $0.baseAddress)
            }
            if method != .post { set(CURLOPT_CUSTOMREQUEST, method.rawValue) }
        case .stream(let length):
            set(CURLOPT_UPLOAD, true)
            set(CURLOPT_INFILESIZE_LARGE, offset: length ?? -1)
            set(CURLOPT_CUSTOMREQUEST, method.rawValue)
        }
    }

    private func apply(_ setting: EasySetting, of request: HTTPRequest, version: CurlVersion) throws(HTTPError) {
        let code =
            switch setting.value {
            case .number(let number): set(setting.option, number)
            case .offset(let offset): set(setting.option, offset: offset)
            case .text(let text): set(setting.option, text)
            case .null: set(setting.option, nil)
            case .lines(let lines): set(setting.option, lines: lines)
            }
        guard code == CURLE_OK else {
            let reason = functions.pointee.easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
            throw TransferSettings.refusal(
                request, "The installed libcurl \(version.text) does not support the option \(setting.name) (\(reason)).")
        }
    }
}

/// The header lines of a request, in order, in libcurl's notation.
///
/// libcurl writes `Host` and `Accept-Encoding` first and `Content-Length` or `Transfer-Encoding` last, and between them the given
/// lines unchanged. Everything else that it would add is switched off: the user sees exactly what is sent.
enum HeaderPlan {
    /// The lines for `CURLOPT_HTTPHEADER`: `Name: value` sends a field, `Name;` sends one without a value, `Name:` prevents libcurl
    /// from adding it.
    ///
    /// - Parameter acceptEncodingLine: the line for `Accept-Encoding`; nil if nothing is to be decoded.
    static func lines(for request: HTTPRequest, content: TransferPlan.Content, acceptEncodingLine: String?) -> [String] {
        let headers = request.headers
        var lines: [String] = []
        lines.reserveCapacity(5 + headers.count)
        if !headers.contains("Accept") { lines.append("Accept:") }
        // libcurl's own line would come first, for any order of the request.
        if headers.contains("Host") { lines.append("Host:") }
        if case .none = content {
        } else {
            if !headers.contains("Expect") { lines.append("Expect:") }
            if !headers.contains("Content-Type") { lines.append("Content-Type:") }
        }
        if let acceptEncodingLine, !headers.contains("Accept-Encoding") { lines.append(acceptEncodingLine) }
        for field in headers {
            let isBlank = field.value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
            lines.append(isBlank ? field.name + ";" : field.name + ": " + field.value)
        }
        return lines
    }

    /// The header section of this request over HTTP/1.1, in order.
    static func preview(of request: HTTPRequest, content: TransferPlan.Content, version: CurlVersion) -> HTTPHeaders {
        var headers = HTTPHeaders()
        if !request.headers.contains("Host") { headers.append("Host", request.hostHeaderValue) }
        if let line = acceptEncodingLine(of: request, version: version), !request.headers.contains("Accept-Encoding") {
            headers.append("Accept-Encoding", String(line.dropFirst(accepting.count)))
        }
        for field in request.headers { headers.append(field.name, field.value) }
        switch content {
        case .none: break
        case .bytes(let bytes): appendLength(Int64(bytes.count), to: &headers)
        case .stream(let length?): appendLength(length, to: &headers)
        case .stream(nil): headers.appendIfAbsent("Transfer-Encoding", "chunked")
        }
        return headers
    }

    private static func appendLength(_ length: Int64, to headers: inout HTTPHeaders) {
        if !headers.contains("Transfer-Encoding") { headers.appendIfAbsent("Content-Length", String(length)) }
    }

    private static let accepting = "Accept-Encoding: "

    /// The line for `Accept-Encoding`; nil if nothing is to be decoded.
    static func acceptEncodingLine(of request: HTTPRequest, version: CurlVersion) -> String? {
        switch request.decompression {
        case .none, .codings([]): nil
        case .automatic: version.acceptEncodingLine
        case .codings(let codings): accepting + codings.joined(separator: ", ")
        }
    }
}
