/// One part of a multipart body that was received.
public struct ReceivedPart: Hashable, Sendable {
    /// In the order received.
    public let headers: HTTPHeaders
    /// Decoded from its `Content-Transfer-Encoding`, where there was one.
    public let bytes: [UInt8]

    /// From `Content-Disposition`.
    public var name: String? { disposition?.parameters["name"] }
    /// From `Content-Disposition`; nil for a field. Not safe as a path: see ``ContentDisposition/safeFileName``.
    public var fileName: String? { disposition?.parameters["filename"] }

    private var disposition: ContentDisposition? {
        headers["Content-Disposition"].map { ContentDisposition($0, options: [.extended, .multipart]) }
    }
}

/// A multipart body that breaks its format.
public struct MultipartError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where, in bytes from the beginning.
    public let offset: Int
    /// What was expected there.
    public let expected: String

    /// Both, as a sentence.
    public var description: String { "The multipart body is broken at byte \(offset): expected \(expected)." }
}
