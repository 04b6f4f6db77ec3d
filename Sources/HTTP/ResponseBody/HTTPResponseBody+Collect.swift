extension HTTPResponseBody {
    /// The whole body, if it is no longer than the limit.
    /// - Parameter limit: in bytes. Reading stops, and the transfer with it, as soon as one more arrives.
    /// - Throws: ``HTTPError/Code/responseTooLarge``, or what ended the transfer. The error's response holds the head and what had been received,
    ///   behind which its reader gets the error again.
    public func collect(upTo limit: Int) async throws(HTTPError) -> [UInt8] {
        var bytes: [UInt8] = []
        do throws(HTTPError) {
            while let chunk = try await source.next() {
                guard chunk.count <= limit - bytes.count else {
                    bytes += chunk.prefix(Swift.max(0, limit - bytes.count))
                    throw tooLarge(limit)
                }
                if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
            }
            return bytes
        } catch {
            throw failure(error, after: bytes)
        }
    }

    private func tooLarge(_ limit: Int) -> HTTPError {
        cancel()
        return HTTPError(
            .responseTooLarge, request: request,
            message: "The answer is larger than the limit of \(limit) bytes: raise the limit, or save the body to a file.")
    }

    private func failure(_ error: HTTPError, after bytes: [UInt8]) -> HTTPError {
        guard let head = head ?? error.response?.head else { return error }
        let received = HTTPResponse(
            request: request, status: head.status, message: head.message, headers: head.headers,
            body: HTTPResponseBody(bytes, for: request, failingWith: error), version: head.version)
        return HTTPError(
            error.code, request: error.request, response: received, underlyingError: error.underlyingError, message: error.message)
    }

    /// Reads what is left and forgets it, so that the connection can serve again; ends the transfer when more than the limit (in bytes) comes.
    public func discard(readingUpTo limit: Int = 65_536) async {
        var rest = limit
        while rest >= 0, let chunk = try? await source.next() { rest -= chunk.count }
        cancel()
    }
}
