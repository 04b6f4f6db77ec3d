extension HTTPResponseBody {
    /// The whole body, if it is no longer than the limit.
    /// - Parameter limit: in bytes. Reading stops, and the transfer with it, as soon as one more arrives.
    /// - Throws: ``HTTPError/Code/responseTooLarge``, or what ended the transfer.
    public func collect(upTo limit: Int) async throws(HTTPError) -> [UInt8] {
        var bytes: [UInt8] = []
        while let chunk = try await source.next() {
            guard chunk.count <= limit - bytes.count else {
                cancel()
                throw HTTPError(
                    .responseTooLarge, request: request,
                    message: "The answer is larger than the limit of \(limit) bytes: raise the limit, or save the body to a file.")
            }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
        }
        return bytes
    }

    /// Reads what is left and forgets it, so that the connection can serve again; ends the transfer when more than the limit (in bytes) comes.
    public func discard(readingUpTo limit: Int = 65_536) async {
        var rest = limit
        while rest >= 0, let chunk = try? await source.next() { rest -= chunk.count }
        cancel()
    }
}
