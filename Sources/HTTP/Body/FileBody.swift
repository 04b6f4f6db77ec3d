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
        FileByteStream.regularFileSize(at: path).map { .known($0) } ?? .unknown
    }

    /// The content type, where one was given.
    public var additionalHeaders: HTTPHeaders { .contentType(contentType) }

    /// A pipe can be read once, a regular file again and again.
    public var replay: HTTPBodyReplay {
        FileByteStream.regularFileSize(at: path) == nil ? .once : .restartable
    }

    /// Throws ``FileBodyError`` when the file is missing, is a folder, or may not be read.
    public func validate() throws { try FileByteStream.checkReadable(at: path) }

    /// Opens the file. Throws ``FileBodyError`` when it cannot be opened or read.
    public func makeBytes() throws -> any HTTPByteStream { try FileByteStream(path: path) }
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
}
