package import HTTP

#if canImport(FoundationNetworking)
    internal import Foundation
    package import FoundationNetworking
#else
    package import Foundation
#endif

/// Translates a request into a task of a session.
struct SessionRequest {
    /// A week instead of no limit: Foundation requires a limit.
    static let noLimit: TimeInterval = 604_800

    #if canImport(FoundationNetworking)
        /// False on Linux, where suspending a task breaks its connection.
        static let canSuspend = false
    #else
        /// True if a suspended task reads no more bytes.
        static let canSuspend = true
    #endif

    private let request: HTTPRequest
    private var urlRequest: URLRequest

    /// - Throws: `invalidRequest` if `URLSession` cannot send the request unchanged.
    init(_ request: HTTPRequest) throws(HTTPError) {
        self.request = request
        let unsupported = Self.unsupportedOptions(of: request)
        guard unsupported.isEmpty else {
            throw Self.refusal(
                request, "URLSession cannot honour \(unsupported.map { "`\($0)`" }.joined(separator: ", ")): use another transport.")
        }
        guard let url = URL(string: request.url, encodingInvalidCharacters: false), request.percentEncodedPath != "*" else {
            throw Self.refusal(request, "URLSession cannot send the URL as written: percent-encode the invalid characters.")
        }
        urlRequest = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        urlRequest.timeoutInterval = request.timeouts.idle.map(Self.seconds) ?? Self.noLimit
        urlRequest.httpMethod = request.method.rawValue
        urlRequest.httpShouldHandleCookies = false
        // URLSession decodes whatever is compressed, so nothing compressed is asked for.
        if request.decompression == .none { urlRequest.setValue("identity", forHTTPHeaderField: "Accept-Encoding") }
        for field in request.headers.fields where !(request.decompression == .none && field.isNamed("Accept-Encoding")) {
            urlRequest.addValue(field.value, forHTTPHeaderField: field.name)
        }
    }

    /// The names of options that `URLSession` has no counterpart for.
    static func unsupportedOptions(of request: HTTPRequest) -> [String] {
        let everywhere: [(String, Bool)] = [
            ("unixSocketPath", request.unixSocketPath != nil), ("networkInterface", request.networkInterface != nil),
            ("addressFamily", request.addressFamily != .any), ("addressOverrides", !request.addressOverrides.isEmpty),
            ("connectOverrides", !request.connectOverrides.isEmpty), ("rateLimit", request.rateLimit != HTTPRateLimit()),
            ("decompression", request.decompression.namesCodings),
            ("certificateAuthoritiesPath", request.certificateAuthoritiesPath != nil),
            ("transportAuthentication", request.transportAuthentication != nil),
            ("versionPreference", request.versionPreference != .automatic), ("clientCertificate", request.clientCertificate != nil),
            ("proxy", request.proxy.isGiven),
        ]
        return (everywhere + platformOptions(of: request)).filter(\.1).map(\.0)
    }

    #if canImport(FoundationNetworking)
        private static func platformOptions(of request: HTTPRequest) -> [(String, Bool)] {
            // libcurl below Foundation takes a proxy from the environment whatever the session says.
            [
                ("proxy", request.proxy == .none), ("serverTrust", request.serverTrust != HTTPServerTrust()),
                ("minimumTLSVersion", request.minimumTLSVersion != .tls12),
            ]
        }
    #endif

    /// A task that is not running yet.
    ///
    /// - Parameter failing: is called when a body fails while it is sent.
    func makeTask(in session: URLSession, failing: @escaping UploadStream.Failing) throws(HTTPError) -> URLSessionTask {
        var urlRequest = urlRequest
        let body = request.body
        if body.isEmpty {
            // These methods expect content, so its absence is stated (RFC 9110 section 8.6).
            if [.post, .put, .patch].contains(request.method) { urlRequest.httpBody = Data() }
            return session.dataTask(with: urlRequest)
        }
        if case .known(let length) = body.length, length > URLRequest.largestBytes, let file = body as? FileBody {
            return session.uploadTask(with: urlRequest, fromFile: URL(fileURLWithPath: file.path))
        }
        do {
            try urlRequest.setBody(body, failing: failing)
        } catch {
            throw HTTPError(.invalidRequest, request: request, underlyingError: error, message: "The body cannot be sent: \(error)")
        }
        return session.dataTask(with: urlRequest)
    }

    static func seconds(_ duration: Duration) -> TimeInterval {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) + Double(attoseconds) / 1e18
    }

    private static func refusal(_ request: HTTPRequest, _ message: String) -> HTTPError {
        HTTPError(.invalidRequest, request: request, message: message)
    }
}

extension HTTPDecompression {
    /// True for a choice of codings.
    fileprivate var namesCodings: Bool { if case .codings(let names) = self { !names.isEmpty } else { false } }
}

extension HTTPProxySelection {
    /// True for a proxy of the request's own.
    fileprivate var isGiven: Bool { if case .through = self { true } else { false } }
}

extension HTTPResponseHead {
    /// The head of a session's response. Foundation does not preserve the order of fields, and joins fields with the same name.
    package init(sessionResponse response: HTTPURLResponse) {
        var fields: [HTTPHeaderField] = []
        for (name, value) in response.allHeaderFields.sorted(by: { "\($0.key)" < "\($1.key)" }) {
            let (name, value) = ("\(name)", "\(value)")
            let values = name.lowercased() == "set-cookie" ? Self.cookies(in: value) : [value]
            fields += values.map { HTTPHeaderField(name: name, value: $0) }
        }
        self.init(status: HTTPStatus(rawValue: response.statusCode), headers: HTTPHeaders(fields))
    }

    /// Separates joined `Set-Cookie` fields: at commas that a name and `=` follow, which the comma of a date is not.
    static func cookies(in joined: String) -> [String] {
        var cookies: [String] = []
        for part in joined.split(separator: ",", omittingEmptySubsequences: false) {
            let name = part.drop { $0 == " " }.prefix { $0 != "=" && $0 != ";" && $0 != " " }
            let startsCookie = !name.isEmpty && part.drop { $0 == " " }.dropFirst(name.count).first == "="
            if startsCookie || cookies.isEmpty {
                cookies.append(String(part.drop { $0 == " " }))
            } else {
                cookies[cookies.count - 1] += "," + part
            }
        }
        return cookies
    }
}
