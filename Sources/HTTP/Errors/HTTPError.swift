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
}

extension HTTPError: CustomStringConvertible {
    /// Code, method, origin and path, and the sentence for a person.
    public var description: String {
        let place = request.origin.map { "\($0)" } ?? "(no host)"
        return "\(code): \(request.method) \(place)\(request.percentEncodedPath): \(message)"
    }
}
