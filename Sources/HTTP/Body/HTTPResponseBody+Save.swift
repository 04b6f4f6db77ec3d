#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
import Platform

extension HTTPResponseBody {
    /// Writes the body to a file as it arrives. The file is readable by its owner only (0600) and appears under its name when it is
    /// complete.
    /// - Parameters:
    ///   - path: an existing file is replaced. The bytes go to a temporary file in the same folder, which is removed on failure;
    ///     ``HTTPLoader/download(_:to:progress:)`` keeps them to continue later.
    ///   - progress: called with the number of bytes so far, and of all if it is known, after each chunk.
    /// - Returns: the number of bytes.
    /// - Throws: the ``HTTPError`` that ended the transfer, or one with ``HTTPError/Code/unknown`` and an underlying ``FileBodyError`` if
    ///   writing fails.
    @discardableResult
    public func save(to path: String, progress: (Int64, Int64?) -> Void = { _, _ in }) async throws(HTTPError) -> Int64 {
        do {
            let file = try AtomicFile(replacing: path)
            var count: Int64 = 0
            var reader = makeAsyncIterator()
            while let chunk = try await reader.next() {
                try file.write(chunk)
                count += Int64(chunk.count)
                progress(count, expectedByteCount)
            }
            try file.commit()
            return count
        } catch let error as HTTPError {
            throw error
        } catch {
            throw unsaved(error, at: path)
        }
    }

    /// Writes the body to a file; see ``save(to:progress:)``.
    /// - Parameter url: a file URL.
    @discardableResult
    public func save(to url: URL, progress: (Int64, Int64?) -> Void = { _, _ in }) async throws(HTTPError) -> Int64 {
        try await save(to: url.path, progress: progress)
    }

    /// The error of a body that cannot be written. Ends the transfer.
    func unsaved(_ error: any Error, at path: String) -> HTTPError {
        cancel()
        let problem = (error as? SystemError).map { FileBodyError($0, at: path, operation: "written") as any Error } ?? error
        return HTTPError(.unknown, request: request, underlyingError: problem, message: "The response could not be saved. \(problem)")
    }
}

extension AtomicFile {
    /// Writes a value as a private file of JSON.
    /// - Returns: the reason why it could not be written; nil if it was.
    static func write(json value: some Encodable, to path: String) -> String? {
        do {
            try write(Array(JSONEncoder().encode(value)), to: path)
            return nil
        } catch {
            return "The file \(path) cannot be written: \((error as? SystemError)?.reason ?? "\(error)")."
        }
    }
}
