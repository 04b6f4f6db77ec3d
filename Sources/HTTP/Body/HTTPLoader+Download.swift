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
    /// The part that has arrived is kept next to the file, with `.partial` at the end of its name. It is continued by `Range` and `If-Range` if the
    /// response identifies its version (a strong `ETag`, or `Last-Modified`), so that parts of different versions are never joined. A file next
    /// to it has the version and shows that the part was made here: files of other programs are never replaced. Both are readable by their
    /// owner only (0600). Only one download at a time writes to them: another one fails.
    /// - Parameters:
    ///   - request: a GET, sent with `Accept-Encoding: identity` unless it has that field.
    ///   - path: an existing file is replaced when the download is complete.
    ///   - progress: called after each chunk with the number of bytes so far and the total, if known.
    /// - Throws: ``HTTPError/Code/unacceptableStatus`` with the response, unless it is a success (2xx) with the whole file.
    @discardableResult
    public func download(
        _ request: HTTPRequest, to path: String, progress: (Int64, Int64?) -> Void = { _, _ in }
    ) async throws(HTTPError) -> HTTPDownload {
        var request = request
        // A part of compressed bytes cannot be decoded.
        if request.decompression == .automatic { request.decompression = .none }
        request.headers.appendIfAbsent("Accept-Encoding", "identity")
        let partial = PartialFile(at: path + ".partial", of: request.url)
        guard let rest = partial.continuing(request) else { return try await begin(request, partial, path, progress) }
        let response = try await load(rest)
        let use = partial.use(of: response, isContinuation: true)
        guard use != .stale else {
            await response.body.discard()
            return try await begin(request, partial, path, progress)
        }
        return try await finish(response, use, partial, path, progress)
    }

    /// Downloads a response to the file of a URL, and continues as the form with a path does.
    /// - Parameters:
    ///   - request: a GET, sent with `Accept-Encoding: identity` unless it has that field.
    ///   - url: a file URL.
    ///   - progress: called after each chunk with the number of bytes so far and the total, if known.
    /// - Throws: ``HTTPError/Code/unacceptableStatus`` with the response, unless it is a success (2xx) with the whole file.
    @discardableResult
    public func download(
        _ request: HTTPRequest, to url: URL, progress: (Int64, Int64?) -> Void = { _, _ in }
    ) async throws(HTTPError) -> HTTPDownload {
        try await download(request, to: url.path, progress: progress)
    }

    private func begin(
        _ request: HTTPRequest, _ partial: PartialFile, _ path: String, _ progress: (Int64, Int64?) -> Void
    ) async throws(HTTPError) -> HTTPDownload {
        do throws(SystemError) { try partial.discard() } catch {
            let problem = FileBodyError(error, at: partial.path, operation: "written")
            throw HTTPError(.unknown, request: request, underlyingError: problem, message: "\(problem)")
        }
        let response = try await load(request)
        return try await finish(response, partial.use(of: response, isContinuation: false), partial, path, progress)
    }

    private func finish(
        _ response: HTTPResponse, _ use: PartialFile.Use, _ partial: PartialFile, _ path: String, _ progress: (Int64, Int64?) -> Void
    ) async throws(HTTPError) -> HTTPDownload {
        guard use == .rest || use == .whole else { throw response.isNotTheFile }
        do {
            let start = use == .rest ? partial.byteCount : 0
            let count = try await partial.write(response, as: use, progress) { try moveFile(partial.path, to: path) }.count
            synchronizeFolder(parentFolder(of: path))
            return HTTPDownload(head: response.head, byteCount: count, resumedByteCount: start)
        } catch let error as HTTPError {
            throw error
        } catch let error as RestMismatchError {
            throw HTTPError(.invalidResponse, request: response.request, message: error.description)
        } catch {
            throw response.body.unsaved(error, at: path)
        }
    }
}

extension HTTPResponse {
    fileprivate var isNotTheFile: HTTPError {
        let reason = status.reasonPhrase.map { " \($0)" } ?? ""
        return HTTPError(
            .unacceptableStatus, request: request, response: self,
            message: "The server responded with \(status)\(reason) instead of the file.")
    }
}

/// A rest of another length than its `Content-Range` announced.
package struct RestMismatchError: Error, CustomStringConvertible {
    package let description = "The server sent more or fewer bytes of the file than its Content-Range announced: download it again."
}

/// The beginning of an incomplete download, with its version in a file next to it.
package struct PartialFile: Sendable {
    /// The use of a response to a download.
    package enum Use {
        /// A body that follows the beginning.
        case rest
        /// A body that is the whole file.
        case whole
        /// A response that cannot continue the beginning: the download must begin again.
        case stale
        /// A response without the file.
        case none
    }

    private struct Version: Codable {
        var url: String
        /// An `ETag` or a `Last-Modified`; empty if the download cannot be continued.
        var validator: String
        /// The size of the whole file, if the first response named it.
        var byteCount: Int64?
        /// The `Content-Encoding` of the bytes.
        var coding: String?
    }

    /// The file with the bytes.
    package let path: String
    private let url: String
    private var versionPath: String { path + ".json" }
    /// The locked file; nil unless it is reserved.
    private var reservation: Reservation?

    private final class Reservation: Sendable {
        let file: Descriptor

        init(_ file: consuming Descriptor) { self.file = file }
    }

    /// Creates the beginning of a download in the file at this path.
    package init(at path: String, of url: String) {
        self.path = path
        self.url = url
    }

    /// The number of bytes so far; 0 without a file.
    package var byteCount: Int64 {
        guard let status = FileStatus(of: path, followsLinks: false), status.kind == .file else { return 0 }
        return status.byteCount
    }

    /// True if there is a beginning that a later download can continue.
    package var canBeContinued: Bool { byteCount > 0 && continuableVersion != nil }

    /// True if another program made one of the files, which must not be replaced.
    package var isForeign: Bool {
        guard version == nil else { return false }
        return [path, versionPath].contains { FileStatus(of: $0, followsLinks: false) != nil }
    }

    /// True if it has bytes of another URL, which somebody may continue.
    private var isOfAnotherURL: Bool { byteCount > 0 && version.map { $0.url != url } == true }

    /// The same file, locked for this download until the last copy is gone; nil if another download has it or may continue it, or if it is
    /// foreign.
    ///
    /// - Throws: `SystemError` if the files cannot be created.
    package func reserved() throws -> PartialFile? {
        guard !isForeign, !isOfAnotherURL else { return nil }
        var copy = self
        do throws(SystemError) {
            // Of two programs that find no file, only one creates it.
            copy.reservation = Reservation(try openLocked(version == nil ? O_CREAT | O_EXCL : O_CREAT))
        } catch {
            if error.number == EEXIST || error.number == EWOULDBLOCK { return nil }
            throw error
        }
        // Another download may have broken off before the file was locked.
        if isOfAnotherURL { return nil }
        if version == nil {
            do { try write(Version(url: url, validator: "")) } catch {
                // An empty file without a version would be taken for another program's, for ever.
                copy.release()
                throw error
            }
        }
        return copy
    }

    /// Removes a reserved file that got no bytes.
    package func release() {
        guard let reservation, let status = try? FileStatus(of: reservation.file), status.byteCount == 0,
            FileStatus(of: path, followsLinks: false)?.fileNumber == status.fileNumber
        else { return }
        // A file without a version belongs to nobody, so that no other download takes it now.
        unlink(versionPath)
        unlink(path)
    }

    /// The request for the rest of the same version; nil if it cannot be continued.
    package func continuing(_ request: HTTPRequest) -> HTTPRequest? {
        guard request.method == .get, !request.headers.contains("Range"), byteCount > 0, let version = continuableVersion else {
            return nil
        }
        var rest = request
        rest.headers["Range"] = "bytes=\(byteCount)-"
        rest.headers["If-Range"] = version.validator
        return rest
    }

    /// The use of a response to the request of a download.
    ///
    /// - Parameter isContinuation: true if the request was that of ``continuing(_:)``.
    package func use(of response: HTTPResponse, isContinuation: Bool) -> Use {
        if isContinuation, sizeContinued(by: response) != nil { return .rest }
        if isContinuation, [.partialContent, .rangeNotSatisfiable].contains(response.status) { return .stale }
        // An unrequested part is not the file.
        let isUnasked = response.status == .partialContent && !response.request.headers.contains("Range")
        return response.status.isSuccess && !isUnasked ? .whole : .none
    }

    /// The size of the whole file if the body is the rest of the same version; nil otherwise. A server may ignore `If-Range`, and then names another
    /// version.
    private func sizeContinued(by response: HTTPResponse) -> Int64? {
        guard response.status == .partialContent, let version, Self.coding(of: response) == version.coding,
            let range = response.headers["Content-Range"], range.hasPrefix("bytes \(byteCount)-")
        else { return nil }
        let numbers = range.split { "- /".contains($0) }
        guard numbers.count == 4, let last = Int64(numbers[2]), let size = numbers[3] == "*" ? version.byteCount : Int64(numbers[3]) else {
            return nil
        }
        // The server may send less than it was asked for (RFC 9110, section 14.2).
        guard last == size - 1, size == version.byteCount ?? size else { return nil }
        let validator = version.validator.hasPrefix("\"") ? response.headers["ETag"] : response.headers["Last-Modified"]
        return validator == nil || validator == version.validator ? size : nil
    }

    /// The coding of a body that is saved as received; nil for none.
    private static func coding(of response: HTTPResponse) -> String? {
        response.headers["Content-Encoding"].flatMap { $0.lowercased() == "identity" ? nil : $0 }
    }

    /// Writes the body, and the version of a new download.
    ///
    /// - Parameters:
    ///   - progress: called after each chunk with the number of bytes so far and the total, if known.
    ///   - move: moves the complete file to its place, before anybody else may write to it.
    /// - Returns: the size of the file, and the result of `move`.
    /// - Throws: `SystemError`, ``RestMismatchError``, and the `HTTPError` that ends the body.
    package func write<Place>(
        _ response: HTTPResponse, as use: Use, _ progress: (Int64, Int64?) -> Void, moving move: () throws -> Place
    ) async throws -> (count: Int64, place: Place) {
        if isForeign { throw SystemError(EEXIST, path: path) }
        // Before the file, so that it is never taken for that of another program.
        if use == .whole, version == nil { try write(Version(url: url, validator: "")) }
        let file = try open(use)
        // Another download may have ended since it was asked for the rest.
        let size = use == .rest ? sizeContinued(by: response) : nil
        guard use == .whole || size != nil else { throw SystemError(EWOULDBLOCK, path: path) }
        if use == .whole { try storeVersion(of: response) }
        var count = use == .rest ? byteCount : 0
        let total = size ?? response.body.expectedByteCount
        for try await chunk in response.body {
            if let size, size - count < chunk.count {
                // It is unknown which of the bytes belong to the file.
                try write(Version(url: url, validator: ""))
                throw RestMismatchError()
            }
            do throws(SystemError) { try file.write(chunk) } catch { throw SystemError(error.number, path: path) }
            count += Int64(chunk.count)
            progress(count, total)
        }
        guard size == nil || size == count else { throw RestMismatchError() }
        try file.synchronize()
        let place = try move()
        unlink(versionPath)
        withExtendedLifetime(file) {}
        return (count, place)
    }

    /// Removes both files, or empties a reserved one.
    ///
    /// - Throws: `EWOULDBLOCK` if another download writes to them.
    package func discard() throws(SystemError) {
        if isForeign { throw SystemError(EEXIST, path: path) }
        if let reservation {
            guard ftruncate(reservation.file.number, 0) == 0 else { throw SystemError(path: path) }
            return
        }
        if FileStatus(of: path, followsLinks: false)?.kind == .file {
            let file = try Descriptor(opening: path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK)
            try lock(file)
            unlink(path)
            withExtendedLifetime(file) {}
        }
        unlink(versionPath)
    }

    /// The file, ready for the bytes of a response.
    private func open(_ use: Use) throws(SystemError) -> Descriptor {
        let file = try openedForBytes()
        guard use == .rest || ftruncate(file.number, 0) == 0, lseek(file.number, 0, SEEK_END) >= 0 else { throw SystemError(path: path) }
        return file
    }

    private func openedForBytes() throws(SystemError) -> Descriptor {
        guard let reservation else { return try openLocked(O_CREAT) }
        return try Descriptor(duplicating: reservation.file.number)
    }

    /// Opens and locks the file; does not wait if a pipe has its name.
    private func openLocked(_ flags: Int32) throws(SystemError) -> Descriptor {
        if let status = FileStatus(of: path, followsLinks: false), status.kind == .other {
            throw SystemError(SystemError.notRegular, path: path)
        }
        let file = try Descriptor(opening: path, flags | O_WRONLY | O_NOFOLLOW | O_NONBLOCK)
        guard try FileStatus(of: file).kind == .file else { throw SystemError(SystemError.notRegular, path: path) }
        try lock(file)
        return file
    }

    /// Keeps other downloads from the file, whose bytes would mix with those of this one.
    private func lock(_ file: borrowing Descriptor) throws(SystemError) {
        let number = try FileStatus(of: file).fileNumber
        guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else { throw SystemError(path: path) }
        // The file may have been moved to its place meanwhile.
        guard FileStatus(of: path, followsLinks: false)?.fileNumber == number else { throw SystemError(EWOULDBLOCK, path: path) }
    }

    /// Stores the version of a new download.
    private func storeVersion(of response: HTTPResponse) throws {
        // A weak tag does not identify the bytes (RFC 9110, section 13.1.5).
        let tag = response.headers["ETag"].flatMap { $0.hasPrefix("W/") ? nil : $0 }
        let validator = response.status == .ok ? tag ?? response.headers["Last-Modified"] ?? "" : ""
        try write(
            Version(url: url, validator: validator, byteCount: response.body.expectedByteCount, coding: Self.coding(of: response)))
    }

    private func write(_ version: Version) throws {
        try AtomicFile.write(Array(JSONEncoder().encode(version)), to: versionPath)
    }

    /// The version, if the download of this URL can be continued.
    private var continuableVersion: Version? { version.flatMap { $0.url == url && !$0.validator.isEmpty ? $0 : nil } }

    private var version: Version? {
        guard let bytes = try? Descriptor(openingFile: versionPath, followsLinks: false).read(1 << 16),
            let version = try? JSONDecoder().decode(Version.self, from: Data(bytes))
        else { return nil }
        return version
    }
}
