import Hashing

/// Takes in a request body of any size: counts and hashes all of it, and keeps it up to a limit.
struct BodyReceiver {
    private var kept: [UInt8]? = []
    private var byteCount = 0
    private var digest = MessageDigest(.sha256)

    mutating func receive(_ bytes: UnsafeRawBufferPointer, limit: Int) {
        let piece = Array(bytes)
        byteCount += piece.count
        digest.update(piece)
        if byteCount <= limit {
            kept?.append(contentsOf: piece)
        } else {
            kept = nil
        }
    }

    func finish() -> RequestBody {
        RequestBody(bytes: kept, byteCount: byteCount, sha256: digest.finish().hexadecimal)
    }
}
