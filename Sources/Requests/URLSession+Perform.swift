#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif
import Foundation
public import HTTP
internal import HTTPURLSession

extension URLSession {
    /// Sends a typed request with Foundation and decodes its response. A large body is read while it is sent.
    /// - Parameter validate: returns false, or throws, to refuse the response before it is decoded.
    /// - Throws: ``RequestTransportError``. Cancelling the calling task cancels the request.
    public func perform<R: RequestConvertible>(
        _ request: R, validateResponse validate: (HTTPResponseHead) throws -> Bool = { _ in true }
    ) async throws(RequestTransportError) -> (response: HTTPResponseHead, resource: R.Resource) {
        var head: HTTPResponseHead?
        var body: Data?
        do {
            let (data, response) = try await send(request)
            guard let response = response as? HTTPURLResponse else { throw RequestError.nonHTTPResponse }
            let received = HTTPResponseHead(sessionResponse: response)
            head = received
            body = data.prefix(RequestTransportError.responseDataLimit)
            guard try validate(received) else { throw RequestError.unacceptableResponse }
            return (received, try request.responseDecoder.decode(received, data))
        } catch {
            throw RequestTransportError(underlyingError: error, request: try? request.toHTTPRequest(), response: head, responseData: body)
        }
    }

    /// Sends a request. If its body fails, the transfer is cancelled: Foundation would take the failure for the end of the body.
    private func send(_ request: some RequestConvertible) async throws -> (Data, URLResponse) {
        let (failures, report) = AsyncStream.makeStream(of: UploadError.self)
        let urlRequest = try request.toURLRequest { try $0.setBody($1) { report.yield(UploadError(error: $0, stream: $1)) } }
        do {
            return try await withThrowingTaskGroup(of: (Data, URLResponse)?.self) { group in
                defer { group.cancelAll() }
                group.addTask { try await self.data(for: urlRequest) }
                group.addTask {
                    for await failure in failures { throw failure }
                    return nil
                }
                while let outcome = try await group.next() {
                    if let outcome { return outcome }
                }
                throw CancellationError()
            }
        } catch let failure as UploadError {
            throw failure.error
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

/// The failure of a body while it is sent, and the stream that must stay open until the transfer has ended.
private struct UploadError: Error {
    let error: any Error
    let stream: (any Sendable)?
}

extension RequestConvertible {
    /// The request for `URLSession`, with its whole body in memory; `URLSession.perform` reads a large one while it is sent.
    /// - Throws: ``InvalidRequestURLError``, or the error of the body.
    public func toURLRequest() throws -> URLRequest {
        try toURLRequest { $0.httpBody = Data(try $1.encode()) }
    }

    fileprivate func toURLRequest(settingBody setBody: (inout URLRequest, any HTTPBody) throws -> Void) throws -> URLRequest {
        let request = try toHTTPRequest()
        guard let url = URL(string: request.url), url.scheme != nil, url.host != nil else { throw InvalidRequestURLError() }
        var urlRequest = URLRequest(url: url, cachePolicy: (cachePolicy ?? .useProtocol).urlRequestPolicy, timeoutInterval: timeoutInterval)
        urlRequest.httpMethod = request.method.rawValue
        for field in request.headers { urlRequest.addValue(field.value, forHTTPHeaderField: field.name) }
        if !request.body.isEmpty { try setBody(&urlRequest, request.body) }
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
