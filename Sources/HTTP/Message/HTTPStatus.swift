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

/// The statuses of the IANA registry.
extension HTTPStatus {
    /// 100.
    public static let `continue`: HTTPStatus = 100
    /// 101.
    public static let switchingProtocols: HTTPStatus = 101
    /// 102.
    public static let processing: HTTPStatus = 102
    /// 103.
    public static let earlyHints: HTTPStatus = 103
    /// 200.
    public static let ok: HTTPStatus = 200
    /// 201: a resource was created.
    public static let created: HTTPStatus = 201
    /// 202: the server will act later.
    public static let accepted: HTTPStatus = 202
    /// 203.
    public static let nonAuthoritativeInformation: HTTPStatus = 203
    /// 204: no content follows.
    public static let noContent: HTTPStatus = 204
    /// 205.
    public static let resetContent: HTTPStatus = 205
    /// 206: a range follows.
    public static let partialContent: HTTPStatus = 206
    /// 207.
    public static let multiStatus: HTTPStatus = 207
    /// 208.
    public static let alreadyReported: HTTPStatus = 208
    /// 226.
    public static let imUsed: HTTPStatus = 226
    /// 300.
    public static let multipleChoices: HTTPStatus = 300
    /// 301.
    public static let movedPermanently: HTTPStatus = 301
    /// 302.
    public static let found: HTTPStatus = 302
    /// 303.
    public static let seeOther: HTTPStatus = 303
    /// 304: the stored response is still valid.
    public static let notModified: HTTPStatus = 304
    /// 305.
    public static let useProxy: HTTPStatus = 305
    /// 307.
    public static let temporaryRedirect: HTTPStatus = 307
    /// 308.
    public static let permanentRedirect: HTTPStatus = 308
    /// 400.
    public static let badRequest: HTTPStatus = 400
    /// 401: credentials are missing or were refused.
    public static let unauthorized: HTTPStatus = 401
    /// 402.
    public static let paymentRequired: HTTPStatus = 402
    /// 403.
    public static let forbidden: HTTPStatus = 403
    /// 404.
    public static let notFound: HTTPStatus = 404
    /// 405.
    public static let methodNotAllowed: HTTPStatus = 405
    /// 406.
    public static let notAcceptable: HTTPStatus = 406
    /// 407: the proxy requires credentials.
    public static let proxyAuthenticationRequired: HTTPStatus = 407
    /// 408.
    public static let requestTimeout: HTTPStatus = 408
    /// 409: the state of the resource conflicts with the request.
    public static let conflict: HTTPStatus = 409
    /// 410.
    public static let gone: HTTPStatus = 410
    /// 411.
    public static let lengthRequired: HTTPStatus = 411
    /// 412: a condition of the request does not hold.
    public static let preconditionFailed: HTTPStatus = 412
    /// 413.
    public static let contentTooLarge: HTTPStatus = 413
    /// 414.
    public static let uriTooLong: HTTPStatus = 414
    /// 415.
    public static let unsupportedMediaType: HTTPStatus = 415
    /// 416.
    public static let rangeNotSatisfiable: HTTPStatus = 416
    /// 417.
    public static let expectationFailed: HTTPStatus = 417
    /// 418 (RFC 2324).
    public static let imATeapot: HTTPStatus = 418
    /// 421.
    public static let misdirectedRequest: HTTPStatus = 421
    /// 422.
    public static let unprocessableContent: HTTPStatus = 422
    /// 423.
    public static let locked: HTTPStatus = 423
    /// 424.
    public static let failedDependency: HTTPStatus = 424
    /// 425.
    public static let tooEarly: HTTPStatus = 425
    /// 426.
    public static let upgradeRequired: HTTPStatus = 426
    /// 428.
    public static let preconditionRequired: HTTPStatus = 428
    /// 429: the client sends too many requests.
    public static let tooManyRequests: HTTPStatus = 429
    /// 431.
    public static let requestHeaderFieldsTooLarge: HTTPStatus = 431
    /// 451.
    public static let unavailableForLegalReasons: HTTPStatus = 451
    /// 500.
    public static let internalServerError: HTTPStatus = 500
    /// 501.
    public static let notImplemented: HTTPStatus = 501
    /// 502.
    public static let badGateway: HTTPStatus = 502
    /// 503: the server is not available for now.
    public static let serviceUnavailable: HTTPStatus = 503
    /// 504.
    public static let gatewayTimeout: HTTPStatus = 504
    /// 505.
    public static let httpVersionNotSupported: HTTPStatus = 505
    /// 506.
    public static let variantAlsoNegotiates: HTTPStatus = 506
    /// 507.
    public static let insufficientStorage: HTTPStatus = 507
    /// 508.
    public static let loopDetected: HTTPStatus = 508
    /// 510 (RFC 2774).
    public static let notExtended: HTTPStatus = 510
    /// 511.
    public static let networkAuthenticationRequired: HTTPStatus = 511
}
