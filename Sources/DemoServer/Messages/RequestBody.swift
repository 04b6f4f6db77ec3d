/// What came with a request.
struct RequestBody: Sendable {
    /// `nil` when it was longer than what the server keeps.
    let bytes: [UInt8]?
    let byteCount: Int
    /// Of all bytes, in hexadecimal.
    let sha256: String
}
