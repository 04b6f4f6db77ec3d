#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif
import Foundation
public import HTTP

extension URLSession {
    /// Sends a typed request with Foundation and decodes its response.
    /// - Parameter validate: returns false, or throws, to refuse the response before it is decoded.
    /// - Throws: ``RequestTransportError``. Cancelling the calling task cancels the request.
    public func perform<R: RequestConvertible>(
        _ request: R, validateResponse validate: (HTTPResponseHead) throws -> Bool = { _ in true }
    ) async throws(RequestTransportError) -> (response: HTTPResponseHead, resource: R.Resource) {
        var head: HTTPResponseHead?
        var body: Data?
        do {
            let (data, response) = try await data(for: request.toURLRequest())
            guard let response = response as? HTTPURLResponse else { throw RequestError.nonHTTPResponse }
            let received = HTTPResponseHead(response)
            head = received
            body = data.prefix(RequestTransportError.responseDataLimit)
            guard try validate(received) else { throw RequestError.unacceptableResponse }
            return (received, try request.responseDecoder.decode(received, data))
        } catch {
            throw RequestTransportError(underlyingError: error, request: try? request.toHTTPRequest(), response: head, responseData: body)
        }
    }
}

extension URLSession {
    /// Sends a typed request with Foundation and calls a function with its outcome.
    /// - Parameters:
    ///   - validate: returns false, or throws, to refuse the response before it is decoded.
    ///   - completion: called once, on any thread.
    /// - Returns: the Swift task of the request, to cancel it.
    @discardableResult
    public func perform<R: RequestConvertible & Sendable>(
        _ request: R, validateResponse validate: @escaping @Sendable (HTTPResponseHead) throws -> Bool = { _ in true },
        completion: @escaping @Sendable (sending NetworkResult<R.Resource>) -> Void
    ) -> Task<Void, Never> {
        Task {
            do throws(RequestTransportError) {
                completion(.success(try await perform(request, validateResponse: validate)))
            } catch {
                completion(.failure(error))
            }
        }
    }
}

extension HTTPResponseHead {
    /// Creates a head from Foundation's, whose fields have no order and are joined.
    fileprivate init(_ response: HTTPURLResponse) {
        let fields = response.allHeaderFields.map { HTTPHeaderField(name: "\($0.key)", value: "\($0.value)") }
        self.init(status: HTTPStatus(rawValue: response.statusCode), headers: HTTPHeaders(fields.sorted { $0.name < $1.name }))
    }
}

extension RequestConvertible {
    /// The request for `URLSession`.
    /// - Throws: ``InvalidRequestURLError``, or the error of the body.
    public func toURLRequest() throws -> URLRequest {
        let request = try toHTTPRequest()
        guard let url = URL(string: request.url), url.scheme != nil, url.host != nil else { throw InvalidRequestURLError() }
        var urlRequest = URLRequest(url: url, cachePolicy: (cachePolicy ?? .useProtocol).urlRequestPolicy, timeoutInterval: timeoutInterval)
        urlRequest.httpMethod = request.method.rawValue
        for field in request.headers { urlRequest.addValue(field.value, forHTTPHeaderField: field.name) }
        if !request.body.isEmpty { urlRequest.httpBody = Data(try request.body.encode()) }
        return urlRequest
    }
}

extension HTTPCachePolicy {
    fileprivate var urlRequestPolicy: URLRequest.CachePolicy {
        switch self {
        case .useProtocol: .useProtocolCachePolicy
        case .ignore, .reload: .reloadIgnoringLocalCacheData
        case .preferStored: .returnCacheDataElseLoad
        case .onlyStored: .returnCacheDataDontLoad
        }
    }
}
