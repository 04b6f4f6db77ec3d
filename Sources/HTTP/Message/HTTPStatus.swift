/// The status code of a response (RFC 9110 section 15). Codes without a constant here work equally.
public struct HTTPStatus: RawRepresentable, Hashable, Sendable, Comparable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// The number; 100...999 in a valid response.
    public let rawValue: Int

    /// Accepts any number; the transport refuses responses outside 100...999.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Creates a status from an integer literal.
    public init(integerLiteral value: Int) { rawValue = value }

    /// The number in decimal.
    public var description: String { String(rawValue) }

    /// Compares the numbers.
    public static func < (left: HTTPStatus, right: HTTPStatus) -> Bool { left.rawValue < right.rawValue }

    /// True for 2xx: the request was accepted.
    public var isSuccess: Bool { rawValue / 100 == 2 }
    /// True for 3xx: further action is needed.
    public var isRedirection: Bool { rawValue / 100 == 3 }

    /// The phrase that the IANA registry assigns to the code; nil if there is none. HTTP/2 sends no phrase.
    public var reasonPhrase: String? { Self.reasonPhrases[rawValue] }

    private static let reasonPhrases: [Int: String] = [
        100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints",
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
        205: "Reset Content", 206: "Partial Content", 207: "Multi-Status", 208: "Already Reported", 226: "IM Used",
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout",
        409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
        414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
        418: "I'm a Teapot",
        421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked", 424: "Failed Dependency",
        425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported", 506: "Variant Also Negotiates",
        507: "Insufficient Storage", 508: "Loop Detected", 510: "Not Extended", 511: "Network Authentication Required",
    ]
}

/// The statuses that programs name most; any other is an integer literal.
extension HTTPStatus {
    /// 200.
    public static let ok: HTTPStatus = 200
    /// 201: a resource was created.
    public static let created: HTTPStatus = 201
    /// 202: the server will act later.
    public static let accepted: HTTPStatus = 202
    /// 204: no content follows.
    public static let noContent: HTTPStatus = 204
    /// 206: a range follows.
    public static let partialContent: HTTPStatus = 206
    /// 301.
    public static let movedPermanently: HTTPStatus = 301
    /// 302.
    public static let found: HTTPStatus = 302
    /// 304: the stored response is still valid.
    public static let notModified: HTTPStatus = 304
    /// 400.
    public static let badRequest: HTTPStatus = 400
    /// 401: credentials are missing or were refused.
    public static let unauthorized: HTTPStatus = 401
    /// 403.
    public static let forbidden: HTTPStatus = 403
    /// 404.
    public static let notFound: HTTPStatus = 404
    /// 409: the state of the resource conflicts with the request.
    public static let conflict: HTTPStatus = 409
    /// 416.
    public static let rangeNotSatisfiable: HTTPStatus = 416
    /// 417.
    public static let expectationFailed: HTTPStatus = 417
    /// 429: the client sends too many requests.
    public static let tooManyRequests: HTTPStatus = 429
    /// 500.
    public static let internalServerError: HTTPStatus = 500
    /// 502.
    public static let badGateway: HTTPStatus = 502
    /// 503: the server is not available for now.
    public static let serviceUnavailable: HTTPStatus = 503
    /// 504.
    public static let gatewayTimeout: HTTPStatus = 504
}
