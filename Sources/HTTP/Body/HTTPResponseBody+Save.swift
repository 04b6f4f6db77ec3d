#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Platform

extension HTTPResponseBody {
    /// Writes the body to a file as it arrives. The file is readable by its owner only (0600) and appears under its name when it is
    /// complete.
    /// - Parameter path: an existing file is replaced. The bytes go to a temporary file in the same folder, which is removed on failure.
    /// - Returns: the number of bytes.
    /// - Throws: the ``HTTPError`` that ended the transfer, or one with ``HTTPError/Code/unknown`` and an underlying ``FileBodyError`` if
    ///   writing fails.
    public func save(to path: String) async throws(HTTPError) -> Int64 {
        do {
            let file = try AtomicFile(replacing: path)
            var count: Int64 = 0
            while let chunk = try await source.next() {
                try file.write(chunk)
                count += Int64(chunk.count)
            }
            try file.commit()
            return count
        } catch let error as HTTPError {
            throw error
        } catch {
            cancel()
            let problem = (error as? SystemError).map { FileBodyError($0, at: path, operation: "written") as any Error } ?? error
            throw HTTPError(.unknown, request: request, underlyingError: problem, message: "The response could not be saved. \(problem)")
        }
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
