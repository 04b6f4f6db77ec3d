import Foundation
public import HTTP

/// An API's door: owns a loader and speaks in resources (part 18 of the series).
///
/// ```swift
/// let connection = Connection(ApplyEnvironment(.production) --> CurlLoader())
/// let people = try await connection.request(api.get(.json(encoded: [Person].self), from: "people"))
/// ```
public struct Connection: Sendable {
    /// What everything goes through.
    public let loader: any HTTPLoader

    /// A connection over a loader.
    public init(_ loader: any HTTPLoader) { self.loader = loader }

    /// The resource of a request; an answer that is no success (2xx) is an error with its head.
    public func request<R: RequestConvertible>(_ request: R) async throws(RequestTransportError) -> R.Resource {
        try await loader.perform(request) { $0.status.isSuccess }.resource
    }

    /// Ends what is under way and forgets what is held.
    public func reset() async { await loader.reset() }
}

extension HTTPLoader {
    /// Sends a typed request and decodes its answer.
    /// - Parameters:
    ///   - limit: bytes of body at most.
    ///   - validate: false, or an error, refuses the answer before it is decoded.
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

    /// The same as ``perform(_:limit:validateResponse:)``, as a value.
    public func result<R: RequestConvertible>(of request: R) async -> NetworkResult<R.Resource> {
        do throws(RequestTransportError) {
            let (response, resource) = try await perform(request)
            return .success((response, resource))
        } catch {
            return .failure(error)
        }
    }
}

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
