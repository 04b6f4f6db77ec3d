import Foundation
public import HTTP

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
