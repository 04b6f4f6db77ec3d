public import HTTP

/// What can be wrong with an answer beyond its transport.
public enum RequestError: Error, Hashable, Sendable {
    /// Neither an answer nor an error came.
    case noResponse
    /// What came was not HTTP.
    case nonHTTPResponse
    /// A body was needed and there was none.
    case noData
    /// The validation refused the answer.
    case unacceptableResponse
    /// The bytes have no meaning in the text encoding that was asked for.
    case undecodableText
}

/// A request whose base URL and endpoint make no URL.
public struct InvalidRequestURLError: Error, Hashable, Sendable {
    /// An error without details: base URL and endpoint are the caller's own.
    public init() {}
}

/// Why a request gave no resource, with what was known by then.
public struct RequestTransportError: Error, Sendable {
    /// An `HTTPError`, a decoding error, or what a provider threw.
    public let underlyingError: any Error
    /// The request; nil when it could not even be built.
    public let request: HTTPRequest?
    /// The head of the answer; nil when there was none.
    public let response: HTTPResponseHead?

    /// An error of these parts.
    public init(underlyingError: any Error, request: HTTPRequest?, response: HTTPResponseHead?) {
        self.underlyingError = underlyingError
        self.request = request
        self.response = response
    }
}

/// The head of an answer and the resource in it, or why there is none.
public typealias NetworkResult<Resource> = Result<(HTTPResponseHead, Resource), RequestTransportError>
