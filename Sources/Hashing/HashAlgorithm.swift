/// A message digest that the protocols of the web ask for.
public enum HashAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// RFC 1321. Broken; only for old Digest challenges.
    case md5 = "MD5"
    /// FIPS 180-4. Broken; only for WebSocket handshakes and the like.
    case sha1 = "SHA-1"
    /// FIPS 180-4.
    case sha256 = "SHA-256"
    /// SHA-512 cut to 256 bits, with initial values of its own (FIPS 180-4 section 5.3.6.2).
    case sha512Truncated256 = "SHA-512-256"

    /// The size of a digest in bytes.
    public var digestSize: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha256, .sha512Truncated256: 32
        }
    }

    /// The size in bytes of the blocks that the algorithm works on; HMAC needs it.
    public var blockSize: Int {
        self == .sha512Truncated256 ? 128 : 64
    }

    /// The digest of bytes in memory.
    public func digest(of bytes: some Sequence<UInt8>) -> [UInt8] {
        var digest = MessageDigest(self)
        digest.update(Array(bytes))
        return digest.finish()
    }

    /// The digest of a text's UTF-8, in hexadecimal.
    public func hexDigest(of text: String) -> String {
        digest(of: text.utf8).hexadecimal
    }
}
