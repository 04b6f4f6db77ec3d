/// Why a request got no answer, or an answer not to its end.
///
/// Its descriptions hold no header value, no query and no body, so that they can go into logs.
public struct HTTPError: Error, Sendable {
    /// The kind of failure; an open set.
    public let code: Code
    /// The request that failed.
    public let request: HTTPRequest
    /// What had been received: the head, when the failure came after it.
    public let response: HTTPResponse?
    /// What a lower layer reported.
    public let underlyingError: (any Error)?
    /// A sentence for a person: what happened, and what to try.
    public let message: String

    /// A failure; without a message, the code's own sentence stands in.
    public init(
        _ code: Code, request: HTTPRequest, response: HTTPResponse? = nil, underlyingError: (any Error)? = nil, message: String? = nil
    ) {
        self.code = code
        self.request = request
        self.response = response
        self.underlyingError = underlyingError
        self.message = message ?? code.explanation
    }

    /// The kind of a failure. An open set: switch over it with a default.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// Stable, lower camel case; may be stored.
        public let name: String
        /// One sentence for a person, used where nothing more exact is known.
        public let explanation: String

        /// A kind of one's own. Two codes of the same name are equal.
        public init(_ name: String, explanation: String) {
            self.name = name
            self.explanation = explanation
        }

        /// The name.
        public var description: String { name }
        /// By name alone.
        public static func == (left: Code, right: Code) -> Bool { left.name == right.name }
        /// By name alone.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }
}

extension HTTPError: CustomStringConvertible {
    /// Code, method, origin and path, and the sentence for a person.
    public var description: String {
        let place = request.origin.map { "\($0)" } ?? "(no host)"
        return "\(code): \(request.method) \(place)\(request.percentEncodedPath): \(message)"
    }
}

extension HTTPError.Code {
    /// Wrong before anything was sent.
    public static let invalidRequest = Self("invalidRequest", explanation: "The request is not valid.")
    /// No address for the host, or for the proxy.
    public static let cannotResolveHost = Self(
        "cannotResolveHost", explanation: "The host name was not found: check its spelling and the network.")
    /// Refused or unreachable.
    public static let cannotConnect = Self(
        "cannotConnect", explanation: "No connection to the server: check host and port, and that it runs.")
    /// The caller, or a reset, gave up.
    public static let cancelled = Self("cancelled", explanation: "The request was cancelled.")
    /// A limit of time passed.
    public static let timedOut = Self("timedOut", explanation: "The server took longer than the time allowed.")
    /// TLS could not be agreed on, or the certificate was not accepted.
    public static let insecureConnection = Self(
        "insecureConnection", explanation: "The connection is not secure: the server's certificate or its TLS was not accepted.")
    /// The answer breaks the protocol, or ended too soon.
    public static let invalidResponse = Self("invalidResponse", explanation: "The server's answer is not valid HTTP.")
    /// More hops than allowed, or a circle.
    public static let tooManyRedirects = Self("tooManyRedirects", explanation: "The server redirected too many times.")
    /// No credentials, or none that were taken.
    public static let cannotAuthenticate = Self("cannotAuthenticate", explanation: "The credentials are missing or were refused.")
    /// It had to be sent again, and can be read only once.
    public static let bodyNotReplayable = Self(
        "bodyNotReplayable", explanation: "The body can be read only once, and the request had to be sent again.")
    /// A limit of size passed.
    public static let responseTooLarge = Self("responseTooLarge", explanation: "The answer is larger than the limit allows.")
    /// The loader is being reset.
    public static let resetInProgress = Self("resetInProgress", explanation: "The loader is being reset: send again when that is done.")
    /// Nothing better is known.
    public static let unknown = Self("unknown", explanation: "The request failed.")
}

/// How a request ended, as a value, for code that looks at answers and errors alike.
public typealias HTTPResult = Result<HTTPResponse, HTTPError>

extension Result where Success == HTTPResponse, Failure == HTTPError {
    /// The request that was answered or that failed.
    public var request: HTTPRequest {
        switch self {
        case .success(let response): response.request
        case .failure(let error): error.request
        }
    }

    /// The answer, or what had been received of it before the failure.
    public var response: HTTPResponse? {
        switch self {
        case .success(let response): response
        case .failure(let error): error.response
        }
    }
}
