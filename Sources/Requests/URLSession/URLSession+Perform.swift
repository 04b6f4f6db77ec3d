import Foundation
public import HTTP

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

extension URLSession {
    /// Sends a typed request through Foundation and decodes its answer.
    /// - Parameter validate: false, or an error, refuses the answer before it is decoded.
    /// - Throws: ``RequestTransportError``. Cancelling the calling task cancels the request.
    public func perform<R: RequestConvertible>(
        _ request: R, validateResponse validate: (HTTPResponseHead) throws -> Bool = { _ in true }
    ) async throws(RequestTransportError) -> (response: HTTPResponseHead, resource: R.Resource) {
        var head: HTTPResponseHead?
        do {
            let (data, response) = try await data(for: request.toURLRequest())
            guard let response = response as? HTTPURLResponse else { throw RequestError.nonHTTPResponse }
            let received = HTTPResponseHead(response)
            head = received
            guard try validate(received) else { throw RequestError.unacceptableResponse }
            return (received, try request.responseDecoder.decode(received, data))
        } catch {
            throw RequestTransportError(underlyingError: error, request: try? request.toHTTPRequest(), response: head)
        }
    }
}

extension HTTPResponseHead {
    /// What Foundation keeps of a head: fields in no order, duplicates joined.
    fileprivate init(_ response: HTTPURLResponse) {
        let fields = response.allHeaderFields.map { HTTPHeaderField(name: "\($0.key)", value: "\($0.value)") }
        self.init(status: HTTPStatus(rawValue: response.statusCode), headers: HTTPHeaders(fields.sorted { $0.name < $1.name }))
    }
}
