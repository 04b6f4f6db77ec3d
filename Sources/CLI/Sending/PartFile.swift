import HTTP
import JSON
import Platform

/// The beginning of an incomplete download, with its version in a file beside it.
struct PartFile: Sendable {
    /// The file with the bytes.
    let path: String
    /// The URL of the bytes, with secrets masked.
    private let url: String
    private var versionPath: String { path + ".json" }

    /// Creates the part of the file with this name.
    init(of name: String, from url: String) {
        path = name + ".part"
        self.url = url
    }

    /// The number of bytes so far; 0 without a file.
    var byteCount: Int64 {
        guard let status = FileStatus(of: path, followsLinks: false), status.kind == .file else { return 0 }
        return status.byteCount
    }

    /// True if there is a beginning that a later download can continue.
    var canBeContinued: Bool { byteCount > 0 && validator != nil }

    /// The request for the rest of the same version; nil if it cannot be continued.
    func continuing(_ request: HTTPRequest) -> HTTPRequest? {
        guard request.method == .get, !request.headers.contains("Range"), byteCount > 0, let validator else { return nil }
        var rest = request
        rest.headers[.range] = "bytes=\(byteCount)-"
        rest.headers[.ifRange] = validator
        return rest
    }

    /// True if the response begins where the part ends.
    func isContinued(by response: HTTPResponse) -> Bool {
        response.status == .partialContent && response.headers[.contentRange]?.hasPrefix("bytes \(byteCount)-") == true
    }

    /// Opens the file to write the rest, or all. Does not wait where a pipe has its name.
    func open(isRest: Bool) throws(SystemError) -> Descriptor {
        let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | (isRest ? O_APPEND : O_TRUNC)
        if let status = FileStatus(of: path, followsLinks: false), status.kind == .other {
            throw SystemError(SystemError.notRegular, path: path)
        }
        let file = try Descriptor(opening: path, flags)
        guard try FileStatus(of: file).kind == .file else { throw SystemError(SystemError.notRegular, path: path) }
        return file
    }

    /// Stores the version of a new download, or nothing if it cannot be continued.
    func keepVersion(of response: HTTPResponse) throws {
        unlink(versionPath)
        // A weak tag does not identify the bytes (RFC 9110, section 13.1.5).
        let tag = response.headers[.eTag].flatMap { $0.hasPrefix("W/") ? nil : $0 }
        guard response.status == .ok, let validator = tag ?? response.headers[.lastModified] else { return }
        let version: JSONValue = ["url": .string(url), "validator": .string(validator)]
        try AtomicFile.write(version.prettyBytes, to: versionPath)
    }

    /// Renames the complete file. The server chooses the name, so no existing file is overwritten.
    ///
    /// - Returns: the name of the file.
    func finish(as name: String) throws -> String {
        let unused = try moveFile(path, toUnused: name)
        unlink(versionPath)
        return unused
    }

    /// Removes the part.
    func remove() {
        unlink(path)
        unlink(versionPath)
    }

    private var validator: String? {
        guard let bytes = try? Descriptor(openingFile: versionPath, followsLinks: false).read(1 << 16),
            let version = try? JSONValue(parsing: bytes), version["url"]?.string == url
        else { return nil }
        return version["validator"]?.string
    }
}

/// The server cannot continue the part, so that the download begins again.
struct PartIsStale: Error {}
