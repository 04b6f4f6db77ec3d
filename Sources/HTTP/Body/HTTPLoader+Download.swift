public import Platform

/// The result of a download.
public struct HTTPDownload: Hashable, Sendable {
    /// The head of the last response: 206 if the download was continued.
    public let head: HTTPResponseHead
    /// The size of the file.
    public let byteCount: Int64
    /// The part of the size that an earlier call had downloaded.
    public let resumedByteCount: Int64
}

extension HTTPLoader {
    /// Downloads a response to a file. If it fails, the next call with the same URL and path continues where it stopped.
    ///
    /// The part that has arrived is kept beside the file, with `.partial` at the end of its name, if the response identifies its version (`ETag` or
    /// `Last-Modified`). It is continued by `Range` and `If-Range`, so that parts of different versions are never joined. Both files are readable by
    /// their owner only (0600).
    /// - Parameters:
    ///   - request: a GET, sent with `Accept-Encoding: identity` unless it has that field.
    ///   - path: an existing file is replaced when the download is complete.
    ///   - progress: called with the number of bytes so far, and of all if it is known, after each chunk.
    /// - Throws: ``HTTPError/Code/unacceptableStatus`` with the response, unless it is a success (2xx) with the whole file.
    @discardableResult
    public func download(
        _ request: HTTPRequest, to path: String, progress: (Int64, Int64?) -> Void = { _, _ in }
    ) async throws(HTTPError) -> HTTPDownload {
        var request = request
        // A part of compressed bytes cannot be decoded.
        if request.decompression == .automatic { request.decompression = .none }
        request.headers.appendIfAbsent("Accept-Encoding", "identity")
        let partial = PartialFile(path: path, request: request)
        guard let start = partial.start else { return try await begin(partial, progress) }
        var continued = request
        continued.headers[.range] = "bytes=\(start.byteCount)-"
        continued.headers[.ifRange] = start.validator
        let response = try await load(continued)
        switch response.status {
        case .partialContent where response.continues(at: start.byteCount, of: start.validator):
            return try await partial.finish(with: response, from: start.byteCount, progress)
        case .partialContent, .rangeNotSatisfiable:
            // The file has changed in a way that the server did not notice.
            await response.body.discard()
            return try await begin(partial, progress)
        default:
            return try await partial.finish(with: response, from: 0, progress)
        }
    }

    /// Downloads a response to the file of a URL, and continues as the form with a path does.
    /// - Parameters:
    ///   - request: a GET, sent with `Accept-Encoding: identity` unless it has that field.
    ///   - url: a file URL.
    ///   - progress: called with the number of bytes so far, and of all if it is known, after each chunk.
    /// - Throws: ``HTTPError/Code/unacceptableStatus`` with the response, unless it is a success (2xx) with the whole file.
    @discardableResult
    public func download(
        _ request: HTTPRequest, to url: URL, progress: (Int64, Int64?) -> Void = { _, _ in }
    ) async throws(HTTPError) -> HTTPDownload {
        try await download(request, to: url.path, progress: progress)
    }

    private func begin(_ partial: PartialFile, _ progress: (Int64, Int64?) -> Void) async throws(HTTPError) -> HTTPDownload {
        partial.remove()
        return try await partial.finish(with: try await load(partial.request), from: 0, progress)
    }
}

extension HTTPResponse {
    /// True if the body follows the first bytes of a version. A server may ignore `If-Range`, and then names another version.
    fileprivate func continues(at position: Int64, of validator: String) -> Bool {
        guard headers[.contentRange]?.hasPrefix("bytes \(position)-") == true else { return false }
        let own = validator.hasPrefix("\"") ? headers[.eTag] : headers[.lastModified]
        return own == nil || own == validator
    }
}

/// The part of a response that has arrived in a file, with the version that it belongs to in another.
private struct PartialFile {
    private struct Version: Codable {
        var url: String
        var validator: String
    }

    let path: String
    let request: HTTPRequest
    private var bytesPath: String { path + ".partial" }
    private var versionPath: String { path + ".partial.json" }

    /// The size of the part and the validator of its version; nil if there is no part of this request's response.
    var start: (byteCount: Int64, validator: String)? {
        guard request.method == .get, !request.headers.contains("Range"), let status = FileStatus(of: bytesPath, followsLinks: false),
            status.kind == .file, status.byteCount > 0, let bytes = try? FileBody(path: versionPath).encode(),
            let version = try? JSONDecoder().decode(Version.self, from: Data(bytes)), version.url == request.url
        else { return nil }
        return (status.byteCount, version.validator)
    }

    func remove() {
        unlink(bytesPath)
        unlink(versionPath)
    }

    /// Appends the body to the part that has arrived, and gives the file its name at the end.
    func finish(with response: HTTPResponse, from start: Int64, _ progress: (Int64, Int64?) -> Void) async throws(HTTPError) -> HTTPDownload
    {
        // A part that nobody asked for is not the file.
        let isPart = response.status == .partialContent && start == 0 && !request.headers.contains("Range")
        guard response.status.isSuccess, !isPart else { throw refusal(response) }
        let total = response.body.expectedByteCount.map { start + $0 }
        do {
            let file = try Descriptor(opening: bytesPath, O_WRONLY | O_CREAT | O_NOFOLLOW | (start > 0 ? O_APPEND : O_TRUNC))
            if start == 0 { try keepVersion(of: response) }
            var count = start
            var reader = response.body.makeAsyncIterator()
            while let chunk = try await reader.next() {
                try file.write(chunk)
                count += Int64(chunk.count)
                progress(count, total)
            }
            try file.synchronize()
            try moveFile(bytesPath, to: path)
            unlink(versionPath)
            synchronizeFolder(parentFolder(of: path))
            return HTTPDownload(head: response.head, byteCount: count, resumedByteCount: start)
        } catch let error as HTTPError {
            throw error
        } catch {
            throw response.body.unsaved(error, at: path)
        }
    }

    /// Stores the version of a new download, or nothing if it cannot be continued.
    private func keepVersion(of response: HTTPResponse) throws {
        unlink(versionPath)
        // A weak tag does not identify the bytes (RFC 9110 section 13.1.5).
        let tag = response.headers[.eTag].flatMap { $0.hasPrefix("W/") ? nil : $0 }
        guard response.status == .ok, let validator = tag ?? response.headers[.lastModified] else { return }
        let version = Version(url: request.url, validator: validator)
        try AtomicFile.write(Array(JSONEncoder().encode(version)), to: versionPath)
    }

    private func refusal(_ response: HTTPResponse) -> HTTPError {
        let reason = response.status.reasonPhrase.map { " \($0)" } ?? ""
        return HTTPError(
            .unacceptableStatus, request: response.request, response: response,
            message: "The server responded with \(response.status)\(reason) instead of the file.")
    }
}
