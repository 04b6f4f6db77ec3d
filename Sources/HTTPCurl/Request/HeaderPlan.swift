internal import HTTP

/// The header lines of a request, in order, in libcurl's notation.
///
/// libcurl writes `Host` and `Accept-Encoding` first and `Content-Length` or `Transfer-Encoding` last, and between them the given
/// lines unchanged. Everything else that it would add is switched off: the user sees exactly what is sent.
enum HeaderPlan {
    /// The lines for `CURLOPT_HTTPHEADER`: `Name: value` sends a field, `Name;` one without a value, `Name:` keeps libcurl from adding it.
    ///
    /// - Parameter acceptingLine: libcurl's own line for `Accept-Encoding`. Passed here it has the same place, and libcurl need not format it.
    static func lines(for request: HTTPRequest, content: TransferPlan.Content, acceptingLine: String?) -> [String] {
        var lines = suppressed(for: request, content: content)
        lines.reserveCapacity(lines.count + 1 + request.headers.count)
        if let acceptingLine, request.decompression == .automatic, !request.headers.contains("Accept-Encoding") {
            lines.append(acceptingLine)
        }
        for field in request.headers {
            let isBlank = field.value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
            lines.append(isBlank ? field.name + ";" : field.name + ": " + field.value)
        }
        return lines
    }

    private static func suppressed(for request: HTTPRequest, content: TransferPlan.Content) -> [String] {
        let headers = request.headers
        var names: [String] = []
        if !headers.contains("Accept") { names.append("Accept:") }
        // libcurl's own line would come first, whatever the order of the request.
        if headers.contains("Host") { names.append("Host:") }
        guard case .none = content else {
            if !headers.contains("Expect") { names.append("Expect:") }
            if !headers.contains("Content-Type") { names.append("Content-Type:") }
            return names
        }
        return names
    }

    /// The header section of this request over HTTP/1.1, in order.
    static func preview(of request: HTTPRequest, content: TransferPlan.Content, codings: [String]) -> HTTPHeaders {
        var headers = HTTPHeaders()
        if !request.headers.contains("Host") { headers.append("Host", request.hostHeaderValue) }
        if let codings = acceptedCodings(of: request, known: codings), !request.headers.contains("Accept-Encoding") {
            headers.append("Accept-Encoding", codings)
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

    /// The value for `Accept-Encoding`; nil if nothing is to be decoded.
    static func acceptedCodings(of request: HTTPRequest, known: [String]) -> String? {
        switch request.decompression {
        case .none, .codings([]): nil
        case .automatic: known.isEmpty ? nil : known.joined(separator: ", ")
        case .codings(let codings): codings.joined(separator: ", ")
        }
    }
}
