/// The digest algorithms of web protocols.
public enum HashAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// MD5 (RFC 1321). Broken; only for old Digest challenges.
    case md5 = "MD5"
    /// SHA-1 (FIPS 180-4). Broken; only for WebSocket handshakes and the like.
    case sha1 = "SHA-1"
    /// SHA-256 (FIPS 180-4).
    case sha256 = "SHA-256"
    /// SHA-512/256, which has its own initial values (FIPS 180-4 section 5.3.6.2).
    case sha512Truncated256 = "SHA-512-256"

    /// The size of the algorithm's blocks in bytes, for HMAC.
    public var blockSize: Int { self == .sha512Truncated256 ? 128 : 64 }

    /// The digest of bytes in memory.
    public func digest(of bytes: some Sequence<UInt8>) -> [UInt8] {
        var digest = MessageDigest(self)
        digest.update(Array(bytes))
        return digest.finish()
    }

    /// The hexadecimal digest of a text's UTF-8.
    public func hexDigest(of text: String) -> String { digest(of: text.utf8).hexadecimal }
}

/// A digest computed incrementally, in constant memory.
public struct MessageDigest: Sendable {
    private enum Context: Sendable {
        case system(SystemDigest)
        case own(SHA512Truncated256)
    }

    private var context: Context

    /// Creates a digest of no bytes.
    public init(_ algorithm: HashAlgorithm) {
        context = SystemDigest(algorithm).map { .system($0) } ?? .own(SHA512Truncated256())
    }

    /// Appends bytes.
    public mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            switch context {
            case .system(var digest):
                digest.update(bytes)
                context = .system(digest)
            case .own(var digest):
                digest.update(bytes)
                context = .own(digest)
            }
        }
    }

    /// The digest of all bytes.
    public consuming func finish() -> [UInt8] {
        switch context {
        case .system(var digest): digest.finish()
        case .own(var digest): digest.finish()
        }
    }
}

/// Keyed message digests (RFC 2104).
public enum HMAC {
    /// The authentication code of a message with a key of any length.
    public static func code(for message: [UInt8], key: [UInt8], using algorithm: HashAlgorithm) -> [UInt8] {
        var block = key.count > algorithm.blockSize ? algorithm.digest(of: key) : key
        block += Array(repeating: 0, count: algorithm.blockSize - block.count)
        let inner = algorithm.digest(of: block.map { $0 ^ 0x36 } + message)
        return algorithm.digest(of: block.map { $0 ^ 0x5C } + inner)
    }
}
