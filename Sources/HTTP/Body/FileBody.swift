import Platform

/// A file, read while it is sent: its size does not matter for memory.
public struct FileBody: HTTPBody {
    /// Where the file is.
    public let path: String
    /// `Content-Type`; none by default.
    public let contentType: String?

    /// Sends what the file holds when the request goes out.
    public init(path: String, contentType: String? = nil) {
        self.path = path
        self.contentType = contentType
    }

    /// The file's size now; `unknown` for a pipe or a file that is not there.
    public var length: HTTPBodyLength {
        regularFileSize.map { .known($0) } ?? .unknown
    }

    /// The content type, where one was given.
    public var additionalHeaders: HTTPHeaders { .contentType(contentType) }

    /// A pipe can be read once, a regular file again and again.
    public var replay: HTTPBodyReplay {
        regularFileSize == nil ? .once : .restartable
    }

    /// Throws ``FileBodyError`` when the file is missing, is a folder, or may not be read.
    public func validate() throws {
        guard let status = FileStatus(of: path) else { throw FileBodyError(SystemError(), at: path) }
        guard status.kind != .folder else { throw FileBodyError(path: path, reason: "it is a folder") }
        guard access(path, R_OK) == 0 else { throw FileBodyError(SystemError(), at: path) }
    }

    /// Opens the file. Throws ``FileBodyError`` when it cannot be opened or read.
    public func makeBytes() throws -> any HTTPByteStream { try FileByteStream(path: path) }

    private var regularFileSize: Int64? { FileStatus(of: path).flatMap { $0.kind == .file ? $0.byteCount : nil } }
}

/// A file that could not be opened, read or written.
public struct FileBodyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// The system's own words for what went wrong.
    public let reason: String
    /// What was tried, as the end of “cannot be …”.
    var operation = "read"

    /// File and reason, as a sentence.
    public var description: String { "The file \(path.quotedForMessage) cannot be \(operation): \(reason)." }

    init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    init(_ error: SystemError, at path: String, operation: String = "read") {
        self.path = path
        reason = error.reason
        self.operation = operation
    }
}

/// An open file, closed when the last reader lets go of it.
final class FileByteStream: HTTPByteStream {
    private let path: String
    private let file: Descriptor

    init(path: String) throws(FileBodyError) {
        self.path = path
        do throws(SystemError) { file = try Descriptor(opening: path, O_RDONLY) } catch { throw FileBodyError(error, at: path) }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileBodyError) -> Int {
        do throws(SystemError) { return try file.read(into: buffer) } catch { throw FileBodyError(error, at: path) }
    }
}
