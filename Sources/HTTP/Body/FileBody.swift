public import Platform
import Synchronization

/// A file that is read while it is sent, in constant memory.
public struct FileBody: HTTPStreamedBody {
    /// The path of the file.
    public let path: String
    /// The `Content-Type`; none by default.
    public let contentType: String?
    /// True if line breaks and NUL bytes of the file are not sent, as with curl's `--data @file`.
    public let omitsLineBreaks: Bool

    /// Creates a body from the content that the file has when the request is sent.
    public init(path: String, contentType: String? = nil, omitsLineBreaks: Bool = false) {
        self.path = path
        self.contentType = contentType
        self.omitsLineBreaks = omitsLineBreaks
    }

    /// Creates a body from the content that a file has when the request is sent.
    /// - Parameters:
    ///   - url: a file URL.
    ///   - contentType: the `Content-Type` field; nil for none.
    public init(url: URL, contentType: String? = nil) { self.init(path: url.path, contentType: contentType) }

    /// The number of bytes that the file sends now; `unknown` for a pipe or a missing file.
    public var length: HTTPBodyLength {
        guard let size = regularFileSize else { return .unknown }
        return (omitsLineBreaks ? countOfSentBytes : size).map { .known($0) } ?? .unknown
    }

    /// True for an empty file, which need not be read for it.
    public var isEmpty: Bool { regularFileSize == 0 }

    /// The content type, if one was given.
    public var additionalHeaders: HTTPHeaders { .contentType(contentType) }

    /// Restartable for a regular file; once for a pipe.
    public var replay: HTTPBodyReplay { regularFileSize == nil ? .once : .restartable }

    /// Throws ``FileBodyError`` if the file is missing, is a folder, or cannot be read.
    public func validate() throws {
        guard let status = FileStatus(of: path) else { throw FileBodyError(SystemError(), at: path) }
        guard status.kind != .folder else { throw FileBodyError(path: path, reason: "it is a folder") }
        guard access(path, R_OK) == 0 else { throw FileBodyError(SystemError(), at: path) }
    }

    /// Opens the file. Throws ``FileBodyError`` if it cannot be opened or read, or is a pipe that nothing writes to.
    public func makeBytes() throws -> any HTTPByteStream {
        let file = try FileByteStream(path: path)
        return omitsLineBreaks ? JoinedLinesByteStream(file) : file
    }

    /// The number of bytes without line breaks, for which the file is read once more.
    private var countOfSentBytes: Int64? {
        var count: Int64 = 0
        guard var bytes = try? makeBytes() else { return nil }
        do { while let chunk = try bytes.next(upTo: 1 << 16) { count += Int64(chunk.count) } } catch { return nil }
        return count
    }

    private var regularFileSize: Int64? { FileStatus(of: path).flatMap { $0.kind == .file ? $0.byteCount : nil } }
}

/// A file that cannot be opened, read or written.
public struct FileBodyError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file.
    public let path: String
    /// The reason in the system's words.
    public let reason: String
    /// The operation, as the end of “cannot be …”.
    var operation = "read"

    /// The path and the reason, as a sentence.
    public var description: String { "The file \(path.quotedForMessage) cannot be \(operation): \(reason)." }
    /// The text for a user.
    public var errorDescription: String? { description }

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

/// An open file, closed when the last reader is released.
final class FileByteStream: HTTPByteStream {
    private let path: String
    private let file: Descriptor
    /// Guards the first byte of a pipe, until it is read.
    private let first: Mutex<UInt8?>

    init(path: String) throws(FileBodyError) {
        self.path = path
        do throws(SystemError) {
            // Opening a pipe would wait for a writer, for ever where there is none.
            file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
            first = Mutex(try FileStatus(of: file).kind == .other ? try file.firstByteOfPipe() : nil)
        } catch {
            throw error.number == EPIPE
                ? FileBodyError(path: path, reason: "it is a pipe that nothing writes to") : FileBodyError(error, at: path)
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileBodyError) -> Int {
        if !buffer.isEmpty, let byte = first.withLock({ $0.take() }) {
            buffer[0] = byte
            return 1
        }
        do throws(SystemError) { return try file.read(into: buffer) } catch { throw FileBodyError(error, at: path) }
    }
}

/// The bytes of a file without line feeds, carriage returns and NUL.
private struct JoinedLinesByteStream: HTTPByteStream {
    private let file: FileByteStream

    init(_ file: FileByteStream) { self.file = file }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileBodyError) -> Int {
        while true {
            let count = try file.read(into: buffer)
            guard count > 0 else { return 0 }
            var kept = 0
            for index in 0..<count where ![0x00, 0x0A, 0x0D].contains(buffer[index]) {
                buffer[kept] = buffer[index]
                kept += 1
            }
            if kept > 0 { return kept }
        }
    }
}
