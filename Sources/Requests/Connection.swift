public import Foundation
public import HTTP

/// A client of an API: owns a loader and returns decoded resources (part 18 of “HTTP in Swift”).
///
/// ```swift
/// let connection = Connection(ApplyEnvironment(environment: .production) --> CurlLoader())
/// let people = try await connection.request(api.get(.json(encoded: [Person].self), from: "people"))
/// ```
public struct Connection: Sendable {
    /// The loader for all requests.
    public let loader: any HTTPLoader

    /// Creates a connection.
    public init(_ loader: any HTTPLoader) { self.loader = loader }

    /// Sends a request and returns its resource. A response that is not a success (2xx) is an error with its head and the beginning of its body.
    public func request<R: RequestConvertible>(_ request: R) async throws(RequestTransportError) -> R.Resource {
        try await loader.perform(request) { $0.status.isSuccess }.resource
    }

    /// Sends a request and calls a function with its resource or error.
    /// - Parameters:
    ///   - request: The request to send.
    ///   - completion: Called once, on any thread.
    /// - Returns: the Swift task of the request, to cancel it.
    @discardableResult
    public func request<R: RequestConvertible & Sendable>(
        _ request: R, completion: @escaping @Sendable (sending Result<R.Resource, RequestTransportError>) -> Void
    ) -> Task<Void, Never> {
        loader.perform(request, validateResponse: { $0.status.isSuccess }) { result in completion(result.map(\.1)) }
    }

    /// Cancels the requests in flight and discards the state of the loader.
    public func reset() async { await loader.reset() }
}

extension HTTPLoader {
    /// Sends a typed request and decodes its response.
    /// - Parameters:
    ///   - limit: the maximum number of body bytes.
    ///   - validate: returns false, or throws, to refuse the response before it is decoded.
    /// - Throws: ``RequestTransportError``, which has the body of a refused response. Cancelling the calling task cancels the request.
    public func perform<R: RequestConvertible>(
        _ request: R, limit: Int = 16 << 20, validateResponse validate: (HTTPResponseHead) throws -> Bool = { _ in true }
    ) async throws(RequestTransportError) -> (response: HTTPResponseHead, resource: R.Resource) {
        var sent: HTTPRequest?
        var head: HTTPResponseHead?
        var data: Data?
        do {
            let converted = try request.toHTTPRequest()
            sent = converted
            let response = try await load(converted)
            head = response.head
            guard try validate(response.head) else {
                data = await response.body.beginning()
                throw RequestError.unacceptableResponse
            }
            let whole = try await response.body.data(upTo: limit)
            data = whole
            return (response.head, try request.responseDecoder.decode(response.head, whole))
        } catch {
            throw RequestTransportError(underlyingError: error, request: sent, response: head, responseData: data)
        }
    }

    /// Sends a typed request and calls a function with its outcome.
    ///
    /// ```swift
    /// loader.perform(api.get(.json(encoded: [Person].self), from: "people")) { result in … }
    /// ```
    /// - Parameters:
    ///   - validate: returns false, or throws, to refuse the response before it is decoded.
    ///   - completion: called once, on any thread.
    /// - Returns: the Swift task of the request, to cancel it.
    @discardableResult
    public func perform<R: RequestConvertible & Sendable>(
        _ request: R, validateResponse validate: @escaping @Sendable (HTTPResponseHead) throws -> Bool = { _ in true },
        completion: @escaping @Sendable (sending NetworkResult<R.Resource>) -> Void
    ) -> Task<Void, Never> {
        Task { completion(await result(of: request, validateResponse: validate)) }
    }

    /// The result of ``perform(_:limit:validateResponse:)`` as a value.
    public func result<R: RequestConvertible>(
        of request: R, validateResponse validate: (HTTPResponseHead) throws -> Bool = { _ in true }
    ) async -> NetworkResult<R.Resource> {
        do throws(RequestTransportError) {
            let (response, resource) = try await perform(request, validateResponse: validate)
            return .success((response, resource))
        } catch {
            return .failure(error)
        }
    }
}

extension HTTPResponseBody {
    /// The bytes of a refused response, up to ``RequestTransportError/responseDataLimit``, or those that arrived before it broke off.
    fileprivate func beginning() async -> Data {
        var data = Data()
        var reader = makeAsyncIterator()
        while data.count < RequestTransportError.responseDataLimit, let chunk = try? await reader.next() {
            data.append(contentsOf: chunk.prefix(RequestTransportError.responseDataLimit - data.count))
        }
        cancel()
        return data
    }
}

/// A problem of a response beyond its transport.
public enum RequestError: Error, Hashable, Sendable {
    /// The response is not HTTP.
    case nonHTTPResponse
    /// The validation refused the response.
    case unacceptableResponse
    /// The bytes are invalid in the requested text encoding.
    case undecodableText
}

/// A base URL and endpoint that do not form a URL.
public struct InvalidRequestURLError: LocalizedError, Hashable, Sendable {
    /// Creates an error.
    public init() {}

    /// The text for a user.
    public var errorDescription: String? { "The base URL and the endpoint do not form a URL." }
}

/// The error of a typed request, with the information available at that point.
public struct RequestTransportError: Error, Sendable {
    /// The maximum number of bytes that are kept of the body of a response that the validation refused: 1 MiB.
    public static let responseDataLimit = 1 << 20

    /// An `HTTPError`, a decoding error, or an error of a provider.
    public let underlyingError: any Error
    /// The request; nil if it could not be created.
    public let request: HTTPRequest?
    /// The head of the response; nil if there was none.
    public let response: HTTPResponseHead?
    /// The body of a response that was refused, such as a problem document (RFC 9457), up to ``responseDataLimit``, or of one that could not be
    /// decoded; nil if there was none.
    public let responseData: Data?

    /// Creates an error.
    public init(underlyingError: any Error, request: HTTPRequest?, response: HTTPResponseHead?, responseData: Data? = nil) {
        self.underlyingError = underlyingError
        self.request = request
        self.response = response
        self.responseData = responseData
    }

    /// The body of the response, decoded from JSON.
    public func decode<Value: Decodable>(_ type: Value.Type, decoder: JSONDecoder = JSONDecoder()) throws -> Value {
        try decoder.decode(type, from: responseData ?? Data())
    }
}

extension RequestTransportError: LocalizedError {
    /// The text for a user.
    public var errorDescription: String? {
        if case RequestError.unacceptableResponse = underlyingError, let response {
            let phrase = response.status.reasonPhrase.map { " (\($0))" } ?? ""
            return "The server responded with status \(response.status)\(phrase)."
        }
        if underlyingError is DecodingError { return "The response does not have the expected form: \(underlyingError)" }
        return underlyingError.localizedDescription
    }
}

extension RequestError: LocalizedError {
    /// The text for a user.
    public var errorDescription: String? {
        switch self {
        case .nonHTTPResponse: "The response is not HTTP."
        case .unacceptableResponse: "The response was refused."
        case .undecodableText: "The response is not text in the expected encoding."
        }
    }
}

/// The head and the resource of a response, or the error.
public typealias NetworkResult<Resource> = Result<(HTTPResponseHead, Resource), RequestTransportError>
