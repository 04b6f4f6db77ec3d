import Document

/// A body or a part of it that is written to a file.
public struct BodyPiece: Sendable, Equatable {
    /// The body.
    public let body: BodyHandle
    /// Some of its text; nil for all bytes as they arrived.
    public let range: Range<Int>?

    init(body: BodyHandle, range: Range<Int>? = nil) {
        self.body = body
        self.range = range
    }

    /// How many bytes it has.
    var byteCount: Int { range?.count ?? body.document.bytes.count }

    /// Calls the function with the bytes.
    func withUnsafeBytes<Result, Failure>(_ work: (UnsafeRawBufferPointer) throws(Failure) -> Result) throws(Failure) -> Result {
        guard let range else { return try body.document.bytes.withUnsafeBytes(work) }
        return try body.document.text.withUnsafeBytes { bytes throws(Failure) in
            try work(UnsafeRawBufferPointer(rebasing: bytes[range.clamped(to: 0..<bytes.count)]))
        }
    }
}
