public import Platform

/// A failed request: no response arrived, or only a part of one.
///
/// Descriptions contain no header values, no query and no body, so that they can be logged.
public struct HTTPError: Error, Sendable {
    /// One reference, so that the functions that throw it need no room for the parts.
    private final class Parts: Sendable {
        let code: Code
        let request: HTTPRequest
        let response: HTTPResponse?
        let underlyingError: (any Error)?
        let message: String

        init(_ code: Code, _ request: HTTPRequest, _ response: HTTPResponse?, _ underlyingError: (any Error)?, _ message: String) {
            self.code = code
            self.request = request
            self.response = response
            self.underlyingError = underlyingError
            self.message = message
        }
    }

    private let parts: Parts
    /// The kind of failure. An open set.
    public var code: Code { parts.code }
    /// The request that failed.
    public var request: HTTPRequest { parts.request }
    /// The part of the response that arrived before the failure: at least its head. Nil if nothing arrived.
    public var response: HTTPResponse? { parts.response }
    /// The error of a lower layer, such as the file system or the transport's library.
    public var underlyingError: (any Error)? { parts.underlyingError }
    /// The text for a user: the problem, and what to try.
    public var message: String { parts.message }

    /// Creates an error. Without a message, the code's ``Code/explanation`` is used.
    public init(
        _ code: Code, request: HTTPRequest, response: HTTPResponse? = nil, underlyingError: (any Error)? = nil, message: String? = nil
    ) {
        parts = Parts(code, request, response, underlyingError, message ?? code.explanation)
    }

    /// Creates an error with the code's ``Code/explanation``.
    public init(code: Code, request: HTTPRequest, response: HTTPResponse? = nil, underlyingError: (any Error)? = nil) {
        self.init(code, request: request, response: response, underlyingError: underlyingError)
    }

    /// The kind of a failure. The set is open: a `switch` over it needs a default.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// A stable name in lower camel case, which may be stored.
        public let name: String
        /// A general sentence for a user; used if there is no more specific one.
        public let explanation: String

        /// Creates a custom kind. Two codes with the same name are equal.
        public init(_ name: String, explanation: String) {
            self.name = name
            self.explanation = explanation
        }

        /// The name.
        public var description: String { name }
        /// Compares the names.
        public static func == (left: Code, right: Code) -> Bool { left.name == right.name }
        /// Hashes the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }
}

extension HTTPError: LocalizedError {
    /// The message.
    public var errorDescription: String? { message }
}

extension HTTPError: CustomStringConvertible {
    /// The code, the method, the origin and path, and the message.
    public var description: String {
        let place = request.origin.map { "\($0)" } ?? "(no host)"
        return "\(code): \(request.method) \(place)\(request.percentEncodedPath): \(message)"
    }
}

extension HTTPError.Code {
    /// The request was refused before anything was sent.
    public static let invalidRequest = Self("invalidRequest", explanation: "The request is not valid.")
    /// The host of the server or of the proxy has no address.
    public static let cannotResolveHost = Self(
        "cannotResolveHost", explanation: "The host name was not found: check its spelling and the network.")
    /// The server refused the connection or could not be reached.
    public static let cannotConnect = Self(
        "cannotConnect", explanation: "No connection to the server: check host and port, and that it runs.")
    /// The request was cancelled by its caller or by a reset.
    public static let cancelled = Self("cancelled", explanation: "The request was cancelled.")
    /// A time limit was exceeded.
    public static let timedOut = Self("timedOut", explanation: "The server took longer than the time allowed.")
    /// The TLS handshake failed, or the server's certificate was not accepted.
    public static let insecureConnection = Self(
        "insecureConnection", explanation: "The connection is not secure: the server's certificate or its TLS was not accepted.")
    /// The response violates the protocol, or was cut off.
    public static let invalidResponse = Self("invalidResponse", explanation: "The server's response is not valid HTTP.")
    /// The redirects exceeded the limit.
    public static let tooManyRedirects = Self("tooManyRedirects", explanation: "The server redirected too many times.")
    /// Credentials are missing, or the server refused them.
    public static let cannotAuthenticate = Self("cannotAuthenticate", explanation: "The credentials are missing or were refused.")
    /// The body would have had to be sent again, but can be read only once.
    public static let bodyNotReplayable = Self(
        "bodyNotReplayable", explanation: "The body can be read only once, and the request had to be sent again.")
    /// A download ended with a status other than a success.
    public static let unacceptableStatus = Self("unacceptableStatus", explanation: "The server did not send the file.")
    /// A response body was read to its end before.
    public static let bodyAlreadyRead = Self(
        "bodyAlreadyRead", explanation: "The response body was read before, and can be read only once: keep what you read.")
    /// A size limit was exceeded.
    public static let responseTooLarge = Self("responseTooLarge", explanation: "The response is larger than the limit allows.")
    /// The loader is being reset.
    public static let resetInProgress = Self("resetInProgress", explanation: "The loader is being reset: send again when that is done.")
    /// No other code applies.
    public static let unknown = Self("unknown", explanation: "The request failed.")
}

/// The outcome of a request as a value.
public typealias HTTPResult = Result<HTTPResponse, HTTPError>

extension Result where Success == HTTPResponse, Failure == HTTPError {
    /// The outcome of a call as a value, because typed errors do not pass through tasks and cancellation handlers.
    static func catching(_ body: () async throws(HTTPError) -> HTTPResponse) async -> HTTPResult {
        do throws(HTTPError) {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }

    /// The request of the response or of the error.
    public var request: HTTPRequest {
        switch self {
        case .success(let response): response.request
        case .failure(let error): error.request
        }
    }

    /// The response, or the part of it that arrived before the failure.
    public var response: HTTPResponse? {
        switch self {
        case .success(let response): response
        case .failure(let error): error.response
        }
    }
}
