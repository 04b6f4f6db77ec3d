#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension HTTPResponseBody {
    /// Writes the body to a new file as it arrives, readable by its owner alone (0600), and gives it its name when it is whole.
    /// - Parameter path: replaced if it is there. The bytes go to a temporary file in the same folder first, which a failure removes.
    /// - Returns: the number of bytes.
    /// - Throws: ``HTTPError`` with ``HTTPError/Code/unknown`` and a ``FileBodyError`` below it when writing fails, or what ended the transfer.
    public func save(to path: String) async throws(HTTPError) -> Int64 {
        let file = try wrapping { () throws(FileBodyError) in try OutputFile(replacing: path) }
        var count: Int64 = 0
        while let chunk = try await source.next() {
            try wrapping { () throws(FileBodyError) in try file.write(chunk) }
            count += Int64(chunk.count)
        }
        try wrapping { () throws(FileBodyError) in try file.commit() }
        return count
    }

    private func wrapping<T>(_ work: () throws(FileBodyError) -> T) throws(HTTPError) -> T {
        do {
            return try work()
        } catch {
            cancel()
            throw HTTPError(.unknown, request: request, underlyingError: error, message: "The answer could not be saved: \(error)")
        }
    }
}
