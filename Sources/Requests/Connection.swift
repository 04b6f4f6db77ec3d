import Foundation
public import HTTP

/// A client of an API: owns a loader and returns decoded resources (part 18 of the series).
///
/// ```swift
/// let connection = Connection(ApplyEnvironment(.production) --> CurlLoader())
/// let people = try await connection.request(api.get(.json(encoded: [Person].self), from: "people"))
/// ```
public struct Connection: Sendable {
    /// The loader for all requests.
    public let loader: any HTTPLoader

    /// Creates a connection.
    public init(_ loader: any HTTPLoader) { self.loader = loader }

    /// Sends a request and returns its resource. A response that is not a success (2xx) is an error with its head.
    public func request<R: RequestConvertible>(_ request: R) async throws(RequestTransportError) -> R.Resource {
        try await loader.perform(request) { $0.status.isSuccess }.resource
    }

    /// Cancels what is in flight and discards the state of the loader.
    public func reset() async { await loader.reset() }
}

extension HTTPLoader {
    /// Sends a typed request and decodes its response.
    /// - Parameters:
    ///   - limit: the maximum number of body bytes.
    ///   - validate: returns false, or throws, to refuse the response before it is decoded.
    /// - Throws: ``RequestTransportError``. Cancelling the calling task cancels the request.
    public func perform<R: RequestConvertible>(
        _ request: R, limit: Int = 16 << 20, validateResponse validate: (HTTPResponseHead) throws -> Bool = { _ in true }
    ) async throws(RequestTransportError) -> (response: HTTPResponseHead, resource: R.Resource) {
        var sent: HTTPRequest?
        var head: HTTPResponseHead?
        do {
            let converted = try request.toHTTPRequest()
            sent = converted
            let response = try await load(converted)
            head = response.head
            guard try validate(response.head) else {
                response.body.cancel()
                throw RequestError.unacceptableResponse
            }
            let bytes = try await response.body.collect(upTo: limit)
            return (response.head, try request.responseDecoder.decode(response.head, Data(bytes)))
        } catch {
            throw RequestTransportError(underlyingError: error, request: sent, response: head)
        }
    }

    /// The result of ``perform(_:limit:validateResponse:)`` as a value.
    public func result<R: RequestConvertible>(of request: R) async -> NetworkResult<R.Resource> {
        do throws(RequestTransportError) {
            let (response, resource) = try await perform(request)
            return .success((response, resource))
        } catch {
            return .failure(error)
        }
    }
}

/// A problem of a response beyond its transport.
public enum RequestError: Error, Hashable, Sendable {
    /// There is neither a response nor an error.
    case noResponse
    /// The response is not HTTP.
    case nonHTTPResponse
    /// The response has no body, but one is required.
    case noData
    /// The validation refused the response.
    case unacceptableResponse
    /// The bytes are invalid in the requested text encoding.
    case undecodableText
}

/// A base URL and endpoint that do not form a URL.
public struct InvalidRequestURLError: Error, Hashable, Sendable {
    /// Creates an error.
    public init() {}
}

/// The error of a typed request, with the information available at that point.
public struct RequestTransportError: Error, Sendable {
    /// An `HTTPError`, a decoding error, or what a provider threw.
    public let underlyingError: any Error
    /// The request; nil if it could not be created.
    public let request: HTTPRequest?
    /// The head of the response; nil if there was none.
    public let response: HTTPResponseHead?

    /// Creates an error.
    public init(underlyingError: any Error, request: HTTPRequest?, response: HTTPResponseHead?) {
        self.underlyingError = underlyingError
        self.request = request
        self.response = response
    }
}

/// The head and the resource of a response, or the error.
public typealias NetworkResult<Resource> = Result<(HTTPResponseHead, Resource), RequestTransportError>
